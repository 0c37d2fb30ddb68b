"""Liar's dice on Discord: a game of which the surface knows nothing, played by a form and a button."""

from __future__ import annotations

from games.liars_dice.rules import Bade, CupsLifted
from tests.bot.discord.hiding import night
from tests.bot.discord.town import Town


async def test_two_people_see_their_own_dice_bid_by_a_form_and_call_the_liar():
    async with night() as t:
        people = {f"discord:{each.id}": each for each in (t.alice, t.bob)}
        table = await t.play(t.alice, t.bob, game="liars-dice", players=2)
        state = table.story.state
        first, second = (people[table.seats[each].user] for each in (state.turn, state.after(state.turn, state.alive)))
        cups = {people[table.seats[seat].user]: " ".join(map(str, cup)) for seat, cup in state.cups.items()}
        assert "begins" in t.board.lead
        for each, cup in cups.items():
            assert any(f"You have {cup} in round 1." in message.text for message in t.dms(each))
            assert not any(cup in message.text for message in t.public())
        await Town.fill(t, first, await t.press(first, "Bid"), count="10", face="6")
        assert isinstance(table.story.log[-1].event, Bade) and "bids ten sixes" in t.board.text
        await t.press(second, "Liar!")
        assert any(isinstance(told.event, CupsLifted) for told in table.story.log)
        assert any("ten sixes a lie" in message.text for message in t.public())
        again = " ".join(map(str, table.story.view(table.story.state.turn).cups[table.story.state.turn]))
        assert any(f"You have {again} in round 2." in message.text for message in t.dms(first)), (
            "a new page for new dice"
        )
