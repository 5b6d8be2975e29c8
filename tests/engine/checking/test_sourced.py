from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import inquiro
from inquiro import Source, verify

TREES = Source(1, "Street trees cool the air by 2 °C in July.\n\nA tree costs 1,100 € in Korvenau.", title="Tree costs")
TRAINS = Source("src_2", "The night train carried 118,000 passengers in 2023. It was often late.")


def labels(text: str, *sources: Source) -> list[str]:
    return [verdict.label for verdict in verify(text, sources or (TREES, TRAINS))]


def test_each_sentence_is_checked_against_the_sources_that_it_cites():
    text = "A tree costs 1,100 € in Korvenau [1]. A tree costs 1,100 € in Korvenau [2]."
    assert labels(text) == ["quoted", "uncited"]


def test_without_marks_all_sources_count():
    found = verify("In 2023 the night train carried 118,000 passengers. It was late.", [TREES, TRAINS])
    assert [(verdict.label, verdict.evidence) for verdict in found] == [("supported", (1,)), ("supported", (1,))]


@pytest.mark.fault(10)
def test_an_invented_source_is_told():
    alone, beside = verify(
        "A tree costs 1,100 € in Korvenau [7]. Street trees cool the air by 2 °C in July [1][9].", [TREES]
    )
    assert (alone.label, [problem.kind for problem in alone.problems]) == ("uncited", ["source", "evidence"])
    assert (beside.label, beside.problems[0].found) == ("inferred", ("[9]",))


def test_a_number_of_another_sentence_of_the_source_proves_nothing():
    assert labels("A tree costs 2 € in Korvenau [1].") == ["uncited"]


def test_the_title_of_a_source_needs_no_proof():
    assert labels("Tree costs: a tree costs 1,100 € in Korvenau [1].") == ["supported"]


def test_no_sources_and_no_text():
    assert verify("", [TREES]) == []
    assert labels("Trees cool.", Source(1, "")) == ["uncited"]
    assert [verdict.label for verdict in verify("Trees cool.", [])] == ["uncited"]


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
def test_no_text_breaks_it(text, sources):
    for verdict in verify(text, [Source(number, one) for number, one in enumerate(sources, 1)]):
        assert verdict.label in {"quoted", "supported", "inferred", "uncited"}


WORD = st.sampled_from("trees streets cool heat city summer shade water costs mayor budget parks of the in and".split())
SENTENCE = st.lists(WORD, min_size=4, max_size=9).map(lambda words: " ".join(words).capitalize())
NUMBER = st.integers(2, 99_999)


@given(st.lists(st.tuples(SENTENCE, NUMBER), min_size=1, max_size=5), st.data())
def test_a_sentence_of_a_source_is_quoted_and_never_with_another_number(told, data):
    written = [f"{words} {number:,} times." for words, number in told]
    at = data.draw(st.integers(0, len(told) - 1))
    source = Source(1, "\n\n".join(written))
    assert labels(written[at], source) == ["quoted"]
    other = data.draw(NUMBER)
    assume(other not in {number for _, number in told})  # one of a neighbour's may be taken for an exchange, or not
    changed = f"{told[at][0]} {other:,} times."
    assert not {"quoted", "supported"} & set(labels(changed, source))


class Alike:
    """Every text means the same, or nothing does."""

    def __init__(self, alike):
        self.alike = alike

    def embed(self, texts):
        rows = np.ones((len(texts), 1)) if self.alike else np.eye(len(texts))
        return rows.astype(np.float32)


CARRIED = Source(
    1, "The night train of the Nordlicht cooperative carried 118,000 passengers in 2023, often with delays."
)
TRAVELLED = (
    "In 2023 some 118,000 passengers travelled on the night train of the Nordlicht cooperative, often with delays [1]."
)


def test_closeness_in_meaning_counts_where_somebody_can_tell():
    near, plain, far = (verify(TRAVELLED, [CARRIED], embedder=one)[0] for one in (Alike(True), None, Alike(False)))
    assert near.support > plain.support > far.support


def test_a_paraphrase_is_supported_and_says_which_words_are_its_own():
    (found,) = verify(TRAVELLED, [CARRIED])
    assert (found.label, found.unsaid) == ("supported", ("travelled",))


def test_the_public_name_is_the_same():
    assert inquiro.verify is verify


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Straßenbäume kühlen demnach die Luft der Innenstadt.", "inferred"),
        ("Les arbres rafraîchissent l'air du centre-ville.", "inferred"),
        ("Los árboles refrescan 99 calles del centro.", "uncited"),
    ],
)
def test_another_language_is_compared_by_what_is_written_the_same(text, label):
    source = Source(1, "Street trees cool the midday air of the inner city. They stand in 12 streets.")
    (found,) = verify(f"{text[:-1]} [1].", [source])
    assert found.label == label
    assert not {problem.kind for problem in found.problems} & {"topic", "evidence", "name"}


def test_a_heading_and_the_context_of_a_source_count_as_held():
    text = "PEP 703 adds a build flag. [1]"
    told = "This PEP proposes adding a build flag."
    assert [v.label for v in verify(text, [Source(1, told)])] == ["uncited"]
    assert [v.label for v in verify(text, [Source(1, told, context="PEP 703")])] == ["supported"]
    assert [v.label for v in verify("Margins fell in Asia. [1]", [Source(1, "Margins fell.", heading="Asia")])] == [
        "supported"
    ]
