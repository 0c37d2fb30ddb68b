"""What a model may say of its own beside facts, and that nothing which could be one passes."""

from __future__ import annotations

import pytest

from games.colour import LONGEST, Bounds, language_of, may_be_said, sift

AT = Bounds(
    "en",
    never=frozenset({"accept", "turns down", "value", "owl"}),
    moves=frozenset({"offer"}),
    others=frozenset({"Seller"}),
    reader="human",
    called="Buyer",
)

SAID = """
    The lamp hums over the table.
    Rain drums on the roof, and the last candle burns low.
    A chair creaked in the dark.
    What do you offer, {human}?
    Well, Buyer, how much will you offer the Seller?
    It is your turn.
    Take your time.
    You are the Buyer tonight.
    The Seller waits by the door.
    You hear the kettle whistle.
    Name your price when you are ready.
    The waiter stirs his tea.
    The kettle is just off the boil.
    Somebody should put another log on the fire.
    One of us yawns.
    The fire gives an encouraging little crackle.
    The room has not seen one in ages.
    The tea has not improved since this morning.
    Good evening to you and {player}.
"""

NOT_SAID = """
    The lamp hums for the 3rd time.
    There are two of them.
    The room is half empty, half full.
    It is round ④ already.
    They accept it.
    {player} was accepting.
    Has the Seller an owl?
    The owls hoot outside.
    Who would turn that down?
    The Seller frowns.
    {player} smiles.
    {human} smiled and folded.
    You lost it all.
    You are ahead.
    She bluffed.
    You were outplayed.
    The offer hangs in the air.
    That was generous.
    A fair deal was struck.
    Nobody gets anything.
    The game is over.
    Let us begin.
    The other side has walked out.
    Why did you do it?
    It was refused, was it not?
    Your purse is light.
    {stranger} coughs.
    The lamp “hums”.
    The lаmp hums over the table.
    Die Lampe brennt auf dem Tisch.
    La lampe brûle sur la table.
    Lampa stoi na stole.
    Somebody brings the offer.
    Somebody fetches more.
    One of us accepts.
    One of us smiles.
    That was quickly over.
    It's off the table.
    The lot goes to your hands.
    Since this morning you have more.
    Het is koud in de kamer.
    Hai perso in casa.
    Han vann i dag.
    Você perdeu a partida.
"""


def lines(text: str) -> list[str]:
    return [each.strip() for each in text.strip().splitlines()]


@pytest.mark.parametrize("sentence", lines(SAID))
def test_a_scene_and_an_invitation_may_be_said(sentence: str) -> None:
    assert may_be_said(sentence, AT)


@pytest.mark.parametrize("sentence", lines(NOT_SAID))
def test_what_could_be_a_fact_may_not_be_said(sentence: str) -> None:
    assert not may_be_said(sentence, AT)


@pytest.mark.parametrize(
    ("language", "said", "not_said"),
    [
        ("de", "Draußen regnet es auf die Dächer.", "Du hast verloren."),
        ("de", "Wie viel bietest du?", "Sie hat zugesagt."),
        ("de", "Im Hof schippt jemand Schnee.", "Jemand holt auf."),
        ("fr", "On referme la porte, et le thé est tiède.", "On ferme l'affaire."),
        ("es", "Gracias por jugar con nosotros hoy.", "Ya dijo que no."),
        ("fr", "La pluie tombe sur les toits de la ville.", "Vous avez perdu."),
        ("fr", "Que proposez-vous ?", "Elle est prête à tout prendre."),
        ("es", "La lluvia cae sobre los tejados.", "Has perdido la partida."),
        ("es", "¿Qué precio nombras?", "Ella dijo que sí."),
        ("it", "", "La lampada brilla sul tavolo."),
    ],
)
def test_each_language_has_its_own_lists_and_without_them_nothing_is_said(
    language: str, said: str, not_said: str
) -> None:
    bounds = Bounds(language, reader="human")
    assert (not said or may_be_said(said, bounds)) and not may_be_said(not_said, bounds)
    assert not may_be_said("The lamp hums over the table.", bounds)


def test_what_is_over_is_said_when_it_is_and_nothing_is_asked_for_then() -> None:
    over = Bounds("en", reader="human", moment="over")
    assert may_be_said("The lights go out, and the evening ends.", over)
    assert not may_be_said("The evening ends.", AT) and not may_be_said("What do you offer?", over)
    assert may_be_said("Let us begin.", Bounds("en", reader="human", moment="opening"))


def test_who_narrates_addresses_nobody() -> None:
    narrator = Bounds("en")
    assert may_be_said("Somewhere a stair creaks.", narrator)
    said = ("What do you do?", "Take heart, the night is long.", "You hear the wind.", "{p3} waits at the door.")
    assert not any(may_be_said(each, narrator) for each in said)


def test_a_text_is_sifted_sentence_by_sentence_without_its_markup() -> None:
    kept, dropped = sift("**The lamp** hums. You won! 🏆\n- Nine to go: what do you offer?", AT)
    assert kept == ("The lamp hums.", "What do you offer?")
    assert dropped == ("You won!", "- Nine to go: what do you offer?")


def test_of_a_long_text_the_beginning_is_kept() -> None:
    kept, dropped = sift("The lamp hums over the table. " * 60, AT)
    assert len(" ".join(kept)) <= LONGEST < len(" ".join([*kept, dropped[0]])) and len(kept) + len(dropped) == 60


def test_a_manager_may_speak_another_language_that_can_be_judged() -> None:
    german = "Der Regen klopft leise an das Fenster."
    assert language_of(german, "en") == "de" and language_of("Hm.", "fr") == "fr"
    assert language_of(german, "it") == "it", "where the game's own words cannot be judged nothing is said"
    assert sift(german, Bounds(language_of(german, "en"))) == ((german,), ())
