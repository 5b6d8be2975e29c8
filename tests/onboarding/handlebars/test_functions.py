from __future__ import annotations

from typing import Any

import pytest

from inquiro.onboarding.handlebars import HELPERS, LimitReached, Limits, parse, render

DATA = {"l": [1, "b", None], "o": {"k": 1, "n": None}, "s": "Straße 9", "one": 1, "n": None, "e": [], "big": "𝒳\ufffd"}


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("eq 1 1.0", "true"),
        ('eq 1 "1"', "false"),
        ("eq true 1", "false"),
        ("eq n missing", "true"),
        ("eq n false", "false"),
        ("eq l l", "true"),
        ("eq o l", "false"),
        ("ne s 'x'", "true"),
        ("gt 2 1", "true"),
        ('gt "b" "a"', "true"),
        ('gt 2 "1"', "false"),
        ("gt true false", "false"),
        ("gte 1 1", "true"),
        ("lt 1 2", "true"),
        ("lte n n", "false"),
        ("and 1 s", "true"),
        ("and 1 e", "false"),
        ("or 0 n e", "false"),
        ("or 0 o", "true"),
        ("not e", "true"),
        ("not o", "false"),
        ("includes l 'b'", "true"),
        ("includes l n", "true"),
        ("includes l 'c'", "false"),
        ("includes s 'aß'", "true"),
        ("includes s 9", "false"),
        ("includes o 'k'", "true"),
        ("includes one 1", "false"),
        ("len s", "8"),
        ("len big", "2"),
        ("len l", "3"),
        ("len o", "2"),
        ("len one", "0"),
        ("len n", "0"),
        ("slugify s", "straße_9"),
        ("slugify 'Ä-B  (c)'", "ä_b___c_"),
        ("slugify 'हिन्दी'", "हिन_दी"),
        ("slugify n", ""),
        ("slugify 1.5", "1_5"),
        ("json o", '{"k":1,"n":null}'),
        ("json l 1", '[\n 1,\n "b",\n null\n]'),
        ("json missing", ""),
        ("json n", "null"),
        ("eq (json one) '1'", "true"),
        ("json s", '"Straße 9"'),
        ("lookup o 'k'", "1"),
        ("lookup l 1", "b"),
        ("lookup l 'length'", "3"),
        ("lookup missing 'k'", ""),
        ("lookup 0 'k'", "0"),
        ("lookup o n", ""),
        ("log s", ""),
        ("len (json (lookup l 1))", "3"),
    ],
)
def test_functions(call: str, text: str) -> None:
    assert render(parse(f"{{{{{call}}}}}"), DATA) == text


@pytest.mark.fault(37)
def test_work_inside_of_functions_is_counted() -> None:
    data: Any = {"a": [list(range(1_000))] * 100, "b": [list(range(1_000))] * 100, "t": "x" * 100_000}
    for template in ("{{eq a b}}", "{{#each a}}{{#each this}}{{#if (len (slugify @root.t))}}{{/if}}{{/each}}{{/each}}"):
        with pytest.raises(LimitReached, match="more than 50,000 steps"):
            render(parse(template), data, limits=Limits(steps=50_000))


def test_every_function_says_what_it_does() -> None:
    assert {"if", "unless", "each", "with", "lookup", "log", "includes"} <= set(HELPERS)
    assert set("eq ne gt gte lt lte and or not len slugify json".split()) <= set(HELPERS)
    for name, function in HELPERS.items():
        assert function.name == name
        assert name in function.usage
        assert function.description
        assert function.opens is (function.compute is None)
