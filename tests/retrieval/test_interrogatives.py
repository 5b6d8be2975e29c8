from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.retrieval.interrogatives import without_interrogatives
from inquiro.retrieval.words import content_tokens


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("How long are old versions kept?", ["old", "version", "keep"]),
        ("How many people live there, and how often?", ["person", "liv"]),
        ("In which year was it written?", ["writ"]),
        ("What kinds of trees cool streets?", ["tree", "cool", "street"]),
        ("Wie lange werden Versionen gespeichert?", ["version", "speichern"]),
        ("Seit wann und wie oft fährt der Zug?", ["fahr", "zug"]),
        ("Combien de temps gardent-ils les versions ?", ["gardent", "version"]),
        ("¿Con qué frecuencia se guardan las versiones?", ["guardan", "version"]),
        ("Quante volte si salva il documento?", ["salva", "document"]),
        ("Hoe lang bewaart de winkel de versies?", ["bewaart", "winkel", "versy"]),
    ],
)
def test_words_that_only_ask_are_no_terms(question, terms):
    assert [term for term in content_tokens(question) if term not in {"der", "werd", "sich"}] == terms


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How long COVID affects the brain", "long"),
        ("How large language models learn", "larg"),
        ("long nights", "long"),
    ],
)
def test_a_word_of_the_topic_stays_although_others_ask_with_it(question, kept):
    assert kept in content_tokens(question, "en")


@given(st.text(), st.sampled_from(["en", "de", "fr", "es", "it", "pt", "nl", "ja", "xx"]))
def test_every_other_character_keeps_its_place(text, language):
    left = without_interrogatives(text, language)
    assert len(left) == len(text)
    assert all(new in {old, " "} for new, old in zip(left, text, strict=True))
