"""Every hop is a new decision, and nothing secret changes origin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from inquiro.core.errors import BadAnswer, EffectError, Unavailable, UnsafeAddress
from inquiro.core.settings import Secret
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.redirects import Hop, first_hop, next_hop
from inquiro.providers.http.targets import parse_target

pytestmark = pytest.mark.fault(18)
Reply = Callable[..., bytes]
KEY = Secret("sk-0123456789abcdef")


def browse(
    internet: Any, sites: dict[str, dict[str, bytes]], request: WebRequest, **options: Any
) -> tuple[WebAnswer | EffectError, dict[str, list[str]]]:
    """What came of a request in a world of these sites, and what each of them saw."""

    async def run() -> tuple[WebAnswer | EffectError, dict[str, list[str]]]:
        async with AsyncExitStack() as stack:
            seen = {host: await stack.enter_async_context(internet.site(host, p)) for host, p in sites.items()}
            web = await stack.enter_async_context(internet.transport(**options))
            try:
                return await web.send(request), seen
            except EffectError as error:
                return error, seen

    return asyncio.run(run())


def to(reply: Reply, where: str, status: int = 302) -> bytes:
    return reply(b"moved", status=f"{status} Moved", Location=where)


def test_redirects_are_followed_and_listed(internet: Any, reply: Reply) -> None:
    sites = {
        "a.example": {"/": to(reply, "/next"), "/next": to(reply, "//b.example/x y#top")},
        "b.example": {"/x%20y": reply(b"here")},
    }
    got, _ = browse(internet, sites, WebRequest(url="http://a.example/"))
    assert got == WebAnswer(
        url="http://b.example/x%20y",
        status=200,
        headers={"content-length": "4"},
        body=b"here",
        hops=("http://a.example/", "http://a.example/next"),
    )


def test_names_in_other_alphabets_are_followed(internet: Any, reply: Reply) -> None:
    sites = {"a.example": {"/": to(reply, "/straßenbäume"), "/stra%C3%9Fenb%C3%A4ume": reply(b"trees")}}
    got, _ = browse(internet, sites, WebRequest(url="http://a.example/"))
    assert isinstance(got, WebAnswer)
    assert got.body == b"trees"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_circles_are_noticed(internet: Any, reply: Reply, status: int) -> None:
    pages = {"/": to(reply, "/b", status), "/b": to(reply, "/", status)}
    got, seen = browse(internet, {"a.example": pages}, WebRequest(url="http://a.example/"))
    assert isinstance(got, BadAnswer)
    assert len(seen["a.example"]) == 2


def test_fifty_hops_are_too_many(internet: Any, reply: Reply) -> None:
    pages = {f"/{i}": to(reply, f"/{i + 1}") for i in range(50)}
    got, seen = browse(internet, {"a.example": pages}, WebRequest(url="http://a.example/0"))
    assert isinstance(got, BadAnswer)
    assert "more than 10" in str(got)
    assert len(seen["a.example"]) == 11


def test_a_caller_may_want_the_redirect_itself(internet: Any, reply: Reply) -> None:
    got, _ = browse(internet, {"a.example": {"/": to(reply, "/b")}}, WebRequest(url="http://a.example/", redirects=0))
    assert isinstance(got, WebAnswer)
    assert (got.status, got.headers["location"], got.body) == (302, "/b", b"moved")


def test_a_redirect_without_a_place_is_an_answer(internet: Any, reply: Reply) -> None:
    got, _ = browse(internet, {"a.example": {"/": reply(status="302 Found")}}, WebRequest(url="http://a.example/"))
    assert isinstance(got, WebAnswer)
    assert got.status == 302


@pytest.mark.fault(20)
def test_the_body_of_a_redirect_is_not_read(internet: Any, reply: Reply) -> None:
    bomb = reply(b"\x1f\x8b", status="302 Found", length=10**12, Location="/b", Content_Encoding="br, gzip, gzip")
    got, _ = browse(internet, {"a.example": {"/": bomb, "/b": reply(b"ok")}}, WebRequest(url="http://a.example/"))
    assert isinstance(got, WebAnswer)
    assert got.body == b"ok"


@pytest.mark.parametrize(("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
def test_a_post_becomes_a_get_where_browsers_do_so(internet: Any, reply: Reply, status: int, method: str) -> None:
    request = WebRequest(url="http://a.example/", method="POST", body=b"{}", headers={"Content-Type": "a/json"})
    pages = {"/": to(reply, "/b", status), "/b": reply(b"ok")}
    _, seen = browse(internet, {"a.example": pages}, request)
    last = seen["a.example"][-1]
    assert last.startswith(f"{method} /b")
    assert ("content-type" in last) == (method == "POST")
    assert last.endswith("{}") == (method == "POST")


def test_a_post_answered_by_a_look_at_the_same_address_is_no_circle(internet: Any, reply: Reply) -> None:
    hop = first_hop(WebRequest(url="http://a.example/", method="POST", body=b"x"))
    assert next_hop(hop, 303, "/", WebRequest(url="http://a.example/")).method == "GET"


def test_a_body_is_not_sent_on_to_strangers(internet: Any, reply: Reply) -> None:
    sites = {"a.example": {"/": to(reply, "http://b.example/", 307)}, "b.example": {"/": reply(b"ok")}}
    got, seen = browse(internet, sites, WebRequest(url="http://a.example/", method="POST", body=b"q"))
    assert isinstance(got, BadAnswer)
    assert seen["b.example"] == []


@pytest.mark.parametrize(
    "where", ["http://b.example/", "http://a.example:8080/", "http://b.example/?key=sk-0123456789abcdef"]
)
def test_keys_cookies_and_odd_headers_stay_with_their_origin(internet: Any, reply: Reply, where: str) -> None:
    request = WebRequest(
        url="http://a.example/",
        headers={"Authorization": "Basic eDp5", "Cookie": "s=1", "X-Token": "t", "Accept": "text/html"},
        credentials={"X-Api-Key": KEY},
        secret_params={"key": KEY},
    )
    home = {"/?key=sk-0123456789abcdef": to(reply, where), "/": reply(b"elsewhere")}
    got, seen = browse(internet, {"a.example": home, "b.example": {"/": reply(b"ok")}}, request)
    assert isinstance(got, WebAnswer)
    last = (seen["b.example"] or seen["a.example"])[-1].lower()
    assert not any(word in last for word in ("sk-0123", "authorization", "cookie", "x-token", "x-api-key"))
    assert "accept: text/html" in last
    assert "sk-0123" not in got.url + "".join(got.hops)


def test_keys_stay_on_within_an_origin_even_when_the_service_repeats_them(internet: Any, reply: Reply) -> None:
    key = "sk-0123456789abcdef"
    pages = {f"/?key={key}": to(reply, f"/v2?a=1&key={key}"), f"/v2?a=1&key={key}": reply(b"ok")}
    request = WebRequest(url="http://a.example/", secret_params={"key": KEY}, credentials={"X-Key": KEY})
    got, seen = browse(internet, {"a.example": pages}, request, canaries=[KEY])
    assert isinstance(got, WebAnswer)
    assert got.url == "http://a.example/v2?a=1"
    assert f"x-key: {key}" in seen["a.example"][1]


def test_keys_do_not_come_back_after_a_detour() -> None:
    request = WebRequest(url="https://a.example/", credentials={"x-key": KEY}, operator_origin="https://a.example")
    here = first_hop(request)
    away = next_hop(here, 302, "https://b.example/", request)
    back = next_hop(away, 302, "https://a.example/", request)
    assert here.credentials
    assert not away.credentials
    assert not back.credentials
    assert (here.operator_origin, away.operator_origin, back.operator_origin) == ("https://a.example", "", "")


def test_leaving_https_is_refused_with_a_key_and_allowed_without() -> None:
    plain = WebRequest(url="https://a.example/")
    assert next_hop(first_hop(plain), 302, "http://a.example/", plain).target.scheme == "http"
    for keyed in (
        WebRequest(url="https://a.example/", credentials={"x-key": KEY}),
        WebRequest(url="https://a.example/", secret_params={"key": KEY}),
    ):
        with pytest.raises(UnsafeAddress):
            next_hop(first_hop(keyed), 302, "http://a.example/", keyed)


def test_an_operators_leave_is_only_for_requests_that_start_there() -> None:
    stray = WebRequest(url="http://a.example/", operator_origin="http://10.0.0.1:8080")
    assert first_hop(stray).operator_origin == ""
    assert first_hop(stray) == Hop(target=parse_target("http://a.example/"), method="GET")


PRIVATE = [
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0x7f.1/",
    "http://[::ffff:10.0.0.1]/",
    "http://localhost/",
    "http://inside.example/",  # a public name with a private address
    "http://mixed.example/",
    "//127.0.0.1:6666/",
    "file:///etc/passwd",
    "data:text/html,x",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "http://user@127.0.0.1/",
    "/\\127.0.0.1/",
]


@pytest.mark.fault(28, 30)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("where", PRIVATE)
@pytest.mark.parametrize("before", [0, 2])
def test_a_chain_that_ends_inside_is_refused_there(
    internet: Any, reply: Reply, where: str, status: int, before: int
) -> None:
    internet.names |= {"inside.example": ["10.1.2.3"], "mixed.example": ["93.184.215.77", "127.0.0.1"]}
    pages = {f"/{i}": to(reply, f"/{i + 1}", status) for i in range(before)} | {f"/{before}": to(reply, where, status)}
    got, _ = browse(internet, {"a.example": pages}, WebRequest(url="http://a.example/0"))
    assert isinstance(got, UnsafeAddress)
    assert set(internet.network.dialled) == {"93.184.215.1"}


@pytest.mark.fault(28)
def test_a_page_that_refreshes_itself_elsewhere_is_only_a_page(internet: Any, reply: Reply) -> None:
    html = b'<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">'
    pages = {"/": reply(html, Refresh="0; url=http://127.0.0.1/")}
    got, _ = browse(internet, {"a.example": pages}, WebRequest(url="http://a.example/"))
    assert isinstance(got, WebAnswer)
    assert got.body == html
    assert internet.network.dialled == ["93.184.215.1"]


@pytest.mark.fault(30)
def test_an_operators_service_cannot_send_us_elsewhere_inside(internet: Any, reply: Reply) -> None:
    async def run() -> None:
        async with internet.site("site.example", {"/": to(reply, "http://127.0.0.1:9/")}):
            port = internet.network.routes["93.184.215.1"]
            internet.network.routes["127.0.0.1"] = port
            own = f"http://127.0.0.1:{port}"
            async with internet.transport() as web:
                with pytest.raises(UnsafeAddress):
                    await web.send(WebRequest(url=f"{own}/", operator_origin=own))

    asyncio.run(run())
    assert internet.network.dialled == ["127.0.0.1"]


def test_a_hop_that_is_down_is_unavailable(internet: Any, reply: Reply) -> None:
    got, _ = browse(
        internet, {"a.example": {"/": to(reply, "http://gone.example/")}}, WebRequest(url="http://a.example/")
    )
    assert isinstance(got, Unavailable)
    assert "gone.example" in str(got)


@pytest.mark.fault(33)
def test_a_service_cannot_hand_our_key_on_in_a_redirect(internet: Any, reply: Reply) -> None:
    sites = {"a.example": {"/": to(reply, f"http://b.example/{KEY.reveal()}")}, "b.example": {}}
    request = WebRequest(url="http://a.example/", credentials={"x-key": KEY})
    got, seen = browse(internet, sites, request, canaries=[KEY])
    assert isinstance(got, UnsafeAddress)
    assert KEY.reveal() not in str(got)
    assert seen["b.example"] == []
