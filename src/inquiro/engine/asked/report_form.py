"""The form of a report that a model is asked for, and whatever it says instead of it, taken for what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

import regex

from inquiro.core.types import Value

Kind = Literal["findings", "comparison", "timeline", "analysis", "recommendations", "caveats"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_NESTED = 6  # lists in lists that are still sentences
_ID = regex.compile(r"\bf\d{1,5}\b")
_BOXED = regex.compile(r"[\[(【]\s*f\d{1,5}(?:[\s,;]+f\d{1,5})*\s*[\])】]")
_OPENINGS = ("bottom_line", "opening", "answer", "summary")
_BODIES = ("paragraphs", "sentences", "entries", "items", "claims")


class Sentence(Value, frozen=True, kw_only=True):
    text: str
    facts: list[str]


class Paragraph(Value, frozen=True, kw_only=True):
    sentences: list[Sentence]


class Row(Value, frozen=True, kw_only=True):
    name: str
    cells: list[Sentence]


class Table(Value, frozen=True, kw_only=True):
    columns: list[str]
    rows: list[Row]


class WrittenSection(Value, frozen=True, kw_only=True):
    kind: Kind
    heading: str
    paragraphs: list[Paragraph]
    table: Table


class Written(Value, frozen=True, kw_only=True):
    bottom_line: list[Sentence]
    sections: list[WrittenSection]


def sentences_of(written: Written) -> Iterator[Sentence]:
    """All of them, cells of tables too."""
    yield from written.bottom_line
    for section in written.sections:
        yield from (one for paragraph in section.paragraphs for one in paragraph.sentences)
        yield from (one for row in section.table.rows for one in row.cells)


def as_written(said: Any) -> Written:
    """Any JSON as a report: an earlier form of it, strings for sentences, one thing for a list of it."""
    if not isinstance(said, dict):
        return Written(bottom_line=[], sections=_sections(said))
    opening = _first(said, *_OPENINGS)
    return Written(bottom_line=_sentences(opening), sections=_sections(said.get("sections")))


def _sections(said: Any) -> list[WrittenSection]:
    return [_section(one) for one in _listed(said) if isinstance(one, dict)]


def _section(said: dict[str, Any]) -> WrittenSection:
    table = _table(said.get("table"))
    body = _first(said, *_BODIES)
    kind = _text(said.get("kind")).strip().lower()
    known = next((one for one in KINDS if one == kind), "comparison" if table.rows else "findings")
    heading = _text(_first(said, "heading", "title"))
    return WrittenSection(kind=known, heading=heading, paragraphs=_paragraphs(body), table=table)


def _paragraphs(said: Any) -> list[Paragraph]:
    """A list of sentences is one paragraph; a list of lists, of objects with sentences, or of texts is several."""
    parts = _listed(said)
    if parts and all(isinstance(one, dict) and "text" in one for one in parts):
        return [Paragraph(sentences=_sentences(parts))]
    return [Paragraph(sentences=found) for one in parts if (found := _sentences(one))]


def _table(said: Any) -> Table:
    if not isinstance(said, dict):
        return Table(columns=[], rows=[])
    columns = [_text(one) for one in _listed(said.get("columns"))]
    rows = [_row(one) for one in _listed(said.get("rows")) if isinstance(one, dict | list)]
    if rows and all(len(row.cells) == len(columns) - 1 for row in rows):
        columns = columns[1:]  # it named the column of the rows' names too
    return Table(columns=columns, rows=rows)


def _row(said: dict[str, Any] | list[Any]) -> Row:
    if isinstance(said, list):
        name, *cells = said or [""]
        return Row(name=_text(name), cells=[_sentence(one) for one in cells])
    return Row(
        name=_text(_first(said, "name", "row", "label")), cells=[_sentence(one) for one in _listed(said.get("cells"))]
    )


def _sentences(said: Any, depth: int = 0) -> list[Sentence]:
    if depth > MOST_NESTED:
        return []
    if isinstance(said, dict) and "text" not in said:
        said = _first(said, *_BODIES)
    if isinstance(said, list):
        return [found for one in said for found in _sentences(one, depth + 1)]
    one = _sentence(said)
    return [one] if one.text else []


def _sentence(said: Any) -> Sentence:
    """Where no ids are given apart, those in brackets behind its words are meant."""
    if isinstance(said, dict):
        text = _text(said.get("text"))
        named = [name for one in _listed(said.get("facts")) for name in _ID.findall(_text(one)) or [_text(one)]]
    else:
        text, named = _text(said), []
    if not named:
        named = [name for found in _BOXED.findall(text) for name in _ID.findall(found)]
    return Sentence(text=text, facts=[name for name in named if name])


def _first(said: dict[str, Any], *names: str) -> Any:
    return next((said[name] for name in names if said.get(name)), None)


def _listed(said: Any) -> list[Any]:
    if said is None or said == "":
        return []
    return said if isinstance(said, list) else [said]


def _text(said: Any) -> str:
    if isinstance(said, dict):
        said = _first(said, "text", "name", "id")
    return str(said) if isinstance(said, str | int | float) and not isinstance(said, bool) else ""
