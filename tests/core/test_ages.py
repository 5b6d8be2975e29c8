from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from inquiro.core.ages import ago, read_earlier

READ = datetime(2026, 10, 1, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(("days", "said"), [(0, "today"), (1, "1 day ago"), (45, "45 days ago"), (-3, "today")])
def test_an_age_is_said_in_days(days, said):
    assert ago(READ, READ + timedelta(days=days)) == said


def test_days_are_those_of_utc_wherever_the_clock_stands():
    east = datetime(2026, 10, 3, 1, 0, tzinfo=timezone(timedelta(hours=3)))  # 22:00 of the second
    assert ago(READ, east) == "1 day ago"


def test_a_page_of_earlier_research_says_when_it_was_read():
    assert read_earlier(READ, READ + timedelta(days=45)) == "earlier research, read 2026-10-01, 45 days ago"
