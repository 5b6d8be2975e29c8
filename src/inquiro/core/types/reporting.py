"""What is said in the end."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any, Literal, overload

import msgspec

from inquiro.core.types.base import Depth, PrivacyMode, ResultStatus, SourceType, Style, Value
from inquiro.core.types.checks import CheckAsk, CheckResult
from inquiro.core.types.claims import Citation, Claim, Part, stated
from inquiro.core.types.critique import Critique, PlannedSection
from inquiro.core.types.finding import Filters
from inquiro.core.types.learning import ChecklistItem, Contradiction, FactEstimate, SaturationMetrics
from inquiro.core.types.macros import MacroAsk, MacroResult
from inquiro.core.types.modes import ResearchFindings, ResearchMode
from inquiro.core.types.notes import NoteAsk, NoteResult
from inquiro.core.types.result_reviews import ResultReview

# One thing in a quote changed or written otherwise; a quote in other words by rule; in a model's own words.
CanaryKind = Literal["changed", "reworded", "model"]
_SECONDS: dict[Depth, float] = {"light": 600.0, "deep": 600.0, "thorough": 1_800.0}
TextFormat = Literal["md", "html", "json", "bibtex", "ris", "csl"]


class DraftClaim(Value, frozen=True, kw_only=True):
    """A sentence a reasoner wants to write and the facts it rests on."""

    text: str
    facts: tuple[str, ...] = ()
    paragraph: int = 0
    row: str = ""
    column: str = ""
    item: str = ""  # the point of the checklist that it answers

    @property
    def statement(self) -> str:
        return stated(self.text, self.row, self.column)


class DraftSection(Value, frozen=True, kw_only=True):
    heading: str
    claims: tuple[DraftClaim, ...]
    item: str | None = None
    part: Part = "findings"


class Draft(Value, frozen=True, kw_only=True):
    """An answer before verification: the first claim is the opening sentence."""

    opening: tuple[DraftClaim, ...]
    sections: tuple[DraftSection, ...] = ()
    strays: int = 0  # sentences that were cut because their evidence is about something else
    cut: int = 0  # sentences that were wrong by their evidence and could not be mended
    nearest: tuple[str, ...] = ()  # facts whose places come nearest, where nothing answers


class WritingOrder(Value, frozen=True, kw_only=True):
    """How an answer is wanted, and what a writer may be shown beside the facts."""

    style: Style = "report"
    brief: bool = False  # a few sentences and nothing else
    outline: tuple[str, ...] = ()  # the reader's own headings
    room: int | None = None  # tokens of facts; None: as many as the step allows
    around: dict[str, str] = msgspec.field(default_factory=dict)  # by fact: where its quote stands, and the words there
    sections: tuple[PlannedSection, ...] = ()  # an outline that was made before


A_REPORT = WritingOrder()


class Ground(Value, frozen=True, kw_only=True):
    """A quote that a sentence rests on, and where a reader would look for what it leaves unsaid."""

    fact: str
    quote: str
    title: str = ""
    heading: str = ""
    around: str = ""


class Objection(Value, frozen=True, kw_only=True):
    """A drafted sentence that its evidence says otherwise than, and why, in words."""

    claim: DraftClaim
    problem: str
    quotes: tuple[str, ...] = ()
    grounds: tuple[Ground, ...] = ()
    foreign: bool = False  # the evidence is in another language than the answer
    private: bool = False
    granted: tuple[str, ...] = ()  # of a cell: what its row and column may name without proof


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


class JudgeCount(Value, frozen=True, kw_only=True):
    """What a model was asked to judge in a report, what it said, and what code did not let count."""

    open: int = 0  # sentences that rules left open
    asked: int = 0
    supported: int = 0
    inferred: int = 0
    unsupported: int = 0
    contradicted: int = 0
    void: int = 0  # rulings on words that stand nowhere in the evidence
    silent: int = 0  # questions without an answer
    tested: int = 0  # sentences made false that were put to the model among the others
    fooled: int = 0  # of those, how many it called supported
    trusted: bool = True  # no: it was fooled so often that its "supported" did not count
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0


class KindCount(Value, frozen=True, kw_only=True):
    """How the sentence checker did on canaries of one kind."""

    kind: CanaryKind
    known_true: int = 0
    false_alarms: int = 0
    known_false: int = 0
    missed: int = 0


class CanaryCount(Value, frozen=True, kw_only=True):
    """How the sentence checker did on sentences whose truth is known: real quotes retold, and real quotes made false."""

    known_true: int = 0
    false_alarms: int = 0
    known_false: int = 0
    missed: int = 0
    runs: int = 0
    kinds: tuple[KindCount, ...] = ()  # empty: all of them changed quotes, as an earlier version made them

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
    rules: int = 0  # version of the rules that gave the labels; 0: of an earlier release
    judged: JudgeCount | None = None  # where a model judged what rules left open
    check: CheckResult | None = None  # where a document was checked
    outline: tuple[str, ...] = ()  # headings that the reader gave
    critique: Critique | None = None  # where critics read the draft
    nearest: tuple[Citation, ...] = ()  # places that come nearest, where nothing answers
    review: ResultReview | None = None  # what people made of that by now: looked up for whoever reads it, never stored

    @overload
    def export(self, format: TextFormat = "md") -> str: ...

    @overload
    def export(self, format: Literal["pdf", "docx"]) -> bytes: ...

    @overload
    def export(self, format: str) -> str | bytes: ...

    def export(self, format: str = "md") -> str | bytes:  # noqa: A002 - as the command line calls it
        """The report in a format: text, or bytes where it is none."""
        data: bytes = _formats().rendered(self, format)
        return data if format in _formats().BINARY else data.decode()

    def save(self, path: str | PathLike[str], format: str | None = None) -> Path:  # noqa: A002
        """Write the report to a file; its ending says which format unless `format` does."""
        target = Path(path).expanduser()
        written: Path = _formats().saved(_formats().rendered(self, format or _formats().named_by(target)), target)
        return written

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        page: str = _formats().framed(_formats().rendered(self, "html").decode())
        return page


def _formats() -> Any:
    """By name, and only when a report is to be shown: formats know of errors, and errors of these types."""
    return import_module("inquiro.core.formats")


class ResearchRequest(Value, frozen=True, kw_only=True):
    """What the user asked for: the input parameters of a deep_research trace."""

    question: str
    context: str = ""
    depth: Depth = "deep"
    max_iterations: int = 10
    max_seconds: float | None = None  # None: as long as a run of its depth usually may take
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
    check: CheckAsk | None = None  # the document to check, in place of a question
    style: Style | None = None  # None: as the question asks for it
    brief: bool = False  # a few sentences and their sources
    outline: tuple[str, ...] = ()  # the reader's own headings

    @property
    def seconds(self) -> float:
        """How long it may take."""
        return _SECONDS[self.depth] if self.max_seconds is None else self.max_seconds


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
