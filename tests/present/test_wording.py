"""Wording and cleaning of values for people."""

from __future__ import annotations

import pytest

from inquiro.present.wording import one_line, safe_url, shortened, without_folders
from inquiro.text.display import visible


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    "character", ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\U000e0041", "\x1b", "\x9b", "\udc80"]
)
def test_hiding_characters_are_removed(character):
    assert visible(f"pay{character}pal") == "paypal"


@pytest.mark.parametrize("text", ["می\u200cخواهم", "👩\u200d🚀", "naïve café", "中文", "a\tb\nc"])
def test_honest_text_is_left_alone(text):
    assert visible(text) == text


def test_text_is_shortened_at_a_word():
    assert shortened("one two  three", 10) == "one two…"
    assert shortened("one\ntwo", 10) == "one two"


def test_white_space_becomes_single_spaces():
    assert one_line(" a\n\t b\u2028c ") == "a b c"


@pytest.mark.fault(32)
@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://example.org/a?b=c&d#e", "https://example.org/a?b=c&d#e"),
        ("http://example.org/ü\u202e", "http://example.org/%C3%BC"),
        ("file:///corpus/a%20b.md", "file:///corpus/a%20b.md"),
        ('https://example.org/"<>', "https://example.org/%22%3C%3E"),
        ("https://[::1]:8080/![[a]]?50%25=%%", "https://[::1]:8080/!%5B%5Ba%5D%5D?50%25=%25%25"),
        ("file://evil.example/share/a.md", None),
        ("file:note.md", None),
        ("javascript:alert(1)", None),
        ("java\u200bscript:alert(1)", None),
        ("data:text/html,x", None),
        ("//example.org/a", None),
        ("https:/nowhere", None),
        ("folder/note.md", None),
        ("http://[broken", None),
        ("", None),
    ],
)
def test_only_documents_can_be_linked(url, link):
    assert safe_url(url) == link


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("file:///shelf/my%20folder/a%20b.md", "a b.md"),
        ("not read: file:///shelf/a.pdf: encrypted", "not read: a.pdf: encrypted"),
        ("https://example.org/profile:/x", "https://example.org/profile:/x"),
        ("a plain text", "a plain text"),
    ],
)
def test_files_are_named_without_their_folders(text, named):
    assert without_folders(text) == named
