"""The parts of the HTML report around the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inquiro.core.types import Citation, ClaimLabel, Contradiction, ContradictionSide, Report, ReportSource
from inquiro.exports._display import (
    GLYPHS,
    LABELS,
    STATUSES,
    facts_about,
    method_facts,
    one_line,
    place_of,
    run_facts,
    safe_url,
    source_numbers,
    source_of,
    title_of,
)
from inquiro.exports._html_answer import esc
from inquiro.exports._quotes import Quote, quotes_by_source
from inquiro.exports._volatile import RUN_CLOSE, RUN_OPEN

_MEANINGS: dict[ClaimLabel, str] = {
    "quoted": "the source’s own words",
    "supported": "follows from the quotes",
    "inferred": "concluded, not stated",
    "uncited": "nothing read supports it",
}


def notices(report: Report) -> str:
    assumed = [f"Assumed: {line}" for line in report.assumptions]
    asked = [f"Waiting for an answer: {report.clarification}"] if report.clarification else []
    return "\n".join(f'<p class="notice" dir="auto">{esc(line)}</p>' for line in (*report.notices, *assumed, *asked))


def contradictions(report: Report) -> str:
    if not report.contradictions:
        return ""
    cards = "\n".join(_contradiction(contradiction, report) for contradiction in report.contradictions)
    return f'<section aria-labelledby="disagreements"><h2 id="disagreements">Disagreements</h2>\n{cards}\n</section>'


def _contradiction(contradiction: Contradiction, report: Report) -> str:
    sides = "".join(_side(side, report) for side in contradiction.sides)
    return (
        f'<div class="contradiction"><h3 dir="auto">{esc(contradiction.about)}</h3>'
        f'<p dir="auto"><span class="chip">{contradiction.kind}</span> {esc(contradiction.explanation)}</p>'
        f'<div class="sides">{sides}</div></div>'
    )


def _side(side: ContradictionSide, report: Report) -> str:
    source = source_of(side, report)
    number = source_numbers(report)[source.id] if source else 0
    value = f'<p class="value">{esc(side.value)}</p>' if side.value else ""
    dated = f"<time>{esc(side.published)}</time>" if side.published else "<span>undated</span>"
    cited = f' · <a href="#src-{number}">[{number}] {esc(title_of(source))}</a>' if source else ""
    return f'<article class="side-card">{value}<p dir="auto">{esc(side.statement)}</p><footer>{dated}{cited}</footer></article>'


def coverage(report: Report) -> str:
    if not report.checklist:
        gaps = "".join(f"<li>{esc(gap)}</li>" for gap in report.checklist_coverage.gaps)
        return _card("coverage", "What is missing", gaps)
    items = "".join(
        f'<li class="{item.status}"><span class="glyph" role="img" aria-label="{STATUSES[item.status]}">'
        f'{GLYPHS[item.status]}</span><span dir="auto">{esc(item.description)} {_note(item.note)}</span></li>'
        for item in report.checklist
    )
    return _card("coverage", "What was asked for", items)


def _note(note: str) -> str:
    return f'<span class="note">— {esc(note)}</span>' if note else ""


def labels(report: Report) -> str:
    counts = Counter(claim.label for claim in report.claims)
    rows = "".join(
        f'<li><b>{counts[label]}</b><span class="chip {label}">{LABELS[label]}</span><span>{meaning}</span></li>'
        for label, meaning in _MEANINGS.items()
        if counts[label]
    )
    return _card("labels", "How firmly each statement stands", rows)


def _card(name: str, heading: str, items: str) -> str:
    return f'<section class="{name}"><h2>{heading}</h2><ul>{items}</ul></section>' if items else ""


# -- sources ---------------------------------------------------------------------------------------


def sources(report: Report) -> str:
    numbers, quotes = source_numbers(report), quotes_by_source(report)
    items = "\n".join(_source(source, numbers[source.id], quotes.get(source.id, [])) for source in report.sources)
    return f'<section aria-labelledby="sources"><h2 id="sources">Sources</h2>\n{_listed(items)}\n</section>'


def _listed(items: str) -> str:
    return f'<ol class="source-list">\n{items}\n</ol>' if items else "<p>No source was used.</p>"


def _source(source: ReportSource, number: int, quotes: list[Quote]) -> str:
    url = safe_url(source.url)
    title = esc(title_of(source))
    linked = f'<a href="{esc(url)}" rel="noreferrer noopener" target="_blank">{title}</a>' if url else title
    return (
        f'<li id="src-{number}"><span class="number" aria-hidden="true">{number}</span>'
        f'<span class="source-title" dir="auto">{linked}</span>'
        f'<span class="source-facts">{esc(" · ".join(facts_about(source)))}</span>'
        f'<span class="address">{esc(url or source.url)}</span>{_details(quotes)}</li>'
    )


def _details(quotes: list[Quote]) -> str:
    if not quotes:
        return ""
    counted = "1 quote" if len(quotes) == 1 else f"{len(quotes)} quotes"
    return f"<details><summary>{counted}</summary>{''.join(map(_quote, quotes))}</details>"


def _quote(quote: Quote) -> str:
    place = esc(place_of(quote.citation))
    caption = f"<figcaption>{place}</figcaption>" if place else ""
    return f'<figure class="quote" id="{quote.id}"><blockquote dir="auto">{_in_context(quote.citation)}</blockquote>{caption}</figure>'


def _in_context(citation: Citation) -> str:
    """The quote between the words around it, with the space that stood there kept."""
    before, after = one_line(citation.before), one_line(citation.after)
    lead = f"…\u00a0{esc(before)}{' ' * citation.before[-1:].isspace()}" if before else ""
    trail = f"{' ' * citation.after[:1].isspace()}{esc(after)}\u00a0…" if after else ""
    return f"{lead}<mark>{esc(citation.quote)}</mark>{trail}"


# -- method ----------------------------------------------------------------------------------------


def lost(report: Report) -> str:
    items = "".join(
        f"<li>{esc(loss.what)}: {esc(loss.reason)}{f' ({esc(loss.source)})' if loss.source else ''}</li>"
        for loss in report.lost
    )
    counted = f"Not read ({len(report.lost)})"
    return f"<details><summary>{counted}</summary><ul>{items}</ul></details>" if items else ""


def method(report: Report) -> str:
    return (
        "<details><summary>How this report was made</summary>\n"
        f"{_definitions(method_facts(report))}\n{_rounds(report)}\n"
        f"{RUN_OPEN}{_definitions(run_facts(report))}{RUN_CLOSE}\n</details>"
    )


def _definitions(facts: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{esc(name)}</dt><dd>{esc(value)}</dd>" for name, value in facts) + "</dl>"


def _rounds(report: Report) -> str:
    if not report.rounds:
        return ""
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("Round", "Queries", "Results", "Read", "New facts", "Failures")
    )
    rows = "".join(
        f"<tr><td>{r.iteration}</td><td>{esc('; '.join(r.queries))}</td><td>{r.results_count}</td>"
        f"<td>{r.documents}</td><td>{r.new_facts}</td><td>{r.failures}</td></tr>"
        for r in report.rounds
    )
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
