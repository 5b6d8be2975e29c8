"""Ways to misbehave, as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Fault:
    """What happens instead of an answer; `kept` is the share of a stream's bytes that still arrives."""

    how: Literal["status", "cut", "nothing", "never", "garbage"]
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    kept: float = 1.0


def refuses(status: int, message: str = "no", *, code: str = "", retry_after: str = "") -> Fault:
    headers = {"retry-after": retry_after} if retry_after else {}
    body = json.dumps({"error": {"message": message, "type": code or "error", "code": code or None}}).encode()
    return Fault("status", status, headers, body)


def cuts_the_stream(kept: float = 0.5) -> Fault:
    """The connection is closed in the middle of the stream, wherever that may be in a word."""
    return Fault("cut", kept=kept)


def says_nothing() -> Fault:
    """A whole and successful answer without a word."""
    return Fault("nothing")


def never_answers() -> Fault:
    """The request is taken, and that is all."""
    return Fault("never")


def answers_garbage(body: bytes = b"<html>the proxy is tired \xff\xfe</html>") -> Fault:
    return Fault("garbage", body=body)
