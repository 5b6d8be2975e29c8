from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars.building import Builder
from inquiro.onboarding.handlebars.lexing import Lexer
from inquiro.onboarding.handlebars.whitespace import DraftBlock


def built(text: str) -> tuple[DraftBlock, list[str]]:
    builder = Builder()
    body = builder.build(Lexer(text).pieces())
    block = body.parts[0]
    assert isinstance(block, DraftBlock)
    return block, [str(problem) for problem in builder.problems]


def test_a_chain_is_a_block_in_the_other_branch() -> None:
    block, problems = built("{{#if a}}1{{else if b}}2{{else}}3{{/if}}")
    assert problems == []
    assert block.otherwise
    assert block.otherwise.chained
    inner = block.otherwise.parts[0]
    assert isinstance(inner, DraftBlock)
    assert inner.body
    assert inner.otherwise
    assert not inner.otherwise.chained


def test_an_inverse_block_has_its_branches_the_other_way_round() -> None:
    block, _ = built("{{^a}}1{{/a}}")
    assert block.body is None
    assert block.otherwise


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{#if a}}\n", "line 1, column 1: the block if is not closed"),
        ("{{#if a}}\n{{/each}}{{/if}}", "line 2, column 1: {{/each}} does not close if of line 1"),
        ("{{#a}}{{#b}}{{/a}}", "line 1, column 13: {{/a}} does not close b of line 1"),
        ("{{#a}}{{/a}}{{/b}}", "line 1, column 13: b closes a block that was never opened"),
        ("{{#a}}{{/a}}{{else}}", "line 1, column 13: else stands outside of any block"),
        ("{{#a}}{{else}}{{else}}{{/a}}", "line 1, column 15: the block a has an else already"),
        ("{{^a}}{{else if b}}{{/a}}", "line 1, column 7: a block that begins with ^ takes a plain else only"),
        ("{{#a}}{{/a b}}", "line 1, column 7: a closing tag holds a name and nothing else"),
        ("{{#a}}{{x as |y|}}{{/a}}", "line 1, column 7: block parameters stand in the tag that opens a block"),
        ("{{{{a}}}}{{{{/b}}}}", "line 1, column 1: this raw block is closed by b"),
        ("{{#a}}{{> p}}{{/a}}", "line 1, column 7: partials"),
        ("{{#a}}{{* d}}{{/a}}", "line 1, column 7: decorators"),
    ],
)
def test_what_does_not_fit_together_has_its_place(text: str, problem: str) -> None:
    _, problems = built(text)
    assert len(problems) == 1
    assert problems[0].startswith(problem)
