"""The user's own folders as a source: indexed on this machine, searched on this machine."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec

from inquiro.core.errors import BadAnswer, UsageError
from inquiro.core.events import Emit
from inquiro.core.protocols import Corpus, ProviderContext
from inquiro.core.snapshots import snapshot
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    IndexState,
    Loss,
    Outline,
    ProviderKind,
    ReadText,
    SourceResult,
    SourceType,
)
from inquiro.index.folder import FolderIndex, IndexHit, Refresh, merged_scores
from inquiro.providers.embeddings import vectors_of
from inquiro.providers.search._telling import Teller, nobody
from inquiro.readers import supported_suffixes
from inquiro.readers.pool import read_apart
from inquiro.retrieval.scan import is_unicode, spelled
from inquiro.retrieval.snippets import snippet
from inquiro.retrieval.vectors import VectorStore
from inquiro.retrieval.words import content_tokens, detect_language

_READERS = "6"  # raise it when the readers' text of the same file changes: indexes are then built anew
_MEANING_SECONDS = 1.0  # enough for a small folder; a larger one gets its vectors beside other work
_VERBS = {"documents": "indexed"}


class CorpusSearch:
    """Searches the folders given for a run; a file is private as soon as one private folder holds it."""

    name = "corpus"
    kind: ProviderKind = "local"
    source_type: SourceType = "local"
    requests_per_second = 0.0
    leaves_machine = ""
    keys: tuple[str, ...] = ()

    def __init__(self, context: ProviderContext) -> None:
        self._settings = context.settings
        self._folders = [_folder(corpus) for corpus in context.corpora]
        self._private = [path for path, corpus in zip(self._folders, context.corpora, strict=True) if not corpus.public]
        self._indexes: list[FolderIndex] | None = None
        self._vectors: VectorStore | None = None
        self._patience = context.patience
        self._prepared = False
        self._lock = asyncio.Lock()

    def availability(self) -> Availability:
        return Availability(
            available=bool(self._folders), reason="" if self._folders else "give a folder with --corpus"
        )

    async def prepare(self, emit: Emit) -> list[Loss]:
        """Brings the indexes up to date beside other work; says what could not be read, or is not found yet."""
        async with self._lock:
            indexes = await asyncio.to_thread(self._opened)
            tellers = [Teller(emit, asyncio.get_running_loop(), _VERBS) for _ in indexes]
            for index, told in zip(indexes, tellers, strict=True):
                index.start(told)
            losses: list[Loss] = []
            until = monotonic() + self._patience  # then a run goes on with what is read by then
            for index, told in zip(indexes, tellers, strict=True):
                found = await asyncio.to_thread(index.wait, max(0.0, until - monotonic()))
                await asyncio.to_thread(index.wait_for_meaning, _MEANING_SECONDS if found else 0.0)
                told.close()
                state = await asyncio.to_thread(index.state)
                skipped = found.skipped if found else ()
                emit("index", _told(index, state, found), folder=index.folder.name, skipped=len(skipped))
                losses.extend(_losses(index, state, found, by_meaning=self._vectors is not None))
            self._prepared = True
            return losses

    async def aclose(self) -> None:
        """Ends what goes on in the background; the next run goes on from there."""
        for index in self._indexes or ():
            await asyncio.to_thread(index.close)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        if not self._prepared:
            await self.prepare(nobody)
        return await asyncio.to_thread(self._search, query, max_results, filters)

    async def outline(self, question: str, most: int) -> list[Outline]:
        """What the folders hold that shares a word, or the meaning, of a question; nothing before they are indexed."""
        return await asyncio.to_thread(self._outline, question, most) if self._prepared else []

    async def open(self, hit: SourceResult) -> Document:
        """The snapshot that the index holds, which is what the hit was found in."""
        return await asyncio.to_thread(self._open, hit)

    def _opened(self) -> list[FolderIndex]:
        if self._indexes is None:
            self._vectors = vectors_of(self._settings)
            self._indexes = [self._index(folder) for folder in _outermost(self._folders)]
        return self._indexes

    def _index(self, folder: Path) -> FolderIndex:
        name = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:32]
        place = self._settings.home / "indexes" / name
        place.with_suffix(".db").unlink(missing_ok=True)  # of earlier versions
        private = any(one.is_relative_to(folder) or folder.is_relative_to(one) for one in self._private)
        return FolderIndex(
            folder, place, read_apart, supported_suffixes(), self._vectors, version=_READERS, private=private
        )

    def _search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        narrowed = bool(filters.since or filters.language)
        wanted = max_results * 4 if narrowed else max_results
        found = [(index, hit) for index in self._opened() for hit in index.search(query, wanted) if _fits(hit, filters)]
        scores = [hit.score for _, hit in found]
        if len(self._opened()) > 1:
            scores = merged_scores(query, [hit for _, hit in found], self._vectors)
        order = sorted(range(len(found)), key=lambda at: -scores[at])[:max_results]
        terms = content_tokens(query)
        return [self._result(*found[at], scores[at], terms) for at in order]

    def _outline(self, question: str, most: int) -> list[Outline]:
        found = [(index, hit) for index in self._opened() for hit in index.search(question, most)]
        best = sorted(found, key=lambda pair: -pair[1].score)[:most]
        return [self._outlined(index, hit.path) for index, hit in best]

    def _outlined(self, index: FolderIndex, path: str) -> Outline:
        content = index.document(path).content
        headings = tuple(anchor.label for anchor in content.headings if anchor.label != content.title)
        place = index.folder / path
        return Outline(title=content.title or place.name, headings=headings, private=self._is_private(place))

    def _result(self, index: FolderIndex, hit: IndexHit, score: float, terms: Sequence[str]) -> SourceResult:
        path = index.folder / hit.path
        return SourceResult(
            url=path.as_uri(),
            title=hit.title or path.name,
            snippet=snippet(hit.text, terms),
            source_name=self.name,
            source_type=self.source_type,
            score=score,
            published=hit.published,
            private=self._is_private(path),
        )

    def _open(self, hit: SourceResult) -> Document:
        path = Path(url2pathname(urlsplit(hit.url).path))
        index = next((index for index in self._opened() if path.is_relative_to(index.folder)), None)
        if index is None:
            raise BadAnswer(f"{hit.url} is in none of the corpus folders")
        try:
            content = index.document(path.relative_to(index.folder).as_posix()).content
        except UsageError as error:
            raise BadAnswer(str(error)) from error
        known = msgspec.structs.replace(
            hit,
            title=content.title or path.name,
            published=content.published,
            quality_score=_quality(content),
            private=self._is_private(path),
        )
        return snapshot(known, content)

    def _is_private(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self._private)


def _folder(corpus: Corpus) -> Path:
    path = Path(corpus.path).expanduser()
    if not is_unicode(corpus.path):
        raise UsageError(f"the name of corpus folder {spelled(corpus.path)} is not UTF-8: rename it")
    if not path.exists():
        raise UsageError(f"corpus folder {corpus.path} does not exist")
    if not path.is_dir():
        raise UsageError(f"corpus folder {corpus.path} is a file; give the folder that holds it")
    return path.resolve()


def _outermost(folders: Sequence[Path]) -> list[Path]:
    """Each file once: a folder inside another one is covered by it, unless it is hidden there."""

    def covered(folder: Path, other: Path) -> bool:
        inside = folder != other and folder.is_relative_to(other)
        return inside and not any(part.startswith(".") for part in folder.relative_to(other).parts)

    return [one for one in dict.fromkeys(folders) if not any(covered(one, other) for other in folders)]


def _fits(hit: IndexHit, filters: Filters) -> bool:
    """What has no date cannot be too old."""
    if filters.since and hit.published and hit.published < filters.since[: len(hit.published)]:
        return False
    return not filters.language or detect_language(hit.text) == filters.language


def _quality(content: ReadText) -> float:
    """Dated, signed and long enough to say something: a tenth each."""
    signs = (content.published is not None, content.author is not None, len(content.text) >= 1_000)
    return round(0.5 + 0.1 * sum(signs), 1)


def _told(index: FolderIndex, state: IndexState, found: Refresh | None) -> str:
    told = f"{index.folder.name}: {state.documents} documents"
    if found is None:
        return f"{told}, more are being read"
    return f"{told}, {len(found.skipped)} skipped" if found.skipped else told


def _losses(index: FolderIndex, state: IndexState, found: Refresh | None, *, by_meaning: bool) -> list[Loss]:
    name = index.folder.name
    skipped = found.skipped if found else ()
    losses = [Loss(what=f"{name}/{path}", reason=reason, source="corpus") for path, reason in skipped]
    if found is None:
        reason = f"is still being read: only {state.documents:,} documents can be found yet"
        losses.append(Loss(what=name, reason=reason, source="corpus"))
    if by_meaning and (left := state.passages - state.by_meaning):
        reason = f"{left:,} of {state.passages:,} passages have no embedding yet and are found by their words only"
        losses.append(Loss(what=name, reason=reason, source="corpus"))
    return losses


plugin: Callable[[ProviderContext], CorpusSearch] = CorpusSearch
