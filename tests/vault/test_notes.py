"""What a note says of itself, with the places exact to the character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.notes import parse_note

NOTE = """---
title: Heat pumps
aliases: [Pumps, "Wärmepumpe"]
tags:
  - energy/house
  - "#quiet"
created: 2024-03-01T10:00
up: "[[Energy]]"
list: [[not a link]]
---
# Heat pumps in the house #topic

Read [[Noise#Limits#Night|the limits]], ![[Plan#^fig-1]] and [the plan](Plans/My%20plan.md#Part%202).
Here [[#Costs]] and [[^own]] and [[#^own]]; `[[code]]` $[[math]]$ %%[[remark]] #hidden%% <span title="[[x]]">. ^own

```
[[fence]] #fence
```

Costs
-----
- one #项目/房子 #2024 #y2024 ^item
  - below
- two [outside](https://example.org/a#b) ![photo](<my photo.png>) \\[[escaped]] \\![[Kept]]

| a | b |
|---|---|
| [[Table\\|shown]] | x |

^table

    [[indented]]

<!-- [[html]] #no -->
%%
[[block comment]]
%%
http://example.org/#no-tag a#no (see #yes)
"""
READ = parse_note(NOTE, "Projects/heat.md")


def test_title_names_tags_and_dates():
    assert READ.title == "Heat pumps"
    assert READ.aliases == ("Pumps", "Wärmepumpe")
    assert READ.tags == ("energy/house", "quiet", "topic", "项目/房子", "y2024", "yes")
    assert READ.dates == {"created": "2024-03-01"}
    assert READ.published == "2024-03-01"


def test_headings_with_their_places():
    assert [(h.level, h.text) for h in READ.headings] == [(1, "Heat pumps in the house #topic"), (2, "Costs")]
    assert NOTE[READ.headings[1].start :].startswith("Costs\n-----")


def test_links_with_their_places_and_none_from_code_comments_or_mathematics():
    assert [(link.kind, link.path, link.heading, link.block, link.shown) for link in READ.links] == [
        ("property", "Energy", "", "", ""),
        ("wikilink", "Noise", "Limits#Night", "", "the limits"),
        ("embed", "Plan", "", "fig-1", ""),
        ("markdown", "Plans/My plan.md", "Part 2", "", "the plan"),
        ("wikilink", "", "Costs", "", ""),
        ("wikilink", "", "", "own", ""),
        ("wikilink", "", "", "own", ""),
        ("image", "my photo.png", "", "", "photo"),
        ("wikilink", "Kept", "", "", ""),
        ("wikilink", "Table", "", "", "shown"),
    ]
    written = [NOTE[link.start : link.end] for link in READ.links]
    assert written[2] == "![[Plan#^fig-1]]"
    assert written[3] == "[the plan](Plans/My%20plan.md#Part%202)"
    assert written[-1] == "[[Table\\|shown]]"


def test_blocks_are_paragraphs_items_with_what_is_below_them_and_what_stands_above_an_id():
    found = {block.id: NOTE[block.start : block.end] for block in READ.blocks}
    assert set(found) == {"own", "item", "table"}
    assert found["own"].startswith("Read [[Noise")
    assert found["item"] == "- one #项目/房子 #2024 #y2024 ^item\n  - below\n"
    assert found["table"].startswith("| a | b |")


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("# First\n# Second", "a/Name.md", "First"),
        ("## Not first\n", "a/Name.md", "Name"),
        ("---\ntitle: ''\n---\nFirst\n===\n", "a/Name.md", "First"),
        ("", "a/v1.2.md", "v1.2"),
        ("---\ntitle: [a, b]\n---\n", "Name.txt", "Name.txt"),
        ("> # Quoted\n", "Name.md", "Name"),
    ],
)
def test_the_title_is_the_property_the_first_heading_or_the_name(text, path, title):
    assert parse_note(text, path).title == title


@pytest.mark.parametrize(
    ("front", "tags"),
    [
        ("tags: a, b", ("a", "b")),
        ("tags: a b", ("a", "b")),
        ("tag: one", ("one",)),
        ("Tags: [x, 2024, null]", ("x", "2024")),
        ("tags:", ()),
        ("tags: {a: b}", ()),
        ("tags: [[a]]", ()),
    ],
)
def test_tags_in_properties(front, tags):
    assert parse_note(f"---\n{front}\n---\n", "x.md").tags == tags


@pytest.mark.fault(60)
@pytest.mark.parametrize(
    "front", ["a: [", "a: b: c", "\tx: 1", "!!python/object:os.system x", "a: *b", "- 1\n- 2", "{" * 300, "- " * 400]
)
def test_a_note_whose_front_matter_is_broken_is_still_read(front):
    read = parse_note(f"---\n{front}\n---\n# Title\n[[link]] #tag\n", "x.md")
    assert (read.title, read.tags, [link.path for link in read.links]) == ("Title", ("tag",), ["link"])


def test_front_matter_that_is_never_closed_is_text():
    read = parse_note("---\ntitle: x\n[[link]]\n", "y.md")
    assert (read.title, read.body, len(read.links)) == ("y", 0, 1)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_change_nothing(newline):
    read = parse_note("\ufeff" + NOTE.replace("\n", newline), "Projects/heat.md")
    assert (read.title, read.tags, read.aliases) == (READ.title, READ.tags, READ.aliases)
    assert [link[2:] for link in read.links] == [link[2:] for link in READ.links]
    assert [block.id for block in read.blocks] == [block.id for block in READ.blocks]


@pytest.mark.parametrize(
    "hostile",
    ["[[" * 40_000, "![" * 40_000, "](a" * 40_000, "`" * 3 + " `" * 40_000, "$" * 80_000, "[a](" * 30_000, "%% " * 40_000,
     "<a " * 40_000, "#" * 80_000, "^a " * 40_000, "[[a|" * 30_000, "a\n===\n" * 15_000, "x ^a\n" * 15_000, "\n" * 15_000 + "^a\n" * 9, "- x\n  y ^a\n" * 9_000,
     "".join("`" * (n % 300) + "a" for n in range(600))],
)  # fmt: skip
def test_text_made_to_be_slow_is_not(hostile):
    """Quadratic work on any of these would run into the time limit of the suite."""
    parse_note(hostile * 3, "x.md")


_PIECES = st.sampled_from(
    ["[[", "]]", "![[", "[", "](", ")", "|", "#", "^", "`", "``", "$", "%%", "<!--", "-->", "---\n", "\n", "\n\n", "a", " ", "\\",
     "> ", "- ", "    ", "```\n", "tags: x\n", "<b>", "#tag", "^id\n", "äß", "\r\n", "note.md"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_every_place_lies_in_the_text_and_reads_as_it_should(text):
    read = parse_note(text, "x.md")
    for link in read.links:
        written = text[link.start : link.end]
        assert written.startswith(("![[", "![") if link.embeds else "[")
        assert written.endswith(("]]", ")"))
    for block in read.blocks:
        assert f"^{block.id}" in text[block.start : block.end]
    assert [h.start for h in read.headings] == sorted({h.start for h in read.headings})
    assert all(0 <= start < end <= len(text) for start, end in read.hidden)
    assert all(tag and not tag.isspace() for tag in read.tags)
