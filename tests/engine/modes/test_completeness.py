from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.modes.code import completeness, examine
from inquiro.engine.modes.unbound import unbound_names

WHOLE = "import requests\n\ndef get(url):\n    return requests.get(url).json()\n\nprint(get('https://example.org'))"

LATER = "TO" + "DO"


def scored(code: str, language: str = "python", dependencies: tuple[str, ...] = ()):
    return completeness(examine(code, language, dependencies), dependencies)


def test_a_whole_program_is_complete():
    score, reasons = scored(WHOLE, dependencies=("requests",))
    assert score == 1.0
    assert reasons == (
        "parses as python",
        "binds every name it uses",
        "its dependencies are stated",
        "has an example that runs",
    )


@pytest.mark.parametrize(
    ("code", "dependencies", "reason"),
    [
        (WHOLE, (), "no dependency stated for requests"),
        (WHOLE.replace("import requests\n", ""), (), "uses names that it never binds: requests"),
        (WHOLE.rpartition("print")[0], ("requests",), "only defines things, without an example"),
        (f"{WHOLE}\n# {LATER}: errors", ("requests",), f"something is left out: `{LATER}`"),
        (WHOLE + "\n...", ("requests",), "something is left out: `...`"),
        (WHOLE + "\nkey = 'YOUR_API_KEY'", ("requests",), "`YOUR_API_KEY` is to be filled in"),
        (WHOLE + "\n(", ("requests",), "does not parse: line 7: '(' was never closed"),
    ],
)
def test_each_lack_costs_and_is_named(code, dependencies, reason):
    score, reasons = scored(code, dependencies=dependencies)
    assert score < 1.0
    assert any(said.startswith(reason) for said in reasons)


def test_a_key_to_fill_in_costs_little():
    assert scored(WHOLE + "\nkey = 'YOUR_API_KEY'", dependencies=("requests",))[0] > 0.95


def test_broken_code_stands_below_everything_else():
    broken = scored("def f(:\n    pass")[0]
    assert broken < scored("def f():\n    pass")[0] < scored("def f():\n    pass\n\nf()")[0]


def test_a_command_runs_as_it_stands_and_data_is_no_program():
    assert "can be run as it stands" in scored("echo a", "sh")[1]
    assert "is data, not a program" in scored('{"a": 1}', "json")[1]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = y\nz = w", ("y", "w")),
        ("def f(a, *b, c=1, **d):\n    return a, b, c, d, __name__, len", ()),
        ("[x for x in range(3)]\n{k: v for k, v in q}", ("q",)),
        ("with open('a') as f:\n    f\ntry:\n    pass\nexcept E as e:\n    e", ("E",)),
        ("match a:\n    case {'x': b, **c}: b, c\n    case [d, *e]: d, e", ("a",)),
        ("from x import *\nanything", ()),
        ("import a.b\nimport c as d\na, d, c", ("c",)),
        ("if (n := 1): n\nlambda z: z", ()),
    ],
)
def test_names_that_are_never_bound(code, names):
    assert unbound_names(ast.parse(code)) == names


@given(st.text(max_size=200), st.sampled_from(["", "python", "json", "js", "yaml"]))
def test_any_code_has_a_measure(code, language):
    score, reasons = scored(code, language)
    assert 0.0 <= score <= 1.0
    assert all(reasons)
