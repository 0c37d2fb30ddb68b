"""`/settings`: what whoever manages a server chooses for its games, on one panel that only they see.

The first page says how things stand and asks what to change; each topic has a page of its own, with what chooses it. All that
a press needs stands in its custom id, so that a panel outlives a restart; whether they may is asked at every press.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ButtonStyle, app_commands, ui
from pydantic import ValidationError

from bot.house_rules import MOST_AWAY, Ban, read_clocks, time_options
from bot.ports import About
from bot.rights import NotYours
from bot.surfaces.discord import ids, parts, staying
from bot.surfaces.discord.allowed import as_it_is
from bot.surfaces.discord.answers import Answer, answering, chosen
from bot.surfaces.discord.forms import DESCRIPTION, LABEL, MOST_FIELDS, MOST_OPTIONS, OPTION, TITLE, typed_in
from bot.surfaces.discord.markdown import clean, plain
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.screens import Screens
from bot.surfaces.fields import sentences
from games.core import Game, IllegalAction, StaleAsk
from games.story import PASSED

NOT_MANAGER = "Only members who may manage this server change its settings."
NEXT_GAME = "-# What you change holds from the next game on; budgets, and how people speak, at once."
BROKEN = "⚠️ What was chosen here before cannot be read. Everything is allowed until you choose again."
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
]
MOST_CHUNKS = 6
"""Selects that a page has at most: with its text and its buttons it stays below what a message takes."""

Values = Sequence[tuple[str, str]]
"""What can be ticked: the value and its label."""


class Panel:
    """One look at a server's settings."""

    def __init__(self, screens: Screens, answer: Answer) -> None:
        if not answer.interaction.permissions.manage_guild:
            raise NotYours(NOT_MANAGER)
        self.screens, self.answer, self.hall = screens, answer, screens.hall
        self.guild = answer.interaction.guild_id or 0
        self.server = ids.server(self.guild)
        self.rules = as_it_is(self.hall.rules.at(self.server), answer.interaction.guild)

    @property
    def bans(self) -> tuple[Ban, ...]:
        return self.hall.rules.bans(self.server)

    # ── what is drawn ──

    def id(self, topic: str = "", what: str = "", more: object = "") -> str:
        return ids.make("settings", str(self.guild), topic, what, more)

    def button(self, topic: str, what: str, label: str, emoji: str = "", on: bool = False) -> ui.Button[Any]:
        style = ButtonStyle.primary if on else ButtonStyle.secondary
        return parts.button(label, emoji, self.id(topic, what), style)

    def front(self) -> Drawn:
        """How everything stands, and what to change."""
        lines = ["### Settings of this server"]
        lines += [BROKEN] if self.server in self.hall.rules.broken else []
        lines += [f"**{each.title}:** {each.now(self)}" for each in TOPICS.values()]
        options = [
            discord.SelectOption(label=each.title, value=key, emoji=each.emoji, description=plain(each.about, OPTION))
            for key, each in TOPICS.items()
        ]
        select = ui.Select[Any](
            custom_id=self.id("open"), placeholder="What would you like to change?", options=options
        )
        invite = self.screens.line.invite
        links = [parts.row([ui.Button(label="Invite me to another server", url=invite)])] if invite else []
        return parts.message("\n".join([*lines, "", NEXT_GAME]), ui.ActionRow(select), *links)

    def page(self, topic: str, note: str = "") -> Drawn:
        """One topic, and what chooses it."""
        about = TOPICS[topic]
        lines = [
            f"### {about.title}",
            about.about,
            "",
            f"**Now:** {about.now(self)}",
            *([note] if note else []),
            NEXT_GAME,
        ]
        back = parts.button("Back", "↩️", self.id("front"))
        return parts.message("\n".join(lines), *about.items(self), parts.row([back]))

    def ticks(self, topic: str, values: Values, ticked: Collection[str] | None) -> list[ui.Item[Any]]:
        """Selects in which any of the values may be ticked; None: all are."""
        rows: list[ui.Item[Any]] = []
        for at in range(0, min(len(values), MOST_CHUNKS * MOST_OPTIONS), MOST_OPTIONS):
            some = values[at : at + MOST_OPTIONS]
            options = [
                discord.SelectOption(
                    label=plain(label, OPTION), value=value[:OPTION], default=ticked is None or value in ticked
                )
                for value, label in some
            ]
            custom_id = self.id(topic, "tick", at)
            rows.append(
                ui.ActionRow(ui.Select(custom_id=custom_id, min_values=0, max_values=len(some), options=options))
            )
        return rows

    def ticked(self, values: Values, now: Collection[str] | None, at: int) -> tuple[str, ...] | None:
        """What is ticked in all, now that something has been chosen in the select that begins `at`; None: all."""
        every = [value for value, _ in values]
        before = set(every if now is None else now) - set(every[at : at + MOST_OPTIONS])
        names = {value[:OPTION]: value for value in every}
        after = before | {names[each] for each in chosen(self.answer) if each in names}
        return None if after >= set(every) else tuple(each for each in every if each in after)

    def picked(self) -> dict[str, str]:
        """The roles or channels that were picked, by id, with their names."""
        data: Mapping[str, Any] = self.answer.interaction.data or {}
        resolved = {**data.get("resolved", {}).get("roles", {}), **data.get("resolved", {}).get("channels", {})}
        return {each: str(resolved.get(each, {}).get("name", "")) for each in chosen(self.answer)}

    async def ask(self, topic: str, more: str, title: str, fields: Sequence[tuple[str, str, str, str]]) -> None:
        """A form: of each field its name, title, description, and what stands in it."""
        form = ui.Modal(title=plain(title, TITLE), custom_id=self.id(topic, "form", more))
        form.stop()
        for name, label, description, value in fields[:MOST_FIELDS]:
            typed = ui.TextInput[Any](custom_id=name, required=False, default=value or None, max_length=100)
            form.add_item(
                ui.Label(text=plain(label, LABEL), description=plain(description, DESCRIPTION) or None, component=typed)
            )
        await self.answer.form(form)

    async def change(self, topic: str, **changes: Any) -> None:
        """Keeps what was chosen, and shows it."""
        await self.hall.rules.change(self.server, **changes)
        self.rules = as_it_is(self.hall.rules.at(self.server), self.answer.interaction.guild)
        await self.answer.update(self.page(topic, "✅ Changed."))


@dataclass(frozen=True)
class Topic:
    """Something to choose: how it is `now`, what chooses it (`items`), and what a press there does (`take`, with what was
    pressed and what more stands in its custom id)."""

    title: str
    emoji: str
    about: str
    now: Callable[[Panel], str]
    items: Callable[[Panel], Iterable[ui.Item[Any]]]
    take: Callable[[Panel, str, str], Awaitable[None]]


# ── a command, and a press ────────────────────────────────────────────────────────────────────────────────────────────


def command(screens: Screens) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="settings", description="What this server's games may be like, and who may start them")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def show(interaction: discord.Interaction[Any]) -> None:
        async with answering(interaction) as answer:
            await answer.show(Panel(screens, answer).front())

    return show


async def pressed(screens: Screens, answer: Answer, guild: str, topic: str, what: str = "", more: str = "") -> None:
    """A press on the panel, or a form that it opened. IllegalAction says why not."""
    panel = Panel(screens, answer)
    if guild != str(panel.guild):
        raise StaleAsk(PASSED)
    if topic == "open":
        topic = next(iter(chosen(answer)), "")
    if topic == "front":
        await answer.update(panel.front())
    elif topic not in TOPICS:
        raise StaleAsk(PASSED)
    elif what:
        await TOPICS[topic].take(panel, what, more)
    else:
        await answer.update(panel.page(topic))


# ── topics ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _games(panel: Panel) -> Values:
    return [(game.name, game.title) for game in panel.hall.games.values()]


def _ticked(title: str, emoji: str, about: str, name: str, values: Callable[[Panel], Values], none: str) -> Topic:
    """A topic where any of some values are allowed: the rule called `name`."""

    def now(panel: Panel) -> str:
        ticked = getattr(panel.rules, name)
        known = [label for value, label in values(panel) if ticked is None or value in ticked]
        return "all" if ticked is None and known else ", ".join(map(clean, known)) or none

    def items(panel: Panel) -> Iterable[ui.Item[Any]]:
        return panel.ticks(name, values(panel), getattr(panel.rules, name))

    async def take(panel: Panel, what: str, more: str) -> None:
        await panel.change(name, **{name: panel.ticked(values(panel), getattr(panel.rules, name), int(more))})

    return Topic(title, emoji, about, now, items, take)


def _who(panel: Panel) -> str:
    roles = panel.rules.roles
    return "everyone" if roles is None else " ".join(["moderators", *(f"<@&{id}>" for id in roles)])


def _who_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    roles = panel.rules.roles
    defaults = [discord.SelectDefaultValue(id=int(id), type=discord.SelectDefaultValueType.role) for id in roles or ()]
    yield ui.ActionRow(
        ui.RoleSelect(
            custom_id=panel.id("roles", "pick"),
            placeholder="Members with these roles",
            max_values=10,
            default_values=defaults[:10],
        )
    )
    yield parts.row(
        [
            panel.button("roles", "everyone", "Everyone", on=roles is None),
            panel.button("roles", "moderators", "Moderators only", on=roles == {}),
        ]
    )


async def _take_who(panel: Panel, what: str, more: str) -> None:
    await panel.change("roles", roles={"everyone": None, "moderators": {}}.get(what, panel.picked()))


def _where(panel: Panel) -> str:
    channels = panel.rules.channels
    return (
        "everywhere" if channels is None else " ".join(f"<#{id}>" for id in channels) or "nowhere: that channel is gone"
    )


def _channels(panel: Panel, topic: str, picked: Iterable[str], most: int) -> ui.Item[Any]:
    there = [discord.SelectDefaultValue(id=int(id), type=discord.SelectDefaultValueType.channel) for id in picked]
    kinds = CHANNELS if most > 1 else CHANNELS[:1]
    return ui.ActionRow(
        ui.ChannelSelect(
            custom_id=panel.id(topic, "pick"),
            placeholder="Pick here",
            channel_types=kinds,
            max_values=most,
            default_values=there[:most],
        )
    )


def _where_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    yield _channels(panel, "channels", panel.rules.channels or (), MOST_OPTIONS)
    yield parts.row([panel.button("channels", "everywhere", "Everywhere", on=panel.rules.channels is None)])


async def _take_where(panel: Panel, what: str, more: str) -> None:
    await panel.change("channels", channels=None if what == "everywhere" else panel.picked())


def _watching(panel: Panel) -> str:
    return f"<#{panel.rules.spectators}>" if panel.rules.spectators else "where they are asked for"


def _watching_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    yield _channels(panel, "spectators", filter(None, [panel.rules.spectators]), 1)
    yield parts.row([panel.button("spectators", "here", "Where they are asked for", on=not panel.rules.spectators)])


async def _take_watching(panel: Panel, what: str, more: str) -> None:
    await panel.change("spectators", spectators="" if what == "here" else next(iter(panel.picked()), ""))


def _budgets(panel: Panel) -> str:
    theirs, most = (panel.rules.game_budget, panel.rules.day_budget), panel.hall.rules.dollars
    told = zip(("a game", "a day"), theirs, most, strict=True)
    return ", ".join(filter(None, (_budget(*each) for each in told))) or "no limit of this server's own"


def _budget(of: str, theirs: float | None, most: float | None) -> str:
    """What a server's games may cost, and whose word that is; empty where it is nobody's."""
    if most is not None and (theirs is None or theirs > most):
        return f"${most:.2f} {of}, which is all that whoever runs the bot allows"
    return f"${theirs:.2f} {of}" if theirs is not None else ""


_BUDGETS = (
    ("game_budget", "US dollars a game", "After that, built-in players play its AIs. Empty: no limit."),
    ("day_budget", "US dollars a day", "For all games of this server, from midnight UTC. Empty: no limit."),
)
_LIMITS = (
    ("most", "Games at once on this server", "Lobbies and games. Empty: as many as the bot allows."),
    ("most_each", "Games at once that one person opened", "Empty: as many as the bot allows."),
)


_AWAY = (
    ("away", "Missed turns in a row until an AI sits in", f"0: never, {MOST_AWAY} at most. Empty: {About().away}."),
)


def _away(panel: Panel) -> str:
    away = About().away if panel.rules.away is None else panel.rules.away
    return staying.promise(away) or "Nobody sits in for whoever stays away."


def _typed(title: str, emoji: str, about: str, key: str, fields: Any, now: Callable[[Panel], str]) -> Topic:
    """A topic of numbers, which a form asks for: the rules called as its `fields`."""

    async def take(panel: Panel, what: str, more: str) -> None:
        if what == "edit":
            values = [(name, *words, _written(getattr(panel.rules, name))) for name, *words in fields]
            await panel.ask(key, "", title, values)
            return
        typed = typed_in(panel.answer.interaction.data or {})
        given = {name: typed.get(name, "").strip().lstrip("$").replace(",", ".") or None for name, *_ in fields}
        await panel.change(key, **given)

    return Topic(title, emoji, about, now, lambda panel: [parts.row([panel.button(key, "edit", "Change", "✏️")])], take)


def _written(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _limits(panel: Panel) -> str:
    here, house = panel.rules, panel.hall.rules
    most = _least(here.most, house.most)
    each = _least(here.most_each, house.most_each)
    return f"{'no limit' if most is None else most} on this server, {'no limit' if each is None else each} a person"


def _least(*limits: int | None) -> int | None:
    return min((each for each in limits if each is not None), default=None)


def _timed(panel: Panel) -> list[Game[Any]]:
    return [game for game in panel.hall.games.values() if time_options(game.lobby.options)]


def _clocks(panel: Panel) -> str:
    changed = [clean(game.title) for game in _timed(panel) if panel.rules.clocks_of(game)]
    return f"of your own for {', '.join(changed)}" if changed else "as the games have them"


def _clocks_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    options = [discord.SelectOption(label=plain(game.title, OPTION), value=game.name) for game in _timed(panel)]
    if options:
        select = ui.Select[Any](
            custom_id=panel.id("clocks", "edit"), placeholder="Which game?", options=options[:MOST_OPTIONS]
        )
        yield ui.ActionRow(select)


async def _take_clocks(panel: Panel, what: str, more: str) -> None:
    name = next(iter(chosen(panel.answer)), "") if what == "edit" else more
    game = panel.hall.game(name)
    known, options = panel.rules.clocks_of(game), game.lobby.options
    asked = time_options(options)[:MOST_FIELDS]
    if what == "edit":
        fields = [(each, options.model_fields[each]) for each in asked]
        values = [
            (
                each,
                field.title or each.replace("_", " ").capitalize(),
                f"{field.description}. Empty: {field.default}",
                str(known.get(each, "")),
            )
            for each, field in fields
        ]
        await panel.ask("clocks", name, f"Time in {game.title}", values)
        return
    typed = typed_in(panel.answer.interaction.data or {})
    try:
        clocks = {**panel.rules.clocks, name: read_clocks(game, typed)}
    except ValidationError as mistake:
        raise IllegalAction(sentences(mistake, game.lobby.options)) from None
    await panel.change("clocks", clocks={game: options for game, options in clocks.items() if options})


def _talk(panel: Panel) -> str:
    if not panel.screens.line.reads_channels:
        return "with “Speak” and `/say`: whoever runs this bot has not let it read messages"
    return "by just writing" if panel.rules.talk else "with “Speak”, `/say` and replies to the bot"


def _talk_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    on = panel.rules.talk
    yield parts.row(
        [
            panel.button("talk", "on", "By just writing", on=on),
            panel.button("talk", "off", "Only when they address the bot", on=not on),
        ]
    )


async def _take_talk(panel: Panel, what: str, more: str) -> None:
    await panel.change("talk", talk=what == "on")


def _bans(panel: Panel) -> str:
    return ", ".join(map(_banned, panel.bans)) or "nobody"


def _banned(ban: Ban) -> str:
    return f"{clean(ban.name)} <t:{int(ban.at)}:R>"


def _bans_items(panel: Panel) -> Iterable[ui.Item[Any]]:
    options = [
        discord.SelectOption(label=plain(ban.name, OPTION), value=ban.mark) for ban in panel.bans[-MOST_OPTIONS:]
    ]
    if options:
        select = ui.Select[Any](
            custom_id=panel.id("bans", "lift"), placeholder="Let back in", max_values=len(options), options=options
        )
        yield ui.ActionRow(select)


async def _take_bans(panel: Panel, what: str, more: str) -> None:
    lifted = [await panel.hall.rules.unban(panel.server, mark) for mark in chosen(panel.answer)]
    names = ", ".join(clean(each.name) for each in lifted)
    await panel.answer.update(panel.page("bans", f"✅ Let back in: {names}."))


TOPICS: Mapping[str, Topic] = {
    "games": _ticked("Games", "🎲", "Which games are played here.", "games", _games, "none"),
    "roles": Topic("Who starts games", "🙋", "Who may open a game. Moderators always may.", _who, _who_items, _take_who),
    "channels": Topic(
        "Where", "📍", "In which channels, or in all channels of which categories.", _where, _where_items, _take_where
    ),
    "models": _ticked(
        "Models", "🤖", "Which language models may play. Built-in players always may.", "models", lambda p: p.hall.models(),
        "none: built-in players play",
    ),
    "characters": _ticked(
        "Characters", "🎭", "Which characters AIs may have.", "characters", lambda p: p.hall.characters(), "none"
    ),
    "budgets": _typed("Budgets", "💵", "What models may cost here.", "budgets", _BUDGETS, _budgets),
    "clocks": Topic("Time", "⏱️", "What a host finds chosen as time limits, game by game.", _clocks, _clocks_items, _take_clocks),
    "away": _typed(
        "Staying away", "🪑", "When an AI plays on for somebody who stays away, unless a host chooses otherwise.", "away", _AWAY, _away,
    ),
    "spectators": Topic(
        "Watching", "👀", "Where AIs play to be watched, if the command names no channel.", _watching, _watching_items, _take_watching
    ),
    "talk": Topic("Talk", "💬", "How people speak at a table.", _talk, _talk_items, _take_talk),
    "limits": _typed("How many games", "🔢", "How many lobbies and games there may be at once.", "limits", _LIMITS, _limits),
    "bans": Topic(
        "Bans", "🚪", "Who is banned from all games here. `/game ban` adds somebody.", _bans, _bans_items, _take_bans
    ),
}  # fmt: skip
"""All that can be chosen, by what custom ids call it. Something new to choose is one entry more, and a field of ServerRules."""
