"""A macro's result as lines and tables to be set in type."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import Report
from inquiro.exports._display import place_of, shortened
from inquiro.exports._paper_text import Line, Part, Run, Table, line_of
from inquiro.exports._result import Facts, Heading, ShownResult, shown_result
from inquiro.exports._result_fields import ShownField, ShownGroup

_LONGEST_QUOTE = 300
MANY = 400  # fields of one group
_FIELD_WIDTHS = (16, 27, 12, 35, 10)
_FIELD_HEAD = ("Field", "Value", "State", "What it rests on", "Source")
Row = tuple[tuple[Run, ...], ...]


def result(report: Report) -> Iterator[Part]:
    found = shown_result(report)
    if found is None:
        return
    yield line_of("heading", Heading.RESULT)
    yield _facts(found.facts)
    yield from _about(found)
    for group in found.groups:
        yield from _group(group)
    if found.unfilled:
        yield line_of("heading", Heading.UNFILLED, 2)
        yield line_of("paragraph", ", ".join(found.unfilled))
    yield from _verbs(found)


def _about(found: ShownResult) -> Iterator[Part]:
    if found.errors:
        yield line_of("heading", Heading.ERRORS, 2)
        yield from (line_of("item", error) for error in found.errors)
    if found.decision:
        yield line_of("heading", Heading.DECISION, 2)
        yield _facts(found.decision)
    if found.changes:
        yield line_of("heading", Heading.CHANGES, 2)
        rows = tuple(_cells(one.path, one.before, one.after) for one in found.changes)
        yield Table(head=("Field", "From", "To"), widths=(30, 35, 35), rows=rows)
    if found.looks:
        yield line_of("heading", Heading.LOOKS, 2)
        rows = tuple(_cells(one.path, one.value, one.state, "\n".join(one.remarks)) for one in found.looks)
        yield Table(head=("Field", "Value", "State", "Why"), widths=(26, 26, 14, 34), rows=rows)
    if found.looks_left:
        yield line_of("small", found.looks_left)


def _group(group: ShownGroup) -> Iterator[Part]:
    yield line_of("heading", group.title, 2)
    head: tuple[str, ...] = _FIELD_HEAD
    quotes = 1 if group.size >= MANY else None  # of each field; where there are many, one has to do on paper
    for part in group.parts:
        if part.title:
            title = (Run(text=part.title), Run(text=f"  {part.path}", quiet=True))
            yield Line(kind="heading", runs=title, level=3)
        yield Table(head=head, widths=_FIELD_WIDTHS, rows=tuple(_field(one, quotes) for one in part.fields))
        head = ()


def _field(field: ShownField, most: int | None) -> Row:
    quotes = [
        f"“{shortened(one.citation.quote, _LONGEST_QUOTE)}”{_place(place_of(one.citation))}"
        for one in field.quotes[:most]
    ]
    withdrawn = {one.number for one in field.quotes if one.source and one.source.retracted}
    marks = tuple(
        Run(text=f" [{number}{', retracted' * (number in withdrawn)}]", source=number) for number in field.numbers
    )
    behind = "\n".join([*field.remarks, *quotes])
    return (*_cells(field.label, field.value, field.state, behind), marks or (Run(text="–"),))


def _place(place: str) -> str:
    return f" ({place})" if place else ""


def _verbs(found: ShownResult) -> Iterator[Line]:
    if not found.verbs and not found.verb_remarks:
        return
    yield line_of("heading", Heading.VERBS, 2)
    yield line_of("notice", found.verbs_state)
    if found.verbs:
        yield Line(kind="code", runs=(Run(text=found.verbs),))
    yield from (line_of("item", remark) for remark in found.verb_remarks)


def _facts(facts: Facts) -> Table:
    rows = tuple(((Run(text=name, bold=True),), (Run(text=value),)) for name, value in facts)
    return Table(head=(), rows=rows, widths=(28, 72))


def _cells(*texts: str) -> Row:
    return tuple((Run(text=text),) for text in texts)
