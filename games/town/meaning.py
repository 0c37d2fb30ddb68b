"""What somebody's own words mean: the claims in them, read by the phrasebook once, when they are said.

A phrase says what it says in the light of those before it in the same text: “sheriff. bas sus n1” is what a Sheriff found, “bas is
sus” an opinion; “N1: bas” is whatever one's role does to whom it names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from games.core import Seat, record
from games.phrases import Heard
from games.town.events import Claim, Kind
from games.town.people import Act, RoleName
from games.town.phrases import BOOK
from games.town.roles import GROUPS, ROLE

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
ONCE = frozenset(NATURAL.values()) - {"jail"}
"""What nobody does to two in one night."""
LOOKS = frozenset({"sheriff", "investigator", "consigliere", "lookout"})
_HEAD = re.compile(r"\A(.{0,40}?)(?:['’]s)? (?:last )?(?:will|log|notes|diary|journal)\b")
_ALONE = re.compile(
    r"\s*[\w-]+(?: (?:hunter|killer|investigative|protective|support|killing))?[!\s]*(?:$|,\s*(?:(?:i )?(?:dont|don't) (?:have|wanna|want)|(?:i )?haven'?t|nothing|no (?:info|results?|leads)|"
    r"gonna (?:take|remember|reveal|vest|alert))\b|[.\n]\s*(?!(?:heal|check|jail|watch|guard|protect|save|shoot|kill|reveal|claim|come|please|pls|can|did|do|who|what|why|"
    r"where|how|when|u|you|your|tell|speak|say|is|was|vote|help)\b))",
    re.IGNORECASE,
)
"""A role that stands alone is the speaker's, if nobody is addressed by it."""
_DONE = ("deed", "jail", "order", "accuse", "trust", "spare", "befell", "solo", "too", "executed")
_BEFELL = ("befell", "befell by", "solo", "too", "came attacked")
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
    own = (each.slots["role"] for each in heard if each.name in ("role", "bare role") and "role" in each.slots)
    told = _Telling(seat, role or "", next(own, ("",))[0], will or _ALONE.match(text) is not None)
    for at, each in enumerate(heard):
        told.hear(each, heard[at - 1] if at else _NOTHING, heard[at + 1 :])
    done = {(each.night, each.act, each.target) for each in told.claims if each.night}
    doings = Counter((night, act) for night, act, _ in done)
    return tuple(each for each in told.claims if each.act not in ONCE or doings[each.night, each.act] < 2)


_NOTHING = Heard("", {}, clause=-1, line=-1)


@record
class _Deed:
    """A deed that was told of, for what came of it. `sure`: what was done is not only guessed from a word like “checked”."""

    act: str = ""
    targets: tuple[Seat, ...] = ()
    nights: tuple[int, ...] = (0,)
    sure: bool = True
    clause: int = -1


class _Telling:
    """What the phrases so far have said: of what role the speaker is, and which deed was spoken of last."""

    def __init__(self, seat: Seat, before: str, coming: str, alone: bool) -> None:
        self.seat, self.before, self.coming, self.alone = seat, before, coming, alone
        self.role, self.last, self.dated, self.muted = "", _Deed(), -1, 0
        self.claims: dict[Claim, None] = {}
        self.looked: list[tuple[int, Claim]] = []
        self.nights: tuple[int, ...] = (0,)
        self.clause = -1

    def hear(self, heard: Heard, before: Heard, after: Sequence[Heard]) -> None:
        self.clause = heard.clause
        if heard.dated:
            # “N1: healed {p2}, was attacked”: a night holds for what it heads.
            self.dated = heard.line if heard.heads else -1
        self.nights = heard.nights if heard.nights and (heard.dated or heard.line == self.dated) else (0,)
        alone = heard.name == "named" or (heard.name == "came role" and not self.last.targets)
        if alone and after and after[0].clause == heard.clause and after[0].name.startswith(_DONE):
            self.muted = heard.clause  # “{p5} healed {p3} n1” is what another did
        guessed = heard.thinks and heard.name not in ("accuse", "trust", "spare", "is", "is not", "role")
        if guessed or heard.clause == self.muted:
            return
        slots, targets = heard.slots, self._seats(heard, "target")
        what = next(
            (slots[each][0] for each in ("did", "done", "order", "befell", "solo", "role") if each in slots), ""
        )
        match heard.name:
            case "role":
                self._is(heard)
            case "bare role":
                self._bare(heard, before, after)
            case "role on" if heard.dated and what in NATURAL and self._role in ("", what):
                self._is(heard)  # “Bg on {p2} n1” is what one did oneself.
                self._deed(NATURAL[what], targets)
            case "jail":
                self._deed("jail", targets)
            case "deed" if "done" not in slots or self._does(what):
                self._deed(what, targets)  # “bas: geblockt” in an Investigator's log is no deed of theirs.
            case "order" if heard.dated:
                self._deed(what, targets)
            case "accuse" | "trust" | "spare":
                for target in targets:
                    self._thinks("accuse" if heard.name == "accuse" else "trust", target)
            case "is" | "is not":
                self._about(heard, targets, denied=heard.name == "is not")
            case "named":
                self._named(heard, targets, before, after)
            case _:
                self._met(
                    heard,
                    targets,
                    before,
                    "guarded" if what == "healed" and slots.get("role") == ("bodyguard",) else what,
                )

    def _met(self, heard: Heard, targets: tuple[Seat, ...], before: Heard, suffered: str) -> None:
        """What befell somebody, and what came of a deed."""
        match heard.name:
            case "too" if not heard.dated and before.line == heard.line and before.name in _BEFELL:
                self.nights = heard.nights or (0,)  # “got attacked n2 and healed”
                self._befell(suffered)
            case "befell" | "befell by" | "solo" if (before.clause, before.name) != (heard.clause, "named"):
                self._befell(suffered)
            case "too" if heard.dated:
                self._befell(suffered)
            case "came attacked" if targets and heard.dated and self._role == "doctor":
                self._deed("heal", targets)
                self._came("attacked", heard)
            case "came attacked" if not targets and before.clause != heard.clause:
                if not self._came("attacked", heard):
                    self._befell("attacked")
            case "visited" | "visited by":
                self._visited(heard, targets)
            case "spied" if heard.slots["side"] == ("mafia",) and self._role in ("spy", ""):
                self.result("bug", None, self._people(heard))
            case "executed" if self.last.act == "jail":
                for target in self.last.targets:
                    self.add("deed", night=self.last.nights[0], act="execute", target=target)
            case name if name.startswith("came "):
                self._came(name.removeprefix("came "), heard)

    # ── what is noted ──

    @property
    def _role(self) -> str:
        return self.role or self.before or self.coming

    def _does(self, act: str) -> bool:
        """Whether the role that one claims to be does that, as far as anybody knows."""
        role = cast("RoleName", self._role)
        return not role or act in ("check", "protect", "visit", "jail", *ROLE[role].acts)

    def add(
        self, kind: Kind, *, role: str = "", night: int = 0, act: str = "", target: Seat | None = None, found: str = ""
    ) -> Claim:
        claim = Claim(kind, cast("RoleName", role) or None, night, cast("Act", act) or None, target, found)
        self.claims[claim] = None
        return claim

    def result(self, act: str, target: Seat | None, found: str, nights: tuple[int, ...] = ()) -> None:
        """A result says the deed, too."""
        for night in nights or self.nights:
            self.claims.pop(Claim("deed", None, night, cast("Act", act), target), None)
            self.add("result", night=night, act=act, target=target, found=found)

    def _seats(self, heard: Heard, slot: str) -> tuple[Seat, ...]:
        """Who stands in a slot."""
        return tuple(self.seat if each == "me" else Seat(each) for each in heard.slots.get(slot, ()))

    def _people(self, heard: Heard) -> str:
        return ", ".join(self._seats(heard, "seats")) or "nobody"

    # ── roles ──

    def _is(self, heard: Heard) -> None:
        for side in heard.slots.get("side", ()):
            if side in TOWN_SIDES:
                self.add("role", found=side)
        match heard.slots.get("role", ()):
            case (role,) if not (heard.laughs and role in NEVER):
                self.role = role
                self.add("role", role=role)
                if role == "sheriff":  # “{p4} is suspicious, I'm the Sheriff.”
                    self._found([each for line, each in self.looked if line == heard.line], 0)

    def _found(self, thought: Iterable[Claim], night: int) -> None:
        """What was taken for opinions is what a Sheriff found."""
        for each in thought:
            if self.claims.pop(each, each) is None:
                self.result("question", each.target, "suspicious" if each.kind == "accuse" else "innocent", (night,))

    def _bare(self, heard: Heard, before: Heard, after: Sequence[Heard]) -> None:
        """“Doc. n1 bas”: a role at the head of a log, or all that is said."""
        named = (*heard.slots.get("role", ()), *heard.slots.get("side", ()))
        if before.name not in ("", "aside"):
            if self.last.act and self.last.act in map(NATURAL.get, named):
                self._is(heard)  # “shot {p2} n2 (vig)”
            elif before.clause == heard.clause and "role" in heard.slots:
                self._came("role", heard)
            return
        log = next((each for each in after if each.name != "aside"), _NOTHING)
        apart = log.clause != heard.clause
        own = (
            (log.dated and (apart or log.name == "solo" or not log.name.startswith(_DONE)))
            or (log.name in ("deed", *_BEFELL) and apart)
            or (log.name == "is" and (not apart or log.line != heard.line))
            or (self.alone and (not after or after[0].clause != heard.clause))
        )
        if (
            own
            and len(named) == 1
            and (named[0] in TOWN_SIDES | BENIGN or (named[0] not in NEVER and named[0] in ROLE))
        ):
            self._is(heard)
        else:
            self.muted = heard.clause  # “jailor, jail {p5}”

    # ── nights ──

    def _deed(self, act: str, targets: tuple[Seat, ...]) -> None:
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
            whom = targets[at : at + 1] if each else targets
            if sure or self._role in LOOKS:  # “I checked {p6}” may be an Investigator's, too.
                self._done(night, act, whom)
            if act == "question":
                self._found([claim for _, claim in self.looked if claim.target in whom], night)
        self.last = _Deed(act, targets, self.nights, sure, self.clause)

    def _done(self, night: int, act: str, targets: tuple[Seat, ...]) -> None:
        match act, targets:
            case "swap", (one, other):
                self.add("deed", night=night, act=act, target=one, found=other)
            case "bug", _:
                self.add("result", night=night, act=act, found=", ".join(targets))
            case "jail", _:
                for target in targets:
                    self.add("deed", night=night, target=target, found="jailed")
            case _ if act != "swap":
                for target in targets:
                    self.add("deed", night=night, act=act, target=target)

    def _named(self, heard: Heard, targets: tuple[Seat, ...], before: Heard, after: Sequence[Heard]) -> None:
        """“N1: bas” in a log."""
        follows = before.clause == heard.clause
        act = NATURAL.get(self._role, "") or self.last.act
        came = Heard("", {"seats": heard.slots["target"]}, heard.nights, clause=heard.clause)
        if self.last.act == "watch" and follows:
            self._came("visitors", came)
        elif act == "swap" and follows and before.name == "named":
            self._deed(act, (*self._seats(before, "target"), *targets))  # “{p2} <-> {p3}”
        elif heard.dated and act and not (follows and before.name == "named"):
            self._deed(act, targets)
        elif heard.dated or (after and after[0].clause == heard.clause):
            # “n1 dot: esc/trans/consort”
            self.last = _Deed("", targets, self.nights, False, self.clause)
        elif self.last.act == "watch" and before.line == heard.line:
            self._came("visitors", came)

    def _befell(self, what: str) -> None:
        for night in self.nights:
            if what in ("alert", "vest"):
                self.add("deed", night=night, act=what)
            elif what != "home" or night:
                self.add("whereabouts", night=night, found=what)

    # ── what was found ──

    def _came(self, what: str, heard: Heard) -> bool:
        """What came of the deed spoken of last, if it could."""
        last = self.last
        named = self._seats(heard, "target")
        if not last.targets or named not in ((), last.targets) or (not named and heard.clause > last.clause + 1):
            return False  # Of what was done in a clause that was not understood, this may have come.
        act, found, roles = last.act, "", heard.slots.get("role", ())
        if what == "found" and (act in ("question", "") or not last.sure):
            found, act = heard.slots["found"][0], "question"
        elif what == "role" and (act in ("investigate", "consult", "") or not last.sure):
            act = "consult" if act == "consult" or (self._role == "consigliere" and len(roles) == 1) else "investigate"
            found = group(roles) if len(roles) > 1 or act == "consult" else ""
        elif what in ("attacked", "struck") and act == "heal":
            found = "attacked"
        elif what in ("visitors", "nobody") and act == "watch":
            seats = [each for each in self._seats(heard, "seats") if each != last.targets[0]]
            found = ", ".join(seats) or ("nobody" if what == "nobody" else "")
        elsewhen = heard.dated and any(last.nights) and any(self.nights) and self.nights != last.nights
        if not found or elsewhen or (last.act == "" and not any(last.nights)):
            return False
        nights = self.nights if heard.dated and not any(last.nights) else last.nights
        for each in last.targets:
            for night in last.nights:
                self.claims.pop(Claim("deed", None, night, cast("Act", last.act) or None, each), None)
            self.result(act, each, found, nights)
        self.last = _Deed(act, last.targets, nights, clause=self.clause)
        return True

    def _visited(self, heard: Heard, targets: tuple[Seat, ...]) -> None:
        """Who came to whom, as a Lookout sees it."""
        if self.role in ("", "lookout") and (self._role == "lookout" or heard.dated or any(self.nights)):
            who = self._people(heard)
            for target in targets:
                if target not in who.split(", "):
                    self.result("watch", target, who)

    def _about(self, heard: Heard, targets: tuple[Seat, ...], denied: bool) -> None:
        """“{p4} is sus”, “{p4} is the Doctor”, “{p4}: esc/trans/consort”; of whom a deed was told, what came of it."""
        roles, sides, found = (heard.slots.get(slot, ()) for slot in ("role", "side", "found"))
        dated = any(self.nights)
        told = self.last.targets == targets and not denied and not heard.dated
        told = told and bool(found or len(roles) > 1 or self.last.act == "consult")
        if told and self._came("found" if found else "role", heard):
            return
        if found and not denied and (self.role == "sheriff" or (dated and self._role in ("", "sheriff"))):
            for target in targets:
                self.result("question", target, found[0])
            self.last = _Deed("question", targets, self.nights, clause=self.clause)
        elif found:
            for target in targets:
                self._thinks("accuse" if ("suspicious" in found) is not denied else "trust", target, line=heard.line)
        elif len(roles) > 1:
            whole = len(roles) > 2 and any(set(roles) <= set(each) for each in GROUPS)
            if not denied and (whole or dated or self._role == "investigator"):
                self.result("investigate", targets[0], group(roles))
        elif self._role == "consigliere" and roles:
            self.result("consult", targets[0], roles[0])
        elif denied or roles[:1] not in [(each,) for each in BENIGN]:
            role = next(iter(roles), "")
            town = sides[0] in TOWN_SIDES if sides else ROLE[cast("RoleName", role)].faction == "town"
            for target in targets:
                not_so = f"not {role}" if denied and role else ""
                self._thinks("trust" if town is not denied else "accuse", target, "" if denied else role, not_so)

    # ── opinions ──

    def _thinks(self, kind: Kind, target: Seat, role: str = "", found: str = "", line: int = -1) -> None:
        """“Hang {p4}, he is the Witch” is one thing, not two. `line`: where somebody was called suspicious or innocent."""
        if role or found:
            self.claims.pop(Claim(kind, target=target), None)
        said = any(each.kind == kind and each.target == target for each in self.claims)
        if target != self.seat and (role or found or not said):
            claim = self.add(kind, role=role, target=target, found=found)
            self.looked += [(line, claim)] if line >= 0 else []


def group(roles: Iterable[str]) -> str:
    """Roles as a claim names them: a group in the Investigator's order."""
    names = list(dict.fromkeys(roles))
    return ", ".join(next((each for each in GROUPS if set(names) == set(each)), names))
