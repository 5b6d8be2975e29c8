from __future__ import annotations

import pytest

from inquiro.core.errors import BadFile
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.rebinding import rebinding_notes, rebindings
from inquiro.onboarding.dsl.tidying import format_text
from inquiro.onboarding.dsl.writing import format_program

LOOP = "".join(f'(entity.ensure :name "{n}" :as @d)\n(cbu.assign-role :entity-id @d)\n' for n in "abcdef")


def test_every_binding_but_the_first_is_told_with_its_place():
    found = list(rebindings(read_program("(a.b :as @x)\n  (a.c :y @x :as @x) (a.d :as @y)"), {"y"}))
    assert [(one.line, one.column, one.severity) for one in found] == [(2, 3, "warning"), (2, 22, "warning")]
    assert found[0].message == "@x is bound again; uses from here on mean this one"
    assert list(rebindings(read_program("(a.b :as @x)(a.c)(a.c)(a.b :x @x :as @y)"))) == []


def test_a_loop_is_told_in_one_line():
    assert rebinding_notes(read_program(LOOP)) == (
        "lines 3, 5, 7 and 2 more: @d is bound again; uses from here on mean this one",
    )
    assert rebinding_notes(read_program("(a.b :as @x)\n(a.b :as @x)")) == (
        "line 2: @x is bound again; uses from here on mean this one",
    )


def test_the_formatter_leaves_names_as_they_are():
    assert format_text(LOOP) == LOOP == format_program(read_program(LOOP))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("(a.b :x @d :y (a.c :as @d))", 9),
        ("(a.b :x (a.c :as @d) :y (a.c :as @d))", 9),
        ("(a.b :x [@d (a.c :as @d)])", 10),
        ("(a.b :y {:k @d} :x (a.c :z (a.d :as @d)))", 13),
    ],
)
def test_an_inner_call_cannot_change_what_a_name_before_it_means(text, column):
    with pytest.raises(BadFile) as error:
        read_program(text)
    (problem,) = error.value.problems
    assert problem.column == column
    assert "@d is bound anew by a later call in the same one" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "(a.b :x [(a.c :as @d) @d] :as @d)",
        "(a.b :x (a.c :as @d) :y @d)",
        "(a.b :x (a.c :p @d :as @q) :y (a.d :as @d))",
        "(a.b :as @d :x (a.c :as @d))",
        "(a.b :x (a.c :p @d :as @d))",
    ],
)
def test_an_inner_call_may_bind_what_is_used_after_it(text):
    assert len(read_program(f"(a.a :as @d){text}")) >= 3
