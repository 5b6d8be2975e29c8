"""Code in a page: its text with every line break and indentation, without line numbers, copy buttons and prompts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from inquiro.readers._html_code_names import is_gutter_name, is_line_name, is_prompt_name, language_of, offers_a_copy
from inquiro.readers._html_tree import BLOCKS, Part

_NUMBERS = re.compile(r"(?:\s*\d{1,6}[.:]?)*\s*")
_NUMBER = re.compile(r"\d+")
_ONLY_HOLD = frozenset({"table", "tbody", "thead", "tfoot", "tr", "ol", "ul", "colgroup"})
_LONGEST_COPY = 24
_LONGEST_NUMBER = 6
_WRAPPERS = 3  # so far out a name still speaks of the code


class Code(NamedTuple):
    text: str
    language: str = ""


def code_of(part: Part) -> list[Code] | None:
    """The code that this element is, if it is a block of code; line numbers alone are no code, yet no prose either."""
    if part.tag == "pre":
        return [] if _is_gutter(part) else [_code(block) for block in _alternatives(part)]
    if part.tag == "table":
        return _table(part)
    if part.tag == "div" and _is_lines(part):
        return [_code(part)]
    return None


def is_beside_code(part: Part) -> bool:
    """Line numbers and copy buttons that stand beside a block of code rather than in it."""
    parent = part.parent
    if parent is None or not parent.coded or part.coded or not part.names:
        return False
    if any(is_gutter_name(name) for name in part.names):
        return part.length > 0 and _is_numbers(part)
    return part.length <= _LONGEST_COPY and any(offers_a_copy(name) for name in part.names) and not part.prose


def is_row_of_code(row: Part) -> bool:
    """Whether a row of a table holds code of several lines, which no single line can show."""
    return row.coded and any(part.tag == "pre" and "\n" in _text(part).strip() for part in _below(row))


def _code(block: Part) -> Code:
    return Code(_text(block), language_of(_around(block)))


def _around(part: Part) -> Iterator[Part]:
    """What may name the language, the surest first: an only `code` inside, the block, and what is wrapped around it."""
    inner = [child for child in part.children if child.tag or child.text.strip()]
    while len(inner) == 1 and inner[0].tag in {"code", "span", "div", "pre", "samp"}:
        yield inner[0]
        inner = [child for child in inner[0].children if child.tag or child.text.strip()]
    yield part
    outer, steps = part.parent, 0
    while outer is not None and outer.length <= 2 * part.length + 80 and outer.tag not in {"body", "main", "article"}:
        yield outer
        steps += outer.tag not in {"tr", "td", "tbody", "table"}
        if steps == _WRAPPERS:
            return
        outer = outer.parent


def _alternatives(pre: Part) -> list[Part]:
    """One block mostly; the same example in several languages where a reader is to choose by a switch."""
    shown = [child for child in pre.children if (child.tag or child.text.strip()) and not _left_out(child, True)]
    if len(shown) < 2 or any(child.tag != "code" for child in shown):
        return [pre]
    return shown if len({child.names for child in shown}) == len(shown) else [pre]


def _table(table: Part) -> list[Code] | None:
    """One row with all numbers beside all code, or a row for every line."""
    rows = [_cells(row) for row in _rows(table)]
    if not rows or not all(len(cells) in {2, 3} and _holds_code(cells[-1]) for cells in rows):
        return None
    if not all(_is_gutter(cells[0]) for cells in rows):
        return None
    cells = [row[-1] for row in rows]
    lines = "\n".join(_text(block).strip("\n") for cell in cells for block in _preformatted(cell))
    named = _preformatted(cells[0])[0] if len(cells) == 1 else table
    return [Code(lines, language_of(_around(named)))]


def _rows(table: Part) -> Iterator[Part]:
    """Its own, not those of tables in it."""
    for child in table.children:
        yield from (row for row in ([child] if child.tag == "tr" else child.children) if row.tag == "tr")


def _cells(row: Part) -> list[Part]:
    return [child for child in row.children if child.tag in {"td", "th"}]


def _holds_code(cell: Part) -> bool:
    return cell.coded or any("code" in name.lower() or is_line_name(name) for name in cell.names)


def _preformatted(cell: Part) -> list[Part]:
    return [part for part in _below(cell) if part.tag == "pre"] or [cell]


def _is_gutter(part: Part) -> bool:
    """Numbers alone, or nothing at all, where the page calls it so; else only numbers that count up by one."""
    if not _is_numbers(part):
        return False
    if any(is_gutter_name(name) for one in _inner_and_outer(part) for name in one.names):
        return True
    numbers = [int(number) for number in _NUMBER.findall(_raw(part))]
    counting = all(after == before + 1 for before, after in itertools.pairwise(numbers))
    return part.tag == "td" and len(numbers) > 1 and counting and part.coded


def _is_numbers(part: Part) -> bool:
    return all(_NUMBERS.fullmatch(one.text) for one in _below(part) if not one.tag)


def _inner_and_outer(part: Part) -> Iterator[Part]:
    yield part
    yield from (child for child in part.children if child.tag)
    if part.parent is not None and part.parent.length == part.length:
        yield part.parent


def _is_lines(part: Part) -> bool:
    """A box in which every element is a line of code, as some generators write instead of `pre`."""
    if "fragment" not in part.names and "CodeMirror-code" not in part.names and "view-lines" not in part.names:
        return False
    inner = [child for child in part.children if child.tag]
    return bool(inner) and all(any(is_line_name(name) for name in child.names) for child in inner)


def _text(block: Part) -> str:
    """Everything in it, line by line; where lines are elements, each of them is one."""
    keeps_prompts = _has_output(block)
    out: list[str] = []
    state = _Lines(out)
    stack = [(child, False) for child in reversed(block.children)]
    while stack:
        part, leaving = stack.pop()
        if leaving:
            state.leave()
        elif not part.tag:
            if part.parent is None or part.parent.tag not in _ONLY_HOLD or part.text.strip():
                state.write(part.text)
        elif part.tag == "br":
            state.write("\n")
        elif not _left_out(part, keeps_prompts):
            if part.tag in BLOCKS and part.tag not in {"table", "tbody", "thead", "tfoot", "ol", "ul"}:
                state.enter()
                stack.append((part, True))
            elif any(is_line_name(name) for name in part.names) or (part.tag == "code" and part.parent is block):
                state.line()
            stack.extend((child, False) for child in reversed(part.children))
    return "".join(out)


class _Lines:
    """Puts line breaks where the page shows them: at those it writes, and around its blocks and line elements."""

    def __init__(self, out: list[str]) -> None:
        self._out = out
        self._at_start = True  # of a line
        self._line_open = False  # a line element began, and no line has ended since

    def write(self, text: str) -> None:
        if text:
            self._out.append(text.replace("\u00a0", " "))
            self._at_start = text.endswith("\n")
            self._line_open = self._line_open and "\n" not in text

    def enter(self) -> None:
        if not self._at_start:
            self.write("\n")
        self._line_open = True

    def leave(self) -> None:
        if self._line_open or not self._at_start:
            self.write("\n")
        self._line_open = False

    def line(self) -> None:
        if self._line_open:
            self.write("\n")
        self._line_open = True


def _left_out(part: Part, keeps_prompts: bool) -> bool:
    if part.tag == "a" and part.anchor and _ends_with_its_number(part):
        return True
    if not part.names:
        return False
    if any(is_gutter_name(name) for name in part.names) and _is_numbers(part):
        return True
    if part.length <= _LONGEST_COPY and any(offers_a_copy(name) for name in part.names):
        return True
    return not keeps_prompts and any(is_prompt_name(name) for name in part.names)


def _ends_with_its_number(part: Part) -> bool:
    """A line number that can be linked to: its text is the number in its own id."""
    return part.length <= _LONGEST_NUMBER and part.label.strip().isdigit() and part.anchor.endswith(part.label.strip())


def _has_output(block: Part) -> bool:
    """A transcript keeps its prompts: without them nobody can tell what was typed from what came back."""
    return any("go" in part.names or "output" in part.names for part in _below(block))


def _raw(part: Part) -> str:
    return "".join(one.text if not one.tag else "\n" * (one.tag == "br" or one.tag in BLOCKS) for one in _below(part))


def _below(part: Part) -> Iterator[Part]:
    stack = list(reversed(part.children))
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(one.children))
