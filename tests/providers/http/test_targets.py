"""Addresses are seen as what they are."""

from __future__ import annotations

import pytest
from ada_url import URL
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UnsafeAddress
from inquiro.providers.http.targets import Target, is_nearby_name, parse_target, plain_host, without_params


def test_an_ordinary_address_keeps_its_parts() -> None:
    target = parse_target("HTTPS://Exämple.COM:8443/a b/ü?q=1&r=ö#part")
    assert target == Target(
        scheme="https",
        host="xn--exmple-cua.com",
        port=8443,
        resource="/a%20b/%C3%BC?q=1&r=%C3%B6",
        url="https://xn--exmple-cua.com:8443/a%20b/%C3%BC?q=1&r=%C3%B6",
    )
    assert target.authority == "xn--exmple-cua.com:8443"


def test_the_usual_port_is_left_out() -> None:
    assert parse_target("http://example.com:80").url == "http://example.com/"
    assert parse_target("https://[2606:4700::1]/x").authority == "[2606:4700::1]"
    assert parse_target("http://[2606:4700::1]:81/x").url == "http://[2606:4700::1]:81/x"


@pytest.mark.fault(26)
@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://0177.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://127.1/", "127.0.0.1"),
        ("http://127.0.0.1./", "127.0.0.1"),
        ("http://１２７.０.０.１/", "127.0.0.1"),
        ("http://①②⑦.⓪.⓪.①/", "127.0.0.1"),
        ("http://127。0。0。1/", "127.0.0.1"),
        ("http://%31%32%37.0.0.1/", "127.0.0.1"),
        ("http://ⓛocalhost/", "localhost"),
        ("http://localhost./", "localhost"),
        ("http://[::ffff:7f00:1]/", "::ffff:7f00:1"),
        ("http://[0:0:0:0:0:0:0:1]/", "::1"),
        ("http:///example.com/", "example.com"),
        ("http://example.com./", "example.com"),
    ],
)
def test_disguises_fall_off(text: str, host: str) -> None:
    assert parse_target(text).host == host


@pytest.mark.fault(29)
@pytest.mark.parametrize(
    "scheme",
    "file data ftp gopher jar blob view-source javascript ws wss about chrome ldap dict sftp tftp unix http+unix "
    "netdoc mailto php expect phar ssh2 feed intent".split(),
)
def test_other_schemes_are_refused(scheme: str) -> None:
    for rest in ("//example.com/x", "///etc/passwd", "http://example.com/", "text/html,hello"):
        with pytest.raises(UnsafeAddress):
            parse_target(f"{scheme}:{rest}")


@pytest.mark.fault(26)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com",
        "//example.com/",
        "http://",
        "http://:80/",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://:password@example.com/",
        "http://127.0.0.1:6666\\@1.1.1.1/",
        "http://1.1.1.1\\@127.0.0.1/",
        "http:\\\\example.com/",
        "http://exam ple.com/",
        "http://example.com\t/",
        "http://exa\nmple.com/",
        "http://example.com/\r\nHost: evil",
        "http://example.com/\x00",
        "http://example.com\u2028/",
        "http://[example.com]/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::1/",
        "http://example.com:0/",
        "http://example.com:65536/",
        "http://example.com:80a/",
        "http://example..com/",
        "http://example.com../",
        "http://.example.com/",
        "http://" + "a" * 64 + ".com/",
        "http://" + "a." * 127 + "com/",
        "http://example.com/" + "x" * 8_000,
        "http://example.com/" + "ü" * 3_000,
        "http://1.2.3.4.5/",
        "http://256.256.256.256/",
        "http://0x100000000/",
        "http://exa%00mple.com/",
        "http://exa%2fmple.com/",
        "http://a<b.com/",
        "http://\ud800.com/",
    ],
)
def test_what_is_no_plain_web_address_is_refused(text: str) -> None:
    with pytest.raises(UnsafeAddress):
        parse_target(text)


def test_references_are_read_relative_to_a_page() -> None:
    base = parse_target("https://example.com/a/b?c=d")
    assert parse_target("../x?y", base).url == "https://example.com/x?y"
    assert parse_target("//other.org/z", base).url == "https://other.org/z"
    assert parse_target("?q=2", base).url == "https://example.com/a/b?q=2"
    with pytest.raises(UnsafeAddress):
        parse_target("/\\evil.com/", base)
    with pytest.raises(UnsafeAddress):
        parse_target("javascript:alert(1)", base)


def test_errors_do_not_repeat_the_address() -> None:
    with pytest.raises(UnsafeAddress) as caught:
        parse_target("http://me:hunter2@example.com/")
    assert "hunter2" not in str(caught.value)


def test_names_of_machines_nearby() -> None:
    assert all(
        map(is_nearby_name, "localhost intranet a.localhost printer.local x.internal r.home.arpa h.lan x.onion".split())
    )
    assert not any(map(is_nearby_name, "example.com arpa.net local.example.org home.cern".split()))


def test_hosts_on_their_own() -> None:
    assert plain_host("EXAMPLE.com.") == "example.com"
    assert plain_host("::1") == plain_host("[::1]") == "::1"
    assert plain_host("0x7f.1") == "127.0.0.1"
    for host in ("", "a/b", "a@b", "a:80", "a?b", "a#b", "a\\b", "[a]"):
        with pytest.raises(UnsafeAddress):
            plain_host(host)


def test_a_repeated_secret_parameter_is_taken_out() -> None:
    target = parse_target("https://example.com/x?a=1&key=s%20ecret&b=2")
    assert without_params(target, frozenset({("key", "s ecret")})).url == "https://example.com/x?a=1&b=2"
    assert without_params(target, frozenset({("key", "other")})) is target
    alone = parse_target("https://example.com/x?key=s")
    assert without_params(alone, frozenset({("key", "s")})).resource == "/x"


URLISH = st.one_of(
    st.text(max_size=60),
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["http://", "https://", "http:", "HTTP:/", "//", "ftp://", "http:\\\\"]),
        st.text("0123456789abcdefx.:[]@%\\/#?-_ \t①０。", max_size=30),
        st.sampled_from(["", "/", ":80/", "?q", "#f", "@1.1.1.1/"]),
        st.text(max_size=10),
    ),
)


@given(URLISH)
def test_whatever_the_text_a_target_is_stable_and_plain(text: str) -> None:
    try:
        target = parse_target(text)
    except UnsafeAddress:
        return
    assert parse_target(target.url) == target
    assert target.host == target.host.strip("[].").lower()
    assert target.host.isascii()
    assert target.resource.isascii()
    assert target.resource.startswith("/")
    assert not set(target.url) & set(" \t\r\n#")
    assert "\\" not in target.url.partition("?")[0]
    again = URL(target.url)
    assert again.hostname.strip("[]").removesuffix(".") == target.host
    assert not again.username
