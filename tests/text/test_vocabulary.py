"""The public vocabulary: words of everybody, and nobody's name."""

from __future__ import annotations

import pytest

from inquiro.text.vocabulary import LANGUAGES, is_public_word, public_words, shipped


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_has_a_list(language):
    assert len(shipped(language)) > 40_000


def test_a_language_without_a_list_has_the_english_words():
    assert shipped("pl") == frozenset()
    assert is_public_word("temperature", "pl")
    assert not is_public_word("temperatura", "pl")


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("interaction", "en"), ("propranolol", "en"), ("PostgreSQL", "en"), ("write-ahead", "en"), ("CO2", "en"),
        ("Wärmepumpe", "de"), ("Lärm", "de"), ("Pufferspeicher", "de"), ("Stoßlüften", "de"), ("Balkonkraftwerk", "de"),
        ("lombrices", "es"), ("seigle", "fr"), ("marciume", "it"), ("ruído", "pt"), ("geluidsgrens", "nl"),
    ],
)  # fmt: skip
def test_words_of_everybody(word, language):
    assert is_public_word(word, language)


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("Schmidt", "de"), ("Wuppertal", "de"), ("Siemens", "de"), ("Wiedenmann", "de"), ("Rosenbaum", "de"),
        ("siobhan", "en"), ("maria", "en"), ("berlin", "en"), ("mark", "en"), ("kowalczyk", "en"), ("A123", "en"),
        ("thibault", "fr"), ("nerea", "es"), ("ginevra", "it"), ("nuno", "pt"), ("sjoerd", "nl"), ("x", "en"), ("", "en"),
    ],
)  # fmt: skip
def test_names_and_numbers_are_none(word, language):
    assert not is_public_word(word, language)


def test_words_in_a_run_without_blanks():
    assert public_words("住宅区的噪音标准", "zh") == ["住宅区", "噪音", "标准"]
    assert public_words("晓琳谈了离婚", "zh") == ["离婚"]
    assert public_words("早川は騒音", "ja") == ["騒音"]


def test_a_given_name_that_is_a_word_stays_with_the_family():
    assert "建国" not in public_words("王建国患高血压", "zh")
    assert "高血压" in public_words("王建国患高血压", "zh")
