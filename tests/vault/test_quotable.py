"""What of a note may be quoted."""

from __future__ import annotations

from inquiro.vault.quotable import is_quotable, quotable

TEXT = "Open words.\n%% hidden\nwords %%\n```\ncode\n```\n<% tp.date %> and {{title}} or `x = 1`\nrating:: 5\n\nMore.\n\n---\n[[Home]] footer\n"


def test_what_nobody_is_shown_is_blank_in_its_place():
    shown = quotable(TEXT)
    assert len(shown) == len(TEXT)
    assert shown.split() == ["Open", "words.", "and", "or", "More.", "---"]


def test_a_line_across_in_the_middle_is_no_footer():
    text = f"One.\n\n---\n{'Two. ' * 200}"
    assert quotable(text) == text


def test_a_snippet_with_hidden_words_is_not_quotable():
    assert is_quotable("…Open words.", TEXT)
    assert not is_quotable("words. %% hidden", TEXT)
