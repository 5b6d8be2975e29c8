"""What every service shares: its address, its key, its pace."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
import pytest

from inquiro.core.errors import AccessDenied, EffectError, RateLimited, Unavailable
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.searching import Service

KEY = Secret("tvly-0123456789")


class Trees(Service):
    name = "trees"
    kind = "web"
    source_type = "web"
    base_url = "https://api.trees.example/v1/"
    keys: ClassVar[tuple[str, ...]] = ("TREES_API_KEY", "TREES_KEY")
    needs_key: ClassVar[bool] = True
    requests_per_second = 3.0


class Told(NoPace):
    """A web and a pace that write down what happens, in order."""

    def __init__(self, answer: WebAnswer | EffectError) -> None:
        self.answer = answer
        self.log: list[Any] = []

    async def send(self, request: WebRequest) -> WebAnswer:
        self.log.append(request)
        if isinstance(self.answer, EffectError):
            raise self.answer
        return self.answer

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None:
        self.log.append((name, requests_per_second))

    async def report(self, name: str, error: EffectError | None) -> None:
        self.log.append((name, error))


def trees(settings: Settings, told: Told, **changes: Any) -> Trees:
    changed = msgspec.structs.replace(settings, **changes)
    return Trees(ProviderContext(settings=changed, web=told, pace=told))


OK = WebAnswer(url="https://api.trees.example/v1/find", status=200, body=b"{}")


def test_a_request_is_admitted_sent_and_reported(settings: Settings) -> None:
    told = Told(OK)
    service = trees(settings, told)
    got = asyncio.run(service.get("/find", {"q": "lime & oak", "page": 2, "none": None}, credentials={"x-key": KEY}))
    assert got is OK
    admitted, request, reported = told.log
    assert admitted == ("trees", 3.0)
    assert request.url == "https://api.trees.example/v1/find?q=lime+%26+oak&page=2"
    assert request.operator_origin == ""
    assert request.credentials == {"x-key": KEY}
    assert reported == ("trees", None)


def test_a_body_is_sent_as_json(settings: Settings) -> None:
    told = Told(OK)
    asyncio.run(trees(settings, told).post("/find", {"q": "ü"}))
    request = told.log[1]
    assert (request.method, request.body) == ("POST", '{"q":"ü"}'.encode())
    assert request.headers["content-type"] == "application/json"


@pytest.mark.fault(30)
def test_an_operators_address_replaces_the_services_and_says_so(settings: Settings) -> None:
    told = Told(OK)
    service = trees(settings, told, provider_urls={"trees": "http://localhost:8080/api/"})
    asyncio.run(service.get("/find"))
    assert told.log[1].url == "http://localhost:8080/api/find"
    assert told.log[1].operator_origin == "http://localhost:8080/api"


@pytest.mark.fault(5)
def test_a_refused_key_is_an_error_that_names_the_setting(settings: Settings) -> None:
    told = Told(WebAnswer(url=OK.url, status=401))
    with pytest.raises(AccessDenied, match="TREES_API_KEY") as caught:
        asyncio.run(trees(settings, told, keys={"TREES_KEY": KEY}).get("/find"))
    assert "0123456789" not in str(caught.value)
    assert told.log[-1] == ("trees", caught.value)


@pytest.mark.fault(1)
def test_a_wish_for_slowness_reaches_everyone_who_waits(settings: Settings) -> None:
    told = Told(WebAnswer(url=OK.url, status=429, headers={"retry-after": "7"}))
    with pytest.raises(RateLimited) as caught:
        asyncio.run(trees(settings, told).get("/find"))
    assert caught.value.retry_after == 7.0
    assert told.log[-1] == ("trees", caught.value)


def test_an_outage_is_reported_and_raised(settings: Settings) -> None:
    down = Unavailable("no answer")
    told = Told(down)
    with pytest.raises(Unavailable):
        asyncio.run(trees(settings, told).get("/find"))
    assert told.log[-1] == ("trees", down)


def test_keys_are_found_in_the_order_they_are_named(settings: Settings) -> None:
    told = Told(OK)
    assert trees(settings, told).key() is None
    missing = trees(settings, told).availability()
    assert (missing.available, missing.reason) == (False, "set TREES_API_KEY or TREES_KEY")
    service = trees(settings, told, keys={"TREES_KEY": KEY, "OTHER": Secret("x")})
    assert service.key() is KEY
    assert service.key("TREES_API_KEY") is None
    assert service.availability().available
