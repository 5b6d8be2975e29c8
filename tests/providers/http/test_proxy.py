"""The browser's proxy on real sockets: who may use it, where it goes, and what it lets through."""

from __future__ import annotations

import asyncio
import base64
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UnsafeAddress
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.proxy import Pass, Proxy, permitted
from inquiro.providers.http.proxy_heads import BadHead, forwarded, parse_request, returned

HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello"


class Server:
    """Answers every connection with the same bytes, and keeps what it was sent."""

    def __init__(self, answer: bytes, *, body: int = 0, stays: bool = False) -> None:
        self.answer = answer
        self.body = body
        self.stays = stays
        self.heard: list[bytes] = []
        self.connects = 0
        self.port = 0

    async def serve(self, reader, writer):
        self.connects += 1
        try:
            self.heard.append(await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(self.body))
            writer.write(self.answer)
            await writer.drain()
            while self.stays and (data := await reader.read(1000)):
                self.heard.append(data)
                writer.write(data)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    @asynccontextmanager
    async def running(self):
        async with await asyncio.start_server(self.serve, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield self


@asynccontextmanager
async def opened(server: Server, *, names=("site.test", "gone.test"), listed=True, local_only=False):
    async def resolve(host, port):
        if host not in {*names, "mixed.test"}:
            raise OSError("no such name")
        return ["93.184.215.14", "127.0.0.1"] if host == "mixed.test" else ["127.0.0.1"]

    async with server.running():
        dialer = Dialer((f"site.test:{server.port}",) if listed else (), resolve)
        async with Proxy(dialer, local_only=local_only) as proxy:
            yield proxy


async def ask(proxy: Proxy, request: bytes) -> bytes:
    host, port = proxy.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(request)
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


def get(url: str, allowed=None, extra: str = "") -> bytes:
    return f"GET {url} HTTP/1.1\r\nHost: x\r\n{credentials(allowed)}{extra}\r\n".encode()


def connect(target: str, allowed=None) -> bytes:
    return f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{credentials(allowed)}\r\n".encode()


def credentials(allowed) -> str:
    if allowed is None:
        return ""
    coded = base64.b64encode(f"{allowed.username}:{allowed.password}".encode()).decode()
    return f"Proxy-Authorization: Basic {coded}\r\n"


def status(answer: bytes) -> int:
    return int(answer.split(b" ")[1])


def exchanged(request, server=None, *, limits=(), **world):
    """What one request is answered, and the pass it was made with."""
    server = server or Server(HELLO)

    async def run():
        async with opened(server, **world) as proxy:
            with proxy.admit(*limits) as allowed:
                made = request(server, allowed)
                return await ask(proxy, made), allowed

    return asyncio.run(run())


def test_a_plain_request_is_passed_on_without_a_word_about_the_proxy():
    server = Server(HELLO)
    answer, _ = exchanged(
        lambda s, p: get(f"http://site.test:{s.port}/a?b=1", p, "Proxy-Connection: keep-alive\r\nUpgrade: x\r\n"),
        server,
    )
    head = server.heard[0].decode()
    assert head.startswith("GET /a?b=1 HTTP/1.1\r\n")
    assert f"Host: site.test:{server.port}\r\n" in head
    assert "roxy" not in head
    assert "Upgrade" not in head
    assert answer.endswith(b"\r\n\r\nhello")


def test_an_answer_is_the_last_one_on_its_connection():
    """Or the browser's next request, for whatever host, would go to this server."""
    answer, _ = exchanged(lambda s, p: get(f"http://site.test:{s.port}/", p))
    assert b"Connection: close\r\n" in answer
    assert b"keep-alive" not in answer


def test_a_second_request_on_a_connection_goes_nowhere():
    server = Server(HELLO, stays=True)
    exchanged(lambda s, p: get(f"http://site.test:{s.port}/", p) + get("http://other.test/", p), server)
    assert len(server.heard) == 1


def test_a_body_is_passed_on_and_nothing_after_it():
    server = Server(HELLO, body=4)
    post = "POST http://site.test:{}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n{}\r\nbody and more"
    answer, _ = exchanged(lambda s, p: post.format(s.port, credentials(p)).encode(), server)
    assert server.heard[0].endswith(b"\r\n\r\nbody")
    assert answer == b"" or status(answer) == 200  # what came too much may have cut it off


def test_a_tunnel_carries_bytes_both_ways():
    server = Server(b"first", stays=True)

    async def run():
        async with opened(server) as proxy:
            with proxy.admit() as allowed:
                host, port = proxy.url.removeprefix("http://").split(":")
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(connect(f"site.test:{server.port}", allowed))
                assert status(await reader.readuntil(b"\r\n\r\n")) == 200
                writer.write(b"x\r\n\r\n")
                assert await reader.readexactly(5) == b"first"
                writer.write(b"echo")
                assert await reader.readexactly(4) == b"echo"
                writer.close()
                await writer.wait_closed()

    asyncio.run(run())


@pytest.mark.parametrize("who", ["nobody", "with a wrong password", "with the pass of a page that is over"])
def test_only_a_page_with_a_pass_is_served(who):
    server = Server(HELLO)

    async def run():
        async with opened(server) as proxy:
            with proxy.admit() as over:
                pass
            with proxy.admit() as allowed:
                guess = Pass(1, 1)
                guess.username = allowed.username
                used = {"nobody": None, "with a wrong password": guess}.get(who, over)
                plain = await ask(proxy, get(f"http://site.test:{server.port}/", used))
                return plain, await ask(proxy, connect(f"site.test:{server.port}", used))

    for answer in asyncio.run(run()):
        assert status(answer) == 407
        assert b"Proxy-Authenticate: Basic" in answer
    assert server.connects == 0


@pytest.mark.fault(26)
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.192",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[fd00:ec2::254]",
        "[64:ff9b::7f00:1]",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "mixed.test",
        "gone.test",
        "127.0.0.1.",
        "localhost.",
    ],
)
@pytest.mark.parametrize("how", [get, connect])
def test_what_is_not_public_is_refused_before_a_socket_is_opened(host, how):
    server = Server(HELLO)
    port = 443 if how is connect else 80

    def request(_server, allowed):
        return connect(f"{host}:443", allowed) if how is connect else get(f"http://{host}/", allowed)

    answer, allowed = exchanged(request, server)
    assert status(answer) == 403
    assert allowed.refused == [f"{host}:{port}"]
    assert server.connects == 0


@pytest.mark.parametrize("port", [22, 25, 3306, 6379, 8080])
def test_other_ports_than_the_webs_are_refused(port):
    answer, allowed = exchanged(lambda _, p: connect(f"public.test:{port}", p))
    assert status(answer) == 403
    assert "port" in str(allowed.failures[f"public.test:{port}"])


def test_the_page_learns_nothing_about_why():
    private, _ = exchanged(lambda _, p: get("http://gone.test/", p))
    literal, _ = exchanged(lambda _, p: get("http://10.1.2.3/", p))
    assert private == literal
    assert b"10.1.2.3" not in literal


def test_a_name_that_does_not_exist_is_a_failure_and_no_refusal():
    answer, allowed = exchanged(lambda _, p: get("http://nowhere.test/", p))
    assert status(answer) == 502
    assert allowed.refused == []
    assert "cannot be resolved" in str(allowed.failures["nowhere.test:80"])


@pytest.mark.fault(27)
def test_a_name_is_dialled_at_the_address_that_was_checked():
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    server = Server(HELLO)

    async def resolve(host, port):
        return next(answers)

    async def run():
        async with server.running(), Proxy(Dialer((f"site.test:{server.port}",), resolve)) as proxy:
            with proxy.admit() as allowed:
                return await ask(proxy, get(f"http://site.test:{server.port}/", allowed))

    assert status(asyncio.run(run())) == 200
    assert server.connects == 1
    assert next(answers) == ["10.0.0.1"]


def test_local_only_keeps_pages_on_the_machine():
    dialer = Dialer(("site.test:8000",))
    assert permitted(dialer, "site.test", 8000, local_only=True) == "site.test"
    with pytest.raises(UnsafeAddress, match="local_only"):
        permitted(dialer, "example.org", 443, local_only=True)


def test_a_page_may_move_only_so_many_bytes():
    server = Server(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 500_000)
    answer, allowed = exchanged(lambda s, p: get(f"http://site.test:{s.port}/", p), server, limits=(100_000, 10))
    assert len(answer) <= 100_000
    assert allowed.exhausted


def test_a_page_may_open_only_so_many_connections():
    server = Server(HELLO)

    async def run():
        async with opened(server) as proxy:
            with proxy.admit(1_000_000, 3) as allowed:
                request = get(f"http://site.test:{server.port}/", allowed)
                return [status(await ask(proxy, request)) for _ in range(5)], allowed.exhausted

    assert asyncio.run(run()) == ([200, 200, 200, 503, 503], True)
    assert server.connects == 3


def test_a_page_that_is_left_loses_its_connections():
    server = Server(b"first", stays=True)

    async def run():
        async with opened(server) as proxy:
            host, port = proxy.url.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            with proxy.admit() as allowed:
                writer.write(connect(f"site.test:{server.port}", allowed))
                await reader.readuntil(b"\r\n\r\n")
            try:
                left = await asyncio.wait_for(reader.read(), 5)
            except ConnectionResetError:
                left = b""
            writer.close()
            return left

    assert asyncio.run(run()) == b""


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nbad\r\n\r\n",
        b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" * 9000,
    ],
)
def test_a_server_that_does_not_speak_http_is_not_given_back(answer):
    found, _ = exchanged(lambda s, p: get(f"http://site.test:{s.port}/", p), Server(answer))
    assert status(found) == 502
    assert b"Authenticate" not in found


def test_interim_answers_are_left_out():
    server = Server(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + HELLO)
    answer, _ = exchanged(lambda s, p: get(f"http://site.test:{s.port}/", p), server)
    assert status(answer) == 200


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\nHost: site.test",
        "GET https://site.test/ HTTP/1.1",
        "GET ftp://site.test/ HTTP/1.1",
        "GET file:///etc/passwd HTTP/1.1",
        "GET http://user@site.test/ HTTP/1.1",
        "GET http:///path HTTP/1.1",
        "GET http://site.test:99999/ HTTP/1.1",
        "GET http://[::1/ HTTP/1.1",
        "CONNECT site.test HTTP/1.1",
        "CONNECT /path HTTP/1.1",
        "CONNECT a@site.test:443 HTTP/1.1",
        "GET http://site.test/ HTTP/2",
        "GET  http://site.test/ HTTP/1.1",
        "GET http://site.test/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
        "POST http://site.test/ HTTP/1.1\r\nTransfer-Encoding: chunked",
        "POST http://site.test/ HTTP/1.1\r\nContent-Length: -1",
        "GET http://site.test/ HTTP/1.1\r\nA : b",
        "GET http://site.test/ HTTP/1.1\r\n folded: x",
        "GET http://site.test/ HTTP/1.1\r\nA: b\nC: d",
    ],
)
def test_a_head_that_could_be_read_in_two_ways_is_refused(head):
    with pytest.raises(BadHead):
        parse_request(f"{head}\r\n\r\n".encode("latin-1"))


@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_refused(data):
    try:
        request = parse_request(data + b"\r\n\r\n")
    except BadHead:
        return
    assert request.peer.host


@given(
    st.dictionaries(
        st.from_regex(r"[A-Za-z][A-Za-z-]{0,15}", fullmatch=True),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
        max_size=5,
    )
)
def test_what_is_passed_on_is_one_head_again(fields):
    fields = {n: v for n, v in fields.items() if n.lower() not in {"content-length", "transfer-encoding"}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    sent = forwarded(parse_request(f"GET http://site.test/x HTTP/1.1\r\n{lines}\r\n".encode()))
    assert sent.startswith(b"GET /x HTTP/1.1\r\nHost: site.test\r\n")
    assert sent.count(b"\r\n\r\n") == 1
    assert sent.endswith(b"Connection: close\r\n\r\n")
    assert [line for line in sent.lower().split(b"\r\n") if line.startswith(b"proxy-")] == []


@given(st.binary(max_size=200))
def test_any_answer_is_a_head_or_refused(data):
    try:
        head = returned(b"HTTP/1.1 200 OK\r\n" + data + b"\r\n\r\n")
    except BadHead:
        return
    assert head is not None
    assert head.endswith(b"Connection: close\r\n\r\n")
