from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars import parse
from inquiro.onboarding.handlebars.read_parts import parts_read


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("nothing {{other.lei}}", set()),
        ("{{x.lei}} {{#if x.name}}a{{/if}} {{@root.x.city}} {{this.x.a}}", {"lei", "name", "city", "a"}),
        ("{{#if x}}{{#unless x}}b{{/unless}}{{/if}}", set()),
        ("{{#with x}}{{lei}}{{../other}}{{#if name}}{{../x.city}}{{/if}}{{/with}}", {"lei", "name", "city"}),
        ("{{#with x as |m|}}{{m.lei}}{{/with}}", {"lei"}),
        ("{{#with this}}{{x.lei}}{{/with}}", {"lei"}),
        ("{{#each x.people}}{{name}} {{@index}} {{../x.lei}}{{else}}{{x.none}}{{/each}}", {"people", "lei", "none"}),
        ('{{lookup x "lei"}} {{eq x.name "a"}} {{json x.city}}', {"lei", "name", "city"}),
    ],
)
def test_parts_that_are_read(text, parts):
    assert parts_read(parse(text), "x") == parts


@pytest.mark.parametrize(
    "text",
    [
        "{{x}}",
        "{{json x}}",
        "{{json this}}",
        "{{#with x}}{{json this}}{{/with}}",
        "{{#each x}}{{this}}{{/each}}",
        "{{#x}}{{lei}}{{/x}}",
        "{{lookup x other}}",
        "{{#each (lookup this other)}}{{lei}}{{/each}}",
    ],
)
def test_all_of_it_may_be_read(text):
    assert parts_read(parse(text), "x") is None
