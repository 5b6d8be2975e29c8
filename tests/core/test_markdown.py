from __future__ import annotations

import pytest

from inquiro.core.markdown import inert, link_target, plain


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://a.example/x", "(https://a.example/x)"),
        ("http://a.example/x_(y)|z", "(http://a.example/x_%28y%29%7Cz)"),
        ("file:///notes/a.md", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_only_an_address_on_the_web_is_a_target_and_nothing_in_it_ends_the_link(url, target):
    assert link_target(url) == target


def test_what_is_made_inert_reads_as_before():
    text = "a [b](c) `d` <e> \\f"
    assert plain(inert(text)) == text
    assert "[b]" not in inert(text)
