"""The diff of a note is the one that a patch program would make."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.note_diff import unified_diff

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "ä"]), max_size=25).map("\n".join)


def patched(before: str, diff: str) -> str:
    """What `patch` makes of it."""
    lines = before.splitlines(keepends=True)
    result, at = [], 0
    hunks = re.split(r"^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n", diff, flags=re.MULTILINE)[1:]
    for start, count, _, _, body in zip(*(hunks[k::5] for k in range(5)), strict=True):
        first = int(start) - (1 if int(count) else 0)
        result += lines[at:first]
        at = first
        for line in re.findall(r"[ +-][^\n]*\n(?:\\[^\n]*\n)?", body):
            text = line[1:].split("\n\\")[0] if "\n\\ No" in line else line[1:]
            if line[0] != "+":
                assert lines[at] == text
                at += 1
            if line[0] != "-":
                result.append(text)
    return "".join(result + lines[at:])


@given(TEXTS, TEXTS)
def test_applied_to_the_one_it_gives_the_other(before, after):
    assert patched(before, unified_diff(before, after, "a.md")) == after


def test_only_the_place_that_changed_is_shown():
    before = "".join(f"{number}\n" for number in range(1_000))
    shown = unified_diff(before, before.replace("500\n", "500\nnew\n"), "a.md")
    assert shown == "--- a.md\n+++ a.md\n@@ -499,6 +499,7 @@\n 498\n 499\n 500\n+new\n 501\n 502\n 503\n"


def test_nothing_changed_is_no_diff_and_broken_bytes_can_be_sent():
    assert unified_diff("a", "a", "a.md") == ""
    unified_diff("a\udcff", "b\udcff", "a.md").encode()
