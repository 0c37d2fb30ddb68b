"""Models in a TOML file: each mistake is told with its line and table; and what models cost where nobody says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from bot.__main__ import build
from bot.cli.world import Wrong
from bot.players.prices import priced
from bot.players.spec import ModelSpec
from bot.settings import BadSettings, Settings, read_settings

EXAMPLE = Path(__file__).parents[2] / "models.example.toml"
SECRET = "sk-canary-4242"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(here: Path, toml: str, *lines: str) -> Settings:
    (here / "models.toml").write_text(toml, encoding="utf-8")
    (here / ".env").write_text("\n".join(("MASQUERADE_MODELS=models.toml", *lines)), encoding="utf-8")
    return read_settings()


def mistakes(here: Path, toml: str, *lines: str) -> list[str]:
    with pytest.raises(BadSettings) as bad:
        read(here, toml, *lines)
    assert SECRET not in str(bad.value)
    return bad.value.mistakes


def test_the_example_can_be_used_as_it_stands(here: Path) -> None:
    """One model of every kind of provider; those in the list of prices have theirs, and a budget can be kept with all."""
    text = EXAMPLE.read_text(encoding="utf-8")
    keys = [f"{name}={SECRET}" for name in re.findall(r'api_key_env = "(\w+)"', text)]
    settings = read(here, text, "MASQUERADE_MODEL=gpt", "MASQUERADE_BUDGET=1", *keys)
    hosts = {name: spec.host for name, spec in settings.specs.items()}
    assert hosts == {
        "gpt": "api.openai.com",
        "router": "openrouter.ai",
        "claude": "api.anthropic.com",
        "gemini": "generativelanguage.googleapis.com",
        "mistral": "api.mistral.ai",
        "groq": "api.groq.com",
        "deepseek": "api.deepseek.com",
        "home": "local",
    }
    assert all(priced(spec).priced for spec in settings.specs.values())
    assert all(spec.api_key == SECRET for name, spec in settings.specs.items() if name != "home")
    assert settings.specs["gpt"].extra == {"reasoning_effort": "low"}


HOME = '\nbase_url = "http://127.0.0.1/v1"\n'


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        (f'[a]\nmodel = "m"{HOME}\n[b]{HOME}', "models.toml, line 5, [b], “model”: this is missing."),
        (
            f'# mine\n[fast]\nmodel = "m"{HOME}api_key = "{SECRET}"',
            "models.toml, line 5, [fast], “api_key” is nothing that a model has: did you mean “api_key_env”?",
        ),
        (f'[a]\nmodel = "m"{HOME}reply = "xml"', "models.toml, line 4, [a], “reply”: write 'schema', 'tools', 'json' or 'text'."),
        (f'[a]\nmodel = "m"{HOME}price_in = "cheap"', "models.toml, line 4, [a], “price_in”: write a number."),
        (f'["a b"]\nmodel = "m"{HOME}timeout = 0', "models.toml, line 4, [“a b”], “timeout”: write a number above 0."),
        (f'[a]\nmodel = "m"\nbase_url = "http://me:{SECRET}@x/v1"', "models.toml, line 3, [a], “base_url” holds a key"),
        (f'[a]\nmodel = "m"{HOME}price_in = 1', "models.toml, line 1, [a] has one price and lacks the other"),
        ('[a]\nmodel = "m"', "models.toml, line 1, [a] has no key: name the variable"),
        ('\n[a]\nmodel = "m"\napi_key_env = "A_KEY"', "models.toml, line 2, [a]: its key is to be in A_KEY, which is not set."),
        ('model = "m"', "models.toml, line 1, [model]: this is to be a table"),
        ('[gpt-5.1]\nmodel = "m"', "models.toml"),
        (f'[a]\nmodel = "{SECRET}', "MASQUERADE_MODELS names models.toml, and line 2 of it cannot be read: close the quotation"),
        ("[a]\nmodel = small", "MASQUERADE_MODELS names models.toml, and line 2 of it cannot be read: a text stands in quot"),
        ("[a]\nmodel", "MASQUERADE_MODELS names models.toml, and"),
        ('[a]\nmodel = "m"\n[a]\nmodel = "n"', "MASQUERADE_MODELS names models.toml, and line 3 of it cannot be read: a table"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_table(here: Path, toml: str, sentence: str) -> None:
    told = mistakes(here, toml)
    assert told[0].startswith(sentence), told
    assert len(told) == 1 or "gpt-5" in toml


def test_a_name_with_a_dot_stands_in_quotation_marks(here: Path) -> None:
    told = mistakes(here, f'["gpt-5"]\nmodel = "m"{HOME}[gpt-5.1]\nmodel = "m"')
    assert any('a name with a dot in it stands in quotation marks, like ["gpt-5.1"].' in each for each in told)
    assert "gpt-5.1" in read(here, f'["gpt-5.1"]\nmodel = "m"{HOME}').specs


def test_a_file_that_is_not_there_or_no_text_is_named(here: Path) -> None:
    (here / ".env").write_text("MASQUERADE_MODELS=mine.toml")
    with pytest.raises(
        BadSettings, match=r"names mine\.toml, which is not there: models\.example\.toml is one to copy"
    ):
        read_settings()
    (here / "mine.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match=r"names mine\.toml, which cannot be read: it has to be a text file in UTF-8"):
        read_settings()


# ── prices ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_prices_come_from_the_list_where_there_are_none_of_ones_own() -> None:
    mini = priced(ModelSpec("gpt-4o-mini"))
    assert (mini.price_in, mini.price_cached, mini.price_out) == (0.15, 0.075, 0.6)
    own = ModelSpec("gpt-4o-mini", price_in=9, price_out=9)
    assert priced(own) is own
    assert not priced(ModelSpec("gpt-4o-mini", "http://127.0.0.1:8080/v1")).priced, (
        "what runs at home costs what it costs"
    )
    assert not priced(ModelSpec("nobody-knows-1")).priced


def test_long_prompts_cost_more_where_there_may_be_any() -> None:
    pro = ModelSpec("gemini-2.5-pro", "https://generativelanguage.googleapis.com/v1beta/openai")
    short, long = priced(pro).price_in, priced(ModelSpec(pro.model, pro.base_url, context=400_000)).price_in
    assert short and long == 2 * short


def test_a_budget_and_a_price_that_nobody_knows_do_not_go_together(here: Path) -> None:
    (here / ".env").write_text("MASQUERADE_MODEL=nobody-1\nMASQUERADE_API_KEY=k\nMASQUERADE_BUDGET_DAY=3")
    with pytest.raises(BadSettings, match=r"MASQUERADE_MODEL has no prices, so MASQUERADE_BUDGET_DAY cannot be kept"):
        read_settings()
    (here / ".env").write_text("MASQUERADE_MODEL=nobody-1\nMASQUERADE_API_KEY=k\nMASQUERADE_BUDGET_DAY_TOKENS=3")
    assert read_settings().budgets.day.tokens == 3
    (here / ".env").write_text("MASQUERADE_MODEL=gpt-4o-mini\nMASQUERADE_API_KEY=k\nMASQUERADE_BUDGET_SERVER=3")
    assert read_settings().budgets.server.usd == 3
    with pytest.raises(Wrong, match="“nobody-1” has no prices, so MASQUERADE_BUDGET_SERVER cannot be kept"):
        build().players("nobody-1")


def test_whoever_sets_no_budget_waits_for_no_list(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)  # whoever imports it fails
    (here / ".env").write_text("MASQUERADE_MODEL=gpt-4o-mini\nMASQUERADE_API_KEY=k")
    assert not read_settings().specs["gpt-4o-mini"].priced
    (here / ".env").write_text("MASQUERADE_MODEL=m\nMASQUERADE_API_KEY=k\nMASQUERADE_BUDGET=1\n"
                               "MASQUERADE_PRICE_IN=1\nMASQUERADE_PRICE_OUT=2")  # fmt: skip
    assert read_settings().budgets.game.usd == 1
