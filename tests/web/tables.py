"""Tables to play at and to look at: one of each kind, and how somebody sits down there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from tests.web.begun import Begun
from tests.web.house import Begins, House

PHONE, DESKTOP = (390, 844), (1280, 800)

PLAYED = {
    "codenames-operative": Begun("codenames", {"timers": False}, {"red-1": "Ann"}, 4),
    "codenames-spymaster": Begun("codenames", {"timers": False}, {"red-spymaster": "Ann"}, 4),
    "mystery": Begun("mystery", {"players": 5, "timers": False}, {"p1": "Ann"}, seed="an evening 2"),
    "town": Begun("town", {"players": 7, "roles": "small", "timers": "none"}, {"p2": "Ann"}),
    "duet-ledger": Begun("duet", {"pair": "auction"}, {"human": "Ann"}),
    "duet-free": Begun("duet", {"pair": "haggle", "most_turns": 8}, {"human": "Ann"}),
    "tiny": Begun("duel", {}, {"ann": "Ann"}),
}
"""Whole games are played at these in a browser, each from its beginning."""


class Mistakes(list[str]):
    """What a page did that no page of ours may do: errors in its console, and calls to elsewhere."""

    def watch(self, page: Page, address: str) -> None:
        def console(message: object) -> None:
            # That a move was refused is said in a sentence on the page; the console says it as well.
            known = any(each in message.text for each in ("ERR_", "status of 409", "status of 422"))  # type: ignore[attr-defined]
            if message.type == "error" and not known:  # type: ignore[attr-defined]
                self.append(f"console: {message.text} at {message.location.get('url')}")  # type: ignore[attr-defined]

        page.on("console", console)
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on(
            "request", lambda call: call.url.startswith((address, "data:", "blob:")) or self.append(f"asks {call.url}")
        )


@contextmanager
def sitting(
    browser: Browser,
    house: House,
    key: str,
    path: str,
    size: tuple[int, int] = PHONE,
    scheme: Literal["light", "dark"] = "light",
    mistakes: Mistakes | None = None,
) -> Iterator[Page]:
    """A page of that size, opened by whoever has this key (none: a stranger, who owns the place on the loopback)."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    try:
        if key:
            context.add_cookies([{"name": "masquerade", "value": key, "url": house.address}])
        page = context.new_page()
        if mistakes is not None:
            mistakes.watch(page, house.address)
        page.goto(house.address + path, wait_until="load")
        yield page
    finally:
        context.close()


def address(begins: Begins) -> str:
    return f"/t/{begins.id}"


# ── every page and state, for those who look at them ──


@dataclass(frozen=True)
class Place:
    """A page in some state. `begun` is the table that it is about, opened by the first of its people (or by a stranger); `path`
    is its address, with {id} for the table's. `do` is what to press first, by selectors, where it is there; “SELECTOR := TEXT”
    writes something, and “>> SELECTOR” lets somebody new open the address that stands there."""

    name: str
    path: str = "/t/{id}"
    begun: Begun | None = None
    stranger: bool = False
    do: tuple[str, ...] = ()


def _at(
    name: str, game: str, options: Mapping[str, Any], seat: str, *asked: str, parties: int = 1, seed: str = "an evening"
) -> list[Place]:
    """A table at which somebody is asked each of these in turn: a key's beginning, and at which time if not the first."""
    people = {seat: "Ann"}
    return [
        Place(f"{name}-{each}", begun=Begun(game, options, people, parties, seed, each.partition(" ")[0], time=time))
        for each in asked
        for time in (int(each.partition(" ")[2] or 1),)
    ]


_TOWN = {"players": 9, "timers": "slow"}
_HOUSE = {"players": 7}

_NAMED, _LINK = "[name=name] := Ann", "[action$=invite] .b"

PLACES: list[Place] = [
    Place("first", "/"),
    Place("games", "/games"),
    Place("rules", "/rules/mystery"),
    Place("make-a-game", "/make"),
    Place("make-a-mistake", "/make", do=("#text-manager := no header", "[data-check]")),
    Place("gone", "/t/nothinghere"),
    Place("invite", "/invite"),
    Place("owner-rules", "/owner/rules"),
    *(
        Place(f"lobby-{game}", "/invite", do=(_NAMED, f"[name=game][value={game}]", _LINK))
        for game in ("codenames", "mystery", "town", "bargaining")
    ),
    Place("invited", "/invite", do=(_NAMED, "[value=codenames]", _LINK, ">> #link1")),
    Place(
        "lobby-guest",
        "/invite",
        do=(_NAMED, "[value=codenames]", _LINK, ">> #link1", "[name=name] := Ben", ".stack .b.lit"),
    ),
    *_at("codenames-operative", "codenames", {}, "red-1", "guess", "guess 3", "over", parties=4),
    Place("codenames-card", begun=Begun("codenames", {}, {"red-1": "Ann"}, 4, asked="guess"), do=("[data-cell='7']",)),
    *_at("codenames-spymaster", "codenames", {}, "red-spymaster", "clue", "clue 2", "over", parties=4),
    Place("codenames-key", begun=Begun("codenames", {}, {"red-spymaster": "Ann"}, 4), do=(".keyveil summary",)),
    *_at("mystery", "mystery", _HOUSE, "p1", "talk", "night", "over"),
    *_at("mystery-day", "mystery", _HOUSE, "p1", "talk 3", "claim", "vote", "night 2", "talk 5", seed="an evening 2"),
    *_at("town", "town", _TOWN, "p2", "nominate", "night", "over"),
    *_at("town-day", "town", {"players": 7, "roles": "small", "timers": "none"}, "p2", "town", "defence", "dead"),
    Place("town-role", begun=Begun("town", _TOWN, {"p2": "Ann"}, asked="night"), do=("details[data-veil] summary",)),
    *_at("duet-ledger", "duet", {"pair": "bargaining"}, "human", "move", "move 2", "over"),
    *_at("duet-free", "duet", {"pair": "haggle"}, "human", "turn", "over"),
    *_at("tiny", "duel", {}, "ann", "pick", "over"),
    Place("watching", begun=Begun("town", _TOWN, {}, asked="nominate", whose="p2"), stranger=True),
    Place(
        "big-screen",
        "/t/{id}/big",
        Begun("mystery", _HOUSE, {"p1": "Ann"}, seed="an evening 2", asked="vote"),
        stranger=True,
    ),
    Place("big-street", "/t/{id}/big", Begun("town", _TOWN, {"p2": "Ann"}, asked="nominate"), stranger=True),
    Place(
        "host",
        begun=Begun("codenames", {}, {"red-1": "Ann"}, 4, asked="guess"),
        do=("[popovertarget=people]", ".host summary", _LINK),
    ),
    Place("replay", "/r/{id}", Begun("mystery", _HOUSE, {"p1": "Ann"}, asked="over")),
]
"""Every page and state: add what you draw. Shots are taken of all, axe looks at all, in a phone's width and a desktop's."""


@contextmanager
def opened(
    browser: Browser,
    house: House,
    place: Place,
    size: tuple[int, int],
    scheme: Literal["light", "dark"] = "light",
    mistakes: Mistakes | None = None,
) -> Iterator[Page]:
    """The page of a place, as it stands when it has come to rest."""
    key, path = "", place.path
    if place.begun is not None:
        begins = house.begin(place.begun, public=place.stranger)
        key = "" if place.stranger else next(iter(begins.keys.values()))
        path = path.format(id=begins.id)
    with sitting(browser, house, key, path, size, scheme, mistakes) as page:
        for each in place.do:
            _do(page, each)
        page.wait_for_timeout(400)
        yield page


def _do(page: Page, what: str) -> None:
    selector, _, text = what.removeprefix(">> ").partition(" := ")
    found = page.locator(selector).locator("visible=true")
    if not found.count():
        return
    if what.startswith(">> "):
        address = found.first.input_value()
        page.context.clear_cookies()
        page.goto(address, wait_until="load")
    elif text:
        found.first.fill(text)
    else:
        found.first.click()
        page.wait_for_timeout(300)
        page.wait_for_load_state("load")
