"""What is said in the end."""

from __future__ import annotations

from datetime import datetime

import msgspec

from inquiro.core.types.base import Depth, PrivacyMode, ResultStatus, SourceType, Value
from inquiro.core.types.claims import Claim
from inquiro.core.types.finding import Filters
from inquiro.core.types.learning import ChecklistItem, Contradiction, FactEstimate, SaturationMetrics
from inquiro.core.types.macros import MacroAsk, MacroResult
from inquiro.core.types.modes import ResearchFindings, ResearchMode
from inquiro.core.types.notes import NoteAsk, NoteResult
from inquiro.core.types.result_reviews import ResultReview


class DraftClaim(Value, frozen=True, kw_only=True):
    """A sentence a reasoner wants to write and the facts it rests on."""

    text: str
    facts: tuple[str, ...] = ()


class DraftSection(Value, frozen=True, kw_only=True):
    heading: str
    claims: tuple[DraftClaim, ...]
    item: str | None = None


class Draft(Value, frozen=True, kw_only=True):
    """An answer before verification: the first claim is the opening sentence."""

    opening: tuple[DraftClaim, ...]
    sections: tuple[DraftSection, ...] = ()
    strays: int = 0  # sentences that were cut because their evidence is about something else


class Objection(Value, frozen=True, kw_only=True):
    """A drafted sentence that its evidence does not bear out, and why, in words."""

    claim: DraftClaim
    problem: str
    quotes: tuple[str, ...] = ()
    foreign: bool = False  # the evidence is in another language than the answer
    private: bool = False


class ReportSource(Value, frozen=True, kw_only=True):
    id: str  # src_1, src_2, …; `[1]` in the answer is src_1
    type: SourceType
    title: str
    url: str
    snippet: str
    document_id: str = ""
    sha256: str = ""
    published: str | None = None
    author: str | None = None
    quality: float = 0.5
    quality_reasons: tuple[str, ...] = ()
    doi: str | None = None
    retracted: bool = False
    flags: tuple[str, ...] = ()  # such as: abstract only
    media_type: str = ""
    source_name: str = ""
    private: bool = False


class Coverage(Value, frozen=True, kw_only=True):
    satisfied: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


class Loss(Value, frozen=True, kw_only=True):
    """Something that failed or was skipped, and why."""

    what: str
    reason: str
    source: str = ""


class Usage(Value, frozen=True, kw_only=True):
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    pages: int = 0
    searches: int = 0
    effects: int = 0


class RoundRecord(Value, frozen=True, kw_only=True):
    """One turn of the loop, as the trace and the report show it."""

    iteration: int
    queries: tuple[str, ...] = ()
    results_count: int = 0
    documents: int = 0
    passages: int = 0
    new_facts: int = 0
    failures: int = 0
    checklist_progress: str = ""
    saturation: SaturationMetrics | None = None
    expected_new_facts: float | None = None  # of the next round, for what is still open
    facts: int | None = None  # all that were found so far
    estimate: FactEstimate | None = (
        None  # after this round: the different ones among them, and how many more there may be
    )


class CanaryCount(Value, frozen=True, kw_only=True):
    """How the sentence checker did on sentences whose truth is known: real quotes retold, and real quotes made false."""

    known_true: int = 0
    false_alarms: int = 0
    known_false: int = 0
    missed: int = 0
    runs: int = 0

    @property
    def total(self) -> int:
        return self.known_true + self.known_false


class Report(Value, frozen=True, kw_only=True):
    """What a run returns: `to_dict` is the contract of `ask --json` and of the `deep_research` tool."""

    trace_id: str
    question: str
    answer: str
    sources: tuple[ReportSource, ...] = ()
    claims: tuple[Claim, ...] = ()
    checklist: tuple[ChecklistItem, ...] = ()
    checklist_coverage: Coverage = msgspec.field(default_factory=Coverage)
    contradictions: tuple[Contradiction, ...] = ()
    saturation: SaturationMetrics | None = None
    lost: tuple[Loss, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    iterations_used: int = 0
    stop_reason: str = ""
    status: ResultStatus = "completed"
    usage: Usage = msgspec.field(default_factory=Usage)
    engine: str = "extractive"
    privacy: PrivacyMode = "hybrid"
    notices: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    clarification: str | None = None
    language: str = "en"
    created_at: datetime | None = None
    partial: bool = False
    canaries: CanaryCount | None = None  # of this run
    checker: CanaryCount | None = None  # of this run and those before it
    estimate: FactEstimate | None = None  # of facts that nobody has found yet, for the whole question
    item_estimates: tuple[FactEstimate, ...] = ()  # and for each checklist item
    findings: ResearchFindings | None = None  # where ideas, implementations or a paper were asked for
    note: NoteResult | None = None  # where a note was researched
    macro: MacroResult | None = None  # what a macro found, before anybody decided on it
    review: ResultReview | None = None  # what people made of that by now: looked up for whoever reads it, never stored


class ResearchRequest(Value, frozen=True, kw_only=True):
    """What the user asked for: the input parameters of a deep_research trace."""

    question: str
    context: str = ""
    depth: Depth = "deep"
    max_iterations: int = 10
    max_seconds: float = 600.0
    max_cost: float | None = None
    max_tokens: int | None = None
    privacy: PrivacyMode | None = None
    model: str | None = None
    corpora: tuple[str, ...] = ()
    public_corpora: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    domain: str | None = None
    filters: Filters = msgspec.field(default_factory=Filters)
    strict: bool = False
    fresh: bool = False
    unattended: bool = False  # nobody can answer a question: go on with stated assumptions
    follow: str | None = None  # id of the run whose evidence is read first
    modes: tuple[ResearchMode, ...] = ()  # none: one cited answer to the question
    top_k: int = 5  # ideas, and implementations, at most
    note: NoteAsk | None = None  # the note to research, in place of a question
    macro: MacroAsk | None = None  # the macro to run; the question is its rendered prompt


class CitationCheck(Value, frozen=True, kw_only=True):
    """One citation that does not hold, and why."""

    claim: str
    source_id: str
    problem: str


class Verification(Value, frozen=True, kw_only=True):
    """What re-checking a report against its stored snapshots showed."""

    run_id: str
    claims: int
    citations: int
    found: int
    snapshots: int
    broken: tuple[CitationCheck, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.broken
