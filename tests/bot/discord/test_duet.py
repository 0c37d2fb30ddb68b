"""Games from two prompts, as people meet them: begun, moved in every way there is, read, and told to the end."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Move, Occupant, Player, PlayerFailed
from bot.surfaces.discord import answers
from games.core import altered
from games.duet import GAME, stocked
from games.duet.events import HUMAN, PLAYER, Show, Write
from games.duet.ledger import reckoning
from games.reading import numbers_in
from tests.bot.discord.hiding import Night, night
from tests.bot.discord.town import Message, Town
from tests.scripted import ScriptedPlayer

SPLIT = """---
title: Split
summary: One cuts, the other chooses.
seats: {human: Cutter, player: Chooser}
state: {cake: 10}
moves:
  - {name: cut, by: human, type: number, from: 0, to: cake, ask: How much is the first piece?}
  - {name: piece, by: player, type: choice, choices: [first, second], ask: Which piece do you take?}
payoff:
  human: "cut if piece == 'second' else cake - cut"
  player: "cut if piece == 'first' else cake - cut"
---
You are the manager of Split: tell how much cake there is, who cuts, and who chooses.
"""
CHOOSER = "You choose one of two pieces of cake. Answer with first or second, and nothing else.\n"
BROKEN = SPLIT.replace("type: number", "type: nomber").replace("payoff:", "payof:").replace("title: Split\n", "")


async def begin(t: Night, *people: Any, **options: Any) -> Any:
    """A game that the first of these people hosts, each on the next side; its dice always fall the same."""
    t.hall.open = partial(t.hall.open, seed="a long game")  # type: ignore[method-assign]
    await t.say(people[0], "duet start", **options)
    for who, side in zip(people, ("First side", "Second side"), strict=False):
        await t.press(who, side)
    await t.press(people[0], "Start")
    return t.table


async def fill(t: Night, who: Any, button: str, **values: str) -> Message | None:
    """Opens a form of the board and fills it in; what only they are shown of it."""
    form = await t.press(who, button)
    result = await Town.fill(t, who, form, **values)
    return t.answer(result) if result.response or result.followups else None


def displays(t: Night) -> list[str]:
    return [message.text for message in t.public() if "\n> " in message.text]


# ── with a header ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_host_alone_plays_a_whole_ultimatum_with_buttons_and_a_form():
    async with night() as t:
        # Now and then the built-in responder turns down even half.
        t.hall.open = partial(t.hall.open, seed="a fair offer")  # type: ignore[method-assign]
        result = await t.say(t.alice, "duet start", pair="ultimatum")
        lobby = t.answer(result)
        assert lobby.text.startswith("### Duet: Ultimatum\n")
        assert "Pair: ultimatum" in lobby.text and "Human, Proposer: *free*" in lobby.text
        assert "Manager: built in" in lobby.text and "Manager: *free*" not in lobby.text
        assert not any("anager" in label for label in lobby.buttons)
        await t.press(t.alice, "Start")
        table = t.table
        assert table.seat_of(f"discord:{t.alice.id}") == HUMAN and table.seats[PLAYER].kind == "built-in"
        assert list(t.board.buttons) == ["Offer …", "Rules"] and "($0 to $100)" in t.board.lead
        told = t.answer(await t.press(t.alice, "Rules")).text
        assert "Ultimatum: One offer to share" in told and "(Responder): Do you accept the offer?" in told
        assert "There is $100 to share." in displays(t)[0] and "to share" not in t.board.text, "nothing is told twice"
        assert t.board.id > t.public()[0].id and len(displays(t)) == 1, "the board lies below the display"
        form = await t.press(t.alice, "Offer …")
        assert form.modal is not None
        [label] = form.modal["components"]
        assert form.modal["title"] == label["label"] == "Offer" and "($0 to $100)" in label["description"]
        wrong = t.answer(await Town.fill(t, t.alice, form, number="140"))
        assert "That is out of range." in wrong.text and "($0 to $100)" in wrong.text and "140" in wrong.text
        none = await fill(t, t.alice, "Offer …", number="forty")
        assert none is not None and "one number in figures" in none.text
        await fill(t, t.alice, "Offer …", number="$50")
        *_, board, end, result_message = t.public()
        assert "\n> " in end.text and "alice has $50 and" in end.text
        assert "The game is over." in board.lead and "Rematch" in result_message.buttons
        assert "Ultimatum" in result_message.lead and "alice has" not in board.text + result_message.text, "told once"
        assert not t.hall.tables


@pytest.mark.parametrize("words", ["40", "I offer 40", "40 dollars", "$40"])
async def test_a_number_is_read_from_words_that_address_the_bot(words: str):
    async with night() as t:
        table = await begin(t, t.alice, pair="ultimatum")
        message = await t.alice.send(t.channel, f"<@{t.env.bot.user.id}> {words}")
        await t.env.settle()
        assert table.story.state.made[0].value == 40
        assert [r.emoji for r in t.env.backend.get_message(message.channel.id, message.id).reactions] == ["✅"]


async def test_a_number_is_read_by_say_and_by_dm_and_what_is_doubtful_is_asked_back():
    async with night() as t:
        table = await begin(t, t.alice, pair="ultimatum")
        doubtful = t.answer(await t.say(t.alice, "say", text="30 or 40?"))
        assert "numbers" in doubtful.text and not table.story.state.made
        await t.write(t.alice, "whatever you like")
        assert "are waited for at the table" in t.dms(t.alice)[-1].text and not table.story.state.made
        told = t.answer(await t.say(t.alice, "say", text="I offer 30"))
        assert "✅" in told.text and "30" in told.text and table.story.state.made[0].value == 30
    async with night() as t:
        table = await begin(t, t.alice, pair="ultimatum")
        await t.write(t.alice, "45")
        assert "✅" in t.dms(t.alice)[-1].text and table.story.state.made[0].value == 45


async def test_with_the_intent_a_bare_number_is_a_move_and_talk_about_numbers_is_not():
    async with night(message_content=True) as t:
        table = await begin(t, t.alice, pair="ultimatum")
        for talk in ("I think 40 is fair", "what do you say to 40?", "40 or 50", "brb"):
            await t.alice.send(t.channel, talk)
        await t.bob.send(t.channel, "40")
        assert not table.story.state.made
        await t.alice.send(t.channel, "$40")
        await t.env.settle()
        assert table.story.state.made[0].value == 40


async def test_a_prisoners_dilemma_is_chosen_by_two_people_at_once_where_nobody_sees_it():
    async with night() as t:
        table = await begin(t, t.alice, t.bob, pair="prisoners-dilemma")
        assert list(t.board.buttons) == ["My move", "Rules"], "nothing that everybody would see pressed"
        pages = {who.id: t.page(who) for who in (t.alice, t.bob)}
        assert all({"Cooperate", "Defect"} == set(page.buttons) for page in pages.values())
        before = t.board.text
        await t.press(t.alice, "Cooperate", t.page(t.alice))
        assert "You have chosen “cooperate”" in t.page(t.alice).text and not t.page(t.alice).buttons
        assert t.board.text == before and len(displays(t)) == 1, "nobody hears who has chosen"
        assert "cooperate”" not in "".join(m.text for m in (*t.dms(t.bob), *t.public()))
        mine = t.answer(await t.press(t.bob, "My move"))
        await t.press(t.bob, "Defect", mine)
        assert len(displays(t)) == 2 and "bob defects." in displays(t)[-1]
        assert "alice 0 points · bob 5 points" in t.board.text
        await t.write(t.bob, "I defect")
        await t.press(t.bob, "Confirm", t.dms(t.bob)[-1])
        await t.press(t.alice, "Cooperate", t.page(t.alice))
        assert [number for number, _, _ in table.story.state.paid] == [1, 1, 2, 2] and "bob 10 points" in t.board.text


async def test_each_side_of_a_bargain_sees_its_own_valuation_and_nobody_else_any():
    async with night() as t:
        table = await begin(t, t.alice, t.bob, pair="bargaining")
        hidden = {seat: dict(values) for seat, values in table.story.state.private}
        value, cost = f"value ${hidden[HUMAN]['value']}", f"cost ${hidden[PLAYER]['cost']}"
        assert value in t.page(t.alice).text and cost in t.page(t.bob).text
        assert cost not in "".join(m.text for m in t.dms(t.alice)) and value not in "".join(
            m.text for m in t.dms(t.bob)
        )
        for who, own in ((t.alice, value), (t.bob, cost)):
            assert own in t.answer(await t.press(who, "My side")).text
        await fill(t, t.alice, "Price …", number="33")
        assert {"Accept", "Refuse", "Leave"} < set(t.board.buttons)
        stranger = t.answer(await t.press(t.alice, "Accept"))
        assert "not your turn" in stranger.text
        assert "Only you know" not in "".join(m.text for m in t.public())
        await t.press(t.bob, "Refuse")
        await fill(t, t.bob, "Price …", number="60")
        assert len(t.dms(t.alice)) == len(t.dms(t.bob)) == 1, "what does not change is sent once"
        assert value not in "".join(m.text for m in t.public()) and cost not in "".join(m.text for m in t.public())
        await t.press(t.alice, "Accept")
        result = t.public()[-1].text
        assert not t.hall.tables and value in result and cost in result, "in the end all is told"
        assert len(t.dms(t.alice)) == len(t.dms(t.bob)) == 1, "and nobody needs another DM for it"


async def test_what_a_bidder_is_dealt_and_asked_comes_in_one_dm():
    async with night() as t:
        await begin(t, t.alice, t.bob, pair="auction")
        for who in (t.alice, t.bob):
            [page] = t.dms(who)
            assert page.text.count("Only you know: value $") == 1 and page.buttons == {"Bid …": page.buttons["Bid …"]}
        form = await t.press(t.alice, "Bid …", t.page(t.alice))
        await t.fill(t.alice, form, number="20")
        assert "You have chosen “$20”" in t.page(t.alice).text
        for message in (t.board, *t.dms(t.alice)):
            assert not any(line.strip() == "-#" for line in message.text.split("\n")), "nothing to say is no line"


async def test_each_field_has_its_own_unit():
    async with night() as t:
        await begin(t, t.alice, pair="trust")
        assert "endowment $10 · factor 3 · pot $0" in t.board.text


async def test_what_somebody_wrote_as_a_move_stands_in_quotation_marks():
    async with night() as t:
        await begin(t, t.alice, t.bob, pair="twenty-questions")
        await fill(t, t.alice, "Question …", text="Is it *alive*?")
        assert "question “Is it \\*alive\\*?”" in t.board.text


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_pair_is_uploaded_and_played_and_its_text_is_shown_nowhere():
    async with night() as t:
        files = {
            "manager": ("split_manager.md", b"\xef\xbb\xbf" + SPLIT.encode()),
            "player": ("p.md", CHOOSER.encode()),
        }
        lobby = t.answer(await t.say(t.alice, "duet start", **files))
        assert "Pair: split, Manager: brought as a file, Player: brought as a file" in lobby.text
        assert "tell how much cake" not in lobby.text and "Human, Cutter" in lobby.text
        await t.press(t.alice, "Start")
        table = t.table
        assert table.story.options.manager == SPLIT and table.story.options.player == CHOOSER  # type: ignore[attr-defined]
        await fill(t, t.alice, "Cut …", number="5")
        assert "has 5 and" in t.public()[-2].text
        assert "tell how much cake" not in "".join(m.text for m in t.public())


async def test_every_mistake_in_a_file_comes_back_to_whoever_brought_it_with_its_line():
    async with night() as t:
        files = {"manager": ("m.md", BROKEN.encode()), "player": ("p.md", CHOOSER.encode())}
        result = await t.say(t.alice, "duet start", **files)
        told = t.answer(result)
        assert result.ephemeral and not t.hall.lobbies
        lines = told.text.split("\n")
        assert len(lines) >= 3 and all(line.startswith("- ") for line in lines) and "nomber" in told.text
        assert "payof" in told.text and "line" in told.text.lower()


async def test_a_long_list_of_mistakes_is_cut_and_counted():
    async with night() as t:
        moves = "\n".join(f"  - {{name: m{n}, by: nobody, type: nomber, ask: What?}}" for n in range(60))
        broken = f"---\ntitle: Broken\nsummary: Broken.\nmoves:\n{moves}\n---\nYou manage.\n"
        told = t.answer(
            await t.say(t.alice, "duet start", manager=("m.md", broken.encode()), player=("p.md", b"Play."))
        )
        assert len(told.text) <= 1900 and told.text.split("\n")[-1].startswith("… and ")


@pytest.mark.parametrize(("brought", "missing"), [("manager", "player"), ("player", "manager")])
async def test_one_file_alone_is_half_a_pair(brought: str, missing: str):
    async with night() as t:
        text = SPLIT if brought == "manager" else CHOOSER
        told = t.answer(await t.say(t.alice, "duet start", **{brought: ("m.md", text.encode())}))
        assert f"The {missing}'s file is missing: bring both" in told.text and not t.hall.lobbies


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"\xff\xfe\x00x", "UTF-8"), (b"x" * 70_000, "larger than 64 KiB"), (b"  \n", "is empty"), (b"a\x00b", "no text")],
)
async def test_what_is_no_document_is_refused_in_a_sentence(data: bytes, why: str):
    async with night() as t:
        result = await t.say(t.alice, "duet start", manager=("m.md", data), player=("p.md", CHOOSER.encode()))
        assert result.ephemeral and why in t.answer(result).text and not t.hall.lobbies


async def test_a_pair_dropped_into_a_folder_is_suggested_and_played(tmp_path: Path):
    async with night(games=[stocked(tmp_path)]) as t:
        assert not await t.alice.autocomplete(t.channel, "duet start", "pair", "spl")
        (tmp_path / "split_manager.md").write_text(SPLIT, encoding="utf-8")
        (tmp_path / "split_player.md").write_text(CHOOSER, encoding="utf-8")
        names = [each["value"] for each in await t.alice.autocomplete(t.channel, "duet start", "pair", "")]
        assert "split" in names and "ultimatum" in names
        table = await begin(t, t.alice, pair="split")
        (tmp_path / "split_manager.md").write_text("Gone.", encoding="utf-8")
        await t.restart()
        assert t.table.id == table.id
        await fill(t, t.alice, "Cut …", number="6")
        assert not t.hall.tables and "has" in t.public()[-2].text


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────


class Haggler(Player):
    """A model that manages a haggle, or plays in it."""

    async def move(self, brief: Brief) -> Move:
        [ask] = [ask for ask in brief.asks if ask.need != "none"]
        if brief.seat == PLAYER:
            return Move(ask.key, Write("60"))
        events = [type(event).__name__ for event in brief.heard]
        written = [event for event in brief.heard if type(event).__name__ in ("Spoke", "Answered")]
        if not written:
            text = "# Round 1\n**Your price?**\n| You | The player |\n|---|---|\n| – | – |"
        elif events.index("Spoke") >= 0 and type(written[-1]).__name__ == "Spoke":
            offer = numbers_in(written[-1].text)  # type: ignore[attr-defined]
            text = f"[PLAYER_TURN]\nThe human offers {offer[0]:g}.\nACCEPT or a price?\n[/PLAYER_TURN]"
        else:
            text = f"The player says {written[-1].text}.\n@everyone -# Thank you!\n[GAME_OVER]"  # type: ignore[attr-defined]
        return Move(ask.key, Show(text))


class Models(BuiltInPlayers):
    """Seats it everywhere."""

    def occupant(self, name: str, spec: str = "") -> Occupant:
        return Occupant("model", name, model="double-1")

    def seat(self, occupant: Occupant) -> Player:
        return Haggler()


async def test_a_pair_without_a_header_is_played_by_writing():
    async with night(Models(), message_content=True) as t:
        lobby = t.answer(await t.say(t.alice, "duet start", pair="haggle"))
        assert "Manager: double-1 🤖" in lobby.text
        await t.press(t.alice, "First side")
        await t.press(t.alice, "Start")
        table = t.table
        [opening] = displays(t)
        assert opening.split("\n")[1:] == ["> Round 1", "> Your price?", "> You · The player", "> – · –"]
        assert "Write" in t.board.buttons
        await t.alice.send(t.channel, "I give you 45,\n- and a bell")
        await t.env.settle()
        assert "and a bell" not in "\n".join(displays(t)), "it stands there as she wrote it"
        public = "\n".join(m.text for m in t.public())
        assert "The player says 60." in public and "PLAYER_TURN" not in public and "ACCEPT or a price" not in public
        assert "@everyone" not in public
        blocks = [told.event.text for told in table.story.log if type(told.event).__name__ == "Asked"]  # type: ignore[attr-defined]
        assert blocks == ["The human offers 45.\nACCEPT or a price?"] and table.story.outcome is not None


class Unreachable(Models):
    """Models whose endpoint is gone."""

    def seat(self, occupant: Occupant) -> Player:
        return ScriptedPlayer([PlayerFailed("double-1's endpoint cannot be reached")] * 20)


async def test_that_something_else_moves_is_said_once_for_each_seat_and_reason():
    async with night(Unreachable()) as t:
        await begin(t, t.alice, pair="prisoners-dilemma")
        for _ in range(3):
            await t.press(t.alice, "Cooperate", t.page(t.alice))
        told = "\n".join(message.text for message in t.public() if message.text != t.board.text)
        player = t.table.seats[PLAYER].name
        assert (
            told.count("A stand-in moves for") == 2 and f"{player} 🤖: double-1's endpoint cannot be reached." in told
        )
        rounds = GAME.shows.scene(altered(t.table.story.state, closed=True), None).blocks
        assert sum(str(each).count("(stand-in)") for each in rounds) == 3, "the ledger marks them in the end"


async def test_what_the_clock_does_for_somebody_does_not_pass_for_their_own_move():
    async with night() as t:
        await begin(t, t.alice, pair="ultimatum", seconds=15)
        await t.env.advance_time(20)
        await t.env.advance_time(20)
        public = "\n".join(m.text for m in t.public())
        assert "alice offers $50" in public and "A stand-in moves for alice: time was up." in public
        assert "alice offer $50 (stand-in)" in public


async def test_in_a_game_that_tells_nothing_else_in_messages_it_is_said_too():
    async with night(Unreachable()) as t:
        await t.say(t.alice, "codenames start", timers=False)
        await t.press(t.alice, "Join Red")
        await t.press(t.alice, "Start")
        await t.env.settle()
        told = [message.text for message in t.public() if "A stand-in moves for" in message.text]
        assert any("double-1's endpoint cannot be reached." in each for each in told if each != t.board.text)


async def test_a_pair_without_a_header_needs_a_model_and_the_lobby_says_so():
    async with night() as t:
        answer = t.answer(await t.say(t.alice, "duet start", pair="haggle"))
        assert "has no header" in answer.text and "such as ultimatum" in answer.text and answer.raw.flags & 64
        assert not t.hall.lobbies and not t.hall.tables


async def test_with_a_person_across_the_table_displays_come_by_dm():
    async with night(Models()) as t:
        table = await begin(t, t.alice, t.bob, pair="haggle")
        assert not displays(t) and "> Your price?" in t.page(t.alice).text
        assert "Your price" not in "".join(m.text for m in t.dms(t.bob))
        await t.write(t.alice, "45")
        await t.press(t.alice, "Confirm", t.dms(t.alice)[-1])
        assert "> The human offers 45.\n> ACCEPT or a price?" in t.page(t.bob).text
        await t.write(t.bob, "No.\nSixty!")
        await t.press(t.bob, "Confirm", t.dms(t.bob)[-1])
        answers = [told.event for told in table.story.log if type(told.event).__name__ == "Answered"]
        assert [each.text for each in answers] == ["No.\nSixty!"]  # type: ignore[attr-defined]
        assert len(displays(t)) == 1 and "The player says No." in displays(t)[0], "the last display is for everybody"


# ── slow, and gone ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_files_that_take_their_time_are_judged_in_private_and_played_in_public(monkeypatch: pytest.MonkeyPatch):
    read = discord.Attachment.read

    async def slowly(self: discord.Attachment, **options: Any) -> bytes:
        await asyncio.sleep(0.2)
        return await read(self, **options)

    monkeypatch.setattr(discord.Attachment, "read", slowly)
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    async with night() as t:
        files = {"manager": ("m.md", BROKEN.encode()), "player": ("p.md", CHOOSER.encode())}
        result = await t.say(t.alice, "duet start", **files)
        assert "nomber" in t.answer(result).text and result.ephemeral
        assert "nomber" not in "".join(m.text for m in t.public())
        files = {"manager": ("m.md", SPLIT.encode()), "player": ("p.md", CHOOSER.encode())}
        assert "A table is set" in t.answer(await t.say(t.alice, "duet start", **files)).text
        lobby = t.board
        assert "Human, Cutter" in lobby.text and not lobby.raw.flags & 64, "everybody can join"
        await t.press(t.bob, "Second side", lobby)
        assert "**bob**" in t.board.text


async def test_ais_may_be_watched_and_nobody_joins_as_the_manager():
    async with night() as t:
        await t.say(t.alice, "duet watch", pair="ultimatum")
        await t.env.advance_time(30)
        assert len(displays(t)) == 2 and "Rematch" in t.public()[-1].buttons and not t.hall.tables
    async with night() as t:
        await begin(t, t.alice, pair="ultimatum")
        seats = await t.bob.autocomplete(t.channel, "game join", "seat", "")
        assert [each["value"] for each in seats] == ["player"]
        assert "only an AI sits there" in t.answer(await t.say(t.bob, "game join", seat="Manager")).text
        refused = t.answer(await t.say(t.alice, "duet start", pair="nonsense"))
        assert "no pair called “nonsense”" in refused.text and "ultimatum" in refused.text


@pytest.mark.parametrize("by", ["human", "both"])
async def test_as_many_choices_as_a_pair_may_have_fit_into_a_message(by: str, tmp_path: Path):
    words = ", ".join(f"word{n}" for n in range(25))
    move = f"  - {{name: word, by: {by}, type: choice, choices: [{words}], ask: Which word do you take?}}"
    pair = (
        f"---\ntitle: Words\nsummary: Take one.\nseats: {{human: One, player: Two}}\nmoves:\n{move}\n---\nYou manage.\n"
    )
    (tmp_path / "many_manager.md").write_text(pair, encoding="utf-8")
    (tmp_path / "many_player.md").write_text(CHOOSER, encoding="utf-8")
    async with night(games=[stocked(tmp_path)]) as t:
        await begin(t, t.alice, pair="many")
        shown = t.board if by == "human" else t.page(t.alice)
        assert {f"Word{n}" for n in range(25)} <= set(shown.buttons)
        await t.press(t.alice, "Word24", shown)
        assert not t.hall.tables and "word24" in displays(t)[-1]


BUNDLE = (
    SPLIT.replace(
        "{name: cut, by: human, type: number, from: 0, to: cake, ask: How much is the first piece?}",
        "{name: cut, by: human, ask: How is it cut?, fields: {size: {from: 0, to: cake}, cream: {choices: [left, right]}}}",
    )
    .replace("cut if", "cut.size if")
    .replace('cake - cut"', 'cake - cut.size"')
)


async def test_an_offer_of_several_values_is_one_form_and_a_sentence_or_words_that_address_the_bot(tmp_path: Path):
    (tmp_path / "bundle_manager.md").write_text(BUNDLE, encoding="utf-8")
    (tmp_path / "bundle_player.md").write_text(CHOOSER, encoding="utf-8")
    async with night(games=[stocked(tmp_path)]) as t:
        table = await begin(t, t.alice, pair="bundle")
        form = await t.press(t.alice, "Cut …")
        assert form.modal is not None and "(size: 0 to 10; cream: left or right)" in t.board.lead
        size, cream = form.modal["components"]
        assert (size["label"], size["description"], cream["label"]) == ("Size", "0 to 10", "Cream")
        assert [each["value"] for each in cream["component"]["options"]] == ["left", "right"]
        wrong = t.answer(await Town.fill(t, t.alice, form, size="14", cream="left"))
        assert "That is out of range. Size (0 to 10)." in wrong.text
        await fill(t, t.alice, "Cut …", size="4", cream="right")
        assert table.story.state.made[0].value == (("size", 4), ("cream", "right"))
    async with night(games=[stocked(tmp_path)]) as t:
        table = await begin(t, t.alice, pair="bundle")
        doubtful = t.answer(await t.say(t.alice, "say", text="size 4"))
        assert "It is not clear what “cream” is to be. Write it like this: size 5, cream right." in doubtful.text
        await t.say(t.alice, "say", text="6, with cream on the left")
        assert table.story.state.made[0].value == (("size", 6), ("cream", "left"))


SEALED = (
    BUNDLE.replace("name: cut, by: human", "name: cut, by: both")
    .replace(
        "  - {name: piece, by: player, type: choice, choices: [first, second], ask: Which piece do you take?}\n", ""
    )
    .replace("cut.size if piece == 'second' else cake - cut.size", "cut.human.size")
    .replace("cut.size if piece == 'first' else cake - cut.size", "cut.player.size")
)


async def test_offers_made_at_once_are_filled_in_where_nobody_else_sees_them(tmp_path: Path):
    (tmp_path / "sealed_manager.md").write_text(SEALED, encoding="utf-8")
    (tmp_path / "sealed_player.md").write_text(CHOOSER, encoding="utf-8")
    async with night(games=[stocked(tmp_path)]) as t:
        table = await begin(t, t.alice, t.bob, pair="sealed")
        assert list(t.board.buttons) == ["My move", "Rules"]
        for who, size in ((t.alice, "4"), (t.bob, "7")):
            form = await t.press(who, "Cut …", t.page(who))
            await t.fill(who, form, size=size, cream=["left"])  # type: ignore[arg-type]
            if who is t.alice:
                assert "You have chosen “size 4, cream left”" in t.page(who).text
                assert "size 4" not in "".join(m.text for m in (*t.dms(t.bob), *t.public()))
        assert reckoning.totals(table.story.state) == {HUMAN: 4, PLAYER: 7}
