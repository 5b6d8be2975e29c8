from __future__ import annotations

import pytest

from inquiro.core.errors import NotConfigured
from inquiro.core.models import Price
from inquiro.core.settings import GUARDED, KEY_NAMES, ROLES, Secret, Settings


@pytest.fixture
def places(tmp_path):
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    return home, here


def load(places, **env: str) -> Settings:
    home, here = places
    return Settings.load({"INQUIRO_HOME": str(home), **env}, here)


def test_nothing_set_gives_the_embedded_default(places):
    settings = load(places)
    assert settings.home == places[0]
    assert settings.database_url == f"sqlite:///{places[0] / 'inquiro.db'}"
    assert settings.privacy == "hybrid"
    assert settings.model is None
    assert not settings.keys
    assert not settings.ignored


def test_the_environment_beats_the_users_file_and_that_beats_the_working_directory(places):
    home, here = places
    (here / "inquiro.toml").write_text('model = "here:m"\nwrite_model = "here:w"\njudge_model = "here:j"\n')
    (home / "inquiro.toml").write_text('model = "user:m"\nwrite_model = "user:w"\n')
    settings = load(places, INQUIRO_MODEL="env:m")
    assert settings.model == "env:m"
    assert settings.role_models == {"write": "user:w", "judge": "here:j"}


@pytest.mark.fault(69)
@pytest.mark.parametrize("name", [*GUARDED, "provider_urls", "keys"])
def test_a_working_directory_file_may_not_set_what_could_send_text_elsewhere(places, name):
    values = {"privacy": "'cloud_allowed'", "provider_urls": "{openai = 'http://evil.example'}", "keys": "{A = 'b'}"}
    value = values.get(name, "'elsewhere'")
    (places[1] / "inquiro.toml").write_text(f"{name} = {value}\n")
    settings = load(places)
    assert settings.ignored == (name,)
    clean = load((places[0], places[0].parent))
    for field in Settings.__struct_fields__:
        if field != "ignored":
            assert getattr(settings, field) == getattr(clean, field)


def test_the_users_own_file_may_set_everything(places):
    (places[0] / "inquiro.toml").write_text(
        'privacy = "local_only"\ndatabase_url = "sqlite:///x.db"\nallow_private_hosts = ["wiki:80"]\n'
        '[provider_urls]\ntavily = "http://127.0.0.1:1"\n[keys]\nTAVILY_API_KEY = "k"\n'
    )
    settings = load(places)
    assert (settings.privacy, settings.database_url) == ("local_only", "sqlite:///x.db")
    assert settings.allow_private_hosts == ("wiki:80",)
    assert settings.provider_urls == {"tavily": "http://127.0.0.1:1"}
    assert settings.keys["TAVILY_API_KEY"].reveal() == "k"


def test_the_home_folder_as_working_directory_is_the_users_file(places):
    home, _ = places
    (home / "inquiro.toml").write_text('privacy = "local_only"\n')
    settings = Settings.load({"INQUIRO_HOME": str(home)}, home)
    assert settings.privacy == "local_only"
    assert not settings.ignored


def test_provider_addresses_come_from_their_own_variables(places):
    settings = load(places, INQUIRO_OPENAI_URL="http://127.0.0.1:9", INQUIRO_SEMANTIC_SCHOLAR_URL="http://[::1]:2")
    assert settings.provider_urls == {"openai": "http://127.0.0.1:9", "semantic_scholar": "http://[::1]:2"}


def test_the_database_address_is_not_a_provider(places):
    settings = load(places, INQUIRO_DATABASE_URL="sqlite:///y.db")
    assert settings.database_url == "sqlite:///y.db"
    assert not settings.provider_urls


def test_a_server_of_the_users_own_may_have_a_key_of_its_own(places):
    settings = load(places, INQUIRO_MINE_URL="http://localhost:1", MINE_API_KEY="secret")
    assert settings.keys["MINE_API_KEY"].reveal() == "secret"
    assert not load(places, MINE_API_KEY="secret").keys  # without an address nobody asked us to read it


@pytest.mark.parametrize("name", KEY_NAMES)
@pytest.mark.fault(68)
def test_a_key_is_read_under_its_known_name_and_never_prints(places, name):
    settings = load(places, **{name: "canary-7731"})
    assert settings.keys[name].reveal() == "canary-7731"
    assert "canary" not in f"{settings!r} {settings} {settings.keys!r} {settings.keys[name]:}"


@pytest.mark.fault(68)
def test_a_secret_has_no_way_out_but_the_one_that_says_so():
    secret = Secret("canary-7731")
    assert "canary" not in f"{secret} {secret!r} {secret!s} {[secret]} %s" % secret
    assert not hasattr(secret, "__dict__")


@pytest.mark.parametrize("role", ROLES)
def test_each_role_and_workflow_may_have_its_own_model(places, role):
    settings = load(places, **{f"INQUIRO_{role.upper()}_MODEL": "local:small"})
    assert settings.role_models == {role: "local:small"}


def test_an_unknown_privacy_mode_names_the_variable_and_the_choices(places):
    with pytest.raises(NotConfigured, match=r"INQUIRO_PRIVACY is 'open'.*local_only, hybrid, cloud_allowed"):
        load(places, INQUIRO_PRIVACY="open")


@pytest.mark.parametrize("text", [b"privacy = ", b"\xff\xfe"])
def test_a_broken_file_is_named(places, text):
    (places[0] / "inquiro.toml").write_bytes(text)
    with pytest.raises(NotConfigured, match=r"inquiro\.toml is not valid TOML"):
        load(places)


def test_lists_may_be_written_with_commas_or_spaces(places):
    assert load(places, INQUIRO_ALLOW_PRIVATE_HOSTS="a:1, b:2 c:3").allow_private_hosts == ("a:1", "b:2", "c:3")


def test_an_empty_variable_counts_as_not_set(places):
    settings = load(places, INQUIRO_MODEL="", INQUIRO_PRIVACY="", TAVILY_API_KEY="", INQUIRO_EXA_URL="")
    assert settings.model is None
    assert settings.privacy == "hybrid"
    assert not settings.keys
    assert not settings.provider_urls


def test_a_tilde_in_a_path_is_the_users_home(places, monkeypatch):
    monkeypatch.setenv("HOME", str(places[1]))
    assert load(places, INQUIRO_VAULT="~/Vault").vault == places[1] / "Vault"


def test_limits_of_a_day_come_from_the_environment_or_the_users_file(places):
    (places[0] / "inquiro.toml").write_text("max_cost_per_day = 2\nmax_tokens_per_day = 500_000\n")
    settings = load(places, INQUIRO_MAX_COST_PER_DAY="$2.50")
    assert (settings.max_cost_per_day, settings.max_tokens_per_day) == (2.5, 500_000)
    none = load((places[1], places[1]))
    assert (none.max_cost_per_day, none.max_tokens_per_day) == (None, None)


@pytest.mark.parametrize("value", ["-1", "nan", "inf", "-inf", "two", "1e999", "1,5"])
@pytest.mark.parametrize("name", ["INQUIRO_MAX_COST_PER_DAY", "INQUIRO_MAX_TOKENS_PER_DAY"])
def test_a_limit_that_makes_no_sense_is_named(places, name, value):
    with pytest.raises(NotConfigured, match=rf"{name} is '{value}'; it must be .*such as"):
        load(places, **{name: value})


@pytest.mark.parametrize("line", ["max_cost_per_day = nan", "max_cost_per_day = true", "max_tokens_per_day = 1.5"])
def test_so_is_one_in_the_file(places, line):
    (places[0] / "inquiro.toml").write_text(line)
    with pytest.raises(NotConfigured, match=r"INQUIRO_MAX_\w+_PER_DAY"):
        load(places)


def test_prices_are_read_from_both_places_and_the_environment_knows_better(places):
    (places[0] / "inquiro.toml").write_text(
        '[prices]\n"openai:gpt-6-sol" = "1/2"\n"My-Server:a/b:c" = "0.5/1.5/0.01"\n'
    )
    settings = load(places, INQUIRO_PRICES="openai:gpt-6-sol=$1.25/10, mine:x=y=0/.5,")
    assert settings.prices == {
        "openai:gpt-6-sol": Price(input=1.25, output=10.0),
        "my_server:a/b:c": Price(input=0.5, output=1.5, search=0.01),
        "mine:x=y": Price(input=0.0, output=0.5),
    }


@pytest.mark.parametrize(
    "value", ["openai:m", "openai=1/2", "=1/2", "openai:m=1", "openai:m=1/2/3/4", "openai:m=-1/2", "openai:m=nan/2"]
)
def test_a_price_that_makes_no_sense_says_how_to_write_one(places, value):
    with pytest.raises(NotConfigured, match=r"INQUIRO_PRICES.*such as"):
        load(places, INQUIRO_PRICES=value)


@pytest.mark.parametrize("text", ["prices = 3", 'prices = ["a:b=1/2"]', '[prices]\n"a:b" = 3', '[prices.a]\nb = "1/2"'])
def test_prices_in_the_file_are_a_table(places, text):
    (places[0] / "inquiro.toml").write_text(text)
    with pytest.raises(NotConfigured, match="INQUIRO_PRICES"):
        load(places)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("", ()),
        ("off", ()),
        ("claude-ai", ("claude-ai",)),
        ("claude-ai, Visual Studio Code", ("claude-ai", "Visual Studio Code")),
    ],
)
def test_forms_decide_only_for_clients_that_are_named(tmp_path, given, named):
    env = {"INQUIRO_HOME": str(tmp_path), "INQUIRO_ELICIT_DECISIONS": given}
    assert Settings.load(env, tmp_path).elicit_decisions == named


def test_forms_cannot_be_switched_on_for_every_client(tmp_path):
    with pytest.raises(NotConfigured, match="name those whose forms a person fills in"):
        Settings.load({"INQUIRO_HOME": str(tmp_path), "INQUIRO_ELICIT_DECISIONS": "on"}, tmp_path)


def test_what_a_model_reads_can_be_told(tmp_path):
    env = {"INQUIRO_HOME": str(tmp_path), "INQUIRO_CONTEXT": "mine:plain=200000, ollama:llama3.2:1b = 8_192"}
    assert dict(Settings.load(env, tmp_path).contexts) == {"mine:plain": 200_000, "ollama:llama3.2:1b": 8_192}


@pytest.mark.parametrize("value", ["mine:plain", "mine:plain=x", "plain=9000", "mine:plain=12"])
def test_a_window_that_makes_no_sense_is_refused(tmp_path, value):
    with pytest.raises(NotConfigured, match="INQUIRO_CONTEXT"):
        Settings.load({"INQUIRO_HOME": str(tmp_path), "INQUIRO_CONTEXT": value}, tmp_path)
