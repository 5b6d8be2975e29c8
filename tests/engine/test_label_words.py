from __future__ import annotations

import pytest

from inquiro.engine.label_words import as_label, claims_more

HELD = "PEP 703 makes the GIL optional in Python 3.13. Py_mod_gil is a slot. Sam Gross wrote it in 2023."


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("What it costs.", "What it costs"),
        ("## Costs [1] | and `more`", "Costs and more"),
        ("see https://evil.example/x now", "see now"),
        ("one two three four five six seven eight nine", ""),
        ("<img src=x>", ""),
        ("Py_mod_gil", "Py_mod_gil"),
    ],
)
def test_a_label_is_a_few_words_and_nothing_else(said, label):
    assert as_label(said) == label


@pytest.mark.parametrize(
    ("label", "more"),
    [
        ("What it costs", False),
        ("PEP 703 and the GIL", False),
        ("The work of Sam Gross", False),
        ("PEP 704", True),
        ("Costs in 2024", True),
        ("The view of Guido", True),
        ("JavaScript engines", True),
        ("Speed up by 40%", True),
        ("Trade-offs and Risks", True),  # nobody can tell such a word from a name
    ],
)
def test_a_label_names_and_counts_only_what_is_held(label, more):
    assert claims_more(label, HELD) is more


def test_a_year_in_brackets_is_the_year():
    assert not claims_more("PEP 690 (2022)", "PEP 690\nLazy imports\n2022")
    assert claims_more("PEP 690 (2023)", "PEP 690\nLazy imports\n2022")
