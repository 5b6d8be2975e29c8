"""How much one server takes on; tests make these small."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    body_bytes: int = 1_000_000
    body_seconds: float = 15.0
    json_depth: int = 20
    header_bytes: int = 16_384
    header_seconds: float = 10.0
    connections: int = 400
    streams: int = 200  # of the connections: event streams and WebSockets
    waiting_runs: int = 1_000
    page: int = 100  # events that are held in memory for one listener
    poll_seconds: float = 0.2
    quiet_seconds: float = 15.0  # then a keep-alive
    send_seconds: float = 20.0  # a listener that takes nothing for so long is let go
    farewell_seconds: float = 5.0
