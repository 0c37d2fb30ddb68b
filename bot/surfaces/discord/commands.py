"""Slash commands: a group for every game, made from its options, and `/game` for whatever is played in the channel."""

from __future__ import annotations

import asyncio
import functools
import inspect
import io
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, get_args, get_origin

import discord
from annotated_types import Ge, Le
from discord import app_commands
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot import plots
from bot.export import export
from bot.ports import Lobby, Occupant, Party, Saved, is_public
from bot.surfaces.discord import board, ids, parts, views
from bot.surfaces.discord.answers import Answer, Missing, answering
from bot.surfaces.discord.lobby import BROUGHT, check_fits, may_moderate, person
from bot.surfaces.discord.outbox import SURFACE
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.presses import Press, tell_rules
from bot.surfaces.discord.talk import LONGEST_SAID, seat_named
from bot.surfaces.discord.words import ROBOT, clean, fit, newest, plain, told
from bot.surfaces.fields import sentences
from bot.table import Table
from games.core import HOST, Game, IllegalAction, Options, Pause, Resume, Seat, dice_for

if TYPE_CHECKING:
    from bot.surfaces.discord.client import DiscordSurface

LARGEST_FILE, LARGEST_DOCUMENT = 256 * 1024, 64 * 1024
MOST_EXTEND = 24 * 60
LOG_LINES, LOG_ROOM = 25, 3900
NOTHING_HERE = "Nothing is played in this channel. Start a game with its start command, such as /codenames start."

NEEDED_FOR_ROOMS = ("create_private_threads", "create_public_threads", "send_messages_in_threads")
NEEDED_FOR_A_THREAD = ("create_public_threads", "send_messages_in_threads")

IN_SERVERS: Mapping[str, Any] = {
    "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
}

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
SlashCommand = app_commands.Command[Any, Any, Any]


def command(description: str, **named: str) -> Callable[[Callable[..., Awaitable[None]]], SlashCommand]:
    """A command of a group, as a method that is given the answer in place of the interaction."""

    def made(method: Callable[..., Awaitable[None]]) -> SlashCommand:
        @functools.wraps(method)
        async def callback(group: Any, interaction: Interaction, **values: Any) -> None:
            await answering(interaction, lambda answer: method(group, answer, **values))

        return app_commands.command(description=description, **named)(callback)  # type: ignore[arg-type]

    return made


class Commands(app_commands.Group):
    """`/game`, for whatever is played in a channel; and all other commands."""

    def __init__(self, surface: DiscordSurface) -> None:
        super().__init__(name="game", description="The game in this channel", **IN_SERVERS)
        self.surface = surface
        if surface.in_browser is None:
            self.remove_command("browser")

    def grow(self, tree: app_commands.CommandTree[Any]) -> None:
        """Adds every command to the tree."""
        for game in self.surface.hall.games.values():
            tree.add_command(self._group_of(game))
        tree.add_command(self)
        talk = self.surface.talk

        @tree.command(description="Say something at the table in this channel")
        @app_commands.describe(text="What you say; everybody at the table will hear it")
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def say(interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_SAID]) -> None:
            await answering(interaction, lambda answer: talk.say(answer, text))

        @tree.command(description="Say something to one player at the table in this channel")
        @app_commands.describe(player="To whom", text="What you whisper; nobody else should hear it")
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def whisper(
            interaction: Interaction, player: str, text: app_commands.Range[str, 1, LONGEST_SAID]
        ) -> None:
            await answering(interaction, lambda answer: talk.whisper(answer, player, text))

        @whisper.autocomplete("player")
        async def to_whom(interaction: Interaction, current: str) -> Choices:
            return suggested(talk.whisperable(interaction), current)

    # ── a group for each game ──

    def _group_of(self, game: Game[Any]) -> app_commands.Group:
        group = app_commands.Group(name=game.name, description=fit(game.summary, 100), **IN_SERVERS)
        thread = {"thread": (bool, "Play in a thread of its own")}
        group.add_command(self._command(game, "start", f"Open a lobby for {game.title}", self._start, thread))
        watching = {
            "channel": (discord.TextChannel | discord.Thread, "Where to play (here, if left out)"),
            "pace": (app_commands.Range[float, 0.0, 60.0], "Seconds before each move"),
            "cast": (str, "Who plays, separated by commas: built-in players, models, characters"),
        }
        watch = self._command(game, "watch", f"Watch AI players play {game.title}", self._watch, watching)
        watch.autocomplete("cast")(self._suggest_players)
        group.add_command(watch)
        return group

    def _command(
        self, game: Game[Any], name: str, description: str, how: Any, extra: Mapping[str, tuple[Any, str]]
    ) -> SlashCommand:
        """A command whose parameters are the game's options and `extra`. ValueError when both have one of the same name."""

        async def callback(interaction: Interaction, **values: Any) -> None:
            await answering(interaction, lambda answer: how(answer, game, values))

        known = game.options.model_fields.items()
        fields = {name: (parameter_kind(field), field.description or field.title or "…") for name, field in known}
        if both := extra.keys() & fields.keys():
            raise ValueError(f"/{game.name} {name} has two parameters of one name: {', '.join(sorted(both))}")
        asked = {**extra, **fields}
        first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
        rest = [
            inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Optional[kind])  # noqa: UP045
            for each, (kind, _) in asked.items()
        ]
        callback.__signature__ = inspect.Signature([first, *rest[:25]])  # type: ignore[attr-defined]
        described: Any = app_commands.describe(**{each: fit(words, 100) for each, (_, words) in asked.items()})
        command: SlashCommand = app_commands.Command(
            name=name, description=fit(description, 100), callback=described(callback)
        )
        for each in fields:
            if game.options.suggestions(each):
                command.autocomplete(each)(_suggester(functools.partial(game.options.suggestions, each)))
        return command

    async def _suggest_players(self, interaction: Interaction, current: str) -> Choices:
        *before, last = [part.strip() for part in current.split(",")]
        known = [name for name in self.surface.hall.players.specs() if last.casefold() in name.casefold()]
        return suggested((2 * (", ".join([*before, name]),) for name in known), "")

    # ── start and watch ──

    async def _start(self, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
        own_thread = bool(values.pop("thread", None))
        # What is wrong with somebody's files is for them alone, however long it takes to fetch them.
        options = await self._options(game, values)
        late = answer.announce()
        brought = [name for name, value in values.items() if isinstance(value, discord.Attachment)]
        self.surface.hall.check_playable(game, options)
        check_fits(game, options)
        channel = self._check_channel(answer, own_thread)
        chosen = options.model_dump(mode="json", exclude_defaults=True)
        if own_thread:
            if not isinstance(channel, discord.TextChannel):
                raise IllegalAction("A thread of its own can only be opened from a text channel.")
            channel = await channel.create_thread(
                name=plain(f"{game.title} with {answer.interaction.user.display_name}", 100),
                type=discord.ChannelType.public_thread,
            )
        place, extra = place_of(channel), {BROUGHT: brought}
        lobby = await self.surface.hall.open_lobby(game.name, chosen, answer.user, place, extra)
        there = f"A table is set for **{clean(game.title)}** in <#{channel.id}>:"
        await self.surface.screen(lobby.id, place).open_by(answer, there, own_thread or late)
        if game.channels is not vars(Game)["channels"] and (
            missing := lacking(answer.interaction.app_permissions, NEEDED_FOR_ROOMS)
        ):
            await answer.say(
                f"Without {missing} in this channel I can open no threads beside the table: some will be missed."
            )

    async def _watch(self, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
        chosen, pace, cast = (values.pop(each, None) for each in ("channel", "pace", "cast"))
        options = await self._options(game, values)
        seats = game.seats(options, [], dice_for("", 0)).seats
        check_fits(game, options)
        here = self._check_channel(answer)
        channel = self._check_chosen(answer, chosen) if chosen and chosen.id != here.id else here
        answer.public = channel is here
        sitting = self.surface.hall.cast(seats, cast or "", staff=game.staff)
        pace = self.surface.watch_pace if pace is None else pace
        await self._show_watch(answer, game, options, sitting, place_of(channel), pace)

    async def _show_watch(
        self,
        answer: Answer,
        game: Game[Any],
        options: Options,
        sitting: Mapping[Seat, Occupant],
        place: str,
        pace: float,
    ) -> None:
        """Opens a table at which only AIs sit; the answer is its board, where it is played here."""
        hall, about = self.surface.hall, {"pace": pace, "watch": True}
        table = await hall.open(game.name, options, sitting, host=answer.user, place=place, about=about)
        elsewhere = place != place_of(answer.interaction.channel)
        await self.surface.screen(table.id, place).open_by(answer, f"{clean(game.title)} is played at", elsewhere)

    async def _options(self, game: Game[Any], values: Mapping[str, Any]) -> Options:
        """The options as given, checked. IllegalAction names every mistake."""
        files = {name: value for name, value in values.items() if isinstance(value, discord.Attachment)}
        given: dict[str, Any] = {
            **game.options.named_after({name: file.filename for name, file in files.items()}),
            **{name: value for name, value in values.items() if value is not None},
            **{name: await _read_file(file, game.options.model_fields[name]) for name, file in files.items()},
        }
        try:
            # A game may take its time over a file, and the other tables do not wait for it.
            return await asyncio.to_thread(game.options.model_validate, given)
        except ValidationError as mistake:
            raise IllegalAction(sentences(mistake)) from None

    # ── where ──

    def _check_channel(self, answer: Answer, own_thread: bool = False) -> Any:
        """The channel of a command, if the bot may play there. Missing names the permission that it lacks."""
        channel = answer.interaction.channel
        if answer.interaction.guild_id is None or channel is None:
            raise IllegalAction("Games are played in a server's channels.")
        more = NEEDED_FOR_A_THREAD if own_thread else ()
        check_may_play(answer.interaction.app_permissions, channel, "this channel", more)
        return channel

    def _check_chosen(self, answer: Answer, chosen: Any) -> Any:
        """Another channel, if the bot may play there and whoever asks may write there."""
        guild = answer.interaction.guild
        channel = guild.get_channel_or_thread(chosen.id) if guild else None
        if guild is None or not isinstance(channel, discord.TextChannel | discord.Thread):
            raise Missing(f"I cannot see <#{chosen.id}>. Please let me view that channel.")
        if not channel.permissions_for(answer.interaction.user).send_messages:  # type: ignore[arg-type]
            raise IllegalAction("You may not write in that channel yourself.")
        check_may_play(channel.permissions_for(guild.me), channel, f"<#{channel.id}>")
        return channel

    # ── again ──

    async def play_again(self, answer: Answer, id: str) -> None:
        """A lobby like that of a game that is over: the same options, the same people, the same wishes."""
        hall, saved = self.surface.hall, await self.surface.saved(id)
        place, game = str(saved.about.get("place", "")), self.surface.hall.game(saved.game)
        answer.public = True
        played = {occupant.user for occupant in saved.seats.values() if occupant.user} | {saved.about.get("host")}
        if answer.user not in played and not may_moderate(answer):
            raise IllegalAction("Only those who played can ask for a rematch. Start a game of your own.")
        if saved.about.get("watch"):
            options = game.options.model_validate(saved.options)
            await self._show_watch(answer, game, options, saved.seats, place, saved.about.get("pace", 0.0))
            return
        lobby = await hall.open_lobby(game.name, saved.options, answer.user, place)
        wishes: Mapping[str, list[str]] = saved.about.get("wishes") or {}
        parties = [
            Party(occupant, tuple(wishes.get(seat, ())))
            for seat, occupant in saved.seats.items()
            if occupant.user or (occupant.kind != "person" and seat in wishes)
        ]
        await hall.save_lobby(replace(lobby, parties=tuple(parties)))
        await self.surface.screen(lobby.id, place).open_by(answer)

    # ── one's data ──

    async def erase(self, answer: Answer) -> None:
        """Takes a person out of everything that is kept."""
        hall, user = self.surface.hall, answer.user
        for lobby in [each for each in hall.lobbies.values() if each.host == user]:
            await self.surface.close_lobby(lobby, "The host has left; no game began.")
        joined = [each for each in hall.lobbies.values() if any(p.occupant.user == user for p in each.parties)]
        hall.bets.forget(user)
        for table in [each for each in hall.tables.values() if any(held == user for held, _ in each.held)]:
            await self.surface.screen(table.id, table.place).rooms.show_out(table, user)
        count = await hall.erase_person(user)
        for lobby in joined:
            self.surface.screen(lobby.id, lobby.place).wake()
        self.surface.closed.discard(user)
        await answer.update(
            parts.message(f"Done. Your name and id are gone from {count} game{'' if count == 1 else 's'}.")
        )

    # ── to look at ──

    @command("Who sits where, whose turn it is, and until when")
    async def status(self, answer: Answer) -> None:
        found = self._here(answer)
        screen = self.surface.screen(found.id, found.place)
        if isinstance(found, Lobby):
            title = clean(self.surface.hall.game(found.game).title)
            await answer.say(f"A lobby for {title} is open: {await screen.link()}")
            return
        await answer.say(board.heading(found, link=await screen.link()))

    @command("Open your seat in a browser")
    async def browser(self, answer: Answer) -> None:
        await Press(self.surface, answer, self._table(answer)).on_browser()

    @app_commands.describe(game="Its link or its id; its host has to let everybody watch")
    @command("Watch, in this channel, a game that is played in browsers")
    async def watch(self, answer: Answer, game: str) -> None:
        channel, found = self._check_channel(answer), self.surface.hall.tables.get(game.rstrip("/").rpartition("/")[2])
        if (
            found is None
            or found.place.startswith(f"{SURFACE}:")
            or not await is_public(self.surface.hall.store, found)
        ):
            raise IllegalAction(
                "There is no such game, or its host does not let everybody watch: they can, on its page."
            )
        answer.public = True
        await (await self.surface.show_here(found, place_of(channel))).open_by(answer)

    @command("Bring the board down to the end of the channel")
    async def board(self, answer: Answer) -> None:
        found = self._here(answer)
        if not (isinstance(found, Table) and found.seat_of(answer.user)):
            found = self._here(answer, hosting=True)
        await self.surface.screen(found.id, found.place).bring_down()
        await answer.say("Here it is.")

    @command("What has happened so far, as everybody heard it")
    async def log(self, answer: Answer) -> None:
        table = await self._latest(answer)
        happened = [table.game.say(event) for event in table.story.heard(None)]
        names = views.names(table)
        lines = newest([part for each in happened[-LOG_LINES:] for part in told(each, names)], LOG_ROOM)
        lines = ["-# The file has all.", *lines] if len(lines) < len(happened) else lines
        whole = "\n".join(table.named(each).replace("\n", "\n    ") for each in happened)
        file = discord.File(io.BytesIO(whole.encode()), f"{table.game.name}-{table.id}.txt")
        await self._hand_out(answer, "\n".join(lines), file)

    @command("The rules of the game in this channel")
    async def rules(self, answer: Answer) -> None:
        games = self.surface.hall.games
        found = self.surface.hall.at(place_of(answer.interaction.channel))
        name = found.game if isinstance(found, Lobby) else found.game.name if found else next(iter(games))
        table = found if isinstance(found, Table) else None
        await tell_rules(answer, games[name].rules(), table)

    @app_commands.rename(kind="format")
    @command("The game as a file: what everybody heard, or after the end all of it")
    async def export(self, answer: Answer, kind: Literal["json", "csv", "md", "png", "svg"] = "json") -> None:
        table = await self._latest(answer)
        store, saved = self.surface.hall.store, await self.surface.saved(table.id)
        if kind == "png" or kind == "svg":
            written = await asyncio.to_thread(plots.picture, saved, kind)
        else:
            written = export(saved, await store.calls(table.id), await store.moves(table.id), kind).encode()
        file = discord.File(io.BytesIO(written), f"{table.game.name}-{table.id}.{kind}")
        what = "The whole game" if table.story.outcome else "What everybody has heard so far"
        await self._hand_out(answer, what, file)

    # ── for the host ──

    @command("Call the game off, or close the lobby")
    async def cancel(self, answer: Answer) -> None:
        found = self._here(answer, hosting=True)
        if isinstance(found, Lobby):
            await self.surface.close_lobby(found, "The lobby was closed; no game began.")
            await answer.say("The lobby is closed.")
            return
        why = "The host called the game off." if answer.user == found.host else "A moderator called the game off."
        await self.surface.hall.cancel(found, answer.cause, why)
        await answer.say("The game is called off.")

    @command("Stop the game for a while")
    async def pause(self, answer: Answer) -> None:
        table = self._table(answer, hosting=True)
        await table.submit(HOST, Pause(), "host", answer.cause, source="host")
        await answer.say("The game is paused.")

    @command("Let a paused game go on")
    async def resume(self, answer: Answer) -> None:
        table = self._table(answer)
        if table.story.paused is None:
            raise IllegalAction("The game is not paused.")
        seat = table.seat_of(answer.user)
        if seat is None:
            self._here(answer, hosting=True)
        await table.submit(seat or HOST, Resume(), f"resume:{table.story.pauses}", answer.cause)
        await answer.say("The game goes on.")

    @app_commands.describe(minutes="How many minutes more")
    @command("Give everybody more time")
    async def extend(self, answer: Answer, minutes: app_commands.Range[int, 1, MOST_EXTEND] = 5) -> None:
        table = self._table(answer, hosting=True)
        if not await table.extend(minutes * 60):
            raise IllegalAction("No time runs now.")
        await answer.say(f"{minutes} more minute{'' if minutes == 1 else 's'}.")

    @app_commands.describe(seat="Whose seat")
    @command("Let an AI play for somebody who is away")
    async def takeover(self, answer: Answer, seat: str) -> None:
        table = self._table(answer, hosting=True)
        chosen = _seat_called(table, seat)
        if table.seats[chosen].kind != "person":
            raise IllegalAction("An AI plays there already.")
        await self._hand_to_ai(answer, table, chosen)

    @takeover.autocomplete("seat")
    async def _people(self, interaction: Interaction, current: str) -> Choices:
        return self._suggest_seats(interaction, current, people=True)

    # ── coming and going ──

    @command("Leave your seat to an AI")
    async def leave(self, answer: Answer) -> None:
        found = self._here(answer)
        if isinstance(found, Lobby):
            await self.surface.hall.leave(found.id, answer.user)
            self.surface.screen(found.id, found.place).wake()
            await answer.say("You have left the lobby.")
            return
        seat = found.seat_of(answer.user)
        if seat is None:
            raise IllegalAction("You do not sit at this table.")
        await self._hand_to_ai(answer, found, seat)

    @app_commands.describe(seat="Which seat (your own, if left out)")
    @command("Take a seat that an AI holds, or your own again")
    async def join(self, answer: Answer, seat: str | None = None) -> None:
        table = self._table(answer)
        if table.about.get("watch"):
            raise IllegalAction("This game is for watching. Start one of your own to play.")
        if table.seat_of(answer.user) is not None:
            raise IllegalAction("You sit at this table already.")
        chosen = _seat_called(table, seat, answer.user)
        if table.seats[chosen].kind == "person":
            raise IllegalAction("Somebody sits there. The host can hand the seat over with /game takeover.")
        others = [occupant for each, occupant in table.seats.items() if each != chosen]
        await table.reseat(chosen, person(answer, others), answer.cause)
        await answer.say(f"You are **{clean(table.game.seat_title(chosen))}** now.")

    @join.autocomplete("seat")
    async def _ais(self, interaction: Interaction, current: str) -> Choices:
        return self._suggest_seats(interaction, current, people=False)

    @command("Play the last game of this channel again")
    async def rematch(self, answer: Answer) -> None:
        await self.play_again(answer, (await self._last_saved(answer)).id)

    @command("Remove your name and id from everything that is kept", name="delete-my-data")
    async def delete_my_data(self, answer: Answer) -> None:
        delete = parts.button("Delete", "🗑️", ids.make("erase", ""), discord.ButtonStyle.danger)
        text = (
            "This takes you out of running games (an AI plays on) and removes your name and id from all that is kept."
        )
        await answer.show(parts.message(text, parts.row([delete])))

    # ── within ──

    async def _hand_out(self, answer: Answer, text: str, file: discord.File) -> None:
        await answer.show(Drawn(parts.layout(parts.text(text), discord.ui.File(file)), (file,)))

    async def _hand_to_ai(self, answer: Answer, table: Table, seat: Seat) -> None:
        occupant = self.surface.hall.stand_in(table, seat)
        await table.reseat(seat, occupant, answer.cause)
        title = clean(table.game.seat_title(seat))
        await answer.say(
            f"An AI {ROBOT} plays **{title}** for {clean(occupant.name)} now. `/game join` takes the seat back."
        )

    def _here(self, answer: Answer, hosting: bool = False) -> Table | Lobby:
        """What goes on in this channel; `hosting`: for its host or a moderator only."""
        found = self.surface.hall.at(place_of(answer.interaction.channel))
        if found is None:
            raise IllegalAction(NOTHING_HERE)
        if hosting and answer.user != found.host and not may_moderate(answer):
            raise IllegalAction("Only the host or a moderator can do that.")
        return found

    def _table(self, answer: Answer, hosting: bool = False) -> Table:
        found = self._here(answer, hosting)
        if isinstance(found, Lobby):
            raise IllegalAction("The game has not begun.")
        return found

    async def _latest(self, answer: Answer) -> Table:
        """The game that runs here, or the last one that did."""
        found = self.surface.hall.at(place_of(answer.interaction.channel))
        if isinstance(found, Table):
            return found
        return await self.surface.finished((await self._last_saved(answer)).id)

    async def _last_saved(self, answer: Answer) -> Saved:
        place = place_of(answer.interaction.channel)
        recent = await self.surface.hall.store.recent_games(200)
        found = next((saved for saved in recent if saved.about.get("place") == place), None)
        if found is None:
            raise IllegalAction(NOTHING_HERE)
        return found

    def _suggest_seats(self, interaction: Interaction, current: str, people: bool) -> Choices:
        table = self.surface.hall.at(place_of(interaction.channel))
        if not isinstance(table, Table):
            return []
        seats = (
            (f"{table.game.seat_title(seat)}: {occupant.name}", seat)
            for seat, occupant in table.seats.items()
            if (occupant.kind == "person") == people and seat not in table.game.staff
        )
        return suggested(seats, current)


# ── helpers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def place_of(channel: Any) -> str:
    """A channel or thread in the house's words."""
    return f"{SURFACE}:{channel.guild.id}:{channel.id}"


def lacking(has: discord.Permissions, needed: Iterable[str]) -> str:
    """The names of the permissions that the bot lacks."""
    return ", ".join(f"“{each.replace('_', ' ').title()}”" for each in needed if not getattr(has, each))


def check_may_play(has: discord.Permissions, channel: Any, where: str, more: tuple[str, ...] = ()) -> None:
    """Missing names what the bot may not do there."""
    sending = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    if names := lacking(has, ("view_channel", sending, "attach_files", "read_message_history", *more)):
        raise Missing(f"To play in {where} I need {names}, which I do not have. Please ask somebody who can grant it.")


def suggested(known: Iterable[tuple[str, str]], current: str) -> Choices:
    """Those of the values, each with what it is called, that what has been typed may become."""
    found = [each for each in known if current.casefold() in each[0].casefold()]
    return [app_commands.Choice(name=plain(name, 100), value=value[:100]) for name, value in found[:25]]


def _suggester(known: Callable[[], Iterable[str]]) -> Any:
    async def suggest(interaction: Interaction, current: str) -> Choices:
        return suggested(((each, each) for each in known()), current)

    return suggest


def parameter_kind(field: FieldInfo) -> Any:
    """How an option is asked for in a command: a scalar as itself, anything larger as a file."""
    kind: Any = field.annotation
    some = [each for each in get_args(kind) if each is not type(None)]
    if len(some) == 1 and get_origin(kind) in (Union, UnionType):
        kind = some[0]  # an option that may be left open
    if kind in (int, float):
        low = next((m.ge for m in field.metadata if isinstance(m, Ge)), -(2**31))
        high = next((m.le for m in field.metadata if isinstance(m, Le)), 2**31)
        return app_commands.Range[kind, low, high]
    scalar = kind in (bool, str) or get_origin(kind) is Literal
    return kind if scalar and not is_document(field) else discord.Attachment


def is_document(field: FieldInfo) -> bool:
    """Whether an option is a text file's whole content (games.core.Document)."""
    return "document" in field.metadata


async def _read_file(attachment: discord.Attachment, field: FieldInfo) -> Any:
    """What a file holds: for a document its text, else JSON or its lines. IllegalAction when it is none, or too large."""
    largest = LARGEST_DOCUMENT if is_document(field) else LARGEST_FILE
    if attachment.size > largest:
        raise IllegalAction(f"“{attachment.filename}” is larger than {largest // 1024} KiB.")
    try:
        text = (await attachment.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise IllegalAction(f"“{attachment.filename}” is not a text file in UTF-8.") from None
    if is_document(field):
        if not text.strip() or "\0" in text:
            raise IllegalAction(f"“{attachment.filename}” {'is no text file' if text.strip() else 'is empty'}.")
        return text.replace("\r\n", "\n")
    if text.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(text)
        except json.JSONDecodeError as mistake:
            raise IllegalAction(f"“{attachment.filename}” is not JSON: {mistake}.") from None
    if get_origin(field.annotation) not in (tuple, list):
        raise IllegalAction(f"“{attachment.filename}” should hold JSON.")
    return [line for line in text.splitlines() if line.strip()]


def _seat_called(table: Table, seat: str | None, user: str = "") -> Seat:
    """The seat by its id, its title, or who sits there; where none is said, that in which an AI plays on for this person.
    IllegalAction when there is none."""
    if seat is None:
        kept = next((seat for seat, occupant in table.seats.items() if occupant.stands_for == user), None)
        why = "Please say which seat: those that an AI holds are free to take."
    else:
        kept = seat_named(table, seat)
        why = f"There is no seat “{seat}”. There are: {', '.join(map(table.game.seat_title, table.seats))}."
    if kept is None:
        raise IllegalAction(why)
    return kept
