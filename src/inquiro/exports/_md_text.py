"""Text of a report as Markdown that is inert in GitHub, Obsidian and every renderer between."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inquiro.core.types import Report
from inquiro.exports._answer import Block, Marks, Span, Statement
from inquiro.exports._display import LABELS, one_line, retracted_numbers

# One pass, one backslash each: links, code, emphasis, tables, math; doubled signs that Obsidian, Dataview and
# Templater act on; tags; and the slash or dot that would turn a bare address into a link.
_ACTIVE = re.compile(
    r"[\\`*\[\]|$^~]|(?<!\w)_|_(?!\w)|(?<=\{)[{%]|(?<=%)[%}]|(?<==)=|(?<=:):|(?<!\w)#(?=\w)|(?<=:)/(?=/)|(?<=\bwww)\.",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+>=#:]))")
_ENTITY = re.compile(r"&(?=#?\w+;)")


def inert(text: str) -> str:
    """Text from outside on one line, shown as it is: no link, image, embed, tag, query or HTML in it is live."""
    escaped = _ACTIVE.sub(r"\\\g<0>", one_line(text))
    escaped = _LINE_START.sub(r"\1\\", escaped)
    return _ENTITY.sub("&amp;", escaped).replace("<", "&lt;")


def blocks_of(blocks: list[Block], report: Report) -> Iterator[list[str]]:
    items: list[str] = []
    for block in blocks:
        if block.kind == "item":
            items.append(f"- {line_of(block, report)}")
            continue
        yield items
        items = []
        yield [("#" * block.level + " " if block.kind == "heading" else "") + line_of(block, report)]
    yield items


def line_of(block: Block, report: Report) -> str:
    return "".join(_span(span, report) for span in block.spans).strip()


def _span(span: Span, report: Report) -> str:
    if isinstance(span, Marks):
        return " " + marks_of(span.numbers, report)
    if isinstance(span, Statement):
        label = report.claims[span.claim].label
        note = f" *({LABELS[label]})*" if label in {"inferred", "uncited"} else ""
        return "".join(_span(piece, report) for piece in span.spans) + note
    if not span.text.strip():
        return " "
    lead, trail = (" " if span.text[end].isspace() else "" for end in (0, -1))
    return lead + (f"**{inert(span.text)}**" if span.bold else inert(span.text)) + trail


def marks_of(numbers: Iterable[int], report: Report) -> str:
    withdrawn = retracted_numbers(report)
    listed = (f"[{number}](#src-{number}){' retracted' * (number in withdrawn)}" for number in numbers)
    return "\\[" + ", ".join(listed) + "\\]"
