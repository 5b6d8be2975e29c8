"""What is said of items and their code in few words."""

from __future__ import annotations

import pytest

from inquiro.core.items_told import code_told, needs_told, ranking_told
from inquiro.core.types import ImplementationResult, Ranking, Report, ReportSource, Snippet

REPORT = Report(
    trace_id="t",
    question="q",
    answer="",
    sources=tuple(
        ReportSource(id=f"src_{n}", type="web", title="", url="", snippet="", document_id=f"d{n}") for n in (1, 2)
    ),
)


def told(content: str, *snippets: Snippet, source_id: str = "src_2"):
    return code_told(content, snippets, REPORT, source_id)


def test_a_ranking_names_its_parts_and_completeness_only_of_code():
    assert ranking_told(Ranking(relevance=0.5, authority=1)) == "relevance 0.50 · authority 1.00"
    assert ranking_told(Ranking(relevance=0, authority=0, completeness=0.25)).endswith("completeness 0.25")
    assert ranking_told(None) == ""


@pytest.mark.parametrize(
    ("snippet", "origin"),
    [
        (Snippet(code="x", origin="quoted", document_id="d1"), "quoted from [1]"),
        (Snippet(code="x", origin="quoted", document_id="gone"), "quoted from [2]"),
        (Snippet(code="x"), "adapted from [2], written by the model"),
    ],
)
def test_the_origin_names_the_page_the_code_stands_in_else_its_items(snippet, origin):
    assert told("```\nx\n```", snippet)[0].origin == origin


def test_an_unlisted_source_has_no_number():
    assert told("```\nx\n```", Snippet(code="x"), source_id="src_9")[0].origin == "adapted, written by the model"


@pytest.mark.parametrize(
    ("valid", "remarks", "doubts"),
    [
        (True, ("valid Python, not run",), ()),
        (False, (), ("not valid Python: line 1: no",)),
        (None, ("not checked",), ()),
    ],
)
def test_what_the_check_showed_is_told_and_a_failure_is_a_doubt(valid, remarks, doubts):
    snippet = Snippet(code="x", checked="python", valid=valid, problem="line 1: no" if valid is False else "")
    assert (told("", snippet)[0].remarks, told("", snippet)[0].doubts) == (remarks, doubts)


def test_imports_that_nobody_states_are_doubts_and_a_licence_is_a_remark():
    [one] = told("", Snippet(code="x", undeclared=("numpy", "torch"), licence="MIT"))
    assert one.doubts == ("imports that are not stated: numpy, torch",)
    assert "licence, as the page states it: MIT" in one.remarks


def test_blocks_keep_the_order_of_the_text_and_what_is_not_in_it_follows():
    content = "```py\nb\n```\n\n```\nunknown\n```\n\n```py\na\n```"
    blocks = told(content, Snippet(code="a"), Snippet(code="b"), Snippet(code="c"))
    assert [one.code for one in blocks] == ["b", "unknown", "a", "c"]
    assert [bool(one.origin) for one in blocks] == [True, False, True, True]


def test_the_same_code_twice_is_told_twice():
    twin = Snippet(code="a")
    assert [one.origin != "" for one in told("```\na\n```\n\n```\na\n```", twin, twin)] == [True, True]


def test_needs_are_the_stated_dependencies():
    assert needs_told(ImplementationResult("s", "x\n\nDependencies: pip install a b")) == "needs: a, b"
    assert needs_told(ImplementationResult("s", "x\n\nDependencies: none")) == ""
