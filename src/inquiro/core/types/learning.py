"""What was learned from it."""

from __future__ import annotations

from typing import Literal

import msgspec

from inquiro.core.types.base import ContradictionKind, ItemStatus, SourceType, Value
from inquiro.core.types.finding import Query


class Relation(Value, frozen=True, kw_only=True):
    """What a sentence says that one thing is to another, and the words that say so."""

    subject: str
    predicate: str  # such as: founded by, based in, capital of
    object: str
    evidence: str = ""
    private: bool = False


class Entity(Value, frozen=True, kw_only=True):
    """Someone or something that sources name, over its spellings."""

    name: str
    entity_type: str = "thing"
    sources: tuple[str, ...] = ()
    first_seen: int = 0  # the round; wall-clock times are storage's business
    mention_count: int = 1
    aliases: tuple[str, ...] = ()
    private: bool = False
    relations: tuple[Relation, ...] = ()  # where the text gives them


class StatedDate(Value, frozen=True, kw_only=True):
    """A date as a source states it, and in ISO as far as it can be told: 2024, 2024-05 or 2024-05-31."""

    text: str
    iso: str = ""


class Quantity(Value, frozen=True, kw_only=True):
    """A number as a source states it."""

    value: float
    unit: str = ""
    text: str = ""


class ConfidenceTerms(Value, frozen=True, kw_only=True):
    """What a confidence is made of: support x agreement x recency."""

    origins: int  # independent ones; retracted works are none
    quality: tuple[float, ...] = ()  # of the best source of each origin
    support: float = 0.0  # what the origins give together
    agreement: float = 1.0  # less where other sources contradict
    recency: float = 1.0  # less where a newer source says otherwise
    newest: str | None = None  # date of the newest source that says so
    retracted: int = 0  # sources that say so too and count for nothing
    grouped: tuple[str, ...] = ()  # why several sources count as one, in words


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
    terms: ConfidenceTerms | None = None  # why `confidence` is what it is
    said_by: str = ""
    about: str = ""  # what its document is about, by name
    title: str = ""  # of its document
    standing: float = 0.0  # of its document: to the question as a whole, 0 to 1
    published: str | None = None
    private: bool = False
    dates: tuple[StatedDate, ...] = ()
    denies: str = ""  # the words in which the statement says no

    @property
    def only_retracted(self) -> bool:
        """Nothing but retracted works says so."""
        return self.terms is not None and self.terms.retracted > 0 and self.terms.origins == 0

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
    source_type: SourceType | None = None  # a vault note, earlier research, a page …
    earlier: str = ""  # the run that had read it, and when, where this one only follows that


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
    queries: tuple[str, ...] = ()  # the same in words
    note: str = ""
    private: bool = False
    own: tuple[str, ...] = ()  # the reader's words for it, for this machine alone: no model and no source sees them
    asker: str = ""  # from whose point of view it is asked, where not from the question's own

    @property
    def satisfied(self) -> bool:
        return self.status == "satisfied"

    @property
    def asked(self) -> bool:
        """It was asked for as a question, and not added because such answers need it."""
        return self.description.endswith(("?", "？"))


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
    retold: bool = False  # the statement is a sentence of the reasoner's own, which its passage bears out


class Assessment(Value, frozen=True, kw_only=True):
    """Coverage after a round, and what to ask next."""

    checklist: tuple[ChecklistItem, ...]
    queries: tuple[Query, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()  # that the reasoner saw among the facts, beyond what rules find


class SaturationMetrics(Value, frozen=True, kw_only=True):
    """Seed 003's four measures of whether another round would add anything."""

    new_entities_ratio: float
    new_facts_ratio: float
    citation_circularity: float
    source_coverage: float


class FactEstimate(Value, frozen=True, kw_only=True):
    """The different facts that were found, and how many more there may be; None where that cannot be said."""

    item: str = ""  # of the checklist; empty: of the whole question
    found: int = 0  # the same in other words counts once
    mentions: int = 0  # each fact in each independent origin
    once: int = 0  # facts in one origin only
    twice: int = 0
    documents: int = 0  # read so far
    coverage: float | None = None  # the chance that the next mention is of a fact that was found already
    unseen: float | None = None
    low: float | None = None  # ends of the 95 % interval of `unseen`; the lower one alone is all that can be said
    high: float | None = None
    next_round: float | None = None  # new facts to expect of as many documents as the last round read


class SourceRecord(Value, frozen=True, kw_only=True):
    """What earlier runs saw of a source: a provider's name, or `host:NAME`."""

    source: str
    gained: float = 0.0  # facts that the answer used
    tried: float = 0.0
    verified: float = 0.0  # of the gained ones
    blocked: float = 0.0  # captchas, paywalls, refusals
    seconds: float = 0.0  # all answers together


class Stop(Value, frozen=True, kw_only=True):
    """Why a run ended its rounds, in words; `cause` is for machines."""

    cause: Literal[
        "user",
        "money",
        "tokens",
        "time",
        "pages",
        "rounds",
        "checklist",
        "saturation",
        "exhausted",
        "sources",
        "reading",
    ]
    reason: str
