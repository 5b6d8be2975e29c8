from __future__ import annotations

import pytest

from inquiro.core.field_labels import is_filled, label_of
from inquiro.core.types import Citation, FieldSupport

WORDS = (Citation(source_id="src_1", quote="x", start=0, end=1),)


def test_what_says_something():
    assert [is_filled(value) for value in ("x", 0, False, [0], {"a": 1})] == [True] * 5
    assert [is_filled(value) for value in (None, "", "  ", [], {})] == [False] * 5


@pytest.mark.parametrize(
    ("value", "claimed", "evidence", "label"),
    [
        ("x", "quoted", WORDS, "quoted"),
        ("x", "quoted", (), "unsupported"),
        ("x", "supported", (), "unsupported"),
        ("x", "inferred", (), "inferred"),
        ("x", "unfilled", WORDS, "unsupported"),
        (" ", "quoted", WORDS, "unfilled"),
        (" ", "edited", (), "edited"),
    ],
)
def test_no_label_is_worth_more_than_what_speaks_for_it(value, claimed, evidence, label):
    assert label_of(value, FieldSupport(path="a", label=claimed, evidence=evidence)) == label


def test_what_nobody_speaks_of_has_no_source():
    assert [label_of(value, None) for value in ("x", None)] == ["unsupported", "unfilled"]
