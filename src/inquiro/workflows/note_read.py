"""The note a run works on: read once, and the same after every interruption."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote

import msgspec

from inquiro.core.errors import NotReplayable
from inquiro.core.identity import identities
from inquiro.core.notebook import Notebook
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, NoteAsk, NoteText, ReadText, SourceResult
from inquiro.effects import Paid
from inquiro.engine.deps import Deps

READ = "note"
SOURCE = "note"  # by which the reader's own note is named among the sources


def asked_of(deps: Deps) -> NoteAsk:
    assert deps.request.note is not None
    return deps.request.note


def book_of(deps: Deps) -> Notebook:
    if deps.notebook is None:
        raise NotReplayable("the vault of the note is not at hand")
    return deps.notebook


async def read_once(deps: Deps) -> NoteText:
    asked = asked_of(deps)

    async def look() -> Paid:
        book = book_of(deps)
        note = await asyncio.to_thread(book.read, asked.path)
        typed = (asked.focus,) if asked.focus else ()
        return Paid(value=msgspec.structs.replace(note, send=asked.send, accepted=(*typed, *book.accepted())))

    return await deps.effects.step("read").settle(READ, look, NoteText)


def note_of(deps: Deps) -> NoteText:
    """As it was read at the start."""
    found = deps.effects.step("read").recorded(READ, NoteText)
    assert found is not None
    return found


def address_of(deps: Deps, path: str) -> str:
    """Of a note of the vault, as the search of the vault names it."""
    return (Path(asked_of(deps).vault) / path).as_uri()


def path_of(deps: Deps, url: str) -> str:
    """Inside the vault, by its address; "" for what is not in it."""
    root = Path(asked_of(deps).vault).as_uri() + "/"
    return unquote(url.removeprefix(root)) if url.startswith(root) else ""


def own_names(deps: Deps, note: NoteText) -> list[str]:
    """Under which the note, and what it embeds, is not found again."""
    hits = (_hit(address_of(deps, path), "") for path in (note.path, *note.embedded))
    return sorted({name for hit in hits for name in identities(hit)})


def note_document(deps: Deps, note: NoteText, read: datetime) -> Document:
    """The note as a snapshot, so that what it says can be opened and held against what others say."""
    content = ReadText(text=note.text, media_type="text/markdown", title=note.title, published=note.published)
    made = snapshot(_hit(address_of(deps, note.path), note.title), content)
    return msgspec.structs.replace(made, fetched_at=read)


def _hit(url: str, title: str) -> SourceResult:
    return SourceResult(url=url, title=title, snippet="", source_name=SOURCE, source_type="vault", private=True)
