"""Slash commands: a group for every game, made from its options, and `/game` for whatever is played in the channel."""

from __future__ import annotations

import asyncio
import functools
import inspect
import io
from collections.abc import Awaitable, Callable, Mapping
from itertools import islice
from typing import Any, Literal, Optional

import discord
from discord import app_commands

from bot import plots, rights
from bot.export import export
from bot.hall import is_public
from bot.house_rules import MOST_AWAY
from bot.ports import Lobby, Saved
from bot.surfaces.discord import (
    board,
    ids,
    looking,
    moderation,
    opening,
    parts,
    privacy,
    reporting,
    settings,
    staying,
    touching,
    views,
)
from bot.surfaces.discord.allowed import check_place
from bot.surfaces.discord.answers import Answer, answering, person_of
from bot.surfaces.discord.ids import place_of
from bot.surfaces.discord.markdown import ROBOT, clean, fit, newest, told
from bot.surfaces.discord.opening import check_channel
from bot.surfaces.discord.parameters import Choices, parameter_kind, suggested, suggester
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.press import Press
from bot.surfaces.discord.screens import Screens
from bot.surfaces.discord.speech import seat_named
from bot.surfaces.discord.stats import add_stats
from bot.surfaces.discord.talk import LONGEST_SAID, Talk
from bot.table import Table
from games.core import Game, IllegalAction, Seat, learning

MOST_EXTEND = 24 * 60
MOST_PARAMETERS = 25
"""That Discord takes of a command; what all games have alike comes last, and the lobby has it too."""
LOG_LINES, LOG_ROOM = 25, 3900
NOTHING_HERE = "Nothing is played in this channel. Start a game with its start command, such as /codenames start."


IN_SERVERS: Mapping[str, Any] = {
    "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
}

Interaction = discord.Interaction[Any]
SlashCommand = app_commands.Command[Any, Any, Any]


def command(description: str, **named: str) -> Callable[[Callable[..., Awaitable[None]]], SlashCommand]:
    """A command of a group, as a method that is given the answer in place of the interaction."""

    def made(method: Callable[..., Awaitable[None]]) -> SlashCommand:
        @functools.wraps(method)
        async def callback(group: Any, interaction: Interaction, **values: Any) -> None:
            async with answering(interaction) as answer:
                await method(group, answer, **values)

        return app_commands.command(description=description, **named)(callback)  # type: ignore[arg-type]

    return made


class Commands(app_commands.Group):
    """`/game`, for whatever is played in a channel; and all other commands."""

    def __init__(self, screens: Screens, talk: Talk) -> None:
        super().__init__(name="game", description="The game in this channel", **IN_SERVERS)
        self.screens, self.hall, self.talk = screens, screens.hall, talk
        if screens.line.in_browser is None:
            self.remove_command("browser")
        for each in moderation.commands(screens):
            self.add_command(each)

    def grow(self, tree: app_commands.CommandTree[Any]) -> None:
        """Adds every command to the tree."""
        for game in self.hall.games.values():
            tree.add_command(self._group_of(game))
        tree.add_command(self)
        add_stats(tree, self.screens)
        tree.add_command(settings.command(self.screens))
        talk = self.talk

        @tree.command(description="Say something at the table in this channel")
        @app_commands.describe(text="What you say; everybody at the table will hear it")
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def say(interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_SAID]) -> None:
            async with answering(interaction) as answer:
                await talk.say(answer, text)

        @tree.command(description="Say something to one player at the table in this channel")
        @app_commands.describe(player="To whom", text="What you whisper; nobody else should hear it")
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def whisper(
            interaction: Interaction, player: str, text: app_commands.Range[str, 1, LONGEST_SAID]
        ) -> None:
            async with answering(interaction) as answer:
                await talk.whisper(answer, player, text)

        screens = self.screens

        @tree.command(
            name="privacy", description="What is kept about you here: see it, take it along, or have it erased"
        )
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
        async def private(interaction: Interaction) -> None:
            async with answering(interaction) as answer:
                await privacy.show(screens, answer)

        @tree.context_menu(name=reporting.MENU)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
        async def report(interaction: Interaction, message: discord.Message) -> None:
            async with answering(interaction) as answer:
                await reporting.ask(screens, answer, message)

        @whisper.autocomplete("player")
        async def to_whom(interaction: Interaction, current: str) -> Choices:
            return suggested(await talk.whisperable(interaction), current)

    # ── a group for each game ──

    def _group_of(self, game: Game[Any]) -> app_commands.Group:
        group = app_commands.Group(name=game.name, description=fit(game.summary, 100), **IN_SERVERS)
        thread = {
            "thread": (bool, "Play in a thread of its own"),
            "away": (app_commands.Range[int, 0, MOST_AWAY], "Missed turns in a row until an AI sits in (2; 0: never)"),
        }
        group.add_command(
            self._command(
                game, "start", f"Open a lobby for {game.title}", functools.partial(opening.start, self.screens), thread
            )
        )

        @group.command(name="learn", description=fit(f"Learn {game.title}: a short, easy game with hints", 100))
        async def learn(interaction: Interaction) -> None:
            async with answering(interaction) as answer:
                await opening.start(self.screens, answer, game, learning(game.lobby))

        watching = {
            "channel": (discord.TextChannel | discord.Thread, "Where to play (here, if left out)"),
            "pace": (app_commands.Range[float, 0.0, 60.0], "Seconds before each move"),
            "cast": (str, "Who plays, separated by commas: built-in players, models, characters"),
        }
        watch = self._command(
            game,
            "watch",
            f"Watch AI players play {game.title}",
            functools.partial(opening.watch, self.screens),
            watching,
        )
        watch.autocomplete("cast")(self._suggest_players)
        group.add_command(watch)
        return group

    def _command(
        self, game: Game[Any], name: str, description: str, how: Any, extra: Mapping[str, tuple[Any, str]]
    ) -> SlashCommand:
        """A command whose parameters are the game's options and `extra`. ValueError when both have one of the same name."""

        async def callback(interaction: Interaction, **values: Any) -> None:
            async with answering(interaction) as answer:
                await how(answer, game, values)

        known = game.lobby.options.model_fields.items()
        fields = {name: (parameter_kind(field), field.description or field.title or "…") for name, field in known}
        if both := extra.keys() & fields.keys():
            raise ValueError(f"/{game.name} {name} has two parameters of one name: {', '.join(sorted(both))}")
        asked = dict(islice({**extra, **fields}.items(), MOST_PARAMETERS))
        first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
        rest = [
            inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Optional[kind])  # noqa: UP045
            for each, (kind, _) in asked.items()
        ]
        callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
        described: Any = app_commands.describe(**{each: fit(words, 100) for each, (_, words) in asked.items()})
        command: SlashCommand = app_commands.Command(
            name=name, description=fit(description, 100), callback=described(callback)
        )
        for each in fields:
            if game.lobby.options.suggestions(each):
                command.autocomplete(each)(suggester(functools.partial(game.lobby.options.suggestions, each)))
        return command

    async def _suggest_players(self, interaction: Interaction, current: str) -> Choices:
        *before, last = [part.strip() for part in current.split(",")]
        known = [name for name in self.hall.specs(place_of(interaction.channel)) if last.casefold() in name.casefold()]
        return suggested((2 * (", ".join([*before, name]),) for name in known), "")

    # ── to look at ──

    @command("Who sits where, whose turn it is, and until when")
    async def status(self, answer: Answer) -> None:
        found = await self._here(answer)
        screen = self.screens.of(found)
        if isinstance(found, Lobby):
            title = clean(self.hall.game(found.game).title)
            await answer.say(f"A lobby for {title} is open: {await screen.link()}")
            return
        await answer.say(board.heading(found, link=await screen.link()))

    @command("Open your seat in a browser")
    async def browser(self, answer: Answer) -> None:
        await looking.browser(Press(self.screens, answer, await self._table(answer)))

    @app_commands.describe(game="Its link or its id; its host has to let everybody watch")
    @command("Watch, in this channel, a game that is played in browsers")
    async def watch(self, answer: Answer, game: str) -> None:
        channel, found = check_channel(answer), self.hall.tables.get(game.rstrip("/").rpartition("/")[2])
        if found is None or ids.ours(found.place) or not await is_public(self.hall.store, found):
            raise IllegalAction(
                "There is no such game, or its host does not let everybody watch: they can, on its page."
            )
        check_place(self.hall, answer, channel)
        answer.public = True
        await (await self.screens.show_here(found, place_of(channel))).open_by(answer)

    @command("Bring the board down to the end of the channel")
    async def board(self, answer: Answer) -> None:
        found = await self._here(answer)
        if not (isinstance(found, Table) and found.seat_of(answer.user)):
            rights.check_host(found, answer.asker)
        await self.screens.of(found).bring_down()
        await answer.say("Here it is.")

    @command("What has happened so far, as everybody heard it")
    async def log(self, answer: Answer) -> None:
        table = await self._latest(answer)
        happened = [table.game.shows.say(event) for event in table.heard(None)]
        names = views.names(table)
        lines = newest([part for each in happened[-LOG_LINES:] for part in told(each, names)], LOG_ROOM)
        lines = ["-# The file has all.", *lines] if len(lines) < len(happened) else lines
        whole = "\n".join(table.named(each).replace("\n", "\n    ") for each in happened)
        file = discord.File(io.BytesIO(whole.encode()), f"{table.game.name}-{table.id}.txt")
        await self._hand_out(answer, "\n".join(lines), file)

    @command("The rules of the game in this channel")
    async def rules(self, answer: Answer) -> None:
        found = await self._there(answer)
        if isinstance(found, Table):
            await looking.tell_rules(answer, found.game, found)
        elif found is not None:
            await looking.tell_rules(answer, self.hall.game(found.game))
        else:
            await looking.which_rules(self.screens, answer)

    @app_commands.rename(kind="format")
    @command("The game as a file: what everybody heard, or after the end all of it")
    async def export(self, answer: Answer, kind: Literal["json", "csv", "md", "png", "svg"] = "json") -> None:
        table = await self._latest(answer)
        store, saved = self.hall.store, await self.screens.saved(table.id)
        if kind == "png" or kind == "svg":
            written = await asyncio.to_thread(plots.picture, table.game, saved, kind)
        else:
            calls, moves = await store.calls(table.id), await store.moves(table.id)
            written = export(table.game, saved, calls, moves, kind).encode()
        file = discord.File(io.BytesIO(written), f"{table.game.name}-{table.id}.{kind}")
        what = "The whole game" if table.outcome else "What everybody has heard so far"
        await self._hand_out(answer, what, file)

    # ── for the host ──

    @command("Bring the game that you play elsewhere on this server to this channel")
    async def move(self, answer: Answer) -> None:
        channel = await opening.check_free(self.screens, answer)
        here = place_of(channel)
        table = self.screens.movable(answer.user, answer.interaction.guild_id or 0, here)
        if not self.screens.of(table).barred.why:
            rights.check_host(table, answer.asker)
        check_place(self.hall, answer, channel)
        answer.public = True
        await (await self.screens.move(table, here)).open_by(answer)
        await opening.say_without_rooms(answer, table.game, channel, answer.interaction.app_permissions)

    @command("Call the game off, or close the lobby")
    async def cancel(self, answer: Answer) -> None:
        found = await self._here(answer)
        await rights.close(self.hall, found, answer.asker)
        await answer.say("The lobby is closed." if isinstance(found, Lobby) else "The game is called off.")

    @command("Stop the game for a while")
    async def pause(self, answer: Answer) -> None:
        await rights.pause(await self._table(answer), answer.asker)
        await answer.say("The game is paused.")

    @command("Let a paused game go on")
    async def resume(self, answer: Answer) -> None:
        table = await self._table(answer)
        screen = self.screens.of(table)
        waited = bool(screen.barred.why)
        await screen.come_back()  # or it would go on where nobody sees it
        if not waited or table.paused is not None:
            await rights.resume(table, answer.asker)
        await answer.say("The game goes on.")

    @app_commands.describe(minutes="How many minutes more")
    @command("Give everybody more time")
    async def extend(self, answer: Answer, minutes: app_commands.Range[int, 1, MOST_EXTEND] = 5) -> None:
        await rights.extend(await self._table(answer), answer.asker, minutes * 60)
        await answer.say(f"{minutes} more minute{'' if minutes == 1 else 's'}.")

    @app_commands.describe(seat="Whose seat")
    @command("Let an AI play for somebody who is away")
    async def takeover(self, answer: Answer, seat: str) -> None:
        table = await self._table(answer)
        chosen = _seat_called(table, seat)
        await rights.hand_over(self.hall, table, answer.asker, chosen)
        await self._say_handed_over(answer, table, chosen)

    @takeover.autocomplete("seat")
    async def _people(self, interaction: Interaction, current: str) -> Choices:
        return await self._suggest_seats(interaction, current, people=True)

    @app_commands.describe(player="Who is to host: their seat or name")
    @command("Let another player host this game")
    async def host(self, answer: Answer, player: str) -> None:
        table = await self._table(answer)
        chosen = _seat_called(table, player)
        await rights.host(table, answer.asker, chosen)
        await answer.say(f"{clean(table.names[chosen])} hosts this game now.")

    @host.autocomplete("player")
    async def _hosts(self, interaction: Interaction, current: str) -> Choices:
        return await self._suggest_seats(interaction, current, people=True)

    # ── for everybody who plays ──

    @command("Vote to wait no longer for whoever does not answer")
    async def skip(self, answer: Answer) -> None:
        await touching.skip(Press(self.screens, answer, await self._table(answer)))

    @app_commands.describe(player="Who is to go: their seat or name")
    @command("Vote to let an AI play on for somebody", name="vote-out")
    async def vote_out(self, answer: Answer, player: str) -> None:
        table = await self._table(answer)
        chosen = _seat_called(table, player)
        vote = await rights.vote_out(table, answer.asker, chosen)
        self.screens.of(table).wake()
        name = clean(table.names[chosen])
        await answer.say(f"{name} is voted out." if vote.carried else staying.in_words(table, vote, chosen))

    @vote_out.autocomplete("player")
    async def _others(self, interaction: Interaction, current: str) -> Choices:
        return await self._suggest_seats(interaction, current, people=True)

    # ── coming and going ──

    @command("Leave your seat to an AI")
    async def leave(self, answer: Answer) -> None:
        found = await self._here(answer)
        seat = await rights.leave(self.hall, found, answer.asker)
        if isinstance(found, Table) and seat is not None:
            await self._say_handed_over(answer, found, seat)
            return
        await answer.say("You have left the lobby.")

    @app_commands.describe(seat="Which seat (your own, if left out)")
    @command("Take a seat that an AI holds, or your own again")
    async def join(self, answer: Answer, seat: str | None = None) -> None:
        table = await self._table(answer)
        mine = rights.own(table, answer.asker)
        if mine and (seat is None or seat_named(table, seat) == mine):
            await rights.come_back(table, answer.asker)
            await answer.say("You have your seat back.")
            return
        rights.check_take(table, answer.asker)
        chosen = _seat_called(table, seat, answer.user)
        others = [occupant for each, occupant in table.seats.items() if each != chosen]
        await rights.take(table, answer.asker, chosen, person_of(answer, others))
        await answer.say(f"You are **{clean(table.game.shows.seat_title(chosen))}** now.")

    @join.autocomplete("seat")
    async def _ais(self, interaction: Interaction, current: str) -> Choices:
        return await self._suggest_seats(interaction, current, people=False)

    @command("Play the last game of this channel again")
    async def rematch(self, answer: Answer) -> None:
        await opening.play_again(self.screens, answer, (await self._last_saved(answer)).id)

    @command("Remove your name and id from everything that is kept", name="delete-my-data")
    async def delete_my_data(self, answer: Answer) -> None:
        await privacy.confirm(answer)

    # ── within ──

    async def _hand_out(self, answer: Answer, text: str, file: discord.File) -> None:
        await answer.show(Drawn(parts.layout(parts.text(text), discord.ui.File(file)), (file,)))

    async def _say_handed_over(self, answer: Answer, table: Table, seat: Seat) -> None:
        title, name = clean(table.game.shows.seat_title(seat)), clean(table.names[seat])
        await answer.say(f"An AI {ROBOT} plays **{title}** for {name} now. `/game join` takes the seat back.")

    async def _there(self, answer: Answer) -> Table | Lobby | None:
        return await self.screens.there(answer.interaction.channel)

    async def _here(self, answer: Answer) -> Table | Lobby:
        """The same. IllegalAction when nothing does."""
        found = await self._there(answer)
        if found is None:
            raise IllegalAction(NOTHING_HERE)
        rights.check_welcome(self.hall, found, answer.asker)
        return found

    async def _table(self, answer: Answer) -> Table:
        found = await self._here(answer)
        if isinstance(found, Lobby):
            raise IllegalAction("The game has not begun.")
        return found

    async def _latest(self, answer: Answer) -> Table:
        """The game that runs here, or the last one that did."""
        found = await self._there(answer)
        if isinstance(found, Table):
            return found
        return await self.screens.finished((await self._last_saved(answer)).id)

    async def _last_saved(self, answer: Answer) -> Saved:
        place = place_of(answer.interaction.channel)
        recent = await self.hall.store.recent_games(200)
        found = next((saved for saved in recent if saved.place == place), None)
        if found is None:
            raise IllegalAction(NOTHING_HERE)
        return found

    async def _suggest_seats(self, interaction: Interaction, current: str, people: bool) -> Choices:
        table = await self.screens.there(interaction.channel)
        if not isinstance(table, Table):
            return []
        seats = (
            (f"{table.game.shows.seat_title(seat)}: {occupant.name}", seat)
            for seat, occupant in table.seats.items()
            if (occupant.kind == "person") == people and seat not in table.game.lobby.staff
        )
        return suggested(seats, current)


# ── helpers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _seat_called(table: Table, seat: str | None, user: str = "") -> Seat:
    """The seat by its id, its title, or who sits there; where none is said, that in which an AI plays on for this person.
    IllegalAction when there is none."""
    if seat is None:
        kept = next((seat for seat, occupant in table.seats.items() if occupant.stands_for == user), None)
        why = "Please say which seat: those that an AI holds are free to take."
    else:
        kept = seat_named(table, seat)
        why = f"There is no seat “{seat}”. There are: {', '.join(map(table.game.shows.seat_title, table.seats))}."
    if kept is None:
        raise IllegalAction(why)
    return kept
