"""A text as sentences, each with the marks of the sources that it cites."""

from __future__ import annotations

from typing import NamedTuple

import regex

from inquiro.core.markdown import plain
from inquiro.retrieval.sentences import sentences

_ONE = r"(?<!\\)(?:\[\^?(?:src_)?\d{1,4}(?:\s?[,;–-]\s?(?:src_)?\d{1,4})*\](?!\()|【\d{1,4}[^】\n]{0,20}】)"
_MARK = regex.compile(_ONE)
# `… cool. [1] Next`: marks after the full stop belong to the sentence before it, unless the text reads on.
_BEHIND = regex.compile(
    rf"(?P<stop>[.!?…。！？]+[\"'”’»)]*)(?P<marks>(?:[ \t\u00a0]*{_ONE})+)(?=\s*(?:$|[^\p{{Ll}}\s]))", regex.MULTILINE
)
_FENCED = regex.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", regex.MULTILINE | regex.DOTALL)
_HEADING = regex.compile(r"^[ \t]*#{1,6}[ \t].*$", regex.MULTILINE)
_DEFINED = regex.compile(r"^[ \t]*\[\^?\d{1,4}\]:.*$", regex.MULTILINE)
_LEAD = regex.compile(r"^(?:[-*+•>]\s+|\d{1,3}[.)]\s+)+")
_LINK = regex.compile(r"!?\[([^\]\n]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = regex.compile(r"(\*{1,3}|_{2,3}|`)(?=\S)(.+?)(?<=\S)\1")
_MOST = 50  # sources that one mark can name
_SPACES = regex.compile(r"\s+(?=[.,;:!?](?:\s|$))")


class Cited(NamedTuple):
    """A sentence without its marks, and the numbers that they name."""

    text: str
    numbers: tuple[int, ...]


def cited_sentences(text: str) -> list[Cited]:
    """Headings, code and lists of sources are no sentences."""
    for away in (_FENCED, _HEADING, _DEFINED):
        text = away.sub("", text)
    text = _BEHIND.sub(lambda found: f" {found['marks'].strip()}{found['stop']}", text)
    found: list[Cited] = []
    for start, end in sentences(text):
        written = text[start:end]
        numbers = tuple(dict.fromkeys(n for mark in _MARK.findall(written) for n in _numbers(mark)))
        bare = words_alone(_MARK.sub("", written))
        if any(c.isalnum() for c in bare):
            found.append(Cited(bare, numbers))
    return found


def words_alone(text: str) -> str:
    """The words of a piece of Markdown, without what only sets them."""
    text = _LEAD.sub("", _LINK.sub(r"\1", text.strip()))
    text = _EMPHASIS.sub(r"\2", text)
    return _SPACES.sub("", plain(text)).strip()


def _numbers(mark: str) -> list[int]:
    named: list[int] = []
    inside = mark.strip("[]【】^").replace("src_", "")
    for part in regex.split(r"\s?[,;]\s?", inside.partition("†")[0]):
        ends = [int(number) for number in regex.findall(r"\d+", part)]
        if len(ends) == 2 and ends[0] < ends[1] <= ends[0] + _MOST:
            named.extend(range(ends[0], ends[1] + 1))
        else:
            named.extend(ends)
    return named
