"""The hash that a decision is bound to: SHA-256 over a payload's canonical JSON.

Keys are sorted and texts stand exactly as they are, neither normalised nor trimmed. Numbers count by value, as in
JSON: 1, 1.0 and 1e0 are one number, and `true` is none. A field of ours that has its default is left out, so that a
later Inquiro with more fields still finds the same hash. What no database keeps (half a surrogate pair, a number that
is not finite) counts as what is kept in its place.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any
from uuid import uuid4

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.types import Payload, PrivacyMode, Review, ReviewKind, Value
from inquiro.core.types.reviews import SHORT_HASH

_HALF = re.compile("[\ud800-\udfff]")


def payload_hash(payload: Payload) -> str:
    return sha256(canonical(payload)).hexdigest()


def canonical(value: Any) -> bytes:
    """Equal for values that are equal as JSON, different for all others."""
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def short_hash(full: str) -> str:
    """What a reviewer reads and types."""
    return full[:SHORT_HASH]


def is_hash_of(seen: str, full: str) -> bool:
    """Whether somebody who saw this hash, or at least its short form, saw the payload with the full one."""
    return len(seen.strip()) >= SHORT_HASH and full.startswith(seen.strip().lower())


def as_kept(payload: Payload) -> Payload:
    """The payload exactly as it comes back from any database."""
    return convert(_decoded(msgspec.to_builtins(payload, str_keys=True)), Payload)


def new_review(
    payload: Payload,
    *,
    kind: ReviewKind,
    title: str,
    review_id: str = "",
    session_id: str = "",
    run_id: str = "",
    privacy: PrivacyMode | None = None,
    org_id: str = "local",
    created_at: datetime | None = None,
) -> Review:
    """A review that can be proposed, bound to its payload's hash."""
    kept = as_kept(payload)
    return Review(
        id=review_id or str(uuid4()),
        kind=kind,
        title=title,
        payload=kept,
        payload_hash=payload_hash(kept),
        session_id=session_id,
        run_id=run_id,
        privacy=privacy,
        org_id=org_id,
        created_at=created_at,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Value):
        return {name: _plain(field) for name, field in _told(value)}
    if isinstance(value, dict):
        return {_text(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return _number(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return _plain(msgspec.to_builtins(value, str_keys=True))


def _told(value: Value) -> Iterator[tuple[str, Any]]:
    for name, default in _defaults(type(value)):
        field = getattr(value, name)
        if type(field) is not type(default) or field != default:
            yield name, field


@cache
def _defaults(kind: type[Value]) -> tuple[tuple[str, Any], ...]:
    fields = msgspec.structs.fields(kind)
    made = [(it.name, it.default if it.default_factory is msgspec.NODEFAULT else it.default_factory()) for it in fields]
    return tuple(made)


def _text(value: Any) -> str:
    return _HALF.sub("\ufffd", value) if isinstance(value, str) else str(value)


def _number(value: float) -> float | int | None:
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() else value


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return {_text(key): _decoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_decoded(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
