from __future__ import annotations

import pytest

from inquiro.testing import stored

ABOUT = "The research centre studies urban climate, street trees and heat. "


@pytest.mark.parametrize(
    ("said", "kind", "values", "about"),
    [
        (("The Varnholt Institute was founded in 1996.", "The Varnholt Institute was founded in 1998."), "disagreement", ["1996", "1998"], "Varnholt Institute: founded"),
        (("The Varnholt Institute was founded in 1996.", "The Varnholt Institute opened in 1998."), "definition", ["1996", "1998"], "Varnholt Institute: founded / opened"),
        (("The Varnholt Institute is headquartered in Munich.", "The Varnholt Institute is based in Berlin."), "disagreement", ["Munich", "Berlin"], "Varnholt Institute: based"),
        (("The Varnholt Tower was designed by Anna Berg.", "The Varnholt Tower was designed by Thora Lindqvar."), "disagreement", ["Anna Berg", "Thora Lindqvar"], "Varnholt Tower: designed"),
        (("Das Varnholt Institut wurde 1996 gegründet.", "Das Varnholt Institut wurde 1998 gegründet."), "disagreement", ["1996", "1998"], "Das Varnholt Institut: founded"),
        (("El Instituto Varnholt fue fundado en 1996.", "El Instituto Varnholt fue fundado en 1998."), "disagreement", ["1996", "1998"], "El Instituto Varnholt: founded"),
        (("Anna Berg was born on 5 May 1960.", "Anna Berg was born on 6 May 1960."), "disagreement", ["5 May 1960", "6 May 1960"], "Anna Berg: born"),
        (("Sankt Orlen is the capital of Aldra.", "Korvenau is the capital of Aldra."), "disagreement", ["Sankt Orlen", "Korvenau"], "capital of Aldra"),
    ],
)  # fmt: skip
def test_one_attribute_with_two_values(compare, said, kind, values, about):
    (found,) = compare(*((stored(name, ABOUT + text), text) for name, text in zip("ab", said, strict=True)))
    assert (found.kind, [side.value for side in found.sides], found.about) == (kind, values, about)
    if kind == "definition":
        assert found.explanation == "The Varnholt Institute was founded in 1996 / The Varnholt Institute opened in 1998"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Varnholt Institute was founded in 1996.", "The Varnholt Institute was founded in May 1996."),
        ("The Varnholt Institute was founded around 1996.", "The Varnholt Institute was founded in 1998."),
        ("The Varnholt Institute is based in Munich.", "The Varnholt Institute is based in Germany."),
        ("The Varnholt Institute is based in Munich.", "The Varnholt Institute is based in Bayern."),
        ("The Varnholt Tower was designed by Anna Berg.", "The Varnholt Tower was designed by Berg and Partners."),
        ("The Varnholt Institute was founded by Anna Berg.", "The Varnholt Institute was founded by Thora Lindqvar."),
        ("Anna Berg is the mayor of Korvenau.", "Thora Lindqvar is the mayor of Korvenau."),
    ],
)  # fmt: skip
def test_what_may_both_be_so_is_no_contradiction(compare, one, other):
    assert compare((stored("a", ABOUT + one), one), (stored("b", ABOUT + other), other)) == []


def test_a_document_that_knows_both_values_tells_what_each_is(compare):
    one, other = "The Varnholt Institute was founded in 1996.", "The Varnholt Institute was founded in 1998."
    both = stored("a", f"{ABOUT}{one} Some sources give 1998, the year of its charter.")
    assert compare((both, one), (stored("b", ABOUT + other), other)) == []


def test_one_name_may_be_two_things(compare):
    one, other = "John Smith was born in 1950.", "John Smith was born in 1981."
    painter = stored("a", f"{one} His paintings of harbours hang in museums.")
    pitcher = stored("b", f"{other} He pitches baseball for a minor league club.")
    assert compare((painter, one), (pitcher, other)) == []


def test_who_holds_an_office_changes_with_time(compare):
    one, other = "Anna Berg is the mayor of Korvenau.", "Thora Lindqvar is the mayor of Korvenau."
    older, newer = stored("a", ABOUT + one, published="2015-01-02"), stored("b", ABOUT + other, published="2021-01-02")
    (found,) = compare((newer, other), (older, one))
    assert (found.kind, [side.value for side in found.sides]) == ("superseded", ["Anna Berg", "Thora Lindqvar"])
    assert found.explanation == "Anna Berg is the mayor of Korvenau / Thora Lindqvar is the mayor of Korvenau"


def test_who_moved_is_told_in_the_words_of_the_source(compare):
    one, other = "The Varnholt Institute is based in Munich.", "The Varnholt Institute is based in Berlin."
    older = stored("a", ABOUT + one, published="2015")
    newer = stored("b", f"{ABOUT}{other} It relocated last spring.", published="2021")
    (found,) = compare((older, one), (newer, other))
    assert (found.kind, found.explanation) == ("superseded", "It relocated last spring.")
