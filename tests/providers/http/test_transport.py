"""Whole answers or an error in words, from real servers that misbehave."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from inquiro import __version__
from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    EffectError,
    PrivacyRefused,
    TimedOut,
    Unavailable,
    UnsafeAddress,
)
from inquiro.core.settings import Secret
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.http.transport import Transport

Reply = Callable[..., bytes]
URL = "http://site.example/"


def fetch(internet: Any, answer: Any, request: WebRequest | None = None, **options: Any) -> WebAnswer:
    async def run() -> WebAnswer:
        async with internet.site("site.example", answer), internet.transport(**options) as web:
            return await web.send(request or WebRequest(url=URL))

    return asyncio.run(run())


def sends(data: bytes, *, hang: bool = False, reset: bool = False) -> Callable[..., Any]:
    """A server that answers with exactly these bytes, then hangs up, hangs, or resets."""

    async def answer(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        if hang:
            await asyncio.Event().wait()
        if reset:
            writer.transport.abort()

    return answer


def test_an_answer_comes_back_whole(internet: Any, reply: Reply) -> None:
    pages = {"/a?q=%C3%BC": reply(b"hello", Content_Type="text/plain", X_A="1", x_a="2")}
    answer = fetch(internet, pages, WebRequest(url="http://site.example/a?q=ü#part"))
    assert (answer.status, answer.body, answer.truncated, answer.hops) == (200, b"hello", False, ())
    assert answer.url == "http://site.example/a?q=%C3%BC"
    assert answer.headers["content-type"] == "text/plain"
    assert answer.headers["x-a"] == "1, 2"


def test_the_request_says_who_asks_and_nothing_about_the_machine(internet: Any, reply: Reply) -> None:
    async def run() -> str:
        told = msgspec.structs.replace(internet.settings, contact="jane@example.org")
        async with internet.site("site.example", {"/": reply()}) as seen, internet.transport(settings=told) as web:
            await web.send(WebRequest(url=URL, headers={"Accept": "text/html", "X-Y": "z"}))
            return seen[0]

    lines = asyncio.run(run()).strip().split("\r\n")
    assert lines[0] == "GET / HTTP/1.1"
    assert sorted(lines[1:]) == [
        "accept-encoding: gzip, deflate",
        "accept: text/html",
        "host: site.example",
        f"user-agent: Inquiro/{__version__} (+mailto:jane@example.org)",
        "x-y: z",
    ]


def test_a_body_is_posted_and_a_head_has_none(internet: Any, reply: Reply) -> None:
    async def run() -> tuple[list[str], WebAnswer]:
        pages = {"/": reply(b"", length=10)}
        async with internet.site("site.example", pages) as seen, internet.transport() as web:
            head = await web.send(WebRequest(url=URL, method="HEAD"))
            pages["/"] = reply(b"ok")
            await web.send(WebRequest(url=URL, method="POST", body=b'{"q": 1}'))
            return seen, head

    seen, head = asyncio.run(run())
    assert (head.status, head.body) == (200, b"")
    assert seen[1].startswith("POST / ")
    assert seen[1].endswith('content-length: 8\r\n\r\n{"q": 1}')


def test_connections_are_kept_for_the_same_host_and_closed_in_the_end(internet: Any, reply: Reply) -> None:
    async def run() -> None:
        async with internet.site("site.example", {"/": reply(b"x")}), internet.transport() as web:
            for _ in range(5):
                await web.send(WebRequest(url=URL))

    asyncio.run(run())
    assert len(internet.network.dialled) == 1
    assert internet.resolved == ["site.example"]


def test_many_requests_at_once_do_not_mix(internet: Any, reply: Reply) -> None:
    pages = {f"/{i}": reply(f"page {i}".encode()) for i in range(40)}

    async def run() -> list[WebAnswer]:
        async with internet.site("site.example", pages), internet.transport() as web:
            return await asyncio.gather(*(web.send(WebRequest(url=f"{URL}{i}")) for i in range(40)))

    assert [a.body for a in asyncio.run(run())] == [f"page {i}".encode() for i in range(40)]


def test_a_transport_may_be_made_anywhere_and_used_in_one_loop(internet: Any, reply: Reply) -> None:
    web = internet.transport()

    async def run() -> int:
        async with internet.site("site.example", {"/": reply(b"x")}):
            status = (await web.send(WebRequest(url=URL))).status
            await web.aclose()
            return status

    assert asyncio.run(run()) == 200
    assert asyncio.run(run()) == 200


@pytest.mark.fault(19)
@pytest.mark.parametrize("chunked", [True, False])
def test_an_endless_body_is_cut_at_the_cap(internet: Any, chunked: bool) -> None:
    async def answer(head: str, writer: asyncio.StreamWriter) -> None:
        length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 10000000000"
        writer.write(f"HTTP/1.1 200 OK\r\n{length}\r\n\r\n".encode())
        block = b"a" * 65_536
        while True:
            writer.write(b"10000\r\n" + block + b"\r\n" if chunked else block)
            await writer.drain()

    got = fetch(internet, answer, WebRequest(url=URL, max_bytes=200_000))
    assert (len(got.body), got.truncated) == (200_000, True)


def test_a_body_of_exactly_the_cap_is_not_cut(internet: Any, reply: Reply) -> None:
    got = fetch(internet, {"/": reply(b"a" * 100)}, WebRequest(url=URL, max_bytes=100))
    assert (len(got.body), got.truncated) == (100, False)


@pytest.mark.fault(20)
@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_cut_at_the_cap(internet: Any, reply: Reply, encoding: str) -> None:
    packer = zlib.compressobj(9, wbits=31 if encoding == "gzip" else 15)
    bomb = packer.compress(bytes(30_000_000)) + packer.flush()
    got = fetch(internet, {"/": reply(bomb, Content_Encoding=encoding)}, WebRequest(url=URL, max_bytes=100_000))
    assert (got.body, got.truncated) == (bytes(100_000), True)


@pytest.mark.fault(20)
@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "gzip, deflate, gzip"])
def test_packings_nobody_asked_for_are_bad_answers(internet: Any, reply: Reply, encoding: str) -> None:
    with pytest.raises(BadAnswer, match=r"site\.example"):
        fetch(internet, {"/": reply(b"\x1b\x00\x00", Content_Encoding=encoding)})


def test_packed_bodies_are_unpacked(internet: Any, reply: Reply) -> None:
    got = fetch(internet, {"/": reply(gzip.compress(b"words"), Content_Encoding="gzip")})
    assert got.body == b"words"


def dripping(where: str) -> Callable[[str, asyncio.StreamWriter], Awaitable[None]]:
    """A site that sends a byte now and then, for ever."""

    async def answer(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n" + (b"Content-Length: 99999\r\n\r\n" if where == "body" else b"X-Slow: "))
        while True:
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(0.01)

    return answer


@pytest.mark.fault(17)
@pytest.mark.parametrize("where", ["headers", "body"])
def test_a_drip_feed_ends_at_the_total_deadline(internet: Any, where: str) -> None:
    with pytest.raises(TimedOut, match=r"site\.example"):
        fetch(internet, dripping(where), WebRequest(url=URL, seconds=0.15))


@pytest.mark.fault(17)
def test_redirects_share_one_deadline(internet: Any, reply: Reply) -> None:
    async def answer(head: str, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.05)
        number = int(head.split(" ")[1].strip("/") or 0)
        writer.write(reply(status="302 Found", Location=f"/{number + 1}", Connection="close"))

    with pytest.raises(TimedOut):
        fetch(internet, answer, WebRequest(url=URL, seconds=0.2, redirects=50))


@pytest.mark.fault(16, 19)
@pytest.mark.parametrize(
    ("data", "reset"),
    [
        (b"", False),
        (b"", True),
        (b"HTTP/1.1 200 OK\r\nContent-Le", False),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", False),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", True),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", False),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", False),
        (
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
            + gzip.compress(b"x" * 99, mtime=0)[:15],
            False,
        ),
    ],
)
def test_half_an_answer_is_none(internet: Any, data: bytes, reset: bool) -> None:
    with pytest.raises(Unavailable, match=r"site\.example"):
        fetch(internet, sends(data, reset=reset))


@pytest.mark.fault(16)
def test_nobody_listening_is_unavailable(internet: Any) -> None:
    internet.names["down.example"] = ["93.184.215.200"]
    with pytest.raises(Unavailable, match=r"down\.example"):
        fetch(internet, {}, WebRequest(url="http://down.example/"))


@pytest.mark.fault(14)
def test_an_unknown_name_is_unavailable(internet: Any) -> None:
    with pytest.raises(Unavailable, match=r"nowhere\.example"):
        fetch(internet, {}, WebRequest(url="http://nowhere.example/"))


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"220 mail ready\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nBad Header: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00" * 20 + b"\r\n\r\n",
    ],
)
def test_what_is_not_http_is_a_bad_answer(internet: Any, data: bytes) -> None:
    with pytest.raises(BadAnswer, match=r"site\.example"):
        fetch(internet, sends(data, hang=True))


def test_a_status_is_an_answer_whatever_it_is(internet: Any, reply: Reply) -> None:
    for status in ("204 No Content", "304 Not Modified", "403 Forbidden", "429 Too Many", "503 Busy", "799 Odd"):
        assert fetch(internet, {"/": reply(status=status)}).status == int(status[:3])


@pytest.mark.fault(33)
@pytest.mark.parametrize("where", ["http://site.example/{}", "http://{}.site.example/", "http://site.example/?q={}"])
def test_a_key_in_an_address_never_reaches_a_resolver(internet: Any, where: str) -> None:
    key = "sk-test-0123456789abcdef"
    holder = msgspec.structs.replace(internet.settings, keys={"EXA_API_KEY": Secret(key)})
    with pytest.raises(UnsafeAddress) as caught:
        fetch(internet, {}, WebRequest(url=where.format(key)), settings=holder)
    assert key not in str(caught.value)
    assert internet.resolved == internet.network.dialled == []


@pytest.mark.fault(33)
def test_extra_canaries_and_bodies_are_watched_too(internet: Any) -> None:
    request = WebRequest(url=URL, method="POST", body=b'{"query": "say canary-4711-abcdef"}')
    with pytest.raises(UnsafeAddress):
        fetch(internet, {}, request, canaries=[Secret("canary-4711-abcdef")])


def test_keys_travel_only_where_they_belong(internet: Any, reply: Reply) -> None:
    key = Secret("sk test/0123456789&abcdef")
    holder = msgspec.structs.replace(internet.settings, keys={"EXA_API_KEY": key})

    async def run() -> tuple[str, WebAnswer]:
        page = {"/?q=1&api_key=sk+test%2F0123456789%26abcdef": reply(b"ok")}
        async with internet.site("site.example", page) as seen, internet.transport(settings=holder) as web:
            answer = await web.send(
                WebRequest(url=f"{URL}?q=1", credentials={"X-Api-Key": key}, secret_params={"api_key": key})
            )
            return seen[0], answer

    seen, answer = asyncio.run(run())
    assert "x-api-key: sk test/0123456789&abcdef\r\n" in seen
    assert answer.body == b"ok"
    assert answer.url == "http://site.example/?q=1"


@pytest.mark.fault(5)
@pytest.mark.parametrize("bad", ["line\r\nbreak-0123456789", "nul\0-0123456789", "schlüssel-0123456789"])
def test_a_key_that_cannot_be_sent_is_not_quoted(internet: Any, bad: str) -> None:
    with pytest.raises(AccessDenied) as caught:
        fetch(internet, {}, WebRequest(url=URL, credentials={"authorization": Secret(bad)}))
    assert "0123456789" not in str(caught.value)


def test_a_header_that_cannot_be_sent_is_an_error_of_ours(internet: Any) -> None:
    with pytest.raises(EffectError):
        fetch(internet, {}, WebRequest(url=URL, headers={"x": "a\r\nhost: evil"}))


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    "url", ["http://site.example/", "https://93.184.215.1/", "http://10.0.0.1/", "http://other.lan/"]
)
def test_local_only_refuses_before_any_name_is_resolved(internet: Any, url: str) -> None:
    with pytest.raises(PrivacyRefused):
        fetch(internet, {}, WebRequest(url=url), local_only=True)
    tight = msgspec.structs.replace(internet.settings, privacy="local_only")
    with pytest.raises(PrivacyRefused):
        fetch(internet, {}, WebRequest(url=url, operator_origin=url), settings=tight)
    assert internet.resolved == internet.network.dialled == []


def test_local_only_lets_listed_hosts_through(internet: Any, reply: Reply) -> None:
    allow = ("site.example",)
    assert fetch(internet, {"/": reply(b"x")}, local_only=True, allow=allow).status == 200
    away = {"/": reply(status="302 Found", Location="http://elsewhere.example/")}
    with pytest.raises(PrivacyRefused):
        fetch(internet, away, local_only=True, allow=allow)


def test_real_sockets_on_loopback_when_the_operator_allows_it(internet: Any, reply: Reply) -> None:
    """No test double between the transport and the socket."""

    async def run() -> tuple[WebAnswer, str]:
        async with internet.site("site.example", {"/": reply(b"real")}) as seen:
            port = internet.network.routes["93.184.215.1"]
            allowed = msgspec.structs.replace(internet.settings, allow_private_hosts=(f"localhost:{port}",))
            async with Transport(allowed) as web:
                answer = await web.send(WebRequest(url=f"http://localhost:{port}/"))
                with pytest.raises(UnsafeAddress):
                    await web.send(WebRequest(url=f"http://127.0.0.1:{port}/"))
            async with Transport(internet.settings) as web:
                own = f"http://127.0.0.1:{port}"
                assert (await web.send(WebRequest(url=f"{own}/", operator_origin=own))).body == b"real"
                with pytest.raises(UnsafeAddress):  # the connection is still open, and not for this request
                    await web.send(WebRequest(url=f"{own}/"))
            return answer, seen[0]

    answer, head = asyncio.run(run())
    assert answer.body == b"real"
    assert "host: localhost:" in head


@pytest.mark.fault(27, 30)
def test_an_open_connection_is_not_handed_to_a_request_that_may_not_have_it(internet: Any, reply: Reply) -> None:
    """The name looks public, so only the address behind it tells: a service of the operator's, then a page."""

    async def run() -> None:
        async with internet.site("search.example", {"/": reply(b"inside")}), internet.transport() as web:
            internet.network.routes["10.0.0.7"] = internet.network.routes["93.184.215.1"]
            internet.names["search.example"] = ["10.0.0.7"]
            own = "http://search.example"
            assert (await web.send(WebRequest(url=f"{own}/", operator_origin=own))).body == b"inside"
            with pytest.raises(UnsafeAddress):
                await web.send(WebRequest(url=f"{own}/"))

    asyncio.run(run())
    assert internet.network.dialled == ["10.0.0.7"]


def test_proxies_and_credentials_of_the_environment_are_not_used(
    internet: Any, reply: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert fetch(internet, {"/": reply(b"direct")}).body == b"direct"


# -- streaming ------------------------------------------------------------------------------------------------------


def streamed(internet: Any, answer: Any, request: WebRequest | None = None, **options: Any) -> tuple[int, list[bytes]]:
    async def run() -> tuple[int, list[bytes]]:
        async with (
            internet.site("site.example", answer),
            internet.transport(**options) as web,
            web.stream(request or WebRequest(url=URL)) as stream,
        ):
            return stream.status, [chunk async for chunk in stream.chunks]

    return asyncio.run(run())


def chunked(*pieces: bytes, end: bytes = b"0\r\n\r\n", headers: str = "") -> bytes:
    body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
    return f"HTTP/1.1 200 OK\r\n{headers}Transfer-Encoding: chunked\r\n\r\n".encode() + body + end


def test_a_body_is_handed_on_before_it_has_ended(internet: Any) -> None:
    async def run() -> list[bytes]:
        heard = asyncio.Event()

        async def answer(head: str, writer: asyncio.StreamWriter) -> None:
            writer.write(chunked(b"first", end=b""))
            await writer.drain()
            await heard.wait()  # nothing more is sent before the first piece was read
            writer.write(b"6\r\nsecond\r\n0\r\n\r\n")
            await writer.drain()

        pieces = []
        async with (
            internet.site("site.example", answer),
            internet.transport() as web,
            web.stream(WebRequest(url=URL, headers={"x-y": "z"})) as stream,
        ):
            assert (stream.url, stream.status, stream.headers["transfer-encoding"]) == (URL, 200, "chunked")
            async for chunk in stream.chunks:
                pieces.append(chunk)
                heard.set()
        return pieces

    assert asyncio.run(run()) == [b"first", b"second"]


def test_a_packed_stream_is_unpacked_as_it_comes(internet: Any) -> None:
    packer = zlib.compressobj(9, wbits=31)
    pieces = [packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH) for text in (b"first ", b"second ", b"third")]
    answer = sends(chunked(*pieces, packer.flush(), headers="Content-Encoding: gzip\r\n"))
    status, got = streamed(internet, answer)
    assert (status, b"".join(got)) == (200, b"first second third")


def test_a_stream_with_a_bad_status_is_still_a_stream(internet: Any, reply: Reply) -> None:
    assert streamed(internet, {"/": reply(b"why", status="429 Slow Down")}) == (429, [b"why"])


@pytest.mark.fault(18, 28)
def test_a_stream_follows_no_redirect(internet: Any, reply: Reply) -> None:
    pages = {"/": reply(b"go", status="302 Found", Location="/there"), "/there": reply(b"no")}
    assert streamed(internet, pages) == (302, [b"go"])


@pytest.mark.fault(8, 16)
@pytest.mark.parametrize(
    "data",
    [
        chunked(b"half", end=b""),
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        chunked(gzip.compress(b"x" * 99, mtime=0)[:15], headers="Content-Encoding: gzip\r\n"),
        b"",
    ],
)
@pytest.mark.parametrize("reset", [True, False])
def test_a_stream_that_is_cut_off_is_unavailable(internet: Any, data: bytes, reset: bool) -> None:
    with pytest.raises(Unavailable, match=r"site\.example"):
        streamed(internet, sends(data, reset=reset))


@pytest.mark.fault(17)
@pytest.mark.parametrize("where", ["headers", "body"])
def test_a_slow_stream_ends_at_its_deadline(internet: Any, where: str) -> None:
    with pytest.raises(TimedOut, match=r"site\.example did not finish"):
        streamed(internet, dripping(where), WebRequest(url=URL, seconds=0.15))


def test_the_deadline_covers_whoever_reads(internet: Any, reply: Reply) -> None:
    async def run() -> None:
        async with (
            internet.site("site.example", {"/": reply(b"x")}),
            internet.transport() as web,
            web.stream(WebRequest(url=URL, seconds=0.1)),
        ):
            await asyncio.Event().wait()

    with pytest.raises(TimedOut):
        asyncio.run(run())


def test_somebody_elses_time_out_passes_through(internet: Any, reply: Reply) -> None:
    async def run() -> None:
        async with (
            internet.site("site.example", {"/": reply(b"x")}),
            internet.transport() as web,
            web.stream(WebRequest(url=URL)),
        ):
            raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        asyncio.run(run())


@pytest.mark.fault(19, 20)
@pytest.mark.parametrize("packed", [True, False])
def test_a_stream_over_the_cap_is_a_bad_answer(internet: Any, packed: bool) -> None:
    body = gzip.compress(bytes(3_000_000)) if packed else bytes(200_000)
    answer = sends(chunked(body, headers="Content-Encoding: gzip\r\n" if packed else ""))
    with pytest.raises(BadAnswer, match=r"site\.example: the answer is longer"):
        streamed(internet, answer, WebRequest(url=URL, max_bytes=100_000))


def test_a_stream_of_exactly_the_cap_is_whole(internet: Any) -> None:
    _, got = streamed(internet, sends(chunked(b"a" * 60, b"b" * 40)), WebRequest(url=URL, max_bytes=100))
    assert b"".join(got) == b"a" * 60 + b"b" * 40


def test_leaving_a_stream_early_closes_its_connection_and_harms_nobody(internet: Any) -> None:
    async def run() -> tuple[bytes, list[str]]:
        async def answer(head: str, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nstart")
            await writer.drain()
            await asyncio.Event().wait()

        async with internet.site("site.example", answer), internet.transport() as web:
            for _ in range(2):
                async with web.stream(WebRequest(url=URL)) as stream:
                    first = await anext(stream.chunks)
            return first, internet.network.dialled

    first, dialled = asyncio.run(run())
    assert first == b"start"
    assert len(dialled) == 2  # the first connection could not be used again


@pytest.mark.fault(33, 69)
def test_a_stream_has_the_same_guards(internet: Any) -> None:
    with pytest.raises(UnsafeAddress):
        streamed(
            internet, {}, WebRequest(url=URL, body=b"say canary-4711-abcdef"), canaries=[Secret("canary-4711-abcdef")]
        )
    with pytest.raises(PrivacyRefused):
        streamed(internet, {}, local_only=True)
    with pytest.raises(UnsafeAddress):
        streamed(internet, {}, WebRequest(url="http://127.0.0.1:1/"))
    assert internet.network.dialled == []


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        chunked(b"x", headers="Content-Encoding: br\r\n"),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    ],
)
def test_a_stream_that_is_not_http_is_a_bad_answer(internet: Any, data: bytes) -> None:
    with pytest.raises(BadAnswer, match=r"site\.example"):
        streamed(internet, sends(data, hang=True))
