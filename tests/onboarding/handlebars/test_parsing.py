from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.handlebars import TemplateError, parse, problems, render


def test_every_problem_is_found_in_the_order_of_the_text() -> None:
    text = "{{> head}}\n{{#if}}x{{/if}}\n{{nope 1}}\n{{x | y}}\n{{#each a}}\n{{@no}}"
    assert [(problem.line, problem.severity) for problem in problems(text)] == [
        (1, "error"),
        (2, "error"),
        (3, "error"),
        (4, "error"),
        (5, "error"),
        (6, "warning"),
    ]
    with pytest.raises(TemplateError) as raised:
        parse(text)
    assert [problem.line for problem in raised.value.problems] == [1, 2, 3, 4, 5]


def test_only_as_many_problems_as_a_person_reads() -> None:
    found = problems("{{@no}}" * 60 + "{{nope 1}}" * 60)
    assert [problem.severity for problem in found] == ["warning"] * 50 + ["error"] * 50


def test_warnings_do_not_stop_anybody() -> None:
    assert render(parse("a{{@no}}"), {}) == "a"


@pytest.mark.fault(37)
def test_size_and_nesting_are_limited() -> None:
    with pytest.raises(TemplateError, match="at most 1,000,000 characters"):
        parse("x" * 1_000_001)
    with pytest.raises(TemplateError, match="nested deeper than 100 levels"):
        parse("{{#if x}}" * 2_000 + "{{/if}}" * 2_000)
    with pytest.raises(TemplateError, match="nested deeper than 100 levels"):
        parse("{{#if x}}" + "{{else if y}}" * 500 + "{{/if}}")
    with pytest.raises(TemplateError, match="at most 20,000 tags"):
        parse("{{!}}" * 20_001)
    parse("{{#if x}}" * 100 + "{{/if}}" * 100)
    parse("{{x}}" * 1_000)


@given(st.lists(st.sampled_from(["{{", "}}", "{", "}", "#if", "/if", "else", " ", "x", "~", "^", "!", "--", "(", ")", "|", "as", "@",
                                 ".", "/", "[", "]", "'", '"', "=", "\\", "\n", "each", "eq", "1", ">", "*", "&"]), max_size=25))  # fmt: skip
def test_any_text_is_read_or_refused_with_a_line(parts: list[str]) -> None:
    text = "".join(parts)
    found = [problem for problem in problems(text) if problem.severity == "error"]
    if found:
        assert all(problem.line >= 1 and problem.column >= 1 for problem in found)
    else:
        render(parse(text), {"x": [1, {"x": "y"}]})


@given(st.text(max_size=40))
def test_text_without_tags_stays_as_it_is(text: str) -> None:
    if "{{" not in text and "\0" not in text:
        assert render(parse(text), {}) == text
