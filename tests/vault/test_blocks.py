"""What every line of a note is, compared with another parser of Markdown where the two speak of the same things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inquiro.vault.blocks import heading_title, lines_of, split_lines


def kinds(text: str) -> list[str]:
    return [line.kind + (str(line.level) if line.level else "") for line in lines_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\na: 1\n---\n# T\n", "front front front heading1"),
        ("\ufeff---\na: 1\n---", "front front front"),
        ("---\na: 1\n\n## B\n", "text text blank heading2"),  # never closed
        (" ---\na: 1\n---\n", "text heading2 heading"),  # not at the very start
        ("```py\n## x\n```\n## y", "code code code heading2"),
        ("````\n```\n## x\n````\n", "code code code code"),
        ("~~~\n```\n~~~\n## y", "code code code heading2"),
        ("```\n## x", "code code"),
        ("``` a`b\n## y", "text heading2"),
        ("    ## x\ntext\n    ## y\n", "code text text"),
        ("- a\n  ```\n  ## x\n## y", "text code code heading2"),
        ("> ```\n> ## x\n## y", "code code heading2"),
        ("> ## x\n> - ## y", "quote quote"),
        ("> a\nlazy\n## y", "quote quote heading2"),
        ("> a\n---\n", "quote text"),
        ("- a\n  ## x\n\n  b\n\nc", "text text blank text blank text"),
        ("A\nB\n===\n", "heading1 heading heading"),
        ("A\n---\n", "heading2 heading"),
        ("[a]: b\n===\n", "text text"),
        ("<!-- a\n\n## x\n--> b\n## y", "comment comment comment comment heading2"),
        ("a <!-- b\n## x\n-->\n## y", "text comment comment heading2"),
        ("a <!-- b\n## x\n<!-- c -->\n", "text heading2 comment"),  # the first one is stray
        ("`<!--`\n## x\n`-->`", "text heading2 text"),
        ("%%\n## x\n%%\n## y", "comment comment comment heading2"),
        ("a %% b %% c\n%% d %%\n## y", "text comment heading2"),
        ("## h %%\n## x", "heading2 comment"),
        ("`%%`\n## y\n\\%%\n## z", "text heading2 text heading2"),
        ("``a ` %%``\n## y", "text heading2"),
        ("$$\n## x\n$$\n## y", "math math math heading2"),
        ("$$ a\n## y", "text heading2"),  # never closed: two dollars
        ("<div>\n## x\n\n## y", "html html blank heading2"),
        ("<script>\n\n## x\n</script>\n## y", "html html html html heading2"),
        ("a\n<b>\n## y", "text text heading2"),
        ("a\rb\r\n## c\r", "text text heading2"),
        ("#tag\n# \n####### 7", "text heading1 text"),
        ("a\x0b\u2028## x\n", "text"),
        ("", ""),
    ],
)
def test_kinds(text, expected):
    assert " ".join(kinds(text)) == expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## Research ##  \n", "Research"),
        (" ##\tA # b#\n", "A # b#"),
        ("##\n", ""),
        ("## #\n", ""),
        ("A\nB\n---\n", "A B"),
        ("\ufeff# C", "C"),
    ],
)
def test_the_title_of_a_heading(text, title):
    assert heading_title(text, lines_of(text), 0) == title


@given(st.text(alphabet=st.sampled_from("#-=`~>%<!$ \t\r\nab*1.[]:\ufeff\ud800"), max_size=60))
def test_no_character_is_left_out(text):
    lines = lines_of(text)
    assert "".join(text[line.start : line.end] for line in lines) == text
    assert [text[line.start : line.end] for line in lines] == split_lines(text)


FRAGMENTS = (
    "# a|## Research|## Research ##|text|text more|===|---|- item|- |1. one|2. two|  ## sub|   ## three|    ## four|> quote|"
    "> ## in|>|```|```py|~~~|   ```|  ~~~~|````|- ```|  ```|> ```||||  more|    code|\tcode|- \tfoo|- - a|<div>|</div>|"
    "<b>x</b>|<!-- c -->|<!--|-->|<script>|</script>|***|* * *|<?php|?>|      six|  - sub item|#tag|#|##|####### 7|`code`|"
    "  ===|1) a|* x|+ y|[a]: b"
).split("|")
MARKDOWN = MarkdownIt("commonmark")


@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=9))
def test_headings_and_fences_are_those_of_another_parser(fragments):
    text = "\n".join(fragments)
    if text.startswith("---"):
        return
    headings, fenced = [], set[int]()
    for token in MARKDOWN.parse(text):
        if token.type == "heading_open" and token.level == 0:
            headings.append((token.map[0], int(token.tag[1])))
        elif token.type == "fence":
            fenced |= set(range(*token.map))
    lines = lines_of(text)
    assert [(number, line.level) for number, line in enumerate(lines) if line.level] == headings
    assert all(lines[number].kind == "code" for number in fenced if number < len(lines))


@pytest.mark.parametrize(
    "hostile",
    [
        " ".join("`" * size for size in range(1, 700)) + " %%",
        "- " * 50_000 + "\n" + "\n" * 50_000,
        "> " * 100_000,
        "a <!-- b\n" * 50_000,
        "$$ a\n" * 50_000,
        "<a " * 100_000,
        "*  " * 100_000 + "x",
    ],
    ids=["backticks", "lists", "quotes", "comments", "dollars", "tags", "stars"],
)
@pytest.mark.timeout(20)
def test_hostile_notes_are_read_in_time_that_grows_with_their_length(hostile):
    assert lines_of(hostile)[-1].end == len(hostile)
