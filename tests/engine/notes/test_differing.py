"""Where a note and its sources differ: figures on the same topic, also in other words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.types import Document, Evidence, Fact
from inquiro.engine.analyze import analyze
from inquiro.engine.notes.differing import differing

OWN = "An air-source heat pump may make at most 35 dB at night in residential areas."
LABELS = {"t1": "air-source heat pump noise night", "t2": "heat pumps"}


def look(*said, own=OWN, topic="t1"):
    texts = {"note": ("Heat pumps", own), **{f"d{n}": pair for n, pair in enumerate(said, 1)}}
    documents = {
        name: Document(
            id=name, url=f"https://{name}.example/", title=title, text=text, sha256=name, media_type="text/plain",
            fetched_at=datetime(2026, 1, 1, tzinfo=UTC), source_type="vault" if name == "note" else "web",
        )
        for name, (title, text) in texts.items()
    }  # fmt: skip
    evidence = {
        f"e{n}": Evidence(id=f"e{n}", document_id=name, start=0, end=len(text), quote=text)
        for n, (name, (_, text)) in enumerate(texts.items(), 1)
    }
    facts = [
        Fact(id=f"f{n}", statement=text, evidence=(f"e{n}",), sources=(name,),
             scores={"t1" if name == "note" else topic: 0.9, "t2": 0.5 if name == "note" else 0.0})
        for n, (name, (_, text)) in enumerate(texts.items(), 1)
    ]  # fmt: skip
    _, known = analyze(facts, evidence, documents)
    return differing(known, facts, evidence, documents, note_id="note", topics=LABELS)


def values(found):
    return [{side.document_id: side.value for side in one.sides} for one in found]


def test_other_words_and_a_title_above_them_are_enough_on_one_topic():
    found = look(
        ("Noise", "An air-source heat pump may make at most 40 dB at night in residential areas."),
        ("Air-source heat pump noise", "The night limit in residential areas is 40 dB."),
    )
    assert values(found) == [{"note": "35 dB", "d1": "40 dB", "d2": "40 dB"}]
    assert found[0].about == LABELS["t1"]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Noise", "The night limit for an air-source heat pump in residential areas is 35 dB."),
        ("Noise", "At night an air-source heat pump in residential areas is limited to 40 dB or 35 dB."),
        ("Mills", "A saw mill makes 90 dB."),
        ("Cost", "An air-source heat pump at night in residential areas costs 40 euros."),
    ],
)
def test_agreement_several_figures_other_subjects_and_other_measures_are_no_difference(title, text):
    assert look((title, text)) == []


def test_what_speaks_of_another_topic_is_not_held_against_it():
    said = ("Air-source heat pump noise", "The night limit in residential areas is 40 dB.")
    assert look(said, topic="t9") == []


def test_two_rules_with_one_kind_of_limit_exclude_each_other_and_two_estimates_do_not():
    rule = look(("Noise", OWN.replace("35", "45")))
    assert values(rule) == [{"note": "35 dB", "d1": "45 dB"}]
    loose = "An air-source heat pump makes less than {} dB at night in residential areas."
    assert look(("Noise", loose.format(45)), own=loose.format(35)) == []
