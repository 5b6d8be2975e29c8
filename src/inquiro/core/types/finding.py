"""What is searched for, found and read."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from inquiro.core.types.base import PageKind, ProviderKind, SourceType, Value


class Query(Value, frozen=True, kw_only=True):
    """One search to send, for the checklist items it serves."""

    text: str
    kind: ProviderKind | Literal["any"] = "any"
    items: tuple[str, ...] = ()
    private: bool = False
    provider: str = ""  # the only source that understands its syntax


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
    quality_reasons: tuple[str, ...] = ()  # why `quality_score` is what it is, in words
    authors: tuple[str, ...] = ()
    year: int | None = None
    published: str | None = None  # ISO date, as far as it is known: 2024, 2024-05 or 2024-05-31
    doi: str | None = None  # bare and lower case: 10.1000/xyz
    pmid: str | None = None
    pmcid: str | None = None  # with its letters: PMC123
    arxiv_id: str | None = None  # without its version: 2101.00001
    venue: str | None = None  # journal, conference or site
    peer_reviewed: bool | None = None  # None: the source does not say
    citations: int | None = None
    open_access_url: str | None = None
    language: str | None = None
    retracted: bool = False
    private: bool = False
    document_id: str = ""  # of the stored snapshot that its source opens again
    years: tuple[int, ...] = ()  # in which it came out, online and in print, where its source tells them apart
    notices: tuple[str, ...] = ()  # what was published about it since: retraction, expression of concern, correction


Hit = SourceResult


class Anchor(Value, frozen=True, kw_only=True):
    """A named position in a text: a heading, or the start of a page."""

    offset: int
    label: str
    level: int = 0  # of a heading: 1 is the highest; 0 where nobody knows


class Outline(Value, frozen=True, kw_only=True):
    """A document from afar: what it is called, and its sections."""

    title: str
    headings: tuple[str, ...] = ()
    private: bool = False


BlockKind = Literal["heading", "paragraph", "list", "steps", "table", "definition", "code", "caption", "quote"]


class Block(Value, frozen=True, kw_only=True):
    """A piece of a text that belongs together: `text[start:end]` is the piece as it stands."""

    kind: BlockKind
    start: int
    end: int
    lead: int | None = None  # where the paragraph begins that announces it with a colon: neither stands alone
    parts: tuple[tuple[int, int], ...] = ()  # items of a list, steps, rows of a table below its header
    header: tuple[str, ...] = ()  # names of a table's columns


class CodeSpan(Value, frozen=True, kw_only=True):
    """Preformatted code in a text: `text[start:end]` is the code as the page shows it, indentation and all."""

    start: int
    end: int
    language: str = ""  # as the page names it; empty where it does not


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
    code: tuple[CodeSpan, ...] = ()
    licence: str = ""  # of the content, where the page states one
    blocks: tuple[Block, ...] = ()
    status: str = ""  # of the document, where it states one: draft, final, superseded
    version: str = ""


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
    quality_reasons: tuple[str, ...] = ()
    doi: str | None = None
    retracted: bool = False
    flags: tuple[str, ...] = ()
    private: bool = False
    code: tuple[CodeSpan, ...] = ()
    licence: str = ""
    blocks: tuple[Block, ...] = ()  # empty in snapshots of earlier versions
    status: str = ""
    version: str = ""


class Passage(Value, frozen=True, kw_only=True):
    """A ranked piece of a document, by position; `text` equals document.text[start:end]."""

    document_id: str
    start: int
    end: int
    text: str
    score: float = 0.0
    context: str = ""  # title and heading: what a sentence may leave unsaid
    standing: float = 0.0  # of its document: to the question as a whole, 0 to 1
    private: bool = False
    by_words: bool = False  # its meaning was looked for, and not known in time
    blocks: tuple[Block, ...] = ()  # what a reader found in it, at places in `text`; empty: its lines shall tell
    sections: tuple[Anchor, ...] = ()  # the path of headings from a place in `text` on


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
