"""Whether a search of your vault finds the note that you mean, by words, by meaning and by both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.types import SearchMode, Value
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.intervals import of_mean, wilson
from inquiro.runtime.vault import index_of
from inquiro.vault.index import VaultIndex

DEEPEST = 50  # notes that are looked at for the one that is meant
FIRST = 3
BESIDE = "vault"  # a folder next to the queries is what they are about
WAYS: dict[SearchMode, str] = {"keyword": "words", "semantic": "meaning", "hybrid": "both"}


class NoteQuery(Value, frozen=True, kw_only=True):
    """What somebody looks for, the notes that answer it, by their paths, and what kind of query it is."""

    query: str
    notes: tuple[str, ...]
    kind: str = ""


class NotesFound(Value, frozen=True, kw_only=True):
    """What one way of searching made of a query."""

    kind: str
    rank: int  # of the first note that answers; 0 for none
    listed: bool  # whether a note that only lists others is among the first


class Notes:
    """Ranks of the notes you mean in searches of your vault; FILE holds lines of {"query", "notes", "kind"}."""

    name = "notes"
    takes_model = False
    takes_file = True

    async def evaluate(self, task: Task) -> Evaluated:
        if task.file is None:
            raise UsageError('say which queries: inquiro eval notes FILE.jsonl, lines of {"query", "notes", "kind"}')
        given = note_queries(task.file)[: task.limit]
        beside = task.file.resolve().parent / BESIDE
        index = index_of(task.settings, beside if beside.is_dir() else None)
        task.tell(f"indexing {index.vault.name}")
        told = index.refresh(embed=index.embedder is not None)
        if missing := sorted({path for one in given for path in one.notes} - set(index.names())):
            raise NotConfigured(f"{missing[0]} is not in the vault {index.vault}")
        ways = [way for way in WAYS if way == "keyword" or index.embedder]
        began = perf_counter()
        found = {WAYS[way]: [found_by(index, one, way) for one in given] for way in ways}
        return Evaluated(
            name=self.name,
            title=f"{task.file.name}: the note that is meant, of {told.notes:,}",
            n=len(given),
            figures=tuple(figure for way, ranks in found.items() for figure in figures_of(way, ranks)),
            engine=" and ".join(WAYS[way] for way in ways if way != "hybrid"),
            seconds=perf_counter() - began,
            notes=() if index.embedder else ("without embeddings: by words alone",),
        )


def note_queries(file: Path) -> tuple[NoteQuery, ...]:
    """One a line."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise NotConfigured(f"{file} cannot be read: {error.strerror or error}") from error
    read: list[NoteQuery] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                read.append(from_json(line, NoteQuery))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise NotConfigured(f"line {number} of {file}: {error}") from error
            if not read[-1].query.strip() or not read[-1].notes:
                raise NotConfigured(f"line {number} of {file}: a query and a note that answers it are needed")
    return tuple(read)


def found_by(index: VaultIndex, asked: NoteQuery, way: SearchMode) -> NotesFound:
    paths = [note.path for note in index.search(asked.query, way, DEEPEST)]
    rank = next((at for at, path in enumerate(paths, 1) if path in asked.notes), 0)
    lists = index.link_lists()
    return NotesFound(kind=asked.kind, rank=rank, listed=any(path in lists for path in paths[:FIRST]))


def figures_of(way: str, found: Sequence[NotesFound]) -> list[Figure]:
    figures = []
    kinds = sorted({one.kind for one in found if one.kind})
    for kind in ("", *kinds):
        some = [one for one in found if not kind or one.kind == kind]
        name = f"{way}, {kind}" if kind else way
        merits = [1 / one.rank if one.rank else 0.0 for one in some]
        figures += [
            _share(f"{name}: first", [one.rank == 1 for one in some]),
            share(f"{name}: mean of 1 / rank", len(some), sum(merits) / max(len(some), 1), of_mean(merits)),
        ]
    return [*figures, _share(f"{way}: a list of notes among the first {FIRST}", [one.listed for one in found])]


def _share(name: str, right: Sequence[bool]) -> Figure:
    return share(name, len(right), sum(right) / max(len(right), 1), wilson(sum(right), len(right)))


plugin = Notes
