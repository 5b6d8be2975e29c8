"""A service over a scripted web, and answers damaged in every way that still comes as bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import EffectError
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Filters, SourceResult
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.search import registry
from inquiro.testing import ScriptedWeb

KEY = "sk-very-secret"
ODD = (
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "<b>&amp;",
    "http://[bad",
    "9999-99-99T",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
)


class Kept(NoPace):
    """A pace that lets everybody through and keeps what it was told."""

    def __init__(self) -> None:
        self.admitted: list[tuple[str, float]] = []
        self.reports: list[EffectError | None] = []

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None:
        self.admitted.append((name, requests_per_second))

    async def report(self, name: str, error: EffectError | None) -> None:
        self.reports.append(error)


class Asked:
    """One service, the web it was given, and short ways to ask it."""

    def __init__(self, name: str, answers: Sequence[Any], keys: Mapping[str, str], urls: Mapping[str, str]) -> None:
        settings = Settings(
            home=Path("nowhere"),
            database_url="",
            keys={key: Secret(value) for key, value in keys.items()},
            provider_urls=urls,
        )
        self.web = ScriptedWeb(*answers)
        self.pace = Kept()
        self.service: Any = registry.get(name)(ProviderContext(settings=settings, web=self.web, pace=self.pace))

    def search(self, query: str = "q", max_results: int = 10, **filters: Any) -> list[SourceResult]:
        return asyncio.run(self.service.search(query, max_results, Filters(**filters)))

    @property
    def request(self) -> WebRequest:
        return self.web.requests[-1]

    @property
    def params(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.request.url).query, keep_blank_values=True))

    @property
    def body(self) -> Any:
        return json.loads(self.request.body or b"null")

    @property
    def in_the_open(self) -> str:
        """Everything of all requests that a log may show."""
        return "".join(f"{one!r}" for one in self.web.requests)


@pytest.fixture(scope="session")
def asked() -> Callable[..., Asked]:
    def made(
        name: str, *answers: Any, keys: Mapping[str, str] | None = None, urls: Mapping[str, str] | None = None
    ) -> Asked:
        return Asked(name, [_answer(one) for one in answers], keys or {}, urls or {})

    return made


@pytest.fixture(scope="session")
def parsed(asked: Callable[..., Asked]) -> Callable[..., list[SourceResult]]:
    def parse(name: str, body: Any, url: str = "https://service.example/") -> list[SourceResult]:
        answer = _answer(body)
        return asked(name).service.parse(WebAnswer(url=url, status=200, body=answer.body))

    return parse


@pytest.fixture(scope="session")
def survives(asked: Callable[..., Asked]) -> Callable[[str, Sequence[bytes]], None]:
    """Whatever is damaged, there are whole hits or an error in words."""

    def check(name: str, bodies: Sequence[bytes]) -> None:
        parse = asked(name).service.parse
        assert any(parse(WebAnswer(url="https://en.wikipedia.org/", status=200, body=body)) for body in bodies)

        @given(_damaged(bodies))
        def every(body: bytes) -> None:
            hits, words = [], "none needed"
            try:
                hits = parse(WebAnswer(url="https://en.wikipedia.org/", status=200, body=body))
            except EffectError as error:
                words = str(error)
            assert words
            for hit in hits:
                assert hit.title
                assert hit.url.startswith(("http://", "https://"))
                assert msgspec.json.decode(msgspec.json.encode(hit), type=SourceResult) == hit

        every()

    return check


def _answer(one: Any) -> Any:
    if isinstance(one, WebAnswer | EffectError) or callable(one):
        return one
    if isinstance(one, int):
        return WebAnswer(url="https://service.example/", status=one, body=KEY.encode())
    body = one if isinstance(one, bytes) else json.dumps(one).encode()
    return WebAnswer(url="https://service.example/", status=200, body=body)


@st.composite
def _damaged(draw: st.DrawFn, bodies: Sequence[bytes]) -> bytes:
    body = draw(st.sampled_from(bodies))
    how = draw(st.sampled_from(("odd value", "odd value", "cut", "spliced")))
    if how == "odd value" and body[:1] in {b"{", b"["}:
        value = json.loads(body)
        places = list(_places(value))
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        holder[key] = draw(st.sampled_from(ODD))
        return json.dumps(value).encode()
    first, second = sorted(draw(st.tuples(st.integers(0, len(body)), st.integers(0, len(body)))))
    if how == "cut":
        return body[:first]
    return body[:first] + draw(st.binary(max_size=20)) + body[second:]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield value, key
        yield from _places(inner)
