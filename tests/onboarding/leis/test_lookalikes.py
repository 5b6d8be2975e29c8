"""Hints at what may have been meant: always valid LEIs, never the text itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.lei import lei_problem
from inquiro.onboarding.leis.lookalikes import MOST_HINTS, lookalikes

LEI = "529900K9B0N5BT694847"
OTHER = "OJ2TIQSVQND4IZYYK658"


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    "written",
    [
        LEI.lower(),
        "5299 00K9 B0N5 BT69 4847",
        "5299-00K9-B0N5-BT69-4847",
        f" {LEI}\n",
        f"{LEI[:10]}\u200b{LEI[10:]}",
        "٥٢٩٩٠٠K9B0N5BT694847",
        "".join(chr(ord(char) + 0xFEE0) for char in LEI),  # full width
        "529900K9BON5BT694847",  # O for 0
        "S29900K9B0N5BT694847",  # S for 5
        "529900K9BONSBT694847",  # both
        "529900k9bon5bt694847",
    ],
)
def test_a_slip_is_shown_with_what_was_meant(written):
    assert lei_problem(written)
    assert LEI in lookalikes(written)


@pytest.mark.parametrize("text", [LEI, OTHER, "", "Allianz SE", LEI[:-1], f"{LEI}0", "x" * 20, "AAAA00CCCCCCCCCCCC44"])
def test_where_nothing_is_near_there_is_no_hint(text):
    assert lookalikes(text) == ()


@given(st.text(alphabet="O0I1S5B8Z2G6 A9", min_size=18, max_size=24) | st.text(max_size=30))
def test_a_hint_is_valid_and_another_text(text):
    hints = lookalikes(text)
    assert len(hints) <= MOST_HINTS
    assert all(lei_problem(hint) is None and hint != text for hint in hints)


def test_every_look_alike_of_a_real_one_leads_back_to_it(lei_rows):
    swaps = {**dict(zip("OISBZG", "015826", strict=True)), **dict(zip("015826", "OISBZG", strict=True))}
    tried = 0
    for lei in [row["lei"] for row in lei_rows[:100]]:
        for place, char in enumerate(lei):
            written = f"{lei[:place]}{swaps.get(char, char)}{lei[place + 1 :]}"
            if written != lei and lei_problem(written):
                tried += 1
                assert lei in lookalikes(written)
    assert tried > 500
