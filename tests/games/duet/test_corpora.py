"""The checker of displays before a thousand lies, and before honest displays; and whether the lies lie."""

from __future__ import annotations

from collections import Counter

import pytest

from games.duet.display import check
from games.duet.words import SIDES
from tests.games.duet.corpora.adversary import KINDS, WRITTEN, Item, dictated, replies, truth, truthful, twisted
from tests.games.duet.corpora.honest import displays
from tests.games.duet.corpora.measure import score
from tests.games.duet.corpora.played import played
from tests.games.duet.corpora.tables import MOMENTS

SEEDS = (1, 20_260)


# ── the checker ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_no_lie_of_a_thousand_reaches_a_reader(seed: int) -> None:
    found = score(check, replies(seed), ())
    assert not found.passed, f"\n{found.told()}"


def test_honest_displays_pass_unchanged() -> None:
    found = score(check, (), displays())
    assert len(found.refused) <= 0.05 * len(displays()), f"\n{found.told()}"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_put_like_a_lie_passes_when_it_is_so(seed: int) -> None:
    found = score(check, (), truthful(seed))
    assert len(found.refused) <= 0.05 * found.honest.total(), f"\n{found.told()}"


def test_displays_of_played_games_pass_when_they_are_honest() -> None:
    honest = [each for each in played() if each.honest]
    refused = [f"{each.id}: {check(each.text, each.facts)}" for each in honest if check(each.text, each.facts)]
    assert len(honest) >= 240
    assert len(refused) <= 0.05 * len(honest), "\n".join(refused)


def test_no_dishonest_display_of_a_played_game_passes() -> None:
    dishonest = [each for each in played() if not each.honest]
    assert len(dishonest) >= 100
    assert [f"{each.id} {each.kind}: {each.text}" for each in dishonest if not check(each.text, each.facts)] == []


# ── the honest ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_honest_are_many_and_varied() -> None:
    found = displays()
    languages = Counter(each.language for each in found)
    assert len(found) >= 200
    assert len({each.id for each in found}) == len({each.text for each in found}) == len(found)
    assert {each.moment for each in found} == set(MOMENTS)
    assert 0.55 <= languages["en"] / len(found) <= 0.72
    assert {"de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "ja"} < set(languages)


# ── the lies ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def lies() -> tuple[Item, ...]:
    return tuple(replies(7, 1500))


def test_the_lies_are_of_many_kinds_in_every_game_and_language(lies: tuple[Item, ...]) -> None:
    assert {item.kind for item in lies} == {*KINDS, *WRITTEN}
    assert len(KINDS) >= 14
    assert {item.game for item in lies} == {moment.split()[0].strip(",") for moment in MOMENTS}
    assert {item.language for item in lies} >= {"en", "de", "fr", "es", "it", "pt", "nl"}
    assert len({item.text for item in lies}) > 0.85 * len(lies)


def test_the_same_seed_tells_the_same_lies() -> None:
    assert list(replies(3, 200)) == list(replies(3, 200))


def test_what_a_lie_says_is_not_in_the_ledger(lies: tuple[Item, ...]) -> None:
    for item in lies:
        assert item.wrong, item
        for wrong in item.wrong:
            assert wrong.said != wrong.true or wrong.what == "private", item
            ledger = {(fact.name, fact.seat, fact.round): fact.value for fact in item.facts.facts}
            assert ledger.get((wrong.what, wrong.seat, wrong.round), ...) != wrong.said, item


def test_what_is_leaked_is_private_and_not_among_the_facts(lies: tuple[Item, ...]) -> None:
    leaks = [item for item in lies if any(wrong.what == "private" for wrong in item.wrong)]
    assert leaks
    for item in leaks:
        names = {name for names in item.facts.private for name in names}
        assert names
        assert not item.facts.over
        assert not names & {fact.name for fact in item.facts.facts}


def test_the_lies_in_free_prose_are_many_and_each_says_what_is_wrong() -> None:
    assert len(dictated()) >= 80
    for item in dictated():
        assert item.text
        assert item.wrong[0].what


def test_a_twisted_display_differs_from_the_honest_one() -> None:
    assert len(twisted()) >= 150
    for honest, old, new in twisted():
        assert old in honest.text, (honest.id, old)
        assert old != new


def test_the_ledgers_of_the_moments_add_up() -> None:
    for name, table in MOMENTS.items():
        for seat in SIDES:
            paid = [truth(table, "payoff", seat, played.number) for played in table.history]
            assert sum(paid) == truth(table, "total", seat), name  # type: ignore[arg-type]  # payoffs are numbers
