"""Sixty ways to smuggle markup into what somebody writes, and what a page must not have when they have been tried."""

from __future__ import annotations

from html.parser import HTMLParser

VECTORS = (
    "<script>alert(1)</script>", "<ScRiPt>alert(1)</sCrIpT>", "<script src=//evil.example/x.js>", "<script/x>alert(1)//",
    "</script><script>alert(1)</script>", "<<script>alert(1)//<</script>", "<script\x0balert(1)>", "<svg onload=alert(1)>",
    "<svg/onload=alert(1)>", "<svg><script>alert(1)</script>", "<svg><a xlink:href=javascript:alert(1)>", "<svg><animate onbegin=alert(1)>",
    "<img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>", '<img src="x" onerror="alert(1)"', "<img src=`x`onerror=alert(1)>",
    "<body onload=alert(1)>", "<iframe src=javascript:alert(1)>", "<iframe srcdoc='<script>1</script>'>", "<object data=javascript:alert(1)>",
    "<embed src=//evil.example>", "<base href=//evil.example/>", "<meta http-equiv=refresh content=0>", "<link rel=stylesheet href=//e>",
    "<style>*{display:none}</style>", "<style>@import'//evil';</style>", "<form action=//evil.example>", "<button formaction=javascript:1>",
    "<input autofocus onfocus=alert(1)>", "<details open ontoggle=alert(1)>", "<video><source onerror=alert(1)>", "<audio src=x onerror=alert(1)>",
    "<marquee onstart=alert(1)>", "<math><mi xlink:href=javascript:1>", "<table background=javascript:1>", "<textarea></textarea><script>1",
    "<title></title><script>1</script>", "<noscript><p title='</noscript>'>", "<template><script>1</script>", "<!--><script>1</script>-->",
    "<![CDATA[<script>1</script>]]>", "<?xml?><script>1</script>", "<a href=javascript:alert(1)>x</a>", "<a href='data:text/html,x'>x</a>",
    '"><script>alert(1)</script>', "'><script>alert(1)</script>", '" onmouseover="alert(1)', "' onmouseover='alert(1)",
    '" autofocus onfocus=alert(1) x="', "` onclick=alert(1) `", "javascript:alert(1)", "&lt;script&gt;alert(1)", "&#60;script&#62;alert(1)",
    "&#x3c;script>alert(1)", "\\u003cscript\\u003ealert(1)", "%3Cscript%3Ealert(1)", "{{constructor.constructor('1')()}}", "{% print(1) %}{{7*7}}",
    "${alert(1)}#{1}", "\r\n\r\nevent: gone\r\ndata: <script>",
)  # fmt: skip

ALIEN = frozenset(
    [
        "script",
        "iframe",
        "object",
        "embed",
        "base",
        "link",
        "style",
        "meta",
        "body",
        "html",
        "title",
        "math",
        "animate",
        "marquee",
        "video",
        "audio",
        "source",
        "noscript",
    ]
)
"""Elements that a page has for itself, once and in its head, or not at all."""

ADDRESSES = frozenset({"href", "src", "action", "formaction", "data", "background", "xlink:href", "poster", "srcdoc"})


class Markup(HTMLParser):
    """The elements of a page, and what in it could run."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.runs: list[str] = []
        self.within = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.within = tag
        if tag in ALIEN:
            self.elements.append(tag)
        for name, value in attributes:
            address = (value or "").strip().casefold()
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.runs.append(f"<{tag} {name}={value}>")
            if name in ADDRESSES and address and not address.startswith(("/", "#", "?")) and tag != "img":
                self.runs.append(f"<{tag} {name}={value}>")

    def handle_data(self, data: str) -> None:
        if self.within == "script" and data.strip():
            self.runs.append(f"<script>{data}")

    def handle_endtag(self, tag: str) -> None:
        self.within = ""


def read(page: str) -> Markup:
    """A page or a part of one, read as a browser would."""
    markup = Markup()
    markup.feed(page)
    markup.close()
    return markup
