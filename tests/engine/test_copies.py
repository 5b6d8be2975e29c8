from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from inquiro.core.types import Document
from inquiro.engine.copies import originals, without_copies
from inquiro.testing import stored
from inquiro.testing.clock import DAWN

WORDS = [f"word{n}" for n in range(400)]


def page(name: str, words: list[str]) -> Document:
    return stored(name, " ".join(words), url=f"https://{name}.example/", media_type="text/html")


def test_the_same_article_with_another_byline_is_read_once():
    original, copy = page("a", WORDS), page("b", [*WORDS[3:], "copied"])
    kept, copies = without_copies([original, copy], [])
    assert ([one.id for one in kept], copies) == (["a"], 1)


def test_a_copy_of_an_earlier_round_is_dropped_too():
    assert without_copies([page("b", WORDS)], [page("a", WORDS)]) == ([], 1)


def test_an_article_that_quotes_another_is_kept():
    quoting = page("b", [*WORDS[:150], *(f"own{n}" for n in range(300))])
    assert without_copies([quoting], [page("a", WORDS)]) == ([quoting], 0)


def test_short_texts_are_copies_only_when_they_are_equal():
    assert without_copies([page("b", WORDS[:9])], [page("a", WORDS[:10])])[1] == 0
    assert without_copies([page("b", WORDS[:9])], [page("a", WORDS[:9])])[1] == 1


def test_a_copy_of_a_copy_points_to_what_is_read():
    known, near, same = page("a", WORDS), page("b", [*WORDS[3:], "copied"]), page("c", [*WORDS[3:], "copied"])
    assert originals([near, same], [known]) == {"b": "a", "c": "a"}


# -- what earlier research had read -------------------------------------------------------------------------


def known(name: str, words: list[str], url: str, days: int = 40) -> Document:
    read = {"source_type": "knowledge", "source_name": "knowledge", "fetched_at": DAWN - timedelta(days=days)}
    return stored(name, " ".join(words), url=url, **read)


CHANGED = [*WORDS[:100], *(f"new{n}" for n in range(400))]


@pytest.mark.parametrize("words", [WORDS, [*WORDS[3:], "more"], CHANGED], ids=["same", "nearly", "changed"])
@pytest.mark.parametrize("turn", [1, -1])
def test_the_page_as_it_is_now_is_read_in_place_of_what_earlier_research_had_read(words, turn):
    live = page("live", words)
    old = known("old", WORDS, "https://www.live.example/#top")
    assert originals([live, old][::turn], []) == {"old": "live"}
    assert originals([old], [live]) == {"old": "live"}


def test_of_two_earlier_snapshots_of_a_page_the_newer_is_read():
    older, newer = known("older", WORDS, "https://a.example/", 90), known("newer", CHANGED, "https://a.example/", 40)
    assert originals([older, newer], []) == {"older": "newer"}


def test_an_abstract_takes_no_whole_text_away():
    live = msgspec.structs.replace(page("live", WORDS[:30]), flags=("abstract only",))
    assert originals([live, known("old", WORDS, "https://live.example/")], []) == {}


def test_an_earlier_snapshot_of_another_page_stays():
    other = [f"other{n}" for n in range(400)]
    assert originals([page("live", WORDS), known("old", other, "https://other.example/")], []) == {}


def test_what_earlier_research_read_first_is_not_read_again_when_it_is_the_same():
    """Its facts are found already; a page that changed since is read beside it, and both count as one origin."""
    old = known("old", WORDS, "https://live.example/")
    assert originals([page("live", WORDS)], [old]) == {"live": "old"}
    assert originals([page("live", CHANGED)], [old]) == {}
