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


def test_badges_are_no_part_of_a_title():
    assert read("# Multer [![NPM Version][v]][npm] [![Build](b.svg)](u)\n\nText.").title == "Multer"
    assert read("# [![Multer](logo.svg)](u)\n\nText.").title == "Multer"


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
        ("![alt text][a] [![badge][b]][u]", "alt text badge"),
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
    source = "| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = a*b*c\n```"
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


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("> [!note]\n> Take care.", "Take care."),
        ("> [!warning]- Look *out*\n> Take care.", "Look out\n\nTake care."),
        ("One %% not two %% three.", "One  three."),
        ("One.\n\n%%\nhidden\n\nmore\n%%\n\nTwo.", "One.\n\nTwo."),
        ("Use `%% this %%` for comments.", "Use %% this %% for comments."),
        ("50%% of it", "50%% of it"),
        (
            "See [[Note#Part|there]], [[Note#Part]], [[#Part]] and [[Note#^a1]].",
            "See there, Note > Part, Part and Note.",
        ),
        ("Before ![[picture.png|300]] after.", "Before  after."),
        ("A fact. ^abc123", "A fact."),
        ("A fact.[^1]\n\n[^1]: Its source.", "A fact.\n\nIts source."),
        ("It is ==new== &amp; <b>bold</b>, a == b.", "It is new & bold, a == b."),
        ("One<br>two", "One\ntwo"),
        ("| **a** | [x](y) |\n|---|---|\n| [[a\\|b]] | `c` \\| d |", "| a | x |\n|---|---|\n| b | c \\| d |"),
        ('!!! note "Look"\n    Here.\n\nThere.', "Look\n\nHere.\n\nThere."),
        (":::tip\nHere.\n:::", "Here."),
        ("## Part {#part}\n\nText", "Part\n\nText"),
        ("a < b and c > d, `<b>`", "a < b and c > d, <b>"),
    ],
)
def test_marks_of_every_dialect_are_taken_off(marked, shown):
    text = plain_markdown(marked)[0]
    assert [line for line in text.split("\n") if line.strip()] == [line for line in shown.split("\n") if line]


def test_quotations_are_blocks_and_levels_are_kept():
    result = read("# A\n\nWords.\n\n> said so\n> twice\n\n### B\n\n> [!tip]\n> a box")
    assert [block.kind for block in result.blocks] == ["heading", "paragraph", "quote", "heading", "quote"]
    assert [anchor.level for anchor in result.headings] == [1, 3]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Words.\n\n## Part\n\n## Other", "note"),
        ("# One\n\n# Two", "One"),
        ("Words.\n\n# One", "One"),
        ("---\ntitle: Named\n---\n# One", "Named"),
    ],
)
def test_the_title_is_named_or_the_highest_heading_or_the_name_of_the_file(source, title):
    assert read(source).title == title


def test_front_matter_tells_status_and_version_and_people_without_addresses():
    result = read("---\nauthors: [Ann Lee <ann@x.org>, Bo Ray]\nstatus: draft\nversion: 2.1\n---\nBody.")
    assert (result.author, result.status, result.version) == ("Ann Lee, Bo Ray", "draft", "2.1")
