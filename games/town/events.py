"""The words of Town: what happens in a town by day and by night, and what somebody there may do."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal, get_args

from pydantic import Field

from games.core import Action, Event, Prose, Seat, Talk, record
from games.town.people import Act, Death, Notice, Order, RoleName, Ruleset

RoomName = Literal["town", "mafia", "vampires", "jail", "dead", "seance", "whisper"]
"""Where something is said: who may speak and who listens is in `games.town.rooms`."""

Voice = Literal["Jailor", "Medium", "somebody"]
"""Who speaks, to those who are not to know."""

Paper = Literal["will", "death note", "forgery", "notebook"]
"""What somebody writes: what is found if they die, what a killer leaves behind, what a Forger puts in a will's place, and what
is for their own eyes only."""

PAPERS: tuple[Paper, ...] = get_args(Paper)

Verdict = Literal["guilty", "innocent", "abstain"]
Side = Literal["town", "mafia", "vampire", "serial killer", "arsonist", "werewolf"]
"""Those who win together; of neutral killers, those of one role."""

Ending = Side | Literal["nobody", "wipe-out", "time-out"]

NOBODY = "nobody"
LONGEST_STATEMENT = 400
LONGEST_PAPER = 400
LONGEST_SUMMARY = 600
"""Characters of one statement, of one paper, and of what a model keeps of a day."""


@record
class Seconds:
    """How long the phases take; 0 is no limit."""

    first_day: int = 0
    discussion: int = 0
    nomination: int = 0
    defence: int = 0
    judgement: int = 0
    last_words: int = 0
    night: int = 0


@record
class Rules:
    """The switches and timers of one game, which everybody knows. `statements` is how often somebody may speak or whisper a
    day, `conferences` out of the town's hearing in a night, `ai_statements` how often an AI gets the floor, `writings` how often somebody may write something down a day."""

    night: Ruleset = field(default_factory=Ruleset)
    seconds: Seconds = field(default_factory=Seconds)
    judgement_talk: bool = False
    trials: int = 3
    statements: int = 20
    conferences: int = 20
    ai_statements: int = 3
    writings: int = 8


Kind = Literal["role", "deed", "result", "accuse", "trust", "whereabouts"]


@record
class Claim:
    """One thing that somebody claims.

    *role*: to be `role`; or, without one, of a faction or alignment, which `found` names (“town”, “town protective”).
    *deed*: to have done `act` to `target` (None: to nobody) in `night`; a Jailor's jailing is no act of the night, and has
    None for `act` and “jailed” for `found`; a Transporter's second target stands in `found` (“p4”).
    *result*: what `act` on `target` found: “suspicious”, “innocent”, “attacked” (a Doctor's
    patient), roles (“escort, transporter, consort”, in the Investigator's order where they are a group), seats of visitors
    (“p4, p5”) or “nobody”; a Spy's (act “bug”) has no target, and the seats that the Mafia visited. It says the deed, too.
    *whereabouts*: what became of the speaker in `night`, in `found`: “home”, “jailed”, “blocked”, “attacked”, “healed”,
    “guarded”, “transported”, “controlled”, “doused”.
    *accuse*: `target` is evil or lies; as what, in `role` (“{p4} is the Mafioso”); “not sheriff” in `found`.
    *trust*: `target` is of the Town or honest, with `role` where one is named (“{p4} is the Doctor”).

    `night` is 0 where none is named. In a forgery the speaker is nobody yet, and has the seat “”.
    """

    kind: Kind
    role: RoleName | None = None
    night: int = 0
    act: Act | None = None
    target: Seat | None = None
    found: str = ""


Means = tuple[Claim, ...] | None
"""What is claimed by somebody's words; None where nobody looked at them when they were said, as in games saved by earlier versions."""


# ── what happens: the deal ────────────────────────────────────────────────────────────────────────────────────────────


@record
class Opened(Event):
    """The town, and what its people may be: a slot of the role list each, in no order."""

    seats: tuple[Seat, ...]
    slots: tuple[str, ...]
    rules: Rules
    house_rules: Talk = ""


@record
class RoleGiven(Event):
    """Somebody learns what they are, and an Executioner whom to have hanged; only they are told."""

    seat: Seat
    role: RoleName
    quarry: Seat | None = None


@record
class MatesMet(Event):
    """The living members of the Mafia, or the living Vampires, learn who they all are; only they are told."""

    members: tuple[tuple[Seat, RoleName], ...]


# ── what happens: talk ────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Said(Event):
    """Something said in a room, told to those there who know who speaks. `to` is whom it is whispered to."""

    room: RoomName
    seat: Seat
    text: Talk
    to: Seat | None = None
    means: Means = None


@record
class Corrected(Event):
    """Somebody says that their last statement is to claim this instead, told to whoever heard that."""

    seat: Seat
    means: tuple[Claim, ...]


@record
class Overheard(Event):
    """The same, told to those in the room who do not know who speaks."""

    room: RoomName
    voice: Voice
    text: Talk


@record
class Reached(Event):
    """Who hears what is said next where not everybody does; nobody is told."""

    seats: tuple[Seat, ...]


@record
class WhisperSeen(Event):
    """Everybody sees that somebody whispers to somebody."""

    seat: Seat
    to: Seat


@record
class Waited(Event):
    """Somebody has nothing (more) to say for now."""

    seat: Seat


@record
class Invited(Event):
    """AIs are asked anew how eager they are to speak: something was said since they were asked last."""

    day: int
    round: int


@record
class Bade(Event):
    """How eager somebody is to speak, from 0 to 4; only they are told."""

    seat: Seat
    eagerness: int


@record
class FloorGiven(Event):
    """The most eager is about to speak; nobody wants to where None."""

    day: int
    round: int
    seat: Seat | None


@record
class Wrote(Event):
    """Somebody has written a paper anew; only they are told."""

    seat: Seat
    paper: Paper
    text: Prose
    means: Means = None


@record
class Summed(Event):
    """What a model keeps of the talk of a day that is over, as far as it heard it; only it is told."""

    seat: Seat
    day: int
    text: Prose


# ── what happens: the day ─────────────────────────────────────────────────────────────────────────────────────────────


@record
class DayBroke(Event):
    """A day of talk begins."""

    day: int


@record
class Picked(Event):
    """Whom the Jailor will jail tonight, or a dead Medium speak to; only they are told. None: nobody after all."""

    seat: Seat
    whom: Seat | None


@record
class MayorRevealed(Event):
    seat: Seat


@record
class NominationBegan(Event):
    """The town may put somebody on trial; `trial` is how many there have been today."""

    day: int
    trial: int


@record
class BallotBegan(Event):
    """AIs are asked again whom to put on trial: the count has changed since they were. With `people` they are, too."""

    day: int
    ballot: int
    people: bool = False


@record
class Nominated(Event):
    """Whom somebody wants on trial; None: nobody (any more)."""

    seat: Seat
    whom: Seat | None


@record
class TrialBegan(Event):
    """Somebody is accused, and may defend themselves."""

    day: int
    trial: int
    accused: Seat


@record
class Gagged(Event):
    """Who stands trial cannot speak: they are blackmailed, and that much they can show."""

    seat: Seat


@record
class JudgementBegan(Event):
    day: int
    trial: int


@record
class Judged(Event):
    """Somebody's verdict, or a change of it, before it is counted; only they are told."""

    seat: Seat
    verdict: Verdict


@record
class Answered(Event):
    """Somebody has given their verdict; which, nobody is told yet."""

    seat: Seat


@record
class Sentenced(Event):
    """The verdicts, published, what each side weighs, and whether the accused hangs."""

    day: int
    accused: Seat
    votes: tuple[tuple[Seat, Verdict], ...]
    guilty: int
    innocent: int
    hangs: bool


@record
class Lynched(Event):
    """Somebody was hanged, and everybody learns what they were and reads their will."""

    seat: Seat
    day: int
    role: RoleName
    will: Prose
    means: Means = None


@record
class Triumphed(Event):
    """Somebody has got what they wanted for themselves; only they are told."""

    seat: Seat


# ── what happens: the night ───────────────────────────────────────────────────────────────────────────────────────────


@record
class NightFell(Event):
    """`trials` is how many there had been, where the town could agree on nobody (else) to stand trial."""

    night: int
    trials: int | None = None


@record
class Jailed(Event):
    """Somebody was dragged off to jail; only they and the Jailor are told."""

    night: int
    prisoner: Seat


@record
class SeanceBegan(Event):
    """A dead Medium reaches one of the living for a night; only the two are told."""

    night: int
    medium: Seat
    whom: Seat


@record
class Ordered(Event):
    """What somebody means to do tonight (None: nothing); only they are told."""

    seat: Seat
    order: Order | None


@record
class Cautioned(Event):
    """A Serial Killer is cautious from now on, or no more; only they are told."""

    seat: Seat
    cautious: bool


@record
class Noticed(Event):
    """What a night told somebody; only they are told."""

    night: int
    notice: Notice


@record
class Spent(Event):
    """How often somebody can do their limited deed from now on; only they are told."""

    seat: Seat
    uses: int


@record
class Became(Event):
    """Somebody is something else from now on; only they are told."""

    seat: Seat
    role: RoleName


@record
class Marked(Event):
    """What the night has left on people; nobody is told. `turned` is in which night Vampires became such; `quiet` how many
    days and nights running, from the seventh on, nobody has died or turned."""

    doused: frozenset[Seat] = frozenset()
    framed: frozenset[Seat] = frozenset()
    guilty: frozenset[Seat] = frozenset()
    bare: frozenset[Seat] = frozenset()
    turned: tuple[tuple[Seat, int], ...] = ()
    bitten: bool = False
    quiet: int = 0


@record
class Chosen(Event):
    """All people have chosen what they do tonight. The clock is told, which gives talk a little time, and a prisoner to whom nobody
    may have spoken."""

    night: int


@record
class Settled(Event):
    """Whoever was spoken to last has had time to answer: the night may end. Only the clock is told."""

    night: int


@record
class Dawned(Event):
    """What everybody finds in the morning: the dead, who is back from the dead, and what an Amnesiac remembered to be. `means` is
    what the wills of the dead claim, in their order."""

    night: int
    deaths: tuple[Death, ...]
    revived: tuple[Seat, ...] = ()
    remembered: tuple[RoleName, ...] = ()
    means: tuple[Means, ...] = ()


@record
class Ended(Event):
    """The end, and everything: who wins, every role in the order of the seats, every night's orders and prisoner, and what
    everybody was told in the nights."""

    ending: Ending
    day: int
    winners: tuple[Seat, ...]
    roles: tuple[RoleName, ...]
    nights: tuple[tuple[Order | None, ...], ...] = ()
    jails: tuple[tuple[int, Seat], ...] = ()
    notices: tuple[tuple[int, Notice], ...] = ()


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────────

Stated = Annotated[
    Talk,
    Field(
        title="Claims",
        description="what you claim by it, a short sentence each: I am the Doctor. Night 1: I healed Ann.",
    ),
]


@record
class Say(Action):
    """Say something to the whole town."""

    text: Annotated[Talk, Field(title="What you say", description="up to 400 characters; everyone hears it")]
    claims: Stated = ""
    means: Means = None


@record
class Whisper(Action):
    """Whisper to one player; everybody sees that you do, and not what."""

    to: Annotated[str, Field(title="To whom", description="somebody alive")]
    text: Annotated[Talk, Field(title="Whisper", description="up to 400 characters")]
    claims: Stated = ""
    means: Means = None


@record
class Confer(Action):
    """Say something to those who are with you, out of the town's hearing."""

    text: Annotated[Talk, Field(title="What you say", description="up to 400 characters; only those with you hear it")]
    claims: Stated = ""
    means: Means = None


@record
class Reach(Action):
    """Say something in a seance."""

    text: Annotated[Talk, Field(title="What you say", description="up to 400 characters; only the other one hears it")]
    claims: Stated = ""
    means: Means = None


@record
class Declare(Action):
    """Tell everybody what you are, or what you did and learned in a night."""

    what: Annotated[str, Field(title="What", description="what you did, or what befell you; or only what you are")]
    role: Annotated[str, Field(title="You are", description="what you claim to be")] = ""
    night: Annotated[str, Field(title="Night", description="in which night")] = ""
    whom: Annotated[str, Field(title="Whom", description="to whom you did it")] = ""
    found: Annotated[str, Field(title="Found", description="what came of it; or the second player")] = ""


@record
class Correct(Declare):
    """Say what your last statement was to claim."""


@record
class TakeBack(Action):
    """Say that your last statement was to claim nothing."""


@record
class Wait(Action):
    """Say nothing (more) for now."""


@record
class Bid(Action):
    """Say how eager you are to speak: 0 not at all, 4 very."""

    eagerness: Annotated[
        Literal[0, 1, 2, 3, 4], Field(title="Eagerness", description="0 (nothing to say) to 4 (it cannot wait)")
    ]


@record
class Write(Action):
    """Write one of your papers anew."""

    paper: Annotated[str, Field(title="Paper", description="what you write")]
    text: Annotated[Prose, Field(title="Text", description="up to 400 characters, in place of what stood there")]
    claims: Stated = ""
    means: Means = None


@record
class Sum(Action):
    """Sum up what was said yesterday, for yourself."""

    text: Annotated[Prose, Field(title="Summary", description="up to 600 characters, for nobody but you")]


@record
class Jail(Action):
    """Choose whom to jail tonight."""

    whom: Annotated[str, Field(title="Prisoner", description="somebody alive, or nobody")]


@record
class Seance(Action):
    """Choose whom of the living to speak to tonight, once in a game."""

    whom: Annotated[str, Field(title="Whom", description="somebody alive, or nobody")]


@record
class Reveal(Action):
    """Reveal yourself as the Mayor."""


@record
class Nominate(Action):
    """Say whom to put on trial."""

    whom: Annotated[str, Field(title="On trial", description="somebody alive, or nobody")]


@record
class Judge(Action):
    """Give your verdict on the accused."""

    verdict: Annotated[Verdict, Field(title="Verdict", description="guilty, innocent or abstain")]


@record
class Caution(Action):
    """As a Serial Killer: be cautious, and spare those who block or jail you; or no more."""

    cautious: Annotated[bool, Field(title="Cautious", description="spare those who block or jail you")]


@record
class Deed(Action):
    """What you do tonight."""

    deed: Annotated[str, Field(title="What", description="one thing to do")]


@record
class DoubleDeed(Action):
    """What you do tonight, where it takes two players."""

    deed: Annotated[str, Field(title="What", description="one thing to do, and to whom")]
    other: Annotated[str, Field(title="And whom", description="the second player")]


@record
class Sleep(Action):
    """Do nothing tonight."""


@record
class TimeUp(Action):
    """The clock has run out."""


@record
class Settle(Action):
    """All people have chosen, and have had time to answer what was said since."""
