"""A macro's result as Markdown: tables of inert text, verbs between fences that they cannot close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.fences import fence_for
from inquiro.core.types import Report
from inquiro.exports._display import place_of, shortened
from inquiro.exports._md_text import inert
from inquiro.exports._result import Facts, Heading, ShownResult, shown_result
from inquiro.exports._result_fields import LONGEST_QUOTE, ShownField, ShownGroup, ShownQuote


def result(report: Report) -> Iterator[list[str]]:
    found = shown_result(report)
    if found is None:
        return
    yield [f"## {Heading.RESULT}"]
    yield _listed(found.facts)
    yield from _lists(found)
    yield from _looks(found)
    for group in found.groups:
        yield from _group(group)
    if found.unfilled:
        yield [f"### {Heading.UNFILLED}"]
        yield [f"> {', '.join(map(inert, found.unfilled))}"]
    yield from _verbs(found)


def _lists(found: ShownResult) -> Iterator[list[str]]:
    if found.errors:
        yield [f"### {Heading.ERRORS}"]
        yield [f"- {inert(error)}" for error in found.errors]
    if found.decision:
        yield [f"### {Heading.DECISION}"]
        yield _listed(found.decision)
    if found.changes:
        yield [f"### {Heading.CHANGES}"]
        rows = ((inert(one.path), inert(one.before), inert(one.after)) for one in found.changes)
        yield _table(("Field", "From", "To"), rows)


def _looks(found: ShownResult) -> Iterator[list[str]]:
    if not found.looks:
        return
    yield [f"### {Heading.LOOKS}"]
    rows = [(inert(one.path), inert(one.value), one.state, _remarks(one)) for one in found.looks]
    if found.looks_left:
        rows.append((found.looks_left, "", "", ""))
    yield _table(("Field", "Value", "State", "Why"), rows)


def _group(group: ShownGroup) -> Iterator[list[str]]:
    yield [f"### {inert(group.title)}"]
    rows: list[tuple[str, ...]] = []
    for part in group.parts:
        if part.title:
            rows.append((f"**{inert(part.title)}** ({inert(part.path)})", "", "", ""))
        rows += [(inert(one.label), inert(one.value), one.state, _behind(one)) for one in part.fields]
    yield _table(("Field", "Value", "State", "What it rests on"), rows)


def _behind(field: ShownField) -> str:
    return " · ".join(filter(None, [_remarks(field), *map(_quote, field.quotes)]))


def _remarks(field: ShownField) -> str:
    return " · ".join(map(inert, field.remarks))


def _quote(quote: ShownQuote) -> str:
    words = f"“{inert(shortened(quote.citation.quote, LONGEST_QUOTE))}”"
    link = f"[{quote.link[0]}](<{quote.link[1]}>)" if quote.link else ""
    place = inert(place_of(quote.citation))
    retracted = " retracted" if quote.source and quote.source.retracted else ""
    mark = f"\\[[{quote.number}](#src-{quote.number}){retracted}\\]" if quote.number is not None else ""
    return " ".join(filter(None, (words, mark, place, link)))


def _verbs(found: ShownResult) -> Iterator[list[str]]:
    if not found.verbs and not found.verb_remarks:
        return
    yield [f"### {Heading.VERBS}"]
    yield [f"> **{inert(found.verbs_state)}**"]
    if found.verbs:
        fence = fence_for(found.verbs)
        yield [fence, *found.verbs.split("\n"), fence]
    if found.verb_remarks:
        yield [f"- {inert(remark)}" for remark in found.verb_remarks]


def _listed(facts: Facts) -> list[str]:
    return [f"- **{inert(name)}**: {inert(value)}" for name, value in facts]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows)]
