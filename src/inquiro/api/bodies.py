"""What a request may carry: JSON, or a form of our own pages, of bounded size and depth, within a time."""

from __future__ import annotations

import asyncio
import re

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from inquiro.api.limits import Limits
from inquiro.api.refusal import Refused

READING = {"GET", "HEAD", "OPTIONS"}
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
# Strings are skipped whole, also one that never ends, so that the time is linear whatever comes.
_TOKEN = re.compile(rb'"(?:[^"\\]+|\\.)*+\\?(?:"|\Z)|(?P<open>[\[{])|(?P<close>[\]}])', re.DOTALL)


async def bounded(scope: Scope, receive: Receive, limits: Limits, *, forms: bool = False) -> Receive:
    """The same request with its body read and checked; a method that changes nothing has none."""
    if scope["method"] in READING:
        return receive
    headers = Headers(scope=scope)
    declared = headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > limits.body_bytes:
        raise _too_large(limits)
    body = await _read(receive, limits)
    kind = kind_of(headers)
    if forms and kind == FORM:
        return replayed(body, receive)
    if (body or "content-type" in headers) and kind != JSON:
        raise Refused(415, "send JSON, with Content-Type: application/json")
    if depth(body, limits.json_depth) > limits.json_depth:
        raise Refused(413, f"the JSON is nested deeper than {limits.json_depth} levels")
    return replayed(body, receive)


def kind_of(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def depth(body: bytes, enough: int) -> int:
    """How deep brackets nest outside strings; counting ends one past `enough`."""
    deepest = level = 0
    for found in _TOKEN.finditer(body):
        if found["open"]:
            level += 1
            deepest = max(deepest, level)
            if deepest > enough:
                break
        elif found["close"]:
            level -= 1
    return deepest


async def _read(receive: Receive, limits: Limits) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refused(400, "the request ended before its body")
                body += message.get("body", b"")
                if len(body) > limits.body_bytes:
                    raise _too_large(limits)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, f"the body did not arrive within {limits.body_seconds:g} seconds") from None


def _too_large(limits: Limits) -> Refused:
    return Refused(413, f"at most {limits.body_bytes:,} bytes are taken", {"Connection": "close"})


def replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
