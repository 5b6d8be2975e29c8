from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers._inline import plain_inline
from inquiro.readers.markdown import MarkdownReader, plain_markdown, split_front_matter

PIECES = [
    "# ",
    "## ",
    "\n",
    "\n\n",
    "```",
    "~~~",
    "---",
    "===",
    "*",
    "**",
    "_",
    "`",
    "[",
    "](",
    ")",
    "<!--",
    "-->",
    "> ",
]
MARKDOWN = st.lists(
    st.one_of(st.sampled_from([*PIECES, "word", " ", "|", "- ", "1. ", "![", "\\", "é"]), st.text(max_size=5))
)


def read(text: str):
    return MarkdownReader().read(text.encode("utf-8", "ignore"), "note.md")


def test_front_matter_is_read_and_removed():
    result = read('---\ntitle: "A: tree"\nauthor: Ann\ndate: 2021-03-14\nlang: en\ntags:\n  - x\n---\n\nBody.')
    assert (result.title, result.author, result.published, result.language) == ("A: tree", "Ann", "2021-03-14", "en")
    assert result.text == "Body."


@pytest.mark.parametrize("text", ["---\nnot: closed\nBody", "---\nA sentence between rules\n---\nBody", "--- \n"])
def test_what_only_looks_like_front_matter_stays(text):
    assert split_front_matter(text)[1] == text


def test_headings_of_both_kinds_with_their_offsets():
    text, headings = plain_markdown(
        "\n\n# One #\ntext\n\nTwo\n===\n\n```\n# not one\n```\n### **Th** `ree`\n- item\n---\n"
    )
    assert [a.label for a in headings] == ["One", "Two", "Th ree"]
    assert all(text[a.offset :].startswith(a.label + "\n") for a in headings)
    assert "# not one" in text


@pytest.mark.parametrize(
    ("markup", "plain"),
    [
        ("**bold** and *soft*, __both__ _kinds_", "bold and soft, both kinds"),
        ("***very*** ~~gone~~", "very gone"),
        ('see [the page](https://x.org/a_(b) "t") now', "see the page now"),
        ("[`code`](u) and [ref][1]", "code and ref"),
        ("![alt text](a.png) [![badge](b.svg)](u)", "alt text badge"),
        ("`a*b*c` and ``x`y``", "a*b*c and x`y"),
        ("[[Note|alias]] and [[Note]]", "alias and Note"),
        ("<https://x.org/a_b_c>", "https://x.org/a_b_c"),
        (r"\*kept\* \[x\]", "*kept* [x]"),
        ("5*3*2 = 30 and 2 * 3 * 4", "5*3*2 = 30 and 2 * 3 * 4"),
        ("snake_case_name and `__init__`.py", "snake_case_name and __init__.py"),
        ("这是**重点**内容", "这是重点内容"),
        ("p < 0.05* and n = 12*", "p < 0.05* and n = 12*"),
        ("*open only", "*open only"),
        ("an [aside] (not a link)", "an [aside] (not a link)"),
        ("*over\ntwo lines*", "over\ntwo lines"),
    ],
)
def test_inline_markup_goes_and_meaning_stays(markup, plain):
    assert plain_inline(markup) == plain


def test_blocks_that_must_not_change():
    source = "| a | *b* |\n|---|---|\n| 1 | 2 |\n\n```py\nx = a*b*c\n```"
    assert plain_markdown(source)[0] == source


def test_lists_quotes_rules_comments_and_definitions():
    source = "* one\n+ two\n1) three\n\n> quoted\n> text\n\n***\n\na <!-- no\nno --> b\n\n[1]: https://x.org\n"
    assert plain_markdown(source)[0].split() == ["-", "one", "-", "two", "1)", "three", "quoted", "text", "a", "b"]


def test_an_unclosed_comment_or_fence_loses_nothing():
    assert "end" in plain_markdown("a <!-- b\n\nend")[0]
    assert "end" in plain_markdown("```\ncode\nend")[0]


def test_the_title_falls_back_to_heading_and_name():
    assert read("Notice.\n\n# Real title\n\nText.").title == "Real title"
    assert MarkdownReader().read(b"only a sentence.", "my-note.md").title == "my note"


def test_blank_and_binary_are_refused():
    with pytest.raises(ReadFailed, match="no text"):
        read(" \n\n")
    with pytest.raises(ReadFailed, match="a PDF file, not text"):
        MarkdownReader().read(b"%PDF-1.4", "a.md")


@given(MARKDOWN.map("".join))
@example("---\n---\n# a")
@example("# \u2029 a")
def test_any_markdown_gives_valid_offsets(source):
    try:
        result = read(source)
    except ReadFailed:
        return
    assert all(a.label and result.text[a.offset : a.offset + len(a.label)] == a.label for a in result.headings)
    assert [a.offset for a in result.headings] == sorted(a.offset for a in result.headings)


@given(st.text(alphabet="abc *_`[]()!<>-\\\n1.", max_size=80))
def test_words_survive(source):
    kept = "".join(c for c in plain_inline(source) if c.isalnum())
    assert set(kept) <= set(source)


@pytest.mark.parametrize("piece", ["[", "![", "*a ", "`", "``a`", "](", "[a](", "_a", "<!--", "[[", '[a](b "', "\\"])
def test_hostile_repetition_stays_fast(piece):
    started = time.process_time()
    plain_markdown(piece * 20_000)
    assert time.process_time() - started < 2
