from __future__ import annotations

import pytest

from inquiro.vault.blocks import lines_of
from inquiro.vault.named_blocks import blocks_of


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("one\ntwo ^a\n\nthree", "one\ntwo ^a\n"),
        ("- x\n- y ^a\n  - below\n- z", "- y ^a\n  - below\n"),
        ("- y\n  goes on ^a\n- z", "- y\n  goes on ^a\n"),
        ("> quoted\n> words ^a\nrest", "> quoted\n> words ^a\n"),
        ("> quoted\n\n^a\n", "> quoted\n\n^a\n"),
        ("```\ncode\n```\n^a\n", "```\ncode\n```\n^a\n"),
        ("# Heading ^a\ntext", "# Heading ^a\n"),
        ("before\n\n| a |\n|---|\n| b |\n\n^a", "| a |\n|---|\n| b |\n\n^a"),
        ("^a\n", "^a\n"),
        ("x ^a  \r\ny", "x ^a  \r\n"),
    ],
)
def test_the_lines_that_an_id_names(text, block):
    (found,) = blocks_of(text, lines_of(text))
    assert (found.id, text[found.start : found.end]) == ("a", block)


@pytest.mark.parametrize("text", ["x^2", "x ^a b", "`x ^a`\n```\ny ^a\n```", "x ^a_b", "---\na: x ^a\n---\n"])
def test_what_is_no_id(text):
    assert not list(blocks_of(text, lines_of(text)))
