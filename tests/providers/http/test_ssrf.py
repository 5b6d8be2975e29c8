"""Hundreds of ways to ask for an inside address, none of which opens a socket; and ordinary addresses that all do."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import httpcore2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import EffectError, Unavailable, UnsafeAddress
from inquiro.core.settings import Settings
from inquiro.core.web import WebRequest
from inquiro.providers.http.addresses import is_public
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.transport import Transport

INSIDE = """
0.0.0.0 10.0.0.1 10.255.255.254 100.64.0.1 100.100.100.200 127.0.0.1 127.1.1.1 127.255.255.254 169.254.169.254
169.254.170.2 172.16.0.1 172.31.255.254 192.0.0.192 192.168.0.1 192.168.1.254 198.18.0.1 224.0.0.1 255.255.255.255
""".split()
V6_INSIDE = """
:: ::1 0:0:0:0:0:0:0:1 0000::0001 fc00::1 fd00:ec2::254 fd00::1 fe80::1 fec0::1 ff02::1 2001:db8::1 3fff::1 5f00::1
2001::1 2002:c0a8:1:: 64:ff9b:1::a00:1 100::1 4000::1 ::ffff:0:7f00:1
""".split()
NAMES = """
localhost LOCALHOST localhost. LocalHost.LocalDomain foo.localhost router printer.local db.internal
metadata.google.internal vault.corp nas.lan home.arpa box.home.arpa intranet hidden.onion site.i2p %6c%6fcalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
ｌｏｃａｌｈｏｓｔ localhost%2e loc\u00adalhost loc\u200balhost kubernetes.default.svc.cluster.local host.docker.internal
""".split()
OTHER_SCHEMES = """
file:///etc/passwd file://localhost/etc/passwd FILE:///etc/passwd file:/etc/passwd ftp://127.0.0.1/ sftp://127.0.0.1/
gopher://127.0.0.1:6379/_INFO dict://127.0.0.1:11211/stats ldap://127.0.0.1/ tftp://127.0.0.1/x jar:http://127.0.0.1!/x
data:text/html,hello blob:http://127.0.0.1/x view-source:http://127.0.0.1/ javascript:alert(1) ws://127.0.0.1/
wss://127.0.0.1/ about:blank chrome://settings unix:/var/run/docker.sock http+unix://%2Frun%2Fdocker.sock/info
netdoc:///etc/passwd php://input expect://id mailto:a@b.example tel:1 urn:x ssh://127.0.0.1 telnet://127.0.0.1
""".split()
CONFUSED = [
    "http://127.0.0.1:6666\\@1.1.1.1/",
    "http://1.1.1.1\\@127.0.0.1/",
    "http://1.1.1.1 @127.0.0.1/",
    "http://1.1.1.1@127.0.0.1/",
    "http://127.0.0.1@1.1.1.1/",
    "http://user:password@127.0.0.1/",
    "http://1.1.1.1:80@127.0.0.1:80/",
    "http://example.com%2f@127.0.0.1/",
    "http://@127.0.0.1/",
    "http://:@127.0.0.1/",
    "http://127.0.0.1\t/",
    "http://127.0.0.1\r\nHost: example.com/",
    "http://127.0.0.1\x00.example.com/",
    "http://127.0.0.1%00.example.com/",
    "http:/127.0.0.1/",
    "http:127.0.0.1",
    "http:///127.0.0.1/",
    "http:////127.0.0.1/",
    "http:\\\\127.0.0.1/",
    "http:/\\127.0.0.1/",
    " http://127.0.0.1/ ",
    "\thttp://127.0.0.1/",
    "ht\ttp://127.0.0.1/",
    "//127.0.0.1/",
    "127.0.0.1",
    "127.0.0.1:80/x",
    "http://[127.0.0.1]/",
    "http://[localhost]/",
    "http://[::1%25lo]/",
    "http://[::1%lo]/",
    "http://[fe80::1%25eth0]/",
    "http://[::ffff:127.0.0.1%25lo]/",
    "http://[::1].example.com/",
    "http://::1/",
    "http://[]/",
    "http://127.0.0.1:0/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1,example.com/",
    "http://127.0.0.1;example.com/",
    "http://0/",
    "http://0x/",
    "http://00/",
    "http://127.0.0.1.:80/",
    "http://127.0.0.1../",
    "http://1.1.1.1.127.0.0.1/",
    "http://0x7f000001.:80/",
    "http://4294967296/",
    "http://-1/",
    "http://0x7f.0x0.0x0.0x1.0x2/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]/",
    "http://[::ffff:7f00:0001]/",
    "http://[::127.0.0.1]:8080/",
    "HTTP://127.0.0.1:6379/",
    "hTTps://127.0.0.1/",
    "http://example.com:80:127.0.0.1/",
    "http://127.0.0.1?@example.com/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1:80#example.com",
    "http://169.254.169.254/latest/meta-data/iam/security-credentials/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://169.254.169.254.:80/",
    "http://metadata/computeMetadata/v1/",
]


def spellings(address: str) -> Iterator[str]:
    """One IPv4 address in every way some parser somewhere accepts."""
    number, (a, b, c, d) = int(IPv4Address(address)), (int(part) for part in address.split("."))
    yield address
    yield f"{address}."
    yield str(number)
    yield hex(number)
    yield f"0X{number:X}"
    yield f"0{number:o}"
    yield f"{a:#x}.{b:#x}.{c:#x}.{d:#x}"
    yield f"0{a:o}.0{b:o}.0{c:o}.0{d:o}"
    yield f"0000{a:o}.{b}.{c:#x}.{d}"
    yield f"{a}.{(b << 16) + (c << 8) + d}"
    yield f"{a}.{b}.{(c << 8) + d}"
    yield f"{a:#x}.{(b << 16) + (c << 8) + d:#x}"
    yield address.translate({ord("0") + i: 0xFF10 + i for i in range(10)})  # full-width digits
    yield address.translate({ord("0"): "⓪"} | {ord("0") + i: 0x245F + i for i in range(1, 10)})  # in circles
    yield address.replace(".", "。")
    yield address.replace(".", "．")
    yield address.replace(".", "｡")
    yield "".join(f"%{ord(character):02x}" for character in address)
    yield f"[::ffff:{address}]"
    yield f"[::{address}]"
    yield f"[64:ff9b::{address}]"
    yield f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1]"


def vectors() -> list[str]:
    hosts = [*itertools.chain.from_iterable(map(spellings, INSIDE)), *(f"[{a}]" for a in V6_INSIDE), *NAMES]
    return [*(f"http://{host}/" for host in hosts), *OTHER_SCHEMES, *CONFUSED]


VECTORS = vectors()


class Recorded(httpcore2.AsyncNetworkBackend):
    """Opens nothing, and remembers where it was told to go."""

    def __init__(self) -> None:
        self.dialled: list[str] = []

    async def connect_tcp(self, host: str, port: int, *rest: Any, **more: Any) -> httpcore2.AsyncNetworkStream:
        self.dialled.append(host)
        raise httpcore2.ConnectError("nobody listens there")


async def every_name_is_inside(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


async def every_name_is_public(host: str, port: int) -> list[str]:
    return ["93.184.215.14"]


def outcomes(urls: list[str], settings: Settings, resolve: Any) -> tuple[list[EffectError], list[str]]:
    """What came of each address, and where sockets were opened."""
    network = Recorded()

    async def run() -> list[EffectError]:
        found: list[EffectError] = []
        async with Transport(settings, dialer=Dialer(resolve=resolve), network=network) as web:
            for url in urls:
                try:
                    await web.send(WebRequest(url=url))
                except EffectError as error:
                    found.append(error)
        return found

    return asyncio.run(run()), network.dialled


@pytest.mark.fault(26, 29)
def test_no_spelling_of_an_inside_address_opens_a_socket(settings: Settings) -> None:
    assert len(set(VECTORS)) >= 300
    errors, dialled = outcomes(VECTORS, settings, every_name_is_inside)
    refused = [isinstance(error, UnsafeAddress) for error in errors]
    assert [url for url, ok in zip(VECTORS, refused, strict=True) if not ok] == []
    assert dialled == []


@pytest.mark.fault(26)
def test_an_address_that_only_looks_as_if_it_led_inside_goes_where_it_says(settings: Settings) -> None:
    urls = ["http://1.1.1.1#@127.0.0.1/", "http://1.1.1.1?@127.0.0.1/", "http://1.1.1.1/@127.0.0.1/"]
    assert outcomes(urls, settings, every_name_is_inside)[1] == ["1.1.1.1"] * 3


@pytest.mark.fault(26)
@pytest.mark.parametrize("address", INSIDE)
def test_every_spelling_is_refused_before_a_resolver_could_hide_it(settings: Settings, address: str) -> None:
    urls = [f"https://{host}:8443/x" for host in spellings(address)]
    errors, dialled = outcomes(urls, settings, every_name_is_public)
    assert all(isinstance(error, UnsafeAddress) for error in errors)
    assert len(errors) == len(urls)
    assert dialled == []


@pytest.mark.fault(27)
def test_a_name_that_changes_between_check_and_use_gains_nothing(settings: Settings) -> None:
    """The resolver alternates: whatever it says second must not be what is dialled."""
    answers = itertools.cycle([["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::1"]])

    async def rebinding(host: str, port: int) -> list[str]:
        return next(answers)

    errors, dialled = outcomes([f"http://r{i}.example.com/" for i in range(100)], settings, rebinding)
    assert [type(error) for error in errors[:4]] == [Unavailable, UnsafeAddress, UnsafeAddress, UnsafeAddress]
    assert dialled == ["93.184.215.14"] * 25


SITES = """
en.wikipedia.org de.wikipedia.org www.nature.com www.science.org arxiv.org export.arxiv.org pubmed.ncbi.nlm.nih.gov
eutils.ncbi.nlm.nih.gov api.openalex.org api.crossref.org doi.org www.bbc.co.uk www.gov.uk ec.europa.eu www.who.int
github.com raw.githubusercontent.com docs.python.org stackoverflow.com news.ycombinator.com www.lemonde.fr
www.zeit.de www.spiegel.de bücher.example.de münchen.de пример.рф президент.рф 例え.jp 中文.com ουτοπία.δπθ.gr
xn--bcher-kva.de home.cern local.gov.uk internal.revenue.gov localhost.run lan.party.com corp.example.com
my_bucket.s3.amazonaws.com a-b-c.example.museum t.co x.com 1password.com 3m.com 127.example.com 10.example.org
8.8.8.8 1.1.1.1 93.184.215.14 [2606:4700:4700::1111] [2001:4860:4860::8888] private.example.net www.onion.com
""".split()
PATHS = """
/ /a/b/c.html /wiki/Stra%C3%9Fenbaum /wiki/Straßenbaum /10.1038/s41586-020-2649-2 /abs/2101.00001v2 /x.pdf#page=3
/search?q=street+trees&page=2 /?a=1&a=2&b[]=3 /p;v=1.2?x=y;z /%7Euser/ /~user/ /a//b /@user/post-1 /a:b/c /(x)/[y]?{z}
/?u=http://127.0.0.1/ /?next=//localhost/ /a%20b /?q=100%25 /'quote'
""".split()


@pytest.mark.fault(26)
def test_ordinary_addresses_are_not_blocked(settings: Settings) -> None:
    combined = [f"{scheme}://{site}{path}" for scheme in ("https", "http") for site in SITES for path in PATHS]
    ported = [f"https://{site}:{port}/x" for site in SITES for port in (443, 8080, 8443, 3000)]
    urls = [*ported, *combined]
    assert len(set(urls)) >= 1_000
    # A socket that is asked for is an address that was let through; keep-alive plays no part, as none ever opens.
    errors, dialled = outcomes(urls, settings, every_name_is_public)
    blocked = [url for url, error in zip(urls, errors, strict=True) if isinstance(error, UnsafeAddress)]
    assert len(blocked) <= len(urls) // 100
    assert blocked == []
    assert len(dialled) == len(urls)


HOSTISH = st.one_of(
    st.sampled_from([*INSIDE, *V6_INSIDE, *NAMES, "example.com", "1.1.1.1"]),
    st.ip_addresses().map(str),
    st.ip_addresses(v=4).flatmap(lambda address: st.sampled_from(list(spellings(str(address))))),
    st.text("0123456789abcdefxX.:[]%@。．①０-", max_size=25),
)
URLISH = st.one_of(
    st.text(max_size=40),
    st.builds(
        "{}{}{}{}{}".format,
        st.sampled_from(["http://", "https://", "http:", "//", "HTTP:\\\\", "http://user@", "http://[", " http://"]),
        HOSTISH,
        st.sampled_from(["", "]", ":80", ".", "@1.1.1.1", "\\@1.1.1.1", "#", "?", "\t"]),
        st.sampled_from(["/", "", "/x"]),
        st.text(max_size=5),
    ),
)


@pytest.mark.fault(26, 27)
@given(url=URLISH, found=st.lists(st.ip_addresses().map(str), max_size=3))
def test_whatever_is_asked_only_public_addresses_are_dialled(url: str, found: list[str]) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return found

    nowhere = Settings(home=Path("/nonexistent"), database_url="sqlite://")
    _, dialled = outcomes([url], nowhere, resolve)
    assert all(map(is_public, dialled))
