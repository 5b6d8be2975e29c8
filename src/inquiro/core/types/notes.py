"""A note that is researched: what is asked of it, what it is about, and what became of it."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types.base import Json, Value

NoteDepth = Literal["shallow", "deep"]  # snippets alone, or the best pages read too
TopicType = Literal["claim", "concept", "question"]
SearchMode = Literal["keyword", "semantic", "hybrid"]
SendMode = Literal["all", "ask", "known"]  # of a note's words: all but secrets, what a person agrees to, common ones
ClaimStanding = Literal["borne_out", "differs", "open", "nothing_found"]
WriteOutcome = Literal["written", "merged", "unchanged", "sibling", "dry_run", "held", "nothing"]  # held: not yet

PREVIEW = 500  # characters
MOST_TOPICS = 10
MOST_LABEL_WORDS = 8  # all of a note that may leave the machine at a time


class NoteAsk(Value, frozen=True, kw_only=True):
    """Which note, how far, and whether anything is written."""

    vault: str  # the folder
    path: str  # as the caller wrote it: a path, a name, an alias
    depth: NoteDepth = "shallow"
    focus: str | None = None
    dry_run: bool = False
    send: SendMode = "known"
    queries: tuple[str, ...] = ()  # that a person agreed to; then these leave and no others
    quotes: bool = False  # whether related notes are quoted
    hold: bool = False  # research as ever, and write when a person accepts the section


class Topic(Value, frozen=True, kw_only=True):
    """Something a note is about. `label` may leave the machine; `context` is the note's own words, and does not."""

    id: str
    label: str
    type: TopicType
    context: str = ""
    redacted: tuple[str, ...] = ()  # what was taken out of the label before it could leave, in words
    title: str = ""  # what its part of the section is called: the note's own heading, which does not leave


class ClaimVerdict(Value, frozen=True, kw_only=True):
    """How a claim of the note stands to what was found; "open" where what was found neither bears it out nor differs."""

    topic: str  # the id of it
    claim: str  # in plain words
    verdict: ClaimStanding
    mine: str = ""  # the figure, year or name in the note, where they differ; "" where all of the claim does
    theirs: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()  # those that bear it out, or say otherwise


class HeldWord(Value, frozen=True, kw_only=True):
    """A word of a note that stays on the machine, and why."""

    word: str
    why: str


class NoteText(Value, frozen=True, kw_only=True):
    """A note as it was read, with its embeds in their places."""

    path: str  # inside the vault, with slashes
    title: str
    text: str
    sha256: str  # of the file's bytes
    published: str | None = None
    tags: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()  # paths of notes that it links to, as far as reading it tells: the reader knows them
    embedded: tuple[str, ...] = ()  # paths of notes whose text stands in it
    problems: tuple[str, ...] = ()  # embeds that could not be followed, and what was cut
    send: SendMode = "known"
    accepted: tuple[str, ...] = ()  # words that a person typed, or lets leave whenever they come up
    withheld: str = ""  # why nothing of it leaves, whatever is sent otherwise
    source_words: tuple[str, ...] = ()  # of its words those that public sources of the run use, too
    recurring: tuple[str, ...] = ()  # lines that many notes of the vault have: nothing of the note's own


class RelatedNote(Value, frozen=True, kw_only=True):
    """A note of the same vault that speaks of a topic and that the researched one does not link to."""

    path: str
    title: str
    link: str  # as it is written into the note
    topics: tuple[str, ...] = ()  # labels
    says: str = ""


class Written(Value, frozen=True, kw_only=True):
    """What became of a section: where it stands now, and what changed."""

    outcome: WriteOutcome
    path: str  # of the note that holds it, inside the vault: another one where the note itself could not be written
    diff: str = ""  # unified, of that note
    section: str = ""  # as it stands there, the reader's own remarks included
    kept: int = 0  # edits of the reader's own inside it that were kept
    reason: str = ""  # why it went elsewhere, or nowhere


class NoteResult(Value, frozen=True, kw_only=True):
    """What `research_note` returns."""

    path: str
    topics_researched: int = 0
    preview: str = ""  # the first 500 characters of the section
    run_id: str = ""
    written: Written | None = None
    topics: tuple[Topic, ...] = ()
    queries: tuple[str, ...] = ()  # everything that left the machine, or would
    related: tuple[RelatedNote, ...] = ()
    section: str = ""  # as the research gave it
    problems: tuple[str, ...] = ()
    held: tuple[HeldWord, ...] = ()  # what of the topics stayed on the machine
    verdicts: tuple[ClaimVerdict, ...] = ()  # one for each claim among the topics
    sha256: str = ""  # of the note when it was read

    def stub(self) -> Json:
        """What is left of it in an agent's compacted context."""
        return {"path": self.path, "topics_researched": self.topics_researched}


class NotePreview(Value, frozen=True, kw_only=True):
    """What of a note would leave, before anything does."""

    path: str
    queries: tuple[str, ...] = ()
    held: tuple[HeldWord, ...] = ()
    withheld: str = ""  # why nothing leaves at all


class IndexState(Value, frozen=True, kw_only=True):
    """What can be found by now: documents that are read, and passages whose meaning is known."""

    documents: int = 0
    unread: int = 0  # files that a refresh under way has still to read
    passages: int = 0
    by_meaning: int = 0


class FoundNote(Value, frozen=True, kw_only=True):
    """A note that answers a search, by its best passage."""

    path: str
    title: str
    score: float
    snippet: str
    heading: str = ""
    tags: tuple[str, ...] = ()
    modified: str = ""  # ISO date
    link: str = ""  # a wikilink that resolves
    dated: str = ""  # ISO date that its front matter gives


class NotePart(Value, frozen=True, kw_only=True):
    """A stretch of one note as its reader sees it, without comments."""

    path: str
    title: str
    text: str
    offset: int = 0  # of the first character, in all of the note's text
    characters: int = 0  # of all of it
    next_offset: int | None = None  # None at the end
    tags: tuple[str, ...] = ()
    modified: str = ""  # ISO date
    dated: str = ""
    link: str = ""


class NearNote(Value, frozen=True, kw_only=True):
    """A note that is like another, by its name alone."""

    path: str
    title: str
    link: str  # a wikilink that resolves
    score: float
    linked: bool = False  # one of the two links to the other


class RelatedNotes(Value, frozen=True, kw_only=True):
    """What is like a note, best first."""

    path: str
    related: tuple[NearNote, ...] = ()
    withheld: str = ""  # why none is named


class VaultName(Value, frozen=True, kw_only=True):
    """Which vault a server has, without where it lies."""

    name: str  # of its folder
    id: str  # the beginning of the SHA-256 of the folder's path


class NoteFilter(Value, frozen=True, kw_only=True):
    """Which notes a search looks at."""

    tags: tuple[str, ...] = ()  # all of them; `project` also finds `project/house`
    folder: str = ""
    since: str = ""  # ISO dates, of the last change or of the front matter
    until: str = ""
    near: str = ""  # a note; only notes within `distance` links of it, in either direction
    distance: int = 2
    shared: bool = False  # without notes that are marked private: others than their owner read what is found
