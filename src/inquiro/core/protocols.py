"""The seams: what the engine asks of providers, readers, reasoners, exports and the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from inquiro.core.errors import ReadFailed
from inquiro.core.events import Emit, Event
from inquiro.core.models import ModelClient
from inquiro.core.pace import NoPace, Pace
from inquiro.core.politeness import Outcome, Slot
from inquiro.core.settings import Settings
from inquiro.core.types import (
    Assessment,
    Availability,
    CanaryCount,
    ChecklistItem,
    Contradiction,
    Document,
    Draft,
    DraftClaim,
    EffectRow,
    Entity,
    Evidence,
    Fact,
    Filled,
    Filling,
    Filters,
    Finding,
    IndexState,
    Json,
    KnowledgeSize,
    Known,
    Lease,
    Loss,
    ModeDraft,
    NoteText,
    Objection,
    Outline,
    Passage,
    Plan,
    Pool,
    PrivacyMode,
    ProviderKind,
    Query,
    ReadText,
    Report,
    ResearchMode,
    Run,
    SourceRecord,
    SourceResult,
    SourceType,
    Topic,
    TraceStatus,
    Usage,
    Value,
    WritingOrder,
)
from inquiro.core.web import NoWeb, Web

Read = Callable[[bytes, str, str | None], Awaitable[ReadText]]  # bytes, name, media type


@runtime_checkable
class SearchProvider(Protocol):
    """Finds hits. An outage is an EffectError, never an empty list."""

    name: str
    kind: ProviderKind
    source_type: SourceType
    requests_per_second: float  # 0: unlimited (local)
    leaves_machine: str  # what is sent outside, in words; "" for nothing
    keys: tuple[str, ...]  # names of the environment variables it can use

    def availability(self) -> Availability: ...
    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]: ...


class Corpus(Value, frozen=True, kw_only=True):
    """A folder of documents; private unless its owner declares it public."""

    path: str
    public: bool = False


async def cannot_read(data: bytes, name: str, media_type: str | None) -> ReadText:
    """Where nothing is opened."""
    raise ReadFailed(f"{name or 'this'} ({media_type}, {len(data)} bytes) cannot be read here")


class Knowledge(Protocol):
    """What one organisation's earlier research found, with the snapshots it was read in."""

    async def size(self) -> KnowledgeSize: ...
    async def search(self, query: str, limit: int) -> list[Known]:
        """Best first."""

    async def documents(self, ids: Sequence[str]) -> list[Document]: ...
    async def ready(self, progress: Callable[[int, int, str], None] | None = None) -> IndexState:
        """Gets ready to be searched; how far it came. `progress` hears how many are done, of how many, of what."""


@dataclass(frozen=True, kw_only=True)
class ProviderContext:
    """What a search provider's factory may know."""

    settings: Settings
    corpora: tuple[Corpus, ...] = ()
    web: Web = field(default_factory=NoWeb)
    pace: Pace = field(default_factory=NoPace)
    read: Read = cannot_read  # where a hostile file can do no harm
    expect_pages: Callable[[], None] = lambda: None  # whoever reads may get ready
    model: ModelClient | None = None  # whose own web search the run may use
    knowledge: Knowledge | None = None  # what earlier research found, if there is any
    vault: Path | None = None  # of a note that is researched, in place of the one in the settings
    patience: float = 60.0  # seconds that a run waits for what a provider gets ready, such as an index


@runtime_checkable
class SelfPaced(Protocol):
    """A provider whose searches may take several requests: it asks to be admitted for each of them itself."""

    paces_requests: Literal[True]


@runtime_checkable
class Priced(Protocol):
    """A provider whose searches cost tokens or money: it says how much each one did, and could at most."""

    def worst(self, query: str, filters: Filters) -> Usage: ...
    async def priced_search(
        self, query: str, max_results: int, filters: Filters
    ) -> tuple[list[SourceResult], Usage]: ...


@runtime_checkable
class FindsOpenCopies(Protocol):
    """Knows where a work may lawfully be read for free; best address first."""

    name: str

    async def open_copies(self, doi: str) -> list[str]: ...


@runtime_checkable
class Opener(Protocol):
    """Turns a hit into a snapshot of what it points to."""

    async def open(self, hit: SourceResult) -> Document: ...


@runtime_checkable
class Preparing(Protocol):
    """A provider that has work to do before its first search, such as indexing; returns what it had to skip."""

    async def prepare(self, emit: Emit) -> list[Loss]: ...


@runtime_checkable
class Outlined(Protocol):
    """A provider that can say what it holds; documents nearest to a question first, none where it does not know yet."""

    async def outline(self, question: str, most: int) -> list[Outline]: ...


@runtime_checkable
class Closing(Protocol):
    """A provider that holds something open, such as a browser."""

    async def aclose(self) -> None: ...


class Reader(Protocol):
    """Bytes to text with positions; raises ReadFailed on anything that is not what it claims to be."""

    name: str
    suffixes: tuple[str, ...]
    media_types: tuple[str, ...]

    def read(self, data: bytes, name: str) -> ReadText: ...


class Ranker(Protocol):
    """Orders passages of documents by relevance to a query, best first."""

    def rank(self, query: str, documents: Sequence[Document], limit: int, *, private: bool = ...) -> list[Passage]: ...
    def foresee(self, question: str, document: Document) -> None:
        """A document that will be ranked soon: what can be prepared is."""

    def survey(
        self,
        question: str,
        queries: Sequence[Query],
        documents: Sequence[Document],
        *,
        seconds: float = ...,
        candidates: int = ...,
    ) -> list[Passage]:
        """Every passage in the order of the text, with its `score` and, as `standing`, its document's worth."""


class Reasoner(Protocol):
    """The thinking of a run; `extractive` needs no model, `llm` uses one."""

    name: str
    model: str

    async def clarify(self, question: str, context: str, answers: Sequence[str]) -> str | None: ...
    async def plan(self, question: str, context: str, answers: Sequence[str]) -> Plan: ...
    async def extract(
        self, plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], known: Sequence[Fact]
    ) -> list[Finding]: ...
    async def assess(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        *,
        entities: Sequence[Entity],
        tried: Sequence[str],
        round_number: int,
    ) -> Assessment: ...
    async def write(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],
        order: WritingOrder = ...,
    ) -> Draft: ...
    async def supplement(
        self,
        plan: Plan,
        checklist: Sequence[ChecklistItem],
        facts: Sequence[Fact],
        contradictions: Sequence[Contradiction],
        says: Mapping[str, str],
    ) -> Draft:
        """What a note gains: sentences a topic; `says` is what the note itself says of each, and private."""

    async def present(self, mode: ResearchMode, pool: Pool, top_k: int, room: int | None = None) -> ModeDraft:
        """Ideas, code or a paper, the latter from `room` tokens of evidence; `top_k` items are enough, fewer are fine."""

    async def repair(self, plan: Plan, objections: Sequence[Objection], facts: Sequence[Fact]) -> list[DraftClaim]:
        """A better sentence for each one that failed, in the same order; one without text is taken out."""

    async def fill(self, filling: Filling, facts: Sequence[Fact], validate: Callable[[Any], Sequence[str]]) -> Filled:
        """A result in a declared shape; `validate` names what does not fit it."""

    async def topics(self, note: NoteText, focus: str | None) -> list[Topic]:
        """What a note is about, at most ten; UsageError where it has no words. Labels may leave the machine."""


class Export(Protocol):
    """A pure function of a report."""

    name: str
    suffix: str
    media_type: str

    def render(self, report: Report) -> bytes: ...


Texts = Literal["public", "all", "none"]  # whose whole texts leave with a run; of the others only the quotes do


class WholeRun(Value, frozen=True, kw_only=True):
    """A finished run with everything that its report rests on."""

    report: Report
    documents: tuple[Document, ...]  # the cited ones
    effects: tuple[EffectRow, ...] = ()
    events: tuple[Event, ...] = ()
    private: bool = False  # private documents were searched, cited or not


@runtime_checkable
class RunExport(Protocol):
    """A pure function of a whole run."""

    name: str
    suffix: str
    media_type: str

    def render_run(self, run: WholeRun, texts: Texts = "public") -> bytes: ...


class Store(Protocol):
    """One database for everything that must outlive the process.

    Writes that take a lease check it in their own transaction and raise LeaseLost. A call returns once its
    rows are committed; calls that wait at the same time are committed together. Every write is idempotent:
    repeating it after a lost acknowledgement changes nothing.
    """

    # runs
    async def create_run(self, run: Run) -> Run: ...
    async def get_run(self, run_id: str) -> Run: ...
    async def find_run(self, prefix: str) -> Run: ...
    async def list_runs(
        self,
        *,
        tool_name: str | None = None,
        user_id: str | None = None,
        status: TraceStatus | None = None,
        limit: int = 50,
    ) -> list[Run]: ...
    async def update_run(
        self,
        lease: Lease,
        *,
        status: TraceStatus | None = None,
        progress: float | None = None,
        current_stage: str | None = None,
        state: Json | None = None,
        result: Json | None = None,
        error_message: str | None = None,
        metrics: Json | None = None,
        privacy: PrivacyMode | None = None,
        engine_version: str | None = None,
    ) -> None: ...
    async def canaries(self, org_id: str, besides: str, limit: int) -> list[CanaryCount]:
        """How the checker did in an organisation's newest finished runs, but one."""

    async def acquire(self, run_id: str, owner: str, seconds: float) -> Lease: ...
    async def renew(self, leases: Sequence[Lease], seconds: float) -> list[Lease]: ...
    async def release(self, lease: Lease) -> None: ...
    async def request_stop(self, run_id: str, reason: str) -> None: ...
    async def stop_requested(self, run_id: str) -> str | None: ...
    async def unfinished(self) -> list[Run]: ...

    # events
    async def append_events(self, lease: Lease, events: Sequence[Event], *, patient: bool = False) -> None:
        """Patient: nobody waits for it, so it may go with the next write instead of costing a commit of its own."""

    async def events(self, run_id: str, after: int = 0) -> list[Event]: ...

    # journal and cache
    async def begin_effect(self, lease: Lease, row: EffectRow) -> EffectRow: ...
    async def finish_effect(self, lease: Lease, row: EffectRow, documents: Sequence[Document] = ()) -> None: ...
    async def effects(self, run_id: str) -> list[EffectRow]: ...
    async def spent_since(self, org_id: str, since: datetime) -> Usage:
        """What the journals of an organisation's runs say was paid for since then."""

    async def cached(self, key: str, org_id: str, not_before: datetime) -> tuple[Any, datetime] | None: ...
    async def cache(self, key: str, org_id: str, public: bool, response: Any) -> None: ...

    # what was read and learned
    async def put_documents(self, lease: Lease, documents: Sequence[Document]) -> None: ...
    async def documents(self, ids: Sequence[str]) -> list[Document]: ...
    async def put_findings(
        self, lease: Lease, facts: Sequence[Fact], evidence: Sequence[Evidence], entities: Sequence[Entity]
    ) -> None: ...
    async def facts(self, run_id: str) -> list[Fact]: ...
    async def evidence(self, run_id: str) -> list[Evidence]: ...
    async def entities(self, run_id: str) -> list[Entity]: ...
    async def record_failure(self, lease: Lease, url: str, loss: Loss, error_type: str) -> None: ...
    async def losses(self, run_id: str) -> list[Loss]: ...
    async def remember_source(
        self,
        lease: Lease,
        domain: str,
        source: str,
        *,
        gained: float,
        tried: float,
        verified: float = 0.0,
        blocked: float = 0.0,
        seconds: float = 0.0,
    ) -> None: ...
    async def source_records(self, domain: str) -> list[SourceRecord]: ...
    async def ranked_sources(self, domain: str) -> list[tuple[str, float]]: ...

    # politeness
    async def reserve_slot(
        self, name: str, width: float, *, burst: int = 1, probing: bool = False, instead_of: Slot | None = None
    ) -> Slot: ...
    async def slot_holds(self, name: str) -> bool: ...
    async def report_outcome(self, name: str, outcome: Outcome, quiet: float | None = None) -> None: ...

    def close(self) -> None: ...
