from __future__ import annotations

from inquiro.core.types import Anchor, ReadText
from inquiro.retrieval.context import context, sections_within

TEXT = "Plans\n\nIntro.\n\nCosts\n\nPer month\n\nIt costs 5 euros.\n\nPayers\n\nThe city pays."


def read(**fields):
    anchors = tuple(
        Anchor(offset=TEXT.index(label), label=label, level=level)
        for label, level in (("Plans", 1), ("Costs", 2), ("Per month", 3), ("Payers", 2))
    )
    return ReadText(text=TEXT, media_type="text/plain", title="Plans", headings=anchors, **fields)


def test_the_path_of_headings_is_part_of_what_a_passage_is_about():
    assert context(read(), TEXT.index("It costs")) == "Plans\nCosts › Per month"
    assert context(read(), TEXT.index("The city")) == "Plans\nPayers"


def test_headings_that_stand_right_there_count():
    assert context(read(), TEXT.index("Costs")) == "Plans\nCosts › Per month"


def test_under_the_title_alone_there_is_only_the_title():
    assert context(read(), 0) == context(read(), TEXT.index("Intro")) == "Plans"
    assert context(ReadText(text="x", media_type="text/plain", title="Plans"), 0) == "Plans"


def test_a_stretch_knows_the_path_at_its_start_and_at_every_heading_in_it():
    start = TEXT.index("It costs")
    found = sections_within(read(), start, len(TEXT))
    assert [(one.offset, one.label) for one in found] == [
        (0, "Costs › Per month"),
        (TEXT.index("Payers") - start, "Payers"),
    ]
    assert [one.label for one in sections_within(read(), 0, 10)] == [""]
