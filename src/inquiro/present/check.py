"""A checked document as a tree: each finding with the sentence beside its source, every reference, every sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inquiro.core.types import (
    CheckedReference,
    CheckedSentence,
    CheckFinding,
    FindingKind,
    Outcome,
    ReferenceState,
    Report,
)
from inquiro.present.blocks import (
    Block,
    Box,
    Chip,
    Folded,
    Heading,
    Inline,
    Link,
    Note,
    Quotation,
    Spans,
    Table,
    Text,
    Tone,
    heading,
    paragraph,
    words,
)
from inquiro.present.making import TONES
from inquiro.present.sentences import Sentences
from inquiro.present.wording import one_line, safe_url

KINDS: dict[FindingKind, str] = {
    "invented_quote": "quotation not in its source",
    "retracted": "retracted work",
    "not_found": "work not to be found",
    "wrong_identifier": "wrong identifier",
    "swapped_reference": "wrong source",
    "contradicted": "contradicted by its source",
    "dead_link": "dead link",
    "unlisted": "mark without an entry",
    "moved": "page gone",
    "concern": "expression of concern",
    "mismatch": "other than stated",
    "unsupported": "not shown by its source",
    "open": "open",
    "corrected": "corrected work",
    "never_cited": "never cited",
    "listed_twice": "listed twice",
}
STATES: dict[ReferenceState, str] = {
    "exists": "exists",
    "at_hand": "at hand",
    "mismatched": "other than stated",
    "retracted": "retracted",
    "concern": "expression of concern",
    "corrected": "corrected",
    "not_found": "not found",
    "dead": "dead link",
    "moved": "page gone",
    "blocked": "closed to programs: nothing can be said",
    "unreachable": "could not be reached: nothing can be said",
    "unchecked": "not looked up",
}
OUTCOMES: dict[Outcome, str] = {
    "borne_out": "borne out",
    "says_more": "not shown to be",
    "open": "open: read it yourself",
    "contradicted": "contradicted",
    "unopened": "source not read",
    "uncited": "no source",
}
GRAVE, LESSER, REFERENCES, SENTENCES = "Grave", "To look at", "References", "Every sentence"
OPEN = "Open: rules cannot tell, read them yourself"
SAYS, SOURCE = "The document says", "The source says"
_GOOD = frozenset({"exists", "at_hand"})
_BAD = frozenset({"retracted", "not_found", "dead", "moved"})


def checked(report: Report, sentences: Sentences) -> Iterator[Block]:
    found = report.check
    if found is None:
        return
    yield from _findings(GRAVE, found.grave, sentences)
    yield from _findings(LESSER, found.lesser, sentences)
    if found.references:
        yield heading(f"{REFERENCES} ({len(found.references)})", anchor="references")
        yield Table(
            head=("No.", "Reference", "State", "What is known", "Cited"),
            rows=tuple(_reference(one, sentences) for one in found.references),
            widths=(8, 44, 14, 26, 8),
        )
    if found.open:  # folded up: most are true, and whoever looks for faults need not pass them
        cards = tuple(block for finding in found.open for block in _finding(finding, sentences))
        yield Folded(title=f"{OPEN} ({len(found.open)})", blocks=cards)
    if found.sentences:
        table = Table(
            head=("Line", "Sentence", "Cites", "Result", "Why"),
            rows=tuple(map(_sentence, found.sentences)),
            widths=(8, 46, 10, 14, 22),
        )
        yield Folded(title=f"{SENTENCES} ({len(found.sentences)})", blocks=(table,))


def _findings(title: str, findings: Sequence[CheckFinding], sentences: Sentences) -> Iterator[Block]:
    if not findings:
        return
    yield heading(f"{title} ({len(findings)})", anchor=title.rsplit(maxsplit=1)[-1].lower())
    for finding in findings:
        yield from _finding(finding, sentences)


def _finding(finding: CheckFinding, sentences: Sentences) -> Iterator[Block]:
    at = f"line {finding.line}: " if finding.line else ""
    tone: Tone = "bad" if finding.grave else "warn"
    kind = Note(text=KINDS[finding.kind], tone=tone)
    yield Heading(spans=(Text(text=f"{at}{one_line(finding.problem)}"), kind), level=3)
    if finding.advice:
        yield paragraph(one_line(finding.advice))
    if sides := tuple(_sides(finding, sentences)):
        yield Box(blocks=sides, kind="sides")


def _sides(finding: CheckFinding, sentences: Sentences) -> Iterator[Quotation]:
    if finding.sentence:
        yield Quotation(title=SAYS, words=words(one_line(finding.sentence)))
    if finding.source_words:
        number = sentences.numbers.get(finding.source_id)
        foot: Spans = (Text(text="as it was read"), sentences.marks([number])) if number else ()
        yield Quotation(title=SOURCE, words=words(one_line(finding.source_words)), foot=foot)


def _reference(one: CheckedReference, sentences: Sentences) -> tuple[Spans, ...]:
    tone: Tone = "good" if one.state in _GOOD else "bad" if one.state in _BAD else "warn"
    told: list[Inline] = [Text(text=one_line(one.text))]
    if url := safe_url(one.found_url or one.url):
        told += [Text(text=" "), Link(text="open", url=url)]
    if number := sentences.numbers.get(one.source_id):
        told.append(sentences.marks([number]))
    state = (Chip(text=STATES[one.state], tone=tone),)
    return words(one_line(one.number)), tuple(told), state, words(one_line(one.told)), words(str(one.cited))


def _sentence(one: CheckedSentence) -> tuple[Spans, ...]:
    return (
        words(str(one.line)),
        words(one_line(one.text)),
        words(one_line(", ".join(one.references))),
        (Chip(text=OUTCOMES[one.outcome], tone=TONES[one.label]),),
        words(one_line("; ".join(one.problems))),
    )
