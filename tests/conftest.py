"""What every test gets: no network, a data directory of its own, a clean environment."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci-large", max_examples=1_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


class NetworkForbidden(RuntimeError):
    """A test tried to leave the machine; not an OSError, so that nothing takes it for an outage."""


def _require_loopback(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
    try:
        local = ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        local = name == "localhost"
    if not local:
        raise NetworkForbidden(f"tests may not reach '{name}': use a loopback server or a shipped double")


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Only loopback and Unix sockets, name resolution included, for threads and asyncio too."""

    def guarded(original: Any) -> Any:
        def call(self: socket.socket, *args: Any) -> Any:
            if isinstance(args[-1], tuple):  # an internet address; a Unix socket's is a path
                _require_loopback(args[-1][0])
            return original(self, *args)

        return call

    def resolving(original: Any) -> Any:
        def call(host: Any, *args: Any, **kwargs: Any) -> Any:
            _require_loopback(host)
            return original(host, *args, **kwargs)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
        for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
            patch.setattr(socket, name, resolving(getattr(socket, name)))
        yield


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nobody's keys, tracing or data directory."""
    for name in list(os.environ):
        if name.startswith(("INQUIRO_", "LANGSMITH_", "LANGCHAIN_")) or name.endswith(("_API_KEY", "UNPAYWALL_EMAIL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Recorded data sets beside the checkout; not everyone has them."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return folder
