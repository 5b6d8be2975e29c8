"""A report of anybody's that is checked: what was asked, and what was found."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types.base import ClaimLabel, Value

ReferenceState = Literal[
    "exists",  # a register knows it, or its page could be read, and it is what the report says
    "at_hand",  # it lies in a folder that was given
    "mismatched",  # there is one, with another title, author or year
    "retracted",
    "concern",  # its publisher doubts it: an expression of concern
    "corrected",
    "not_found",  # neither its identifier nor its title leads anywhere
    "dead",  # 404, 410, no such host, or a page that says it is not there
    "moved",  # the address leads somewhere else, such as to a home page
    "blocked",  # a paywall, a login, robots.txt: nothing can be said
    "unreachable",  # a time-out, a server that is down: nothing can be said
    "unchecked",  # nothing to look up, or no leave or time to do so
]
FindingKind = Literal[
    "invented_quote",
    "retracted",
    "not_found",
    "wrong_identifier",
    "swapped_reference",
    "contradicted",
    "dead_link",
    "unlisted",
    "moved",
    "concern",
    "mismatch",
    "unsupported",
    "open",
    "corrected",
    "never_cited",
    "listed_twice",
]
Outcome = Literal["borne_out", "says_more", "open", "contradicted", "unopened", "uncited"]
Extent = Literal["whole", "abstract", "nothing"]


class CheckAsk(Value, frozen=True, kw_only=True):
    """The document to check: a file, an address, or a text that came along."""

    name: str  # as a person calls it
    path: str = ""
    url: str = ""
    text: str = ""
    data: bytes = b""  # of a file that came along


class CheckedReference(Value, frozen=True, kw_only=True):
    """An entry of the list of sources, or an address in the text, with what became of it."""

    number: str  # as the marks name it
    text: str  # as the report writes it
    state: ReferenceState
    told: str = ""  # the state in words
    line: int = 0
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    identifier: str = ""  # doi:…, arxiv:…, pmid:…
    url: str = ""
    differs: tuple[str, ...] = ()  # how what was found is other than what is stated
    found_title: str = ""
    found_url: str = ""
    found_by: str = ""  # the register, folder or page that knows it
    notices: tuple[str, ...] = ()  # what was published about it since: retraction, correction, …
    cited: int = 0  # sentences that cite it
    read: Extent = "nothing"
    source_id: str = ""  # of the report's sources, where it could be read


class CheckedSentence(Value, frozen=True, kw_only=True):
    """A sentence of the document, and whether what it cites bears it out."""

    text: str
    line: int
    label: ClaimLabel
    outcome: Outcome
    references: tuple[str, ...] = ()  # numbers of what it cites
    problems: tuple[str, ...] = ()
    claim: int = -1  # its place among the report's claims


class CheckFinding(Value, frozen=True, kw_only=True):
    """Something that whoever signs the document has to know."""

    kind: FindingKind
    grave: bool
    problem: str  # what is wrong
    advice: str  # what to do
    line: int = 0
    sentence: str = ""
    reference: str = ""  # its number
    source_words: str = ""  # what the source itself says
    source_id: str = ""


class CheckCounts(Value, frozen=True, kw_only=True):
    sentences: int = 0
    cited: int = 0
    borne_out: int = 0
    not_borne_out: int = 0
    open: int = 0  # in words of their own: rules cannot tell, and nothing speaks against them
    unopened: int = 0
    references: int = 0
    exist: int = 0
    mismatched: int = 0
    retracted: int = 0
    not_found: int = 0
    dead: int = 0
    unclear: int = 0  # blocked, unreachable or not looked up


class CheckResult(Value, frozen=True, kw_only=True):
    """What checking a document showed, for whoever has to sign it."""

    name: str
    verdict: str
    counts: CheckCounts
    findings: tuple[CheckFinding, ...] = ()  # the gravest first
    references: tuple[CheckedReference, ...] = ()
    sentences: tuple[CheckedSentence, ...] = ()

    @property
    def grave(self) -> tuple[CheckFinding, ...]:
        return tuple(finding for finding in self.findings if finding.grave)

    @property
    def lesser(self) -> tuple[CheckFinding, ...]:
        """What may be wrong; what rules cannot tell is no fault, and stands apart."""
        return tuple(finding for finding in self.findings if not finding.grave and finding.kind != "open")

    @property
    def open(self) -> tuple[CheckFinding, ...]:
        return tuple(finding for finding in self.findings if finding.kind == "open")
