"""What a file of weights says of itself: a GGUF header, read within limits and never believed to be well-meant."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from inquiro.core.errors import ReadFailed

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # bytes of each plain kind of value
_WHOLE = {0: "<B", 2: "<H", 4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
_STRING, _ARRAY = 8, 9
_MOST_ENTRIES = 10_000
_MOST_ITEMS = 2_000_000  # of one list: vocabularies are long
_LONGEST = 10_000_000  # bytes of one string: chat templates are long
_MOST_CONTEXT = 100_000_000


def trained_context(path: Path) -> int | None:
    """How many tokens the model was made to read, where the file tells; raises ReadFailed for what is no GGUF."""
    try:
        with path.open("rb") as file:
            return _context(file)
    except (OSError, struct.error, UnicodeDecodeError, EOFError) as error:
        raise ReadFailed(f"{path.name} is not a whole GGUF file") from error


def _context(file: BinaryIO) -> int | None:
    if file.read(4) != _MAGIC:
        raise ReadFailed("its first bytes are not those of a GGUF file")
    if (version := _number(file, "<I")) not in _VERSIONS:
        raise ReadFailed(f"version {version} of GGUF is not known here")
    _number(file, "<Q")  # tensors
    architecture, lengths = "", dict[str, int]()
    for _ in range(min(_number(file, "<Q"), _MOST_ENTRIES)):
        key, kind = _text(file), _number(file, "<I")
        if key == "general.architecture" and kind == _STRING:
            architecture = _text(file)
        elif key.endswith(".context_length") and kind in _WHOLE:
            lengths[key] = _number(file, _WHOLE[kind])
        else:
            _skip(file, kind)
        if (found := lengths.get(f"{architecture}.context_length")) is not None:
            return found if 0 < found <= _MOST_CONTEXT else None
    return None


def _skip(file: BinaryIO, kind: int) -> None:
    if kind in _SIZES:
        _pass_over(file, _SIZES[kind])
    elif kind == _STRING:
        _pass_over(file, _length(file))
    elif kind == _ARRAY:
        inner, items = _number(file, "<I"), _number(file, "<Q")
        if items > _MOST_ITEMS or inner == _ARRAY:
            raise ReadFailed("a list in its header is too long or too deep to be meant")
        if inner in _SIZES:
            _pass_over(file, _SIZES[inner] * items)
        else:
            for _ in range(items):
                _skip(file, inner)
    else:
        raise ReadFailed("its header holds a value of an unknown kind")


def _pass_over(file: BinaryIO, size: int) -> None:
    """Reading, not seeking: past the end of a file a seek succeeds."""
    if len(file.read(size)) != size:
        raise EOFError


def _text(file: BinaryIO) -> str:
    size = _length(file)
    data = file.read(size)
    if len(data) != size:
        raise EOFError
    return data.decode("utf-8")


def _length(file: BinaryIO) -> int:
    if (size := _number(file, "<Q")) > _LONGEST:
        raise ReadFailed("a text in its header is too long to be meant")
    return size


def _number(file: BinaryIO, form: str) -> int:
    value: int = struct.unpack(form, file.read(struct.calcsize(form)))[0]
    return value
