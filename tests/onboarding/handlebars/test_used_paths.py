from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars import names_read, parse, parts_read


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("{{a.b}}{{this.c}}{{./d}}{{@root.e.f}}{{[g h]}}", ["a", "c", "d", "e", "g h"]),
        ("{{#if a}}{{b}}{{else if (eq c 1)}}{{d}}{{/if}}", ["a", "b", "c", "d"]),
        ("{{#each a}}{{b}}{{../c}}{{@root.d}}{{@index}}{{this}}{{else}}{{e}}{{/each}}", ["a", "c", "d", "e"]),
        ("{{#each a as |x i|}}{{x.b}}{{i}}{{../x}}{{this.x}}{{/each}}", ["a", "x"]),
        ("{{#with a}}{{b}}{{#if c}}{{../d}}{{/if}}{{/with}}", ["a", "d"]),
        ("{{#with this}}{{a}}{{/with}}{{#with @root}}{{b}}{{/with}}", ["a", "b"]),
        ("{{#a}}{{b}}{{/a}}{{^c}}{{d}}{{/c}}", ["a", "c", "d"]),
        ("{{lookup this 'a'}}{{lookup @root 'b'}}{{lookup c 'd'}}{{lookup . e}}", ["a", "b", "c", "e"]),
        ("{{#each a}}{{#each b}}{{../c}}{{../../d}}{{/each}}{{/each}}", ["a", "d"]),
        ("{{#each a}}{{#with @root}}{{b}}{{/with}}{{/each}}{{#each this}}{{c}}{{/each}}", ["a", "b"]),
        ("{{json a}}{{#if x includeZero=y}}{{/if}}", ["a", "x", "y"]),
    ],
)
def test_names_at_the_root_of_the_data(template: str, names: list[str]) -> None:
    assert sorted(names_read(parse(template))) == names


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
