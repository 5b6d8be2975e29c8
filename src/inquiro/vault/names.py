"""Which file of a vault a link means, by Obsidian's rules, and how a link to a file is written so that it comes back."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import normalize
from urllib.parse import quote

from inquiro.text.unseen import HIDDEN
from inquiro.vault.files import NOTE_SUFFIXES, folder_of, stem_of
from inquiro.vault.inert import inert_text

NOTE = NOTE_SUFFIXES[0]
# What ends or splits a wikilink, and what would be read as code, a comment, mathematics, a tag or a template in one.
_NOT_IN_WIKILINK = re.compile(
    rf"[#^\[\]|`$<>\\{{}}\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{HIDDEN}]|%%|==|^\s|\s$|\s/|/\s|\s\s"
)


def folded(text: str) -> str:
    """One spelling for what differs in case or in how its accents are composed."""
    return text.lower() if text.isascii() else normalize("NFC", normalize("NFC", text).lower())


class VaultNames:
    """The names of all files of a vault, notes and attachments; it follows additions and removals."""

    def __init__(self, entries: Iterable[tuple[str, Sequence[str]]] = ()) -> None:
        self._aliases: dict[str, tuple[str, ...]] = {}  # of every path
        self._by_path: dict[str, list[str]] = {}  # the keys of these three are folded
        self._by_name: dict[str, list[str]] = {}
        self._by_alias: dict[str, list[str]] = {}
        for path, aliases in entries:
            self.add(path, aliases)

    def __len__(self) -> int:
        return len(self._aliases)

    def __iter__(self) -> Iterator[str]:
        return iter(self._aliases)

    def __contains__(self, path: object) -> bool:
        return path in self._aliases

    def add(self, path: str, aliases: Sequence[str] = ()) -> None:
        """A file, or one that is known already with the aliases that it has now."""
        if path in self._aliases:
            self.discard(path)
        self._aliases[path] = tuple(aliases)
        key = folded(path)
        self._by_path.setdefault(key, []).append(path)
        self._by_name.setdefault(key.rpartition("/")[2], []).append(path)
        for alias in aliases:
            self._by_alias.setdefault(folded(alias), []).append(path)

    def discard(self, path: str) -> None:
        if path not in self._aliases:
            return
        key = folded(path)
        _drop(self._by_path, key, path)
        _drop(self._by_name, key.rpartition("/")[2], path)
        for alias in self._aliases.pop(path):
            _drop(self._by_alias, folded(alias), path)

    def aliases(self, path: str) -> tuple[str, ...]:
        return self._aliases.get(path, ())

    def with_alias(self, alias: str) -> list[str]:
        """Notes that call themselves so. No link resolves by an alias; a person may mean one."""
        return sorted(set(self._by_alias.get(folded(alias.strip()), ())))

    def spelled_alike(self, path: str) -> list[str]:
        """Every file whose path differs from this one at most in case and composition, itself included."""
        return sorted(self._by_path.get(folded(path), ()))

    def ending_in(self, tail: str) -> list[str]:
        """Files whose path ends so, by whole names; a note also without its suffix."""
        key = folded(tail)
        name = key.rpartition("/")[2]
        for written, last in ((key, name), (key + NOTE, name + NOTE)):
            found = [p for p in self._by_name.get(last, ()) if _ends(folded(p), written)]
            if found:
                return found
        return []

    def resolve(self, target: str, source: str = "") -> str | None:
        """The file that a link in `source` means: from the root, relative to it, or by the end of its path."""
        found = self._resolve(target, source)
        if found is None and "#" in target:  # a heading or a block of it
            return self._resolve(target.partition("#")[0], source)
        return found

    def _resolve(self, target: str, source: str) -> str | None:
        if not target.strip():
            return source if source in self._aliases else None
        if {".", ".."} & set(target.split("/")):
            # Steps above the vault's own folder stay in it: Obsidian follows such links, and real vaults have them.
            return self._exact(posixpath.normpath(f"/{folder_of(source)}{target}")[1:])
        if target.startswith("/"):
            return self._exact(target[1:])
        for written in dict.fromkeys((target, target.strip())):
            found = self._exact(written) or self._nearest(self.ending_in(written), written, source)
            if found:
                return found
        return None

    def _exact(self, path: str) -> str | None:
        for written in (path, path + NOTE):
            if written in self._aliases:
                return written
        for written in (path, path + NOTE):
            if found := self._by_path.get(folded(written)):
                return min(found)
        return None

    def _nearest(self, found: list[str], target: str, source: str) -> str | None:
        """In the folder of the source or below, then the shortest path, then the one spelled as it is written."""
        if len(found) < 2:
            return found[0] if found else None
        folder = folder_of(source)
        return min(found, key=lambda p: (not p.startswith(folder), len(p), not p.endswith((target, target + NOTE)), p))

    def link_to(self, path: str, source: str = "") -> str:
        """A link in `source` that leads to exactly this file: by its name where that is enough, else by its path."""
        name = path.rpartition("/")[2]
        short, is_only = stem_of(path), len(self._by_name.get(folded(name), ())) < 2
        inside = folder_of(path)
        candidates = ([short, name] if is_only else []) + [inside + short, path]
        for written in candidates:
            if not _NOT_IN_WIKILINK.search(written) and self.resolve(written, source) == path:
                return f"[[{written}]]"
        root = "" if self.resolve(path, source) == path else "/"  # so that nothing nearer can take its place
        return f"[{inert_text(short) or 'note'}]({root}{quote(path, errors='surrogateescape')})"


def _ends(path: str, tail: str) -> bool:
    return path == tail or path.endswith("/" + tail)


def _drop(index: dict[str, list[str]], key: str, path: str) -> None:
    found = index.get(key, [])
    if path in found:
        found.remove(path)
    if not found:
        index.pop(key, None)
