from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnownEntity, KnownFact, KnownItem, KnownProof
from inquiro.knowledge.index_entries import MOST_TEXT, entry_of, said


def proof(title, *, private=False):
    return KnownProof(document_id="d", start=0, end=1, quote="q", url="u", title=title, private=private)


def read(entry):
    return said(entry.content, range(len(entry.terms)))


def test_a_fact_is_found_by_its_words_its_names_and_its_titles():
    fact = KnownFact(
        id="kf_1",
        statement="Oak trees cool oak streets.",
        proofs=(proof("Heat in Aldra"), proof("Secret", private=True)),
        entities=("Korvenau",),
        last_added=datetime(2026, 3, 1, tzinfo=UTC),
    )
    entry = entry_of(fact, "token")
    assert entry.terms == [{"oak": 2, "tree": 1, "cool": 1, "street": 1, "korvenau": 1, "heat": 0.5, "aldra": 0.5}]
    assert (entry.path, entry.state.sha256, read(entry)) == ("kf_1", "token", ["Oak trees cool oak streets."])
    assert entry.state.mtime_ns == 1_772_323_200_000_000_000


def test_a_private_fact_is_found_by_private_titles_too():
    fact = KnownFact(id="kf_1", statement="Oaks.", proofs=(proof("Secret", private=True),), private=True)
    assert "secret" in entry_of(fact, "").terms[0]


def test_a_thing_is_found_by_its_name_and_its_aliases():
    entry = entry_of(KnownEntity(id="ke_1", name="World Tree Council", aliases=("WTC",)), "")
    assert {"world", "tree", "council", "wtc"} == set(entry.terms[0])
    assert read(entry) == ["World Tree Council · WTC"]


def test_an_item_is_found_by_content_title_and_query():
    item = KnownItem(id="ki_1", mode="idea", query="How to cool?", source="s", content="Plant oaks.", title="Shade")
    assert entry_of(item, "").terms == [{"plant": 1, "oak": 1, "shad": 0.5, "cool": 0.5}]


def test_a_long_item_is_several_passages_and_has_an_end():
    content = "\n\n".join(f"Paragraph {number} says something about oaks and streets. " * 8 for number in range(100))
    entry = entry_of(KnownItem(id="ki_1", mode="idea", query="q", source="s", content=content), "")
    assert 5 < len(entry.terms) == len(entry.digests) == len(read(entry))
    assert sum(map(len, read(entry))) <= MOST_TEXT


def test_an_item_without_words_has_a_passage_all_the_same():
    entry = entry_of(KnownItem(id="ki_1", mode="idea", query="", source="s", content=" "), "")
    assert (entry.terms, read(entry)) == ([{}], [""])


@given(st.text(max_size=120))
def test_any_text_can_be_indexed(text):
    for thing in (
        KnownFact(id="k", statement=text, proofs=(proof(text),), entities=(text,)),
        KnownEntity(id="k", name=text, aliases=(text,)),
        KnownItem(id="k", mode="idea", query=text, source="s", content=text, title=text),
    ):
        entry = entry_of(thing, "token")
        assert len(entry.terms) == len(entry.digests) == len(read(entry)) > 0
        assert all(weight > 0 for terms in entry.terms for weight in terms.values())
