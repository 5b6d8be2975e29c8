"""Links and tags in running text; none of them in code, comments, mathematics or markup."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple
from urllib.parse import unquote

LinkKind = Literal["wikilink", "embed", "markdown", "image", "property"]

_LONGEST = 1_000  # characters of a link; bounds what an unclosed one costs
_MARK = re.compile(r"[\\`%$<\[\]#]")
_TAG = re.compile(r"#([^\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s]+)")
_MARKUP = re.compile(rf"<[a-zA-Z/][^<>]{{0,{_LONGEST}}}>")
_TARGET = re.compile(
    rf"""\]\([ \t]*
    (?:<(?P<angled>[^<>\r\n]{{0,{_LONGEST}}})>
      |(?P<bare>[^\s()<>]{{0,{_LONGEST}}}(?:\([^\s()<>]{{0,{_LONGEST}}}\)[^\s()<>]{{0,{_LONGEST}}}){{0,8}}))
    (?:\s+(?:"[^"\r\n]{{0,{_LONGEST}}}"|'[^'\r\n]{{0,{_LONGEST}}}'|\([^()\r\n]{{0,{_LONGEST}}}\)))?[ \t]*\)""",
    re.VERBOSE,
)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:|//")
_TICKS = re.compile(r"`+")
_BLOCK = re.compile(r"(.*?)\^([A-Za-z0-9-]+)\s*", re.DOTALL)
WIKILINK = re.compile(rf"\[\[((?:[^\[\]\r\n]|\](?!\])|\[(?!\[)){{1,{_LONGEST}}})\]\]")


class NoteLink(NamedTuple):
    """A link to a file of the vault as it is written; an empty `path` means the note that it stands in."""

    start: int
    end: int
    kind: LinkKind
    path: str
    heading: str = ""  # one below the other: "A#B"
    block: str = ""
    shown: str = ""

    @property
    def embeds(self) -> bool:
        return self.kind in {"embed", "image"}


class Found(NamedTuple):
    """What running text holds."""

    links: list[NoteLink]
    tags: list[str]
    hidden: list[tuple[int, int]]  # comments, with their marks


def wikilink(inner: str, start: int, end: int, kind: LinkKind) -> NoteLink:
    """A link by what stands between its brackets; in a table, the bar is escaped."""
    target, _, shown = inner.partition("|")
    path, heading, block = split_target(target.removesuffix("\\"))
    return NoteLink(start, end, kind, path, heading, block, shown.strip())


def split_target(target: str) -> tuple[str, str, str]:
    """The path, the heading and the block that a link names."""
    path, hash_, rest = target.partition("#")
    if not hash_:
        bare = _BLOCK.fullmatch(path)
        return (bare[1].strip(), "", bare[2]) if bare and path.startswith("^") else (path.strip(), "", "")
    block = _BLOCK.fullmatch(rest)
    if block:
        return path.strip(), block[1].strip("# \t"), block[2]
    return path.strip(), rest.strip("# \t"), ""


class Scanner:
    """Goes through the running text of one note, a paragraph at a time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Found([], [], [])
        self.end = 0  # of the paragraph
        self.opened: list[int] = []  # brackets
        self.tagged: list[int] = []  # where the tags of the paragraph stand
        self.never: set[int] = set()  # runs of ticks, by their length, that nothing in the paragraph closes
        self.after = {
            "\\": self._escaped,
            "`": self._code,
            "%": self._remark,
            "$": self._mathematics,
            "<": self._markup,
            "[": self._bracket,
            "]": self._target,
            "#": self._tag,
        }

    def read(self, start: int, end: int) -> None:
        """One paragraph, heading, row or item: what code and comments in it hide is passed over."""
        search, text, after, at = _MARK.search, self.text, self.after, start
        self.end = end
        self.opened.clear()
        self.tagged.clear()
        self.never.clear()
        while match := search(text, at, end):
            at = match.start()
            at = after[text[at]](at)

    def _escaped(self, at: int) -> int:
        return at + 2

    def _tag(self, at: int) -> int:
        match = _TAG.match(self.text, at, self.end)
        if not match or (at and not self.text[at - 1].isspace()):
            return at + 1
        words = match[1].strip("/")
        if words and not words.isdigit():
            self.found.tags.append(words)
            self.tagged.append(at)
        return match.end()

    def _code(self, at: int) -> int:
        match = _TICKS.match(self.text, at, self.end)
        size = len(match[0]) if match else 1
        if size not in self.never:
            for run in _TICKS.finditer(self.text, at + size, self.end):
                if len(run[0]) == size:
                    return run.end()
            self.never.add(size)
        return at + size

    def _remark(self, at: int) -> int:
        return self._hidden(at, "%%", "%%") if self.text.startswith("%%", at) else at + 1

    def _markup(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self._hidden(at, "<!--", "-->")
        match = _MARKUP.match(self.text, at, self.end)
        return match.end() if match else at + 1

    def _hidden(self, at: int, opening: str, closing: str) -> int:
        closed = self.text.find(closing, at + len(opening), self.end)
        after = closed + len(closing) if closed >= 0 else self.end
        self.found.hidden.append((at, after))
        return after

    def _mathematics(self, at: int) -> int:
        """Mathematics has no blank inside its dollars, or it is money."""
        text = self.text
        if text.startswith("$$", at):
            closed = text.find("$$", at + 2, self.end)
            return closed + 2 if closed >= 0 else at + 2
        if text[at + 1 : at + 2].isspace():
            return at + 1
        stop = text.find("\n", at, self.end)
        closed = text.find("$", at + 1, stop if stop >= 0 else self.end)
        if closed < 0 or text[closed - 1].isspace() or text[closed + 1 : closed + 2].isdigit():
            return at + 1
        return closed + 1

    def _bracket(self, at: int) -> int:
        embeds = self.text.startswith("!", at - 1) and not self.text.startswith("\\", at - 2) if at else False
        if match := WIKILINK.match(self.text, at, self.end):
            kind: LinkKind = "embed" if embeds else "wikilink"
            self.found.links.append(wikilink(match[1], at - embeds, match.end(), kind))
            return match.end()
        self.opened.append(at - embeds)
        return at + 1

    def _target(self, at: int) -> int:
        if not self.opened:
            return at + 1
        begun = self.opened.pop()
        match = _TARGET.match(self.text, at, self.end) if self.text.startswith("](", at) else None
        if not match:
            return at + 1
        while self.tagged and self.tagged[-1] > begun:  # in the words of a link, it is none
            self.tagged.pop()
            self.found.tags.pop()
        written = match["angled"] if match["angled"] is not None else match["bare"]
        if written and not _SCHEME.match(written):
            self._local(begun, match, written)
        return match.end()

    def _local(self, begun: int, match: re.Match[str], written: str) -> None:
        kind: LinkKind = "image" if self.text[begun] == "!" else "markdown"
        path, hash_, rest = written.partition("#")
        _, heading, block = split_target("#" + unquote(rest)) if hash_ else ("", "", "")
        shown = self.text[begun + (2 if kind == "image" else 1) : match.start()]
        self.found.links.append(NoteLink(begun, match.end(), kind, unquote(path), heading, block, shown))
