"""The vault of a note that is researched, as its run sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from inquiro.core.notebook import Notebook
from inquiro.core.settings import Settings
from inquiro.core.types import NoteText, ResearchRequest, Written
from inquiro.vault.accepted_words import accept_words, accepted_words
from inquiro.vault.state import state_of

if TYPE_CHECKING:
    from inquiro.vault.index import VaultIndex


class VaultNotebook:
    """Reads, names and writes the notes of one vault."""

    def __init__(self, vault: Path, home: Path) -> None:
        self._vault = vault
        self._state = state_of(home, vault)

    def read(self, path: str) -> NoteText:
        from inquiro.vault.reading import read_note

        return read_note(self._vault, path)

    def accepted(self) -> tuple[str, ...]:
        return accepted_words(self._state)

    def accept(self, words: Sequence[str]) -> None:
        accept_words(self._state, words)

    def neighbours(self, path: str) -> tuple[str, ...]:
        return tuple(sorted({*self._index.links(path), *self._index.backlinks(path)}))

    def link(self, url: str) -> str:
        root = f"{self._vault.as_uri()}/"
        return self._index.link_to(unquote(url.removeprefix(root))) if url.startswith(root) else ""

    def write(self, note: NoteText, section: str, run_id: str, *, dry_run: bool = False) -> Written:
        from inquiro.vault.writing import write_section

        return write_section(
            self._vault, self._state, note.path, section, read_sha256=note.sha256, run_id=run_id, dry_run=dry_run
        )

    @cached_property
    def _index(self) -> VaultIndex:
        from inquiro.vault.index import VaultIndex

        return VaultIndex(self._vault, self._state)


def notebook_of(request: ResearchRequest, settings: Settings) -> Notebook | None:
    return VaultNotebook(Path(request.note.vault), settings.home) if request.note else None
