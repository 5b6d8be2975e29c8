from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor
from inquiro.engine.checking import check
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import WIDEST, Excerpts, number_named, shown
from inquiro.engine.extract import evidence_at
from inquiro.testing import stored

TEXT = """Trees of Korvenau

Costs

A street tree lives for sixty years. It costs 1,100 € in all. The city pays most of it, and nobody has asked the
neighbours so far whether they would like to pay some of it too, which the council will do in the spring of next year.

| Tree | Price | Years |
| --- | --- | --- |
| Lime | 900 € | 80 |
| Maple | 1,100 € | 60 |

Night

Trees have almost no effect then."""
HEADINGS = tuple(Anchor(offset=TEXT.index(name), label=name, level=2) for name in ("Costs", "Night"))
DOCUMENT = stored("d1", TEXT, url="file:///trees/pep-0703.txt", title="Trees of Korvenau", published="2024-05-06")


def excerpt(quote: str, document=DOCUMENT) -> Excerpt:
    document = type(document)(
        **{name: getattr(document, name) for name in document.__struct_fields__} | {"headings": HEADINGS}
    )
    start = document.text.index(quote)
    return Excerpts({document.id: document}).of(evidence_at("e1", document, start, start + len(quote)))


def test_a_quote_comes_with_its_block_headings_and_document():
    found = excerpt("It costs 1,100 € in all.")
    assert found.quote == "It costs 1,100 € in all."
    assert found.around.startswith("A street tree lives")
    assert found.around.endswith("next year.")
    assert (found.heading, found.title, found.date) == ("Costs", "Trees of Korvenau", "2024-05-06")
    assert found.columns == ""


def test_a_row_comes_with_the_names_of_its_columns_and_without_other_rows():
    found = excerpt("| Maple | 1,100 € | 60 |")
    assert found.columns == "Tree | Price | Years"
    assert "Lime" not in found.around


def test_a_short_block_comes_with_its_neighbours_but_not_with_another_section():
    found = excerpt("Trees have almost no effect then.")
    assert found.heading == "Night"
    assert "Maple" not in found.around


def test_without_its_document_there_is_the_quote_alone():
    proof = evidence_at("e1", DOCUMENT, 0, 5)
    assert Excerpts({}).of(proof) == Excerpt("Trees")
    assert Excerpts({"d1": DOCUMENT}, without={"d1"}).of(proof) == Excerpt("Trees")


@pytest.mark.parametrize(
    ("title", "url", "number"),
    [
        ("PEP 703: Making the Global Interpreter Lock Optional", "https://peps.example/x", "PEP 703"),
        ("CPython's global interpreter lock", "file:///corpus/pep-0703.txt", "PEP 703"),
        ("Hypertext", "https://www.example.org/rfc/rfc9110", "RFC 9110"),
        ("What PEP 703 means for us", "https://blog.example/posts/one", ""),
        ("Trees", "https://example.org/step-7.html", ""),
        ("", "", ""),
    ],
)
def test_a_document_of_a_series_goes_by_its_number(title, url, number):
    assert number_named(title, url) == number


def test_the_nearest_places_of_a_text_are_shown_with_their_blocks():
    found = Excerpts({}).nearest(DOCUMENT, "A tree lives sixty years in the street.")
    assert "A street tree lives for sixty years." in [one.quote for one in found]


@given(st.text(alphabet="ab. \n|-#:", max_size=200), st.integers(0, 200), st.integers(0, 60))
def test_any_place_of_any_text_gives_an_excerpt_that_holds_it(text, start, length):
    document = stored("d1", text, url="u", title="t")
    start = min(start, len(text))
    quote = text[start : start + length]
    found = Excerpts({"d1": document}).at(document, start, start + len(quote))
    assert found.quote == quote
    assert quote.strip() in found.around
    assert len(found.around) <= WIDEST + len(quote) + 60


def test_what_was_shown_holds_every_part():
    parts = Excerpt("quote", "around", "heading", "columns", "title", "2024", "author", "PEP 1")
    assert all(part in shown([parts]) for part in parts)


def test_code_that_a_sentence_announces_belongs_to_it():
    text = "Imports are marked with a word of their own, as an explicit language feature:\n\n```\nlazy import json\n```\n\nMore.\n"
    document = stored("d2", text, url="file:///imports.md", title="Imports")
    end = text.index(":") + 1
    assert "lazy import json" in Excerpts({document.id: document}).at(document, 0, end).around
    assert (
        "lazy import json"
        not in Excerpts({document.id: document}).at(document, text.index("More"), len(text) - 1).around
    )


def test_what_a_document_says_of_itself_counts_as_held():
    document = stored("d3", "It blocks until the generator is ready.", url="file:///pep-0524.txt", title="PEP 524")
    document = msgspec.structs.replace(document, status="Final", version="3.6")
    found = Excerpts({document.id: document}).at(document, 0, len(document.text))
    assert found.edition == "Final, version 3.6"
    kinds = [
        {one.kind for one in check(f"From version {number} it blocks until the generator is ready.", [found]).problems}
        for number in ("3.6", "3.7")
    ]
    assert not {"number", "identifier"} & kinds[0]
    assert {"number", "identifier"} & kinds[1]
