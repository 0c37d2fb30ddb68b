"""What somebody's own words mean: the claims in them, read by the phrasebook once, when they are said.

A phrase says what it says in the light of those before it in the same text: “sheriff. bas sus n1” is what a Sheriff found, “bas is
sus” an opinion; “N1: bas” is whatever one's role does to whom it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from games.core import Seat, record
from games.phrases import Heard
from games.town.people import Act, RoleName
from games.town.phrases import BOOK
from games.town.roles import GROUPS, ROLE
from games.town.words import Claim, Kind

UNKNOWN = Seat("")
"""Who claims something in a forgery: nobody yet."""
TOWN_SIDES = frozenset({"town", "town investigative", "town killing", "town protective", "town support"})
BENIGN: frozenset[str] = frozenset({"survivor", "amnesiac"})
NEVER = frozenset(name for name, each in ROLE.items() if each.faction != "town") - BENIGN
"""What nobody who laughs says of themselves in earnest."""
NATURAL: Mapping[str, str] = {
    "doctor": "heal", "bodyguard": "guard", "sheriff": "question", "investigator": "investigate", "lookout": "watch", "escort": "block",
    "consort": "block", "vigilante": "shoot", "transporter": "swap", "vampire hunter": "stake", "jailor": "jail", "consigliere": "consult",
    "retributionist": "revive", "spy": "bug",
}  # fmt: skip
"""What a role does to whom it names in its log."""
LOOKS = frozenset({"sheriff", "investigator", "consigliere", "lookout"})
_HEAD = re.compile(r"\A(.{0,40}?)(?:['’]s)? (?:last )?(?:will|log|notes|diary|journal)\b")
_ALONE = re.compile(
    r"\s*[\w-]+(?: (?:hunter|killer|investigative|protective|support|killing))?[!\s]*(?:$|,\s*(?:(?:i )?(?:dont|don't) (?:have|wanna|want)|(?:i )?haven'?t|nothing|no (?:info|results?|leads)|"
    r"gonna (?:take|remember|reveal|vest|alert))\b|[.\n]\s*(?!(?:heal|check|jail|watch|guard|protect|save|shoot|kill|reveal|claim|come|please|pls|can|did|do|who|what|why|"
    r"where|how|when|u|you|your|tell|speak|say|is|was|vote|help)\b))",
    re.IGNORECASE,
)
"""A role that stands alone is the speaker's, if nobody is addressed by it."""
_DONE = ("deed", "order", "accuse", "trust", "spare", "befell", "solo", "too", "executed")
_NUMBERED = re.compile(r"(?m)^ ?(\d\d?) ?[.):>=-]+ ?(?=\S)")


def understood(
    text: str,
    seat: Seat,
    day: int,
    names: Mapping[Seat, str] | None = None,
    role: RoleName | None = None,
    will: bool = False,
) -> tuple[Claim, ...]:
    """What `seat` claims by words of that day, in which all the `names` may be called; `role` is what it has claimed to be before.
    Of a `will` the lines are numbered nights, and it begins with whose it is."""
    if will:
        text = _NUMBERED.sub(r"n\1 ", _HEAD.sub(r"\1", text))
    heard = BOOK.read(text, names or {}, day - 1)
    if not heard:
        return ()
    own = (each.slots["role"] for each in heard if each.name in ("role", "bare role") and "role" in each.slots)
    told = _Telling(seat, role or "", next(own, ("",))[0], will or _ALONE.match(text) is not None)
    for at, each in enumerate(heard):
        told.hear(each, heard[at - 1] if at else None, heard[at + 1 :])
    return tuple(told.claims)


@record
class _Deed:
    """A deed that was told of, for what came of it. `sure`: what was done is not only guessed from a word like “checked”."""

    act: str
    targets: tuple[Seat, ...]
    nights: tuple[int, ...]
    sure: bool


class _Telling:
    """What the phrases so far have said: of what role the speaker is, and which deed was spoken of last."""

    def __init__(self, seat: Seat, before: str, coming: str, alone: bool) -> None:
        self.seat, self.before, self.coming, self.alone = seat, before, coming, alone
        self.role, self.last, self.dated, self.muted = "", cast("_Deed | None", None), -1, 0
        self.claims: dict[Claim, None] = {}
        self.looked: list[tuple[int, Claim]] = []
        self.nights: tuple[int, ...] = (0,)
        self.befallen: tuple[int, ...] = (0,)

    def hear(self, heard: Heard, before: Heard | None, after: Sequence[Heard]) -> None:
        if heard.dated:
            # “N1: healed {p2}, was attacked”: a night holds for what it heads.
            self.dated = heard.line if heard.heads else -1
        self.nights = heard.nights if heard.nights and (heard.dated or heard.line == self.dated) else (0,)
        alone = heard.name == "named" or (heard.name == "came role" and self.last is None)
        if alone and after and after[0].clause == heard.clause and after[0].name.startswith(_DONE):
            self.muted = heard.clause  # “{p5} healed {p3} n1” is what another did
        if heard.clause == self.muted:
            return
        kind, _, what = heard.name.partition(" ")
        match kind:
            case "role" if what == "on":
                self._at_work(heard)
            case "role":
                self._is(heard)
            case "bare":
                self._bare(heard, before, after)
            case "deed" | "order" if kind == "deed" or heard.dated:
                act = next(heard.slots[slot][0] for slot in ("did", "done", "order") if slot in heard.slots)
                self._deed(act, self._seats(heard, "target"), heard)
            case "self" if heard.dated and NATURAL.get(self._role):
                self._deed(NATURAL[self._role], (self.seat,), heard)
            case "accuse" | "trust" | "spare":
                self._opinion("accuse" if kind == "accuse" else "trust", heard)
            case "is":
                self._about(heard, what == "not")
            case "named":
                self._named(heard, before, after)
            case "befell" | "solo" | "too":
                self._suffered(
                    kind,
                    next(heard.slots[slot][0] for slot in ("befell", "solo") if slot in heard.slots),
                    heard,
                    before,
                )
            case "came":
                self._suffered(kind, what, heard, before)
            case _:
                self._learned(kind, what, heard)

    def _suffered(self, kind: str, what: str, heard: Heard, before: Heard | None) -> None:
        """What became of the speaker, or of whom the deed before was done to."""
        follows = before is not None and before.clause == heard.clause
        match kind:
            case "befell" | "solo" if not (follows and before is not None and before.name == "named"):
                self._befell("guarded" if what == "healed" and heard.slots.get("role") == ("bodyguard",) else what)
            case "too" if heard.dated or (
                before is not None
                and before.line == heard.line
                and before.name in ("befell", "befell by", "too", "came attacked")
            ):
                nights, self.nights = self.nights, self.nights if heard.dated else self.befallen
                self._befell(what)
                self.nights = nights
            case "came" if what == "attacked" and "target" in heard.slots and heard.dated and self._role == "doctor":
                self._deed("heal", self._seats(heard, "target"), heard)
                self._came(what, heard)
            case "came" if (
                not self._came(what, heard) and what == "attacked" and "target" not in heard.slots and not follows
            ):
                self._befell("attacked")

    def _learned(self, kind: str, what: str, heard: Heard) -> None:
        """What was seen at somebody's house, and what a Jailor did with a prisoner."""
        match kind:
            case "visited":
                self._visited(what, heard)
            case "spied" if heard.slots["side"] == ("mafia",) and self._role in ("spy", ""):
                self.result("bug", None, self._people(heard, "seats"))
            case "executed" if self.last is not None and self.last.act == "jail":
                for target in self.last.targets:
                    self.add("deed", night=self.last.nights[0], act="execute", target=target)

    # ── what is noted ──

    @property
    def _role(self) -> str:
        return self.role or self.before or self.coming

    def add(
        self, kind: Kind, *, role: str = "", night: int = 0, act: str = "", target: Seat | None = None, found: str = ""
    ) -> Claim:
        claim = Claim(
            kind, cast("RoleName | None", role or None), night, cast("Act | None", act or None), target, found
        )
        self.claims[claim] = None
        return claim

    def result(self, act: str, target: Seat | None, found: str, nights: tuple[int, ...] = ()) -> None:
        """A result says the deed, too."""
        for night in nights or self.nights:
            self.claims.pop(Claim("deed", None, night, cast("Act", act), target), None)
            self.add("result", night=night, act=act, target=target, found=found)

    def _seats(self, heard: Heard, slot: str) -> tuple[Seat, ...]:
        """Who stands in a slot."""
        return tuple(self.seat if each == "me" else Seat(each) for each in heard.slots.get(slot, ()) if each != "he")

    def _people(self, heard: Heard, slot: str) -> str:
        return ", ".join(self._seats(heard, slot)) or "nobody"

    # ── roles ──

    def _is(self, heard: Heard) -> None:
        for side in heard.slots.get("side", ()):
            if side in TOWN_SIDES:
                self.add("role", found=side)
        roles = heard.slots.get("role", ())
        for role in roles if len(roles) == 1 and not (heard.laughs and roles[0] in NEVER) else ():
            self.role = role
            self.add("role", role=role)
            for line, each in self.looked if role == "sheriff" else ():
                # “{p4} is suspicious, I'm the Sheriff.”
                if line == heard.line and self.claims.pop(each, 0) is None:
                    self.result("question", each.target, "suspicious" if each.kind == "accuse" else "innocent", (0,))

    def _bare(self, heard: Heard, before: Heard | None, after: Sequence[Heard]) -> None:
        """“Doc. n1 bas”: a role at the head of a log, or all that is said."""
        if before is not None and before.name != "aside":
            if self.last is not None and self.last.act in [NATURAL.get(each) for each in heard.slots.get("role", ())]:
                self._is(heard)  # “shot {p2} n2 (vig)”
            elif before.clause == heard.clause and "role" in heard.slots:
                self._came("role", heard)
            return
        log = next((each for each in after if each.name != "aside"), None)
        own = log is not None and (
            (log.dated and not (log.name.startswith(_DONE) and log.clause == heard.clause))
            or (log.name.startswith(("deed", "befell")) and log.clause != heard.clause)
            or (log.name == "is" and (log.clause == heard.clause or log.line != heard.line))
        )
        named = (*heard.slots.get("role", ()), *heard.slots.get("side", ()))
        fit = len(named) == 1 and (
            named[0] in TOWN_SIDES | BENIGN or (named[0] in ROLE and ROLE[cast("RoleName", named[0])].faction == "town")
        )
        if fit and (own or (self.alone and (not after or after[0].clause != heard.clause))):
            self._is(heard)
        else:
            self.muted = heard.clause  # “jailor, jail {p5}”

    def _at_work(self, heard: Heard) -> None:
        """“Bg on {p2} n1” is what one did oneself, by night or where nothing else could be meant."""
        role = heard.slots["role"][0]
        if len(heard.slots["role"]) == 1 and role in NATURAL and heard.dated and self._role in ("", role):
            self._is(heard)
            self._deed(NATURAL[role], self._seats(heard, "target"), heard)

    # ── nights ──

    def _deed(self, act: str, targets: tuple[Seat, ...], heard: Heard) -> None:
        sure = act != "check"
        act = {
            "check": NATURAL[self._role] if self._role in LOOKS else "question",
            "protect": {"doctor": "heal", "bodyguard": "guard"}.get(self._role, ""),
            "visit": NATURAL.get(self._role, ""),
            "guard": "watch" if self._role == "lookout" else "guard",
        }.get(act, act)
        if not act or not targets:
            return
        each = len(self.nights) == len(targets) > 1 and act != "swap"  # “checked them n2+n3”
        for at, night in enumerate(self.nights):
            self._done(night, act, targets[at : at + 1] if each else targets)
            for _, claim in self.looked if act == "question" else ():
                if claim.target in (targets[at : at + 1] if each else targets) and self.claims.pop(claim, 0) is None:
                    self.result(act, claim.target, "suspicious" if claim.kind == "accuse" else "innocent", (night,))
        self.last = _Deed(act, targets, self.nights, sure)

    def _done(self, night: int, act: str, targets: tuple[Seat, ...]) -> None:
        if act == "swap":
            if len(targets) == 2:
                self.add("deed", night=night, act=act, target=targets[0], found=targets[1])
        elif act == "bug":
            self.add("result", night=night, act=act, found=", ".join(targets))
        else:
            for target in targets:
                if act == "jail":
                    self.add("deed", night=night, target=target, found="jailed")
                else:
                    self.add("deed", night=night, act=act, target=target)

    def _named(self, heard: Heard, before: Heard | None, after: Sequence[Heard]) -> None:
        """“N1: bas” in a log."""
        last = self.last
        if last is not None and last.act == "watch" and before is not None and before.clause == heard.clause:
            self._came("visitors", Heard("", {"seats": heard.slots["target"]}, heard.nights))
            return
        act = NATURAL.get(self._role, "")
        if not act and self.last is not None and heard.dated:
            act = self.last.act
        if (
            heard.dated
            and act
            and not (before is not None and before.clause == heard.clause and before.name == "named")
        ):
            self._deed(act, self._seats(heard, "target"), heard)
        elif heard.dated or (after and after[0].clause == heard.clause):
            # “n1 dot: esc/trans/consort”
            self.last = _Deed("", self._seats(heard, "target"), self.nights, False)
        elif self.last is not None and self.last.act == "watch" and before is not None and before.line == heard.line:
            self._came("visitors", Heard("", {"seats": heard.slots["target"]}, heard.nights))

    def _befell(self, what: str) -> None:
        self.befallen = self.nights
        for night in self.nights:
            if what in ("alert", "vest"):
                self.add("deed", night=night, act=what)
            elif what != "home" or night:
                self.add("whereabouts", night=night, found=what)

    # ── what was found ──

    def _came(self, what: str, heard: Heard) -> bool:
        """What came of the deed spoken of last, if it could."""
        last = self.last
        if last is None or not last.targets or self._seats(heard, "target") not in ((), last.targets):
            return False
        act, target = last.act, last.targets[0]
        found, roles = "", heard.slots.get("role", ())
        if what == "found" and (act in ("question", "") or not last.sure):
            found, act = heard.slots["found"][0], "question"
        elif what == "role" and (act in ("investigate", "consult", "") or not last.sure):
            act = "consult" if act == "consult" or (self._role == "consigliere" and len(roles) == 1) else "investigate"
            found = group(roles) if len(roles) > 1 or act == "consult" else ""
        elif what in ("attacked", "struck") and act == "heal":
            found = "attacked"
        elif what in ("visitors", "nobody") and act == "watch":
            seats = [each for each in self._seats(heard, "seats") if each != target]
            found = ", ".join(seats) or ("nobody" if what == "nobody" else "")
        elsewhen = heard.dated and any(last.nights) and any(self.nights) and self.nights != last.nights
        if not found or elsewhen or (last.act == "" and not any(last.nights)):
            return False
        nights = self.nights if heard.dated and not any(last.nights) else last.nights
        for each in last.targets:
            for night in last.nights:
                self.claims.pop(Claim("deed", None, night, cast("Act", last.act or None), each), None)
            self.result(act, each, found, nights)
        self.last = _Deed(act, last.targets, nights, True)
        return True

    def _visited(self, what: str, heard: Heard) -> None:
        """Who came to whom, as a Lookout sees it."""
        if not (self._role == "lookout" or heard.dated or self.nights != (0,)) or self.role not in ("", "lookout"):
            return
        who = self._people(heard, "seats")
        for target in self._seats(heard, "target"):
            if f"{target}" not in who.split(", "):
                self.result("watch", target, who)

    def _about(self, heard: Heard, denied: bool) -> None:
        """“{p4} is sus”, “{p4} is the Doctor”, “{p4}: esc/trans/consort”; of whom a deed was told, what came of it."""
        roles, found = heard.slots.get("role", ()), next(iter(heard.slots.get("found", ())), "")
        targets = self._seats(heard, "target")
        dated = self.nights != (0,)
        if (
            self.last is not None
            and self.last.targets == targets
            and not denied
            and not heard.dated
            and (found or len(roles) > 1 or self.last.act == "consult")
        ) and self._came("found" if found else "role", heard):
            return
        if found and not denied and (self.role == "sheriff" or (dated and self._role in ("", "sheriff"))):
            for target in targets:
                self.result("question", target, found)
            self.last = _Deed("question", targets, self.nights, True)
        elif found:
            for target in targets:
                self._thinks("accuse" if (found == "suspicious") is not denied else "trust", target, line=heard.line)
        elif len(roles) > 1:
            whole = len(roles) > 2 and any(set(roles) <= set(each) for each in GROUPS)
            if not denied and targets and (whole or dated or self._role == "investigator"):
                self.result("investigate", targets[0], group(roles))
        elif self._role == "consigliere" and roles:
            self.result("consult", targets[0], roles[0])
        elif roles or "side" in heard.slots:
            for target in targets:
                self._takes_for(target, roles[0] if roles else "", next(iter(heard.slots.get("side", ())), ""), denied)

    # ── opinions ──

    def _takes_for(self, target: Seat, role: str, side: str, denied: bool) -> None:
        if role in BENIGN and not denied:
            return
        town = side in TOWN_SIDES or (not side and ROLE[cast("RoleName", role)].faction == "town")
        if denied:
            self._thinks("accuse" if town else "trust", target, found=f"not {role}" if role else "")
        else:
            self._thinks("trust" if town else "accuse", target, role)

    def _opinion(self, kind: Kind, heard: Heard) -> None:
        for target in self._seats(heard, "target"):
            self._thinks(kind, target)

    def _thinks(self, kind: Kind, target: Seat, role: str = "", found: str = "", line: int = -1) -> None:
        """“Hang {p4}, he is the Witch” is one thing, not two."""
        if role or found:
            self.claims.pop(Claim(kind, target=target), None)
        said = any(each.kind == kind and each.target == target for each in self.claims)
        if target != self.seat and (role or found or not said):
            claim = self.add(kind, role=role, target=target, found=found)
            if line >= 0:
                self.looked.append((line, claim))


def group(roles: Iterable[str]) -> str:
    """Roles as a claim names them: a group in the Investigator's order."""
    names = list(dict.fromkeys(roles))
    return ", ".join(next((each for each in GROUPS if set(names) == set(each)), names))
