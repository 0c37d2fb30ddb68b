"""How somebody was understood: told to them alone, at once, wherever they spoke, and corrected by a press."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.surfaces.discord.forms import as_listed, make_form
from bot.surfaces.offers import offer
from games.core import Ask, Room, Seat, Told
from tests.bot.discord.hiding import Night, night
from tests.bot.tiny import ANN, BOASTS, BOB, Boast, Claim, Tell

UNDERSTOOD = "What was understood"


@asynccontextmanager
async def boasting(game: Any = BOASTS, **options: Any) -> AsyncIterator[Night]:
    """Alice and Bob at a table."""
    async with night(games=[game], **options) as t:
        await t.play(t.alice, t.bob, game="boasts")
        yield t


def claimed(t: Night) -> list[tuple[Boast, ...]]:
    return [means for _, means in t.table.story.state.ledger]


async def fill(t: Night, who: Any, form: Any, **values: str) -> Any:
    """A form in which some menus are left alone, or nothing is picked any more (“”)."""
    menus = {name for name, kind, _ in asked(form) if kind == 3}
    result = await who.submit_modal(form, {k: [v] * bool(v) if k in menus else v for k, v in values.items()})
    await t.env.settle()
    return result


def asked(form: Any) -> list[tuple[str, int, bool]]:
    """The fields of a form, of which kind each is (3: a menu), and whether it must be filled in."""
    inner = [each["component"] for each in form.modal["components"]]
    return [(each["custom_id"], each["type"], each["required"]) for each in inner]


async def test_what_was_understood_stands_in_the_answer_to_say_and_is_corrected_there() -> None:
    async with boasting() as t:
        answer = t.answer(await t.say(t.alice, "say", text="I picked 3 like bob"))
        assert answer.text.splitlines() == ["✅ You say: “I picked 3 like bob”", "You were understood so: 3 like bob."]
        assert list(answer.buttons) == ["Take back", "Correct it"]
        form = await t.press(t.alice, "Correct it", answer)
        assert asked(form) == [("number", 3, False), ("like", 3, False)]
        menus = [each["component"]["options"] for each in form.modal["components"]]
        assert [o["label"] for menu in menus for o in menu if o["default"]] == ["3", "bob"], "as it was understood"
        await fill(t, t.alice, form, number="4", like="")
        assert claimed(t) == [(Boast(4),)]
        assert answer.text.splitlines() == ["✅ alice corrects: 4.", "You were understood so: 4."]
        await t.restart_with(BOASTS)
        await t.press(t.alice, "Take back", answer)
        assert claimed(t) == [()]
        assert answer.text.splitlines() == ["✅ alice corrects: no claim.", "Nothing was taken for a claim."]
        assert list(answer.buttons) == ["Correct it"]
        assert not t.dms(t.alice) and not t.dms(t.bob)


async def test_it_is_told_once_and_never_as_a_question() -> None:
    async with boasting() as t:
        spoken = await fill(t, t.alice, await t.press(t.alice, "Speak"), text="I picked 3")
        assert t.answer(spoken).text == "You were understood so: 3." and spoken.followups[-1].flags.ephemeral
        hello = await t.say(t.alice, "say", text="Hello")
        assert t.answer(hello).text.endswith("Nothing was taken for a claim.")
        claiming = await t.press(t.alice, "Claim")
        assert claiming.modal is not None and not claiming.followups
        assert not t.dms(t.alice) and "understood" not in "".join(m.text for m in t.public())


async def test_what_is_murmured_is_understood_in_private_too() -> None:
    async with boasting() as t:
        answer = t.answer(await t.say(t.alice, "whisper", player=str(BOB), text="I picked 6"))
        assert answer.text.endswith("You were understood so: 6.") and "Take back" in answer.buttons
        assert "picked" not in "".join(m.text for m in t.public())


async def test_what_follows_from_something_private_is_told_below_it_and_stands_on_no_page() -> None:
    def asks(s: Any, seat: Seat) -> tuple[Ask, ...]:
        return tuple(
            replace(ask, private=True) if ask.key.startswith("murmur") else ask for ask in BOASTS.rules.asks(s, seat)
        )

    async with boasting(BOASTS.but(asks=asks)) as t:
        form = await t.press(t.alice, "Murmur", t.page(t.alice))
        selects = {"to": [str(BOB)], "text": "I picked 2"}
        shown = await t.alice.user.submit_modal(form, selects)
        await t.env.settle()
        answer = t.answer(shown)
        assert answer.text == "You were understood so: 2." and "Take back" in answer.buttons
        assert "understood" not in t.page(t.alice).text and "Take back" not in t.page(t.alice).buttons


async def test_what_is_kept_sealed_is_acknowledged_with_how_it_was_understood() -> None:
    def decide(s: Any, seat: Seat, action: Any, dice: Any) -> list[Told]:
        told = BOASTS.rules.decide(s, seat, action, dice)
        return [replace(each, to=frozenset({seat})) for each in told] if isinstance(action, Claim) else told

    async with boasting(BOASTS.but(decide=decide)) as t:
        claim = await fill(t, t.alice, await t.press(t.alice, "Claim"), number="2")
        assert t.answer(claim).text.splitlines() == ["✅ **Number**: 2", "You were understood so: 2."]
        assert claim.response is not None and not claim.followups, "it is told once, by the answer itself"


async def test_a_press_is_too_late_once_somebody_else_has_spoken() -> None:
    async with boasting() as t:
        answer = t.answer(await t.say(t.alice, "say", text="I picked 3"))
        form = await t.press(t.alice, "Correct it", answer)
        await t.say(t.bob, "say", text="I picked 5")
        late = t.answer(await t.press(t.alice, "Take back", answer))
        assert late.text == "That moment has passed. Look at the table again."
        assert "That moment has passed." in t.answer(await fill(t, t.alice, form, number="4")).text
        assert claimed(t) == [(Boast(3),), (Boast(5),)]


async def test_a_claim_is_a_form_for_thumbs_and_menus_may_be_left_alone() -> None:
    async with boasting() as t:
        form = await t.press(t.alice, "Claim")
        assert [(name, kind) for name, kind, needed in asked(form) if not needed] == [
            ("number", 3), ("like", 3), ("since", 3), ("sure", 3), ("note", 4),
        ]  # fmt: skip
        nothing = t.answer(await fill(t, t.alice, form))
        assert "Claim something." in nothing.text
        again = await fill(t, t.alice, await t.press(t.alice, "Try again", nothing), number="2", like=str(BOB))
        assert t.answer(again).text == "You were understood so: 2 like bob."
        assert claimed(t) == [(Boast(2, BOB),)]


def test_where_a_list_is_too_long_for_a_menu_its_values_are_typed_as_people_read_them() -> None:
    seats = tuple(f"p{n}" for n in range(26))
    names = {Seat(each): f"Player {each[1:]}" for each in seats}
    ask = Ask(
        "claim:1",
        "What do you claim?",
        "none",
        forms=(Claim,),
        allowed={"like": seats, "since": seats, "number": ("1",)},
    )
    typed = {"like": " player 12", "since": "Player 3, PLAYER 4,yesterday", "number": "Player 1", "note": "Player 2"}
    listed = as_listed(offer(ask, Claim, names), typed)
    assert listed == {**typed, "like": "p12", "since": "p3, p4, yesterday"}


def test_a_list_on_which_nothing_stands_yet_is_not_asked_for() -> None:
    ask = Ask("claim:1", "What do you claim?", "none", forms=(Claim,), allowed={"number": ("1",), "like": ()})
    shown = make_form("t1", offer(ask, Claim, {}), {}).to_dict()["components"]
    assert [each["component"]["custom_id"] for each in shown] == ["number", "since", "sure", "note"]


async def test_below_a_plain_message_stands_a_button_for_a_while_where_something_was_claimed() -> None:
    async with boasting(message_content=True) as t:
        hello = await t.alice.send(t.channel, f"<@{t.env.bot.user.id}> Hello")
        assert [each.emoji for each in t.env.backend.get_message(t.channel.id, hello.id).reactions] == ["✅"]
        assert not any(UNDERSTOOD in m.buttons for m in t.public())
        await t.alice.send(t.channel, "I picked 3")
        sign = t.public()[-1]
        assert list(sign.buttons) == [UNDERSTOOD] and not sign.text
        assert t.answer(await t.press(t.bob, UNDERSTOOD, sign)).text.startswith("That moment has passed.")
        shown = await t.press(t.alice, UNDERSTOOD, sign)
        answer = t.answer(shown)
        assert shown.ephemeral and answer.text == "You were understood so: 3."
        await t.press(t.alice, "Take back", answer)
        assert claimed(t) == [(), ()]
        await t.env.advance_time(61)
        assert UNDERSTOOD not in t.public()[-1].buttons


@pytest.mark.soak
async def test_in_a_room_beside_the_table_it_is_told_as_at_the_table() -> None:
    def rooms(s: Any) -> tuple[Room, ...]:
        return (Room("booth", "Booth", "Talk here.", ANN, frozenset(s.seats), frozenset(s.seats), Tell),)

    async with boasting(BOASTS.but(rooms=rooms), message_content=True) as t:
        await t.env.advance_time(60)
        (booth,) = t.channel.threads
        said = await t.alice.slash(booth, "say", text="I picked 1")
        await t.env.settle()
        assert t.answer(said).text.splitlines() == ["✅", "You were understood so: 1."]
        head = next(m for m in t.public(booth) if "Speak" in m.buttons)
        spoken = await fill(t, t.bob, await t.press(t.bob, "Speak", head), text="I picked 2")
        assert t.answer(spoken).text == "You were understood so: 2."
        await t.bob.send(booth, "I picked 3")
        await t.env.settle()
        assert [m for m in t.public(booth) if UNDERSTOOD in m.buttons] and len(claimed(t)) == 3


async def test_what_was_claimed_is_looked_up_by_everybody_as_far_as_they_heard_it() -> None:
    def sheet(t: Night, result: Any) -> list[str]:
        return t.answer(result).text.splitlines()[2:]

    async with boasting() as t:
        assert "Claims" not in t.board.buttons
        answer = t.answer(await t.say(t.alice, "say", text="I picked 3"))
        assert sheet(t, await t.press(t.bob, "Claims")) == ["- alice: 3"]
        await fill(t, t.alice, await t.press(t.alice, "Correct it", answer), number="4")
        await t.say(t.alice, "whisper", player=str(BOB), text="I picked 6")
        assert sheet(t, await t.press(t.bob, "Claims")) == ["- alice: 4", "- alice: 6"]
        assert sheet(t, await t.press(t.carol, "Claims")) == ["- alice: 4"]
