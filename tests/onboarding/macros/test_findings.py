from __future__ import annotations

import pytest

from inquiro.core.types import Problem
from inquiro.onboarding.macros.findings import Findings, nearest, place_at
from inquiro.onboarding.yaml_text import load_yaml

KNOWN = ("required", "default", "enum", "review", "description")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("reqired", "required"),
        ("Required", "required"),
        ("defualt", "default"),
        ("enums", "enum"),
        ("reviews", "review"),
        ("author", ""),
        ("x-required", ""),
        ("note", ""),
    ],
)
def test_near_misses(key, meant):
    assert nearest(key, KNOWN) == meant


def test_steps_lead_as_far_as_they_can():
    node = load_yaml("a:\n  - b: 1\n", "f")
    assert (place_at(node, ("a", 0, "b")).line, place_at(node, ("a", 0, "b")).column) == (2, 5)
    assert place_at(node, ("a", 7, "z")).line == 1
    assert place_at(node, ()).line == 1


def test_strictness_and_order():
    node = load_yaml("a: 1\nb: 2\n", "f")
    findings = Findings("", strict=True)
    findings.warning(node.value["b"], "second")
    findings.error(node.value["a"], "first")
    findings.error(node.value["a"], "first")
    assert [(one.message, one.severity) for one in findings.problems] == [("first", "error"), ("second", "error")]
    assert findings.hopeless


def test_a_doubtful_value_is_complained_of_once():
    node = load_yaml("a: x", "f").value["a"].node
    findings = Findings("")
    findings.doubt([Problem(message="doubtful", line=1, column=4)])
    findings.error(node, "and of the wrong type")
    assert [one.message for one in findings.problems] == ["doubtful"]
