"""What the HTTP API does for whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.ports import Occupant
from bot.surfaces.web.config import WebConfig
from games.core import Seat
from tests.web.serving import ADMIN, bearer, inside, some_hall

PICK = {"type": "Pick", "number": 3}


@dataclass
class Api:
    """Calls as somebody: by a key, by the owner's token, or as a stranger."""

    http: httpx2.AsyncClient
    hall: Hall

    async def __call__(self, what: str, path: str, key: str = "", sent: Any = None, **headers: str) -> httpx2.Response:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        known = bearer(key, **headers) if key else headers
        return await self.http.request(what, f"/api/games{path}", json=sent, headers=known)

    async def open(self, game: str = "duel", **options: Any) -> tuple[str, str]:
        """A lobby, and its host's key."""
        opened = (await self("POST", "/sessions", sent={"game": game, "options": options}, X_Admin_Token=ADMIN)).json()
        return opened["session"]["id"], opened["token"]

    async def join(self, id: str, name: str, **more: Any) -> str:
        joined = await self("POST", f"/sessions/{id}/join", sent={"name": name, **more})
        assert joined.status_code == 200, joined.text
        return joined.json()["token"]

    async def begun(self, **options: Any) -> tuple[str, str, str, str]:
        """A duel of two people that has begun: its id, the host's key, and theirs."""
        id, host = await self.open(**options)
        ada, ben = await self.join(id, "Ada"), await self.join(id, "Ben")
        assert (await self("POST", f"/sessions/{id}/start", host)).json()["state"] == "running"
        return id, host, ada, ben

    async def view(self, id: str, key: str = "") -> dict[str, Any]:
        return (await self("GET", f"/sessions/{id}/view", key)).json()


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    hall = some_hall(clock=VirtualClock())
    async with inside(WebConfig(admin=ADMIN), hall) as (http, hall):
        yield Api(http, hall)


async def test_the_kinds_of_games_and_how_they_are_usually_played(api: Api):
    kinds = {each["name"]: each for each in (await api("GET", "")).json()["games"]}
    assert set(kinds) == set(api.hall.games)
    assert kinds["duel"]["fewest"] == 1 and kinds["duel"]["options"]["properties"]["rounds"]["default"] == 2
    assert "ultimatum" in kinds["duet"]["presets"] and kinds["codenames"]["wishes"] and kinds["town"]["rules"]
    usual = (await api("GET", "/config/defaults")).json()
    assert usual["options"]["duel"]["rounds"] == 2 and usual["ais"] is None
    assert (await api("GET", "/config/defaults", X_Admin_Token=ADMIN)).json()["ais"]


async def test_a_key_is_given_once_and_kept_hashed(api: Api):
    created = await api("POST", "/sessions", sent={"game": "duel"}, X_Admin_Token=ADMIN)
    assert created.status_code == 201
    key, id = created.json()["token"], created.json()["session"]["id"]
    assert len(key) >= 40
    again = await api("POST", f"/sessions/{id}/join", key, {"name": "Ada"})
    assert again.json()["token"] is None and again.json()["session"]["host"]
    assert key not in again.text and key not in (await api("GET", f"/sessions/{id}", key)).text
    stored = json.dumps(await api.hall.store.all("web-key"))
    assert key not in stored and "web:" in stored


async def test_only_the_owner_opens_games(api: Api):
    for headers in ({}, {"X_Admin_Token": "guess"}, {"X_Admin_Token": ""}):
        refused = await api("POST", "/sessions", sent={"game": "duel"}, **headers)
        assert refused.status_code == 403 and refused.headers["content-type"] == "application/problem+json"
        assert set(refused.json()) == {"type", "title", "status", "detail"}


async def test_options_are_changed_and_seen_by_the_host_before_the_start_and_by_nobody_after(api: Api):
    id, host = await api.open(rounds=5)
    guest = await api.join(id, "Ben")
    path = f"/sessions/{id}/config"
    assert (await api("PATCH", path, host, {"options": {"race": True}})).json()["options"] == {
        "rounds": 5,
        "race": True,
        "strength": "easy",
    }
    assert (await api("GET", f"/sessions/{id}", guest)).json()["options"] is None
    assert (await api("PATCH", path, guest, {"options": {}})).status_code == 403
    assert (await api("PATCH", path, "", {"options": {}})).status_code == 401
    wrong = await api("PATCH", path, host, {"options": {"rounds": "many"}})
    assert wrong.status_code == 422 and wrong.json()["detail"].startswith("rounds:")
    await api("POST", f"/sessions/{id}/start", host)
    assert (await api("PATCH", path, host, {"options": {}})).status_code == 409
    for key in (host, guest):
        assert (await api("GET", f"/sessions/{id}", key)).json()["options"] is None


async def test_nothing_of_a_running_game_holds_its_seed_or_options(api: Api):
    board = {"words": [f"word{n}" for n in range(25)]}
    id, host = await api.open("codenames", **board)
    key = await api.join(id, "Ada", wish="red")
    await api("POST", f"/sessions/{id}/start", host)
    seed = api.hall.tables[id].story.seed
    for path in ("", "/view", "/transcript", "/transcript?format=md", "/transcript?format=csv"):
        for each in (host, key):
            text = (await api("GET", f"/sessions/{id}{path}", each)).text
            assert seed not in text and '"options": {' not in text


async def test_whoever_has_no_key_sees_what_everybody_may(api: Api):
    id, host, _, _ = await api.begun()
    assert (await api("GET", f"/sessions/{id}/view")).status_code == 404
    opened = (await api("POST", "/sessions", sent={"game": "duel", "public": True}, X_Admin_Token=ADMIN)).json()
    id, host = opened["session"]["id"], opened["token"]
    await api.join(id, "Ada")
    await api("POST", f"/sessions/{id}/start", host)
    view = await api.view(id)
    assert view["session"]["you"] is None and view["asks"] == [] and view["scene"]["title"] == "Dice duel"


async def test_another_seats_key_moves_its_own_seat_and_reads_its_own_view(api: Api):
    id, _, ada, ben = await api.begun()
    secret = {"ask": "pick:1", "action": {"type": "Pick", "number": 6}, "id": "1"}
    assert (await api("POST", f"/sessions/{id}/move", ada, secret)).status_code == 200
    table = api.hall.tables[id]
    assert dict(table.story.state.picks) == {Seat("ann"): 6}
    assert "Picked" not in (await api("GET", f"/sessions/{id}/view", ben)).text
    other, _, cleo, _ = await api.begun()
    for key in (cleo, "nobody's", ""):
        for what, path, sent in (("POST", "move", secret), ("GET", "view", None), ("PUT", "draft", secret)):
            got = await api(
                what, f"/sessions/{id}/{path}", key, sent if path != "draft" else {"ask": "a", "action": None}
            )
            assert got.status_code == 404, (key, path, got.text)
    assert other != id and len(table.story.log) == len(api.hall.tables[other].story.log) + 1


async def test_the_same_move_twice_is_one_move(api: Api):
    id, _, ada, _ = await api.begun()
    say = {"ask": "say:1", "action": {"type": "Say", "text": "Hello"}}
    for marks in ({"Idempotency_Key": "x"}, {"Idempotency_Key": "x"}):
        assert (await api("POST", f"/sessions/{id}/move", ada, say, **marks)).status_code == 200
    assert (await api("POST", f"/sessions/{id}/move", ada, {**say, "id": "x"})).status_code == 200
    assert api.hall.tables[id].story.state.said == ("Hello",)
    assert (await api("POST", f"/sessions/{id}/move", ada, {**say, "id": "y"})).status_code == 200
    assert len(api.hall.tables[id].story.state.said) == 2
    assert (await api("POST", f"/sessions/{id}/move", ada, say)).status_code == 400


async def test_nobody_uses_up_the_mark_of_another(api: Api):
    id, host, ada, ben = await api.begun()
    say = {"ask": "say:1", "action": {"type": "Say", "text": "Hello"}, "id": "x"}
    for key in (ada, ben):
        await api("POST", f"/sessions/{id}/move", key, say)
    assert len(api.hall.tables[id].story.state.said) == 2
    await api("POST", f"/sessions/{id}/leave", ben, Idempotency_Key="pause-1")
    assert (await api("POST", f"/sessions/{id}/pause", host, Idempotency_Key="pause-1")).json()["state"] == "paused"


async def test_a_stale_move_and_one_that_is_none_are_told_apart(api: Api):
    id, _, ada, ben = await api.begun()
    pick = {"ask": "pick:1", "action": PICK}
    for key in (ada, ben):
        await api("POST", f"/sessions/{id}/move", key, {**pick, "id": "1"})
    late = await api("POST", f"/sessions/{id}/move", ada, {**pick, "id": "2"})
    assert late.status_code == 409
    for action in (
        {"type": "Nonsense"},
        {},
        {"type": "Pick"},
        {"type": "Pick", "number": "x"},
        {"type": "Say", "text": "x"},
    ):
        got = await api("POST", f"/sessions/{id}/move", ada, {"ask": "pick:2", "action": action, "id": "3"})
        assert got.status_code == 422 and got.json()["detail"], action
    for broken in ("\ud800", float("nan")):
        body = json.dumps({"ask": "say:2", "action": {"type": "Say", "text": broken}, "id": "4"})
        headers = bearer(ada) | {"Content-Type": "application/json"}
        got = await api.http.post(f"/api/games/sessions/{id}/move", content=body, headers=headers)
        assert got.status_code == 422
    deep = '{"ask":"a","id":"5","action":' + '{"a":' * 90000 + "1" + "}" * 90000 + "}"
    got = await api.http.post(f"/api/games/sessions/{id}/move", content=deep[:250000], headers=headers)
    assert got.status_code in (400, 422)


async def test_what_was_picked_and_not_confirmed_is_kept(api: Api):
    id, _, ada, ben = await api.begun()
    path = f"/sessions/{id}/draft"
    assert (await api("PUT", path, ada, {"ask": "pick:1", "action": PICK})).status_code == 204
    drafts = [each["draft"] for each in (await api.view(id, ada))["asks"] if each["key"] == "pick:1"]
    assert drafts == [PICK]
    assert "draft" in (await api.view(id, ben))["asks"][0] and not (await api.view(id, ben))["asks"][0]["draft"]
    assert (await api("PUT", path, ada, {"ask": "pick:1", "action": None})).status_code == 204
    assert (await api("PUT", path, ada, {"ask": "pick:9", "action": PICK})).status_code == 409


async def test_a_question_says_how_it_is_answered(api: Api):
    id, _, ada, _ = await api.begun(seconds=60)
    asks = (await api.view(id, ada))["asks"]
    pick = next(each for each in asks if each["key"] == "pick:1")
    assert pick["need"] == "each" and pick["default"] == {"type": "Pick", "number": 1} and pick["examples"] == [PICK]
    assert pick["deadline"] == pytest.approx(api.hall.clock.now() + 60)
    assert pick["forms"][0]["json_schema"]["properties"] == {
        "type": {"const": "Pick"},
        "number": {"title": "Number", "type": "integer"},
    }
    assert asks[-1]["choices"] == [{"label": "Object", "action": {"type": "Object"}}]


async def test_a_form_takes_just_now_only_some_values():
    async with inside() as (http, hall):
        api = Api(http, hall)
        id, host = await api.open("town")
        key = await api.join(id, "Ada")
        await api("POST", f"/sessions/{id}/start", host)
        forms = [form for ask in (await api.view(id, key))["asks"] for form in ask["forms"]]
        for form in forms:
            for name, values in form["allowed"].items():
                field = form["json_schema"]["properties"][name]
                among = field.get("items", field)["enum"]
                assert {each["value"] for each in values} <= set(among)
            assert not {"means", "claims"} & set(form["json_schema"]["properties"])


async def test_somebody_takes_the_seat_of_an_ai_and_gets_up_again(api: Api):
    id, host = await api.open()
    await api.join(id, "Ada")
    await api("POST", f"/sessions/{id}/start", host)
    invitation = (await api("POST", f"/sessions/{id}/invite", host)).json()["invitation"]
    late = {"name": "Late", "seat": "bob", "invitation": invitation}
    full = await api("POST", f"/sessions/{id}/join", sent={**late, "seat": "ann"})
    assert full.status_code == 409
    late = {"name": "Late", "invitation": invitation}  # not spent by that
    joined = await api("POST", f"/sessions/{id}/join", sent=late)
    assert joined.json()["session"]["you"] == "bob"
    assert (await api("POST", f"/sessions/{id}/join", sent=late)).status_code == 409
    key = joined.json()["token"]
    assert (await api("POST", f"/sessions/{id}/join", key, {"name": "x", "seat": "ann"})).status_code == 409
    left = await api("POST", f"/sessions/{id}/leave", key)
    assert [each["kind"] for each in left.json()["seats"]] == ["person", "built-in"]


async def test_nobody_sits_down_uninvited_where_ais_play_among_themselves(api: Api):
    id, host = await api.open()
    await api("PATCH", f"/sessions/{id}/config", host, {"public": True})
    await api("POST", f"/sessions/{id}/start", host)
    spy = {"name": "Spy", "seat": "ann"}
    assert (await api("POST", f"/sessions/{id}/join", sent=spy)).status_code == 403
    word = (await api("POST", f"/sessions/{id}/invite", host)).json()["invitation"]
    guest = {"name": "Ada", "seat": "ann", "invitation": word}
    assert (await api("POST", f"/sessions/{id}/join", sent=guest)).status_code == 200
    assert (await api("POST", f"/sessions/{id}/join", sent={"name": "Ben", "seat": "bob"})).status_code == 200


async def test_an_invitation_is_for_one_game_and_is_the_hosts_to_give(api: Api):
    id, host = await api.open()
    other, _ = await api.open()
    guest = await api.join(id, "Ada")
    assert (await api("POST", f"/sessions/{id}/invite", guest)).status_code == 403
    word = (await api("POST", f"/sessions/{id}/invite", host)).json()["invitation"]
    for wrong in (word[:-2], word + "x", "x", "a.b.c"):
        assert (await api("POST", f"/sessions/{id}/join", sent={"name": "x", "invitation": wrong})).status_code == 404
    assert (await api("POST", f"/sessions/{other}/join", sent={"name": "x", "invitation": word})).status_code == 404
    both = await asyncio.gather(
        *(api("POST", f"/sessions/{id}/join", sent={"name": "x", "invitation": word}) for _ in range(4))
    )
    assert sorted(each.status_code for each in both) == [200, 410, 410, 410]
    for same in (f"{word}=", f"{word}=="):
        again = await api("POST", f"/sessions/{id}/join", sent={"name": "x", "invitation": same})
        assert again.status_code in (404, 410), "the same word, written in another way"


async def test_pausing_kicking_and_closing_belong_to_the_host(api: Api):
    id, host, ada, ben = await api.begun()
    for key, status in ((ada, 403), ("", 404)):
        for what, path, sent in (
            ("POST", "/pause", None), ("POST", "/kick", {"name": "Ben"}), ("DELETE", "", None),
        ):  # fmt: skip
            assert (await api(what, f"/sessions/{id}{path}", key, sent)).status_code == status, (key, path)
    assert (await api("POST", f"/sessions/{id}/pause", host)).json()["state"] == "paused"
    assert (await api("POST", f"/sessions/{id}/resume", ada)).json()["state"] == "running"
    kicked = (await api("POST", f"/sessions/{id}/kick", host, {"name": "Ben"})).json()
    assert [each["kind"] for each in kicked["seats"]] == ["person", "built-in"]
    assert (await api("GET", f"/sessions/{id}/view", ben)).status_code == 404
    assert (await api("DELETE", f"/sessions/{id}", host)).status_code == 204
    assert (await api("GET", f"/sessions/{id}", ada)).json()["why"] == "The host called the game off."


async def test_a_lobby_is_left_and_dropped(api: Api):
    id, host = await api.open()
    ada = await api.join(id, "Ada")
    await api("POST", f"/sessions/{id}/ais", host, {})
    assert len((await api("POST", f"/sessions/{id}/leave", ada)).json()["seats"]) == 1
    assert (await api("POST", f"/sessions/{id}/ais", ada, {})).status_code == 403
    assert (await api("DELETE", f"/sessions/{id}", host)).status_code == 204
    assert (await api("GET", f"/sessions/{id}", host)).status_code == 404


async def test_a_full_table_gives_no_keys_away(api: Api):
    id, _ = await api.open()
    for name in ("Ada", "Ben", "Cleo"):
        await api.join(id, name)
    before = len(await api.hall.store.all("web-key"))
    assert (await api("POST", f"/sessions/{id}/join", sent={"name": "Dan"})).status_code == 422
    assert len(await api.hall.store.all("web-key")) == before


async def test_a_transcript_is_public_until_the_end_and_whole_after_it(api: Api):
    id, _, ada, ben = await api.begun(rounds=1)
    await api("POST", f"/sessions/{id}/move", ada, {"ask": "pick:1", "action": PICK, "id": "1"})
    running = (await api("GET", f"/sessions/{id}/transcript", ada)).json()
    assert not running["whole"] and "Picked" not in json.dumps(running) and "seed" not in running
    assert "Picked" not in (await api("GET", f"/sessions/{id}/transcript?format=html", ada)).text
    await api("POST", f"/sessions/{id}/move", ben, {"ask": "pick:1", "action": PICK, "id": "1"})
    api.hall.forget(api.hall.tables[id])
    whole = (await api("GET", f"/sessions/{id}/transcript", ada)).json()
    assert whole["whole"] and "Picked" in json.dumps(whole)
    view = await api.view(id, ben)
    assert view["session"]["state"] == "over" and view["session"]["you"] == "bob" and view["asks"] == []
    assert (
        (await api("GET", f"/sessions/{id}/transcript?format=csv", ada)).headers["content-type"].startswith("text/csv")
    )
    assert (await api("GET", f"/sessions/{id}/transcript?format=exe", ada)).status_code == 422
    film = await api("GET", f"/sessions/{id}/transcript?format=html", ada)
    assert film.headers["content-type"].startswith("text/html") and "attachment" in film.headers["content-disposition"]
    assert (await api("GET", f"/sessions/{id}/transcript")).status_code == 404
    assert (await api("GET", f"/sessions/{id}/events", ada)).status_code == 410


async def test_the_same_people_play_again(api: Api):
    id, _, ada, ben = await api.begun(rounds=1)
    assert (await api("POST", f"/sessions/{id}/again", ada)).status_code == 409
    for key in (ada, ben):
        await api("POST", f"/sessions/{id}/move", key, {"ask": "pick:1", "action": PICK, "id": "1"})
    new, same = await asyncio.gather(*(api("POST", f"/sessions/{id}/again", key) for key in (ada, ben)))
    assert same.json()["id"] == new.json()["id"]
    assert new.status_code == 201 and new.json()["id"] != id and new.json()["you"] == "ann"


async def test_whoever_is_erased_is_in_no_game_that_was_just_looked_at(api: Api):
    id, _, ada, ben = await api.begun(rounds=1)
    for key in (ada, ben):
        await api("POST", f"/sessions/{id}/move", key, {"ask": "pick:1", "action": PICK, "id": "1"})
    table = api.hall.tables.pop(id)
    assert "Ben" in (await api("GET", f"/sessions/{id}/transcript", ada)).text
    await api.hall.erase_person(table.seats[Seat("bob")].user)
    assert "Ben" not in (await api("GET", f"/sessions/{id}/transcript", ada)).text
    assert (await api("GET", f"/sessions/{id}/transcript", ben)).status_code == 404


async def test_no_guest_lets_a_model_play_for_somebody_who_is_forgotten(api: Api, monkeypatch: pytest.MonkeyPatch):
    id, _, ada, ben = await api.begun(rounds=1)
    for key in (ada, ben):
        await api("POST", f"/sessions/{id}/move", key, {"ask": "pick:1", "action": PICK, "id": "1"})
    await api.hall.erase_person(api.hall.tables[id].seats[Seat("bob")].user)
    monkeypatch.setattr(api.hall, "ai", lambda *_: Occupant("model", "Costly", "dear"))
    assert (await api("POST", f"/sessions/{id}/again", ada)).status_code == 403


async def test_a_kind_or_a_wish_that_there_is_not_is_named(api: Api):
    got = await api("POST", "/sessions", sent={"game": "chess"}, X_Admin_Token=ADMIN)
    assert got.status_code == 404 and "There is no game “chess”" in got.json()["detail"]
    id, _ = await api.open("codenames")
    got = await api("POST", f"/sessions/{id}/join", sent={"name": "Ada", "wish": "king"})
    assert got.status_code == 422 and "“king”" in got.json()["detail"]


async def test_a_method_that_there_is_not_says_which_there_are(api: Api):
    got = await api("PUT", "/sessions")
    assert got.status_code == 405 and got.headers["allow"] == "POST"


async def test_what_others_hide_changes_no_byte(api: Api):
    worlds = []
    for number in (2, 6):
        id, host, ada, ben = await api.begun(seconds=60)
        secret = {"ask": "pick:1", "action": {"type": "Pick", "number": number}, "id": "1"}
        await api("PUT", f"/sessions/{id}/draft", ben, {name: secret[name] for name in ("ask", "action")})
        await api("POST", f"/sessions/{id}/move", ben, secret)
        texts = [
            (await api("GET", f"/sessions/{id}{path}", key)).text.replace(id, "ID")
            for key in (ada, host)
            for path in ("", "/view", "/transcript", "/transcript?format=md", "/transcript?format=html")
        ]
        worlds.append(texts)
    assert worlds[0] == worlds[1]


async def test_whoever_has_left_looks_on_and_has_the_seat_back_by_one_call(api: Api):
    id, _host, ada, ben = await api.begun()
    await api("POST", f"/sessions/{id}/leave", ben)
    seen = await api("GET", f"/sessions/{id}/view", ben)
    assert seen.status_code == 200 and seen.json()["session"]["you"] is None
    assert (await api("POST", f"/sessions/{id}/back", ada)).status_code == 409
    assert (await api("POST", f"/sessions/{id}/back")).status_code == 404
    back = (await api("POST", f"/sessions/{id}/back", ben)).json()
    assert back["you"] is not None and [each["kind"] for each in back["seats"]] == ["person", "person"]


async def test_the_hosting_is_handed_over_and_votes_are_counted(api: Api):
    id, host, ada, ben = await api.begun()
    assert (await api("POST", f"/sessions/{id}/host", ada, {"name": "Ben"})).status_code == 403
    assert (await api("POST", f"/sessions/{id}/host", host, {"name": "Nobody"})).status_code == 404
    assert (await api("POST", f"/sessions/{id}/host", host, {"name": "Ben"})).json()["host"] is False
    assert (await api("GET", f"/sessions/{id}", ben)).json()["host"] is True
    refused = await api("POST", f"/sessions/{id}/vote-out", ada, {"name": "Ben"})
    assert refused.status_code == 422 and "two votes at least" in refused.json()["detail"]
    refused = await api("POST", f"/sessions/{id}/skip", ada)
    assert refused.status_code in (409, 422)
    assert (await api("POST", f"/sessions/{id}/skip", host)).status_code == 403


async def test_how_long_a_table_waits_for_somebody_is_chosen_before(api: Api):
    id, host = await api.open()
    assert (await api("PATCH", f"/sessions/{id}/config", host, {"away": 5})).status_code == 200
    assert (await api("PATCH", f"/sessions/{id}/config", host, {"away": -1})).status_code == 422
    assert api.hall.lobbies[id].about.away == 5
