"""Lines of a PDF: words are broken into lines once, and marks never leave the word they stand behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from fpdf import FPDF

from inquiro.present.paper import Run, right_to_left
from inquiro.present.typeface import Typeface, backwards

Colour = tuple[int, int, int]
_WORDS = re.compile(r" +|[^ ]+")
_MARK_SIZE, _MARK_PADDING = 0.74, 0.25  # of the line's; millimetres


class Look(NamedTuple):
    """The colours of the page; the style sheet of the HTML has the same."""

    ink: Colour = (31, 35, 40)
    soft: Colour = (86, 93, 102)
    accent: Colour = (27, 90, 156)
    accent_soft: Colour = (230, 239, 248)
    rule: Colour = (222, 218, 210)
    shade: Colour = (250, 249, 246)
    glow: Colour = (217, 169, 0)
    warn: Colour = (138, 83, 0)
    bad: Colour = (163, 38, 42)
    good: Colour = (28, 107, 60)


LOOK = Look()
TONES = {"": LOOK.soft, "good": LOOK.good, "warn": LOOK.warn, "bad": LOOK.bad}


class Word(NamedTuple):
    text: str
    bold: bool
    size: float
    colour: Colour
    link: str | int
    mark: bool
    spaced: bool  # a blank stands before it: a line may be broken there
    width: float  # in millimetres


class Setter:
    """Sets runs in lines on the pages of one document; `place` gives the link to a numbered source."""

    def __init__(self, pdf: FPDF, face: Typeface, place: Callable[[int], int]) -> None:
        self._pdf, self._face, self._place = pdf, face, place

    def lines(self, runs: Iterable[Run], size: float, room: float, *, strong: bool, quiet: bool) -> list[list[Word]]:
        return list(self._broken(self._words(runs, size, strong=strong, quiet=quiet), room)) or [[]]

    def draw(self, words: Sequence[Word], left: float, room: float, top: float, height: float) -> None:
        """One line; where it begins from right to left, so does the line."""
        reverse = right_to_left("".join(word.text for word in words))
        ordered = _ordered(words, reverse=reverse)
        blank = self._blank(words[0].size) if words else 0
        used = sum(word.width for word in words) + blank * sum(word.spaced for word in words[1:])
        at = left + room - used if reverse else left
        linked: tuple[str | int, float] = ("", at)  # what leads somewhere, and where that began
        for place, word in enumerate(ordered):
            gap = word.spaced if not reverse else (place > 0 and ordered[place - 1].spaced)
            if word.link != linked[0]:
                self._link(linked, at, top, height)
            at += blank if place and gap else 0
            linked = linked if word.link == linked[0] else (word.link, at)
            self._word(word, at, top, height)
            at += word.width
        self._link(linked, at, top, height)

    def _link(self, linked: tuple[str | int, float], end: float, top: float, height: float) -> None:
        target, start = linked
        if target and end > start:
            self._pdf.link(start, top, end - start, height, target)

    def _words(self, runs: Iterable[Run], size: float, *, strong: bool, quiet: bool) -> Iterator[Word]:
        spaced = False
        for run in runs:
            small, mark = run.quiet or quiet, run.source is not None
            own = size * _MARK_SIZE if mark else min(size, 8.5) if small else size
            link: str | int = self._place(run.source) if run.source is not None else run.url
            colour = LOOK.accent if link else TONES[run.tone] if run.tone or small else LOOK.ink
            bold = run.bold or (strong and not run.quiet) or mark
            for piece in _WORDS.findall(self._face.shown(run.text)):
                if piece[0] == " ":
                    spaced = True
                    continue
                word = Word(piece.replace("\u00a0", " "), bold, own, colour, link, mark, spaced, 0)
                yield self._sized(word)
                spaced = False

    def _broken(self, words: Iterable[Word], room: float) -> Iterator[list[Word]]:
        line: list[Word] = []
        used = 0.0
        for whole in _atoms(words):
            atom, width = whole, sum(word.width for word in whole)
            blank = self._blank(atom[0].size) if line and atom[0].spaced else 0
            if line and used + blank + width > room:
                yield line
                line, used, blank = [], 0.0, 0
            while width > room:
                head, rest = self._cut(atom, room)
                if not rest:
                    break
                yield head
                atom, width = rest, sum(word.width for word in rest)
            line, used = [*line, *atom], used + blank + width
        if line:
            yield line

    def _cut(self, atom: list[Word], room: float) -> tuple[list[Word], list[Word]]:
        """What is wider than a line, such as an address or a text without blanks, is broken where it must be."""
        kept: list[Word] = []
        used = 0.0
        for place, word in enumerate(atom):
            if used + word.width <= room or word.mark:
                kept.append(word)
                used += word.width
                continue
            fitting = self._fitting(word, room - used) or (0 if kept else 1)
            if not fitting:
                return kept, atom[place:]
            first, rest = (self._sized(word._replace(text=text)) for text in (word.text[:fitting], word.text[fitting:]))
            return [*kept, first], [*([rest._replace(spaced=False)] if rest.text else []), *atom[place + 1 :]]
        return kept, []

    def _fitting(self, word: Word, room: float) -> int:
        used = 0.0
        for place, letter in enumerate(word.text):
            used += self._face.width(letter, bold=word.bold) * word.size / 1000 / self._pdf.k
            if used > room:
                return place
        return len(word.text)

    def _sized(self, word: Word) -> Word:
        width = self._face.width(word.text, bold=word.bold) * word.size / 1000 / self._pdf.k
        return word._replace(width=width + (_MARK_PADDING if word.mark else 0))

    def _blank(self, size: float) -> float:
        return self._face.width(" ", bold=False) * size / 1000 / self._pdf.k

    def _word(self, word: Word, left: float, top: float, height: float) -> None:
        pdf, baseline = self._pdf, top + height * 0.72
        if word.mark:
            baseline -= height * 0.1
            pdf.set_fill_color(*LOOK.accent_soft)
            tall = word.size * 0.5
            edge = left + self._blank(word.size) - 0.5
            wide = word.width - (edge - left) + 0.15
            pdf.rect(edge, baseline - tall * 0.78, wide, tall, style="F", round_corners=True, corner_radius=0.7)
        pdf.set_text_color(*word.colour)
        if word.text:
            self._face.draw(left, baseline, word.text, bold=word.bold, size=word.size)


def _atoms(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Words that no blank parts, marks among them, stay together."""
    atom: list[Word] = []
    for word in words:
        if word.spaced and atom:
            yield atom
            atom = []
        atom.append(word)
    if atom:
        yield atom


def _ordered(words: Sequence[Word], *, reverse: bool) -> list[Word]:
    """Words in the order in which they stand: those against the direction of their line come the other way round."""
    groups: list[tuple[bool, list[Word]]] = []
    for word in words:
        against = backwards(word.text)
        if groups and groups[-1][0] == against:
            groups[-1][1].append(word)
        else:
            groups.append((against, [word]))
    shown = [list(reversed(group)) if against else group for against, group in groups]
    return [word for group in (reversed(shown) if reverse else shown) for word in group]
