"""What the settings take, and how every mistake in them is told at once."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import discord
import pytest

from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.settings import BadSettings, Settings, env_names, invitation, read_settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
README = EXAMPLE.with_name("README.md")
LINE = re.compile(r"^#?([A-Z_]+)=(.*)$", re.MULTILINE)
SECRET = "sk-canary-4471"


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty `.env` in a folder of its own, where the settings are read."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".env"


def read(env: Path, *lines: str) -> Settings:
    env.write_text("\n".join(lines), encoding="utf-8")
    return read_settings()


def mistakes(env: Path, *lines: str) -> list[str]:
    with pytest.raises(BadSettings) as caught:
        read(env, *lines)
    assert SECRET not in str(caught.value) + repr(caught.value)
    return caught.value.mistakes


# ── what they take ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_need_be_set(env: Path) -> None:
    settings = read_settings()
    assert (settings.specs, settings.model, settings.data) == ({}, "", Path("data"))
    assert settings.discord_token.get_secret_value() == ""


def test_a_file_is_read_and_the_environment_comes_first(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASQUERADE_PACE", "0")
    settings = read(env, "MASQUERADE_PACE=9", "MASQUERADE_SPECTATOR_PACE=9", "MASQUERADE_GUILDS=12, 34")
    assert (settings.pace, settings.spectator_pace, settings.guilds) == (0, 9, (12, 34))


def test_lines_that_are_no_setting_are_counted_and_not_repeated(env: Path) -> None:
    found = mistakes(env, "# fine", f'DISCORD_TOKEN="{SECRET}', f"token {SECRET}", "MASQUERADE_PACE=1")
    how = "cannot be read: write NAME=value, and close every quotation mark."
    assert found == [f"Line {line} of .env {how}" for line in (2, 3)]


def test_quotation_marks_that_docker_left_in_the_environment_are_named(
    env: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read(env, f'DISCORD_TOKEN="{SECRET}"').discord_token.get_secret_value() == SECRET
    monkeypatch.setenv("DISCORD_TOKEN", f'"{SECRET}"')
    assert mistakes(env) == ["DISCORD_TOKEN stands in quotation marks, which became part of it: write it without them."]


def test_an_empty_value_is_the_default(env: Path) -> None:
    assert read(env, "MASQUERADE_TIMEOUT=", "MASQUERADE_BUDGET=", "MASQUERADE_MODELS=").timeout == 60


@pytest.mark.parametrize(
    ("written", "meant"), [("on", True), ("yes", True), ("1", True), ("off", False), ("false", False)]
)
def test_a_switch_is_on_or_off(env: Path, written: str, meant: bool) -> None:
    assert read(env, f"MASQUERADE_MESSAGE_CONTENT={written}").message_content is meant


def test_the_library_is_a_folder_that_is_there(env: Path, tmp_path: Path) -> None:
    assert read_settings().shelf is None
    (tmp_path / "games").mkdir()
    assert read(env, "MASQUERADE_LIBRARY=games").shelf == Path("games")
    assert mistakes(env, "MASQUERADE_LIBRARY=game") == [
        "MASQUERADE_LIBRARY is game, which is not there: make the folder, or name another."
    ]
    assert mistakes(env, "MASQUERADE_LIBRARY=.env") == ["MASQUERADE_LIBRARY is .env, which is a file: name a folder."]


def test_other_peoples_names_are_left_alone(env: Path) -> None:
    assert read(env, "PATH_TO_MASQUERADE=x", "HOME_PAGE=y").model == ""


def test_one_model_has_what_the_settings_say(env: Path) -> None:
    settings = read(
        env,
        "MASQUERADE_MODEL=big-1",
        f"OPENAI_API_KEY={SECRET}",
        "MASQUERADE_TIMEOUT=30",
        "MASQUERADE_PRICE_IN=1",
        "MASQUERADE_PRICE_OUT=2",
        "MASQUERADE_BRIEFING=Compact",
    )
    assert settings.specs == {
        "big-1": ModelSpec("big-1", "", SECRET, price_in=1, price_out=2, briefing="compact", timeout=30)
    }
    assert HousePlayers(settings.specs, settings.model).occupant("Ada").model == "big-1"
    assert SECRET not in repr(settings)


def test_our_own_name_comes_before_the_customary_one(env: Path) -> None:
    settings = read(
        env, "OPENAI_BASE_URL=http://theirs/v1", "MASQUERADE_BASE_URL=http://ours/v1/", "MASQUERADE_MODEL=m"
    )
    assert settings.specs["m"].base_url == "http://ours/v1"


def test_more_models_have_short_names_and_the_rest_from_the_settings(env: Path) -> None:
    settings = read(
        env,
        'MASQUERADE_MODELS={"fast": {"model": "small-1", "base_url": "http://127.0.0.1:8080/v1", "reply": "json", '
        '"price_in": 0, "price_out": 0, "extra": {"top_k": 5}, "bare": false}, "far": {"model": "f", "api_key_env": "FAR_KEY"}}',
        "MASQUERADE_BARE=yes",
        "MASQUERADE_MODEL=fast",
        f"FAR_KEY={SECRET}",
        "MASQUERADE_API_KEY=general",
        "MASQUERADE_TEMPERATURE=0.5",
    )
    fast, far = settings.specs["fast"], settings.specs["far"]
    assert list(settings.specs) == ["fast", "far"] and settings.model == "fast"
    assert (fast.model, fast.reply, fast.price_in, fast.extra, fast.temperature) == (
        "small-1",
        "json",
        0,
        {"top_k": 5},
        0.5,
    )
    assert (far.api_key, far.base_url) == (SECRET, "")
    assert (fast.bare, far.bare) == (False, True)


def test_the_general_key_goes_to_the_general_address_alone(env: Path) -> None:
    models = '{"near": {"model": "n"}, "far": {"model": "f", "base_url": "http://elsewhere/v1"}}'
    settings = read(
        env, f"MASQUERADE_API_KEY={SECRET}", "MASQUERADE_BASE_URL=http://here/v1", f"MASQUERADE_MODELS={models}"
    )
    assert (settings.specs["near"].api_key, settings.specs["far"].api_key) == (SECRET, "")


# ── what is wrong with them ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("MASQUERADE_PACE=1,5", "MASQUERADE_PACE is “1,5”: write a number."),
        ("MASQUERADE_PACE=-1", "MASQUERADE_PACE is “-1”: write a number not below 0."),
        ("MASQUERADE_TIMEOUT=0", "MASQUERADE_TIMEOUT is “0”: write a number above 0."),
        ("MASQUERADE_TIMEOUT=nan", "MASQUERADE_TIMEOUT is “nan”"),
        ("MASQUERADE_CONCURRENT=2.5", "MASQUERADE_CONCURRENT is “2.5”: write a whole number."),
        ("MASQUERADE_TEMPERATURE=3", "MASQUERADE_TEMPERATURE is “3”: write a number not above 2."),
        ("MASQUERADE_MESSAGE_CONTENT=maybe", "MASQUERADE_MESSAGE_CONTENT is “maybe”: write on or off."),
        ("MASQUERADE_REPLY=xml", "MASQUERADE_REPLY is “xml”: write 'schema', 'tools', 'json' or 'text'."),
        ("MASQUERADE_LOG_LEVEL=loud", "MASQUERADE_LOG_LEVEL is “loud”: write 'debug', 'info', 'warning' or 'error'."),
        ("MASQUERADE_GUILDS=12, home", "MASQUERADE_GUILDS is “home”: write a whole number."),
        ("MASQUERADE_BASE_URL=localhost:8080", "MASQUERADE_BASE_URL is no address"),
        (f"MASQUERADE_BASE_URL=http://me:{SECRET}@host/v1", "MASQUERADE_BASE_URL holds a key"),
        (f"MASQUERADE_BASE_URL=http://host/v1?key={SECRET}", "MASQUERADE_BASE_URL holds a key"),
        (f"DISCORD_TOKEN=Bot {SECRET}", "DISCORD_TOKEN is no bot token"),
        ("MASQUERADE_MODELS={fast", "MASQUERADE_MODELS is no JSON"),
        (f'MASQUERADE_MODELS="\\"{SECRET}\\""', "MASQUERADE_MODELS: write something like"),
        ("MASQUERADE_MODELS=[1]", "MASQUERADE_MODELS: write something like"),
        ('MASQUERADE_MODELS={"fast": {}}', "MASQUERADE_MODELS, “fast”, “model”: this is missing."),
        (
            f'MASQUERADE_MODELS={{"fast": {{"model": "m", "api_kye_env": "{SECRET}"}}}}',
            "MASQUERADE_MODELS, “fast”, “api_kye_env” is nothing that a model has: did you mean “api_key_env”?",
        ),
        ("MASQUERADE_MODEL=big-1", "MASQUERADE_MODEL is big-1, and MASQUERADE_API_KEY is not set"),
        (
            'MASQUERADE_MODELS={"far": {"model": "f", "api_key_env": "FAR_KEY"}}',
            "MASQUERADE_MODELS, “far”: its key is to be in FAR_KEY, which is not set.",
        ),
        ('MASQUERADE_MODELS={"far": {"model": "f"}}', "MASQUERADE_MODELS, “far” has no key"),
        ("MASQUERADE_MODLE=x", "MASQUERADE_MODLE is no setting: did you mean MASQUERADE_MODEL?"),
        ("MASQERADE_BUDGET=1", "MASQERADE_BUDGET is no setting: did you mean MASQUERADE_BUDGET?"),
        (
            f"MASQUERADE_API_KEY=Bearer {SECRET}",
            "MASQUERADE_API_KEY is no key: copy it alone, without “Bearer ” before it.",
        ),
        ("MASQUERADE_QQQQQQ=x", "MASQUERADE_QQQQQQ is no setting; .env.example lists all of them."),
        ("MASQUERADE_DATA=.env", "MASQUERADE_DATA is .env, which is a file: name a folder."),
    ],
)
def test_a_mistake_is_told_by_name_with_how_to_mend_it(env: Path, line: str, sentence: str) -> None:
    told = mistakes(env, line)
    assert len(told) == 1 and told[0].startswith(sentence)


def test_every_mistake_is_told_at_once(env: Path) -> None:
    told = mistakes(
        env,
        "MASQUERADE_PACE=fast",
        "MASQUERADE_MODLE=x",
        "MASQUERADE_MODEL=big-1",
        "MASQUERADE_REPLY=xml",
        "MASQUERADE_DATA=.env",
        f"OPENAI_BASE_URL={SECRET}",
        f"OPENAI_API_KEY={SECRET}",
    )
    names = [sentence.split()[0] for sentence in told]
    assert names == [
        "MASQUERADE_MODLE",
        "MASQUERADE_PACE",
        "MASQUERADE_BASE_URL",
        "MASQUERADE_REPLY",
        "MASQUERADE_DATA",
    ]


def test_a_narrator_is_one_of_the_models_and_has_prices_where_it_has_a_budget(env: Path) -> None:
    model = ("MASQUERADE_MODEL=small-1", "MASQUERADE_BASE_URL=http://127.0.0.1:8080/v1")
    assert read(env, *model, "MASQUERADE_NARRATOR=small-1").narrator == "small-1"
    (one,) = mistakes(env, *model, "MASQUERADE_NARRATOR=big-1")
    assert one == "MASQUERADE_NARRATOR is big-1, which is no model here: there is small-1."
    (one,) = mistakes(env, "MASQUERADE_NARRATOR=big-1")
    assert "there is none yet; set MASQUERADE_MODEL" in one
    (one,) = mistakes(env, *model, "MASQUERADE_NARRATOR=small-1", "MASQUERADE_NARRATOR_BUDGET=1")
    assert "small-1 has no prices, so MASQUERADE_NARRATOR_BUDGET cannot be kept" in one


def test_other_words_come_from_one_of_the_models(env: Path) -> None:
    model = ("MASQUERADE_MODEL=small-1", "MASQUERADE_BASE_URL=http://127.0.0.1:1/v1")
    assert read(env, *model).rewording == ""
    assert read(env, *model, "MASQUERADE_REWORDING=small-1").rewording == "small-1"
    (one,) = mistakes(env, *model, "MASQUERADE_REWORDING=big-1")
    assert one == "MASQUERADE_REWORDING is big-1, which is no model here: there is small-1."


@pytest.mark.parametrize(
    ("prices", "sentence"),
    [
        (
            (),
            "MASQUERADE_MODEL has no prices, so MASQUERADE_BUDGET cannot be kept: "
            "give MASQUERADE_PRICE_IN and MASQUERADE_PRICE_OUT.",
        ),
        (
            ("MASQUERADE_PRICE_IN=1",),
            "MASQUERADE_MODEL has one price and lacks the other: "
            "give both MASQUERADE_PRICE_IN and MASQUERADE_PRICE_OUT, or neither.",
        ),
    ],
)
def test_a_budget_needs_prices(env: Path, prices: tuple[str, ...], sentence: str) -> None:
    told = mistakes(env, "MASQUERADE_BUDGET=1", "MASQUERADE_MODEL=m", "MASQUERADE_BASE_URL=http://host/v1", *prices)
    assert len(told) == 1 and told[0].startswith(sentence)


def test_a_model_of_several_has_its_prices_where_it_is_described(env: Path) -> None:
    models = '{"near": {"model": "n", "base_url": "http://host/v1"}}'
    (told,) = mistakes(env, "MASQUERADE_BUDGET=1", f"MASQUERADE_MODELS={models}")
    assert (
        told
        == "MASQUERADE_MODELS, “near” has no prices, so MASQUERADE_BUDGET cannot be kept: give price_in and price_out."
    )


@pytest.mark.parametrize("address", ["127.0.0.1:9191/v1", "http://127.0.0.1:9191/v1/chat/completions"])
def test_an_address_with_a_mistake_is_one_mistake(env: Path, address: str) -> None:
    (told,) = mistakes(env, "MASQUERADE_MODEL=m", f"MASQUERADE_BASE_URL={address}")
    assert told.startswith("MASQUERADE_BASE_URL ")


def test_a_key_of_one_of_several_models_is_copied_alone(env: Path) -> None:
    models = '{"far": {"model": "f", "api_key_env": "FAR_KEY"}}'
    (told,) = mistakes(env, f"MASQUERADE_MODELS={models}", f"FAR_KEY=Bearer {SECRET}")
    assert (
        told
        == "MASQUERADE_MODELS, “far”: what stands in FAR_KEY is no key: copy it alone, without “Bearer ” before it."
    )


def test_what_is_hardly_meant_is_a_doubt_and_no_mistake(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)  # another program's
    assert read_settings().doubts == ()
    assert set(read(env, "DISCORD_TOKN=x", "MASQUERADE_BASE_URL=http://host/v1").doubts) == {
        "DISCORD_TOKN is no setting: did you mean DISCORD_TOKEN?",
        "MASQUERADE_BASE_URL is set, and no model is: built-in players play until MASQUERADE_MODEL names one.",
    }
    env.write_text("")
    monkeypatch.setenv("DISCORD_BOT_TOKEN", SECRET)  # as a container is given it
    assert read_settings().doubts == ("DISCORD_BOT_TOKEN is no setting: did you mean DISCORD_TOKEN?",)
    assert read(env, "DISCORD_TOKEN=y").doubts == (), "what was meant is there: this is another's"
    monkeypatch.delenv("DISCORD_BOT_TOKEN")
    assert read(env, "MASQUERADE_MODEL=m", "MASQUERADE_BASE_URL=http://host/v1").doubts == ()


def test_a_file_that_is_no_text_is_named(env: Path) -> None:
    env.write_bytes(b"MASQUERADE_MODEL=\xff\xfe")
    with pytest.raises(BadSettings, match=r"\.env cannot be read"):
        read_settings()


def test_a_mistake_in_the_environment_is_told_like_one_in_the_file(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASQUERADE_MODLES", "x")
    assert mistakes(env) == ["MASQUERADE_MODLES is no setting: did you mean MASQUERADE_MODELS?"]


def test_who_lets_others_in_needs_a_secret(env: Path) -> None:
    found = mistakes(env, "MASQUERADE_WEB_HOST=0.0.0.0", "MASQUERADE_WEB_PORT=x", "MASQUERADE_WEB_PROXIES=me")
    assert [each.split()[0] for each in found] == [
        "MASQUERADE_WEB_PORT", "MASQUERADE_WEB_PROXIES", "MASQUERADE_WEB_HOST",
    ]  # fmt: skip
    assert "too short" in mistakes(env, "MASQUERADE_WEB_ADMIN=short")[0]
    assert mistakes(env, "MASQUERADE_WEB_PUBLIC_URL=https://masks.example/path")
    assert len(mistakes(env, "MASQUERADE_WEB_PUBLIC_URL=https://masks.example")) == 1
    site = read(env, f"MASQUERADE_WEB_ADMIN={SECRET * 2}", "MASQUERADE_WEB_HOST=0.0.0.0").site
    assert site.served_as("192.168.1.7")
    assert not site.served_as("elsewhere.example")
    assert read(env, "MASQUERADE_WEB_HOST=0.0.0.0", "MASQUERADE_WEB=off").web is False


@pytest.mark.parametrize(
    ("path", "much"),
    [
        ("/v1/chat/completions", "/chat/completions"),
        ("/api/chat/completions", "/chat/completions"),
        ("/api/generate", "/api/generate"),
        ("/api/chat/", "/api/chat/"),
        ("/v1/v1", "/v1"),
        ("/v1", ""),
        ("/api/v1", ""),
        ("/api", ""),
        ("/v1beta/openai", ""),
    ],
)
def test_an_address_ends_before_what_is_asked_there(env: Path, path: str, much: str) -> None:
    set_so = f"MASQUERADE_BASE_URL=http://h{path}"
    if much:
        (wrong,) = mistakes(env, set_so)
        assert f"has too much path: leave away what it ends with, {much}." in wrong
    else:
        assert read(env, set_so).base_url == f"http://h{path}"


def test_the_bot_is_invited_with_what_it_needs() -> None:
    token = f"{base64.b64encode(b'123456789').decode().rstrip('=')}.x.y"
    link = dict(parse_qsl(urlsplit(invitation(token)).query))
    may = discord.Permissions(int(link["permissions"]))
    assert (link["client_id"], link["scope"]) == ("123456789", "bot applications.commands")
    needed = re.search(r"the\s+permissions \*(.*?)\*", README.read_text(encoding="utf-8"), re.DOTALL)
    assert needed
    for name in re.split(r",\s+", needed[1]):
        assert getattr(may, re.sub(r"\s+", "_", name).casefold().replace("channels", "channel")), name
    assert not may.administrator
    assert invitation(token).replace("123456789", "YOUR_APPLICATION_ID") in README.read_text(encoding="utf-8").split()
    assert invitation("nonsense") == ""


# ── .env.example ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_example_names_every_setting_and_no_other() -> None:
    named = [name for name, _ in LINE.findall(EXAMPLE.read_text(encoding="utf-8"))]
    assert sorted(named) == sorted(names[0] for names in env_names().values())


def test_the_example_says_what_each_setting_is_for() -> None:
    for block in EXAMPLE.read_text(encoding="utf-8").split("\n\n"):
        if LINE.search(block):
            assert block.startswith("# "), block


def test_the_example_mentions_the_customary_names_too() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert all(name in text for names in env_names().values() for name in names)


def test_the_examples_values_are_the_defaults(env: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    defaults = read(env).model_dump()
    assert read(env, text).model_dump() == defaults
    assert read(env, *(f"{name}={value}" for name, value in LINE.findall(text))).model_dump() == defaults
