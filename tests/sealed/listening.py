"""What the audit events of a process say: whom it looked up, and whom it dialled."""

from __future__ import annotations

import ipaddress
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

AUDIT = Path(__file__).with_name("audit")
LOOKED_UP = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


@dataclass(frozen=True)
class Seen:
    """One event; a Unix socket has no port."""

    event: str
    host: str
    port: int | None

    @property
    def at_home(self) -> bool:
        """On this machine: a loopback address or its name, no address at all, or a Unix socket."""
        if self.port is None and self.event not in LOOKED_UP:
            return True
        if self.host in {"localhost", ""}:
            return True
        try:
            return ipaddress.ip_address(self.host.partition("%")[0]).is_loopback
        except ValueError:
            return False


def by_audit(record: Path) -> dict[str, str]:
    """The variables that make a Python process, and every one that it starts with them, keep the record."""
    return {"PYTHONPATH": str(AUDIT), "INQUIRO_TEST_RECORD": str(record)}


def listened_to(record: Path) -> list[Seen]:
    lines = record.read_text("utf-8").splitlines() if record.exists() else []
    return [_seen(*json.loads(line)) for line in lines]


def _seen(event: str, *about: Any) -> Seen:
    if event in LOOKED_UP:
        return Seen(event, str(about[0] or ""), int(about[1]) if len(about) > 1 and str(about[1]).isdigit() else None)
    address = about[0] if about else None
    if isinstance(address, list):
        return Seen(event, str(address[0]), int(address[1]))
    return Seen(event, str(address), None)
