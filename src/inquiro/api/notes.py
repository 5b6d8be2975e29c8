"""/api/notes: research a note of the operator's vault, accept what came of it or take it back, and find notes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from inquiro.api.desk import Reader, Researcher, TheDesk
from inquiro.api.requests import Name, Wishes, wished
from inquiro.api.research import begin
from inquiro.core.types import Json, NoteDepth, NoteFilter, SearchMode
from inquiro.runtime.clients_vault import (
    LONGEST_PART,
    clients_name,
    clients_note,
    clients_preview,
    clients_related,
    clients_request,
    clients_search,
    clients_undo,
    clients_write,
)

router = APIRouter(prefix="/api/notes", tags=["notes"])
MOST_RESULTS = 50
_PATH = "A path inside the vault, a name or an alias, as in a link; .md, .markdown or .txt."
_DEPTH = "shallow: what search results say. deep: the two best pages of each topic are read too."
_DRY_RUN = "Write nothing and ask no source outside: the result has the change and every query that would leave."
_QUERIES = (
    "Searches that a person agreed to, as /api/notes/preview lists them or in their own words: these leave, no others."
)
_SEND = (
    "known: common words leave. ask: the run waits until a person has answered which searches leave (`searches` of its "
    "status, /api/research/{session_id}/answer)."
)
_HOLD = "Research everything and write nothing: /api/notes/accept writes it when a person has seen it."
NotePath = Annotated[str, Field(min_length=1, max_length=1_000, description=_PATH)]
Agreed = Annotated[str, Field(min_length=1, max_length=200)]
Day = Annotated[str, Field(pattern=r"^(\d{4}(-\d{2}){0,2})?$", description="Changed, or dated in its front matter.")]


class NoteStart(Wishes):
    """A note to research. Its vault is the operator's choice and cannot be named here."""

    path: NotePath
    depth: Annotated[NoteDepth, Field(description=_DEPTH)] = "shallow"
    focus: Annotated[str, Field(max_length=500, description="Only what has to do with this.")] | None = None
    dry_run: Annotated[bool, Field(description=_DRY_RUN)] = False
    queries: Annotated[tuple[Agreed, ...], Field(max_length=10, description=_QUERIES)] = ()
    quotes: Annotated[bool, Field(description="Quote related notes and findings of the vault, too.")] = False
    send: Annotated[Literal["ask", "known"], Field(description=_SEND)] = "known"
    hold: Annotated[bool, Field(description=_HOLD)] = False


class NoteLook(BaseModel):
    """A note of which nothing leaves yet."""

    model_config = ConfigDict(extra="forbid")

    path: NotePath
    focus: Annotated[str, Field(max_length=500, description="Only what has to do with this.")] | None = None


class NoteAccepted(BaseModel):
    """A section that a person has seen."""

    model_config = ConfigDict(extra="forbid")

    session_id: Annotated[str, Field(min_length=1, max_length=100, description="Of a run that was started with hold.")]
    dry_run: Annotated[bool, Field(description="Only tell what it would change in the note as it is now.")] = False


class NoteUndo(BaseModel):
    """A note whose last section is taken back."""

    model_config = ConfigDict(extra="forbid")

    path: NotePath
    dry_run: Annotated[bool, Field(description="Only tell what it would change.")] = False


class NoteNear(BaseModel):
    """A note, and how many others that are like it."""

    model_config = ConfigDict(extra="forbid")

    path: NotePath
    n_results: Annotated[int, Field(ge=1, le=MOST_RESULTS)] = 10


class NoteSearch(BaseModel):
    """Words to look for in the notes of the vault, and which notes are looked at."""

    model_config = ConfigDict(extra="forbid")

    query: Annotated[str, Field(min_length=1, max_length=1_000)]
    mode: SearchMode = "hybrid"
    n_results: Annotated[int, Field(ge=1, le=MOST_RESULTS)] = 5
    tag: Annotated[list[Name], Field(max_length=20, description="All of them; `a` also finds `a/b`.")] = []
    folder: Annotated[str, Field(max_length=1_000, description="Only notes below this folder of the vault.")] = ""
    since: Day = ""
    until: Day = ""
    near: Annotated[str, Field(max_length=1_000, description="Only notes that few links separate from this.")] = ""
    distance: Annotated[int, Field(ge=1, le=10, description="How many links at most.")] = 2


class NoteReading(BaseModel):
    """A note to read, and which part of it."""

    model_config = ConfigDict(extra="forbid")

    path: Annotated[str, Field(min_length=1, max_length=1_000, description=_PATH)]
    offset: Annotated[int, Field(ge=0, description="The character to begin with.")] = 0
    length: Annotated[int, Field(ge=200, le=100_000, description="Characters at most.")] = LONGEST_PART


@router.post("")
async def start(asked: NoteStart, desk: TheDesk, _: Researcher) -> Json:
    """Start researching a note in the background; `note` of `/api/research/{session_id}` says what became of it.

    404 where the vault has no such note, with the nearest names; 409 where the server has no vault.
    """
    request = await asyncio.to_thread(  # looking for a name may read a whole vault
        clients_request,
        desk.runtime.settings,
        asked.path,
        asked.depth,
        asked.focus,
        dry_run=asked.dry_run,
        queries=asked.queries,
        quotes=asked.quotes,
        send=asked.send,
        hold=asked.hold,
        corpus=desk.corpora,
        public_corpus=desk.public_corpora,
        **wished(asked, desk),
    )
    return await begin(desk, request)


@router.post("/preview")
async def preview(asked: NoteLook, desk: TheDesk, _: Researcher) -> Json:
    """The searches that would leave, every word that is held back, and why; nothing is sent and no run is started."""
    settings = desk.runtime.settings
    return (await asyncio.to_thread(clients_preview, settings, asked.path, asked.focus)).to_dict()


@router.get("/text")
async def text(wanted: Annotated[NoteReading, Query()], desk: TheDesk, _: Reader) -> Json:
    """One note as its owner reads it, without comments: `text`, and `next_offset` where it goes on.

    A note that is marked private or left out by `.inquiroignore` is 404, like one that is not there.
    """
    settings = desk.runtime.settings
    return (await asyncio.to_thread(clients_note, settings, wanted.path, wanted.offset, wanted.length)).to_dict()


@router.post("/accept")
async def accept(seen: NoteAccepted, desk: TheDesk, _: Researcher) -> Json:
    """Write the section that a run holds into its note, merged with what its reader did since; once, however often asked.

    409 where the run has no section, or does not hold it.
    """
    return (await clients_write(desk.runtime, seen.session_id, dry_run=seen.dry_run)).to_dict()


@router.post("/undo")
async def undo(asked: NoteUndo, desk: TheDesk, _: Researcher) -> Json:
    """Put the section of a note back as it was before it was written last; edits made since stay."""
    settings = desk.runtime.settings
    return (await asyncio.to_thread(clients_undo, settings, asked.path, dry_run=asked.dry_run)).to_dict()


@router.get("/related")
async def related(wanted: Annotated[NoteNear, Query()], desk: TheDesk, _: Reader) -> Json:
    """Notes that are like one of them, best first, by their names alone; private ones are neither named nor told of."""
    settings = desk.runtime.settings
    return (await asyncio.to_thread(clients_related, settings, wanted.path, wanted.n_results)).to_dict()


@router.get("/vault")
async def vault(desk: TheDesk, _: Reader) -> Json:
    """Which vault this server has: the name of its folder, and an id by which a program inside it knows its own."""
    return clients_name(desk.runtime.settings).to_dict()


@router.get("")
async def search(wanted: Annotated[NoteSearch, Query()], desk: TheDesk, _: Reader) -> list[Json]:
    """Notes of the vault, best first, each by its best passage."""
    settings = desk.runtime.settings
    found = await asyncio.to_thread(
        clients_search, settings, wanted.query, wanted.mode, wanted.n_results, filter_of(wanted)
    )
    return [note.to_dict() for note in found]


def filter_of(wanted: NoteSearch) -> NoteFilter:
    return NoteFilter(
        tags=tuple(wanted.tag), **wanted.model_dump(include={"folder", "since", "until", "near", "distance"})
    )
