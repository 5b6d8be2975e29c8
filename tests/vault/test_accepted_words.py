"""Words that a person lets leave from a vault."""

from __future__ import annotations

from inquiro.vault.accepted_words import FILE, accept_words, accepted_words, forget_words


def test_words_are_kept_once_and_forgotten(tmp_path):
    state = tmp_path / "state"
    assert accepted_words(state) == ()
    accept_words(state, ["Vaillant", "vaillant", "Bosch"])
    assert accepted_words(state) == ("bosch", "vaillant")
    assert forget_words(state, ["BOSCH"]) == ("vaillant",)
    assert forget_words(state) == ()


def test_a_broken_file_lets_nothing_through(tmp_path):
    (tmp_path / FILE).write_text('{"a": 1}')
    assert accepted_words(tmp_path) == ()
    (tmp_path / FILE).write_text("[1, ")
    assert accepted_words(tmp_path) == ()
