from __future__ import annotations

import pytest

from inquiro.core.mixed_letters import mixed_words


@pytest.mark.fault(35)
def test_a_word_of_two_scripts_is_named_with_both():
    [found] = mixed_words("\u0410llianz SE")
    assert str(found) == "the word \u0410llianz mixes letters: Cyrillic and Latin"


@pytest.mark.parametrize("text", ["Allianz", "Société Générale", "Газпром Bank", "Ελλάδα 12", "", "日本 KK"])
def test_whole_words_of_one_script_are_fine(text):
    assert mixed_words(text) == []
