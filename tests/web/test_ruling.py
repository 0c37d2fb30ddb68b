"""What the owner allows in the browser, and how hosts and owners send somebody away there."""

from __future__ import annotations

import re
from typing import Any

import httpx2

from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from tests.web.test_home import ADMIN, house


def owners(here: Any) -> httpx2.AsyncClient:
    return here.browser(**{"x-admin-token": ADMIN})


async def choose(owner: httpx2.AsyncClient, **changed: Any) -> httpx2.Response:
    """The page's form as it stands, sent back with something changed (None: not ticked, not filled)."""
    page = (await owner.get("/owner/rules", params={"server": changed.pop("server", "web")})).text
    sent: dict[str, list[str]] = {}
    for box in re.findall(r"<input[^>]*>", page.partition("Keep this")[0]):
        at = dict(re.findall(r'(\w+)="([^"]*)"', box))
        if at.get("type") != "checkbox" or " checked" in box:
            sent.setdefault(at["name"], []).append(at.get("value", "on"))
    sent |= {name: value if isinstance(value, list) else [value] for name, value in changed.items()}
    return await owner.post("/owner/rules", data=sent)


async def test_only_the_owner_sees_and_changes_what_may_be_played() -> None:
    async with house(admin=ADMIN) as here, here.browser() as guest, owners(here) as owner:
        assert (await guest.get("/owner/rules")).status_code == 403
        assert (await guest.post("/owner/rules", data={"server": "web"})).status_code == 403
        assert "/owner/rules" in (await owner.get("/owner")).text
        assert "Secret<input" in (await guest.get("/owner")).text
        assert "that is not this house's secret" in (await guest.post("/owner", data={"token": "x"})).text.casefold()
        rules = (await owner.get("/owner/rules")).text
        assert "Empty: on" in rules and "Empty: False" not in rules and "Empty: True" not in rules
        assert "What may be played?" in (await owner.get("/owner/rules")).text
        assert (await owner.get("/owner/rules", params={"server": "discord:1"})).status_code == 404
        sent = await choose(owner)
        assert sent.status_code == 303 and "changed=1" in sent.headers["location"]
        rules = here.hall.rules.at("web")
        assert (rules.games, rules.models, rules.clocks, rules.game_budget, rules.talk) == (None, None, {}, None, True)


async def test_games_and_time_are_as_the_owner_chose() -> None:
    async with house(admin=ADMIN) as here, owners(here) as owner:
        await choose(owner, games=["codenames"], **{"codenames.clue_seconds": "600"})
        rules = here.hall.rules.at("web")
        assert rules.games == ("codenames",) and rules.clocks == {"codenames": {"clue_seconds": 600}}
        refused = await owner.post("/new", data={"game": "mystery", "mode": "invite", "name": "Mira"})
        assert refused.status_code == 403
        assert "is not played on this server; the owner can change that at /owner/rules." in refused.text
        id = await here.invite(owner)
        assert here.hall.lobbies[id].options["clue_seconds"] == 600
        wrong = await choose(owner, game_budget="much", **{"codenames.clue_seconds": "60"})
        assert wrong.status_code == 422 and "“much” is not an amount of US dollars" in wrong.text
        assert here.hall.rules.at("web") == rules
        assert (await choose(owner, **{"codenames.clue_seconds": "x"})).status_code == 422


async def test_when_an_ai_sits_in_is_chosen_by_the_owner_and_by_whoever_opens_a_table() -> None:
    async with house(admin=ADMIN) as here, owners(here) as owner:
        await choose(owner, away="5")
        id = await here.invite(owner)
        assert here.hall.lobbies[id].about.away == 5
        assert 'name="away" value="5"' in (await owner.get(f"/t/{id}")).text
        await owner.post(f"/t/{id}/config", data={"away": "0"})
        assert here.hall.lobbies[id].about.away == 0
        wrong = await owner.post(f"/t/{id}/config", data={"away": "many"})
        assert wrong.status_code == 422 and "a whole number from 0 to 10" in wrong.text
        assert here.hall.lobbies[id].about.away == 0


async def test_models_and_characters_that_are_not_allowed_do_not_play() -> None:
    specs = {name: ModelSpec(model=name, base_url="http://127.0.0.1:9/v1") for name in ("big", "small")}
    players = HousePlayers(specs, "big")
    async with house(players, admin=ADMIN) as here, owners(here) as owner:
        first, second = [name for name, _ in here.hall.characters()][:2]
        await choose(owner, models=["small"], characters=[first])
        place = "web:1"
        made = [here.hall.ai(("Ada",) * n, place=place) for n in range(3)]
        assert {each.model for each in made} == {"small"} and {each.persona for each in made} <= {first, ""}
        assert here.hall.ai(place=place).persona == first
        assert {*here.hall.specs(place)} >= {"small", first, "built-in"}
        assert not {*here.hall.specs(place)} & {"big", second}
        id = await here.invite(owner)
        for spec in ("big", second):
            refused = await owner.post(f"/t/{id}/ai", data={"spec": spec})
            assert f"“{spec}” does not play on this server; the owner can change that" in refused.text
        assert here.hall.ai(spec=first, place=place).model == "small"
        await choose(owner, models=[])
        assert here.hall.ai(place=place).kind == "built-in"
        assert here.hall.ai(place="discord:1:2").model == "big"


async def test_rules_of_a_discord_server_are_the_same_ones() -> None:
    async with house(admin=ADMIN) as here, owners(here) as owner:
        await here.hall.rules.change("discord:7", roles={"5": "Host"}, most=3)
        await here.hall.rules.ban("discord:7", "discord:99", "Mallory", "discord:1")
        page = (await owner.get("/owner/rules", params={"server": "discord:7"})).text
        assert "Discord server 7" in page and "Mallory" in page
        await choose(owner, server="discord:7", most="2", day_budget="1.5")
        rules = here.hall.rules.at("discord:7")
        assert (rules.most, rules.day_budget, rules.roles) == (2, 1.5, {"5": "Host"})
        [ban] = here.hall.rules.bans("discord:7")
        await owner.post("/owner/rules", data={"server": "discord:7", "unban": ban.mark})
        assert not here.hall.rules.bans("discord:7")


async def test_budgets_that_cannot_be_kept_are_refused_in_a_sentence() -> None:
    async with house(admin=ADMIN) as here, owners(here) as owner:

        def no_prices(server: str, rules: Any) -> None:
            if rules.day_budget is not None:
                raise ValueError("What “big” costs is not known.")

        here.hall.rules.changing.append(no_prices)
        refused = await choose(owner, day_budget="1")
        assert refused.status_code == 422 and "What “big” costs is not known." in refused.text
        assert here.hall.rules.at("web").day_budget is None


async def test_a_host_bans_a_guest_by_their_browser_and_lets_them_back_in() -> None:
    async with house(admin=ADMIN) as here, owners(here) as host, here.browser() as guest:
        id = await here.invite(host)
        assert (await guest.post(f"/t/{id}/join", data={"name": "Ben"})).status_code == 303
        assert "Ban" not in (await guest.get(f"/t/{id}")).text
        assert (await guest.post(f"/t/{id}/ban", data={"name": "Mira"})).status_code == 403
        assert f'action="/t/{id}/ban"' in (await host.get(f"/t/{id}")).text
        await host.post(f"/t/{id}/ban", data={"name": "Ben"})
        assert [each.occupant.name for each in here.hall.lobbies[id].parties] == ["Mira"]
        shown = (await guest.get(f"/t/{id}")).text
        assert "You are banned from this table. Its host can let you back in." in shown
        assert "Sit down" not in shown and "sit down;" not in shown and f"/t/{id}/join" not in shown
        refused = await guest.post(f"/t/{id}/join", data={"name": "Benjamin"})
        assert refused.status_code == 403 and "You are banned from this table." in refused.text
        await host.post(f"/t/{id}/start")
        assert (await guest.post(f"/t/{id}/take", data={"name": "Ben", "seat": "p2"})).status_code in (403, 404)
        page = (await host.get(f"/t/{id}")).text
        assert "Ben is banned" in page
        await host.post(f"/t/{id}/public")
        looks_on = (await guest.get(f"/t/{id}")).text
        assert "You are banned from this table." in looks_on and f"/t/{id}/take" not in looks_on
        async with here.browser() as other:
            assert f"/t/{id}/take" in (await other.get(f"/t/{id}")).text
        await host.post(f"/t/{id}/unban", data={"mark": here.hall.rules.bans(id)[0].mark})
        assert not here.hall.rules.bans(id)
        assert f"/t/{id}/take" in (await guest.get(f"/t/{id}")).text


async def test_the_owner_sends_somebody_off_a_table_that_is_not_theirs() -> None:
    async with house(admin=ADMIN) as here, owners(here) as host, here.browser() as guest:
        id = await here.invite(host)
        await guest.post(f"/t/{id}/join", data={"name": "Ben"})
        await host.post(f"/t/{id}/start")
        table = here.hall.tables[id]
        async with owners(here) as owner:  # another browser of theirs, without the host's key
            assert "Send somebody away" in (await owner.get(f"/t/{id}")).text
            await owner.post(f"/t/{id}/kick", data={"name": "Ben"})
        assert all(each.name != "Ben" or each.kind != "person" for each in table.seats.values())


async def test_the_api_bans_and_lists_and_lets_back_in() -> None:
    async with house(admin=ADMIN) as here, owners(here) as host, here.browser() as guest:
        id = await here.invite(host)
        await guest.post(f"/t/{id}/join", data={"name": "Ben"})
        at = f"/api/games/sessions/{id}"
        assert (await guest.post(f"{at}/ban", json={"name": "Mira"})).status_code == 403
        assert (await host.post(f"{at}/ban", json={"name": "Nobody"})).status_code == 404
        assert (await host.post(f"{at}/ban", json={"name": "Ben"})).status_code == 200
        assert (await guest.get(f"{at}/bans")).status_code == 403
        [ban] = (await host.get(f"{at}/bans")).json()["banned"]
        assert ban["name"] == "Ben"
        assert (await host.delete(f"{at}/bans/{ban['mark']}")).status_code == 200
        assert (await guest.post(f"/t/{id}/join", data={"name": "Ben"})).status_code == 303
