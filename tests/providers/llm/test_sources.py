"""Pages of a model's own search, in one shape."""

from __future__ import annotations

import pytest

from inquiro.core.models import NativeSource
from inquiro.providers.llm._sources import gathered, source


@pytest.mark.parametrize("url", [None, 5, "", "ftp://x", "javascript:alert(1)", "https://", "https://a b", "data:x,y"])
def test_what_is_no_address_is_no_source(url):
    assert source(url, "T") is None


def test_titles_lose_their_markup_and_words_keep_theirs():
    assert source(" https://a.example/ ", "<b>A</b> &amp; B", " x <y ") == NativeSource(
        url="https://a.example/", title="A & B", cited_text="x <y"
    )


def test_each_page_once_or_once_per_passage():
    a, b = "https://a.example/", "https://b.example/"
    found = gathered(
        [source(a, "", "one"), source(a, "A", "two"), source(a, "A", "one"), source(a, "A"), None, source(b), source(b)]
    )
    assert found == (
        NativeSource(url=a, title="A", cited_text="one"),
        NativeSource(url=a, title="A", cited_text="two"),
        NativeSource(url=b),
    )
