"""Which sources are asked, in which order, and who stands in."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ProviderKind, SourceRecord
from inquiro.engine.choosing import AT_ONCE, OWN_KINDS, Ranked, chosen, closed_hosts, fallback_for, rank_sources
from inquiro.engine.domains import load_domains

DOMAINS = load_domains()
KINDS: dict[str, ProviderKind] = {
    **dict.fromkeys(("tavily", "exa", "brave", "duckduckgo", "searxng", "crawler"), "web"),
    **dict.fromkeys(
        ("semantic_scholar", "pubmed", "arxiv", "openalex", "crossref", "unpaywall", "europe_pmc"), "academic"
    ),
    "wikipedia": "reference",
    "gleif": "registry",
    "corpus": "local",
    "notes": "vault",
    "findings": "knowledge",
}
WITHOUT_KEYS = ["duckduckgo", "wikipedia", "arxiv", "pubmed", "openalex", "crossref", "semantic_scholar", "gleif"]


class Provider(NamedTuple):
    name: str
    kind: ProviderKind


def record(source: str, gained=0.0, tried=0.0, verified=0.0, blocked=0.0, *, seconds=0.0) -> SourceRecord:
    return SourceRecord(source=source, gained=gained, tried=tried, verified=verified, blocked=blocked, seconds=seconds)


def available(*names: str) -> list[Provider]:
    return [Provider(name, KINDS[name]) for name in names or KINDS]


def ranked(domain: str, *names: str, records: tuple[SourceRecord, ...] = ()) -> list[Ranked]:
    return rank_sources(DOMAINS[domain], records, available(*names))


def names(found) -> list[str]:
    return [one.name for one in found]


def place(found: list[Ranked], name: str) -> float:
    return next(one.score for one in found if one.name == name)


@pytest.mark.parametrize("domain", DOMAINS)
def test_first_choices_come_before_second_choices_and_those_before_the_rest(domain):
    order = [one for one in names(ranked(domain)) if KINDS[one] not in OWN_KINDS]
    settings = DOMAINS[domain]
    first = [name for name in settings.primary_sources if name in KINDS]
    second = [name for name in settings.secondary_sources if name in KINDS]
    assert order[: len(first)] == first
    kept = [name for name in order if name in second]
    assert kept == second
    assert not {*order} & {*settings.excluded_sources}


def test_excluded_sources_are_never_ranked_whatever_their_record():
    best = record("wikipedia", gained=1_000, tried=1_000, verified=1_000)
    assert "wikipedia" not in names(ranked("medical", records=(best,)))


def test_a_record_moves_a_source_up_and_down():
    fresh = ranked("general", "tavily", "openalex")
    assert names(fresh) == ["tavily", "openalex"]
    learned = ranked(
        "general",
        "tavily",
        "openalex",
        records=(
            record("openalex", gained=40, tried=45, verified=30),
            record("tavily", gained=2, tried=40, blocked=10),
        ),
    )
    assert names(learned) == ["openalex", "tavily"]
    assert place(learned, "openalex") > place(fresh, "openalex")
    assert place(learned, "tavily") < place(fresh, "tavily")


def test_a_little_experience_does_not_overturn_the_domain():
    learned = ranked("medical", "pubmed", "duckduckgo", records=(record("pubmed", tried=1), record("duckduckgo", 1, 1)))
    assert names(learned) == ["pubmed", "duckduckgo"]


def test_blocks_count_against_a_source_and_checks_for_it():
    plain, blocked, checked = (
        place(ranked("general", "brave", records=(one,)), "brave")
        for one in (record("brave", 5, 10), record("brave", 5, 10, blocked=5), record("brave", 5, 10, verified=4))
    )
    assert blocked < plain < checked


def test_the_reasons_say_it_in_words():
    (one,) = ranked("medical", "pubmed", records=(record("pubmed", 8, 10, 6, 1, seconds=20),))
    assert one.reasons[0] == "first choice for medical (0.75)"
    assert "earlier runs: 8 of 10 tries useful, 6 verified" in one.reasons
    assert "blocked 1 times" in one.reasons
    assert "2.0 s per try" in one.reasons
    assert one.reasons[-1] == f"together {one.score:.2f}"
    (new,) = ranked("medical", "gleif")
    assert new.reasons == ("registry source that medical does not name (0.10)",)


def test_records_of_hosts_are_not_taken_for_sources():
    of_host = record("host:pubmed", gained=0, tried=100)
    assert ranked("medical", "pubmed", records=(of_host,)) == ranked("medical", "pubmed")


def test_the_faster_one_goes_first_where_two_are_equal():
    slow, fast = record("arxiv", 5, 10, seconds=90), record("openalex", 5, 10, seconds=9)
    domain = msgspec.structs.replace(DOMAINS["general"], primary_sources=("tavily",), secondary_sources=())
    found = rank_sources(domain, (slow, fast), available("arxiv", "openalex"))
    assert found[0].score == found[1].score
    assert names(found) == ["openalex", "arxiv"]


def test_somebody_without_keys_gets_web_and_academic_sources():
    asked, reserve = chosen(ranked("general", *WITHOUT_KEYS))
    assert {"duckduckgo", "wikipedia", "openalex", "semantic_scholar", "crossref"} <= {*names(asked)}
    assert "gleif" not in names(reserve)  # a register of companies cannot stand in for a search


def test_no_more_than_six_are_asked_and_not_all_of_one_kind():
    asked, reserve = chosen(ranked("general", *(name for name in KINDS if KINDS[name] not in OWN_KINDS)))
    kinds = [one.kind for one in asked]
    assert len(asked) == AT_ONCE
    assert kinds.count("web") == 4
    assert reserve[0].name == "duckduckgo"


def test_one_kind_takes_all_places_where_there_is_no_other():
    asked, _ = chosen(ranked("general", "tavily", "exa", "brave", "searxng", "duckduckgo"))
    assert len(asked) == 5


@pytest.mark.parametrize("domain", ["medical", "academic"])
def test_an_academic_source_is_among_them_where_the_domain_demands_it(domain):
    bad = record("pubmed", gained=0, tried=500, blocked=100)
    found = ranked(domain, "pubmed", "tavily", "exa", "brave", "searxng", "duckduckgo", records=(bad,))
    assert found[-1].name == "pubmed"
    asked, reserve = chosen(found, 3, academic_required=True)
    assert len(asked) == 3
    assert "pubmed" in names(asked)
    assert "pubmed" not in names(chosen(found, 3).asked)
    assert not {*names(asked)} & {*names(reserve)}


def test_what_lies_on_this_machine_is_always_asked_and_takes_no_place():
    asked, reserve = chosen(ranked("general"), 2)
    assert {"corpus", "notes", "findings"} <= {*names(asked)}
    assert len(asked) == 5
    assert not {"corpus", "notes", "findings"} & {*names(reserve)}


def test_the_finder_of_copies_is_asked_only_where_nobody_else_is():
    asked, reserve = chosen(ranked("medical", "unpaywall", "pubmed"))
    assert (names(asked), names(reserve)) == (["pubmed"], [])
    assert names(chosen(ranked("medical", "unpaywall")).asked) == ["unpaywall"]
    assert names(chosen(ranked("medical", "unpaywall", "corpus")).asked) == ["corpus"]


def test_the_crawler_is_asked_only_for_named_sites():
    found = ranked("general", "crawler", "duckduckgo")
    assert "crawler" not in names(chosen(found).asked + chosen(found).reserve)
    assert "crawler" in names(chosen(found, sites=True).asked)


def test_a_source_that_is_hardly_worth_it_is_asked_when_it_is_alone():
    assert names(chosen(ranked("medical", "gleif")).asked) == ["gleif"]
    assert chosen([]) == ((), ())


def test_the_next_of_the_same_kind_stands_in_first():
    _, reserve = chosen(ranked("general"), 1)
    assert fallback_for("tavily", reserve, KINDS) == "exa"
    assert fallback_for("pubmed", reserve, KINDS) == "openalex"
    only_academic = [one for one in reserve if one.kind == "academic"]
    assert fallback_for("tavily", only_academic, KINDS) == "openalex"
    assert fallback_for("tavily", (), KINDS) is None
    assert fallback_for("tavily", ranked("general", "tavily"), KINDS) is None


counts = st.floats(0, 1_000, allow_nan=False)


@given(
    st.sampled_from(sorted(DOMAINS)),
    st.lists(
        st.builds(record, st.sampled_from(sorted(KINDS)), counts, counts, counts, counts, seconds=counts), max_size=12
    ),
    st.sets(st.sampled_from(sorted(KINDS))),
    st.integers(1, 8),
    st.booleans(),
)
def test_whatever_was_learned_the_rules_hold(domain, records, there, limit, sites):
    settings = DOMAINS[domain]
    found = rank_sources(settings, records, [Provider(name, KINDS[name]) for name in sorted(there)])
    assert all(0 <= one.score <= 1 for one in found)
    asked, reserve = chosen(found, limit, academic_required=settings.academic_required, sites=sites)
    outside = [one for one in asked if one.kind not in OWN_KINDS]
    assert len(outside) <= limit
    assert {one for one in there if KINDS[one] in OWN_KINDS} <= {*names(asked)}
    assert not {*names(asked), *names(reserve)} & {*settings.excluded_sources}
    searching = [n for n in names(found) if KINDS[n] == "academic" and n != "unpaywall"]
    if settings.academic_required and searching:
        assert any(one.kind == "academic" for one in asked)


def test_hosts_that_let_nobody_in_are_known():
    records = [
        SourceRecord(source="host:wall.example", tried=3, blocked=3),
        SourceRecord(source="host:open.example", tried=3, gained=2, blocked=2),
        SourceRecord(source="host:once.example", tried=1, blocked=1),
        SourceRecord(source="duckduckgo", tried=9, blocked=9),
    ]
    assert closed_hosts(records) == ("wall.example",)


def test_earlier_research_is_always_asked_and_says_why():
    found = ranked("general", *WITHOUT_KEYS, "findings", "corpus")
    why = {one.name: one.reasons[0] for one in found}
    assert why["findings"].startswith("what earlier research found")
    assert why["corpus"].startswith("what you gave is always asked")
    assert "findings" in names(chosen(found).asked)
