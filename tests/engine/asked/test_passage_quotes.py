from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Block, Passage
from inquiro.engine.asked.passage_quotes import LONGEST_QUOTE, columns_of, quote_in

LOG = (
    "The log shows it:\n\nroot]# smartctl -A /dev/hda\nID# ATTRIBUTE_NAME      VALUE  RAW_VALUE\n"
    "  5 Reallocated_Sector_Ct   100    0\n196 Reallocated_Event_Count 100    0\n"
    "197 Current_Pending_Sector  100    1\n198 Offline_Uncorrectable   100    1\n"
)
TABLE = "Mode | Time (ms) | Overhead\nEager | 161.2 | 0%\nLazy | 161.4 | +0.1%\nForced | 161.7 | +0.3%"


def passage(text: str, blocks: tuple[Block, ...] = ()) -> Passage:
    return Passage(document_id="d", start=0, end=len(text), text=text, blocks=blocks)


@pytest.mark.parametrize(
    ("said", "begins", "ends"),
    [
        ("5 Reallocated_Sector_Ct 100 0\n196 Reallocated_Event_Count 100 0", "5 Reallocated", "Event_Count 100 0"),
        ("smartctl -A /dev/hda\n197 Current_Pending_Sector 100 1", "smartctl", "Current_Pending_Sector 100 1"),
        ("5 Reallocated_Sector_Ct 100 0 ... 198 Offline_Uncorrectable 100 1", "5 Reallocated", "Uncorrectable 100 1"),
    ],
)
def test_lines_of_a_log_are_found_as_one_stretch(said, begins, ends):
    quote, start = quote_in(passage(LOG), said, "One sector is pending.")
    assert LOG[start:].startswith(begins)
    assert quote.startswith(begins)
    assert quote.endswith(ends)


def test_a_header_and_a_row_are_the_row_alone_under_its_columns():
    said = "Mode | Time (ms) | Overhead\nLazy | 161.4 | +0.1%"
    quote, start = quote_in(passage(TABLE), said, "The lazy mode took 161.4 ms.")
    assert quote == "Lazy | 161.4 | +0.1%"
    assert columns_of(passage(TABLE), start) == "Mode | Time (ms) | Overhead"
    named = Block(kind="table", start=0, end=len(TABLE), header=("Mode", "Time"))
    assert columns_of(passage(TABLE, (named,)), start) == "Mode | Time"
    assert columns_of(passage(LOG), 3) == ""


@pytest.mark.parametrize(
    "said",
    ["smartctl -A /dev/hda\n197 Current_Pending_Sector 100 9", "198 Offline_Uncorrectable 100 1\nroot]# smartctl -A"],
)
def test_one_line_that_is_not_there_or_not_in_order_makes_it_none(said):
    assert quote_in(passage(LOG), said, "x")[1] == -1


@given(st.text(max_size=80), st.text(max_size=80))
def test_whatever_is_said_the_place_is_in_the_passage(text, said):
    quote, start = quote_in(passage(text), said, said)
    assert -1 <= start < max(1, len(text))
    assert len(quote) <= LONGEST_QUOTE
