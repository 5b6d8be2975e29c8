"""What is known, in a terminal: narrow or wide, and whatever the pages said."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from io import StringIO

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from inquiro.cli.knowledge_views import KnownList, KnownView, as_json, summary, taken_back, taken_in
from inquiro.core.types import (
    Ingested,
    KnowledgeSize,
    Known,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownProof,
    KnownRelation,
    Opposed,
)

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
PROOF = KnownProof(
    document_id="d1", start=0, end=9, quote="The cost is 1,100 €.", url="https://www.korvenau.example/costs?all=1",
    title="What a street tree costs the city of Korvenau over thirty years", fetched_at=NOW - timedelta(days=45),
    heading="Result", page=4, published="2019-05-06",
)  # fmt: skip
FACT = KnownFact(
    id="kf_1", statement="A tree costs 1,100 €.", proofs=(PROOF, msgspec.structs.replace(PROOF, url="https://b.example/")),
    confidence=0.58, origins=2, runs=("1111aaaa-x", "2222bbbb-x"), last_added=NOW,
    opposed=tuple(Opposed(fact_id=f"kf_{n}", kind="scope", explanation="planting only") for n in (2, 3, 4)),
)  # fmt: skip
ENTITY = KnownEntity(
    id="ke_1", name="Meridian Trust", entity_type="organization", aliases=("MT",), mentions=3, runs=("1111aaaa-x",),
    relations=(KnownRelation(subject="Meridian Trust", predicate="founded by", object="Odile Brandt", proof=PROOF),),
)  # fmt: skip
ITEM = KnownItem(
    id="ki_1", mode="implementation", query="count trees", source="https://trees.example/count", title="Counting",
    content="First this.\n\n```python\nif a:\n\tb()\n```\n\nThen that.", private=True,
)  # fmt: skip


def shown(view, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False)
    console.print(view)
    return console.file.getvalue()


def test_a_list_tells_what_is_known_how_surely_since_when_and_from_where():
    told = shown(
        KnownList([Known(score=2, fact=FACT), Known(score=1, entity=ENTITY), Known(score=1, item=ITEM)], NOW), 100
    )
    assert told.splitlines()[0] == "A tree costs 1,100 €."
    for part in (
        "⚠ contradicted by kf_2, kf_3 and 1 more", "kf_1", "confidence 0.58", "2 origins", "read 45 days ago",
        "(korvenau.example) and 1 more", "Meridian Trust (organization, also MT)", "3 mentions", "1 relation",
        "implementation", "trees.example", "for “count trees”", "private",
    ):  # fmt: skip
        assert part in told


def test_a_fact_is_shown_with_its_words_their_place_and_what_stands_against_it():
    other = msgspec.structs.replace(FACT, id="kf_2", statement="A tree costs 2,400 €.")
    told = shown(KnownView(FACT, {"kf_2": other}, NOW), 100)
    for part in (
        "from runs 1111aaaa, 2222bbbb", "added 2026-11-15", "Contradicted by", "A tree costs 2,400 €.", "planting only",
        "“The cost is 1,100 €.”", "https://www.korvenau.example/costs?all=1", "page 4", "under “Result”",
        "published 2019-05-06", "read 2026-10-01, 45 days ago",
    ):  # fmt: skip
        assert part in told


def test_an_item_shows_prose_and_code_in_their_order():
    told = shown(KnownView(ITEM, {}, NOW))
    assert told.rindex("First this.") < told.index("if a:") < told.rindex("Then that.")
    assert "    b()" in told
    assert "```" not in told


@pytest.mark.parametrize("width", [40, 60, 80, 140])
def test_every_width_holds(width):
    views = [KnownList([Known(score=1, fact=FACT), Known(score=1, item=ITEM)], NOW)]
    views += [KnownView(thing, {}, NOW) for thing in (FACT, ENTITY, ITEM)]
    for view in views:
        assert all(len(line) <= min(width, 100) for line in shown(view, width).splitlines())


@pytest.mark.fault(35)
@given(st.text(max_size=60))
def test_no_text_can_move_the_cursor_or_reorder_what_is_shown(text):
    proof = msgspec.structs.replace(PROOF, quote=text, title=text, url=text, heading=text, published=text)
    fact = msgspec.structs.replace(FACT, statement=text, proofs=(proof,), opposed=(Opposed(fact_id="kf_2", explanation=text),))  # fmt: skip
    relation = KnownRelation(subject=text, predicate=text, object=text, proof=proof)
    entity = msgspec.structs.replace(ENTITY, name=text, aliases=(text,), entity_type=text, relations=(relation,))
    item = msgspec.structs.replace(ITEM, title=text, content=f"{text}\n```{text}\n{text}\n```", query=text, source=text)
    for thing in (fact, entity, item):
        told = shown(KnownView(thing, {"kf_2": fact}, NOW)) + shown(KnownList([], NOW))
        assert not [c for c in told if c != "\n" and unicodedata.category(c) in {"Cc", "Cf", "Cs"}]


def test_what_was_taken_in_is_told_in_few_words():
    told = Ingested(
        facts=12, merged=3, entities=1, documents=5, contradictions=2, skipped=("3 facts: only retracted works say so",)
    )
    assert list(taken_in(told, "1111aaaa")) == [
        "Run 1111aaaa: 12 new facts, 1 new name, 5 new pages, 3 known facts found again.",
        "2 pairs of facts that do not fit: both sides are kept, and marked wherever they are shown.",
        "Left out: 3 facts: only retracted works say so",
    ]
    assert list(taken_in(Ingested(), "1111aaaa")) == ["Run 1111aaaa: nothing that was not known already."]


def test_what_was_taken_back_is_told_too():
    assert list(taken_back(Ingested(facts=2, documents=1), "1111aaaa")) == ["Run 1111aaaa: 2 facts, 1 page taken back."]
    assert list(taken_back(Ingested(merged=1), "1111aaaa")) == [
        "Run 1111aaaa: nothing taken back.",
        "1 fact that other runs found too stays.",
    ]


def test_how_much_is_known_is_one_line():
    size = KnowledgeSize(facts=1_200, entities=1, documents=60, contradictions=1, newest=NOW - timedelta(days=2))
    assert summary(size, NOW) == (
        "1,200 facts, 1 name, 0 relations, 0 items, read in 60 pages; 1 pair of facts that does not fit; "
        "last added to 2 days ago."
    )


def test_json_says_what_each_thing_is():
    assert [as_json(thing)["kind"] for thing in (FACT, ENTITY, ITEM)] == ["fact", "entity", "item"]
    assert as_json(FACT)["statement"] == FACT.statement
