from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars import problems


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{nope x}}", "unknown function 'nope'"),
        ("{{slugfy x}}", "is slugify meant?"),
        ("{{eq x (nope 1)}}", "unknown function 'nope'"),
        ("{{#if x}}{{/if}}{{#unless y}}{{nope k=1}}{{/unless}}", "unknown function 'nope'"),
        ("{{#if x}}{{else}}{{a.b 1}}{{/if}}", "unknown function 'a.b'"),
        ("{{elseif x}}", "{{else if"),
        ("{{eq x}}", "'eq' takes 2 arguments, not 1"),
        ("{{len}}", "{{this.len}}"),
        ("{{not a b}}", "'not' takes one argument, not 2"),
        ("{{json a 2 3}}", "'json' takes 1 to 2 arguments"),
        ("{{#and}}{{/and}}", "'and' takes 1 or more arguments"),
        ("{{if x}}", "'if' opens a block"),
        ("{{len (each x)}}", "'each' opens a block"),
        ("{{#len x}}{{/len}}", "'len' gives a value and opens no block"),
        ("{{#each x as |len|}}{{len 1}}{{/each}}", "'len' is a block parameter"),
        ("{{this.eq 1 1}}", "unknown function 'this.eq'"),
    ],
)
def test_errors(template: str, message: str) -> None:
    (problem,) = problems(template)
    assert message in problem.message
    assert problem.severity == "error"
    assert problem.line == 1


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{@foo}}", "@foo is always empty; known: @root, @index"),
        ("{{#if x include=true}}{{/if}}", "'if' does nothing with include="),
        ("{{#if x as |y|}}{{/if}}", "#if has nothing to give to block parameters"),
    ],
)
def test_warnings(template: str, message: str) -> None:
    (problem,) = problems(template)
    assert message in problem.message
    assert problem.severity == "warning"


@pytest.mark.parametrize(
    "template",
    ["{{nope}}", "{{a.nope}}", "{{#nope}}{{/nope}}", "{{#each x as |eq|}}{{eq}}{{/each}}", "{{#eq a 1}}{{/eq}}"],
)
def test_a_name_without_arguments_is_a_path(template: str) -> None:
    assert problems(template) == []
