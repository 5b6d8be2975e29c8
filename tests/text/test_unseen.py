from __future__ import annotations

import pytest

from inquiro.text.unseen import is_needed


@pytest.mark.parametrize(
    "text",
    ["می\u200cخواهم", "क्\u200dष", "শ্\u200cর", "👩\u200d🚀", "🏳\ufe0f\u200d🌈", "🤦🏽\u200d♂\ufe0f", "خانه\u200c."],
)
def test_joiners_that_shape_words_and_pictures_are_needed(text):
    at = next(at for at, char in enumerate(text) if char in "\u200c\u200d")
    assert is_needed(text, at)


@pytest.mark.parametrize(
    ("text", "at"),
    [("p\u200day", 1), ("م\u200ca", 1), ("\u200cم", 0), ("م\u200d", 1), ("👩\u200c🚀", 1), ("مر", 0), ("م\u200bم", 1)],
)
def test_anything_else_only_splits_words_for_machines(text, at):
    assert not is_needed(text, at)
