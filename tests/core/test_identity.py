from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.core.identity import canonical_url, clean_arxiv_id, clean_doi, identities, without_tracking
from inquiro.core.types import SourceResult


def hit(url: str = "https://example.org/a", **known: object) -> SourceResult:
    return SourceResult(url=url, title="t", snippet="s", source_name="x", **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.org/a", "https://www.example.org/a/"),
        ("https://example.org:443/a#part", "https://EXAMPLE.org./a"),
        ("https://example.org/a?utm_source=x&id=7&fbclid=1", "https://example.org/a?id=7"),
        ("https://example.org/a?b=2&a=1", "https://example.org/a?a=1&b=2"),
        ("https://example.org/index.html", "https://example.org"),
        ("https://example.org/%7Ejo/x", "https://example.org/~jo/x"),
        ("https://example.org/a;jsessionid=0F/b", "https://example.org/a/b"),
        ("https://example.org/caf%c3%a9?q=%C3%A9", "https://example.org/café?q=é"),
        ("https://example.org/a#:~:text=words", "https://example.org/a#section-2"),
        ("https://en.m.wikipedia.org/wiki/Tree", "https://en.wikipedia.org/wiki/Tree"),
        ("https://example.org/a%2fb", "https://example.org/a%2Fb"),
    ],
)
def test_spellings_of_one_page(one: str, other: str) -> None:
    assert canonical_url(one) == canonical_url(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a?id=7", "https://example.org/a?id=8"),
        ("https://example.org:8080/a", "https://example.org/a"),
        ("https://example.org/A", "https://example.org/a"),
        ("https://a.example.org/", "https://b.example.org/"),
        ("https://example.org/a%2Fb", "https://example.org/a/b"),
        ("https://example.org/what%3Fid=1", "https://example.org/what?id=1"),
        ("https://example.org/caf%E9", "https://example.org/caf%E8"),  # Latin-1
        ("https://example.org/?name=%EF%F0", "https://example.org/?name=%E4%E0"),  # windows-1251
        ("https://app.example.org/#/trees", "https://app.example.org/#/costs"),
        ("https://app.example.org/#!/trees", "https://app.example.org/"),
    ],
)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("https://www.example.org/a/?utm_source=openai", "https://www.example.org/a/"),
        ("https://example.org/a?id=7&utm_source=openai", "https://example.org/a?id=7"),
        ("https://example.org/a?gclid=1&b=2&a=%C3%A9#part", "https://example.org/a?b=2&a=%C3%A9#part"),
        ("https://example.org/a?q=utm_source=x", "https://example.org/a?q=utm_source=x"),
        ("https://example.org/#/a?utm_source=x", "https://example.org/#/a?utm_source=x"),
        ("http://EXAMPLE.org/index.html", "http://EXAMPLE.org/index.html"),
    ],
)
def test_only_what_follows_a_reader_around_is_taken_off(told: str, kept: str) -> None:
    assert without_tracking(told) == kept
    assert canonical_url(told) == canonical_url(kept)


@given(st.text(st.characters(), max_size=80))
@example("\ud800?\udfff#/\ud800")
@example("?a=%FF&=&b")
def test_any_text_has_one_canonical_form(text: str) -> None:
    assert canonical_url(canonical_url("https://example.org/" + text)) == canonical_url("https://example.org/" + text)
    canonical_url(text)


@pytest.mark.parametrize(
    "text", ["10.1000/XYZ", "doi:10.1000/xyz", "https://doi.org/10.1000/xyz.", "https://dx.doi.org/10.1000%2Fxyz"]
)
def test_doi(text: str) -> None:
    assert clean_doi(text) == "10.1000/xyz"


@pytest.mark.parametrize(
    "doi",
    [
        "10.1061/(asce)0733-9399(1990)116:1(1)",
        "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2",
        "10.1016/s0140-6736(05)67012-3",
    ],
)
def test_a_doi_may_hold_brackets(doi: str) -> None:
    assert clean_doi(doi) == doi
    assert clean_doi(f"(see https://doi.org/{doi}).") == doi


def test_no_doi() -> None:
    assert clean_doi("nothing") is None
    assert clean_doi(None) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://arxiv.org/abs/2101.00001v3", "2101.00001"),
        ("http://export.arxiv.org/pdf/2101.00001", "2101.00001"),
        ("arXiv:2101.00001v2", "2101.00001"),
        ("https://arxiv.org/abs/math.GT/0309136", "math.gt/0309136"),
        ("https://arxiv.org/list/cs", None),
        ("", None),
    ],
)
def test_arxiv(text: str, expected: str | None) -> None:
    assert clean_arxiv_id(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (hit("https://doi.org/10.1000/ABC1"), hit("https://journal.example/paper", doi="10.1000/abc1")),
        (hit("https://arxiv.org/abs/2101.00001v2"), hit("https://doi.org/10.48550/arXiv.2101.00001")),
        (hit("https://pubmed.ncbi.nlm.nih.gov/123/"), hit("https://x.example/", pmid="123")),
        (hit("https://pmc.ncbi.nlm.nih.gov/articles/PMC77/"), hit("https://x.example/", pmcid="PMC77")),
    ],
)
def test_one_work_under_two_names(one: SourceResult, other: SourceResult) -> None:
    assert identities(one) & identities(other)


def test_a_product_number_is_no_article() -> None:
    one, other = hit("https://shop.example/PMC1500/manual"), hit("https://shop.example/PMC1500/price")
    assert not identities(one) & identities(other)


@pytest.mark.parametrize(
    "url", ["http://[bad/x", "https://ex\u2100mple.org/", "http://a:b:c/", "HTTPS://[::1", "\ud800:"]
)
def test_a_hit_without_a_sensible_address_is_itself(url: str) -> None:
    assert identities(hit(url)) == {f"url:{canonical_url(url)}"}


def test_two_works_share_nothing() -> None:
    one = hit("https://a.example/1", doi="10.1000/1", pmid="1", arxiv_id="2101.00001")
    other = hit("https://a.example/2", doi="10.1000/2", pmid="2", arxiv_id="2101.00002")
    assert not identities(one) & identities(other)
