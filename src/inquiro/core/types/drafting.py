"""What a reasoner makes of the evidence for one mode, before it is verified, ranked and numbered."""

from __future__ import annotations

import msgspec

from inquiro.core.types.base import Value
from inquiro.core.types.claims import Part
from inquiro.core.types.finding import Document, Evidence
from inquiro.core.types.learning import ChecklistItem, Fact, Plan
from inquiro.core.types.modes import ResearchMode


class Pool(Value, frozen=True, kw_only=True):
    """What a run has read and learned: all modes draw from the same."""

    plan: Plan
    checklist: tuple[ChecklistItem, ...]
    facts: tuple[Fact, ...]
    evidence: tuple[Evidence, ...]
    documents: tuple[Document, ...]


class Worded(Value, frozen=True, kw_only=True):
    """A sentence, the facts it names, and the documents in which its proof is looked for besides."""

    text: str
    facts: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    paragraph: int = 0  # of its section
    row: str = ""  # of a cell of a table
    column: str = ""


class CodeDraft(Value, frozen=True, kw_only=True):
    """Code as it is to be shown; where it was taken from a page, its place there."""

    code: str
    language: str = ""
    document_id: str = ""
    start: int = -1
    end: int = -1


class ItemDraft(Value, frozen=True, kw_only=True):
    """An idea or implementation, bound to the document it was found in."""

    document_id: str
    sentences: tuple[Worded, ...] = ()
    code: tuple[CodeDraft, ...] = ()
    dependencies: tuple[str, ...] | None = None  # None: nothing is said about them


class PaperSection(Value, frozen=True, kw_only=True):
    """A part of a paper, or a section of its own heading below one; without a heading it is all there is to say."""

    heading: str
    sentences: tuple[Worded, ...] = ()
    code: tuple[CodeDraft, ...] = ()
    part: Part = "findings"
    below: bool = False  # the part before it


class ModeDraft(Value, frozen=True, kw_only=True):
    mode: ResearchMode
    items: tuple[ItemDraft, ...] = ()
    sections: tuple[PaperSection, ...] = ()
    nearest: tuple[str, ...] = ()  # titles, where there is nothing to write from
    problems: tuple[str, ...] = ()
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
