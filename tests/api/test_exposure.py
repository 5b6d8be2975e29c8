from __future__ import annotations

import asyncio
import os
import stat

import pytest

from inquiro.api.exposure import check_exposure, first_token, is_loopback
from inquiro.core.errors import NotConfigured
from inquiro.runtime import Runtime


@pytest.fixture
def runtime(settings):
    opened = Runtime.open(settings)
    yield opened
    opened.close()


def first(runtime):
    return asyncio.run(first_token(runtime.settings.home, runtime.tokens))


def holder(runtime, secret):
    return asyncio.run(runtime.tokens.holder(secret))


def test_the_first_start_makes_a_token_only_its_owner_can_read(runtime):
    file = first(runtime)
    assert file == runtime.settings.home / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = file.read_text().strip()
    assert len(secret) >= 4 + 43  # 256 bits
    assert holder(runtime, secret).scope == "admin"
    assert secret.encode() not in (runtime.settings.home / "inquiro.db").read_bytes()
    assert [path.name for path in runtime.settings.home.glob(".token*")] == []


def test_the_second_start_keeps_it(runtime):
    before = first(runtime).read_text()
    assert first(runtime).read_text() == before
    assert len(asyncio.run(runtime.tokens.all())) == 1


def test_a_file_that_others_can_read_is_refused(runtime):
    first(runtime).chmod(0o644)
    with pytest.raises(NotConfigured, match="chmod 600"):
        first(runtime)


def test_a_revoked_first_token_stays_revoked(runtime):
    secret = first(runtime).read_text().strip()
    asyncio.run(runtime.tokens.revoke(holder(runtime, secret).id))
    first(runtime)
    assert holder(runtime, secret) is None


def test_with_other_tokens_no_file_is_needed(runtime):
    asyncio.run(runtime.tokens.create("ann", "admin"))
    assert first(runtime) is None
    assert not (runtime.settings.home / "token").exists()


def test_of_two_that_start_at_once_one_wins(runtime, monkeypatch):
    real = os.link

    def beaten(source, target):
        target.write_text("inq_first\n")
        target.chmod(0o600)
        real(source, target)

    monkeypatch.setattr(os, "link", beaten)
    assert first(runtime).read_text() == "inq_first\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LocalHost"])
def test_loopback_needs_nothing(host):
    assert is_loopback(host)
    check_exposure(host, has_token=False, allow_remote=False, encrypted=False, proxied=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "box.example", "localhost.example"])
@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"has_token": False}, "tokens create"),
        ({"allow_remote": False}, "--allow-remote"),
        ({"encrypted": False}, "--tls-cert"),
    ],
)
def test_what_others_can_reach_needs_all_three(host, given, missing):
    enough = {"has_token": True, "allow_remote": True, "encrypted": True, "proxied": False}
    check_exposure(host, **enough)
    check_exposure(host, **{**enough, "encrypted": False, "proxied": True})
    with pytest.raises(NotConfigured, match=missing):
        check_exposure(host, **{**enough, **given})
