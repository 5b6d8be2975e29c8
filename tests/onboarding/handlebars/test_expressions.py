from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars.expressions import Inside, Misread, read_inside
from inquiro.onboarding.handlebars.javascript import MISSING
from inquiro.onboarding.handlebars.lexing import Lexer, Tag
from inquiro.onboarding.handlebars.nodes import Call, Literal, Path


def inside(text: str) -> Inside:
    (tag,) = Lexer(f"{{{{{text}}}}}").pieces()
    assert isinstance(tag, Tag)
    return read_inside(tag.tokens, tag.place)


@pytest.mark.parametrize(
    ("text", "parts", "depth", "data"),
    [
        ("a.b/c", ("a", "b", "c"), 0, False),
        ("../../a", ("a",), 2, False),
        ("this", (), 0, False),
        (".", (), 0, False),
        ("./a", ("a",), 0, False),
        ("this.a", ("a",), 0, False),
        ("@../index", ("index",), 1, True),
        ("@root.a", ("root", "a"), 0, True),
        ("[a b].[this]", ("a b", "this"), 0, False),
        ('"a b"', ("a b",), 0, False),
        ("12.50", ("12.5",), 0, False),
        ("true", ("true",), 0, False),
        ("null", ("null",), 0, False),
        ("list.0", ("list", "0"), 0, False),
        ("[a\\]b]", ("a]b",), 0, False),
    ],
)
def test_paths(text: str, parts: tuple[str, ...], depth: int, data: bool) -> None:
    path = inside(text).call.path
    assert (path.parts, path.depth, path.data) == (parts, depth, data)


def test_arguments_options_and_block_parameters() -> None:
    call, names = inside('f a (g 1 "s") undefined k=true m=(h) as |x y|')
    assert call.path.parts == ("f",)
    first, second, third = call.params
    assert isinstance(first, Path)
    assert isinstance(second, Call)
    assert [param.value for param in second.params if isinstance(param, Literal)] == [1, "s"]
    assert isinstance(third, Literal)
    assert third.value is MISSING
    assert [name for name, _ in call.options] == ["k", "m"]
    assert isinstance(call.option("m"), Call)
    assert call.option("n") is None
    assert names == ("x", "y")


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "a name is missing", 1),
        ("a/", "a name is missing behind /", 4),
        ("@", "a name is missing behind @", 3),
        ("a/../b", "only stand at the beginning", 3),
        ("a.this", "only stand at the beginning", 3),
        ("f (g", "closing parenthesis", 5),
        ("f k=", "k= has no value", 5),
        ("f k=1 b", "not expected", 9),
        ("f as |", "block parameters", 5),
        ("f as |x| y", "not expected", 12),
        ("f )", "not expected", 5),
        ("f " + "1" * 400, "too many digits", 5),
        ("f " + "(g " * 101 + ")" * 101, "nested deeper than 40", 0),
    ],
)
def test_what_makes_no_sense_has_its_place(text: str, message: str, column: int) -> None:
    with pytest.raises(Misread, match=message) as raised:
        inside(text)
    assert column in {0, raised.value.problem.column}
