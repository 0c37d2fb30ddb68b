"""Leaks, each a small mistake such as somebody makes on a Tuesday, and the law that has to see it.

A leak is some text of ours put in place of another. What it takes out has to be there exactly once: when the house changes, so does
the list.
"""

from __future__ import annotations

from dataclasses import dataclass

TABLES = ("tests/games/test_laws.py",)
SHOWN = ("tests/games/test_shown.py",)
LOG = ("tests/bot/test_log_law.py",)
PROVIDER = ("tests/bot/test_log_secrets.py",)
BROWSER = ("tests/web/test_leaks.py", "-k", "not noticed")
LOOKING_ON = ("tests/bot/discord/test_onlookers.py",)
TIME = ("tests/bot/test_timing_law.py", "-k", "not found")
ERASED = ("tests/bot/test_erasing.py",)

Edit = tuple[str, str, str]
"""A file, what goes there, and what comes instead."""


@dataclass(frozen=True)
class Leak:
    """What is given away, by what mistake, and which tests have to see it."""

    name: str
    seen_by: tuple[str, ...]
    edits: tuple[Edit, ...]


def leak(name: str, seen_by: tuple[str, ...], *edit: str) -> Leak:
    """One of edits in threes."""
    return Leak(name, seen_by, tuple(zip(edit[::3], edit[1::3], edit[2::3], strict=True)))


def _only(tests: tuple[str, ...], game: str) -> tuple[str, ...]:
    return (*tests, "-k", game)


TOWN, MYSTERY, DUET, DICE, WORDS = "town", "mystery", "duet", "liars-dice", "codenames"

LEAKS = (
    # ── what a game tells, and to whom ──
    leak("a role is told to the whole town", _only(TABLES, TOWN),
         "games/town/rules.py", "Told(frozenset({seat}), given)", "Told(EVERYONE, given)"),
    leak("the murderers are introduced in front of all", _only(TABLES, MYSTERY),
         "games/mystery/turns.py", "Told(guilty, MurderersMet(", "Told(EVERYONE, MurderersMet("),
    leak("what one saw at night is news for all", _only(TABLES, MYSTERY),
         "games/mystery/turns.py", "Told(frozenset({seat}), Witnessed(", "Told(EVERYONE, Witnessed("),
    leak("a hand is dealt face up", _only(TABLES, DICE),
         "games/company.py", "Told(frozenset({each.seat}), each)", "Told(None, each)"),
    leak("what the Mafia says is heard by all", _only(TABLES, TOWN),
         "games/town/rooms.py", "Told(to, event)]", "Told(EVERYONE, event)]"),
    leak("a limit in a duet is told to both", _only(TABLES, DUET),
         "games/duet/ledger/rules.py", "Told(frozenset({seat}), Dealt(", "Told(EVERYONE, Dealt("),
    leak("the key lies open for operatives", _only(TABLES, WORDS),
         "games/codenames/rules.py", "Told(frozenset(filter(is_spymaster, places)), KeyShown(key))", "Told(EVERYONE, KeyShown(key))"),
    leak("a refusal says what somebody is", _only(TABLES, TOWN),
         "games/town/rules.py", '    require(seat not in s.orders or s.orders[seat] != order, "That is what you have chosen already.")',
         '    require(order is None or order.target is None or s.cast[order.target].role not in KIN[0], "They are of the Mafia.")'),
    leak("everybody may read in the Mafia's room", _only(SHOWN, TOWN),
         "games/town/rooms.py", "found += [_thread(room, s.day, kin - {s.prisoner})", "found += [_thread(room, s.day, frozenset(s.alive))"),
    # ── the table ──
    leak("all hear that something else moved in private", LOG,
         "bot/table/door.py", "to = EVERYONE if ask.known or not ask.private else frozenset({moved.seat})", "to = EVERYONE"),
    leak("all hear what a model looked up", LOG,
         "bot/table/door.py", "first += [Told(frozenset({seat}), each) for each in looked]", "first += [Told(EVERYONE, each) for each in looked]"),
    leak("the view of the whole table stands in a prompt", SHOWN,
         "bot/table/thinking.py", "view=at.view(seat),", "view=at.story.state,"),
    leak("what others heard stands in a prompt", SHOWN,
         "bot/table/thinking.py", "told = [each for each in at.log if each.heard_by(seat)]", "told = list(at.log)"),
    leak("a timer is gone when somebody has chosen", SHOWN,
         "bot/table/deadlines.py",
         "return running.get((seat, key)) or next((each for (_, other), each in running.items() if other == key), None)",
         "return running.get((seat, key)) if len({each for each, _ in running}) % 2 else None"),
    leak("somebody is seen to think in secret", SHOWN,
         "bot/table/thinking.py", "return any(\n            ask.key in keys and (ask.known or not ask.private)", "return any(\n            ask.key in keys"),
    leak("an AI waits longer for what is asked in private", TIME,
         "bot/table/thinking.py", "        beats = 1 + sum(", "        pace *= 1 + len([a for a in self.at.asks(seat) if a.private])\n        beats = 1 + sum("),
    # ── the log and figures ──
    leak("the log says who gave no move at night", LOG,
         "bot/table/thinking.py", "logging.DEBUG if told or (ask.private and not ask.known) else", "logging.DEBUG if told else"),
    leak("the log says whose player broke at night", LOG,
         "bot/table/thinking.py", 'for ask in asked) else "somebody"', "for ask in asked) else seat"),
    leak("the log says whose time was up at night", LOG,
         "bot/metrics.py", "if public and not moved.cause.startswith", "if not moved.cause.startswith"),
    leak("the log says who has picked something", LOG,
         "bot/table/drafts.py", "before = dict(self._kept)", 'before = dict(self._kept)\n        log.info("table %s: %s picks", self.at.id, seat)'),
    leak("the log says which model was asked", PROVIDER,
         "bot/players/endpoint.py", 'log.debug("%s answered in', 'log.info("%s answered in'),
    leak("the log tells the seed", LOG,
         "bot/metrics.py", 'extra={"played": saved.game,', 'extra={"seed": saved.seed, "played": saved.game,'),
    leak("a figure names a seat", LOG,
         "bot/metrics.py", "why = moved.why or", 'why = f"{moved.seat}: {moved.why}" if moved.why else'),
    # ── Discord ──
    leak("the board marks who has picked something", SHOWN,
         "bot/surfaces/discord/board.py", 'return f"{face} {name}{waiting}".strip()',
         'picked = " ✍️" * any(seat == each.seat for seat, _ in table.drafts)\n    return f"{face} {name}{waiting}{picked}".strip()'),
    leak("the board marks all who are waited for", SHOWN,
         "bot/surfaces/discord/board.py", 'waiting = " ⏳" if each.awaited and', 'waiting = " ⏳" if each.seat in table.waited_for() and'),
    leak("the board marks who is thinking", SHOWN,
         "bot/surfaces/discord/board.py", 'waiting = " ⏳" if each.awaited and', 'waiting = " ⏳" if (each.awaited or each.seat in table.thinking.tasks) and'),
    leak("a custom id counts what was told in private", SHOWN,
         "bot/surfaces/discord/controls.py", "ids.mark(moment_of(control, scene)))", "ids.mark(f'{moment_of(control, scene)}{len(table.log)}'))"),
    leak("the alt text of a picture tells the key", SHOWN,
         "bot/surfaces/discord/pages.py", "[] if has_page(table, seat) else table.scene(seat).of(Grid)",
         "[] if has_page(table, seat) else [replace(g, about=str(table.story.state)) for g in table.scene(seat).of(Grid)]",
         "bot/surfaces/discord/pages.py", "blocks=tuple(keys if scene.secret else ())", "blocks=tuple(keys)"),
    leak("a reminder calls those who owe something in private", SHOWN,
         "bot/surfaces/discord/reminders.py", "waited = [row.seat for each in scene.of(Roster) for row in each.rows if row.awaited]", "waited = list(table.waited_for())"),
    leak("the channel is told what one seat heard", SHOWN,
         "bot/surfaces/discord/feed.py", "if index not in stands and told.to is None and news:", "if index not in stands and (news or told.to):"),
    leak("the narrator has heard everything", SHOWN,
         "bot/surfaces/discord/feed.py", "before = [told.event for told in log[: fresh[0]] if told.to is None]", "before = [told.event for told in log[: fresh[0]]]"),
    leak("the menu of bets has the murderer picked", SHOWN,
         "bot/bets.py", "table.game.shows.market(table.view(None))", "table.game.shows.market(table.story.state)",
         "games/mystery/onlookers.py", "for seat in s.known_murderers) if s.ended else frozenset()", "for seat in s.known_murderers)",
         "bot/surfaces/discord/bets.py", "value=c[:OPTION])", "value=c[:OPTION], default=c in market.right)"),
    leak("/game status says for whom all wait", LOOKING_ON,
         "bot/surfaces/discord/commands.py", "await answer.say(board.heading(found, link=await screen.link()))",
         'await answer.say(board.heading(found, link=await screen.link()) + f"\\n{found.waited_for()}")'),
    leak("/game log tells all that was told", LOOKING_ON,
         "bot/surfaces/discord/commands.py", "for event in table.heard(None)]", "for event in (each.event for each in table.log)]"),
    leak("what AIs thought is told while they play", LOOKING_ON,
         "bot/surfaces/discord/looking.py", "if table.outcome is None:\n        raise", "if False:\n        raise"),
    leak("whoever may not press is told for whom all wait", LOOKING_ON,
         "bot/surfaces/discord/press.py", 'raise IllegalAction(f"{rights.NOT_SEATED}{hint}")', 'raise IllegalAction(f"{rights.NOT_SEATED}{hint} {table.waited_for()}.")'),
    leak("the channel moves when something is chosen in secret", LOOKING_ON,
         "bot/surfaces/discord/board.py", "items: list[ui.Item[Any]] = [text(heading(table, True, closed, faces))]",
         'items: list[ui.Item[Any]] = [text(heading(table, True, closed, faces) + "\\u200b" * (len(table.log) % 2))]'),
    # ── files ──
    leak("a file of a game that runs has the seed", SHOWN,
         "bot/export.py", '            "whole": self.whole,', '            "whole": self.whole,\n            "seed": saved.seed,'),
    leak("a file of a game that runs has the moves", SHOWN,
         "bot/export.py", "        if self.whole:\n            document |= {", "        if self.moves:\n            document |= {"),
    leak("a file of a game that runs has what seats were told", SHOWN,
         "bot/export.py", "for each in saved.log if whole or each.to is None]", "for each in saved.log]"),
    leak("a file of a game that runs has what they thought", SHOWN,
         "bot/export.py", "        if self.whole:\n            for sheet", "        if self.moves:\n            for sheet"),
    # ── terminal and browser ──
    leak("a terminal hears everything", SHOWN,
         "bot/surfaces/terminal/hearing.py", "if not told.heard_by(self.ear):", "if self.ear is not None and not told.heard_by(self.ear):"),
    leak("a page is drawn from all that the table knows", BROWSER,
         "bot/surfaces/web/glance.py", "scene=table.scene(eyes),", "scene=table.scene(TABLE),"),
    leak("the big screen hears everything", BROWSER,
         "bot/surfaces/web/glance.py", "glance = glance_at(table, None, None)", "glance = glance_at(table, None, TABLE)"),
    leak("a count on a page counts what others were told", BROWSER,
         "bot/surfaces/web/glance.py", "heard_so_far=sum(each.heard_by(ears) for each in table.log),", "heard_so_far=len(table.log),"),
    leak("a page is sent again when others are told something", BROWSER,
         "bot/surfaces/web/live.py", "if found != last:", "if found is not last:"),
    leak("what others have picked stands in a form", BROWSER,
         "bot/surfaces/web/offers.py", "draft = (drafts or {}).get((glance.seat, ask.key)) if glance.seat else None",
         "draft = next((d for (_, k), d in (drafts or {}).items() if k == ask.key), None)"),
    # ── whoever was erased ──
    leak("what an AI thought of whoever was erased", ERASED,
         "bot/stores/erasing.py", '"moves": ("aside", "why"),', '"moves": ("why",),'),
)  # fmt: skip
