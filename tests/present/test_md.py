"""Words of a source in Markdown: they read as they were, and nothing of them acts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inquiro.present.md import inert

WORDS = st.text(alphabet="ab_* `~[]()#1.-", max_size=24)


def read(text: str) -> str:
    """As a reader sees it."""
    return unescape(re.sub(r"<[^>]+>", "", MarkdownIt("gfm-like", {"linkify": False}).render(text))).strip()


@pytest.mark.parametrize(
    "name", ["__lazy_modules__", "__import__()", "_private", "snake_case_name", "a __b__ c", "_ _", "___x___", "x_"]
)
def test_a_name_of_code_reads_as_it_was_written(name):
    assert read(inert(name)) == name


@given(WORDS)
def test_no_emphasis_no_list_and_no_heading_comes_of_it(text):
    assert read(inert(f"x {text}")) == " ".join(f"x {text}".split())
