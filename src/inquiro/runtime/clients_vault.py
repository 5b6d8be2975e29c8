"""What the clients of a server may ask of a vault: of its operator's alone, and without a word of where that lies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec

from inquiro.core.errors import NotConfigured, NoteNotFound, StoreBusy, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import (
    FoundNote,
    NoteDepth,
    NoteFilter,
    NotePart,
    NotePreview,
    ResearchRequest,
    SearchMode,
    Written,
)
from inquiro.core.types.notes import RelatedNotes, VaultName
from inquiro.runtime.notes import note_request, place_of, preview_note, undo_note
from inquiro.runtime.runtime import Runtime
from inquiro.vault.reading import read_note
from inquiro.vault.state import state_of

PATIENCE, PAUSE = 10.0, 0.1  # seconds
LONGEST_PART = 10_000  # characters of a note, unless more are asked for


def clients_request(
    settings: Settings, path: str, depth: NoteDepth, focus: str | None, **options: Any
) -> ResearchRequest:
    """The request for a note; one that is not there is refused before a run is started."""
    vault = _operators(settings)
    with _unlocated(vault):
        return note_request(path, depth, focus, vault=vault, settings=settings, **options)


def clients_preview(settings: Settings, path: str, focus: str | None) -> NotePreview:
    """What of a note would leave; for the person before whom it is put."""
    vault = _operators(settings)
    with _unlocated(vault):
        return preview_note(settings, path, focus, vault)


def clients_search(
    settings: Settings, query: str, mode: SearchMode, n_results: int, narrowed: NoteFilter | None = None
) -> list[FoundNote]:
    """Notes by a query; nothing found while the notes are still being read is no answer, and is waited for."""
    from inquiro.runtime.vault import find_notes, index_of  # an index: slow to load

    vault = _operators(settings)
    narrowed = msgspec.structs.replace(narrowed or NoteFilter(), shared=True)
    with _unlocated(vault):
        index, until = index_of(settings, vault, meaning=False), monotonic() + PATIENCE
        while not (found := find_notes(settings, query, mode, n_results, narrowed, folder=vault)):
            if index.due_in() > 0:
                break
            _wait(until)
        return found


def clients_note(settings: Settings, path: str, offset: int = 0, longest: int = LONGEST_PART) -> NotePart:
    """A stretch of one note, unless it stays to itself."""
    from inquiro.runtime.vault import index_of
    from inquiro.vault.index.shown_note import shown_note

    vault = _operators(settings)
    with _unlocated(vault):
        index, until = index_of(settings, vault, meaning=False), monotonic() + PATIENCE
        while True:
            index.refresh_if_due()
            try:
                return shown_note(index, path, offset, longest)
            except NoteNotFound:
                if index.due_in() > 0:
                    raise
            _wait(until)


def _wait(until: float) -> None:
    """What is not found while the notes are still being read may be there a moment later."""
    if monotonic() > until:
        raise StoreBusy("the notes of the vault are still being read; ask again in a few seconds")
    sleep(PAUSE)


async def clients_write(runtime: Runtime, run_id: str, *, dry_run: bool = False) -> Written:
    """The section that a run holds, into its note; a run over another vault is none of a client's business."""
    vault = _operators(runtime.settings)
    note = (await runtime.run(run_id)).input_params.get("note")
    if note and Path(note["vault"]) != vault:
        raise NoteNotFound("that run is about a note of another vault")
    with _unlocated(vault):
        return await runtime.held_sections.write(run_id, dry_run=dry_run)


def clients_undo(settings: Settings, path: str, *, dry_run: bool = False) -> Written:
    """Take back the last section of a note; one that is kept out of research is not there."""
    vault = _operators(settings)
    with _unlocated(vault):
        _, found = place_of(settings, path, vault)
        read_note(vault, found)
        return undo_note(settings, found, vault, dry_run=dry_run)


def clients_related(settings: Settings, path: str, n_results: int) -> RelatedNotes:
    """Notes that are like one of them, by their names; of a private note nothing is told."""
    from inquiro.runtime.vault import index_of

    vault = _operators(settings)
    with _unlocated(vault):
        note = read_note(vault, path)
        if note.withheld:
            return RelatedNotes(path=note.path, withheld=note.withheld)
        index = index_of(settings, vault)
        index.refresh_if_due()
        if not index.holds(note.path):  # written a moment ago
            index.refresh()
        return RelatedNotes(path=note.path, related=tuple(index.related(note.path, n_results)))


def clients_name(settings: Settings) -> VaultName:
    """Which vault it is, so that a program inside one can tell whether it is the same."""
    vault = _operators(settings)
    return VaultName(name=vault.name, id=state_of(settings.home, vault).name)


def _operators(settings: Settings) -> Path:
    if settings.vault is None or not settings.vault.is_dir():
        raise NotConfigured("this server has no vault; its operator sets INQUIRO_VAULT to the folder of one")
    return settings.vault.resolve()


@contextmanager
def _unlocated(vault: Path) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        said = str(error).replace(str(vault), "the vault")
        raise (NoteNotFound if isinstance(error, NoteNotFound) else UsageError)(said) from error
