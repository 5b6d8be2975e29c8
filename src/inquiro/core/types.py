"""The vocabulary: frozen values that every layer shares.

Values are pure: they hold no connection and no behaviour beyond small derivations. Everything that can
hold someone's words carries `private`, and what is derived from a private value is private too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

PrivacyMode = Literal["local_only", "hybrid", "cloud_allowed"]
Depth = Literal["light", "deep"]
ProviderKind = Literal["web", "academic", "reference", "registry", "local", "vault", "knowledge"]
SourceType = Literal["pubmed", "web", "academic", "registry", "local", "vault", "knowledge"]
PageKind = Literal["content", "blocked", "paywall", "captcha", "error"]
ItemStatus = Literal["satisfied", "partial", "unsatisfied"]
ClaimLabel = Literal["quoted", "supported", "inferred", "uncited"]
TraceStatus = Literal["pending", "in_progress", "waiting", "completed", "failed", "cancelled"]
ResultStatus = Literal["completed", "max_iterations_reached", "stopped", "waiting", "error"]
EffectKind = Literal["model", "search", "fetch", "registry", "clock", "random", "admit"]
ContradictionKind = Literal["superseded", "unit", "scope", "definition", "disagreement"]

PRIVACY_MODES: tuple[PrivacyMode, ...] = ("local_only", "hybrid", "cloud_allowed")  # tightest first
Json = dict[str, Any]


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every shared value: frozen, keyword-only, JSON in and out with types checked."""

    def to_dict(self) -> Json:
        built: Json = msgspec.to_builtins(self)
        return built


def tighter(a: PrivacyMode, b: PrivacyMode) -> PrivacyMode:
    """The stricter of two modes: requests, macros and resumes may only tighten."""
    return a if PRIVACY_MODES.index(a) <= PRIVACY_MODES.index(b) else b


# -- finding and reading ---------------------------------------------------------------------------


class Query(Value, frozen=True, kw_only=True):
    """One search to send, for the checklist items it serves."""

    text: str
    kind: ProviderKind | Literal["any"] = "any"
    items: tuple[str, ...] = ()
    private: bool = False


class Filters(Value, frozen=True, kw_only=True):
    """What the user narrowed the search to."""

    since: str | None = None
    sites: tuple[str, ...] = ()
    language: str | None = None


class SourceResult(Value, frozen=True, kw_only=True):
    """A hit: what a search provider returned for a query."""

    url: str
    title: str
    snippet: str
    source_name: str
    retrieved_at: datetime | None = None
    full_content: str | None = None
    quality_score: float = 0.5
    source_type: SourceType = "web"
    score: float = 0.0
    authors: tuple[str, ...] = ()
    published: str | None = None
    doi: str | None = None
    citations: int | None = None
    open_access_url: str | None = None
    retracted: bool = False
    private: bool = False


Hit = SourceResult


class Anchor(Value, frozen=True, kw_only=True):
    """A named position in a text: a heading, or the start of a page."""

    offset: int
    label: str


class ReadText(Value, frozen=True, kw_only=True):
    """What a reader made of bytes: text with the positions that citations need."""

    text: str
    media_type: str
    title: str = ""
    headings: tuple[Anchor, ...] = ()
    page_starts: tuple[int, ...] = ()
    published: str | None = None
    author: str | None = None
    language: str | None = None
    flags: tuple[str, ...] = ()


class Document(Value, frozen=True, kw_only=True):
    """A stored snapshot; `id` is derived from address and text, so storing it twice changes nothing."""

    id: str
    url: str
    title: str
    text: str
    sha256: str
    media_type: str
    fetched_at: datetime
    kind: PageKind = "content"
    source_name: str = ""
    source_type: SourceType = "web"
    headings: tuple[Anchor, ...] = ()
    page_starts: tuple[int, ...] = ()
    published: str | None = None
    author: str | None = None
    quality: float = 0.5
    flags: tuple[str, ...] = ()
    private: bool = False


class Passage(Value, frozen=True, kw_only=True):
    """A ranked piece of a document, by position; `text` equals document.text[start:end]."""

    document_id: str
    start: int
    end: int
    text: str
    score: float = 0.0
    context: str = ""  # title and heading: what a sentence may leave unsaid
    private: bool = False


class Evidence(Value, frozen=True, kw_only=True):
    """The exact words something rests on, and where they stand."""

    id: str
    document_id: str
    start: int
    end: int
    quote: str
    page: int | None = None
    heading: str | None = None
    private: bool = False


# -- what was learned ------------------------------------------------------------------------------


class Entity(Value, frozen=True, kw_only=True):
    """Someone or something that sources name, over its spellings."""

    name: str
    entity_type: str = "thing"
    sources: tuple[str, ...] = ()
    first_seen: int = 0  # the round; wall-clock times are storage's business
    mention_count: int = 1
    aliases: tuple[str, ...] = ()
    private: bool = False


class Quantity(Value, frozen=True, kw_only=True):
    """A number as a source states it."""

    value: float
    unit: str = ""
    text: str = ""


class Fact(Value, frozen=True, kw_only=True):
    """A statement with its proof."""

    id: str
    statement: str
    evidence: tuple[str, ...]
    sources: tuple[str, ...]
    confidence: float = 0.0
    verified: bool = False
    contradictions: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    scores: dict[str, float] = msgspec.field(default_factory=dict)  # checklist item -> how well it speaks to it
    quantities: tuple[Quantity, ...] = ()
    round: int = 0
    origins: int = 1
    origin_ids: tuple[str, ...] = ()  # one document for each independent origin
    said_by: str = ""
    published: str | None = None
    private: bool = False

    @property
    def items(self) -> tuple[str, ...]:
        """The checklist items it addresses, the one it serves best first."""
        return tuple(sorted(self.scores, key=lambda item: (-self.scores[item], item)))


class ContradictionSide(Value, frozen=True, kw_only=True):
    statement: str
    fact_id: str
    document_id: str
    value: str = ""
    source_id: str = ""
    published: str | None = None


class Contradiction(Value, frozen=True, kw_only=True):
    """Two or more statements about one thing that do not fit together, and the likeliest reason."""

    about: str
    kind: ContradictionKind
    explanation: str
    sides: tuple[ContradictionSide, ...]


class ChecklistItem(Value, frozen=True, kw_only=True):
    """One thing a complete answer must address."""

    id: str
    description: str
    label: str = ""  # two or three words for progress lines
    terms: tuple[str, ...] = ()  # what is asked about it
    about: tuple[str, ...] = ()  # the subject that the question's parts share
    hints: tuple[str, ...] = ()  # names that earlier findings led to: a second hop
    status: ItemStatus = "unsatisfied"
    evidence: tuple[str, ...] = ()
    facet: str = ""  # the kind of answer it asks for, where the question shows it
    tried: int = 0  # queries sent for it so far
    note: str = ""
    private: bool = False

    @property
    def satisfied(self) -> bool:
        return self.status == "satisfied"


class Plan(Value, frozen=True, kw_only=True):
    """What is asked, what is not, and what a complete answer needs."""

    refined_query: str
    checklist: tuple[ChecklistItem, ...]
    key_terms: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    question_type: str = "open"
    domain: str = "general"
    language: str = "en"
    in_scope: tuple[str, ...] = ()
    out_of_scope: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    queries: tuple[Query, ...] = ()


class Finding(Value, frozen=True, kw_only=True):
    """What a reasoner saw in a passage, before it is checked: the quote must be found in the document."""

    document_id: str
    statement: str
    quote: str
    start: int = -1  # where the reasoner believes the quote begins; -1: look for it
    scores: dict[str, float] = msgspec.field(default_factory=dict)  # checklist item -> how well it speaks to it
    entities: tuple[str, ...] = ()


class Assessment(Value, frozen=True, kw_only=True):
    """Coverage after a round, and what to ask next."""

    checklist: tuple[ChecklistItem, ...]
    queries: tuple[Query, ...] = ()


class SaturationMetrics(Value, frozen=True, kw_only=True):
    """Seed 003's four measures of whether another round would add anything."""

    new_entities_ratio: float
    new_facts_ratio: float
    citation_circularity: float
    source_coverage: float


class Stop(Value, frozen=True, kw_only=True):
    """Why a run ended its rounds, in words; `cause` is for machines."""

    cause: Literal["user", "money", "tokens", "time", "pages", "rounds", "checklist", "saturation", "exhausted"]
    reason: str


# -- what is said ----------------------------------------------------------------------------------


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


class Citation(Value, frozen=True, kw_only=True):
    """Evidence as a report carries it: enough to show the quote in its context, offline."""

    source_id: str
    quote: str
    start: int
    end: int
    document_id: str = ""
    before: str = ""
    after: str = ""
    page: int | None = None
    heading: str | None = None


class Claim(Value, frozen=True, kw_only=True):
    text: str
    label: ClaimLabel
    evidence: tuple[Citation, ...] = ()
    facts: tuple[str, ...] = ()
    confidence: float = 0.0
    section: str = ""


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
    expected_new_facts: float | None = None


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


# -- runs ------------------------------------------------------------------------------------------


class Lease(Value, frozen=True, kw_only=True):
    """The right to write for a run; a higher attempt number makes every older lease worthless."""

    run_id: str
    owner: str
    attempt: int


class Run(Value, frozen=True, kw_only=True):
    """The generic tool trace of seed 004, with an owner, an organisation and a lease."""

    id: str
    tool_name: str
    input_params: Json
    status: TraceStatus = "pending"
    progress: float = 0.0
    current_stage: str = ""
    state: Json = msgspec.field(default_factory=dict)
    result: Json | None = None
    error_message: str | None = None
    user_id: str = "local"
    org_id: str = "local"
    privacy: PrivacyMode = "hybrid"
    created_at: datetime | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    metrics: Json = msgspec.field(default_factory=dict)
    attempt: int = 0
    lease_owner: str | None = None
    lease_until: datetime | None = None
    stop_requested: str | None = None


class EffectRow(Value, frozen=True, kw_only=True):
    """One journal row: the intent, and once it is known, the outcome."""

    run_id: str
    step: str
    key: str
    occurrence: int
    kind: EffectKind
    name: str
    request: Json
    status: Literal["intent", "done", "failed"] = "intent"
    response: Any = None
    error: Json | None = None
    usage: Usage = msgspec.field(default_factory=Usage)
    seconds: float = 0.0
    cached: bool = False
    seq: int = 0


class Availability(Value, frozen=True, kw_only=True):
    """Whether a source or model can be used now, and if not, what would make it so."""

    available: bool
    reason: str = ""
