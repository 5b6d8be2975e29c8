"""Which page a `<source>` means, if it is one that was retrieved; whatever else it says is never shown."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from inquiro.core.identity import canonical_url
from inquiro.engine.modes.markup import entities_read

_LONGEST = 4_096  # of an address
_READ = 20_000  # of a source: it holds an address, not a page
_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_NEXT_ADDRESS = re.compile(r"[,;|]+(?=https?://)|\]\(<?(?=https?://)", re.IGNORECASE)
_ID = re.compile(r"e\d{1,9}")
_AROUND_IDS = re.compile(r"[\s,;:&|#*_`'\"()\[\]<>.]+|\b(?:evidence|sources?|ids?|urls?|and)\b", re.IGNORECASE)
_AFTER = ".,;:!?'\"*_`"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


class Accepted:
    """The ids and addresses that may be a source, and the address that is shown for each; made once for many items."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._names = dict(sources)
        self._pages: dict[str, str] = {}
        for name, shown in sources.items():
            if _is_address(name):
                self._pages.setdefault(canonical_url(name), shown)

    def shown(self, source: str) -> str | None:
        """The address of the first id or page in it that was retrieved."""
        for name in _names(source):
            if name in self._names:
                return self._names[name]
            if _is_address(name) and (shown := self._pages.get(canonical_url(name))) is not None:
                return shown
        return None


def accepted(source: str, sources: Mapping[str, str]) -> str | None:
    """For one source; for many, make an `Accepted`."""
    return Accepted(sources).shown(source)


def any_address(source: str) -> str | None:
    """The first web address or evidence id in it: where nobody knows what was retrieved."""
    text = source[:_READ].strip()
    names = (text, *_ids(text), *(_without_end(part) for one in _addresses(text) for part in _NEXT_ADDRESS.split(one)))
    return next((name for name in names if _ID.fullmatch(name) or _is_address(name)), None)


def _names(source: str) -> Iterator[str]:
    """Everything it may mean: as a whole, its ids, its addresses as they are written and without what follows them."""
    text = source[:_READ].strip()
    yield text
    yield from _ids(text)
    for address in _addresses(text):
        for part in dict.fromkeys((address, *_NEXT_ADDRESS.split(address))):
            yield part
            yield _without_end(part)


def _ids(text: str) -> list[str]:
    """Where nothing but ids stands beside the addresses: an `e12` in a sentence may mean anything."""
    words = _AROUND_IDS.sub(" ", _ADDRESS.sub(" ", text)).split()
    return words if len(words) == 1 or all(_ID.fullmatch(word) for word in words) else []


def _addresses(text: str) -> list[str]:
    return _ADDRESS.findall(entities_read(text))


def _without_end(address: str) -> str:
    """Without the punctuation around it; a bracket that it opened itself is its own."""
    counts, end = Counter(address), len(address)
    while end:
        last = address[end - 1]
        if last in _BRACKETS and counts[last] > counts[_BRACKETS[last]]:
            counts[last] -= 1
        elif last not in _AFTER:
            break
        end -= 1
    return address[:end]


def _is_address(name: str) -> bool:
    if len(name) > _LONGEST or not _ADDRESS.fullmatch(name):
        return False
    try:
        host = urlsplit(name).hostname or ""
    except ValueError:
        return False
    seen = all(unicodedata.category(character)[0] != "C" for character in name)
    return seen and any(character.isalnum() for character in host) and ".." not in host
