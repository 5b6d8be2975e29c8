"""Links into live pages: the directive says the quote's words and nothing else."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Citation
from inquiro.present.live_link import live_link
from inquiro.present.wording import safe_url

LONG = "One two three four five six seven eight nine ten eleven, and twelve-thirteen."


def link(
    quote: str, *, before: str = "", page: int | None = None, url: str = "https://example.org/a", media_type: str = ""
) -> str | None:
    cited = Citation(source_id="src_1", quote=quote, start=0, end=len(quote), before=before, page=page)
    return live_link(safe_url(url) or "", media_type, cited)


def directive(**more) -> str:
    url = link(**more)
    assert url
    return url.partition(":~:text=")[2]


def test_a_quote_is_named_in_full():
    assert link("Trees cool the street.") == "https://example.org/a#:~:text=Trees%20cool%20the%20street."


def test_signs_that_part_a_directive_are_encoded():
    assert directive(quote="a well-known, R&D led find") == "a%20well%2Dknown%2C%20R%26D%20led%20find"


def test_of_a_long_quote_both_ends_are_named():
    long = LONG + " Fourteen fifteen sixteen."
    assert directive(quote=long) == (
        "One%20two%20three%20four%20five%20six,eleven%2C%20and%20twelve%2Dthirteen.%20Fourteen%20fifteen%20sixteen."
    )


def test_a_quote_over_two_blocks_is_named_by_its_ends():
    assert directive(quote="A heading\n\nAnd its text.") == "A%20heading,And%20its%20text."


def test_a_short_quote_is_told_from_others_by_the_words_before_it():
    assert directive(quote="5 %", before="Elsewhere 5 %.\nIn spring it was ") == "In%20spring%20it%20was-,5%20%25"


def test_words_without_spaces_stay_whole():
    assert unquote(directive(quote="街路樹は気温を下げる。")) == "街路樹は気温を下げる。"


@pytest.mark.parametrize(
    ("url", "start"),
    [
        ("https://example.org/a#part", "https://example.org/a#part:~:text="),
        ("https://example.org/a#:~:text=other", "https://example.org/a#:~:text="),
        ("https://example.org/a?b=1&c=2", "https://example.org/a?b=1&c=2#:~:text="),
    ],
)
def test_what_the_address_has_already_is_kept(url, start):
    assert (link("Trees cool.", url=url) or "").startswith(start)


def test_a_pdf_opens_at_its_page():
    pdf = {"media_type": "application/pdf", "url": "https://example.org/a.pdf#x"}
    assert link("Trees cool.", page=4, **pdf) == "https://example.org/a.pdf#page=4"
    assert link("Trees cool.", **pdf) is None


@pytest.mark.fault(32)
@pytest.mark.parametrize(
    "more",
    [
        {"url": "file:///shelf/a.md"},
        {"url": "javascript:alert(1)"},
        {"url": "notes/a.md"},
        {"media_type": "application/xml"},
        {"quote": " \u200b\n"},
    ],
)
def test_nothing_but_pages_of_the_web_is_linked(more):
    assert link(**({"quote": "Trees cool."} | more)) is None


@pytest.mark.fault(32)
@given(st.text(max_size=120), st.text(max_size=40))
def test_no_quote_changes_the_address_or_adds_a_directive(quote, before):
    url = link(quote, before=before)
    if url is None:
        return
    parts = urlsplit(url)
    assert (parts.scheme, parts.netloc, parts.path, parts.query) == ("https", "example.org", "/a", "")
    said = parts.fragment.removeprefix(":~:text=")
    assert set(said) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%._~,-")
    assert said.replace("-,", "", 1).count("-") == 0
    assert said.count(",") <= 1
    assert all(part for part in said.replace("-,", ",").split(","))
