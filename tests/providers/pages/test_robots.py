from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    Deferred,
    EffectError,
    TimedOut,
    Unavailable,
    UnsafeAddress,
)
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.pages.robots import Robots, Rules, origin_of, refusal
from inquiro.testing import ManualClock, ScriptedWeb

PAGE = "https://site.example/private/page?x=1"


def told(body: str | bytes = "", status: int = 200, **headers: str) -> WebAnswer:
    data = body.encode() if isinstance(body, str) else body
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return WebAnswer(url="https://site.example/robots.txt", status=status, body=data, headers=named)


def rules_of(answer: WebAnswer | EffectError, url: str = PAGE) -> Rules:
    return asyncio.run(Robots(ScriptedWeb(answer)).rules(url))


@pytest.mark.fault(25)
@pytest.mark.parametrize(
    ("file", "allowed"),
    [
        ("User-agent: *\nDisallow: /private/", False),
        ("User-agent: *\nDisallow: /private/\nAllow: /private/page", True),  # the longer rule wins
        ("User-agent: *\nDisallow: /\n\nUser-agent: inquiro\nAllow: /", True),  # our own group is the only one
        ("User-agent: Inquiro\nDisallow: /private/*?x=", False),
        ("\ufeffUser-agent: *\nDisallow: /", False),
        ("User-agent: otherbot\nDisallow: /", True),
        ("<html><body>Not a robots file</body></html>", True),
        ("", True),
    ],
)
def test_the_file_is_obeyed(file: str, allowed: bool):
    assert rules_of(told(file)).allows(PAGE) is allowed


@pytest.mark.fault(25)
def test_a_refusal_names_the_file():
    error = refusal(rules_of(told("User-agent: *\nDisallow: /")), PAGE)
    assert isinstance(error, AccessDenied)
    assert "robots.txt of https://site.example" in str(error)


@pytest.mark.fault(25)
@pytest.mark.parametrize("status", [401, 403, 404, 410, 304])
def test_no_file_means_no_rules(status: int):
    assert refusal(rules_of(told("User-agent: *\nDisallow: /", status)), PAGE) is None


@pytest.mark.fault(25)
@pytest.mark.parametrize(
    "answer",
    [told("", 500), told("", 503), told("", 429), Unavailable("refused"), TimedOut("10 s"), BadAnswer("not HTTP")],
)
def test_while_nobody_knows_the_rules_nothing_is_opened(answer: WebAnswer | EffectError):
    error = refusal(rules_of(answer), PAGE)
    assert isinstance(error, Deferred)
    assert "robots.txt" in str(error)


def test_our_own_guard_is_not_an_outage():
    with pytest.raises(UnsafeAddress):
        rules_of(UnsafeAddress("10.0.0.1 is private"))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "data:text/html,x", "//site/", "http://", "http://[bad", "site"])
def test_what_is_no_web_address_is_refused_before_anything_is_sent(url: str):
    web = ScriptedWeb(told())
    with pytest.raises(UnsafeAddress):
        asyncio.run(Robots(web).rules(url))
    assert not web.requests


def test_the_file_of_the_origin_is_asked_for_with_limits():
    web = ScriptedWeb(told())
    asyncio.run(Robots(web).rules("https://user:pw@Site.example:8443/a"))
    (request,) = web.requests
    assert request.url == "https://site.example:8443/robots.txt"
    assert (request.max_bytes, request.seconds) == (500_000, 10.0)


@pytest.mark.parametrize(
    ("line", "seconds"), [("2.5", 2.5), ("900", 30.0), ("-4", 0.0), ("nan", 0.0), ("soon", 0.0), ("", 0.0)]
)
def test_a_crawl_delay_is_honoured_up_to_half_a_minute(line: str, seconds: float):
    assert rules_of(told(f"User-agent: *\nCrawl-delay: {line}\nDisallow:")).delay == seconds


@pytest.mark.parametrize(
    ("answer", "fresh", "stale"),
    [
        (told(), 3_500, 3_700),
        (told(cache_control="public, max-age=7200"), 7_100, 7_300),
        (told(cache_control="max-age=99999999"), 86_000, 86_500),
        (told(cache_control="no-cache, max-age=0"), 3_500, 3_700),
        (told("", 503), 50, 70),
        (told("", 429), 50, 70),
    ],
)
def test_answers_are_remembered_for_a_while(answer: WebAnswer, fresh: float, stale: float):
    web, clock = ScriptedWeb(answer), ManualClock()
    robots = Robots(web, clock.monotonic)

    async def asked_at(seconds: float) -> int:
        clock.elapsed = seconds
        await robots.rules(PAGE)
        return len(web.requests)

    assert [asyncio.run(asked_at(at)) for at in (0, fresh, stale)] == [1, 1, 2]


def test_many_pages_of_one_site_ask_once():
    class SlowWeb(ScriptedWeb):
        async def send(self, request: WebRequest) -> WebAnswer:
            answer = await super().send(request)
            await asyncio.sleep(0.01)
            return answer

    web = SlowWeb(told("User-agent: *\nDisallow: /no"))

    async def all_at_once() -> list[Rules]:
        robots = Robots(web)
        return await asyncio.gather(*(robots.rules(f"https://site.example/{n}") for n in range(20)))

    assert len(set(map(id, asyncio.run(all_at_once())))) == 1
    assert len(web.requests) == 1


def test_the_memory_of_origins_is_bounded():
    web = ScriptedWeb(told("", 404))

    async def visit() -> int:
        robots = Robots(web)
        for number in range(2_050):
            await robots.rules(f"https://s{number}.example/")
        return max(len(robots._known), len(robots._asking))

    assert asyncio.run(visit()) <= 2_001


@given(st.binary(max_size=300) | st.text(st.sampled_from("Disalow:*/$ %\n#Crawl-dey0.\x00é")).map(str.encode))
def test_any_bytes_make_rules(body: bytes):
    rules = rules_of(told(body))
    assert rules.allows(PAGE) in {True, False}
    assert 0.0 <= rules.delay <= 30.0


def test_an_origin_has_no_user_name():
    assert origin_of("HTTP://me@Site.example:80/a") == "http://site.example:80"
