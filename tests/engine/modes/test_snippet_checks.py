from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.modes.shell_check import bash, shell_problem
from inquiro.engine.modes.snippet_checks import LONGEST, check, parses, python_tree

needs_bash = pytest.mark.skipif(bash() is None, reason="no bash on this machine")


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "print('a')"),
        ("python", "    x = 1\n    y = 2"),
        ("python", ">>> for x in 'ab':\n...     print(x)\n...\na\nb\n>>> 1 +\\\n... 2\n3"),
        ("python", "In [1]: import os\n\nIn [2]: os.getcwd()\nOut[2]: '/'"),
        ("python", "!pip install x\n%matplotlib inline\nimport x\nfiles = !ls\nx.go?\nif x:\n    %time x.go()"),
        ("python", "await fetch()\nreturn_value = r'\\d' '\\d'"),
        ("json", '{"a": [1, 2.5, null]}'),
        ("json", '{"a": 1}\n{"a": 2}\n'),
        ("json", "[" + "1" * 5_000 + "]"),
        ("yaml", "a: &x [1, 2]\nb: *x\n---\nc: {d: e}"),
        ("toml", '[a]\nb = 1\n[[c]]\nd = ["e"]'),
        ("toml", "a = [" + "1.5, " * 500 + "]"),
        ("shell", "for x in a b; do echo $x; done"),
        ("shell", "$ ls |\n> wc\n$ echo a \\\n  b\nout put (here)\n"),
        ("shell", "ann@host:~/x$ make test\n100% (3 of 3)"),
    ],
)
def test_what_parses(language, code):
    if language == "shell" and bash() is None:
        pytest.skip("no bash on this machine")
    assert check(code, language) == (language, True, "")


@pytest.mark.parametrize(
    ("language", "code", "problem"),
    [
        ("python", "x = 1\ny = (", "line 2: '(' was never closed"),
        ("python", "print 'a'", "line 1: Python 2: a print"),
        ("python", "a\ntry:\n    b\nexcept E, e:\n    c", "line 4: Python 2: `except A, b`"),
        ("python", ">>> x = 1\n>>> y = )", "line 2: unmatched ')'"),
        ("python", "x\x00", "line 1: a NUL character"),
        ("json", '{\n"a": 1,\n}', "line 3: "),
        ("json", '// a.json\n{"a": 1}', "line 1: a comment, which JSON does not have"),
        ("json", "[NaN]", "line 1: NaN is no JSON"),
        ("yaml", "a: 1\nb: [1", "line 2: "),
        ("yaml", "a: 1\nb: *c", "line 2: *c refers to nothing before it"),
        ("toml", "[a]\nb = 1\nb = 2", "line 3: "),
        ("shell", "echo a\nif true; then\n  echo b\n", "line 4: syntax error: unexpected end of file"),
        ("shell", "npm ci\nnpm run <script>", "line 2: `<script>` is to be filled in"),
    ],
)
def test_what_does_not_parse_and_where(language, code, problem):
    if language == "shell" and bash() is None:
        pytest.skip("no bash on this machine")
    found = check(code, language)
    assert (found.checked, found.valid) == (language, False)
    assert found.problem.startswith(problem)


def test_what_nobody_here_can_check():
    assert check("fn main() {}", "rust") == ("", None, "")
    assert check("  \n", "python") == ("", None, "")


BOMBS = {
    "brackets": ("python", "(" * 100_000),
    "signs": ("python", "-" * 150_000 + "1"),
    "attributes": ("python", "a" + ".b" * 50_000),
    "sums": ("python", "1" + "+1" * 50_000),
    "lambdas": ("python", "lambda:" * 20_000 + "1"),
    "conditions": ("python", "a if b else " * 12_000 + "c"),
    "json": ("json", "[" * 150_000),
    "toml": ("toml", "[" * 150_000),
    "dotted keys": ("toml", "a." * 90_000 + "b = 1"),
    "flow": ("yaml", "[" * 150_000),
    "shell substitutions": ("shell", "$(" * 50_000),
}


@pytest.mark.parametrize(("language", "code"), BOMBS.values(), ids=BOMBS)
def test_what_nests_too_deeply_gets_no_verdict(language, code):
    if language == "shell" and bash() is None:
        pytest.skip("no bash on this machine")
    assert check(code, language) == ("", None, "too deeply nested to be checked")


def test_a_billion_laughs_stay_as_small_as_they_are_written():
    lines = ["a0: &a0 [lol]"] + [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 60)]
    assert check("\n".join(lines), "yaml") == ("yaml", True, "")


def test_yaml_tags_build_nothing():
    assert check("!!python/object/apply:os.system ['true']", "yaml").valid is True


def test_a_megabyte_is_not_checked():
    found = check("x = 1\n" * 200_000, "python")
    assert (found.checked, found.valid) == ("", None)
    assert found.problem.startswith("too long to be checked")
    assert python_tree("x" * (LONGEST + 1)) is None


@needs_bash
def test_a_hostile_script_has_no_effect(tmp_path, monkeypatch):
    here = tmp_path / "here"
    trap = tmp_path / "trap.sh"
    trap.write_text(f"touch {here}\n")
    monkeypatch.setenv("BASH_ENV", str(trap))
    monkeypatch.setenv("ENV", str(trap))
    monkeypatch.setenv("PROMPT_COMMAND", f"touch {here}")
    monkeypatch.setenv("BASH_FUNC_echo%%", f"() {{ touch {here}; }}")
    monkeypatch.chdir(tmp_path)
    scripts = [
        f"$(touch {here})",
        f"`touch {here}`",
        f"x=$(touch {here}) echo a",
        f"set +n\ntouch {here}",
        f"echo a; touch {here}",
        f"cat <<EOF\n$(touch {here})\nEOF",
        f": ${{x:=$(touch {here})}}",
        f"cat <(touch {here})",
        f"echo > {here}",
        f"trap 'touch {here}' EXIT DEBUG ERR",
        f"exec touch {here}",
        f"#!/bin/sh\n. {trap}",
        f"eval 'touch {here}'\n)",
        f"a[$(touch {here})]=1",
        f"(( x[$(touch {here})] ))",
    ]
    for script in scripts:
        shell_problem(script)
    assert not here.exists()
    os.system(f"touch {here}")  # the scripts would have had an effect
    assert here.exists()


@needs_bash
def test_a_script_never_reads_a_file_of_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(".bashrc").write_text("syntax ( error")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shell_problem("echo a") == ""


@given(st.text(max_size=200), st.sampled_from(["python", "json", "yaml", "toml"]))
def test_any_text_gets_a_verdict_or_none(code, language):
    found = check(code, language)
    assert found.valid is None or found.valid == (not found.problem)
    assert parses(code, language) == (found.valid is True)


@given(
    st.text(st.sampled_from("([{}])'\"\\\n \t:=*&!|>-#%abc1.,"), max_size=120),
    st.sampled_from(["python", "json", "yaml", "toml"]),
)
def test_any_punctuation_gets_a_verdict_or_none(code, language):
    check(code, language)
