"""A document taken apart: its sentences with what each cites, and its sources."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.identity import canonical_url
from inquiro.core.types import Value
from inquiro.engine.checking.marking import words_alone
from inquiro.features.check.citation_marks import Mark, author_key, bare_addresses, without_marks
from inquiro.features.check.paragraphs import LIST, Paragraph, paragraphs
from inquiro.features.check.reference_fields import Reference, reference_of
from inquiro.features.check.source_list import Entry, SourceList
from inquiro.retrieval.sentences import sentences

FEWEST_WORDS = 4  # a shorter piece is a label or an aside, not a statement
LONGEST_HEADING = 300
LARGEST_NUMBER = 1_000
FEWEST_CHARACTERS = 8  # where words are not set apart by blanks
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")
_QUOTED = regex.compile(r"\s{0,3}(?:>\s?)+")
_ONLY_ADDRESS = regex.compile(r"\W*")


class Sentence(Value, frozen=True, kw_only=True):
    """A sentence without its marks, and the sources that they name."""

    text: str
    line: int
    marks: tuple[str, ...] = ()  # numbers of references, as resolved; one that leads nowhere stays as it is written
    shared: bool = False  # the marks stand at the end of its paragraph, and hold for all of it
    section: str = ""
    quotation: bool = False  # it stands as a quotation of its own


class CitedText(Value, frozen=True, kw_only=True):
    sentences: tuple[Sentence, ...]
    references: tuple[Reference, ...]
    unlisted: tuple[tuple[int, str, str], ...] = ()  # line, mark and sentence, where a mark leads nowhere
    bare: tuple[tuple[int, str], ...] = ()  # line and address
    misdated: tuple[tuple[str, str], ...] = ()  # reference and year, where the text says another year than the list


class _Told(NamedTuple):
    text: str
    line: int
    marks: tuple[Mark, ...]
    shared: bool
    section: str
    quotation: bool


def cited_text(text: str) -> CitedText:
    """Any text is a report of some kind: what is not understood counts as nothing."""
    found = paragraphs(text)
    apart = _taken_apart(found)
    if any(entry.numbered for entry in apart.sources.entries()):
        for form in ("rounded", "trailing"):  # where nothing else marks anything, `(1)` does, or a number behind a stop
            if not any(mark.form in {"number", "note", "key"} for one in apart.told for mark in one.marks):
                apart = _taken_apart(found, **{form: True})
    return _resolved(apart.told, apart.sources.entries(), apart.bare)


class _Apart(NamedTuple):
    told: list[_Told]
    sources: SourceList
    bare: list[tuple[int, str]]


def _taken_apart(found: Sequence[Paragraph], **forms: bool) -> _Apart:
    told: list[_Told] = []
    bare: list[tuple[int, str]] = []
    sources = SourceList()
    section = ""
    for at, one in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        if sources.takes(one, after):
            continue
        if one.kind == "heading":
            section = words_alone(one.text[:LONGEST_HEADING])
            continue
        if one.kind == "row" or sources.part == "after":
            continue
        bare += [(one.line, address) for address in bare_addresses(one.text)]
        own = sources.part == "body" and one.kind != "quotation"
        told += [t for t in _told(one, section, forms) if own or t.marks]
    return _Apart(told, sources, bare)


def _told(paragraph: Paragraph, section: str, forms: Mapping[str, bool]) -> Iterator[_Told]:
    """Sentences; a mark belongs to the one that ends before it, and at the end of a paragraph to all of it."""
    quotation = paragraph.kind == "quotation"
    lead = (_QUOTED if quotation else LIST).match(paragraph.text)
    words, marks = without_marks(paragraph.text[lead.end() :] if lead else paragraph.text, **forms)
    spans = _with_speakers(words, sentences(words), {mark.at for mark in marks})
    places = [mark.at for mark in marks]
    nexts = [*(start for start, _ in spans[1:]), len(words) + 1]
    own: list[tuple[Mark, ...]] = []
    for (start, end), following in zip(spans, nexts, strict=False):
        until = max(following - 1, end)
        own.append(marks[bisect_right(places, start - (start == 0)) : bisect_right(places, until)])
    whole = len(own) > 1 and bool(own[-1]) and not any(own[:-1])
    line, at = paragraph.line, 0
    for place, (start, end) in enumerate(spans):
        line, at = line + words.count("\n", at, start), start
        said = words_alone(" ".join(words[start:end].split()))
        if _says_something(said) or (own[place] and not _ONLY_ADDRESS.fullmatch(said)):
            shared = whole and place < len(own) - 1
            yield _Told(said, line, own[-1] if shared else own[place], shared, section, quotation)


def _with_speakers(words: str, spans: list[tuple[int, int]], marked: set[int]) -> list[tuple[int, int]]:
    """`“…。”他说。` is one sentence: what follows closing marks without a blank says whose words they are."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        follows = joined and joined[-1][1] == start and start not in marked
        if follows and words[start - 1] in '”」』"' and _UNSPACED.match(words[start]):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _says_something(text: str) -> bool:
    """Long enough to be a statement, counted by words, or by characters where no blanks part them."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced >= FEWEST_CHARACTERS or len(text.split()) >= FEWEST_WORDS


class _Names:
    """What marks may name, and the reference that each means."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.references = [reference_of(entry.number, entry.text, entry.line) for entry in entries]
        self.numbered = any(entry.numbered for entry in entries)
        self._by_number = {one.number: one for one in reversed(self.references)}
        self._by_address = {canonical_url(one.url): one for one in reversed(self.references) if one.url}
        self._by_author: dict[str, Reference] = {}
        self._by_surname: dict[str, list[Reference]] = {}
        self.misdated: dict[tuple[str, str], None] = {}
        for one in reversed(self.references):
            if one.year and one.authors:
                name = one.authors[0].split()[-1]
                self._by_surname.setdefault(author_key(name, ""), []).append(one)
                if _UNSPACED.match(name):  # a family name alone: one, two or three characters
                    short = {author_key(name[:n], f"{one.year}{one.letter}"): one for n in (2, 3, 1)}
                    self._by_author = short | self._by_author
                self._by_author |= {author_key(name, f"{one.year}{letter}"): one for letter in {"", one.letter}}

    def meant(self, mark: Mark) -> Reference | None:
        if mark.form in {"author", "mention"}:
            return self._by_author.get(mark.name) or self._of_another_year(mark)
        if mark.form != "link":
            return self._by_number.get(mark.name) or self._by_number.get(f"^{mark.name}")
        known = self._by_address.get(canonical_url(mark.name))
        return known or self._add_link(mark.name)

    def _of_another_year(self, mark: Mark) -> Reference | None:
        """The only work of somebody: whoever cites it under another year means it."""
        who, _, year = mark.name.partition("|")
        works = self._by_surname.get(f"{who}|", [])
        if len(works) != 1 or mark.form == "mention":
            return None
        self.misdated[works[0].number, year] = None
        return works[0]

    def is_stray(self, mark: Mark) -> bool:
        """Whether a mark that leads nowhere was meant to lead somewhere: `Berlin (2019)` need not be."""
        if mark.form == "mention":
            return False
        if mark.form == "author":
            return bool(self.references) and not self.numbered and any(one.authors for one in self.references)
        if mark.form == "key":
            return any(not one.number.isdigit() for one in self.references if one.listed)
        if mark.name.isdigit() and int(mark.name) >= LARGEST_NUMBER:
            return False  # `[2019]` is a year that somebody put in
        return mark.form == "note" or self.numbered or not any(one.listed for one in self.references)

    def add_numbered(self, number: str, address: str) -> None:
        """`[1](https://…)` without a list: the mark is the entry."""
        made = reference_of(number, address)
        self.references.append(made)
        self._by_number[number] = made
        self._by_address.setdefault(canonical_url(address), made)

    def _add_link(self, address: str) -> Reference:
        made = reference_of(f"link {sum(not one.listed for one in self.references) + 1}", address, listed=False)
        self.references.append(made)
        self._by_address[canonical_url(address)] = made
        return made


def _resolved(told: Iterable[_Told], entries: Sequence[Entry], bare: Sequence[tuple[int, str]]) -> CitedText:
    names = _Names(entries)
    made: list[Sentence] = []
    unlisted: list[tuple[int, str, str]] = []
    for one in told:
        marks: list[str] = []
        for mark in _without_doubles(one.marks, names):
            if found := names.meant(mark):
                marks.append(found.number)
            elif names.is_stray(mark) and not one.shared:
                marks.append(mark.name)
                unlisted.append((one.line, _shown(mark), one.text))
        made.append(
            Sentence(
                text=one.text,
                line=one.line,
                marks=tuple(dict.fromkeys(marks)),
                shared=one.shared and bool(marks),
                section=one.section,
                quotation=one.quotation,
            )
        )
    references = [_placed(one, told) for one in names.references]
    return CitedText(
        sentences=tuple(made),
        references=tuple(references),
        unlisted=tuple(unlisted),
        bare=tuple(bare),
        misdated=tuple(names.misdated),
    )


def _without_doubles(marks: Sequence[Mark], names: _Names) -> Iterator[Mark]:
    """`[1](https://…)` is its number where that is listed, else its address."""
    for at, mark in enumerate(marks):
        twin = next((m for m in marks[at + 1 :] if m.at == mark.at and m.form == "link"), None)
        if mark.form == "number" and twin and names.meant(mark) is None:
            names.add_numbered(mark.name, twin.name)
        if mark.form == "link" and any(m.at == mark.at and m.form == "number" and names.meant(m) for m in marks):
            continue
        yield mark


def _placed(one: Reference, told: Iterable[_Told]) -> Reference:
    """An address in the text stands where it is first named."""
    if one.listed:
        return one
    line = next((t.line for t in told for mark in t.marks if mark.form == "link" and mark.name == one.text), 0)
    return reference_of(one.number, one.text, line, listed=False)


def _shown(mark: Mark) -> str:
    if mark.form == "author":
        who, _, year = mark.name.partition("|")
        return f"({who.title()}, {year})"
    return f"[^{mark.name}]" if mark.form == "note" else f"[{mark.name}]"
