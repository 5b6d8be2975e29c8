"""Which notes stay to themselves: by their front matter, a tag, or the file `.inquiroignore` of the vault."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import regex

from inquiro.core.types import Json
from inquiro.vault.properties import text_in

IGNORE_FILE = ".inquiroignore"
Secrecy = Literal["", "private", "never"]  # private: it names no other and nothing of it leaves; never: as if not there
_LARGEST = 100_000  # bytes
_YES = frozenset("true yes on 1 ja oui sí si sim vero".split())
_NEVER = frozenset("never no off false 0 nie nein jamais non nunca mai nooit".split())
_TAG = "tag:"
PRIVATE_TAGS = frozenset(
    """private confidential secret nsfw privat vertraulich geheim privé privée confidentiel secret privado privada confidencial
    secreto privato privata riservato segreto vertrouwelijk geheim segredo 非公開 機密 秘密 私密 机密""".split()
)


class Rules(NamedTuple):
    """The lines of an ignore file: paths, the last that fits decides, and tags."""

    paths: tuple[tuple[regex.Pattern[str], bool], ...] = ()  # whether it takes notes back in
    tags: frozenset[str] = frozenset()

    def ignore(self, path: str, tags: Iterable[str] = ()) -> bool:
        ignored = False
        for pattern, back in self.paths:
            if pattern.match(path):
                ignored = not back
        return ignored or any(_is_below(tag, self.tags) for tag in tags)


def secrecy_of(properties: Json, tags: Iterable[str]) -> Secrecy:
    """What a note says of itself: `inquiro: never`, `private: true`, or a tag such as #private."""
    if text_in(properties, "inquiro").lower() in _NEVER:
        return "never"
    if text_in(properties, "inquiro").lower() == "private" or text_in(properties, "private").lower() in _YES:
        return "private"
    return "private" if any(_is_below(tag, PRIVATE_TAGS) for tag in tags) else ""


def rules_of(vault: Path) -> Rules:
    """Read anew each time it changes; none where there is no such file, or it is no text."""
    file = vault / IGNORE_FILE
    try:
        stamp = file.stat()
        if file.is_symlink() or stamp.st_size > _LARGEST:
            return Rules()
        return _read(file, stamp.st_mtime_ns, stamp.st_size)
    except OSError:
        return Rules()


def parse_rules(text: str) -> Rules:
    lines = [line.strip() for line in text.splitlines()]
    used = [line for line in lines if line and not line.startswith("#")]
    tags = frozenset(line[len(_TAG) :].strip().lstrip("#").casefold() for line in used if line.lower().startswith(_TAG))
    paths = [line for line in used if not line.lower().startswith(_TAG)]
    return Rules(tuple((_pattern(line.removeprefix("!")), line.startswith("!")) for line in paths), tags)


@lru_cache(maxsize=8)
def _read(file: Path, _mtime: int, _size: int) -> Rules:
    return parse_rules(file.read_text("utf-8-sig", errors="replace"))


def _pattern(line: str) -> regex.Pattern[str]:
    """As git reads it: a slash at the end is a folder, one before it ties to the vault's root, `**` is any folders."""
    folder = line.endswith("/")
    bare = line.strip("/")
    rooted = "/" in line.rstrip("/")
    made = "".join(_piece(part) for part in regex.findall(r"\*\*/|\*\*|\*|\?|[^*?]+", bare))
    return regex.compile(f"{'' if rooted else '(?:.*/)?'}{made}{'/.*' if folder else '(?:/.*)?'}\\Z", regex.IGNORECASE)


def _piece(part: str) -> str:
    return {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(part) or regex.escape(part)


def _is_below(tag: str, known: frozenset[str]) -> bool:
    """`diary/2026` is below `diary`."""
    return tag.lstrip("#").casefold().partition("/")[0] in known or tag.lstrip("#").casefold() in known
