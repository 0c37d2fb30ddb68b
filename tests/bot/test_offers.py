"""What a seat may do now, as every surface draws it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bot.surfaces.offers import as_typed, label_of, offer, offers
from games.core import Action, Ask, Prose, Seat, record
from games.scene import Control

NAMES = {Seat("p1"): "Ada", Seat("p2"): "Basil"}


@record
class Bid(Action):
    price: float
    share: Annotated[int, Field(title="Your share")] = 1
    to: tuple[str, ...] = ()


@record
class Vote(Action):
    whom: str


@record
class Write(Action):
    paper: str
    text: Prose


def test_what_stands_in_an_action_is_typed_as_people_type_it():
    assert as_typed(Bid(40.0, 0, ("p1", "p2"))) == {"price": "40", "share": "0", "to": "p1, p2"}
    assert as_typed(Bid(1234567.25))["price"] == "1234567.25"
    assert as_typed(Vote("")) == as_typed(None) == {}


def test_an_answer_is_called_as_its_button_or_else_by_what_it_does():
    controls = (Control("Hang {p1}", Vote("p1")), Control("Vote …", Vote))
    called = [label_of(each, controls, NAMES) for each in (Vote("p1"), Vote("p2"), Vote, Write)]
    assert called == ["Hang Ada", "Vote Basil", "Vote …", "Write"]


def test_a_form_begins_with_what_was_begun_and_takes_what_is_allowed():
    ask = Ask(
        "vote:1",
        "Whom?",
        "each",
        (Vote("nobody"),),
        (Vote, Bid),
        {"whom": ("p1", "guard {p2}")},
        amounts={"price": "$…"},
    )
    nobody, vote, bid = offers(ask, (), NAMES, Bid(0.0))
    assert (nobody.label, nobody.does, nobody.fields) == ("Vote nobody", Vote("nobody"), ())
    assert [tuple(each) for each in vote.fields[0].values] == [
        ("p1", "Ada", "p1", ""),
        ("guard {p2}", "guard Basil", "p2", ""),
    ]
    assert [(each.typed, each.reads) for each in bid.fields] == [("0", "$…"), ("1", ""), ("", "")]
    assert vote.needed == vote.fields and bid.needed == bid.fields[:1]


def test_of_a_form_that_its_button_has_filled_in_words_are_asked_for_with_names_in_them():
    ask = Ask("papers:1", "What do you write?", "none", forms=(Write,))
    pens = tuple(Control(each, Write, filled=Write(each, "{p1} was here.")) for each in ("will", "notebook"))
    will, notebook = offers(ask, pens, NAMES)
    assert [(each.name, each.typed) for each in will.fields] == [("text", "Ada was here.")]
    assert (will.label, will.kept, notebook.kept) == ("will", {"paper": "will"}, {"paper": "notebook"})
    assert [each.name for each in offer(ask, Write, NAMES).fields] == ["paper", "text"]


def test_lists_alone_answer_a_form_that_needs_nothing_else():
    ask = Ask("vote:1", "Whom?", "each", forms=(Vote, Bid), allowed={"whom": ("p1", "p2"), "to": ("p1",)})
    assert ask.by_lists(Vote) and not ask.by_lists(Vote, most=1) and not ask.by_lists(Bid)
