from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.modes.languages import guessed_language, language_named


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("Py3", "python"),
        ("bash", "shell"),
        ("console", "shell"),
        ("JS", "javascript"),
        ("yml", "yaml"),
        ("text", ""),
        ("rust", "rust"),
    ],
)
def test_one_name_for_each_language(named, name):
    assert language_named(named) == name


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "import os\nprint(os.name)"),
        ("python", ">>> 1 + 1\n2"),
        ("python", "def f(x):\n    return x"),
        ("json", '{"a": [1, 2]}'),
        ("yaml", "services:\n  web:\n    image: nginx\n    ports:\n      - 80:80"),
        ("toml", '[project]\nname = "a"\nversion = "1"'),
        ("shell", "$ pip install x"),
        ("shell", "cd app\nnpm install\nnpm run dev"),
        ("shell", "#!/bin/bash\nfoo"),
        ("javascript", "const a = require('x');\nconsole.log(a);"),
        ("typescript", "const a: string = 'x';\nexport const b = (c: number) => { return c };"),
        ("rust", 'fn main() {\n    println!("x");\n}'),
        ("go", "package main\n\nfunc main() {}"),
        ("sql", "SELECT a FROM b WHERE c = 1;"),
        ("html", "<div class='a'>x</div>"),
        ("dockerfile", "FROM python:3.12\nRUN pip install x"),
        ("c", "#include <stdio.h>\nint main(void) { return 0; }"),
        ("", "Name: Ann\nCity: Berlin"),
        ("", "The quick brown fox"),
        ("", "a = 1"),
        ("", ""),
    ],
)
def test_languages_are_guessed_only_where_a_sign_is_clear(language, code):
    assert guessed_language(code) == language


@given(st.text(max_size=300))
def test_any_text_has_a_language_or_none(code):
    assert isinstance(guessed_language(code), str)


@pytest.mark.parametrize(
    "piece", ["if x ", "\n \n", "import a, ", "select a ", "key: v\n", "a.b.", "[[", "const a", "puts 'x'\n"]
)
def test_long_code_takes_no_long_time(piece):
    guessed_language(piece * 20_000)
