"""A secret as it may travel: turned round, encoded or shifted, all of it as bare letters and digits."""

from __future__ import annotations

import base64
import binascii
import codecs
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

import regex

from inquiro.retrieval.words import fold

SHORTEST = 4  # characters; of less a disguise cannot be told from chance
_OTHER = regex.compile(r"[^\p{L}\p{Nd}]+")
_LEET = str.maketrans("013457@$!", "oleastasi")
_BASE64 = regex.compile(r"[A-Za-z0-9+/_-]{6,}={0,2}")
_HEX = regex.compile(r"(?:[0-9a-fA-F]{2}){4,}")
_BASE32 = regex.compile(r"[A-Za-z2-7]{8,}=*")
_PRINTABLE = regex.compile(r"[\p{L}\p{Nd}\p{P}\p{S} ]+")


@lru_cache(maxsize=65_536)
def squeezed(text: str) -> str:
    """Letters and digits alone, in one case, without accents."""
    plain = unicodedata.normalize("NFKC", text)
    return fold(_OTHER.sub("", plain)) if plain.isascii() else _OTHER.sub("", fold(plain))


def encodings(secret: str) -> Iterator[str]:
    """What is left of its encodings where case is lost; with it they can be read."""
    for form in {secret, secret.lower(), secret.upper(), secret.title(), secret[::-1]}:
        raw = form.encode(errors="replace")
        yield raw.hex()
        yield squeezed(base64.b64encode(raw).decode())
        yield squeezed(base64.b32encode(raw).decode())


def disguises(secret: str) -> Iterator[str]:
    """Squeezed forms of a secret, its own first."""
    plain = squeezed(secret)
    if len(plain) < SHORTEST:
        return
    yield plain
    yield plain[::-1]
    yield squeezed(codecs.encode(plain, "rot13"))
    yield plain.translate(_LEET)
    for form in {secret, plain}:
        yield from encodings(form)


def unveiled(text: str) -> Iterator[str]:
    """What a text says once it is decoded, squeezed; itself first."""
    plain = unquoted(text)
    yield squeezed(plain)
    for pattern, decode in ((_HEX, bytes.fromhex), (_BASE64, _base64), (_BASE32, _base32)):
        if pattern.fullmatch(plain):
            try:
                said = decode(plain).decode()
            except (ValueError, binascii.Error):
                continue
            if _PRINTABLE.fullmatch(said):
                yield squeezed(said)


def unquoted(text: str) -> str:
    for _ in range(2):
        text = unquote(text)
    return text


def _base64(text: str) -> bytes:
    bare = text.rstrip("=").translate(str.maketrans("-_", "+/"))
    return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)


def _base32(text: str) -> bytes:
    bare = text.rstrip("=").upper()
    return base64.b32decode(bare + "=" * (-len(bare) % 8))
