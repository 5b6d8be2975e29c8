from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.core.outline import outline_of


def test_headings_lose_their_marks_and_repeats():
    text = "# Costs\n\n  ## Who pays?\n1. 2024 and after\n1.2) Risks\n- Costs\n* C++\n"
    assert outline_of(text) == ("Costs", "Who pays?", "2024 and after", "Risks", "C++")


@pytest.mark.parametrize("text", ["", " \n# \n", "\n".join(map(str, range(100, 121))), "x" * 121])
def test_what_is_no_outline_is_refused(text):
    with pytest.raises(UsageError, match="heading"):
        outline_of(text)
