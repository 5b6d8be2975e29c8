from __future__ import annotations

import hashlib
import textwrap
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Document
from inquiro.engine.modes import code as surface
from inquiro.engine.modes.code import code_blocks, dependencies_near, examine, find_quoted
from inquiro.readers import read

STREAM = "import openai\n\nclient = openai.OpenAI()\nfor part in client.stream('hello'):\n    print(part)"


def document(text: str, name: str = "guide.md") -> Document:
    content = read(text.encode(), name)
    return Document(
        id=hashlib.sha256(content.text.encode()).hexdigest()[:32],
        url=f"https://example.org/{name}",
        title=content.title,
        text=content.text,
        sha256="",
        media_type=content.media_type,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        headings=content.headings,
        code=content.code,
        licence=content.licence,
    )


GUIDE = document(
    f"""# Streaming

Some words about nothing in particular.

## Install

```bash
pip install "openai>=1.0" rich
```

## Use

Open a client and read the parts as they come. Each part is a piece of text:

```python
{STREAM}
```

It prints:

```
hello
```

```output
a = 1
```

Configure it in `app.yaml`:

```yml
model: small
```

See https://example.org or call

```
https://example.org/api
```
"""
)


def test_the_surface_is_what_others_build_on():
    assert surface.__all__ == [
        "CodeBlock",
        "code_blocks",
        "completeness",
        "dependencies_near",
        "examine",
        "find_quoted",
    ]


def test_blocks_come_with_language_lead_and_heading():
    install, stream, yaml = code_blocks(GUIDE)
    assert (install.language, install.installs, install.heading) == ("shell", ("openai>=1.0", "rich"), "Install")
    assert (stream.code, stream.language, stream.heading, stream.installs) == (STREAM, "python", "Use", ())
    assert GUIDE.text[stream.start : stream.end] == STREAM
    assert GUIDE.text[slice(*stream.lead)] == (
        "Open a client and read the parts as they come. Each part is a piece of text:"
    )
    assert install.lead == (0, 0)
    assert (yaml.language, GUIDE.text[slice(*yaml.lead)]) == ("yaml", "Configure it in app.yaml:")


def test_what_is_no_code_is_left_out():
    left = ["hello", "https://example.org/api"]
    assert not any(block.code in left for block in code_blocks(GUIDE))
    traceback = "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\nValueError: no"
    tree = "app\n├── main.py\n└── README.md"
    page = document(f"Text before it.\n\n```\n{traceback}\n```\n\n```text\n{tree}\n```\n\n```\nls -la\n```\n")
    assert [block.code for block in code_blocks(page)] == ["ls -la"]


def test_code_in_a_list_loses_its_common_indentation():
    page = document("1. Make it:\n    ```py\n    class A:\n        x = f(1)\n    ```\n")
    (block,) = code_blocks(page)
    assert block.code == "class A:\n    x = f(1)"
    assert page.text[block.start : block.end] == textwrap.indent(block.code, "    ")


def test_a_long_lead_is_cut_to_its_last_sentences():
    words = "A sentence that goes on and on about the history of the matter. " * 12
    page = document(f"{words}Call it like this:\n\n```python\nf(1)\n```\n")
    (block,) = code_blocks(page)
    lead = page.text[slice(*block.lead)]
    assert lead.endswith("Call it like this:")
    assert len(lead) < 200


def test_a_label_between_is_passed_over():
    page = document("Open a file and read all of it:\n\nmain.py\n\n```python\nopen('a').read()\n```\n")
    assert page.text[slice(*code_blocks(page)[0].lead)] == "Open a file and read all of it:"


def test_dependencies_are_those_of_the_page_nearest_first():
    page = document(
        "# Guide\n\nFirst `pip install numpy` and go on.\n\n```python\nimport numpy\nnumpy.zeros(1)\n```\n\n"
        + "Words that fill the page. " * 40
        + "\n\n```sh\nnpm install --save-dev vite @scope/kit\n```\n\n```js\nimport x from 'vite'\n```\n"
    )
    python, _, script = code_blocks(page)
    assert dependencies_near(page, python) == ("numpy", "vite", "@scope/kit")
    assert dependencies_near(page, script)[0] == "vite"


def test_a_snippet_says_where_it_stands():
    snippet = examine(STREAM, "py", ["openai"], origin="quoted", licence="MIT", document_id="d", start=3, end=9)
    assert (snippet.language, snippet.checked, snippet.valid, snippet.problem) == ("python", "python", True, "")
    assert (snippet.imports, snippet.undeclared) == (("openai",), ())
    assert (snippet.origin, snippet.licence, snippet.document_id, snippet.start, snippet.end) == (
        "quoted",
        "MIT",
        "d",
        3,
        9,
    )
    assert snippet.code == STREAM


def test_a_language_that_nobody_names_is_guessed():
    assert examine(STREAM, "").language == "python"
    assert examine('fn main() {\n    println!("x");\n}', "").checked == ""


@given(st.text(max_size=300), st.sampled_from(["", "python", "json", "yaml", "toml", "js", "text"]))
def test_any_text_is_examined(code, language):
    snippet = examine(code, language, [code])
    assert snippet.code == code
    assert snippet.valid is None or bool(snippet.problem) != snippet.valid
    find_quoted(code, [GUIDE])


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",), include_characters="\n\t"), max_size=400))
def test_any_page_gives_blocks_that_stand_in_it(text):
    page = document(f"word\n\n{text}\n\n```\n{text}\n```\n")
    for block in code_blocks(page):
        assert "".join(block.code.split()) == "".join(page.text[block.start : block.end].split())
        assert 0 <= block.lead[0] <= block.lead[1] <= block.start
        dependencies_near(page, block)


@pytest.mark.parametrize("piece", ["pip install ", "```\na(1)\n```\n", "a\n\n", "$ ", ">>> ", "    "])
def test_long_pages_take_no_long_time(piece):
    page = document(f"word\n\n{piece * 5_000}")
    for block in code_blocks(page)[:3]:
        dependencies_near(page, block)
