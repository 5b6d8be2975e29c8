"""Bytes to text with positions; a module in this folder is a reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from inquiro.core.errors import ReadFailed
from inquiro.core.protocols import Reader
from inquiro.core.registry import Registry
from inquiro.core.types import ReadText
from inquiro.readers._decode import transcode
from inquiro.readers._sniff import looks_like_xml, sniff

registry: Registry[Reader] = Registry("reader", "inquiro.readers", "inquiro.readers")

_VAGUE = {"", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-download"}
_BY_KIND = {"html": "html", "pdf": "pdf", "docx": "docx", "xlsx": "xlsx", "text": "plain"}


def read(data: bytes, name: str, media_type: str | None = None) -> ReadText:
    """Read a document by its media type or suffix; raises ReadFailed when the bytes are something else."""
    declared, _, parameters = (media_type or "").partition(";")
    reader = _reader_for(data, name, declared.strip().lower())
    charset = parameters.partition("charset=")[2].split(";")[0].strip(" \"'")
    if charset and sniff(data).kind in {"text", "html"}:
        data = transcode(data, charset)
    return reader.read(data, name)


def supported_suffixes() -> frozenset[str]:
    """Every file suffix that some reader takes."""
    return frozenset(suffix for reader in _readers() for suffix in reader.suffixes)


@cache
def _readers() -> tuple[Reader, ...]:
    return tuple(registry.usable(name=str, suffixes=tuple, media_types=tuple, read=Callable).values())


def _reader_for(data: bytes, name: str, media_type: str) -> Reader:
    """A telling media type first, then the suffix, then what the bytes look like."""
    suffix = PurePosixPath(urlsplit(name).path if "://" in name else name).suffix.lower()
    by_type = next((reader for reader in _readers() if _takes(reader, media_type)), None)
    by_suffix = next((reader for reader in _readers() if suffix in reader.suffixes), None)
    chosen = (by_suffix or by_type) if media_type in _VAGUE else by_type
    if chosen:
        return _by_content(data, name) if chosen.name == "xml" and sniff(data).kind == "html" else chosen
    if media_type not in _VAGUE or (suffix and not media_type):
        raise ReadFailed(
            f"{name}: no reader for {media_type or suffix}; known: {', '.join(sorted(supported_suffixes()))}"
        )
    return _by_content(data, name)


def _takes(reader: Reader, media_type: str) -> bool:
    """Every `+xml` type is XML of some kind; XHTML has a reader that names it."""
    any_xml = reader.name == "xml" and media_type.endswith("+xml") and media_type != "application/xhtml+xml"
    return media_type in reader.media_types or any_xml


def _by_content(data: bytes, name: str) -> Reader:
    found = sniff(data)
    if found.kind not in _BY_KIND:
        raise ReadFailed(f"{name} is {found.label}" + (", which no reader takes" if data else ""))
    wanted = "xml" if found.kind == "text" and looks_like_xml(data) else _BY_KIND[found.kind]
    return next(reader for reader in _readers() if reader.name == wanted)
