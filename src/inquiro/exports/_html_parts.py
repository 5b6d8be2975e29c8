"""The parts of the HTML report around the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inquiro.core.types import ClaimLabel, Report, ReportSource
from inquiro.exports._display import (
    GLYPHS,
    LABELS,
    STATUSES,
    counted,
    facts_about,
    method_facts,
    place_of,
    retracted_numbers,
    run_facts,
    safe_url,
    source_numbers,
    title_of,
    without_folders,
)
from inquiro.exports._findings import assessed
from inquiro.exports._html_accord import source_links
from inquiro.exports._html_card import in_context, live, withdrawn
from inquiro.exports._html_text import esc
from inquiro.exports._modes import problems
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
    return "\n".join(
        f'<p class="notice" dir="auto">{esc(line)}</p>'
        for line in (*report.notices, *problems(report), *assumed, *asked)
    )


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
    why = " · ".join(source.quality_reasons)
    reasons = f'<span class="source-facts">quality: {esc(why)}</span>' if why else ""
    return (
        f'<li id="src-{number}"><span class="number" aria-hidden="true">{number}</span>'
        f'<span class="source-title" dir="auto">{linked}{withdrawn(source)}</span>'
        f'<span class="source-facts">{esc(" · ".join(facts_about(source)))}</span>{reasons}'
        f'<span class="address">{esc(without_folders(url or source.url))}</span>{_details(quotes, source)}</li>'
    )


def _details(quotes: list[Quote], source: ReportSource) -> str:
    if not quotes:
        return ""
    many = counted(len(quotes), "quote")
    return f"<details><summary>{many}</summary>{''.join(_quote(quote, source) for quote in quotes)}</details>"


def _quote(quote: Quote, source: ReportSource) -> str:
    told = " · ".join(filter(None, (esc(place_of(quote.citation)), live(quote.citation, source))))
    caption = f"<figcaption>{told}</figcaption>" if told else ""
    return f'<figure class="quote" id="{quote.id}"><blockquote dir="auto">{in_context(quote.citation)}</blockquote>{caption}</figure>'


def statements(report: Report) -> str:
    """Every sentence with its label and what its confidence is made of."""
    if not report.claims:
        return ""
    retracted = retracted_numbers(report)
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("No.", "Statement", "Label", "How sure, and why", "Sources")
    )
    rows = "".join(
        f'<tr><td>{one.number}</td><td dir="auto">{esc(one.text)}</td>'
        f'<td><span class="chip {one.label}">{LABELS[one.label]}</span></td><td>{esc(one.sure)}</td>'
        f"<td>{source_links(one.sources, retracted)}</td></tr>"
        for one in assessed(report)
    )
    return (
        '<details id="statements"><summary>How sure each statement is</summary>'
        f'<div class="table"><table class="words"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        "</details>"
    )


# -- method ----------------------------------------------------------------------------------------


def lost(report: Report) -> str:
    items = "".join(
        f"<li>{esc(loss.what)}: {esc(loss.reason)}{f' ({esc(loss.source)})' if loss.source else ''}</li>"
        for loss in report.lost
    )
    title = f"Not read ({len(report.lost)})"
    return f"<details><summary>{title}</summary><ul>{items}</ul></details>" if items else ""


def method(report: Report) -> str:
    return (
        "<details><summary>How this report was made</summary>\n"
        f"{_definitions(method_facts(report))}\n{_rounds(report)}\n</details>"
    )


def run(report: Report) -> str:
    """When and by which run it was made, and how far its checker can be trusted."""
    facts = _definitions(run_facts(report))
    return f'<section class="run"><h2>This run</h2>{RUN_OPEN}{facts}{RUN_CLOSE}</section>'


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
