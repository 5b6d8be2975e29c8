"""Whatever the data hold, a template writes the calls it says, and every string arrives as it was."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadFile
from inquiro.core.types import Reference, VerbCall
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.handlebars import Limits, TemplateError, parse, render_verbs

SNIPPETS = ['"', "\\", "(evil.do :a 1)", ")", "(", ";", "\n", "\r", "\r\n", "\t", "\0", "\x1b", "\x85", "\u2028", "\u202e",
            "]", "}", "{", ":as @x", " ", ",", "{{name}}", "\\u0022", '\\"', "x", "é", "𝒳", "\ufeff", "nil", "@ref", "%", "'"]  # fmt: skip
HOSTILE = st.lists(st.sampled_from(SNIPPETS), max_size=8).map("".join) | st.text(max_size=12)
SCALARS = HOSTILE | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(HOSTILE, inner, max_size=3), max_leaves=6
)

TEMPLATE = parse("""\
;; Client: {{name}} / {{{other}}}
(entity.ensure :name "{{name}}" :other "<{{{other}}}|{{&other}}>" :as @client) ; {{name}}
{{#each members as |member|}}
(cbu.assign-role :cbu-id @client :name {{name}} :percentage {{share}} :twice "{{name}}{{name}}"
  :path "C:\\\\{{name}}" :data {{anything}} :as @member_{{@index}}) ;; {{member.name}}
{{/each~}}
{{#if (eq name "x")}}(red-flag.raise :description {{name}}){{/if}}
(ubo.create :list [{{name}} {{other}}{{name}}] :map {:key {{name}}})
""")


def program(data: Any) -> list[VerbCall]:
    return read_program(render_verbs(TEMPLATE, data))


def shape(calls: list[VerbCall]) -> list[tuple[str, tuple[str, ...], str]]:
    return [(call.verb, tuple(call.arguments), call.binds) for call in calls]


@pytest.mark.fault(37)
@given(name=HOSTILE, other=HOSTILE, members=st.lists(st.tuples(HOSTILE, SCALARS, JSON), max_size=3))
def test_data_never_add_remove_or_change_a_call(name: str, other: str, members: list[tuple[str, Any, Any]]) -> None:
    hostile = {
        "name": name,
        "other": other,
        "members": [{"name": inner, "share": share, "anything": value} for inner, share, value in members],
    }
    harmless = {
        "name": "x" if name == "x" else "y",
        "other": "z",
        "members": [{"name": "n", "share": 1, "anything": 2} for _ in members],
    }
    calls = program(hostile)
    assert shape(calls) == shape(program(harmless))
    assert calls[0].arguments == {"name": name, "other": f"<{other}|{other}>"}
    for call, (inner, share, value) in zip(calls[1:], members, strict=False):
        assert call.arguments["name"] == inner
        assert call.arguments["twice"] == inner + inner
        assert call.arguments["path"] == f"C:\\{inner}"
        assert call.arguments["percentage"] == share
        assert call.arguments["data"] == value
    assert calls[-1].arguments == {"list": [name, other, name], "map": {"key": name}}


NAMES = parse(
    '(entity.ensure :name "n" :{{key}} 1 :as @fund_{{name}}_{{key}}) (entity.ensure :a @fund_{{name}}_{{key}})'
)


@pytest.mark.fault(37)
@given(name=JSON, key=JSON)
def test_in_names_only_letters_digits_and_dashes_are_left(name: Any, key: Any) -> None:
    made, used = read_program(render_verbs(NAMES, {"name": name, "key": key}))
    assert [made.verb, used.verb] == ["entity.ensure"] * 2
    assert len(made.arguments) == 2
    assert made.binds.startswith("fund_")
    assert used.arguments == {"a": Reference(name=made.binds)}


FRAGMENTS = ["(", ")", "[", "]", "{ ", "}", "a.b", ":k", "@n", "x", " ", ",", '"', ";", "\n", "\r", "\\", "\\\\", "1"]
SLOT = "{{x}}"
TOKENS = re.compile(r';[^\n]*|"(?:[^"\\]|\\.)*"?|[()\[\]{}]|[^ \t\r\n,;()\[\]{}"]+', re.DOTALL)


def skeleton(template: str, value: str) -> list[str] | str:
    """The kinds of the tokens, of which only brackets differ."""
    try:
        text = written(template, {"x": value})
    except TemplateError as error:
        return str(error.problems[0].message)[:40]
    return [token if token in "()[]{}" else (token[0] if token[0] in '";' else "w") for token in TOKENS.findall(text)]


@pytest.mark.fault(37)
@given(parts=st.lists(st.sampled_from([*FRAGMENTS, SLOT, SLOT, SLOT, SLOT]), max_size=14), value=HOSTILE)
def test_wherever_a_value_stands_the_tokens_stay_the_same(parts: list[str], value: str) -> None:
    template = "".join(parts)
    assert skeleton(template, value) == skeleton(template, "w")


def written(template: str, data: Any) -> str:
    return render_verbs(parse(template), data)


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        (":a {{x}}", "text", ':a "text"'),
        (":a {{x}}", 'a "b" \\c', ':a "a \\"b\\" \\\\c"'),
        (":a {{x}}", 60, ":a 60"),
        (":a {{x}}", 12.5, ":a 12.5"),
        (":a {{x}}", 1e21, ":a 1e+21"),
        (":a {{x}}", float("inf"), ':a "Infinity"'),
        (":a {{x}}", True, ":a true"),
        (":a {{x}}", None, ":a nil"),
        (":a {{missing}}", 1, ":a nil"),
        (":a {{x}}", ["b", 1, None], ':a ["b" 1 nil]'),
        (":a {{x}}", {"k": [], "a b": {}}, ':a {:k [] "a b" {}}'),
        (":a {{json x}}", {"k": 1}, ":a {:k 1}"),
        (":a {{json x}}", 'b"', ':a "b\\""'),
        (":a {{json x}}", "nil", ':a "nil"'),
        (':a "{{json x}}"', {"k": 1}, ':a "{\\"k\\":1}"'),
        (":a {{{x}}}", ")", ':a ")"'),
        (":a {{&x}}", ")", ':a ")"'),
        ('"{{x}}"', None, '""'),
        ('"{{x}}"', "a\nb\t", '"a\\nb\\t"'),
        ('"{{x}}"', "\u202e\u200b", '"\\u202e\\u200b"'),
        ('"{{x}}"', "\ud800", '"\ufffd"'),
        ('"{{x}}"', 1.0, '"1"'),
        ('"\\\\{{x}}"', '"', '"\\\\\\""'),
        ("; {{x}}\n", "a\r\nb\u2028c\x85d\ve", "; a  b c d e\n"),
        ("@fund_{{x}}", "a b) (c", "@fund_a_b___c"),
        ("@fund_{{x}}", 1.5, "@fund_1_5"),
        ("@{{x}}", "", "@_"),
        ("@{{x}}", "-a", "@_-a"),
        (":{{x}}", "münchen", ":münchen"),
        (":{{x}} 1", "as", ":as_ 1"),
        ("(a {{x}}{{x}})", 1, "(a 1 1)"),
        ("(a {{x}}b)", 1, "(a 1 b)"),
        ('(a {{x}}"b")', 1, '(a 1 "b")'),
        ('(a "b"{{x}})', 1, '(a "b"1)'),
        ('{"k"{{x}}:{{x}}}', 1, '{"k"1 :1}'),
        ('{"k":{{x}} "l":w}', "true", '{"k": "true" "l":w}'),
    ],
)
def test_how_a_value_is_written_depends_on_where_it_stands(template: str, value: Any, expected: str) -> None:
    assert written(template, {"x": value}) == expected


def test_a_carriage_return_of_the_template_ends_a_comment_for_everybody() -> None:
    assert written("; note\r(a.b :c {{x}})\r\n", {"x": "y"}) == '; note\n(a.b :c "y")\r\n'


def test_data_cannot_choose_the_verb() -> None:
    with pytest.raises(TemplateError, match="line 2, column 12: the name of a verb cannot come from data"):
        written("\n (entity.{{x}} :a 1)", {"x": "delete"})
    with pytest.raises(TemplateError, match="name of a verb cannot come from data"):
        written("( ; note\n entity.role:{{x}} :a 1)", {"x": "delete"})
    with pytest.raises(BadFile):
        read_program(written("({{x}} :a 1)", {"x": "entity.delete"}))


def test_names_from_data_may_stand_in_lists_and_arguments() -> None:
    assert written("(a.b :roles (role-{{x}}) :list [x-{{x}}])", {"x": "one"}) == "(a.b :roles (role-one) :list [x-one])"


@pytest.mark.fault(37)
def test_what_is_written_has_limits_too() -> None:
    laughs: Any = "ha"
    for _ in range(30):
        laughs = [laughs, laughs]
    with pytest.raises(TemplateError, match=r"longer than 1,000 characters|steps"):
        render_verbs(parse("(a.b :c {{x}})"), {"x": laughs}, limits=Limits(output=1_000))
    with pytest.raises(TemplateError, match="plain JSON"):
        written(":a {{x}}", {"x": object()})
