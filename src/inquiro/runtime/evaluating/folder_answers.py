"""Questions over folders of documents, and which of the passages that answer them an answer holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import NotConfigured
from inquiro.core.markdown import plain
from inquiro.core.phrases import LANGUAGES, phrases
from inquiro.core.types import Value
from inquiro.retrieval.blocks import blocks, is_item, is_row
from inquiro.retrieval.sentences import sentences

OPENING = 2  # sentences
RUN = 4  # words
ENOUGH = 0.7  # of the runs of a quote: hyphens and line ends may spoil some
_MARKS = re.compile(r"\s*\[\d{1,6}\](?:\([^)\s]*\))?")
# a quoted row or list item has no full stop: the mark ends it, unless the sentence goes on
_ENDS = re.compile(_MARKS.pattern + r"(?=[ \t]+(\S))")
_GOES_ON = ",.;:)|&/–—-["
_HEADING = re.compile(r"^#{1,6}[ \t]+(.*?)[ \t]*$", re.MULTILINE)
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_MARKUP = re.compile(r"<[^<>\n]*>|\]\([^)\s]*\)|:[a-z:]+:(?=`)")
_WORD = re.compile(r"[^\W_]+")
_EVERY = tuple(phrases(language) for language in LANGUAGES)
_MISSING = frozenset(one.missing for one in _EVERY)
_REFUSALS = tuple(text for one in _EVERY for text in (one.nothing, one.unread, one.indirect, one.unanswered))

Words = tuple[str, ...]


class GoldSpan(Value, frozen=True, kw_only=True):
    """Words of a file that an answer rests on."""

    file: str
    quote: str
    vital: bool = True


class FolderQuestion(Value, frozen=True, kw_only=True):
    """A question over a folder, what a person would answer, and where that stands."""

    id: str
    folder: str
    question: str
    kind: str = ""
    answerable: bool = True
    gold: str = ""
    spans: tuple[GoldSpan, ...] = ()
    also: tuple[GoldSpan, ...] = ()  # passages that answer as well

    @property
    def vital(self) -> tuple[GoldSpan, ...]:
        return tuple(span for span in self.spans if span.vital)


def folder_questions(file: Path) -> tuple[FolderQuestion, ...]:
    """One question a line; the folders lie beside the file, and a question that can be answered says where."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise NotConfigured(f"{file} cannot be read: {error.strerror or error}") from error
    read: list[FolderQuestion] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                read.append(from_json(line, FolderQuestion))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise NotConfigured(f"line {number} of {file}: {error}") from error
            if problem := _problem(read[-1], file):
                raise NotConfigured(f"line {number} of {file}: {problem}")
    return tuple(read)


def statements(answer: str) -> list[str]:
    """What an answer says, in order, without headings, marks and the list of what was not found.

    One sentence each; a list or table is one statement with the sentence before it that ends in a colon.
    """
    said: list[str] = []
    for _, body in _sections(answer):
        text = plain(_MARKS.sub("", _ENDS.sub(_boundary, body))).replace("**", "").strip()
        listed = False
        for start, end in blocks(text, 0, len(text)):
            block = text[start:end].strip()
            item = is_item(block) or is_row(block)
            if item and said and (listed or said[-1].endswith((":", "："))):
                said[-1] += f"\n{block}"
            elif item:
                said.append(block)
            else:
                said += [text[slice(*span)] for span in sentences(text, start, end)]
            listed = item
    return said


def opening(answer: str) -> str:
    """The first two sentences of an answer."""
    return "\n".join(statements(answer)[:OPENING])


def refuses(answer: str) -> bool:
    """Whether it says first that no document answers, or states nothing there that it could cite."""
    first = next((body for _, body in _sections(answer) if body.strip()), "")
    return not _MARKS.search(first) or any(text in first for text in _REFUSALS)


def holds(text: str, quote: str) -> bool:
    """Whether a text has the words of a quote: most of its runs of four, or all of a short one in a row."""
    have, want = _words(text), _words(quote)
    size = min(len(want), RUN)
    wanted = _runs(want, size)
    return bool(wanted) and len(wanted & _runs(have, size)) >= ENOUGH * len(wanted)


def answers(text: str, question: FolderQuestion) -> bool:
    """Whether a text holds a passage that decides the question.

    Short quotes are cells of one row or items of one list. One alone often repeats the question, so those of a
    file count together.
    """
    spans = (*question.vital, *question.also)
    long = [span for span in spans if not _short(span)]
    if any(holds(text, span.quote) for span in long):
        return True
    files = dict.fromkeys(span.file for span in spans if _short(span))
    return any(all(holds(text, span.quote) for span in spans if _short(span) and span.file == file) for file in files)


def _boundary(mark: re.Match[str]) -> str:
    following = mark[1]
    return mark[0] if following.islower() or following in _GOES_ON else "\n\n"


def _short(span: GoldSpan) -> bool:
    return len(_words(span.quote)) <= RUN


def _words(text: str) -> Words:
    bare = _MARKUP.sub(" ", unicodedata.normalize("NFKC", _without_bullets(text)))
    return tuple(_WORD.findall(bare.casefold()))


def _without_bullets(text: str) -> str:
    return "\n".join(_BULLET.sub("", line) for line in text.splitlines())


def _runs(words: Sequence[str], size: int) -> set[Words]:
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)} if size else set()


def _sections(answer: str) -> Iterator[tuple[str, str]]:
    """Heading and text; what was not found repeats the question and answers nothing."""
    parts = iter(["", *_HEADING.split(answer)])
    for heading, body in zip(parts, parts, strict=True):
        if heading not in _MISSING:
            yield heading, body


def _problem(question: FolderQuestion, file: Path) -> str:
    if not (file.parent / question.folder).is_dir():
        return f"the folder '{question.folder}' does not lie beside the file"
    if question.answerable != bool(question.vital):
        return "a question that can be answered has a vital span, and no other has"
    return ""
