from __future__ import annotations

import pytest

from inquiro.text.lookalikes import drawn_like_latin, mixed_beside, mixed_words


@pytest.mark.fault(35)
def test_a_word_of_two_scripts_is_named_with_both():
    [found] = mixed_words("\u0410llianz SE")
    assert str(found) == "the word \u0410llianz mixes letters: Cyrillic and Latin"


@pytest.mark.parametrize(
    "text", ["Allianz", "Société Générale", "Газпром Bank", "Ελλάδα 12", "", "日本 KK", "5 μg", "β1", "Δt"]
)
def test_whole_words_of_one_script_are_fine(text):
    assert mixed_words(text) == []


def test_words_of_two_alphabets_unless_the_evidence_writes_them_so():
    strange = "Str\u0435\u0435t"
    assert mixed_beside(f"{strange} trees, {strange} lamps", ["Street trees"]) == (strange,)
    assert mixed_beside(f"{strange} trees", [f"{strange} trees"]) == ()
    assert mixed_beside("5 µg, Москва and Größe", []) == ()


def test_a_sign_of_science_hides_no_longer_word():
    assert [one.word for one in mixed_words("P\u03b1yPal")] == ["P\u03b1yPal"]


def test_a_name_that_is_drawn_like_a_latin_one():
    assert drawn_like_latin("\u0440\u0430\u0443\u0440\u0430")
    assert not drawn_like_latin("газпром")
