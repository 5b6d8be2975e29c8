"""The sentences of a report in their places: what a reader takes away first, then sections, tables and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from inquiro.core.claim_tables import columns_of
from inquiro.core.phrases import phrases
from inquiro.core.text_lines import ends_sentence
from inquiro.core.types import Claim, Part, Report
from inquiro.present.blocks import Block, Items, Paragraph, Spans, Table, Text, paragraph, section
from inquiro.present.claim_text import joined
from inquiro.present.sentences import Sentences
from inquiro.present.wording import one_line

FOLLOWS = {"en": "What follows", "de": "Was daraus folgt", "es": "Qué se sigue", "fr": "Ce qui en découle",
           "ja": "ここから言えること"}  # fmt: skip
TO_DO = {"en": "What to do", "de": "Was zu tun ist", "es": "Qué hacer", "fr": "Que faire", "ja": "すべきこと"}
CAVEATS = {"en": "Caveats", "de": "Vorbehalte", "es": "Salvedades", "fr": "Réserves", "ja": "留保"}
COMPARED = {"en": "Comparison", "de": "Vergleich", "es": "Comparación", "fr": "Comparaison", "ja": "比較"}
IN_TIME = {"en": "Timeline", "de": "Zeitlicher Verlauf", "es": "Cronología", "fr": "Chronologie", "ja": "経過"}
REASONING = {
    "en": "Reasoning of this report, not words of a source: the marks name what it starts from.",
    "de": "Überlegung dieses Berichts, nicht Worte einer Quelle: die Marken nennen, wovon sie ausgeht.",
    "es": "Razonamiento de este informe, no palabras de una fuente: las marcas nombran de qué parte.",
    "fr": "Raisonnement de ce rapport, non les mots d’une source : les renvois nomment ses prémisses.",
    "ja": "出典の言葉ではなく、この報告書の推論。番号はその前提を示す。",
}
ADVICE = {
    "en": "Advice of this report: the marks name what it rests on.",
    "de": "Rat dieses Berichts: die Marken nennen, worauf er beruht.",
    "es": "Consejo de este informe: las marcas nombran en qué se apoya.",
    "fr": "Conseil de ce rapport : les renvois nomment ce sur quoi il repose.",
    "ja": "この報告書の助言。番号はその根拠を示す。",
}
_PART_HEADINGS: dict[Part, dict[str, str]] = {
    "analysis": FOLLOWS,
    "recommendations": TO_DO,
    "caveats": CAVEATS,
    "comparison": COMPARED,
    "timeline": IN_TIME,
}
_WHEN = re.compile(r"(?<!\d)(?:1[0-9]|20)\d{2}(?:-\d{2}){0,2}(?!\d)")


def bottom_line(report: Report, sentences: Sentences) -> tuple[Block, ...]:
    return tuple(_paragraphs(list(_bottom(report)), sentences))


def answered(report: Report) -> bool:
    """The bottom line rests on something, and does not say itself that nothing answers."""
    words = phrases(report.language)
    silent = {words.nothing, words.unread, words.indirect, words.unanswered}
    claims = [report.claims[place] for place in _bottom(report)]
    return any(claim.evidence for claim in claims) and not any(claim.text in silent for claim in claims)


def sections(report: Report, sentences: Sentences) -> Iterator[Block]:
    """In the order in which the report has them; disagreements that are drawn are not told again."""
    told = phrases(report.language).disagree if report.contradictions else None
    opening = set(_bottom(report))
    groups: dict[tuple[Part, str], list[int]] = {}
    for place, claim in enumerate(report.claims):
        if place not in opening and (told is None or claim.section != told):
            groups.setdefault((claim.part, one_line(claim.section)), []).append(place)
    for (part, title), places in groups.items():
        headings = _PART_HEADINGS.get(part, {})
        named = title or headings.get(report.language, headings.get("en", ""))
        yield from section(named, _section(part, places, sentences, report.language))


def titles(report: Report) -> set[str]:
    """Of the sections in which something is cited."""
    return {one_line(claim.section).casefold() for claim in report.claims if claim.section and claim.evidence}


def _bottom(report: Report) -> Iterator[int]:
    for place, claim in enumerate(report.claims):
        if claim.part == "bottom_line" or (not claim.section.strip() and claim.part == "findings"):
            yield place


def _section(part: Part, places: list[int], sentences: Sentences, language: str) -> Iterator[Block]:
    cells = [place for place in places if _is_cell(sentences.claims[place])]
    lead = _lead(part, [sentences.claims[place] for place in places])
    reasoning = bool(lead)
    if lead:
        yield paragraph(lead.get(language, lead["en"]), "quiet")
    if part in {"timeline", "recommendations"}:
        listed = [place for place in places if place not in cells]
        if listed and part == "timeline":
            yield _timeline(listed, sentences)
        elif listed:
            lines = (sentences.line(place, reasoning=reasoning) for place in listed)
            yield Items(items=tuple((Paragraph(spans=line),) for line in lines))
        if cells:
            yield _table(cells, sentences)
        return
    if not cells:
        yield from _paragraphs(places, sentences, reasoning=reasoning)
        return
    before = places[: places.index(cells[0])]
    after = [place for place in places[len(before) :] if place not in cells]
    yield from _paragraphs(before, sentences, reasoning=reasoning)
    yield _table(cells, sentences)
    yield from _paragraphs(after, sentences, reasoning=reasoning)


def _lead(part: Part, claims: Sequence[Claim]) -> dict[str, str]:
    """What says once that a section thinks for itself; where most of it retells sources, conclusions are marked apart."""
    inferred = sum(claim.label == "inferred" for claim in claims)
    if part == "recommendations":
        return ADVICE if inferred else {}
    return REASONING if part in {"analysis", "caveats"} and 2 * inferred >= len(claims) else {}


def _is_cell(claim: Claim) -> bool:
    return bool(claim.row and claim.column)


def _paragraphs(places: Sequence[int], sentences: Sentences, *, reasoning: bool = False) -> Iterator[Block]:
    by_number: dict[int, list[int]] = {}
    for place in places:
        by_number.setdefault(sentences.claims[place].paragraph, []).append(place)
    for together in by_number.values():
        yield from _flow(together, sentences, reasoning=reasoning)


def _flow(places: Sequence[int], sentences: Sentences, *, reasoning: bool) -> Iterator[Block]:
    """Sentences one after another; rows and items, which have no full stop, as a list."""
    for is_row, group in groupby(places, key=lambda place: _is_row(sentences.claims[place].text)):
        lines = [_line(place, sentences, reasoning=reasoning) for place in group]
        if is_row and len(lines) > 1:
            yield Items(items=tuple((Paragraph(spans=line),) for line in lines))
        else:
            yield Paragraph(spans=joined(lines))


def _is_row(text: str) -> bool:
    return not ends_sentence(text) and not text.rstrip().endswith((":", "："))


def _line(place: int, sentences: Sentences, *, reasoning: bool) -> Spans:
    """Half a place in a table is told in front."""
    claim = sentences.claims[place]
    lead = ": ".join(filter(None, map(one_line, (claim.row, claim.column))))
    line = sentences.line(place, reasoning=reasoning)
    return (Text(text=f"{lead}: ", strong=True), *line) if lead else line


def _table(places: Iterable[int], sentences: Sentences) -> Table:
    """Rows in the order of their first cells."""
    places = list(places)
    cells: dict[tuple[str, str], list[Spans]] = {}
    rows: dict[str, None] = {}
    columns = dict.fromkeys(map(one_line, columns_of(sentences.claims[place] for place in places)))
    for place in places:
        claim = sentences.claims[place]
        row, column = one_line(claim.row), one_line(claim.column)
        rows.setdefault(row)
        cells.setdefault((row, column), []).append(sentences.line(place))
    return Table(
        head=("", *columns),
        rows=tuple(
            ((Text(text=row, strong=True),), *(joined(cells.get((row, column), ())) for column in columns))
            for row in rows
        ),
    )


def _timeline(places: Sequence[int], sentences: Sentences) -> Items:
    """By time where every entry names one."""
    moments = {place: _WHEN.search(f"{sentences.claims[place].row} {sentences.claims[place].text}") for place in places}
    dated = all(moments.values())
    listed = sorted(places, key=lambda place: found[0] if (found := moments[place]) else "") if dated else places
    return Items(items=tuple((Paragraph(spans=_line(place, sentences, reasoning=False)),) for place in listed))
