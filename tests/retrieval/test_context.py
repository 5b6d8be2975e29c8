from __future__ import annotations

from inquiro.core.types import Anchor
from inquiro.retrieval.context import context

HEADINGS = (Anchor(offset=5, label="Costs"), Anchor(offset=50, label="Title"))


def test_the_heading_above_is_part_of_what_a_passage_is_about():
    assert context("Title", HEADINGS, 5) == context("Title", HEADINGS, 49) == "Title\nCosts"


def test_before_the_first_heading_and_under_the_title_there_is_only_the_title():
    assert context("Title", HEADINGS, 0) == context("Title", HEADINGS, 60) == context("Title", (), 3) == "Title"
