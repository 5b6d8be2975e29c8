"""The marks in a model's answer, in the order they stand in: the agreed tags, CDATA, and fences around code.

What a mark means is decided by who reads them (`outline`); here it is only found, in time that grows with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Literal, NamedTuple

from inquiro.core.fences import FenceMark, fence_mark

Kind = Literal["open", "close", "empty", "fence", "cdata", "cdata end"]
MOST_MARKS = 50_000  # no answer that means anything has so many tags
RESULT, ITEM, LOOSE_ITEM, SOURCE, CONTENT, THINK = (
    "research_result",
    "research_item",
    "item",
    "source",
    "content",
    "think",
)
_B = r"[ \t\r\n]"
_TAG = re.compile(
    rf"<{_B}*+(?P<close>/?){_B}*+(?P<name>research[_-]?result|research[_-]?item|item|source|content|think(?:ing)?)"
    rf"(?P<more>(?:{_B}++[\w:.-]++(?:{_B}*+={_B}*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>]++))?+)*+){_B}*+(?P<empty>/?)"
    rf"(?P<end>>|(?=<))",
    re.IGNORECASE | re.ASCII,
)
_MARKS = re.compile(r"`{3,}|~{3,}")
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>", re.IGNORECASE)
_INLINE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]++)\1(?!`)")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_ESCAPED = re.compile(r"&lt;/?(?:research[_-]?result|research[_-]?item)\b", re.IGNORECASE)
_REAL = re.compile(rf"<{_B}*+/?(?:research[_-]?result|research[_-]?item)\b", re.IGNORECASE)
_HALF = re.compile("[\ud800-\udfff]")
_END_OF_INFO = re.compile(r"[^\n<]*+(?:<(?!/?[a-z_]++[^\n<>]*+>)[^\n<]*+)*+", re.IGNORECASE)
_CUT = re.compile(r"</?[ \t]*([a-z_-]*)\Z", re.IGNORECASE)


class Mark(NamedTuple):
    """One of them: `text[start:end]`; a fence begins where its line does and ends with its info."""

    start: int
    end: int
    kind: Kind
    name: str = ""
    more: str = ""  # a tag's attributes
    fence: FenceMark | None = None


def readable(raw: str) -> str:
    """Without what no text can hold: NUL, and halves of characters."""
    text = raw.replace("\0", "")
    if _HALF.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def unescaped(text: str) -> str:
    """Where the tags themselves are written `&lt;research_result&gt;`: all of it, once; else as it is."""
    return entities_read(text) if _ESCAPED.search(text) and not _REAL.search(text) else text


def entities_read(text: str) -> str:
    """Only those with their semicolon: `?a=1&copy=2` is an address."""
    return _ENTITY.sub(lambda found: unescape(found[0]), text)


def prose_read(text: str) -> str:
    """Entities read, but for those in code within a line."""
    parts, at = [], 0
    for code in _INLINE.finditer(text):
        parts += [entities_read(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join((*parts, entities_read(text[at:])))


def without_cut_tag(text: str) -> str:
    """Without the piece of a tag in whose middle the answer was cut off."""
    found = _CUT.search(text, max(0, len(text) - 24))
    if found and any(name.startswith(found[1].lower()) for name in (RESULT, ITEM, SOURCE, CONTENT)):
        return text[: found.start()]
    return text


def without_comments(text: str) -> str:
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return "".join((*kept, text[at:]))


def marks(text: str) -> list[Mark]:
    tags = list(_outside_inline_code(text, list(_tags(text))))
    ends = {tag.end for tag in tags}
    found = [*tags, *_cdata(text), *_fences(text, ends)]
    found.sort(key=lambda mark: (mark.start, mark.end))
    return found[:MOST_MARKS]


def _tags(text: str) -> Iterator[Mark]:
    for number, tag in enumerate(_TAG.finditer(text)):
        if number > MOST_MARKS:
            return
        if not tag["end"] and not tag["close"]:
            continue  # an opening tag has to end
        kind: Kind = "close" if tag["close"] else "empty" if tag["empty"] else "open"
        yield Mark(tag.start(), tag.end(), kind, _named(tag["name"].lower()), tag["more"].strip())


def _named(name: str) -> str:
    if name.startswith("think"):
        return THINK
    if name.startswith("research"):
        return RESULT if name.endswith("result") else ITEM
    return name


def _outside_inline_code(text: str, tags: list[Mark]) -> Iterator[Mark]:
    """`<content>` between backticks is spoken of; but two stray backticks around half a structure hide nothing."""
    at = 0
    for code in _INLINE.finditer(text):
        while at < len(tags) and tags[at].start < code.start():
            yield tags[at]
            at += 1
        inside = []
        while at < len(tags) and tags[at].end <= code.end():
            inside.append(tags[at])
            at += 1
        alone = len(inside) == 1 and text[inside[0].start : inside[0].end] == code[2].strip()
        if not alone and not _balanced(inside):
            yield from inside
    yield from tags[at:]


def _balanced(tags: list[Mark]) -> bool:
    opened: list[str] = []
    for tag in tags:
        if tag.kind == "open":
            opened.append(tag.name)
        elif tag.kind == "close" and (not opened or opened.pop() != tag.name):
            return False
    return not opened


def _cdata(text: str) -> Iterator[Mark]:
    for number, found in enumerate(_CDATA.finditer(text)):
        if number > MOST_MARKS:
            return
        yield Mark(found.start(), found.end(), "cdata end" if found[0] == "]]>" else "cdata")


def _fences(text: str, after: set[int]) -> Iterator[Mark]:
    """Marks at the start of a line, or right behind a tag, where models like to put them."""
    line = searched = number = 0
    for found in _MARKS.finditer(text):
        start = found.start()
        line = max(line, text.rfind("\n", searched, start) + 1)
        first = line >= searched  # of its line: only what stands before it can make it no fence
        searched = found.end()
        if not first and start not in after:
            continue
        begin = line if first else start
        mark = fence_mark(text[begin:searched])
        if mark is None and first:
            begin = _behind_a_tag(text, line, start, after)
            mark = fence_mark(text[begin:searched]) if begin >= 0 else None
        if mark is None:
            continue
        end = _end_of_info(text, searched)
        yield Mark(begin, end, "fence", fence=FenceMark(mark.lead, mark.mark, text[searched:end]))
        number += 1
        if number > MOST_MARKS:
            return


def _behind_a_tag(text: str, line: int, start: int, after: set[int]) -> int:
    """Where the blanks before the mark begin, if a tag stands before them; -1 if none does."""
    begin = start
    while begin > line and text[begin - 1] in " \t":
        begin -= 1
    return begin if begin in after else -1


def _end_of_info(text: str, at: int) -> int:
    """The end of the line, or where a tag begins in it."""
    found = _END_OF_INFO.match(text, at)
    return found.end() if found else at
