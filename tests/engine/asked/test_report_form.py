from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.asked.report_form import Written, as_written, sentences_of

SENTENCE = {"text": "Trees cool.", "facts": ["f1"]}


def texts(said) -> list[str]:
    return [one.text for one in sentences_of(as_written(said))]


def test_the_asked_for_form_is_taken_as_it_is():
    said = {
        "bottom_line": [SENTENCE],
        "sections": [
            {
                "kind": "comparison",
                "heading": "Trees and roofs",
                "paragraphs": [{"sentences": [{"text": "Roofs cool less.", "facts": ["f2"]}]}],
                "table": {"columns": ["Cooling"], "rows": [{"name": "Trees", "cells": [SENTENCE]}]},
            }
        ],
    }
    written = as_written(said)
    (section,) = written.sections
    assert (section.kind, section.heading, section.table.rows[0].name) == ("comparison", "Trees and roofs", "Trees")
    assert texts(said) == ["Trees cool.", "Roofs cool less.", "Trees cool."]


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "said",
    [
        {"opening": [SENTENCE], "sections": [{"item": "c1", "sentences": [SENTENCE]}]},  # the earlier form
        {"bottom_line": SENTENCE, "sections": {"paragraphs": [[SENTENCE]]}},
        {"bottom_line": "Trees cool. [f1]", "sections": [{"heading": "x", "paragraphs": ["Trees cool (f1)."]}]},
        {"bottom_line": [{"text": "Trees cool.", "facts": "f1"}], "sections": [{"paragraphs": [SENTENCE]}]},
        {
            "bottom_line": [{"text": "Trees cool.", "facts": [{"id": "f1"}]}],
            "sections": [{"kind": 7, "sentences": SENTENCE}],
        },
    ],
)
def test_other_forms_are_taken_for_what_they_mean(said):
    written = as_written(said)
    assert [one.facts for one in sentences_of(written)] == [["f1"], ["f1"]]
    assert [section.kind for section in written.sections] == ["findings"]


def test_a_table_may_name_the_column_of_its_rows_and_give_rows_as_lists():
    table = {"columns": ["Thing", "Cooling"], "rows": [["Trees", SENTENCE]]}
    (section,) = as_written({"sections": [{"table": table}]}).sections
    assert section.kind == "comparison"
    assert section.table.columns == ["Cooling"]
    assert section.table.rows[0].name == "Trees"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "bottom_line",
                    "sections",
                    "kind",
                    "heading",
                    "paragraphs",
                    "sentences",
                    "table",
                    "rows",
                    "cells",
                    "text",
                    "facts",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@pytest.mark.fault(9)
@given(JSON)
def test_whatever_is_said_is_some_report(said):
    written = as_written(said)
    assert isinstance(written, Written)
    assert all(
        isinstance(one.text, str) and all(isinstance(name, str) for name in one.facts) for one in sentences_of(written)
    )
