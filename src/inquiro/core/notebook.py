"""The seam between a run and the vault of the note it researches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from inquiro.core.types import NoteText, Written


class Notebook(Protocol):
    """One vault, as the workflow of a note sees it; everything here happens on this machine."""

    def read(self, path: str) -> NoteText:
        """The note a person means by `path`, its embeds expanded; UsageError where there is none, or several."""

    def accepted(self) -> tuple[str, ...]:
        """Words that a person lets leave whenever a note of this vault holds them."""

    def accept(self, words: Sequence[str]) -> None:
        """From now on these are among them."""

    def neighbours(self, path: str) -> tuple[str, ...]:
        """The notes that a note links to, and those that link to it; known once the vault is indexed."""

    def link(self, url: str) -> str:
        """A wikilink to a note of the vault by its address, or "" for anything else."""

    def write(self, note: NoteText, section: str, run_id: str, *, dry_run: bool = False) -> Written:
        """Put the section into the note as it is now; the reader's own edits stay."""
