"""Bytes to characters: byte order mark, declared charset, UTF-8, UTF-16 without a mark, then windows-1252."""

from __future__ import annotations

import codecs
import re

from inquiro.readers._clean import clean

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SINGLE_BYTE = re.compile(r"(?i)(us-?ascii|ascii|latin|iso-?8859|windows-125|cp125|koi8|mac)[\w-]*")
_MULTI_BYTE = re.compile(r"(?i)(gb|big5|euc|shift|sjis|iso-2022|windows-(31j|874)|cp9|tis)[\w-]*")
_META_CHARSET = re.compile(rb"""(?i)<meta[^<>]{0,300}?charset\s*=\s*["']?\s*([\w:-]{2,40})""")
_XML_CHARSET = re.compile(rb"""(?i)^\s*<\?xml[^<>]{0,200}?encoding\s*=\s*["']([\w:-]{2,40})""")
_HEAD = 4096


def decode(data: bytes, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Clean text from bytes, with flags for what had to be guessed or removed."""
    raw, guessed = _characters(data, declared)
    text, found = clean(raw)
    return text, guessed + found


def declared_in_html(data: bytes) -> str | None:
    """The charset that a page declares about itself, if any."""
    head = data[:_HEAD]
    found = _XML_CHARSET.search(head) or _META_CHARSET.search(head)
    return found[1].decode("ascii") if found else None


def is_utf16(data: bytes) -> str | None:
    """UTF-16 without a mark betrays itself by zero bytes that all stand on one side of the pairs."""
    head = data[: _HEAD - _HEAD % 2]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < max(2, len(head) // 100) or min(even, odd) * 20 > max(even, odd):
        return None
    codec = "utf-16-be" if even > odd else "utf-16-le"
    return codec if _strict(data[: len(data) - len(data) % 2], codec) is not None else None


def transcode(data: bytes, charset: str) -> bytes:
    """UTF-8 with a mark, when the charset of an HTTP header fits; the same bytes when it does not."""
    if any(data.startswith(mark) for mark, _ in _MARKS):
        return data
    text = _as_declared(data, charset)
    return data if text is None else codecs.BOM_UTF8 + text.encode("utf-8", "ignore")


def _characters(data: bytes, declared: str | None) -> tuple[str, tuple[str, ...]]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), ()
    if codec := is_utf16(data) or "":
        return data.decode(codec, "replace"), (f"decoded as {codec}",)
    if declared and (text := _as_declared(data, declared)) is not None:
        return text, ()
    if (text := _strict(data, "utf-8")) is not None:
        return text, _contradiction(declared, data)
    return _undeclared(data)


def _as_declared(data: bytes, declared: str) -> str | None:
    """The declared charset, unless bytes prove it wrong: text that is valid UTF-8 is never Latin by chance."""
    if _SINGLE_BYTE.fullmatch(declared):
        if not data.isascii() and _strict(data, "utf-8") is not None:
            return None
        latin = re.fullmatch(r"(?i)(us-?)?ascii|latin-?1|iso-?8859-?1", declared)
        return _strict(data, "windows-1252" if latin else declared)
    return _strict(data, declared) if _MULTI_BYTE.fullmatch(declared) else None


def _contradiction(declared: str | None, data: bytes) -> tuple[str, ...]:
    if declared is None or data.isascii() or declared.lower().replace("-", "") in {"utf8", "unicode11utf8"}:
        return ()
    return (f"declared as {declared.lower()}, decoded as utf-8",)


def _undeclared(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Damaged UTF-8 while most of its long characters are intact, else the codec of old office files."""
    damaged = data.decode("utf-8", "replace")
    bad = damaged.count("\ufffd")
    if sum(not char.isascii() for char in damaged) > 5 * bad:
        return damaged, ("undecodable bytes replaced",)
    for codec in ("windows-1252", "latin-1"):
        if (text := _strict(data, codec)) is not None:
            return text, (f"decoded as {codec}",)
    raise AssertionError("latin-1 decodes every byte")


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeDecodeError, LookupError):
        return None
