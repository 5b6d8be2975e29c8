"""What the knowledge base holds: facts, things and items of earlier research, each with where it was read and when."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from inquiro.core.types.base import ContradictionKind, SourceType, Value
from inquiro.core.types.learning import Quantity, StatedDate
from inquiro.core.types.modes import ResearchMode, Snippet


class KnownProof(Value, frozen=True, kw_only=True):
    """The exact words, in a snapshot that the knowledge base keeps."""

    document_id: str
    start: int
    end: int
    quote: str
    url: str
    title: str = ""
    fetched_at: datetime | None = None
    published: str | None = None
    source_type: SourceType = "web"
    page: int | None = None
    heading: str | None = None
    private: bool = False


class Opposed(Value, frozen=True, kw_only=True):
    """Another known fact that does not fit, and the likeliest reason."""

    fact_id: str
    kind: ContradictionKind = "disagreement"
    explanation: str = ""
    private: bool = False  # the other one is; its words are not repeated here unless this one is too


class KnownFact(Value, frozen=True, kw_only=True):
    """One statement, however often it was found."""

    id: str
    statement: str
    proofs: tuple[KnownProof, ...]
    entities: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    dates: tuple[StatedDate, ...] = ()
    denies: str = ""
    confidence: float = 0.0  # as of the run that was surest
    origins: int = 1
    opposed: tuple[Opposed, ...] = ()
    runs: tuple[str, ...] = ()  # that found it, oldest first
    first_added: datetime | None = None
    last_added: datetime | None = None
    private: bool = False


class KnownRelation(Value, frozen=True, kw_only=True):
    subject: str
    predicate: str
    object: str
    proof: KnownProof | None = None
    private: bool = False


class KnownEntity(Value, frozen=True, kw_only=True):
    id: str
    name: str
    entity_type: str = "thing"
    aliases: tuple[str, ...] = ()
    mentions: int = 1
    relations: tuple[KnownRelation, ...] = ()
    runs: tuple[str, ...] = ()
    private: bool = False


class KnownItem(Value, frozen=True, kw_only=True):
    """An idea or implementation that a research returned."""

    id: str
    mode: ResearchMode
    query: str
    source: str  # its address
    content: str
    title: str = ""
    proofs: tuple[KnownProof, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    runs: tuple[str, ...] = ()
    first_added: datetime | None = None
    last_added: datetime | None = None
    private: bool = False


class Ingested(Value, frozen=True, kw_only=True):
    """What one ingestion changed."""

    facts: int = 0  # new ones
    merged: int = 0  # facts that were known, and now have one more proof or run
    entities: int = 0
    relations: int = 0
    documents: int = 0
    items: int = 0
    contradictions: int = 0  # pairs of facts that do not fit, kept side by side
    skipped: tuple[str, ...] = ()  # what could not be taken in, and why
    run_id: str = ""  # whose findings they are, where they are a run's


class Known(Value, frozen=True, kw_only=True):
    """One result of a search in the knowledge base, best first; exactly one of the three is there."""

    score: float
    fact: KnownFact | None = None
    entity: KnownEntity | None = None
    item: KnownItem | None = None


class KnowledgeSize(Value, frozen=True, kw_only=True):
    facts: int = 0
    entities: int = 0
    relations: int = 0
    documents: int = 0
    items: int = 0
    contradictions: int = 0
    newest: datetime | None = None


class KnowledgeGraph(Value, frozen=True, kw_only=True):
    """Everything, for exports."""

    facts: tuple[KnownFact, ...] = ()
    entities: tuple[KnownEntity, ...] = ()
    items: tuple[KnownItem, ...] = ()
    sizes: KnowledgeSize = msgspec.field(default_factory=KnowledgeSize)


KnownKind = Literal["fact", "entity", "item"]
WordKind = Literal["fact", "said", "told", "named", "relation"]


class Giver(Value, frozen=True, kw_only=True):
    """What gave the knowledge base something: a run, or findings that somebody brought along."""

    key: str  # the run's id, or one of its own
    run_id: str = ""
    asked_at: datetime | None = None
    added_at: datetime | None = None


class Given(Value, frozen=True, kw_only=True):
    """One thing as one giver told it; `home` is the known thing it went into. Exactly one of the three is there."""

    key: str  # of the giver
    home: str = ""
    fact: KnownFact | None = None
    entity: KnownEntity | None = None
    item: KnownItem | None = None

    @property
    def kind(self) -> KnownKind:
        return "fact" if self.fact else "entity" if self.entity else "item"

    @property
    def id(self) -> str:
        told = self.fact or self.entity or self.item
        return told.id if told else ""


class KnowledgeWord(Value, frozen=True, kw_only=True):
    """A mark of a known thing: what a changed one shares it with has to be compared with it."""

    word: str
    kind: WordKind
    id: str


class KnowledgeChange(Value, frozen=True, kw_only=True):
    """Everything that one ingestion or removal writes, at once."""

    token: str  # tells a repeated write from somebody else's
    generation: int  # of the knowledge base that it was worked out from
    leaving: tuple[str, ...] = ()  # givers whose things are taken back, before anything is written
    giver: Giver | None = None
    given: tuple[Given, ...] = ()
    facts: tuple[KnownFact, ...] = ()
    entities: tuple[KnownEntity, ...] = ()
    items: tuple[KnownItem, ...] = ()
    gone: tuple[str, ...] = ()  # ids of facts, entities and items
    documents: tuple[str, ...] = ()  # that the giver's things were read in
    words: tuple[KnowledgeWord, ...] = ()  # of what is written; what it had before goes
