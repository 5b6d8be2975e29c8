from __future__ import annotations

import pytest

from inquiro.core.types import Filters, SourceResult
from inquiro.engine.narrowing import narrowed


def hit(url: str = "https://example.org/a", **known: object) -> SourceResult:
    return SourceResult(url=url, title="t", snippet="s", source_name="x", **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "filters", "kept"),
    [
        (hit(published="2024-05"), Filters(since="2024-05-20"), True),
        (hit(published="2024-04-30"), Filters(since="2024-05-01"), False),
        (hit(year=2019), Filters(since="2020-01-01"), False),
        (hit(year=2020), Filters(since="2020-06-01"), True),
        (hit(), Filters(since="2020-06-01"), True),
        (hit("https://docs.example.org/x"), Filters(sites=("example.org",)), True),
        (hit("https://notexample.org/x"), Filters(sites=("example.org",)), False),
        (hit("https://EXAMPLE.org./x"), Filters(sites=("Example.org",)), True),
        (hit("https://example.org/x"), Filters(sites=("https://www.example.org/news/",)), True),
        (hit("https://docs.example.org/x"), Filters(sites=(" www.example.org ",)), True),
        (hit("https://example.org/x"), Filters(sites=("http://[bad",)), False),
        (hit("http://[bad/x"), Filters(sites=("example.org",)), False),  # no address at all
        (hit("file:///notes/a.md"), Filters(sites=("example.org",)), True),
        (hit(language="de"), Filters(language="en"), False),
        (hit(language="en-GB"), Filters(language="en"), True),
        (hit(), Filters(language="en"), True),
    ],
)
def test_hits_that_do_not_fit_are_dropped(one, filters, kept):
    assert bool(narrowed([one], filters)) == kept


def test_a_service_that_narrows_by_itself_is_trusted_except_for_the_site():
    old, elsewhere = hit(published="2001"), hit("https://other.org/")
    filters = Filters(since="2020-01-01", sites=("example.org",))
    assert narrowed([old, elsewhere], filters, ("since", "site")) == [old]
