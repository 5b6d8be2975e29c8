"""Where sources agree, where they do not, and what nobody said: the sections after the findings."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, ContradictionSide, Report
from inquiro.exports._display import retracted_numbers, source_numbers, source_of, title_of, whose_sides
from inquiro.exports._findings import (
    NO_CONTRADICTION,
    Agreement,
    OpenPoint,
    agreement_told,
    agreements,
    open_points,
    tried_told,
)
from inquiro.exports._html_card import withdrawn
from inquiro.exports._html_text import esc


def accord(report: Report) -> str:
    return "\n".join(filter(None, (_agreements(report), _contradictions(report))))


def source_links(numbers: Iterable[int], retracted: frozenset[int]) -> str:
    """`[1] [2]`, each leading to the list of sources."""
    return " ".join(
        f'<a class="ref{" retracted" * (number in retracted)}" href="#src-{number}">[{number}]</a>'
        f"{' retracted' * (number in retracted)}"
        for number in numbers
    )


def _agreements(report: Report) -> str:
    told = agreement_told(report)
    if not told:
        return ""
    found, withdrawn_ones = agreements(report), retracted_numbers(report)
    rows = "".join(_agreement(one, withdrawn_ones) for one in found)
    head = (
        '<thead><tr><th scope="col">Finding</th><th scope="col">Origins</th><th scope="col">Sources</th></tr></thead>'
    )
    table = f'<div class="table"><table class="words">{head}<tbody>{rows}</tbody></table></div>' if found else ""
    return (
        f'<section aria-labelledby="agreement"><h2 id="agreement" dir="auto">{phrases(report.language).agree}</h2>\n'
        f"<p>{told}</p>{table}\n</section>"
    )


def _agreement(one: Agreement, retracted: frozenset[int]) -> str:
    but = ' <span class="chip uncited">contradicted</span>' if one.disputed else ""
    return (
        f'<tr><td dir="auto">{esc(one.text)}{but}</td><td>{one.origins}</td>'
        f"<td>{source_links(one.sources, retracted)}</td></tr>"
    )


def _contradictions(report: Report) -> str:
    if not report.claims and not report.contradictions:
        return ""
    cards = "\n".join(_contradiction(one, report) for one in report.contradictions)
    return (
        '<section aria-labelledby="disagreements">'
        f'<h2 id="disagreements" dir="auto">{phrases(report.language).disagree}</h2>\n'
        f"{cards or f'<p>{NO_CONTRADICTION}</p>'}\n</section>"
    )


def _contradiction(contradiction: Contradiction, report: Report) -> str:
    whose = whose_sides(contradiction, report)
    sides = "".join(_side(side, own, report) for side, own in zip(contradiction.sides, whose, strict=True))
    return (
        f'<div class="contradiction"><h3 dir="auto">{esc(contradiction.about)}</h3>'
        f'<p dir="auto"><span class="chip">{contradiction.kind}</span> {esc(contradiction.explanation)}</p>'
        f'<div class="sides">{sides}</div></div>'
    )


def _side(side: ContradictionSide, own: str, report: Report) -> str:
    source = source_of(side, report)
    number = source_numbers(report)[source.id] if source else 0
    value = f'<p class="value">{esc(side.value)}</p>' if side.value else ""
    dated = f"<time>{esc(side.published)}</time>" if side.published else "<span>undated</span>"
    dated += f" · <span>{esc(side.earlier)}</span>" if side.earlier else ""
    cited = f' · <a href="#src-{number}">[{number}] {esc(title_of(source))}</a>{withdrawn(source)}' if source else ""
    whose = f" · {own}" if own else ""
    return (
        f'<article class="side-card">{value}<p dir="auto">{esc(side.statement)}</p>'
        f"<footer>{dated}{cited}{whose}</footer></article>"
    )


def gaps(report: Report) -> str:
    """What is missing, and what was searched for it."""
    items = "".join(_gap(point, report.language) for point in open_points(report))
    heading = phrases(report.language).missing
    return (
        f'<section aria-labelledby="missing"><h2 id="missing" dir="auto">{heading}</h2><ul>{items}</ul></section>'
        if items
        else ""
    )


def _gap(point: OpenPoint, language: str) -> str:
    told = tried_told(point, language)
    more = f" and {point.more} more" if point.more else ""
    queries = "".join(f"<li>{esc(query)}</li>" for query in point.queries)
    tried = f'<details class="tried"><summary>Searched for{more}</summary><ul>{queries}</ul></details>'
    return f'<li dir="auto">{esc(point.description)}{f" ({told})" if told else ""}{tried if queries else ""}</li>'
