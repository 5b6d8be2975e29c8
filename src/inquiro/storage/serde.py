"""Checkpoint values as plain typed JSON: nothing is imported or executed when one is read.

JSON's own types stand for themselves. Everything else is an object with one key that starts with `$`; a real
dict that could be mistaken for one, or whose keys are not all text, is written as `$dict` pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
from langgraph.types import Command, Interrupt, Send

from inquiro.core.errors import StoreCorrupt
from inquiro.storage.characters import json_text

FORMAT = "json"
_INT64 = range(-(2**63), 2**63)


class PlainJson:
    """LangGraph's serializer protocol over `dumps` and `loads`."""

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        return FORMAT, dumps(obj).encode()

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        if data[0] != FORMAT:
            raise StoreCorrupt(f"a checkpoint value has the unknown format '{data[0]}'")
        return loads(data[1])


def dumps(value: Any) -> str:
    return json_text(_tagged(value))


def loads(text: str | bytes) -> Any:
    return _plain(msgspec.json.decode(text))


def _tagged(value: Any) -> Any:
    # Exact types only: a subclass would come back as something else than it was.
    if value is None or type(value) in (bool, str):
        return value
    if isinstance(value, BaseException):
        return repr(value)  # LangGraph only shows a stored error, it never raises it again
    if (encode := _ENCODERS.get(type(value))) is not None:
        return encode(value)
    raise TypeError(
        f"a checkpoint holds only plain JSON values, not {type(value).__module__}.{type(value).__qualname__}: "
        "keep it in the store and its id in the state"
    )


def _from_dict(value: dict[Any, Any]) -> Any:
    if all(type(key) is str for key in value) and not any(key.startswith("$") for key in value):
        return {key: _tagged(item) for key, item in value.items()}
    return {"$dict": [[_tagged(key), _tagged(item)] for key, item in value.items()]}


def _from_send(send: Send) -> Any:
    if send.timeout is not None:
        raise TypeError("a Send with a timeout of its own cannot be kept in a checkpoint")
    return {"$send": [send.node, _tagged(send.arg)]}


_ENCODERS: dict[type, Callable[[Any], Any]] = {
    int: lambda value: value if value in _INT64 else {"$int": str(value)},
    float: lambda value: value if math.isfinite(value) else {"$float": repr(value)},
    list: lambda value: [_tagged(item) for item in value],
    tuple: lambda value: {"$tuple": [_tagged(item) for item in value]},
    dict: _from_dict,
    Send: _from_send,
    Interrupt: lambda it: {"$interrupt": [_tagged(it.value), it.id, _tagged(it.response_schema)]},
    Command: lambda it: {"$command": [it.graph, _tagged(it.update), _tagged(it.resume), _tagged(it.goto)]},
}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    tag = next((key for key in value if key.startswith("$")), None)
    if tag is None:
        return {key: _plain(item) for key, item in value.items()}
    if tag not in _DECODERS or len(value) != 1:
        raise StoreCorrupt(f"a checkpoint value has the unknown type '{tag}'")
    return _DECODERS[tag](value[tag])


def _to_interrupt(parts: list[Any]) -> Interrupt[Any]:
    value, interrupt_id, schema = parts
    return Interrupt(_plain(value), interrupt_id, response_schema=_plain(schema))


def _to_command(parts: list[Any]) -> Command[Any]:
    graph, update, resume, goto = parts
    return Command(graph=graph, update=_plain(update), resume=_plain(resume), goto=_plain(goto))


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "$int": int,
    "$float": float,
    "$tuple": lambda items: tuple(_plain(item) for item in items),
    "$dict": lambda pairs: {_plain(key): _plain(item) for key, item in pairs},
    "$send": lambda parts: Send(parts[0], _plain(parts[1])),
    "$interrupt": _to_interrupt,
    "$command": _to_command,
}
