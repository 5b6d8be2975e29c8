"""The one way to turn JSON, TOML, MessagePack or plain values into a typed value, safe in any thread.

msgspec works out what a class expects at its first use and keeps that on the class; two threads that do it at once
read a half-made table, which ends the whole process. Here the first use of a type happens under a lock.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_LOCK = threading.Lock()
_PREPARED: set[Any] = set()


@overload
def prepared(type_: type[T]) -> type[T]: ...
@overload
def prepared(type_: Any) -> Any: ...
def prepared(type_: Any) -> Any:
    """The same type, with everything that it and the types in it need for decoding worked out."""
    if type_ not in _PREPARED:
        with _LOCK:
            msgspec.json.Decoder(type_)
            _PREPARED.add(type_)
    return type_


@overload
def convert(value: Any, type_: type[T], *, strict: bool = True, from_attributes: bool = False) -> T: ...
@overload
def convert(value: Any, type_: Any, *, strict: bool = True, from_attributes: bool = False) -> Any: ...
def convert(value: Any, type_: Any, *, strict: bool = True, from_attributes: bool = False) -> Any:
    """Plain values (or an object's attributes) as a typed value; raises msgspec.ValidationError."""
    return msgspec.convert(value, prepared(type_), strict=strict, from_attributes=from_attributes)


@overload
def from_json(data: bytes | str, type_: type[T]) -> T: ...
@overload
def from_json(data: bytes | str, type_: Any) -> Any: ...
def from_json(data: bytes | str, type_: Any) -> Any:
    """JSON as a typed value; raises msgspec.DecodeError, or UnicodeDecodeError."""
    return msgspec.json.decode(data, type=prepared(type_))


@overload
def from_toml(data: bytes | str, type_: type[T]) -> T: ...
@overload
def from_toml(data: bytes | str, type_: Any) -> Any: ...
def from_toml(data: bytes | str, type_: Any) -> Any:
    """TOML as a typed value; raises msgspec.DecodeError."""
    return msgspec.toml.decode(data, type=prepared(type_))


@overload
def from_msgpack(data: bytes, type_: type[T]) -> T: ...
@overload
def from_msgpack(data: bytes, type_: Any) -> Any: ...
def from_msgpack(data: bytes, type_: Any) -> Any:
    """MessagePack as a typed value; raises msgspec.DecodeError."""
    return msgspec.msgpack.decode(data, type=prepared(type_))
