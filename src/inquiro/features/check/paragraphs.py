"""A document as paragraphs: headings, text, items, rows and quotations, each with the line that it begins on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import regex

Kind = Literal["heading", "text", "item", "row", "quotation", "definition"]
Part = Literal["body", "sources", "open ends", "after"]

# A title of a list of sources, in the languages whose reports we meet; with or without markup.
_SOURCES = regex.compile(
    r"(?:(?:\d{1,2}|[IVX]{1,4})[.)]?\s+)?(?:"
    r"(?:list of |selected |cited |key )?(?:sources?|references?|bibliography|works cited|literature(?: cited)?|citations)"
    r"(?: list| cited| and notes| and further reading)?|notes|footnotes|end ?notes"
    r"|quellen(?:verzeichnis|angaben|nachweise?)?|literatur(?:verzeichnis|angaben|hinweise)?|einzelnachweise|fußnoten|fussnoten"
    r"|bibliograf(?:ie|ía|ia)|referencias(?: bibliográficas)?|fuentes(?: citadas)?|notas(?: al pie)?"
    r"|références(?: bibliographiques)?|bibliographie|sources citées"
    r"|riferimenti(?: bibliografici)?|fonti|referências(?: bibliográficas)?|bibliografia"
    r"|出典|出所|参考文献|参考資料|参考资料|引用文献|引用|文献|脚注|注释|注釈|資料來源|资料来源|參考文獻|참고문헌|출처"
    r")",
    regex.IGNORECASE,
)
_UNSURE = regex.compile(r"(?i)notes|literature|citations|notas|引用|文献")  # a heading, only where a list follows
_OPEN_ENDS = regex.compile(
    r"not found|gaps|what is missing|limitations|nicht gefunden|no encontrado|non trouvé|見つからなかったこと",
    regex.IGNORECASE,
)
_HEADING = regex.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*$|\s{0,3}(?:\*\*|__)([^*_]+?)(?:\*\*|__):?\s*$")
_UNDERLINE = regex.compile(r"\s{0,3}(?:={3,}|-{3,})\s*$")
_FENCE = regex.compile(r"\s{0,3}(```+|~~~+)")
LIST = regex.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
DEFINITION = regex.compile(r"\s{0,3}\[(\^?[^\]\[\s]{1,40})\]:\s*(.+)", regex.DOTALL)
# How an entry of a list begins: `[1] …`, `1. …`, `(1) …`, `- [1] …`, `- **[1]** …`, `### src-1`, `\[1\] …`, `【1】…`, `¹ …`
ENTRY = regex.compile(
    r"\s*(?:[-*+•]\s+)?(?:#{1,6}\s+)?\**(?:\\?\[\^?(\d{1,4}|[A-Za-z]{1,20}\+?\d{2,4}[a-z]?)\\?\]|src[-_](\d{1,4})|(\d{1,4})[.)](?=\s)|\((\d{1,4})\)(?=\s)"
    r"|【(\d{1,4})】|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})(?=\s?\S))\**:?\s*(.*)",
    regex.DOTALL,
)
_BLANKS = regex.compile(r"[^\S\n]{2,}+")
_BRACKETS = str.maketrans("［］〔〕", "[][]")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class Paragraph(NamedTuple):
    kind: Kind
    text: str
    line: int
    level: int = 0  # of a heading; 0 where it is only set in bold, or a bare line


def paragraphs(text: str) -> list[Paragraph]:
    """In order; code and comments are left out, and numbers of lines stay true."""
    plain = _without_comments(text).translate(_BRACKETS)
    return _with_bare_headings(list(_blocks(_BLANKS.sub(" ", plain))))


def part_of(title: str, before: Part, *, listed_next: bool = True) -> Part:
    """Where a heading leads: the text, what it says is missing, its sources, or what follows them."""
    bare = title.strip(" :*#_.：")
    if _SOURCES.fullmatch(bare) and (listed_next or not _UNSURE.fullmatch(bare)):
        return "sources"
    if before in {"sources", "after"}:
        return "after"
    return "open ends" if _OPEN_ENDS.fullmatch(bare) else "body"


def entry_number(found: regex.Match[str]) -> tuple[str, str]:
    """The number of an entry and its text."""
    *numbers, words = found.groups()
    return next(one for one in numbers if one).translate(_RAISED), words


def looks_listed(paragraph: Paragraph | None) -> bool:
    """Whether an entry of a list of sources could stand here."""
    if paragraph is None or paragraph.kind == "heading":
        return False
    if paragraph.kind in {"definition", "item", "row"} or ENTRY.match(paragraph.text):
        return True
    return bool(regex.search(r"(?:1[5-9]|20)\d\d|https?://|\bdoi\b", paragraph.text))


def _without_comments(text: str) -> str:
    pieces, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        pieces += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + len("-->")
    return "".join([*pieces, text[at:]])


def _blocks(text: str) -> Iterator[Paragraph]:
    fence, first = "", 0
    pending: list[str] = []
    lines = text.splitlines()
    for number, written in enumerate(lines, 1):
        mark, line = _FENCE.match(written), written
        if fence or mark:
            fence = "" if fence and mark and mark[1].startswith(fence) else fence or (mark[1] if mark else "")
            line = ""  # a fence parts paragraphs as an empty line does
        if len(pending) == 1 and _UNDERLINE.match(line) and not LIST.match(pending[0]):
            yield Paragraph("heading", pending.pop(), first, 1 if "=" in line else 2)
            continue
        alone = _alone(line, number)
        begins = alone or LIST.match(line) or ENTRY.match(line) or DEFINITION.match(line)
        if pending and (begins or not line.strip()):
            yield _filled(pending, first)
            pending = []
        if alone:
            yield alone
        elif line.strip():
            first = first if pending else number
            pending.append(line)
    if pending:
        yield _filled(pending, first)


def _alone(line: str, number: int) -> Paragraph | None:
    """What one line is by itself."""
    if found := _HEADING.match(line):
        return Paragraph("heading", (found[2] or found[3] or "").strip(), number, len(found[1] or ""))
    lead = line.lstrip()[:1]
    if lead == ">":
        return Paragraph("quotation", line, number)
    return Paragraph("row", line, number) if lead == "|" else None


def _filled(lines: list[str], first: int) -> Paragraph:
    kind: Kind = "definition" if DEFINITION.match(lines[0]) else "item" if LIST.match(lines[0]) else "text"
    return Paragraph(kind, "\n".join(lines), first)


def _with_bare_headings(found: list[Paragraph]) -> list[Paragraph]:
    """A plain line that only names a list of sources is its heading, also where the list follows without a blank."""
    made: list[Paragraph] = []
    for at, one in enumerate(found):
        head, _, rest = one.text.partition("\n")
        after = Paragraph("text", rest, one.line + 1) if rest else found[at + 1] if at + 1 < len(found) else None
        bare = head.strip().strip(":*_：").strip()
        if one.kind in {"text", "item"} and _SOURCES.fullmatch(bare) and looks_listed(after):
            made.append(Paragraph("heading", bare, one.line))
            made += [Paragraph("text", rest, one.line + 1)] if rest else []
        else:
            made.append(one)
    return made
