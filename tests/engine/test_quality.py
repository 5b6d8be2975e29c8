"""Quality of a hit: every term shown, and the sum is the score."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import SourceResult
from inquiro.engine.domains import load_domains
from inquiro.engine.publishers import publisher_kinds
from inquiro.engine.quality import HIGHEST, LOWEST, START, judged, publisher

DOMAINS = load_domains()
GENERAL, MEDICAL, SOFTWARE = DOMAINS["general"], DOMAINS["medical"], DOMAINS["software"]
YEAR = 2026
URLS = [
    "https://www.who.int/a",
    "https://www.nature.com/a",
    "https://arxiv.org/abs/2101.00001",
    "https://doi.org/10.1000/x",
    "https://www.ehow.com/a",
    "https://example.org/a",
    "https://stackoverflow.com/q/1",
    "not an address",
]


def hit(url: str = "https://example.org/a", **fields: object) -> SourceResult:
    return SourceResult(url=url, title="T", snippet="S", source_name="x", **fields)


def score(url: str = "https://example.org/a", domain=GENERAL, **fields: object) -> float:
    return judged(hit(url, **fields), YEAR, domain).quality_score


def shown_sum(reasons: tuple[str, ...]) -> float:
    return START + sum(float(found[0]) for reason in reasons if (found := re.search(r"[+-]\d\.\d\d$", reason)))


hits = st.builds(
    hit,
    st.sampled_from(URLS),
    source_type=st.sampled_from(["web", "academic", "pubmed", "registry"]),
    year=st.none() | st.integers(-5, 3000),
    published=st.none() | st.sampled_from(["2024", "2020-05", "1999-01-01", "soon", ""]),
    authors=st.sampled_from([(), ("A. Author",)]),
    peer_reviewed=st.sampled_from([None, True, False]),
    citations=st.none() | st.integers(0, 10**7),
    venue=st.none() | st.sampled_from(["Nature", "bioRxiv", ""]),
    doi=st.none() | st.just("10.1000/x"),
    open_access_url=st.none() | st.just("https://example.org/x.pdf"),
    retracted=st.booleans(),
)


@given(hits, st.sampled_from(sorted(DOMAINS)))
def test_the_reasons_add_up_to_the_score(found, domain):
    result = judged(found, YEAR, DOMAINS[domain])
    assert LOWEST <= result.quality_score <= HIGHEST
    expected = LOWEST if found.retracted else min(HIGHEST, max(LOWEST, shown_sum(result.quality_reasons)))
    assert result.quality_score == pytest.approx(expected, abs=0.001)
    assert judged(result, YEAR, DOMAINS[domain]) == result


@given(hits)
def test_a_retracted_work_is_at_the_floor_and_says_so_first(found):
    result = judged(found, YEAR, MEDICAL)
    assert result.quality_reasons[0].startswith("retracted") is found.retracted
    if found.retracted:
        assert result.quality_score == LOWEST


@pytest.mark.parametrize("kind", ["local", "vault", "knowledge"])
def test_the_users_own_documents_keep_their_score(kind):
    own = hit("file:///a.md", source_type=kind, quality_score=0.8, retracted=True)
    assert judged(own, YEAR, GENERAL) is own


def test_kinds_of_publisher_are_ordered():
    ladder = [
        "https://www.who.int/a",
        "https://www.ox.ac.uk/a",
        "https://www.britannica.com/a",
        "https://www.reuters.com/a",
        "https://www.ibm.com/a",
        "https://example.org/a",
        "https://www.quora.com/a",
        "https://someone.substack.com/a",
        "https://www.ehow.com/a",
    ]
    scores = [score(url, DOMAINS["medical"]) for url in ladder]
    assert scores == sorted(scores, reverse=True)
    assert len({*scores}) == len(scores)


def test_the_unknown_publisher_is_named():
    assert "unknown publisher example.org +0.00" in judged(hit(), YEAR, GENERAL).quality_reasons


def test_review_is_worth_what_the_reason_says():
    reviewed = judged(hit(peer_reviewed=True), YEAR, GENERAL)
    assert "peer reviewed +0.15" in reviewed.quality_reasons
    assert reviewed.quality_score == pytest.approx(score() + 0.15)
    assert score(peer_reviewed=False) < score()


def test_a_preprint_is_worth_less_than_the_article_it_became():
    url = "https://arxiv.org/abs/2101.00001"
    draft = hit(url, source_type="academic", arxiv_id="2101.00001")
    printed = hit(url, source_type="academic", arxiv_id="2101.00001", doi="10.1000/x", venue="J", peer_reviewed=True)
    assert publisher(draft).kind == "preprint"
    assert publisher(printed).kind == "journal"
    assert "not peer reviewed -0.05" in judged(draft, YEAR, GENERAL).quality_reasons
    assert judged(draft, YEAR, GENERAL).quality_score < judged(printed, YEAR, GENERAL).quality_score


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"url": "https://doi.org/10.1/x", "doi": "10.1/x", "venue": "BMJ", "source_type": "academic"}, "journal"),
        ({"url": "https://pubmed.ncbi.nlm.nih.gov/1/", "pmid": "1", "source_type": "pubmed"}, "journal"),
        ({"url": "https://www.semanticscholar.org/paper/1", "venue": "bioRxiv", "source_type": "academic"}, "preprint"),
        ({"url": "https://www.semanticscholar.org/paper/1", "source_type": "academic"}, "index"),
        ({"url": "https://journal.example/1", "venue": "J. Ex.", "source_type": "academic"}, "journal"),
        ({"url": "https://repo.ox.ac.uk/1", "venue": "J. Ex.", "source_type": "academic"}, "university"),
        ({"url": "https://example.org/1", "venue": "Example", "source_type": "web"}, "unknown"),
    ],
)
def test_an_index_is_not_the_publisher_of_what_it_lists(fields, kind):
    assert publisher(hit(**fields)).kind == kind


def test_citations_count_by_the_year_and_level_off():
    few, many = score(citations=3, year=2020), score(citations=300, year=2020)
    assert score(year=2020) < few < many
    assert score(citations=300, year=2020) > score(citations=300, year=2018)
    assert score(citations=10**7, year=2020) == pytest.approx(score(year=2020) + 0.15)
    assert score(citations=0, year=2020) < score(year=2020)
    assert score(citations=0, year=YEAR) == score(year=YEAR)


def test_what_is_old_depends_on_the_field():
    assert score(year=2022, domain=GENERAL) > score(year=2022, domain=SOFTWARE)
    assert score(year=2000, domain=MEDICAL) < score(year=2019, domain=MEDICAL) < score(year=2025, domain=MEDICAL)
    assert any("dated in its field" in r for r in judged(hit(year=2019), YEAR, MEDICAL).quality_reasons)


def test_a_year_that_lies_ahead_is_not_believed():
    assert score(year=2999) == score()
    assert score(published="2999-01-01") == score()
    assert score(year=YEAR + 1) > score()


def test_authors_and_a_date_help_a_little():
    assert score(authors=("A",)) == pytest.approx(score() + 0.03)
    assert score(published="2018-03") == pytest.approx(score() + 0.02)


def test_a_work_of_which_only_the_abstract_is_open_counts_less():
    paper = {"url": "https://doi.org/10.1/x", "doi": "10.1/x", "source_type": "academic"}
    assert score(**paper) == pytest.approx(score(**paper, open_access_url="https://example.org/x.pdf") - 0.05)
    assert score(**paper) < score(**paper, pmcid="PMC1")


def test_some_publishers_know_a_field_better():
    url = "https://stackoverflow.com/q/1"
    assert score(url, SOFTWARE) == pytest.approx(score(url, GENERAL) + 0.10)
    assert any("software" in reason for reason in judged(hit(url), YEAR, SOFTWARE).quality_reasons)


@pytest.mark.parametrize("name", DOMAINS)
def test_domains_name_only_kinds_of_publisher_that_exist(name):
    assert {*DOMAINS[name].suitable_publishers} <= {*publisher_kinds()}
