"""People gather in a lobby, tables open, go on after a restart, and end; no place holds two games at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pydantic
import pytest

from bot import rights
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.notes import notes
from bot.ports import About, Call, Called, Conflict, Lobby, Moved, Occupant, Store, StoreFailed
from bot.rights import Asker
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from games.core import HOST, IllegalAction, Resume, Seat, Seated, Temper, Told
from tests.bot.tiny import ANN, BOB, CAT, Pick, Revealed
from tests.scripted import ScriptedPlayers

ADA = Occupant("person", "Ada", user="discord:1")
EVE = Occupant("person", "Eve", user="discord:2")
IDA = Occupant("person", "Ida", user="discord:3")
PLACE = "discord:5:6"


@pytest.fixture
async def lobby(hall: Hall) -> Lobby:
    return await hall.open_lobby("duel", {"rounds": 1}, ADA.user, PLACE)


def another_process(hall: Hall, store: Store) -> Hall:
    again = Hall(store, hall.players, hall.clock)
    again.games = hall.games
    return again


def who(lobby: Lobby) -> list[str]:
    return [party.occupant.name for party in lobby.parties]


# ── lobbies ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_people_gather_and_play(hall: Hall, lobby: Lobby, store: MemoryStore):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    table = await hall.start(lobby.id)
    assert table.seats == {ANN: ADA, BOB: EVE}
    assert (table.id, table.place, table.host) == (lobby.id, PLACE, ADA.user)
    assert hall.at(PLACE) is table and hall.lobbies == {} and await store.all("lobby") == {}
    for seat in (ANN, BOB):
        await table.submit(seat, Pick(3), "pick:1", seat)
    assert hall.at(PLACE) is None and await store.open_games() == []


async def test_joining_twice_is_joining_once(hall: Hall, lobby: Lobby):
    await hall.join(lobby.id, ADA)
    assert who(await hall.join(lobby.id, ADA)) == ["Ada"]


async def test_whoever_leaves_is_gone_and_cannot_leave_again(hall: Hall, lobby: Lobby):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    assert who(await hall.leave(lobby.id, ADA.user)) == ["Eve"]
    with pytest.raises(IllegalAction, match="You have not joined"):
        await hall.leave(lobby.id, ADA.user)


async def test_a_full_table_takes_nobody_else(hall: Hall, lobby: Lobby):
    for occupant in (ADA, EVE, IDA):
        await hall.join(lobby.id, occupant)
    with pytest.raises(IllegalAction, match="full"):
        await hall.join(lobby.id, Occupant("person", "Zoe", user="discord:4"))
    with pytest.raises(IllegalAction, match="full"):
        await hall.add_ai(lobby.id)


async def test_ais_have_names_of_their_own_and_the_last_one_goes_first(hall: Hall, lobby: Lobby):
    await hall.join(lobby.id, ADA)
    await hall.add_ai(lobby.id)
    assert who(await hall.add_ai(lobby.id)) == ["Ada", "Basil", "Clio"]
    assert who(await hall.drop_ai(lobby.id)) == ["Ada", "Basil"]
    await hall.drop_ai(lobby.id)
    with pytest.raises(IllegalAction, match="No AI"):
        await hall.drop_ai(lobby.id)


async def test_empty_seats_are_taken_by_ais(hall: Hall, lobby: Lobby, players: ScriptedPlayers):
    players["Basil"] = [Pick(2)]
    await hall.join(lobby.id, ADA)
    assert hall.seating(hall.lobby(lobby.id)) == [(ANN, ADA), (BOB, None)]
    table = await hall.start(lobby.id)
    easy = Occupant("built-in", "Basil", temper=Temper(strength=0.2))
    assert table.seats[BOB] == easy, "it is Ada's first game"
    await table.idle()


async def test_built_in_players_play_easy_until_the_host_has_won_once_or_says_otherwise(
    hall: Hall, players: ScriptedPlayers
):
    def told(options: Mapping[str, Any], about: About, seats: Mapping[Seat, Occupant]) -> str:
        duel = hall.game("duel")
        return " ".join(notes(duel, duel.lobby.options.model_validate(dict(options)), seats, about.given, "you have"))

    async def played(pick: int, **options: str) -> tuple[float, str, bool]:
        lobby = await hall.open_lobby("duel", {"rounds": 1, **options}, ADA.user, "elsewhere")
        said = told(lobby.options, lobby.about, {ANN: ADA, BOB: hall.ai()})
        await hall.drop_lobby(lobby)
        table = await hall.open("duel", lobby.options, {ANN: ADA, BOB: hall.ai(["Ada"])}, seed="s", about=lobby.about)
        await table.idle()
        await table.submit(ANN, Pick(pick), "pick:1", "press:1")
        assert table.outcome
        return table.seats[BOB].temper.strength, said, ANN in table.outcome.winners

    players["Basil"] = [Pick(3)] * 4
    easy = "Built-in players play easy, until you have won this game once or played it three times."
    assert await played(6) == (0.2, easy, False)
    assert await played(3) == (0.2, easy, True), "they had played, and never won"
    mixed = (
        "Built-in players play mixed, each as its character does: you have won this game once or played it three times."
    )
    assert await played(6) == (Temper().strength, mixed, False)
    assert await played(6, strength="hard") == (1.0, "Built-in players play hard.", False)
    assert [await hall.strength_for("duel", each.user) for each in (ADA, EVE)] == [("mixed", 4), ("easy", 0)]


async def test_whoever_has_lost_three_times_is_not_new_and_a_game_played_again_is_asked_about_anew(
    hall: Hall, players: ScriptedPlayers
):
    players["Basil"] = [Pick(3)] * 3
    for n in range(3):
        assert await hall.strength_for("duel", ADA.user) == ("easy", n)
        lobby = await hall.open_lobby("duel", {"rounds": 1}, ADA.user, f"place {n}")
        await hall.join(lobby.id, ADA)
        table = await hall.start(lobby.id)
        await table.cancel("press:0", "Enough.")
    saved = await hall.store.load(table.id)
    assert saved is not None and (saved.options["strength"], saved.about.given) == ("easy", "easy")
    again = await rights.gather_again(hall, saved, Asker((ADA.user,), "again"))
    assert (again.options.get("strength"), again.about.given) == ("mixed", "mixed")
    chosen = replace(saved, about=replace(saved.about, given=""), place="place 9")
    again = await rights.gather_again(hall, chosen, Asker((ADA.user,), "again"))
    assert (again.options["strength"], again.about.given) == ("easy", ""), "the host had said so"


@pytest.mark.parametrize(("pick", "grown"), [(3, True), (6, False)])
async def test_whoever_wins_for_the_first_time_is_told_and_plays_the_next_game_against_characters(
    hall: Hall, players: ScriptedPlayers, pick: int, grown: bool
):
    players["Basil"] = [Pick(3)] * 2
    about, options = await hall.given("duel", {"rounds": 1}, ADA.user, About())
    seats = {ANN: ADA, BOB: hall.ai(["Ada"])}
    table = await hall.open("duel", options, seats, host=ADA.user, place="web:1", seed="s", about=about)
    await table.idle()
    assert table.seats[BOB].temper.strength == 0.2 and not hall.outgrown(table)
    await table.submit(ANN, Pick(pick), "pick:1", "press:1")
    assert hall.outgrown(table) is grown
    saved = await hall.store.load(table.id)
    assert saved is not None
    again = await rights.again(hall, saved, Asker((ADA.user,), "again"), "web:2")
    assert again.about.given == ("mixed" if grown else "easy") and again.about.tried == 1
    assert again.seats[BOB].temper.strength == (Temper().strength if grown else 0.2)
    assert again.seats[BOB].name == "Basil" and not hall.outgrown(again)


async def test_who_has_finished_three_is_told_so_too_and_nobody_who_chose_or_played_among_people(
    hall: Hall, players: ScriptedPlayers
):
    players["Basil"] = [Pick(3)] * 3
    seats = {ANN: ADA, BOB: hall.ai(["Ada"])}
    for seating, about, grown in (
        (seats, About(given="easy", tried=2), True),
        (seats, About(given="easy", tried=1), False),
        (seats, About(given="", tried=2), False),
        ({ANN: ADA, BOB: EVE}, About(given="easy", tried=2), False),
    ):
        table = await hall.open("duel", {"rounds": 1}, seating, host=ADA.user, place=str(len(hall.tables)), about=about)
        await table.idle()
        await table.cancel("press:0", "Enough.")
        assert hall.outgrown(table) is grown


async def test_a_table_needs_somebody(hall: Hall, lobby: Lobby):
    with pytest.raises(IllegalAction, match="needs 1 players or more"):
        await hall.start(lobby.id)
    assert hall.at(PLACE) == lobby


async def test_one_place_holds_one_game(hall: Hall, lobby: Lobby):
    with pytest.raises(IllegalAction, match="There is a game in this channel already"):
        await hall.open_lobby("duel", {}, EVE.user, PLACE)
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    table = await hall.start(lobby.id)
    with pytest.raises(IllegalAction, match="already"):
        await hall.open_lobby("duel", {}, EVE.user, PLACE)
    assert await hall.open_lobby("duel", {}, EVE.user, "discord:5:7")
    await table.cancel("c1")
    assert await hall.open_lobby("duel", {}, EVE.user, PLACE)


async def test_wrong_options_and_unknown_games_open_nothing(hall: Hall, store: MemoryStore):
    with pytest.raises(pydantic.ValidationError, match="rounds"):
        await hall.open_lobby("duel", {"rounds": "many"}, ADA.user, PLACE)
    with pytest.raises(IllegalAction, match="There is no game “chess”"):
        await hall.open_lobby("chess", {}, ADA.user, PLACE)
    assert hall.at(PLACE) is None and await store.all("lobby") == {}


async def test_a_second_press_on_start_starts_nothing(hall: Hall, lobby: Lobby, store: MemoryStore):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    slow_to_create(store)
    first, second, late = await asyncio.gather(
        hall.start(lobby.id), hall.start(lobby.id), hall.join(lobby.id, IDA), return_exceptions=True
    )
    assert isinstance(second, IllegalAction) and isinstance(late, IllegalAction)
    assert list(hall.tables.values()) == [first] and hall.lobbies == {} and await store.all("lobby") == {}


async def test_while_a_game_starts_its_place_is_taken(hall: Hall, lobby: Lobby, store: MemoryStore):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    slow_to_create(store)
    _, other = await asyncio.gather(
        hall.start(lobby.id), hall.open_lobby("duel", {}, EVE.user, PLACE), return_exceptions=True
    )
    assert isinstance(other, IllegalAction)


async def test_of_two_games_opened_at_once_in_one_place_one_is_refused(hall: Hall, store: MemoryStore):
    slow_to_create(store)
    seats = {ANN: ADA, BOB: EVE}
    first, second, lobby, elsewhere = await asyncio.gather(
        hall.open("duel", {}, seats, place=PLACE),
        hall.open("duel", {}, seats, place=PLACE),
        hall.open_lobby("duel", {}, EVE.user, PLACE),
        hall.open("duel", {}, seats, place="discord:5:7"),
        return_exceptions=True,
    )
    assert isinstance(second, IllegalAction) and isinstance(lobby, IllegalAction)
    assert list(hall.tables.values()) == [first, elsewhere] and hall.lobbies == {}


async def test_a_lobby_that_cannot_start_stays_open(hall: Hall, lobby: Lobby, store: MemoryStore):
    await hall.join(lobby.id, ADA)
    create = store.create

    async def full(*arguments: Any) -> None:
        raise StoreFailed("the disk is full")

    store.create = full  # type: ignore[method-assign]
    with pytest.raises(StoreFailed):
        await hall.start(lobby.id)
    assert who(hall.lobby(lobby.id)) == ["Ada"] and hall.tables == {}
    await hall.join(lobby.id, EVE)
    store.create = create  # type: ignore[method-assign]
    assert await hall.start(lobby.id)


async def test_a_game_that_another_process_has_started_is_not_started_here(
    hall: Hall, lobby: Lobby, store: MemoryStore
):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    other = another_process(hall, store)
    await other.reopen()
    await other.start(lobby.id)
    with pytest.raises(Conflict):
        await hall.start(lobby.id)
    await other.close()


async def test_a_closed_lobby_says_so(hall: Hall, lobby: Lobby):
    await hall.drop_lobby(lobby)
    for attempt in (hall.join(lobby.id, ADA), hall.leave(lobby.id, ADA.user), hall.start(lobby.id)):
        with pytest.raises(IllegalAction, match="This lobby is closed"):
            await attempt


async def test_wishes_of_one_group_replace_each_other_and_others_are_switches(hall: Hall):
    lobby = await hall.open_lobby("codenames", {}, ADA.user, PLACE)

    async def after(wish: str) -> set[str]:
        return set((await hall.join(lobby.id, ADA, wish)).parties[0].wishes)

    assert await after("red") == {"red"}
    assert await after("red") == {"red"}
    assert await after("spymaster") == {"red", "spymaster"}
    assert await after("blue") == {"blue", "spymaster"}
    assert await after("spymaster") == {"blue"}


async def test_surfaces_are_told_of_whatever_happens_to_a_lobby(hall: Hall, lobby: Lobby):
    told: list[tuple[int, bool]] = []
    hall.gathering.append(lambda each: told.append((len(each.parties), each.id in hall.lobbies)))
    await hall.join(lobby.id, ADA)
    await hall.leave(lobby.id, ADA.user)
    await hall.drop_lobby(hall.lobby(lobby.id))
    assert told == [(1, True), (0, True), (0, False)]


# ── hosts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_host_who_does_not_play_sits_apart(hall: Hall):
    apart = await hall.open("duel", {}, {ANN: EVE, BOB: IDA}, host=ADA.user)
    among = await hall.open("duel", {}, {ANN: ADA, BOB: IDA}, host=ADA.user)
    nobody = await hall.open("duel", {}, {ANN: EVE, BOB: IDA})
    seated = [
        [told.event.seat for told in table.story.log if isinstance(told.event, Seated)]
        for table in (apart, among, nobody)
    ]
    assert seated == [[ANN, BOB, HOST], [ANN, BOB], [ANN, BOB]]
    assert apart.story.seats == (ANN, BOB)


# ── people who want to be forgotten ───────────────────────────────────────────────────────────────────────────────────


async def test_whoever_is_forgotten_is_nowhere_and_the_others_play_on(
    hall: Hall, store: MemoryStore, players: ScriptedPlayers
):
    hosted = await hall.open_lobby("duel", {}, ADA.user, PLACE)
    joined = await hall.open_lobby("duel", {}, EVE.user, "discord:5:7")
    await hall.join(joined.id, ADA)
    await hall.join(joined.id, EVE)
    table = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, host=ADA.user, place="discord:5:8")
    over = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:9")
    await over.cancel("c1")
    players["Basil"] = [Pick(2)]

    assert await hall.erase_person(ADA.user) == 2
    await table.idle()
    assert list(hall.lobbies) == [joined.id] and who(hall.lobby(joined.id)) == ["Eve"] and hosted.id not in hall.lobbies
    assert table.seats[ANN].kind == "built-in" and table.story.state.picks == ((ANN, 2),)
    assert (table.host, table.held) == (EVE.user, [(EVE.user, BOB)])
    assert over.seats[ANN] == Occupant("person", "Somebody") and over.seat_of(ADA.user) is None
    for id in (table.id, over.id):
        saved = await store.load(id)
        assert saved and ADA.user not in str(saved) and "name='Ada', user" not in str(saved)
    assert ADA.user not in str(await store.all("lobby"))


async def test_an_ai_plays_on_in_the_name_of_whoever_left_until_they_are_forgotten(
    hall: Hall, store: MemoryStore, players: ScriptedPlayers
):
    players["Ada"] = [Pick(2)]
    table = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place=PLACE)
    await table.reseat(ANN, hall.stand_in(table, ANN), "c1")
    await table.idle()
    stand_in = table.seats[ANN]
    assert (stand_in.kind, stand_in.name, stand_in.user, stand_in.stands_for) == ("built-in", "Ada", "", ADA.user)
    assert table.seat_of(ADA.user) is None
    await hall.erase_person(ADA.user)
    saved = await store.load(table.id)
    assert table.seats[ANN].name == "Somebody" and saved and "Ada" not in str(saved) and ADA.user not in str(saved)


async def test_a_person_is_forgotten_without_asking_anybody_to_play(hall: Hall, store: MemoryStore):
    table = await hall.open("duel", {}, {ANN: ADA, BOB: Occupant("person", "Bo", user="x")}, place="terminal")
    await hall.close()
    again = another_process(hall, store)
    await again.reopen((), start=False)
    assert await again.erase_person(ADA.user) == 1
    await again.close()
    saved = await store.load(table.id)
    assert saved and saved.seats[ANN].kind == "built-in"
    # Whoever opens it next finds somebody in the seat who plays.
    assert saved.log[-1].event == Seated(ANN, "built-in")


# ── after a restart ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def disk(tmp_path: Path, hall: Hall, clock: VirtualClock, players: ScriptedPlayers) -> Any:
    store = await SqliteStore.open(tmp_path / "games.db", hall.games)
    hall.store = store
    yield store
    await store.close()


async def test_a_lobby_of_an_older_version_opens_with_what_was_kept_with_it(hall: Hall, disk: SqliteStore):
    lobby = await hall.open_lobby("duel", {}, ADA.user, PLACE, About(brought=("words",), links=("a word",)))
    document = await disk.get("lobby", lobby.id) or {}
    older = {name: each for name, each in document.pop("about").items() if each}
    await disk.put("lobby", lobby.id, {**document, "extra": older})
    again = another_process(hall, disk)
    await again.reopen()
    assert again.lobbies == {lobby.id: lobby}


async def test_lobbies_and_tables_go_on_in_the_next_process(hall: Hall, disk: SqliteStore, players: ScriptedPlayers):
    lobby = await hall.open_lobby("duel", {"rounds": 1}, ADA.user, PLACE, About(2.5, links=("a word",)))
    await hall.join(lobby.id, EVE, None)
    players["Hal"] = [Pick(4), Pick(5), Pick(2)]  # the first thought is lost with its process
    players["Hal"].hold()
    table = await hall.open("duel", {}, {ANN: ADA, BOB: Occupant("model", "Hal")}, host=ADA.user, place="discord:5:8")
    await table.submit(ANN, Pick(3), "pick:1", "c1")
    await disk.add_call(table.id, Called(BOB, "pick:1", Call("big-1", cost=0.5), "stale"))
    await hall.close()

    again = another_process(hall, disk)
    (reopened,) = await again.reopen()
    assert reopened.spent == 0.5, "a restart is no new purse"
    assert again.lobbies == {lobby.id: hall.lobbies[lobby.id]}
    assert (reopened.story.log, reopened.seats, reopened.about) == (table.story.log, table.seats, table.about)
    assert reopened.story.seed == table.story.seed
    assert await reopened.submit(ANN, Pick(6), "pick:1", "c1") == [], "the same press again"
    players["Hal"].release()
    await reopened.idle()
    assert reopened.story.state.picks == ((BOB, 2),) and reopened.story.state.round == 2
    await again.close()


async def test_a_game_that_had_started_has_no_lobby_after_a_restart(hall: Hall, lobby: Lobby, store: MemoryStore):
    await hall.join(lobby.id, ADA)
    await hall.join(lobby.id, EVE)
    document = await store.get("lobby", lobby.id)
    await hall.start(lobby.id)
    await store.put("lobby", lobby.id, document)  # as if killed before the lobby was dropped
    again = another_process(hall, store)
    (table,) = await again.reopen()
    assert (table.id, again.lobbies, await store.all("lobby")) == (lobby.id, {}, {})
    await again.close()


async def test_a_finished_game_is_not_reopened(hall: Hall, store: MemoryStore):
    table = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, host=ADA.user)
    await table.cancel("c1")
    assert await another_process(hall, store).reopen() == []


async def test_a_paused_game_is_reopened_paused(hall: Hall, store: MemoryStore, players: ScriptedPlayers):
    players["Hal"] = [Pick(1)]
    table = await hall.open("duel", {}, {ANN: ADA, BOB: EVE})
    await table.reseat(ANN, Occupant("model", "Hal"), "c1")
    await table.idle()
    await table.reseat(BOB, Occupant("model", "Max"), "c2")
    again = another_process(hall, store)
    (reopened,) = await again.reopen()
    assert reopened.story.paused == "Nobody is left at the table."
    players["Max"] = []
    await reopened.idle()
    assert await reopened.reseat(BOB, EVE, "c3")
    assert await reopened.submit(BOB, Resume(), "resume:1", "c4")
    await again.close()


async def test_one_game_that_cannot_be_read_keeps_no_other_closed(
    hall: Hall, disk: SqliteStore, caplog: pytest.LogCaptureFixture
):
    broken = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:7")
    whole = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:8")
    await disk._on_thread(
        lambda db: db.execute('UPDATE log SET event = \'{"type":"Nonsense"}\' WHERE game = ? AND n = 2', (broken.id,))
    )
    again = another_process(hall, disk)
    with caplog.at_level(logging.ERROR):
        assert [table.id for table in await again.reopen()] == [whole.id]
    assert f"game {broken.id} cannot be reopened" in caplog.text
    assert set(await disk.open_games()) == {broken.id, whole.id}
    await again.close()


async def test_options_that_are_gone_keep_no_other_game_closed(
    hall: Hall, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    board = {"red_words": ["water"], "blue_words": ["honey"], "assassin_word": "lizard"}
    keyed = await hall.open("codenames", {"board": board}, {Seat("red-spymaster"): ADA, Seat("red-1"): EVE})
    whole = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:8")
    store._held.execute("UPDATE games SET options = json_set(options, '$.pack', 'klingon') WHERE id = ?", (keyed.id,))
    waiting = await hall.open_lobby("duel", {}, ADA.user, PLACE)
    for id, changes in {
        "pack": {"options": {"words": "lizard"}},
        "game": {"game": "chess"},
        "form": {"host": 7},
    }.items():
        await store.put("lobby", id, asdict(waiting) | {"id": id} | changes)
    again = another_process(hall, store)
    with caplog.at_level(logging.INFO):
        assert [table.id for table in await again.reopen()] == [whole.id]
    assert list(again.lobbies) == [waiting.id]
    assert caplog.text.count("cannot be reopened") == 4 and "lizard" not in caplog.text
    assert len(await store.all("lobby")) == 4
    await again.close()


async def test_a_log_that_does_not_fold_keeps_no_other_game_closed(
    hall: Hall, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    broken = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:7")
    whole = await hall.open("duel", {}, {ANN: ADA, BOB: EVE}, place="discord:5:8")
    nobody_nearest = Told(None, Revealed((), 3))
    await store.append(broken.id, len(broken.story.log), [nobody_nearest], Moved("broken", ANN, "pick:1", "person"))
    again = another_process(hall, store)
    with caplog.at_level(logging.ERROR):
        assert [table.id for table in await again.reopen()] == [whole.id]
    assert (
        f"game {broken.id} cannot be reopened: Game {broken.id} cannot be read: its log does not fold." in caplog.text
    )
    await again.close()


async def test_many_tables_play_at_once_on_one_disk(hall: Hall, disk: SqliteStore, players: ScriptedPlayers):
    seats: dict[Seat, Occupant] = {}
    for name, seat in (("Hal", ANN), ("Max", BOB), ("Zoe", CAT)):
        players[name] = [Pick(n % 6 + 1) for n in range(60)]
        seats[seat] = Occupant("model", name)
    tables = [await hall.open("duel", {"rounds": 3}, seats, seed=str(n)) for n in range(20)]
    await asyncio.gather(*(table.idle() for table in tables))
    assert await disk.open_games() == []
    for table in tables:
        saved = await disk.load(table.id)
        assert saved and saved.log == tuple(table.story.log) and len(saved.causes) == 9


def slow_to_create(store: MemoryStore) -> None:
    create = store.create

    async def slow(*arguments: Any) -> None:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await create(*arguments)

    store.create = slow  # type: ignore[method-assign]


# ── the clock is set ──


@pytest.mark.parametrize("jump", [-3600.0, 3600.0, -86400.0 * 400])
async def test_nobody_has_more_or_less_time_because_the_clock_was_set(hall: Hall, clock: VirtualClock, jump: float):
    table = await hall.open(
        "duel", {"seconds": 60, "rounds": 1}, {ANN: ADA, BOB: Occupant("person", "Bob", "discord:2")}
    )
    await clock.advance(20)
    clock.jump(jump)
    await table.submit(ANN, Pick(3), "pick:1", "press:1")
    (due,) = table.deadlines.values()
    assert due.at - clock.now() == pytest.approx(40), "what is shown to people follows the clock"
    await clock.advance(39)
    assert table.outcome is None
    await clock.advance(2)
    assert table.outcome is not None


async def test_a_clock_that_is_set_while_nobody_moves_is_noticed(hall: Hall, clock: VirtualClock):
    table = await hall.open(
        "duel", {"seconds": 100, "rounds": 1}, {ANN: ADA, BOB: Occupant("person", "Bob", "discord:2")}
    )
    clock.jump(-7200)
    await clock.advance(99)
    assert table.outcome is None
    await clock.advance(2)
    assert table.outcome is not None


async def test_a_clock_set_back_between_two_runs_keeps_nobody_waiting(
    hall: Hall, store: MemoryStore, clock: VirtualClock
):
    seats = {ANN: ADA, BOB: Occupant("person", "Bob", "discord:2")}
    table = await hall.open("duel", {"seconds": 60, "rounds": 1}, seats)
    again, then = another_process(hall, store), VirtualClock(clock.now() - 86400)
    again.clock = then
    (table,) = await again.reopen()
    assert {d.at for d in table.deadlines.values()} == {then.now() + 60}
    await then.advance(61)
    assert table.outcome is not None
    assert all(each.seconds >= 0 for each in await store.moves(table.id))
    await again.close()


async def test_a_small_drift_moves_nothing(hall: Hall, clock: VirtualClock):
    table = await hall.open("duel", {"seconds": 60}, {ANN: ADA, BOB: Occupant("person", "Bob", "discord:2")})
    before = dict(table.deadlines)
    clock.jump(-1.5)
    assert table.near == set() and table.deadlines == before
