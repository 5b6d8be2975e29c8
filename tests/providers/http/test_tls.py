"""Certificates are verified, always, and against the name that was asked for."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpcore2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from inquiro.core.errors import BadAnswer, EffectError, TimedOut, Unavailable
from inquiro.core.web import WebAnswer, WebRequest

pytestmark = pytest.mark.fault(15)
Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


def certificate(names: list[str], issuer: Pair | None, *, days: tuple[int, int] = (-1, 30)) -> Pair:
    """A certificate for these names, signed by the issuer or by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0] if names else "Test Authority")])
    signer = issuer[0].subject if issuer else subject
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
    )
    if names:
        alternatives = [_alternative(name) for name in names]
        built = built.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        built = built.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    return built.sign(issuer[1] if issuer else key, hashes.SHA256()), key


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def serving(pair: Pair, folder: Path) -> ssl.SSLContext:
    file = folder / "server.pem"
    key = pair[1].private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(pair[0].public_bytes(serialization.Encoding.PEM) + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def trusting(authority: Pair) -> ssl.SSLContext:
    pem = authority[0].public_bytes(serialization.Encoding.PEM).decode()
    return ssl.create_default_context(cadata=pem)


def fetch(
    internet: Any, server: ssl.SSLContext | None, client: ssl.SSLContext | None, url: str, seconds: float = 10
) -> Any:
    async def run() -> WebAnswer | EffectError:
        page = {"/": b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecure"}
        async with internet.site("site.example", page, server), internet.transport(tls=client) as web:
            try:
                return await web.send(WebRequest(url=url, seconds=seconds))
            except EffectError as error:
                return error

    return asyncio.run(run())


def test_a_certificate_for_the_name_is_accepted_though_an_address_was_dialled(internet: Any, tmp_path: Path) -> None:
    authority = certificate([], None)
    server = serving(certificate(["site.example"], authority), tmp_path)
    seen: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: seen.append(name)
    assert fetch(internet, server, trusting(authority), "https://site.example/").body == b"secure"
    assert seen == ["site.example"]
    assert internet.network.dialled == ["93.184.215.1"]


def test_a_certificate_for_an_address_is_accepted(internet: Any, tmp_path: Path) -> None:
    authority = certificate([], None)
    server = serving(certificate(["93.184.215.1"], authority), tmp_path)
    assert fetch(internet, server, trusting(authority), "https://93.184.215.1/").body == b"secure"


def test_an_expired_certificate_is_refused(internet: Any, tmp_path: Path) -> None:
    authority = certificate([], None)
    server = serving(certificate(["site.example"], authority, days=(-30, -1)), tmp_path)
    got = fetch(internet, server, trusting(authority), "https://site.example/")
    assert isinstance(got, BadAnswer)
    assert "expired" in str(got)


def test_a_certificate_for_another_name_is_refused(internet: Any, tmp_path: Path) -> None:
    authority = certificate([], None)
    server = serving(certificate(["other.example"], authority), tmp_path)
    got = fetch(internet, server, trusting(authority), "https://site.example/")
    assert isinstance(got, BadAnswer)
    assert "site.example" in str(got)


@pytest.mark.parametrize("system", [True, False])
def test_a_self_signed_certificate_is_refused(internet: Any, tmp_path: Path, system: bool) -> None:
    server = serving(certificate(["site.example"], None), tmp_path)
    client = None if system else trusting(certificate([], None))  # None: what the system trusts
    got = fetch(internet, server, client, "https://site.example/")
    assert isinstance(got, BadAnswer)
    assert "certificate of site.example cannot be trusted" in str(got)


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 ready\r\n", b""])
def test_a_server_without_tls_is_an_error_in_words(internet: Any, greeting: bytes) -> None:
    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting)
        await writer.drain()
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server, internet.transport() as web:
            internet.network.routes["93.184.215.9"] = server.sockets[0].getsockname()[1]
            await web.send(WebRequest(url="https://93.184.215.9/"))

    with pytest.raises((BadAnswer, Unavailable), match=r"93\.184\.215\.9"):
        asyncio.run(run())


@pytest.mark.fault(17)
def test_a_handshake_that_hangs_ends_at_the_deadline_and_leaves_no_socket(internet: Any) -> None:
    """An unclosed socket would be a warning, and warnings are errors here."""
    client = trusting(certificate([], None))
    assert isinstance(fetch(internet, None, client, "https://site.example/", seconds=0.2), TimedOut)
    gc.collect()


def test_a_record_that_is_damaged_on_the_way_is_a_broken_connection(internet: Any) -> None:
    class Damaged(httpcore2.AsyncMockStream):
        async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            raise ssl.SSLError(1, "[SSL: DECRYPTION_FAILED_OR_BAD_RECORD_MAC]")

    class Network(httpcore2.AsyncNetworkBackend):
        async def connect_tcp(self, *_: Any, **__: Any) -> httpcore2.AsyncNetworkStream:
            return Damaged([])

    async def run() -> None:
        internet.network = Network()
        async with internet.transport() as web:
            await web.send(WebRequest(url="http://93.184.215.9/"))

    with pytest.raises(Unavailable, match="broke off"):
        asyncio.run(run())
