"""Takes the README's pictures anew, from the bot as it is: `make screens`.

Three people sit down with two built-in players in SimCord's Discord; whatever they do is a command, a press or a form.
Who guesses knows what was meant and plays well, but for one card. A seed deals the same evening every time, so a picture
changes when the bot does, and not otherwise.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import simcord
from PIL import Image, ImageOps
from playwright.async_api import async_playwright
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from simcord.components import walk_components

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Clock, Lobby, Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.discord.client import DiscordSurface
from bot.surfaces.terminal.session import Terminal
from bot.table import Table
from bot.tournament import InOrder
from games.codenames.rules import State, spymaster
from games.core import Seat
from games.town.state import State as TownState

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SEED = "a quiet evening"
CLUES = (("choir", 3), ("space", 2), ("zoo", 2), ("cold", 1), ("gold", 1))
"""What Priya says for Blue on the board that this seed deals. A new seed or word pack wants new ones."""

PARTS = "Escort, Sheriff, Lookout, Vigilante, Investigator, Mafioso, Doctor, Serial Killer"
"""Who lives in the town. In this order the seed deals the parts that the pictures want."""

EVENING = datetime(2026, 1, 1, 19, 30, tzinfo=UTC)
"""When it all happens; SimCord's time begins on the first of January 2026."""

WIDE, HIGH = 680, 1400
"""Room for one message, in pixels of the page; what it does not fill is cut away."""

SHARPNESS = 2
"""Dots of a picture to a pixel of the page."""

MARGIN = 24
"""Dots of the page's own colour around a message."""

LARGEST = 200_000
"""Bytes that a picture may have."""

COLUMNS, LINES = 80, 34
"""The terminal's size."""

SVG = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Rich's drawing of a terminal, without the fonts that it would fetch."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_BROWSER = (
    "There is no browser here to take the pictures with. Install Chromium and a font with emoji, then try again; "
    "on Debian: apt install chromium fonts-noto-color-emoji"
)


def main() -> None:
    """Takes every picture."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise SystemExit(NO_BROWSER)
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(in_terminal())
    asyncio.run(on_discord(browser))


# ── one evening, always the same ──────────────────────────────────────────────────────────────────────────────────────


class StoppedClock:
    """It is half past seven for as long as the pictures take: nobody's time runs out."""

    def now(self) -> float:
        return EVENING.timestamp()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(86_400 if seconds > 0 else 0)


class EveningClock:
    """SimCord's time: it passes when somebody says so."""

    env: Any = None

    def now(self) -> float:
        return float(self.env.now().timestamp()) if self.env else EVENING.timestamp()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SameHall(Hall):
    """Deals the same cards to the same people every time."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(MemoryStore(), InOrder(HousePlayers()), clock)

    async def open(self, *args: Any, **options: Any) -> Table:
        return await super().open(*args, **{**options, "seed": SEED})

    def seating(self, lobby: Lobby) -> list[tuple[Seat, Occupant | None]]:
        return super().seating(replace(lobby, id=SEED))


def good_guesses(table: Table) -> list[str]:
    """Cards to turn: those that the clue was meant for, then others of the team on turn."""
    state: State = table.story.state
    told: State = table.story.view(spymaster(state.team))
    meant = next((words for turn, words in told.meant if turn == state.turn), ())
    return list(dict.fromkeys([*(word for word in meant if word in state.unturned), *state.unturned_of(state.team)]))


# ── on Discord ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Evening:
    """A server with the bot in it, and three people."""

    env: Any
    hall: Hall
    channel: Any
    mira: Any
    jonas: Any
    priya: Any

    @property
    def people(self) -> tuple[Any, ...]:
        return self.mira, self.jonas, self.priya


@asynccontextmanager
async def evening(game: str) -> AsyncIterator[Evening]:
    clock = EveningClock()
    hall = SameHall(clock)
    surface = DiscordSurface(hall, ai_pace=0)
    async with simcord.run(surface.client, settle_timeout=60.0) as env:
        env.backend.bot_user.name = "Masquerade"
        await env.advance_time((EVENING - env.now()).total_seconds())
        guild = env.create_guild("Game night")
        clock.env = env
        channel = guild.create_text_channel(game)
        people = [guild.add_member(env.create_user(n.casefold(), global_name=n)) for n in ("Mira", "Jonas", "Priya")]
        yield Evening(env, hall, channel, *people)
        await surface.rest()
        await hall.close()


async def on_discord(browser: str) -> None:
    async with async_playwright() as playwright:
        # The only page it opens is our own; as root, and in containers, Chromium has no sandbox.
        chromium = await playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        async with evening("codenames") as at:
            await play(at, Camera(at.env, chromium))
        async with evening("mystery") as at:
            await solve(at, Camera(at.env, chromium))
        async with evening("town") as at:
            await accuse(at, Camera(at.env, chromium))
        async with evening("duet") as at:
            await bargain(at, Camera(at.env, chromium))
        await chromium.close()


async def play(at: Evening, camera: Camera) -> None:
    """From the lobby to the end, with pictures on the way."""
    board = await at.mira.slash(at.channel, "codenames start")
    for who, wish in (
        (at.mira, "Join Red"),
        (at.priya, "Join Blue"),
        (at.priya, "Be spymaster"),
        (at.jonas, "Join Red"),
    ):
        await who.click(board.response, label=wish)
    await camera.take("discord-lobby", at.channel, at.jonas, board.response)
    await at.mira.click(board.response, label="Start")
    (table,) = at.hall.tables.values()
    letter = at.priya.user.dm_channel
    await camera.take("key-card", letter, at.priya.user, letter.last_message)
    while len(table.story.state.clues) < 4 or table.story.state.team == "blue":
        await turn(at, table, board)
    await guess(at.jonas, board, good_guesses(table)[0])
    await camera.take("discord-board", at.channel, at.mira, board.response)
    while table.story.outcome is None:
        await turn(at, table, board)
    await camera.take("discord-result", at.channel, at.mira, at.channel.last_message)


async def turn(at: Evening, table: Table, board: Any) -> None:
    """What is left of one turn. Red, which has people to guess, goes wrong in its first."""
    state: State = table.story.state
    if state.team == "blue":
        word, number = CLUES[sum(clue.team == "blue" for clue in state.clues)]
        form = await at.priya.click(board.response, label="Give clue")
        await at.priya.submit_modal(form, {"word": word, "number": [str(number)]})
        if table.story.state.turn == state.turn and table.story.outcome is None:
            raise SystemExit(f"“{word} {number}” is not for this board. Choose CLUES anew.")
        return
    assert state.clue is not None
    left = min(3, int(state.clue.number)) - state.guesses
    for who, word in zip(cycle((at.mira, at.jonas)), good_guesses(table)[:left], strict=False):
        await guess(who, board, word)
    if table.story.outcome is not None or table.story.state.turn != state.turn:
        return
    if len(state.clues) <= 2:
        await guess(at.mira, board, table.story.state.unturned_of("civilian")[0])
    else:
        await at.mira.click(board.response, label="End turn")


async def guess(who: Any, board: Any, word: str) -> None:
    """Touches a card, which tags it, and confirms the guess."""
    panel = await who.click(board.response, label=word)
    await who.click(panel.response, label=f"Guess {word}")


async def solve(at: Evening, camera: Camera) -> None:
    """A murder mystery with three people, from the first night to the end, with pictures on the way."""
    started = await at.mira.slash(at.channel, "mystery start", players=6)
    people = (at.mira, at.jonas, at.priya)
    for who in people:
        await who.click(started.response, label="Join")
    await at.mira.click(started.response, label="Start")
    (table,) = at.hall.tables.values()
    await talk(at, table, people)
    letter = at.mira.user.dm_channel
    await camera.take("mystery-night", letter, at.mira.user, letter.last_message)
    for who, words in zip(people, ("I hide in the Library", "Kitchen, watch", "I watch in the Hall"), strict=True):
        await who.user.send_dm(words)
        await at.env.settle()
    await camera.take("mystery-words", letter, at.mira.user, newest(at, letter, "Confirm"))
    for who in people:
        await who.user.click(newest(at, who.user.dm_channel, "Confirm"), label="Confirm")
    await talk(at, table, people)
    await camera.take("mystery-day", at.channel, at.mira, newest(at, at.channel, "Rules"))
    while table.story.outcome is None:
        await at.env.advance_time(200)  # the guests have said enough: their time runs out until it is over
    await camera.take("mystery-reveal", at.channel, at.mira, at.channel.last_message)


async def accuse(at: Evening, camera: Camera) -> None:
    """A town of eight, in which Mira is the Sheriff, Jonas the Mafioso and Priya the Doctor: two nights, and the trials of whom
    Mira found in them."""
    started = await at.mira.slash(at.channel, "town start", custom=PARTS, timers="none")
    for who in at.people:
        await who.click(started.response, label="Join")
    await at.mira.click(started.response, label="Start")
    (table,) = at.hall.tables.values()
    letter = at.jonas.user.dm_channel
    await camera.take("town-card", letter, at.jonas.user, letter.history()[0])
    for role, killed in (("serial killer", "Clio"), ("mafioso", "Basil")):
        found = table.names[holder(table, role)]
        await until(at, table, "night")
        for who, words in ((at.mira, f"question {found}"), (at.jonas, f"kill {killed}"), (at.priya, "heal Mira")):
            await who.user.send_dm(words)
            await at.env.settle()
            await who.user.click(newest(at, who.user.dm_channel, "Confirm"), label="Confirm")
        await until(at, table, "discussion")
        form = await at.mira.click(newest(at, at.channel, "Speak"), label="Speak")
        await at.mira.submit_modal(form, {"text": f"I am the Sheriff. Last night I questioned {found}: suspicious!"})
        await until(at, table, "nomination")
        judges = [who for who in at.people if table.names[table.seat_of(f"discord:{who.id}")] != found]
        for who in judges:
            if table.story.state.phase == "nomination":
                await press(at, who, found)
        await until(at, table, "judgement")
        if role == "serial killer":
            await camera.take("town-trial", at.channel, at.mira, newest(at, at.channel, "Guilty"))
        for who in judges:
            await press(at, who, "Guilty")
    await until(at, table, "over")
    await camera.take("town-reveal", at.channel, at.mira, at.channel.last_message)


async def until(at: Evening, table: Table, phase: str) -> None:
    """Lets people do as little as they can until a town has come so far."""
    while table.story.state.phase != phase:
        for who in at.people:
            state: TownState = table.story.state
            heard = table.seat_of(f"discord:{who.id}") in {*state.dead, *state.floor.waited}
            if state.phase != phase and (asked(table, who) or (state.phase == "discussion" and not heard)):
                if state.phase == "night":
                    await who.user.click(newest(at, who.user.dm_channel, "Sleep"), label="Sleep")
                else:
                    await press(at, who, LEAST[state.phase])
        await at.env.advance_time(1)


LEAST = {
    "discussion": "Nothing to say", "nomination": "Nobody", "defence": "Nothing more", "judgement": "Abstain",
    "last words": "Nothing more",
}  # fmt: skip
"""What is pressed in a town by whoever wants no part in it."""


def holder(table: Table, role: str) -> Seat:
    """Who in a town is that."""
    state: TownState = table.story.state
    return next(seat for seat in state.seats if state.role(seat) == role)


async def bargain(at: Evening, camera: Camera) -> None:
    """Two people name prices, each with a value that the other does not know, until one of them has named enough."""
    started = await at.mira.slash(at.channel, "duet start", pair="bargaining")
    await at.mira.click(started.response, label="First side")
    await at.jonas.click(started.response, label="Second side")
    await at.mira.click(started.response, label="Start")
    (table,) = at.hall.tables.values()
    for who, price, other in ((at.mira, "30", at.jonas), (at.jonas, "95", at.mira), (at.mira, "45", at.jonas)):
        form = await who.click(newest(at, at.channel, "Price"), label="Price …")
        await who.submit_modal(form, {"number": price})
        await at.env.settle()
        if table.story.state.round < 3:
            await other.click(newest(at, at.channel, "Refuse"), label="Refuse")
            await at.env.settle()
    board = newest(at, at.channel, "Accept")
    shown = [message for message in at.channel.history() if message.id < board.id][-1]
    await camera.take("duet-board", at.channel, at.jonas, shown, board)
    letter = at.jonas.user.dm_channel
    await camera.take("duet-side", letter, at.jonas.user, letter.last_message)


async def talk(at: Evening, table: Table, people: tuple[Any, ...]) -> None:
    """A round in which everybody who lives says something."""
    said = ("I was in the Library, hidden. I saw more than some of you would like.", "I slept badly.", "Not me!")
    for who, text in zip(people, said, strict=True):
        if asked(table, who):
            form = await who.click(newest(at, at.channel, "Speak"), label="Speak")
            await who.submit_modal(form, {"text": text})


def asked(table: Table, who: Any) -> str:
    """The kind of question that somebody owes an answer to."""
    seat = table.seat_of(f"discord:{who.id}")
    owed = [ask.key for ask in table.story.asks(seat) if ask.need != "none"] if seat else []
    return owed[0].partition(":")[0] if owed else ""


def newest(at: Evening, channel: Any, label: str) -> Any:
    """The last message of a channel with a button whose label begins so."""
    return next((message for message in reversed(channel.history()) if _has(at, channel, message, label)), None)


def _has(at: Evening, channel: Any, message: Any, label: str) -> bool:
    return any(each.startswith(label) for each in labels(at, channel, message))


def labels(at: Evening, channel: Any, message: Any) -> list[str]:
    """What stands on a message's buttons."""
    raw = at.env.backend.get_message(channel.id, message.id)
    return [str(each.get("label", "")) for each in walk_components(raw.components)]


async def press(at: Evening, who: Any, label: str) -> None:
    """Presses the last button of the channel whose label begins so, whatever is counted behind it."""
    message = newest(at, at.channel, label)
    await who.click(message, label=next(each for each in labels(at, at.channel, message) if each.startswith(label)))


class Camera:
    """A browser that looks at SimCord's preview."""

    def __init__(self, env: Any, browser: Any) -> None:
        self._env, self._browser = env, browser

    async def take(self, name: str, channel: Any, viewer: Any, *messages: Any) -> None:
        """A picture of these messages, one below the other, as `viewer` sees them."""
        async with self._env.preview(
            channel, viewers=[viewer], width=WIDE, height=HIGH, presentation_time=EVENING
        ) as preview:
            # SimCord would start a browser that Playwright has downloaded; this one is the system's.
            preview._capture_manager._browser = Lens(self._browser)
            shots = [await preview.screenshot(target=message) for message in messages]
        images = [Image.open(io.BytesIO(shot.png)).convert("RGB") for shot in shots]
        page: Any = images[0].getpixel((0, 0))
        image = Image.new("RGB", (max(each.width for each in images), sum(each.height for each in images)), page)
        for at, each in enumerate(images):
            image.paste(each, (0, sum(above.height for above in images[:at])))
        image = ImageOps.expand(image, MARGIN, page)
        image = image.quantize(colors=256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        out = io.BytesIO()
        image.save(out, "PNG", optimize=True)
        keep(f"{name}.png", out.getvalue())


class Lens:
    """A browser that draws finer than SimCord asks, and that stays open for the next picture."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self.version = browser.version

    async def new_context(self, **options: Any) -> Any:
        return await self._browser.new_context(**{**options, "device_scale_factor": SHARPNESS})

    async def close(self) -> None:
        """See the class."""


# ── in the terminal ───────────────────────────────────────────────────────────────────────────────────────────────────


async def in_terminal() -> None:
    """A person guesses for Red; the picture is what stands on the screen in their second turn. And a person is among the
    guests of a house; the picture is what stands on the screen when the first statements of the first day have been made.
    And a Mafioso has sat through a night and a talk, and is asked whom to put on trial. And a person has cooperated twice, and is
    asked once more."""
    sitting = [Seat(seat) for seat in ("red-spymaster", "blue-spymaster", "blue-1")]
    await sit("terminal", "codenames", {}, Seat("red-1"), sitting, Guesser)
    others = [Seat(f"p{n}") for n in (1, 2, 4, 5, 6)]
    await sit("terminal-mystery", "mystery", {"players": 6, "timers": False}, Seat("p3"), others, Guest)
    neighbours = [Seat(f"p{n}") for n in range(2, 9)]
    await sit("terminal-town", "town", {"custom": PARTS, "timers": False}, Seat("p1"), neighbours, Mafioso)
    sides = [Seat("player"), Seat("manager")]
    await sit("terminal-duet", "duet", {"pair": "prisoners-dilemma"}, Seat("human"), sides, Prisoner)


async def sit(
    picture: str, game: str, options: dict[str, Any], you: Seat, others: list[Seat], typist_of: type[Typist]
) -> None:
    """A picture of the terminal at the moment when the typist has typed enough."""
    hall = SameHall(StoppedClock())
    console = Console(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", width=COLUMNS, height=LINES
    )
    typist = typist_of(console, you)
    terminal = Terminal(console, typist, now=hall.clock.now, look=hall.players.look)
    hall.surfaces.append(terminal)
    people = [(you, Occupant("person", "Mira", "terminal")), *((seat, None) for seat in others)]
    table = await hall.open(game, options, hall.filled(people))
    typist.table = table
    evening = asyncio.create_task(terminal.sit(table, you))
    ready = asyncio.create_task(typist.ready.wait())
    await asyncio.wait([evening, ready], return_when=asyncio.FIRST_COMPLETED)
    if evening.done():
        raise RuntimeError("the game was over too soon", await evening)
    svg = console.export_svg(title=f"masquerade play {game}", code_format=SVG, unique_id=picture)
    keep(f"{picture}.svg", svg.encode())
    evening.cancel()
    await asyncio.gather(evening, return_exceptions=True)
    await hall.close()


class Typist:
    """Somebody at the keyboard, until the moment of the picture."""

    table: Table

    def __init__(self, console: Console, you: Seat) -> None:
        self._console, self._you = console, you
        self.ready = asyncio.Event()

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        typed = self.typed()
        if typed is None:
            self._type(prompt, "▊")
            self.ready.set()
        else:
            self._type(prompt, typed)
            line.set_result(typed)
        return line

    def typed(self) -> str | None:
        """What to type now; None when the moment has come."""
        raise NotImplementedError

    def clear(self) -> None:
        """What came before is not in the picture."""
        self._console.export_text(clear=True)

    def again(self, prompt: str) -> None:
        self._type(prompt, "▊")

    def _type(self, prompt: str, typed: str) -> None:
        self._console.print(prompt + typed, highlight=False)


class Guesser(Typist):
    """Types two good guesses a turn, but in the second turn stops before the second."""

    def typed(self) -> str | None:
        state: State = self.table.story.state
        assert state.clue is not None
        second = sum(clue.team == "red" for clue in state.clues) == 2
        if second and state.guesses == 1:
            return None
        if second:
            self.clear()
        return good_guesses(self.table)[0] if state.guesses < min(2, int(state.clue.number)) else "end"


class Guest(Typist):
    """Greets everybody, watches a room, and stops before the second statement of the first day."""

    def typed(self) -> str | None:
        key = self.table.story.asks(self._you)[0].key
        if key == "night:1":
            self.clear()
        said = {
            "talk:0:1": "Good evening! I have come for the library.",
            "night:1": "I hide in the library",
            "talk:1:1": "I hid in the library, and I heard more than some of you would like.",
        }
        return said.get(key)


class Mafioso(Typist):
    """Has somebody killed, pleads ignorance, and stops before she says whom she wants on trial."""

    told = False

    def typed(self) -> str | None:
        keys = {ask.key.partition(":")[0] for ask in self.table.story.asks(self._you)}
        if "nominate" in keys:
            return None
        if "night" in keys:
            self.clear()
            return "kill Clio"
        if self.table.story.state.day == 1 or self.told:
            return ""
        self.told = True
        return "I was at home, and I heard shots. Who was out?"


class Prisoner(Typist):
    """Cooperates twice, and thinks it over."""

    def typed(self) -> str | None:
        key = self.table.story.asks(self._you)[0].key
        return {"move:1": "cooperate", "move:2": "I cooperate again"}.get(key)


def keep(name: str, data: bytes) -> None:
    """Writes a picture, if it is small enough."""
    if len(data) > LARGEST:
        raise SystemExit(f"{name} would have {len(data):,} bytes; {LARGEST:,} are allowed.")
    (PICTURES / name).write_bytes(data)
    print(f"docs/pictures/{name}: {len(data) // 1000} kB")


if __name__ == "__main__":
    main()
