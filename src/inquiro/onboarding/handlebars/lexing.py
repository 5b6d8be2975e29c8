"""The text of a template, cut into what is printed as it stands and tags with their tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.javascript import BLANK
from inquiro.onboarding.handlebars.limits import LIMITS
from inquiro.onboarding.handlebars.nodes import Place

TagKind = Literal["mustache", "block", "inverse", "else", "chain", "close", "comment", "raw", "partial", "decorator"]
TokenKind = Literal["id", "string", "number", "word", "data", "separator", "equals", "open", "close", "as", "pipe"]

_ID = rf"[^{BLANK}!\"#%-,./;->@\[-\^`{{-~]+"
_AFTER_ID = rf"(?=[=~}}{BLANK}/.)|])"
_AFTER_LITERAL = rf"(?=[~}}{BLANK})])"
_TOKEN = re.compile(
    rf"(?P<blank>[{BLANK}]+)"
    r"|(?P<open>\()|(?P<close>\))|(?P<equals>=)"
    rf"|(?P<id>\.\.|\.(?=[=~}}{BLANK}/.)|]))"
    r"|(?P<separator>[/.])"
    r"|(?P<string>\"(?:\\\"|[^\"])*\"|'(?:\\'|[^'])*')"
    r"|(?P<data>@)"
    rf"|(?P<word>(?:true|false|undefined|null){_AFTER_LITERAL})"
    rf"|(?P<number>-?[0-9]+(?:\.[0-9]+)?{_AFTER_LITERAL})"
    rf"|(?P<as>as[{BLANK}]+\|)|(?P<pipe>\|)"
    rf"|(?P<name>{_ID}{_AFTER_ID})"
    r"|(?P<segment>\[(?:\\\]|[^\]])*\])"
)
_OPENINGS: list[tuple[TagKind, re.Pattern[str]]] = [
    ("raw", re.compile(r"\{\{\{\{")),
    ("partial", re.compile(r"\{\{~?#?>")),
    ("decorator", re.compile(r"\{\{~?#?\*")),
    ("block", re.compile(r"\{\{~?#")),
    ("close", re.compile(r"\{\{~?/")),
    ("else", re.compile(rf"\{{\{{~?(?:\^[{BLANK}]*|[{BLANK}]*else[{BLANK}]*)~?\}}\}}")),
    ("inverse", re.compile(r"\{\{~?\^")),
    ("chain", re.compile(rf"\{{\{{~?[{BLANK}]*else(?![A-Za-z0-9_])")),
    ("comment", re.compile(r"\{\{~?!--.*?--~?\}\}", re.DOTALL)),
    ("comment", re.compile(r"\{\{~?!(?!--).*?\}\}", re.DOTALL)),
    ("mustache", re.compile(r"\{\{~?(?:\{|&|)(?!~?!)")),
]
_ESCAPED = re.compile(r".{2,}?(?=\{\{|\\\{\{|\\\\\{\{|\Z)", re.DOTALL)
_CLOSING = re.compile(r"~?\}\}")
_CLOSING_TRIPLE = re.compile(r"\}~?\}\}")
_RAW_PART = re.compile(rf"\{{\{{\{{\{{/(?P<name>{_ID})\}}\}}\}}\}}|(?P<nested>\{{\{{\{{\{{(?!/))")

_COMPLAINTS = {
    "{": "a tag begins inside this tag: is }} missing?",
    "}": "the braces that close this tag do not match those that open it",
    '"': "the string that begins here is not closed",
    "'": "the string that begins here is not closed",
    "[": "the name that begins here is not closed by ]",
}


class Token(NamedTuple):
    kind: TokenKind
    text: str
    place: Place
    original: str = ""  # as written; a segment in brackets differs from its text


class Content(NamedTuple):
    text: str


class Tag(NamedTuple):
    kind: TagKind
    place: Place
    strips: tuple[bool, bool] = (False, False)  # ~ at its left, at its right
    tokens: tuple[Token, ...] = ()
    broken: bool = False  # has been reported already
    raw: tuple[str, ...] = ()  # the text of a raw block
    ending: str = ""  # the name a raw block ends with


class Lexer:
    """One pass over one text; goes on behind whatever it could not read."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self._text = text
        self._at = 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int) -> Place:
        line = bisect_right(self._lines, at)
        return Place(line, at - self._lines[line - 1] + 1)

    def report(self, message: str, at: int) -> None:
        place = self.place(at)
        self.problems.append(Problem(message=message, line=place.line, column=place.column))

    def pieces(self) -> list[Content | Tag]:
        if "\0" in self._text:
            self.report("a template has no NUL characters", self._text.index("\0"))
        found: list[Content | Tag] = []
        tags = 0
        while self._at < len(self._text):
            start = self._text.find("{{", self._at)
            if start < 0:
                found.append(Content(self._text[self._at :]))
                break
            text = self._text[self._at : start]
            self._at = start
            escaped = text.endswith("\\") and not text.endswith("\\\\")
            if text := text.removesuffix("\\"):
                found.append(Content(text))
            found.append(self._escaped() if escaped else self._tag())
            tags += 1
            if tags > LIMITS.tags:
                self.report(f"a template has at most {LIMITS.tags:,} tags", start)
                break
        return found

    def _escaped(self) -> Content:
        """`\\{{x}}` prints `{{x}}`."""
        match = _ESCAPED.match(self._text, self._at)
        self._at = match.end() if match else len(self._text)
        return Content(match[0] if match else "")

    def _tag(self) -> Tag:
        start = self._at
        openings = ((kind, pattern.match(self._text, start)) for kind, pattern in _OPENINGS)
        kind, match = next((pair for pair in openings if pair[1]), ("comment", None))
        if match is None:
            self.report("a comment is not closed", start)
            self._at = len(self._text)
            return Tag("comment", self.place(start), broken=True)
        self._at = match.end()
        tilde = self._text[start + 2 : start + 3] == "~"
        if kind in {"comment", "else"}:
            return Tag(kind, self.place(start), (tilde, match[0][-3] == "~"))
        return self._inside(
            kind, start, tilde, triple=match[0].endswith("{") and match[0] != "{{" and kind == "mustache"
        )

    def _inside(self, kind: TagKind, start: int, tilde: bool, triple: bool) -> Tag:
        tokens: list[Token] = []
        place = self.place(start)
        while True:
            closing = self._closing(kind, triple)
            if closing is not None:
                break
            match = _TOKEN.match(self._text, self._at)
            if not match:
                return self._lost(kind, start)
            if match.lastgroup != "blank":
                tokens.append(self._token(match))
            self._at = match.end()
        if kind == "raw":
            return self._raw_block(place, tuple(tokens))
        return Tag(kind, place, (tilde, "~" in closing), tuple(tokens))

    def _closing(self, kind: TagKind, triple: bool) -> str | None:
        if kind == "raw":
            ends = self._text.startswith("}}}}", self._at)
            self._at += 4 * ends
            return "}}}}" if ends else None
        # A brace behind the end of an ordinary tag is text: maps of the verb language end so.
        match = (_CLOSING_TRIPLE if triple else _CLOSING).match(self._text, self._at)
        if match:
            self._at = match.end()
        return match[0] if match else None

    def _token(self, match: re.Match[str]) -> Token:
        kind, text, place = match.lastgroup, match[0], self.place(match.start())
        if kind == "string":
            quote = text[0]
            return Token("string", text[1:-1].replace("\\" + quote, quote), place, text)
        if kind == "segment":
            unescaped = re.sub(r"\\([\\\]])", r"\1", text)
            inner = unescaped[1:-1] if "\n" not in unescaped else unescaped
            return Token("id", inner, place, unescaped)
        if kind == "name":
            kind = "id"
        return Token(kind, text, place, text)  # type: ignore[arg-type]

    def _lost(self, kind: TagKind, start: int) -> Tag:
        rest = self._text[self._at : self._at + 1]
        end = self._text.find("}}", self._at)
        if not rest or end < 0:
            self.report("this tag is not closed: }} is missing", start)
            self._at = len(self._text)
        else:
            self.report(
                _COMPLAINTS.get(rest) or f"{self._text[self._at : end][:20]!r} means nothing in a tag", self._at
            )
            self._at = end + 2
        return Tag(kind, self.place(start), broken=True)

    def _raw_block(self, place: Place, tokens: tuple[Token, ...]) -> Tag:
        """Everything up to its own end is text, raw blocks inside it too."""
        parts: list[str] = []
        depth = 1
        while match := _RAW_PART.search(self._text, self._at):
            if match.start() > self._at:
                parts.append(self._text[self._at : match.start()])
            self._at = match.end()
            depth += 1 if match["nested"] else -1
            if not depth:
                return Tag("raw", place, tokens=tokens, raw=tuple(parts), ending=match["name"])
            parts.append(match[0])
        self.problems.append(Problem(message="this raw block is not closed", line=place.line, column=place.column))
        self._at = len(self._text)
        return Tag("raw", place, tokens=tokens, broken=True)
