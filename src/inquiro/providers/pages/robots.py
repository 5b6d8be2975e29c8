"""What a site allows machines to open, by its robots.txt (RFC 9309)."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from protego import Protego

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    Deferred,
    EffectError,
    NoAddress,
    TimedOut,
    Unavailable,
    UnsafeAddress,
)
from inquiro.core.web import Web, WebAnswer, WebRequest

PRODUCT = "Inquiro"
_BYTES = 500_000
_SECONDS = 10.0
_HOUR, _DAY, _MINUTE = 3600.0, 86_400.0, 60.0
_ORIGINS = 2_000  # remembered at most
_LONGEST_DELAY = 30.0
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True)
class Rules:
    """What one origin says; `unknown` tells why nobody knows, and then nothing may be opened for now."""

    file: Protego | None = None  # None: everything is allowed
    unknown: str = ""

    def allows(self, url: str) -> bool:
        return not self.unknown and (self.file is None or bool(self.file.can_fetch(url, PRODUCT)))

    @property
    def delay(self) -> float:
        """Seconds between two requests, as far as the site asks for them; 0 when it does not."""
        asked = self.file.crawl_delay(PRODUCT) if self.file else None
        return min(max(asked or 0.0, 0.0), _LONGEST_DELAY)


class Robots:
    """Each origin is asked once at a time, and again after an hour."""

    def __init__(self, web: Web, clock: Callable[[], float] = time.monotonic) -> None:
        self._web = web
        self._clock = clock
        self._known: dict[str, tuple[Rules, float]] = {}
        self._asking: dict[str, asyncio.Lock] = {}

    async def rules(self, url: str) -> Rules:
        """Raises UnsafeAddress for what is no public web address."""
        origin = origin_of(url)
        if (found := self._fresh(origin)) is not None:
            return found
        async with self._asking.setdefault(origin, asyncio.Lock()):
            if (found := self._fresh(origin)) is not None:
                return found
            rules, seconds = await self._ask(origin)
            self._forget_old()
            self._known[origin] = (rules, self._clock() + seconds)
        return rules

    def _fresh(self, origin: str) -> Rules | None:
        rules, until = self._known.get(origin, (None, 0.0))
        return rules if self._clock() < until else None

    def _forget_old(self) -> None:
        while len(self._known) >= _ORIGINS:
            oldest = min(self._known, key=lambda origin: self._known[origin][1])
            del self._known[oldest]
            if (lock := self._asking.get(oldest)) is not None and not lock.locked():
                del self._asking[oldest]

    async def _ask(self, origin: str) -> tuple[Rules, float]:
        request = WebRequest(url=f"{origin}/robots.txt", max_bytes=_BYTES, seconds=_SECONDS)
        try:
            answer = await self._web.send(request)
        except NoAddress:
            raise  # there is no such host, so there is no page to stay away from either
        except (Unavailable, TimedOut, BadAnswer) as error:
            return Rules(unknown=f"robots.txt of {origin} cannot be read: {error}"), _MINUTE
        # A server that is overloaded has not said yes: RFC 9309 lets us in on every other 4xx.
        if answer.status >= 500 or answer.status == 429:
            return Rules(unknown=f"robots.txt of {origin} cannot be read now ({answer.status})"), _MINUTE
        if answer.status >= 300:
            return Rules(), _HOUR
        return Rules(await asyncio.to_thread(_parsed, answer.body)), _lifetime(answer)


def origin_of(url: str) -> str:
    try:
        parts = urlsplit(url)
        named = parts.scheme.lower() in {"http", "https"} and bool(parts.hostname)
    except ValueError as error:
        raise UnsafeAddress(f"{url} is not an address") from error
    if not named:
        raise UnsafeAddress(f"{url} is not an address of the web: only http and https are opened")
    return f"{parts.scheme.lower()}://{parts.netloc.rpartition('@')[2].lower()}"


def refusal(rules: Rules, url: str) -> EffectError | None:
    """Why an address may not be opened, if it may not."""
    if rules.unknown:
        return Deferred(rules.unknown)
    return None if rules.allows(url) else AccessDenied(f"robots.txt of {origin_of(url)} disallows {url}")


def _parsed(body: bytes) -> Protego:
    return Protego.parse(body.decode("utf-8-sig", "replace"))


def _lifetime(answer: WebAnswer) -> float:
    asked = _MAX_AGE.search(answer.headers.get("cache-control", ""))
    return min(max(float(asked[1]) if asked else 0.0, _HOUR), _DAY)
