from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from resiliparse.parse.html import HTMLTree

from inquiro.runtime.screens import ReviewEntry
from inquiro.web.review_list import age, list_page

NOW = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


def parsed(html):
    return HTMLTree.parse(str(html)).document


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(5, "just now"), (-5, "just now"), (60, "1 minute ago"), (7_300, "2 hours ago"), (200_000, "2 days ago")],
)
def test_ages_in_words(seconds, told):
    assert age(NOW - timedelta(seconds=seconds), NOW) == told
    assert age(None, NOW) == ""


def test_what_waits_stands_before_what_is_over(proposed):
    over = msgspec.structs.replace(proposed.review("old"), status="approved", created_at=NOW - timedelta(hours=3))
    waits = msgspec.structs.replace(proposed.review("new"), created_at=NOW - timedelta(minutes=2))
    page = list_page([ReviewEntry(over, "1 apex"), ReviewEntry(waits, "2 funds")], who="R", csrf="x", now=NOW)
    tree = parsed(page)
    assert [one.getattr("href") for one in tree.query_selector_all("td a")] == ["/reviews/new", "/reviews/old"]
    assert [one.text for one in tree.query_selector_all("td .chip")] == ["pending", "approved"]
    assert [one.text for one in tree.query_selector_all("td.soft")] == ["2 minutes ago", "3 hours ago"]
    assert "2 funds" in page


def test_an_empty_desk_says_so():
    page = list_page([], who="R", csrf="x", now=NOW)
    assert "Nothing waits" in page
    assert "<table" not in page
