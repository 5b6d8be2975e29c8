"""A macro's result in short, for a screen: what needs a look first, then all of it, long lists cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from inquiro.core.types import Report
from inquiro.present.blocks import Block, Chip, Items, Paragraph, Spans, Table, Text, heading, paragraph, words
from inquiro.present.macro_fields import ShownField, ShownGroup, ShownPart
from inquiro.present.macro_result import Fact, ShownResult, shown_result
from inquiro.present.macro_tree import state_chip
from inquiro.present.wording import counted, shortened

LOOKS, MEMBERS, CHANGES, ERRORS, NAMES = 10, 8, 10, 5, 30  # of each that many are shown; the exports have all
LONGEST = 160
# What is said of it as a whole, under names that fit a narrow column; the exports say more.
ROWS: dict[str, str] = {
    Fact.STANDING: "Standing",
    Fact.FIELDS: "Fields",
    Fact.LEIS: "LEIs",
    Fact.ASSESSED: "By itself",
    Fact.MEASURED: "Measured",
    Fact.SCHEMA: "Schema",
}
Row = tuple[Spans, ...]
T = TypeVar("T")


def in_short(report: Report, *, fields_only: bool = False) -> Iterator[Block]:
    found = shown_result(report)
    if found is None:
        return
    if not fields_only:
        yield heading("Result")
        yield Table(rows=tuple(_facts(found)), kind="facts")
    yield from _looks(found)
    for group in found.groups:
        yield heading(group.title, 3)
        yield Table(rows=tuple(_group(group)), kind="fields")
    if found.unfilled:
        yield paragraph(f"Not filled: {', '.join(found.unfilled[:NAMES])}{_more(found.unfilled, NAMES, ' ')}", "quiet")
    if not fields_only and (rows := tuple(_verbs(found))):
        yield Table(rows=rows, kind="facts")


def _facts(found: ShownResult) -> Iterator[Row]:
    for name, value in found.facts:
        if name in ROWS:
            yield words(ROWS[name]), words(value)
    yield from (((), (Chip(text=f"✗ {one}", tone="bad"),)) for one in found.errors[:ERRORS])
    if rest := _more(found.errors, ERRORS):
        yield (), (Chip(text=f"✗ {rest}", tone="bad"),)
    for number, (name, value) in enumerate(found.decision):
        yield _first("Decision", number), (Text(text=f"{name} ", quiet=True), *words(value))
    for number, change in enumerate(found.changes[:CHANGES]):
        told = f"{_cut(change.before)} → {_cut(change.after)}"
        yield _first("Changed", number), (Text(text=f"{change.path} ", quiet=True), *words(told))
    if rest := _more(found.changes, CHANGES):
        yield (), words(rest, quiet=True)


def _looks(found: ShownResult) -> Iterator[Block]:
    if not found.looks:
        return
    total = len(found.looks) + found.more_looks
    yield heading(f"{counted(total, 'field')} {'needs' if total == 1 else 'need'} a look, riskiest first", 3)
    yield Items(items=tuple(tuple(_look(one)) for one in found.looks[:LOOKS]))
    if total > LOOKS:
        yield paragraph(f"… and {total - LOOKS:,} more", "quiet")


def _look(one: ShownField) -> Iterator[Block]:
    yield Paragraph(spans=(Text(text=f"{one.path}  ", strong=True), *_value(one)))
    yield from (Paragraph(spans=(Chip(text=remark, tone="warn"),)) for remark in one.remarks)
    if one.quotes:
        yield paragraph(f"“{shortened(one.quotes[0].citation.quote, LONGEST)}”", "quiet")


def _group(group: ShownGroup) -> Iterator[Row]:
    """Fields by their names, side by side; each member of a list in one line."""
    for part in group.parts:
        if not part.title:
            yield from ((words(one.label, quiet=True), _value(one)) for one in part.fields)
    titled = [part for part in group.parts if part.title]
    yield from ((_member(part),) for part in titled[:MEMBERS])
    if rest := _more(titled, MEMBERS, "… "):
        yield (words(rest, quiet=True),)


def _member(part: ShownPart) -> Spans:
    """Its title, then what that does not say yet."""
    told = [one for one in part.fields if not part.title.endswith(one.value)]
    values = " · ".join(f"{one.label} {_cut(one.value)}" for one in told)
    states = {one.state: state_chip(one) for one in part.fields}
    chips = (span for chip in states.values() for span in (Text(text="  "), chip))
    return (Text(text=part.title), Text(text=f"  {values}", quiet=True), *chips)


def _value(field: ShownField) -> Spans:
    return (Text(text=f"{_cut(field.value)}  "), state_chip(field))


def _verbs(found: ShownResult) -> Iterator[Row]:
    if found.verbs or found.verb_remarks:
        yield words("Verbs"), words(found.verbs_state)
    yield from (((), (Chip(text=f"✗ cannot run: {one}", tone="bad"),)) for one in found.verb_problems[:ERRORS])
    yield from (((), (Chip(text=f"⚠ {one}", tone="warn"),)) for one in found.verb_warnings[:ERRORS])


def _first(name: str, number: int) -> Spans:
    return () if number else words(name)


def _more(all_of_them: Sequence[T], shown: int, lead: str = "") -> str:
    rest = len(all_of_them) - shown
    return f"{lead}and {rest:,} more" if rest > 0 else ""


def _cut(value: str) -> str:
    """The beginning of a long value, and how long it really is."""
    return value if len(value) <= LONGEST else f"{value[:LONGEST]}… ({len(value):,} characters in all)"
