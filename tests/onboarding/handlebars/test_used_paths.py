from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars import parse, paths_used


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
        ("{{json a}}{{#if x includeZero=y}}{{/if}}", ["a", "x", "y"]),
    ],
)
def test_names_at_the_root_of_the_data(template: str, names: list[str]) -> None:
    assert sorted(paths_used(parse(template))) == names


def test_each_name_has_the_place_of_its_first_use() -> None:
    assert paths_used(parse("{{a}}\n {{b}}{{a}}")) == {"a": (1, 3), "b": (2, 4)}
