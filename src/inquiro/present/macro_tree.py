"""A macro's result as a tree: what needs a look first, every field in its place, verbs as text."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import FieldLabel, Report
from inquiro.present.blocks import (
    Block,
    Chip,
    Code,
    Folded,
    Inline,
    Items,
    Link,
    Paragraph,
    Spans,
    Table,
    Text,
    Tone,
    facts,
    heading,
    paragraph,
    section,
    words,
)
from inquiro.present.macro_fields import LONGEST_QUOTE, ShownField, ShownGroup, ShownQuote
from inquiro.present.macro_result import Heading, ShownResult, shown_result
from inquiro.present.sentences import Sentences
from inquiro.present.wording import place_of, shortened

FOLDED_FROM = 40  # fields of one group, or lines of verbs
MANY = 400  # fields of one group, of which each shows one quote
_TONES: dict[FieldLabel, Tone] = {
    "quoted": "good",
    "supported": "good",
    "inferred": "warn",
    "edited": "warn",
    "unsupported": "bad",
    "unfilled": "",
}
_HEAD, _WIDTHS = ("Field", "Value", "State", "What it rests on"), (18, 28, 13, 41)


def result(report: Report, sentences: Sentences) -> Iterator[Block]:
    found = shown_result(report)
    if found is None:
        return
    yield heading(Heading.RESULT, anchor="result")
    yield facts(found.facts)
    yield from section(Heading.ERRORS, _listed(found.errors), 3)
    yield from section(Heading.DECISION, [facts(found.decision)] if found.decision else [], 3)
    yield from section(Heading.CHANGES, _changes(found), 3)
    yield from section(Heading.LOOKS, _looks(found), 3)
    for group in found.groups:
        yield from _group(group, sentences)
    if found.unfilled:
        told = paragraph(", ".join(found.unfilled), "quiet")
        yield Folded(title=f"{Heading.UNFILLED}: {len(found.unfilled)}", blocks=(told,), level=3)
    yield from section(Heading.VERBS, _verbs(found), 3)


def _listed(lines: tuple[str, ...] | list[str]) -> Iterator[Block]:
    if lines:
        yield Items(items=tuple((paragraph(line),) for line in lines))


def _changes(found: ShownResult) -> Iterator[Block]:
    if found.changes:
        rows = tuple((words(one.path), words(one.before), words(one.after)) for one in found.changes)
        yield Table(head=("Field", "From", "To"), rows=rows, widths=(30, 35, 35))


def _looks(found: ShownResult) -> Iterator[Block]:
    if found.looks:
        rows = tuple((words(one.path), words(one.value), _state(one), _remarks(one)) for one in found.looks)
        yield Table(head=("Field", "Value", "State", "Why"), rows=rows, widths=(26, 26, 14, 34), kind="fields")
    if found.looks_left:
        yield paragraph(found.looks_left, "quiet")


def _group(group: ShownGroup, sentences: Sentences) -> Iterator[Block]:
    most = 1 if group.size >= MANY else None
    rows: list[tuple[Spans, ...]] = []
    for part in group.parts:
        if part.title:
            rows.append(((Text(text=part.title, strong=True), Text(text=f" {part.path}", quiet=True)),))
        rows += [
            (words(one.label), words(one.value), _state(one), _behind(one, most, sentences)) for one in part.fields
        ]
    table = Table(head=_HEAD, rows=tuple(rows), widths=_WIDTHS, kind="fields")
    if group.size >= FOLDED_FROM:
        yield Folded(title=f"{group.title} · {group.size} fields", blocks=(table,), level=3)
    else:
        yield from section(group.title, [table], 3)


def state_chip(field: ShownField) -> Chip:
    return Chip(text=field.state, tone=_TONES[field.kind])


def _state(field: ShownField) -> Spans:
    return (state_chip(field),)


def _remarks(field: ShownField) -> Spans:
    return words(" · ".join(field.remarks))


def _behind(field: ShownField, most: int | None, sentences: Sentences) -> Spans:
    """Remarks, the words behind a field, and every source of them."""
    spans: list[Inline] = list(_remarks(field))
    for quote in field.quotes[:most]:
        spans += [*((Text(text=" · "),) if spans else ()), *_quote(quote, sentences)]
    told = {quote.number for quote in field.quotes[:most]}
    if rest := [number for number in field.numbers if number not in told]:
        spans.append(sentences.marks(rest))
    return tuple(spans)


def _quote(quote: ShownQuote, sentences: Sentences) -> Iterator[Inline]:
    yield Text(text=f"“{shortened(quote.citation.quote, LONGEST_QUOTE)}”")
    if quote.number is not None:
        yield sentences.marks([quote.number])
    if place := place_of(quote.citation):
        yield Text(text=f" {place}", quiet=True)
    if quote.link:
        yield Text(text=" ")
        yield Link(text=quote.link[0], url=quote.link[1])


def _verbs(found: ShownResult) -> Iterator[Block]:
    if not found.verbs and not found.verb_remarks:
        return
    yield Paragraph(spans=words(found.verbs_state, strong=True), kind="notice")
    if found.verbs:
        lines = found.verbs.count("\n") + 1
        code = Code(code=found.verbs)
        yield Folded(title=f"{lines} lines", blocks=(code,), level=4) if lines > FOLDED_FROM else code
    yield from _listed(found.verb_remarks)
