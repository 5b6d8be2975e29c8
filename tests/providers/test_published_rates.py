"""No service sees more requests than it allows, whatever our rate and burst add up to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from inquiro.core.politeness import Standing, book
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.effects.pacing import LEAST_MARGIN, MARGIN
from inquiro.providers.http.searching import Service
from inquiro.providers.search import registry

START = datetime(2026, 1, 1, tzinfo=UTC)
# Requests and seconds, as each service publishes them, without a key and with one.
PUBLISHED = {
    "arxiv": ((1, 3), (1, 3)),
    "brave": ((1, 1), (1, 1)),
    "exa": ((10, 1), (10, 1)),
    "gleif": ((60, 60), (60, 60)),
    "pubmed": ((3, 1), (10, 1)),
    "semantic_scholar": ((1, 1), (1, 1)),
    "tavily": ((100, 60), (100, 60)),
}


def made(settings: Settings, name: str, *, keyed: bool) -> Service:
    source = registry.get(name)(ProviderContext(settings=settings))
    keys = {key: Secret("k") for key in source.keys} if keyed else {}
    found = registry.get(name)(ProviderContext(settings=msgspec.structs.replace(settings, keys=keys)))
    assert isinstance(found, Service)
    return found


@pytest.mark.fault(3)
@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("name", PUBLISHED)
def test_no_span_of_time_holds_more_than_is_allowed(settings: Settings, name: str, keyed: bool) -> None:
    service = made(settings, name, keyed=keyed)
    most, seconds = PUBLISHED[name][keyed]
    interval = 1 / service.requests_per_second
    width = interval + max(interval * MARGIN, LEAST_MARGIN)
    standing, sent = Standing(next_at=START, booked_at=START), []
    for _ in range(3 * most):
        standing, slot = book(standing, width, START, burst=service.burst)
        sent.append(START + timedelta(seconds=slot.wait))
    for first in sent:
        assert sum(first <= one < first + timedelta(seconds=seconds) for one in sent) <= most


@pytest.mark.parametrize("name", ["exa", "pubmed", "tavily"])
def test_a_service_with_a_key_takes_several_queries_at_once(settings: Settings, name: str) -> None:
    assert made(settings, name, keyed=True).burst >= 5
