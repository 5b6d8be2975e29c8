from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.types import Document, Evidence, Fact, Passage, Topic
from inquiro.engine.notes.claim_verdicts import sentences_that_meet, verdicts
from inquiro.engine.notes.differing import differing

CLAIM = "An air-source **heat pump** may make at most 40 dB at night in residential areas."
TOPIC = Topic(id="t1", label="heat pump noise night", type="claim", context=CLAIM)


def judged(*said, claim=CLAIM):
    texts = {"note": claim, **{f"d{number}": text for number, text in enumerate(said, 1)}}
    documents = {
        name: Document(
            id=name, url=f"https://{name}.example/", title="Noise", text=text, sha256=name, media_type="text/plain",
            fetched_at=datetime(2026, 1, 1, tzinfo=UTC), source_type="vault" if name == "note" else "web",
        )
        for name, text in texts.items()
    }  # fmt: skip
    evidence = {
        f"e{name}": Evidence(id=f"e{name}", document_id=name, start=0, end=len(text), quote=text)
        for name, text in texts.items()
    }
    facts = [
        Fact(id=f"f{number}", statement=text, evidence=(f"e{name}",), sources=(name,), scores={"t1": 0.9})
        for number, (name, text) in enumerate(texts.items(), 1)
    ]
    found = differing((), facts, evidence, documents, note_id="note", topics={"t1": TOPIC.label})
    return verdicts([TOPIC], found, facts[1:], evidence, documents, note_id="note")


def test_two_sources_that_say_otherwise():
    [held] = judged(
        "In residential zones the night limit for the noise of heat pumps is 35 dB(A).",
        "At night heat pumps in residential areas are limited to 35 dB.",
    )
    assert held.verdict == "differs"
    assert held.claim == "An air-source heat pump may make at most 40 dB at night in residential areas."
    assert held.mine == "40 dB"
    assert set(held.theirs) <= {"35 dB(A)", "35 dB"}
    assert set(held.documents) == {"d1", "d2"}


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("In residential zones the night limit for the noise of heat pumps is 40 dB(A).", "borne_out"),
        ("Heat pumps are popular in residential areas.", "open"),
    ],
)
def test_one_that_agrees_and_one_that_leaves_it_open(said, verdict):
    assert [held.verdict for held in judged(said)] == [verdict]


def test_nothing_found():
    assert [held.verdict for held in judged()] == ["nothing_found"]


def test_sentences_that_meet_a_claim_are_taken_from_passages_word_for_word():
    text = (
        "Noise is measured.\nIn residential zones the night limit for the noise of heat pumps is 35 dB(A). It is old."
    )
    passage = Passage(document_id="d", start=100, end=100 + len(text), text=text)
    [found] = sentences_that_meet([TOPIC, Topic(id="t2", label="x y", type="concept", context=CLAIM)], [passage])
    assert (found.document_id, found.scores) == ("d", {"t1": 0.9})
    assert text[found.start - 100 :].startswith(found.quote)
