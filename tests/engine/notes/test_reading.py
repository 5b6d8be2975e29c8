"""What is read for a note: every topic alike, and the note's own words apart from all others."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.types import Document, Evidence, Fact, Query, Topic
from inquiro.engine.notes import reading
from inquiro.retrieval.ranking import PassageRanker


def document(name, text, **more):
    return Document(
        id=name, url=f"https://{name}.example/", title=name, text=text, sha256=name, media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC), **more,
    )  # fmt: skip


QUERIES = (Query(text="heat pump noise", items=("t1",)), Query(text="badger setts", items=("t2",)))


def test_every_topic_has_its_passages_whatever_the_others_find():
    loud = [document(f"loud{n}", f"The heat pump noise number {n} is a heat pump noise.") for n in range(30)]
    found = reading.ranked_for_topics(
        PassageRanker(), QUERIES, [*loud, document("setts", "Badger setts are old.")], 500
    )
    assert "setts" in {passage.document_id for passage in found}
    assert len({(p.document_id, p.start) for p in found}) == len(found)


def test_of_a_long_page_only_the_beginning_is_read_and_the_whole_one_is_ranked_whole_elsewhere():
    text = "Nothing here. " * 40 + "Badger setts are old."
    ranker, page = PassageRanker(), document("page", text)
    short = reading.ranked_for_topics(ranker, QUERIES[1:], [page], 200)
    assert short
    assert all(passage.end <= 200 and passage.document_id == "page" for passage in short)
    whole = ranker.rank("badger setts", [page], 5)
    assert any("Badger" in passage.text for passage in whole)


def test_a_page_gives_a_model_no_more_than_one_question_holds():
    text = "\n\n".join(f"Heat pump noise in case {n} was measured by neighbours. " * 12 for n in range(20))
    found = reading.ranked_of_page(PassageRanker(), QUERIES, document("page", text), 50_000, 0.5)
    assert 0 < len(found) <= reading.PAGE_PASSAGES
    assert [passage.start for passage in found] == sorted(passage.start for passage in found)
    assert {passage.standing for passage in found} == {0.5}


@pytest.mark.parametrize(
    ("more", "counts"),
    [({}, True), ({"private": True}, False), ({"flags": ("text as given by duckduckgo",)}, False)],
)
def test_pages_are_public_and_more_than_a_snippet(more, counts):
    assert bool(reading.fetched([document("page", "words", **more)])) == counts


def test_a_file_is_no_page():
    assert not reading.fetched([msgspec.structs.replace(document("page", "words"), url="file:///x.md")])


def test_what_the_note_says_is_a_finding_only_in_its_own_words():
    note = document("note", "The pump makes 35 dB at night.", private=True)
    said = Topic(id="t1", label="pump noise", type="claim", context="The pump makes 35 dB at night.")
    invented = Topic(id="t2", label="pump cost", type="claim", context="The pump is free.")
    (finding,) = reading.own_findings([said, invented], note)
    assert (finding.quote, set(finding.scores)) == (said.context, {"t1"})


def test_a_note_proves_nothing_to_its_writer():
    evidence = {
        "e1": Evidence(id="e1", document_id="note", start=0, end=1, quote="a"),
        "e2": Evidence(id="e2", document_id="page", start=0, end=1, quote="a"),
    }
    both = Fact(id="f1", statement="a", evidence=("e1", "e2"), sources=())
    alone = Fact(id="f2", statement="b", evidence=("e1",), sources=())
    (kept,) = reading.told_by_others([both, alone], evidence, "note")
    assert (kept.id, kept.evidence) == ("f1", ("e2",))
