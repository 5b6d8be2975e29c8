"""Secrets do not leave inside an address, a header or a body, however they are dressed up.

A page can talk a model into searching for, or fetching, an address that carries a key away: in the path, the query
or a DNS label. Keys travel in `credentials` and `secret_params` only; anything else that holds one is refused.
"""

from __future__ import annotations

import base64
import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import unquote

from inquiro.core.errors import UnsafeAddress
from inquiro.core.settings import Secret, Settings

_SHORTEST = 8  # shorter ones are in ordinary words
_PERCENT_LAYERS = 3
_SEPARATORS = re.compile(r"[^a-z0-9]+")


class Canaries:
    """Every disguise of every secret, ready to be looked for."""

    def __init__(self, secrets: Iterable[Secret]) -> None:
        folded = {_fold(form) for secret in secrets for form in _disguises(secret.reveal())}
        self._needles = tuple(needle for needle in folded if len(needle) >= _SHORTEST)

    @classmethod
    def of(cls, settings: Settings, extra: Iterable[Secret] = ()) -> Canaries:
        """The keys of the settings; an e-mail address is not one: services ask for it so as to reach a person."""
        keys = (secret for name, secret in settings.keys.items() if not name.upper().endswith("_EMAIL"))
        return cls((*keys, *extra))

    def refuse_in(self, url: str, headers: Mapping[str, str] | None = None, body: bytes | None = None) -> None:
        """Raises UnsafeAddress, without a word of what it found."""
        if not self._needles:
            return
        if self._found_in(url):
            raise UnsafeAddress("an address that carries one of your keys is refused")
        if any(self._found_in(f"{name}: {value}") for name, value in (headers or {}).items()):
            raise UnsafeAddress("a request that carries one of your keys in a header is refused")
        if body and self._found_in(body.decode("utf-8", "replace")):
            raise UnsafeAddress("a request that carries one of your keys in its body is refused")

    def _found_in(self, text: str) -> bool:
        for _ in range(_PERCENT_LAYERS):
            folded = _fold(text)
            if any(needle in folded for needle in self._needles):
                return True
            if (decoded := unquote(text)) == text:
                return False
            text = decoded
        return False


def _fold(text: str) -> str:
    """Letters and digits in lower case: labels, case, dashes and the two base64 alphabets then make no difference."""
    return _SEPARATORS.sub("", text.lower())


def _disguises(secret: str) -> Iterator[str]:
    raw = secret.encode()
    yield secret
    yield secret[::-1]
    yield codecs.encode(secret, "rot13")
    yield raw.hex()
    yield raw[::-1].hex()
    for data in (raw, raw[::-1]):
        yield from _aligned(data, base64.b64encode, bits=6)
        yield from _aligned(data, base64.b32encode, bits=5)


def _aligned(data: bytes, encode: Callable[[bytes], bytes], *, bits: int) -> Iterator[str]:
    """The part of an encoding that stays the same whatever stands before and after the secret."""
    for before in range(5 if bits == 5 else 3):
        encoded = encode(b"\0" * before + data).decode()
        first = -(-before * 8 // bits)
        last = (before + len(data)) * 8 // bits
        yield encoded[first:last]
