"""A finished Markdown report, taken apart: sentences with their citation marks, the list of sources, bare addresses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from inquiro.core.types import Value
from inquiro.retrieval.sentences import sentences

LONGEST_ENTRY = 2_000  # characters; what follows is no longer about the source
FEWEST_WORDS = 4  # a shorter piece is a label or an aside, not a statement
_SOURCES = re.compile(
    r"sources?|references?|bibliography|works cited|citations|notes|footnotes|literature|quellen|literatur"
    r"|referencias|fuentes|bibliografía|références|bibliographie|出典|参考文献",
    re.IGNORECASE,
)
_OPEN_ENDS = re.compile(
    r"not found|gaps|what is missing|limitations|nicht gefunden|no encontrado|non trouvé|見つからなかったこと",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*)$|\s{0,3}\*\*([^*]+)\*\*:?\s*$")
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
_LIST = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_DEFINITION = re.compile(r"\s{0,3}\[\^?([\w-]{1,40})\]:\s*(.+)")
# How an entry of the list of sources begins: `[1] …`, `1. …`, `- [1] …`, `- **[1]** …`, `### src-1`, `\[1\] …`
_ENTRY = re.compile(
    r"\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:\\?\[\^?(\d{1,4})\\?\]|src[-_](\d{1,4})|(\d{1,4})[.)])\**:?\s*(.*)"
)
# `[1]`, `[1, 2]`, `[1–3]`, `[^1]`, `[1](#src-1)`, `\[[1](#src-1), [2](#src-2)\]`
_NUMBERS = r"\^?\d{1,4}(?:\s*[,;–-]\s*\^?\d{1,4})*"
_ONE_MARK = rf"\[({_NUMBERS})\](?!:)(?:\([^()\s]{{0,2000}}\))?"
_MARK = re.compile(rf"\s*(?:\\\[)?{_ONE_MARK}(?:\s*,?\s*{_ONE_MARK})*(?:\\\])?")
_NAMED_NOTE = re.compile(r"\s*\[\^([A-Za-z][\w-]{0,39})\](?!:)")
_LINK = re.compile(r"!?\[([^\[\]]{0,1000})\]\(<?([^)>\s]{1,2000}+)>?[^)]{0,500}+\)|<(https?://[^<>\s]{1,2000})>")
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+", re.IGNORECASE)
_DOUBLE = re.compile(r"\[\[(\^?\d{1,4})\]\](?=\()")  # `[[1]](address)`
_OWN_ADDRESS = re.compile(r"\[\^?(\d{1,4})\]\(<?(https?://[^()\s>]{1,2000})")
_CODE = re.compile(r"`[^`]*`")
_BLANKS = re.compile(r"[^\S\n]{2,}")


class Sentence(Value, frozen=True, kw_only=True):
    """A sentence without its marks, and the sources that they name."""

    text: str
    line: int
    marks: tuple[str, ...]


class Listed(Value, frozen=True, kw_only=True):
    """An entry of the list of sources."""

    number: str
    text: str
    line: int

    @property
    def address(self) -> str:
        found = _ADDRESS.search(self.text.replace("\\", ""))
        return found[0].rstrip(".,;") if found else ""


class MarkedText(Value, frozen=True, kw_only=True):
    sentences: tuple[Sentence, ...]
    sources: tuple[Listed, ...]
    bare: tuple[tuple[int, str], ...]  # line and address


def taken_apart(markdown: str) -> MarkedText:
    """Any text is a report of some kind: what is not understood counts as nothing."""
    kept = _DOUBLE.sub(r"[\1]", _BLANKS.sub(" ", _without_comments(markdown)))
    told: list[Sentence] = []
    listed: list[Listed] = []
    linked: list[Listed] = []  # marks that carry the address themselves
    bare: list[tuple[int, str]] = []
    part = "body"
    for line, text in _blocks(kept):
        if found := _HEADING.match(text):
            title = (found[2] or found[3] or "").strip(" :*#")
            if part == "sources" and (entry := _entry(text, line)):
                listed.append(entry)
            elif part != "sources" or not found[1] or len(found[1]) < 3:
                part = _part(title, part)
        elif definition := _DEFINITION.match(text):
            listed.append(Listed(number=definition[1], text=definition[2], line=line))
        elif part == "sources":
            _add_source(listed, text, line)
        elif part != "after" and not text.lstrip().startswith((">", "|")):
            bare += [(line, address) for address in _bare(text)]
            told += [one for one in _told(text, line) if part == "body" or one.marks]
            linked += [Listed(number=n, text=address, line=line) for n, address in _OWN_ADDRESS.findall(text)]
    named = {source.number for source in listed}
    listed += {one.number: one for one in reversed(linked) if one.number not in named}.values()
    return MarkedText(sentences=tuple(told), sources=tuple(listed), bare=tuple(bare))


def _without_comments(text: str) -> str:
    """Their lines stay, so that numbers of lines stay true."""
    pieces, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        pieces += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + len("-->")
    return "".join([*pieces, text[at:]])


def _part(title: str, before: str) -> str:
    """Where a heading leads: the text, what it says is missing, its sources, or what follows them."""
    if _SOURCES.fullmatch(title):
        return "sources"
    if before in {"sources", "after"}:
        return "after"
    return "open ends" if _OPEN_ENDS.fullmatch(title) else "body"


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, list items, headings and quoted lines with the number of their first line; code is left out."""
    fence, first = "", 0
    pending: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        mark = _FENCE.match(line)
        if fence or mark:
            fence = "" if fence and mark and mark[1].startswith(fence) else fence or (mark[1] if mark else "")
            line = ""  # noqa: PLW2901 - a fence parts paragraphs as an empty line does
        alone = _HEADING.match(line) or _DEFINITION.match(line) or line.lstrip().startswith((">", "|"))
        if pending and (alone or not line.strip() or _LIST.match(line) or _ENTRY.match(line)):
            yield first, "\n".join(pending)
            pending = []
        if alone:
            yield number, line
        elif line.strip():
            first = first if pending else number
            pending.append(line)
    if pending:
        yield first, "\n".join(pending)


def _entry(text: str, line: int) -> Listed | None:
    found = _ENTRY.match(text)
    return Listed(number=found[1] or found[2] or found[3], text=found[4], line=line) if found else None


def _add_source(listed: list[Listed], text: str, line: int) -> None:
    """One more entry, or more words of the one before it; a list without numbers is numbered by its order."""
    if text.lstrip().startswith((">", "|")):
        return
    words = " ".join(_LIST.sub("", text, count=1).split())
    if entry := _entry(" ".join(text.split()), line):
        listed.append(entry)
    elif _LIST.match(text) or not listed:
        listed.append(Listed(number=str(len(listed) + 1), text=words, line=line))
    elif len(listed[-1].text) < LONGEST_ENTRY:
        last = listed[-1]
        listed[-1] = Listed(number=last.number, text=f"{last.text} {words}".strip(), line=last.line)


def _bare(text: str) -> list[str]:
    return [found[0].rstrip(".,;") for found in _ADDRESS.finditer(_LINK.sub(" ", _CODE.sub(" ", text)))]


def _told(text: str, line: int) -> Iterator[Sentence]:
    """Sentences; a mark belongs to the one that ends before it, wherever the full stop stands."""
    without_code = _CODE.sub(lambda code: code[0].replace("[", "("), text)
    words, marks = _without_marks(_LIST.sub("", without_code, count=1))
    spans = sentences(words)
    at, places = 0, [place for place, _ in marks]
    nexts = [*(start for start, _ in spans[1:]), len(words) + 1]
    for (start, end), following in zip(spans, nexts, strict=False):  # without a sentence there is only the end
        line, at = line + words.count("\n", at, start), start
        until = max(following - 1, end)
        own = [name for _, name in marks[bisect_right(places, start) : bisect_right(places, until)]]
        told = " ".join(words[start:end].split())
        if own or len(told.split()) >= FEWEST_WORDS:
            yield Sentence(text=told, line=line, marks=tuple(dict.fromkeys(own)))


def _without_marks(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without its marks, and where each of them stood in it."""
    kept: list[str] = []
    marks: list[tuple[int, str]] = []
    at = size = 0
    found = [*_MARK.finditer(text), *_NAMED_NOTE.finditer(text)]
    for mark in sorted(found, key=lambda one: one.start()):
        piece = _LINK.sub(lambda link: link[1] or "", text[at : mark.start()])
        kept.append(piece)
        size += len(piece)
        marks += [(size, name) for name in _names(mark)]
        at = mark.end()
    kept.append(_LINK.sub(lambda link: link[1] or "", text[at:]))
    return "".join(kept), marks


def _names(mark: re.Match[str]) -> list[str]:
    if mark.re is _NAMED_NOTE:
        return [mark[1]]
    inside = re.sub(r"\(#?[^()\s]*\)", "", mark[0])
    names: list[str] = []
    for low, high in re.findall(r"(\d{1,4})(?:\s*[–-]\s*\^?(\d{1,4}))?", inside):
        reach = range(int(low), int(high or low) + 1)
        names += [str(number) for number in reach] if len(reach) <= 50 else [low, high]
    return names
