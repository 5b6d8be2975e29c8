"""`inquiro sources`: the list, and one real call."""

from __future__ import annotations

import json

import pytest


def test_the_table_says_what_works_and_why_not(runtime, inquiro, make_source):
    runtime.infos += [
        make_source(
            name="tavily",
            available=False,
            reason="set TAVILY_API_KEY",
            keys=("TAVILY_API_KEY",),
            leaves_machine="the query",
        ),
        make_source(name="crunchbase", available=False, declared=True, reason="declared, not available"),
    ]
    shown = inquiro("sources", "list").stdout
    local, tavily, crunchbase = (line for line in shown.splitlines() if line.split()[0] in shown_names(runtime))
    assert local.split()[:4] == ["local", "local", "unlimited", "available"]
    assert "nothing" in local
    assert "the query" in " ".join(tavily.split())
    assert "1/s" in tavily
    assert "declared" in crunchbase


def shown_names(runtime):
    return {source.name for source in runtime.infos}


def test_json(runtime, inquiro):
    [only] = json.loads(inquiro("sources", "list", "--json").stdout)
    assert only["name"] == "local"
    assert only["available"] is True


# -- the real runtime against services on loopback --------------------------------------------------------


@pytest.fixture
def near(moss, small_internet, tmp_path, monkeypatch):
    """The environment of a user whose services are all on this machine."""
    for name, value in small_internet.environment_for(moss, tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    return moss


@pytest.mark.real_sources
def test_a_source_that_answers_shows_its_hits(near, inquiro):
    shown = inquiro("sources", "test", "openalex", "--query", "Velmora moss")
    assert shown.exit_code == 0
    assert "✓ openalex: 2 hits for “Velmora moss”" in shown.stdout
    assert "Cooling by moss on forty roofs" in shown.stdout
    assert "https://doi.org/10.5555/velm.three" in shown.stdout


@pytest.mark.real_sources
def test_a_test_as_json_is_json_and_nothing_else(near, inquiro):
    told = json.loads(inquiro("sources", "test", "duckduckgo", "--query", "Velmora moss", "--json").stdout)
    assert (told["name"], told["ok"], len(told["hits"])) == ("duckduckgo", True, 3)
    assert told["hits"][0]["title"] == "Velmora moss on a library roof"


@pytest.mark.real_sources
@pytest.mark.fault(4)
def test_a_source_that_fails_ends_with_1(near, inquiro):
    near.fail("openalex", "oops", 500)
    shown = inquiro("sources", "test", "openalex")
    assert (shown.exit_code, shown.stdout.strip()) == (1, "✗ openalex: openalex is not working (500)")
    as_json = inquiro("sources", "test", "openalex", "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["error"] == "openalex is not working (500)"


@pytest.mark.real_sources
def test_a_source_without_its_key_ends_with_3_and_an_unknown_one_with_2(near, inquiro):
    keyless = inquiro("sources", "test", "tavily")
    assert keyless.exit_code == 3
    assert "set TAVILY_API_KEY" in keyless.stderr
    unknown = inquiro("sources", "test", "altavista")
    assert unknown.exit_code == 2
    assert "known: arxiv" in unknown.stderr
    assert near.server.connections == 0


@pytest.mark.real_sources
def test_the_list_of_a_domain_has_its_order_and_reasons(near, inquiro):
    shown = inquiro("sources", "list", "--domain", "medical")
    assert shown.exit_code == 0
    names = [line.split()[0] for line in shown.stdout.splitlines()[1:] if line[:1].strip()]
    assert names[:3] == ["corpus", "pubmed", "semantic_scholar"]
    assert "first choice for medical (0.75)" in " ".join(shown.stdout.split())
    listed = json.loads(inquiro("sources", "list", "--domain", "medical", "--json").stdout)
    assert [one["name"] for one in listed][:3] == names[:3]


@pytest.mark.real_sources
@pytest.mark.parametrize("command", [("sources", "list"), ("ask", "How much does Velmora moss cool a roof?")])
def test_an_unknown_domain_ends_with_2_and_lists_the_known_ones(near, inquiro, command):
    refused = inquiro(*command, "--domain", "alchemy")
    assert refused.exit_code == 2
    assert "unknown domain 'alchemy'; known: academic" in refused.stderr
    assert near.server.connections == 0


@pytest.mark.real_sources
def test_ask_with_a_kind_asks_all_of_it_and_nobody_else(near, inquiro):
    question = ("How much does Velmora moss cool a roof?", "--since", "2023-05", "--language", "en")
    asked = inquiro("ask", *question, "--source", "academic", "--depth", "light", "--json")
    assert asked.exit_code == 0
    assert {source["type"] for source in json.loads(asked.stdout)["sources"]} <= {"academic", "pubmed"}
    paths = {one.path.split("/")[1] for one in near.server.asked}
    assert {"openalex", "crossref", "semantic_scholar", "arxiv", "pubmed", "europe_pmc"} <= paths
    assert not {"duckduckgo", "w", "gleif", "tavily"} & paths
    narrowed = near.server.to("/openalex/")[0].params["filter"]
    assert narrowed == "from_publication_date:2023-05-01,language:en"
