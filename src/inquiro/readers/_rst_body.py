"""The body of a reStructuredText document: sections, lists, tables, code and directives as the text that a page shows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inquiro.core.types import BlockKind
from inquiro.readers._assemble import TextBuilder
from inquiro.readers._rst_directives import CODE, DROPPED, OBJECTS, SINCE, Explicit, language_of, options_of
from inquiro.readers._rst_inline import plain_rst
from inquiro.readers._rst_tables import Table, comma_table, grid_table, listed_table, simple_table, starts_table

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{1,}[ \t]*$")
_BULLET = re.compile(r"(?P<mark>[-*+•‣])(?P<gap>[ \t]+)(?=\S)")
_NUMBERED = re.compile(r"(?P<mark>\(?(?P<number>\d{1,3}|#|[A-Za-z]|[ivxIVX]{1,5})[.)])(?P<gap>[ \t]+)(?=\S)")
_FIELD = re.compile(r":(?P<name>[^:\s`](?:[^:`]|:(?=\S)){0,60}):(?:[ \t]+(?P<value>.*))?$")
_LINE_BLOCK = re.compile(r"\|(?:[ \t]|$)")
_DOCTEST = re.compile(r">>>(?: |$)")
_QUOTED = re.compile(r"[>|$#%:][ ]?\S")
_CLASSIFIER = re.compile(r"[ \t]+:[ \t]+")
_AFTER_LETTER = frozenset(".)ivxIVX")  # what may follow the letter that counts an item
_DEEPEST = 24  # what nests further is text


class RstBody:
    """Writes lines into a text; the styles of titles, the substitutes and the targets are those of the whole document."""

    def __init__(self, built: TextBuilder, substitutes: dict[str, str], targets: frozenset[str]) -> None:
        self._built = built
        self._substitutes = substitutes
        self._targets = targets
        self._styles: list[str] = []
        self._depth = 0
        self._indent = ""
        self._first = ""  # the mark of an item whose text has not begun
        self._counts: dict[int, tuple[int, int]] = {}  # by depth: where the last such item ended, and its number
        self._tight = False  # the last thing written was an item of a list

    def write(self, lines: Sequence[str]) -> None:
        """Blocks one after the other; each takes the lines that belong to it."""
        at = 0
        self._depth += 1
        while at < len(lines) and not self._built.full:
            if not lines[at].strip():
                at += 1
                continue
            at = self._block(lines, at)
        self._depth -= 1

    def _block(self, lines: Sequence[str], at: int) -> int:
        line = lines[at]
        if self._depth > _DEEPEST:
            return self._paragraph(lines, at)
        if line[0] in " \t":
            return self._quotation(lines, at)
        if line.startswith("..") and line[2:3] in {"", " ", "\t"}:
            return self._explicit(lines, at)
        if line.startswith("__ "):
            return at + 1
        takers = [self._section, self._table, self._item, self._field, self._line_block, self._doctest, self._term]
        if line[0].isalpha():  # most lines: only few things begin with a letter
            takers = [self._section, self._term] if line[1:2] not in _AFTER_LETTER else takers
        for taken in takers:
            if (after := taken(lines, at)) > at:
                return after
        return self._paragraph(lines, at)

    def _section(self, lines: Sequence[str], at: int) -> int:
        """A title with a line under it, or with one above and one below; such a line alone is a transition."""
        line, below = lines[at].rstrip(), _line(lines, at + 1)
        if _ADORNMENT.match(line):
            title = below.strip()
            if title and _line(lines, at + 2) == line and len(title) <= len(line) + 1:
                self._title(title, line[0] * 2)
                return at + 3
            return at + 1 if len(line) >= 4 and not below.strip() else at
        if below and _ADORNMENT.match(below) and (len(below) >= 4 or len(below) >= len(line)) and self._depth == 1:
            self._title(line, below[0])
            return at + 2
        return at

    def _title(self, title: str, style: str) -> None:
        if style not in self._styles:
            self._styles.append(style)
        self._built.heading(self._plain(title), self._styles.index(style) + 1)
        self._tight = False

    def _table(self, lines: Sequence[str], at: int) -> int:
        if not starts_table(lines[at].rstrip()):
            return at
        end, rules = at + 1, 1
        if lines[at][0] == "+":
            while end < len(lines) and lines[end][:1] in {"+", "|"}:
                end += 1
            self._rows(grid_table([line.rstrip() for line in lines[at:end]]))
            return end
        while end < len(lines) and (lines[end].strip() or rules < 3):
            ruled = lines[end].startswith("==") and set(lines[end].strip()) <= {"=", " "}
            rules += ruled
            end += 1
            if ruled and not _line(lines, end).strip() and rules > 1 and not _closes_later(lines, end):
                break
        if rules < 2:
            return at
        self._rows(simple_table([line.rstrip() for line in lines[at:end]]))
        return end

    def _rows(self, table: Table) -> None:
        rows = [tuple(" ".join(self._plain(cell).replace("|", "\\|").split()) for cell in row) for row in table.rows]
        rows = [row for row in rows if any(row)]
        if not rows:
            return
        start = len(self._built)
        for number, row in enumerate(rows):
            at = self._built.block(" | ".join(row), gap="\n" if number else "\n\n")
            start = start if number else at
        header = None if table.headed is None else rows[0] if table.headed else ()
        if len(rows[0]) > 1:
            self._built.mark("table", start, header)
        self._tight = False

    def _item(self, lines: Sequence[str], at: int) -> int:
        item = _BULLET.match(lines[at]) or _NUMBERED.match(lines[at])
        below = _line(lines, at + 1)
        if not item or (
            below.strip() and below[0] not in " \t" and not (_BULLET.match(below) or _NUMBERED.match(below))
        ):
            return at
        number = item.groupdict().get("number")
        if number and not number.isdigit() and number != "#" and len(number) > 1 and item["mark"][-1] == ".":
            return at
        end = _indented_end(lines, at + 1)
        inside = [lines[at][item.end() :], *_dedented(lines[at + 1 : end])]
        mark = "-" if not number else item["mark"] if number != "#" else f"{self._counted(lines, at, end)}."
        outer, self._indent = self._indent, self._indent
        self._first = f"{mark} "
        self._indent = outer + "  "
        self.write(inside)
        self._indent, self._first, self._tight = outer, "", True
        return end

    def _counted(self, lines: Sequence[str], at: int, end: int) -> int:
        """The number of an item that counts itself: one more than that of the item right above."""
        above, number = self._counts.get(self._depth, (0, 0))
        follows = 0 < above <= at and not any(line.strip() for line in lines[above:at])
        self._counts[self._depth] = (end, number + 1 if follows else 1)
        return self._counts[self._depth][1]

    def _field(self, lines: Sequence[str], at: int) -> int:
        field = _FIELD.match(lines[at])
        if not field:
            return at
        end = _indented_end(lines, at + 1)
        value = " ".join([field["value"] or "", *(line.strip() for line in lines[at + 1 : end])])
        self._definition(f"{self._plain(field['name'])}: {' '.join(self._plain(value).split())}", tight=True)
        return end

    def _line_block(self, lines: Sequence[str], at: int) -> int:
        end = at
        while end < len(lines) and (_LINE_BLOCK.match(lines[end]) or (end > at and lines[end][:1] in {" ", "\t"})):
            end += 1
        if end > at:
            self._text(self._plain("\n".join(line.removeprefix("|").strip() for line in lines[at:end])))
        return end

    def _doctest(self, lines: Sequence[str], at: int) -> int:
        end = at
        if _DOCTEST.match(lines[at]):
            while end < len(lines) and lines[end].strip():
                end += 1
            self._code(lines[at:end], "python")
        return end

    def _term(self, lines: Sequence[str], at: int) -> int:
        """A line with an indented one right below it is a term with its definition."""
        below = _line(lines, at + 1)
        if below[:1] not in {" ", "\t"} or not below.strip() or lines[at].rstrip().endswith("::"):
            return at
        end = _indented_end(lines, at + 1)
        term = _CLASSIFIER.sub(" : ", lines[at].strip())
        inside = _dedented(lines[at + 1 : end])
        first = next((number for number, line in enumerate(inside) if not line.strip()), len(inside))
        if _is_prose(inside[0]) and not inside[first - 1].rstrip().endswith("::"):
            self._definition(f"{self._plain(term)}\n{self._plain(_joined(inside[:first]))}")
            inside = inside[first:]
        else:
            self._text(self._plain(term))
        self.write(inside)
        return end

    def _definition(self, text: str, *, tight: bool = False) -> None:
        if self._first or self._indent:
            self._text(text)
            return
        self._built.block(
            text, gap="\n" if tight and self._built.ends_with("definition") else "\n\n", kind="definition"
        )
        self._tight = False

    def _quotation(self, lines: Sequence[str], at: int) -> int:
        end = _indented_end(lines, at)
        self.write(_dedented(lines[at:end]))
        return end

    def _paragraph(self, lines: Sequence[str], at: int) -> int:
        end = at + 1
        while (
            end < len(lines)
            and lines[end].strip()
            and not (lines[end][0] in " \t" and lines[end - 1].rstrip().endswith("::"))
        ):
            end += 1
        text = "\n".join(line.strip() for line in lines[at:end])
        literal = text.endswith("::")
        if literal:
            text = text[:-2].rstrip() if text[:-2].endswith((" ", "\n")) or text == "::" else text[:-1]
        if text.strip():
            self._text(self._plain(text))
        return self._literal(lines, end) if literal else end

    def _literal(self, lines: Sequence[str], at: int) -> int:
        """The code that two colons announce: indented, or with a mark of quotation before every line."""
        while at < len(lines) and not lines[at].strip():
            at += 1
        end = _indented_end(lines, at)
        if end == at:
            while end < len(lines) and _QUOTED.match(lines[end]) and lines[end][0] == lines[at][0]:
                end += 1
        self._code(_dedented(lines[at:end]))
        return end

    def _explicit(self, lines: Sequence[str], at: int) -> int:
        end = _indented_end(lines, at + 1)
        found = Explicit.read([lines[at], *lines[at + 1 : end]])
        if found.kind == "note":
            self._first, outer = "- ", self._indent
            self._indent = outer + "  "
            self.write(found.body)
            self._first, self._indent, self._tight = "", outer, True
        elif found.kind == "directive":
            self._directive(found)
        return end

    def _directive(self, found: Explicit) -> None:
        name, (options, body) = found.name, options_of(found.body)
        if name in DROPPED:
            return
        if name in CODE:
            self._code(body, language_of(name, found.argument))
        elif name in {"list-table", "csv-table", "table"}:
            self._tabled(name, found.argument, options, body)
        elif name in {"image", "figure"}:
            captioned = next((n for n, line in enumerate(body) if not line.strip()), len(body))
            self._text(self._plain(_joined(body[:captioned])), "caption")
            self.write(body[captioned:])
        elif name in OBJECTS:
            self._text(self._plain(found.argument))
            self.write(body)
        elif name in SINCE:
            version, _, said = found.argument.partition(" ")
            self.write([f"{SINCE[name]} {version}: {said}".rstrip(": ") + (":" if said or any(body) else "."), *body])
        else:
            shown = found.argument if name in {"admonition", "topic", "sidebar", "rubric", "centered"} else ""
            self._text(self._plain(shown))
            self.write(body if shown or not found.argument else [found.argument, *body])

    def _tabled(self, name: str, title: str, options: dict[str, str], body: Sequence[str]) -> None:
        self._text(self._plain(title), "caption")
        if name == "table":
            self.write(body)
        elif name == "csv-table":
            self._rows(comma_table([line for line in body if line.strip()], options.get("header", "")))
        else:
            heads = options.get("header-rows", "0")
            self._rows(listed_table(body, int(heads) if heads.isdigit() else 0))

    def _text(self, text: str, kind: BlockKind | None = None) -> None:
        """A paragraph: the first of an item carries its mark, later ones stand under it."""
        if not text.strip():
            return
        if self._first:
            above = "\n" if self._tight else "\n\n"
            self._built.block(self._first + text.replace("\n", f"\n{self._indent}"), gap=above + self._indent[2:])
            self._first, self._tight = "", True
        else:
            indented = text.replace("\n", f"\n{self._indent}") if self._indent else text
            self._built.block(indented, gap=f"\n\n{self._indent}", kind=kind)
            self._tight = bool(self._indent)

    def _code(self, lines: Sequence[str], language: str = "") -> None:
        if self._first and any(line.strip() for line in lines):
            self._first = ""
        self._built.code("\n".join(_dedented(lines)), language, indent=self._indent)
        self._tight = False

    def _plain(self, text: str) -> str:
        return plain_rst(text, self._substitutes, self._targets)


def _line(lines: Sequence[str], at: int) -> str:
    return lines[at].rstrip() if at < len(lines) else ""


def _is_prose(line: str) -> bool:
    return (
        bool(line.strip())
        and not line.startswith("..")
        and not (_BULLET.match(line) or _NUMBERED.match(line) or starts_table(line))
    )


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line.strip() for line in lines)


def _indented_end(lines: Sequence[str], at: int) -> int:
    """Where the indented lines from here on end; blank lines between them belong to them."""
    end = at
    for number in range(at, len(lines)):
        if lines[number][:1] in {" ", "\t"} and lines[number].strip():
            end = number + 1
        elif lines[number].strip():
            break
    return end


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]


def _closes_later(lines: Sequence[str], at: int) -> bool:
    """Whether a simple table goes on behind a blank line: then another double rule ends it."""
    for line in lines[at : at + 60]:
        if line.startswith("==") and set(line.strip()) <= {"=", " "} and " " in line.strip():
            return True
        if line[:1].isalnum() and not re.search(r"\S {2,}\S", line):
            return False
    return False
