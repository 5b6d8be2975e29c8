from __future__ import annotations

import textwrap
from datetime import UTC, datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inquiro.core.types import CodeSpan, Document
from inquiro.engine.modes.quoted import find_quoted

LOOP = "for name in names:\n    if name:\n        print(name)\n    done(name)"


def page(*blocks: str, spans: bool = True, before: str = "Words that come first.") -> Document:
    text, code = before, []
    for block in blocks:
        text += "\n\n"
        code.append(CodeSpan(start=len(text), end=len(text) + len(block)))
        text += f"{block}\n\nWords between."
    return Document(
        id="d" + str(len(text)), url="https://example.org", title="t", text=text, sha256="", media_type="text/html",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC), code=tuple(code) if spans else (),
    )  # fmt: skip


def found(code: str, *documents: Document) -> str | None:
    place = find_quoted(code, documents)
    return place and place[0].text[place[1] : place[2]]


@pytest.mark.parametrize(
    "changed",
    [
        LOOP,
        textwrap.indent(LOOP, "        "),
        LOOP.replace("\n", "\r\n"),
        LOOP.replace("    ", "\t"),
        LOOP.replace("\n", "   \n") + "\n\n",
        LOOP.replace("\n    done", "\n\n    done"),
        "\n".join((">>> " if line.startswith("for") else "... ") + line for line in LOOP.split("\n")),
    ],
)
def test_white_space_and_prompts_make_no_difference(changed):
    assert found(changed, page("other()", LOOP)) == LOOP
    assert found(LOOP, page("other()", changed.rstrip())) is not None


@pytest.mark.parametrize(
    "changed",
    [
        LOOP.replace("names", "people"),
        LOOP.replace("\n    done", "\n        done"),
        LOOP + "\nmore()",
        LOOP.replace("print(name)", "print( name)"),
        "",
        "   \n",
    ],
)
def test_other_code_is_not_found(changed):
    assert found(changed, page(LOOP)) is None


def test_a_part_counts_from_two_lines_or_forty_characters():
    document = page("a = 1\nb = 2\nc = call_with_a_long_name(first_argument, second)\n")
    assert found("a = 1\nb = 2", document) == "a = 1\nb = 2"
    assert found("c = call_with_a_long_name(first_argument, second)", document) is not None
    assert found("a = 1", document) is None
    assert found("a = 1", page("a = 1")) == "a = 1"
    assert found("= 1\nb = 2", document) is None


def test_what_was_typed_is_found_without_what_came_back():
    session = "$ make\ncc -c a.c\n$ make test"
    assert found("make\nmake test", page(session)) == session
    assert found(">>> 1 + 1\n2", page("1 + 1\n2")) == "1 + 1\n2"


def test_code_over_two_blocks_is_nobodys():
    assert found("a = 1\nb = 2", page("a = 1", "b = 2")) is None


def test_a_page_without_known_blocks_is_searched_as_a_whole():
    assert found(LOOP, page(LOOP, spans=False)) == LOOP
    assert found("x", page("x", spans=False)) is None


def test_the_first_document_that_holds_it_is_taken():
    first, second = page(LOOP), page("x()", LOOP)
    assert find_quoted(LOOP, [page("y()"), second, first])[0] is second


words = st.text(st.sampled_from("abcxyz=()[]'\"+-.,:_ 123"), min_size=1, max_size=30).map(str.strip).filter(bool)
blocks = st.lists(st.tuples(st.integers(0, 3), words), min_size=1, max_size=8).map(
    lambda lines: "\n".join("    " * depth + text for depth, text in lines)
)


@given(st.lists(blocks, min_size=1, max_size=4), st.data())
def test_every_block_of_a_page_is_found_again(written, data):
    assume(not any(line.strip().startswith(("...", ">>>")) for block in written for line in block.split("\n")))
    document = page(*written)
    block = data.draw(st.sampled_from(written))
    bare = textwrap.dedent(block)
    changed = data.draw(
        st.sampled_from(
            [
                block,
                bare,
                textwrap.indent(bare, "  "),
                bare.replace("    ", "\t"),
                bare.replace("\n", "  \r\n"),
                "\n".join(f">>> {line}" for line in bare.split("\n")),
                "\n".join(f"$ {line}" for line in bare.split("\n")),
            ]
        )
    )
    place = find_quoted(changed, [document])
    assert place is not None
    quoted = document.text[place[1] : place[2]]
    assert [line.split() for line in quoted.split("\n") if line.strip()] == [
        line.split() for line in bare.split("\n") if line.strip()
    ]
