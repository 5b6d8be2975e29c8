"""A macro's result as HTML: fields in tables, what is long folded away, verbs as text."""

from __future__ import annotations

from html import escape

from inquiro.core.types import Report
from inquiro.exports._display import place_of, shortened
from inquiro.exports._html_text import esc
from inquiro.exports._result import Facts, Heading, ShownResult, shown_result
from inquiro.exports._result_fields import LONGEST_QUOTE, ShownField, ShownGroup, ShownPart, ShownQuote

FOLDED_FROM = 40  # fields of one group, or verbs' lines
_LONGEST_VALUE = 2_000
_CHIPS = {"unsupported": "uncited", "edited": "inferred", "unfilled": ""}


def result(report: Report) -> str:
    found = shown_result(report)
    if found is None:
        return ""
    parts = (
        _definitions(found.facts),
        _errors(found),
        _decision(found),
        _looks(found),
        *map(_group, found.groups),
        _unfilled(found),
        _verbs(found),
    )
    body = "\n".join(filter(None, parts))
    return f'<section class="result" aria-labelledby="result"><h2 id="result">{Heading.RESULT}</h2>\n{body}\n</section>'


def _definitions(facts: Facts) -> str:
    return "<dl>" + "".join(f'<dt>{esc(name)}</dt><dd dir="auto">{esc(value)}</dd>' for name, value in facts) + "</dl>"


def _errors(found: ShownResult) -> str:
    items = "".join(f"<li>{esc(error)}</li>" for error in found.errors)
    return f"<h3>{Heading.ERRORS}</h3><ul>{items}</ul>" if items else ""


def _decision(found: ShownResult) -> str:
    decided = f"<h3>{Heading.DECISION}</h3>{_definitions(found.decision)}" if found.decision else ""
    rows = "".join(
        f"<tr><td>{esc(one.path)}</td><td>{esc(one.before)}</td><td>{esc(one.after)}</td></tr>" for one in found.changes
    )
    changed = f"<h3>{Heading.CHANGES}</h3>{_table(('Field', 'From', 'To'), rows, 'changes')}" if rows else ""
    return decided + changed


def _looks(found: ShownResult) -> str:
    if not found.looks:
        return ""
    rows = "".join(
        f'<tr><td class="path">{esc(one.path)}</td><td dir="auto">{_value(one)}{_remarks(one)}</td>'
        f"<td>{_chip(one)}</td></tr>"
        for one in found.looks
    )
    more = f"<p>{found.looks_left}</p>" if found.looks_left else ""
    return f"<h3>{Heading.LOOKS}</h3>{_table(('Field', 'Value, and why', 'State'), rows)}{more}"


def _group(group: ShownGroup) -> str:
    head = ("Field", "Value, and what it rests on", "State")
    table = _table(head, "".join(map(_part, group.parts)))
    if group.size < FOLDED_FROM:
        return f'<h3 dir="auto">{esc(group.title)}</h3>{table}'
    told = f'<span dir="auto">{esc(group.title)}</span> · {group.size} fields'
    return f'<details class="group"><summary>{told}</summary>{table}</details>'


def _part(part: ShownPart) -> str:
    title = (
        f'<tr class="part"><th colspan="3" scope="rowgroup" dir="auto">{esc(part.title)} '
        f'<span class="path">{esc(part.path)}</span></th></tr>'
        if part.title
        else ""
    )
    return title + "".join(map(_field, part.fields))


def _field(field: ShownField) -> str:
    quotes = "".join(map(_quote, field.quotes))
    return (
        f'<tr><td title="{esc(field.path)}">{esc(field.label)}</td>'
        f'<td dir="auto">{_value(field)}{_remarks(field)}{quotes}</td><td>{_chip(field)}</td></tr>'
    )


def _value(field: ShownField) -> str:
    if len(field.value) <= _LONGEST_VALUE:
        return f'<span class="value">{esc(field.value)}</span>'
    told = f"{shortened(field.value, 200)} ({len(field.value):,} characters)"
    return f'<details><summary dir="auto">{esc(told)}</summary><span class="value">{esc(field.value)}</span></details>'


def _remarks(field: ShownField) -> str:
    return "".join(f'<span class="remark">{esc(remark)}</span>' for remark in field.remarks)


def _quote(quote: ShownQuote) -> str:
    said = f"“{esc(shortened(quote.citation.quote, LONGEST_QUOTE))}”"
    retracted = quote.source is not None and quote.source.retracted
    mark = (
        f'<a class="ref{" retracted" * retracted}" href="#src-{quote.number}">[{quote.number}]</a>{" retracted" * retracted}'
        if quote.number is not None
        else ""
    )
    page = ""
    if quote.link:
        words, url = quote.link
        page = f'<a href="{esc(url)}" rel="noreferrer noopener" target="_blank">{words}</a>'
    return f'<span class="behind">{" · ".join(filter(None, (f"{said} {mark}", esc(place_of(quote.citation)), page)))}</span>'


def _chip(field: ShownField) -> str:
    return f'<span class="chip {_CHIPS.get(field.kind, field.kind)}">{esc(field.state)}</span>'


def _unfilled(found: ShownResult) -> str:
    if not found.unfilled:
        return ""
    listed = ", ".join(map(esc, found.unfilled))
    return f'<details><summary>{Heading.UNFILLED}: {len(found.unfilled)}</summary><p class="unfilled">{listed}</p></details>'


def _verbs(found: ShownResult) -> str:
    remarks = "".join(f"<li>{esc(remark)}</li>" for remark in found.verb_remarks)
    if not found.verbs and not remarks:
        return ""
    text = f'<pre dir="ltr" tabindex="0"><code>{escape(found.verbs, quote=True)}</code></pre>' if found.verbs else ""
    lines = found.verbs.count("\n") + 1
    if lines > FOLDED_FROM:
        text = f"<details><summary>{lines} lines</summary>{text}</details>"
    listed = f"<ul>{remarks}</ul>" if remarks else ""
    return f'<h3>{Heading.VERBS}</h3><p class="state">{esc(found.verbs_state)}</p>{text}{listed}'


def _table(head: tuple[str, ...], rows: str, kind: str = "fields") -> str:
    cells = "".join(f'<th scope="col">{name}</th>' for name in head)
    return f'<div class="table"><table class="words {kind}"><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table></div>'
