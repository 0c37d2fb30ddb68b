"""What is kept about whoever uses a browser: seen, taken along, erased; and reports to the owner from there."""

from __future__ import annotations

from bot.reports import KIND
from games.core import EVERYONE, Told
from games.mystery.events import Shared, Spoke
from tests.web.test_home import house


async def test_somebody_in_a_browser_sees_what_is_kept_takes_it_along_and_has_it_erased() -> None:
    async with house() as here, here.browser() as me, here.browser() as other:
        assert "Nothing is kept about you here." in (await me.get("/privacy")).text
        assert (await me.get("/privacy/export")).status_code == 401
        assert (await me.post("/privacy/erase")).status_code == 401
        await me.post("/new", data={"game": "codenames", "mode": "play", "name": "Rumpel & Söhne"})
        (table,) = here.hall.tables.values()
        shown = (await me.get("/privacy")).text
        assert "1 game (1 still running), there as “Rumpel &amp; Söhne”" in shown
        mine = (await me.get("/privacy/export")).json()
        user = next(each.user for each in table.seats.values() if each.user)
        assert mine["you"] == user and mine["games"][0]["id"] == table.id
        assert "KeyShown" not in (await me.get("/privacy/export")).text
        sure = (await me.get("/privacy/erase")).text
        assert "It cannot be undone." in sure and 'action="/privacy/erase"' in sure
        gone = await me.post("/privacy/erase")
        assert gone.status_code == 200 and "You are forgotten here." in gone.text
        assert 'masquerade=""' in gone.headers["set-cookie"]
        saved = await here.hall.store.load(table.id)
        assert saved and user not in repr(saved) and "Rumpel" not in repr(saved)
        assert "Nothing is kept about you here." in (await me.get("/privacy")).text
        assert 'href="/privacy"' in (await other.get("/")).text


async def test_a_line_of_an_ai_is_reported_from_a_browser_and_none_of_a_person() -> None:
    async with house() as here, here.browser() as me:
        await me.post("/new", data={"game": "mystery", "mode": "play", "name": "Mira"})
        (table,) = here.hall.tables.values()
        await table.stop()
        seat, other, *_ = (each for each in table.order if table.seats[each].kind != "person")
        person = next(each for each in table.order if table.seats[each].kind == "person")
        table.story.tell(
            [Told(EVERYONE, Shared(1, 1, ((seat, "vile words"), (other, "kind words"), (person, "my words"))))]
        )
        table.story.tell([Told(frozenset({seat}), Spoke(seat, "secret"))])
        page = (await me.get(f"/t/{table.id}")).text
        heard = sum(each.heard_by(person) for each in table.log)
        assert all(f'name="n" value="{heard}:{each}"' in page for each in (seat, other))
        assert f'value="{heard}:{person}"' not in page
        answer = await me.post(f"/t/{table.id}/report", data={"n": f"{heard}:{seat}"})
        assert answer.status_code == 303
        thanks = (await me.get(answer.headers["location"])).text
        assert "It is reported." in thanks and "masquerade reports" in thanks
        (report,) = (await here.hall.store.all(KIND)).values()
        (line,) = report["lines"]
        assert (line["text"], line["seat"], report["by"]) == ("vile words", seat, table.seats[person].user)
        await me.post(f"/t/{table.id}/report", data={"n": f"{heard}:{seat}"})
        assert len(await here.hall.store.all(KIND)) == 1, "the same is one report"
        for nothing in (f"{heard}:{person}", str(heard + 1), "0", "x", "99999999999"):
            refused = await me.post(f"/t/{table.id}/report", data={"n": nothing})
            assert refused.status_code == 422 and "Only what an AI says" in refused.text
