from __future__ import annotations

from inquiro.core.types import Document
from inquiro.engine.copies import originals, without_copies
from inquiro.testing import stored

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
