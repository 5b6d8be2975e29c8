from __future__ import annotations

import pytest

from inquiro.core.result_names import name_in


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"title": "T", "legal_name": "L"}, "L"),
        ({"name": " ", "full_name": "F"}, "F"),
        ({"name": 3, "owner_name": "O"}, "O"),
        ({"x": "y"}, ""),
    ],
)
def test_the_plainest_name_counts(value, name):
    assert name_in(value) == name
