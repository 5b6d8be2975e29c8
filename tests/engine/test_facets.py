from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.facets import BY_ID, FACETS, asked, cued, fits, says_unknown


@pytest.mark.parametrize(
    ("question", "facet"),
    [
        ("Who pays for street trees?", "payer"),
        ("Wer bezahlt die Bäume?", "payer"),
        ("¿Quién paga los árboles?", "payer"),
        ("誰が費用を負担するのか", "payer"),
        ("What does a tree cost?", "cost"),
        ("Was kostet ein Baum?", "cost"),
        ("¿Cuánto cuesta un árbol?", "cost"),
        ("費用はいくらか", "cost"),
        ("How much do trees cool?", "amount"),
        ("Wie stark kühlen Bäume?", "amount"),
        ("¿Cuántos grados enfrían?", "amount"),
        ("どれくらい冷やすか", "amount"),
        ("When was it built?", "when"),
        ("Wann wurde sie gebaut?", "when"),
        ("¿Cuándo se construyó?", "when"),
        ("いつ建てられたか", "when"),
        ("Why do trees die?", "why"),
        ("Warum sterben Bäume?", "why"),
        ("¿Por qué mueren los árboles?", "why"),
        ("なぜ枯れるのか", "why"),
        ("Is it safe?", "risk"),
        ("Welche Risiken gibt es?", "risk"),
        ("¿Qué riesgos hay?", "risk"),
        ("安全か", "risk"),
    ],
)
def test_a_question_asks_for_its_facet(question, facet):
    assert facet in [found.id for found in asked(question)]


def test_a_plain_topic_asks_for_nothing_special():
    assert asked("street trees") == ()


@pytest.mark.parametrize(
    ("facet", "sentence"),
    [
        ("payer", "The municipal budget pays for planting."),
        ("payer", "Die Stadt finanziert die Pflege."),
        ("payer", "El ayuntamiento financia la plantación."),
        ("payer", "市が費用を負担する。"),
        ("cost", "A pit is 650 €."),
        ("cost", "費用は一本あたり高い。"),
        ("why", "It failed because the pit was small."),
        ("why", "weil die Grube zu klein war"),
        ("limits", "However, the effect is small."),
        ("limits", "ただし、効果は小さい。"),
    ],
)
def test_a_sentence_cues_its_facet(facet, sentence):
    assert cued(BY_ID[facet], sentence)


@pytest.mark.parametrize(
    ("shape", "fitting", "other"),
    [
        ("money", "It costs 95 €.", "It costs a lot of euros."),
        ("money", "費用は1100ユーロである。", "費用は高い。"),
        ("number", "It fell by 3 degrees.", "It fell."),
        ("number", "The rate fell by half.", "The rate fell."),
        ("name", "It is owned by Anna Berg.", "It is owned by a guild."),
        ("date", "It opened in 1998.", "It opened late."),
        ("date", "2019年に開業した。", "昨日に開業した。"),
    ],
)
def test_an_answer_has_the_asked_for_shape(shape, fitting, other):
    assert fits(shape, fitting)
    assert not fits(shape, other)


@pytest.mark.parametrize(
    "sentence",
    [
        "No figures for 2023 are available on Korvenau at 5 €.",
        "The cost of 12 trees is unknown in Korvenau, 2019, €.",
        "Whether 3 € suffice in Korvenau in 2019 is an open question.",
        "Für 2019 liegen keine Zahlen aus Korvenau vor, 5 €.",
        "No hay datos de 2019 sobre Korvenau y 5 €.",
        "2019年のコルヴェナウの費用5ユーロについてのデータはない。",
    ],
)
def test_a_sentence_that_says_nobody_knows_is_never_an_answer(sentence):
    assert says_unknown(sentence)
    assert not any(fits(shape, sentence) for shape in ("money", "number", "name", "date"))


def test_a_known_figure_is_not_called_unknown():
    assert not says_unknown("The Audit Office measured 2,400 € per tree.")


def test_every_facet_has_a_label_in_every_language_that_answers_are_written_in():
    for facet in FACETS:
        assert {"en", "de", "es", "fr", "ja"} <= set(facet.labels)
    assert len({facet.id for facet in FACETS}) == len(FACETS)


@given(st.text())
def test_any_text_can_be_looked_at(text):
    assert {facet.id for facet in asked(text)} <= set(BY_ID)
    for facet in FACETS:
        cued(facet, text)
        fits(facet.shape, text)
