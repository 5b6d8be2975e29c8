from __future__ import annotations

import pytest

from inquiro.present.value_tree import branches, value_line, worded


def test_what_belongs_together_stands_together_and_members_are_numbered():
    data = {"apex": {"name": "A", "seat": {"city": "B"}, "tags": ["x", "y"]}, "funds": [{"name": "F"}, "loose"], "n": 1}
    found = [(one.path, one.trail, [(leaf.path, leaf.label) for leaf in one.leaves]) for one in branches(data)]
    assert found == [
        ("", (), [("n", "N")]),
        ("apex", ("Apex",), [("apex.name", "Name"), ("apex.tags[0]", "Tags 1"), ("apex.tags[1]", "Tags 2")]),
        ("apex.seat", ("Apex", "Seat"), [("apex.seat.city", "City")]),
        ("funds", ("Funds (2)",), [("funds[1]", "2.")]),
        ("funds[0]", ("Funds (2)", "1. F"), [("funds[0].name", "Name")]),
    ]


def test_no_depth_is_too_deep():
    data: object = "x"
    for _ in range(5_000):
        data = {"a": data}
    [only] = branches(data)
    assert only.leaves[0].value == "x"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("legal_name", "Legal name"),
        ("legalName", "Legal name"),
        ("apex-lei", "Apex LEI"),
        ("ISIN", "ISIN"),
        ("", '""'),
        ("a\u200bb", "A\\u200bb"),
    ],
)
def test_keys_in_words(key, words):
    assert worded(key) == words


@pytest.mark.parametrize(
    ("value", "text"),
    [("a\nb\u202e", "a b\\u202e"), (True, "true"), (None, "null"), (1.50, "1.5"), ([], "[]"), ("ü", "ü")],
)
def test_values_in_a_line(value, text):
    assert value_line(value) == text
