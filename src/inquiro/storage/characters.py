"""Characters that not every database can hold: NUL and half of a surrogate pair.

Each becomes U+FFFD, one for one, so that the positions of quotes stay what they were; on every database alike.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_HALF = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return _UNSTORABLE.sub("\ufffd", text)
    return text.replace("\x00", "\ufffd")


def json_text(value: Any) -> str:
    """JSON writes NUL as an escape, so only halves of pairs have to go."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_whole(msgspec.to_builtins(value))).decode()


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list) else value
