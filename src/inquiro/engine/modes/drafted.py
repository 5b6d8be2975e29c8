"""What a model wrote, bound to what was read: ids and addresses resolved, sentences cleaned, code put in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import regex
from msgspec.structs import replace

from inquiro.core.fences import Fence, fences, without_fences
from inquiro.core.phrases import phrases
from inquiro.core.prose import Piece, lines
from inquiro.core.types import CodeDraft, Document, Fact, ItemDraft, PaperSection, Part, Worded
from inquiro.core.types.modes import DEPENDENCIES, is_item_section, stated_dependencies
from inquiro.engine.harmless import as_words
from inquiro.engine.label_words import as_label, claims_more, held_by
from inquiro.engine.modes.code import CodeBlock
from inquiro.engine.modes.extractive import code_of
from inquiro.engine.modes.papers import ABSTRACT, HEADINGS
from inquiro.engine.modes.parsing import accepted
from inquiro.retrieval.sentences import sentences

LONGEST_SENTENCE = 600
MOST_SENTENCES = 8  # of an item
MOST_IN_SECTION = 60  # cells included
MOST_COLUMNS, MOST_ROWS = 8, 24
BELOW = 3  # the level from which a heading may be the model's own
UNKNOWN_SOURCE = "sources that were not retrieved"
UNKNOWN_CODE = "code that was not shown"
EMPTY_CELL = "cells of tables without a source or a name"
_ID = r"[ec]\d{1,5}"
_MARK = regex.compile(
    rf"\s?[\[(（【]\s*(?P<ids>{_ID}(?:\s*(?:[,;/&]|and|und|y)?\s*{_ID})*)\s*[\])）】]", regex.IGNORECASE
)
_BEHIND = regex.compile(
    rf"(?P<stop>[.!?…。！？]+[\"'”’»)]*)(?P<marks>(?:\s?[\[(（【]\s*{_ID}[^\[\]()]*[\])）】])+)", regex.IGNORECASE
)
_ADDRESS = regex.compile(r"https?://[^\s<>\"'“”「」\])]+", regex.IGNORECASE)
_BRACKETED = regex.compile(
    r"(?<!\])\s?(?:\(\s*https?://[^\s()<>]+\s*\)|<https?://[^\s<>]+>)", regex.IGNORECASE
)  # no link's
_HEADING = regex.compile(r"^[ \t]{0,3}(?P<level>#{1,6})[ \t]+(?P<name>[^\n]*?)[ \t]*#*[ \t]*$", regex.MULTILINE)
_NAMED_CODE = regex.compile(r"\s*(?:\#|//)?\s*\[?(c\d{1,5})\]?\s*")
_PARTS: dict[Part, regex.Pattern[str]] = {
    "recommendations": regex.compile(r"(?i)recommend|what to do|advice|empfehl|recomend|提言"),
    "caveats": regex.compile(r"(?i)caveat|limitation|einschränk|salvedad|limitacion|réserve|limites|留意|限界"),
    "analysis": regex.compile(
        r"(?i)what follows|analysis|discussion|conclusion|implication|trade-?off|assessment|was daraus folgt|abwägung|"
        r"schlussfolger|qué se sigue|análisis|conclusi|ce qui en découle|analyse|考察|結論"
    ),
}
_LIST = regex.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")


class Drafted:
    """Reads the parts of one answer; counts what had to be left out."""

    def __init__(
        self,
        facts: Mapping[str, tuple[str, str]],
        code: Mapping[str, CodeBlock],
        documents: Sequence[Document],
        known: Sequence[Fact] = (),
        asked: str = "",
    ) -> None:
        self._facts = facts
        self._known = {fact.id: fact for fact in known}
        self._titles = {document.id: document.title for document in documents}
        self._asked = asked
        self._code = code
        self._sources = {
            **{document.url: document.id for document in documents},
            **{name: block.document_id for name, block in code.items()},
            **{name: document_id for name, (_, document_id) in facts.items()},
        }
        self.dropped: Counter[str] = Counter()
        self.problems: list[str] = []

    def items(self, said: Sequence[tuple[str, str]], *, coded: bool) -> tuple[ItemDraft, ...]:
        found: list[ItemDraft] = []
        for source, content in said:
            document_id = accepted(source, self._sources)
            if document_id is None:
                self.dropped[UNKNOWN_SOURCE] += 1
                continue
            named = self._facts.get(source.strip(" []()"))
            fact = (named[0],) if named else ()
            prose = DEPENDENCIES.sub("", without_fences(content))
            told = [Worded(text=one, facts=fact, documents=(document_id,)) for one in _sentences(self._unmarked(prose))]
            said_needs = [
                needs for line in DEPENDENCIES.findall(without_fences(content)) for needs in stated_dependencies(line)
            ]
            stated = DEPENDENCIES.search(content) is not None
            found.append(
                ItemDraft(
                    document_id=document_id,
                    sentences=tuple(told[:MOST_SENTENCES]),
                    code=self._codes(content) if coded else (),
                    dependencies=tuple(dict.fromkeys(said_needs)) if stated else None,
                )
            )
        return tuple(found)

    def paper(self, text: str, language: str) -> tuple[PaperSection, ...]:
        """The five parts, in their order, each with the sections below it; a part that is not there is left out.

        What stands under another main heading belongs to the part before it.
        """
        parts: dict[str, list[PaperSection]] = {}
        homes: dict[str, str] = {}
        home = ABSTRACT
        for heading, level, body in _cut(text):
            known = _known(heading)
            below = "" if known or level < BELOW or home == ABSTRACT else self._label(heading, body)
            if heading and known is None and not below:
                self.problems.append("a heading that was not asked for: its text was put under the one before it")
            home = known or home
            told = self._worded(without_fences(body))[:MOST_IN_SECTION]
            made = PaperSection(heading=below or home, sentences=tuple(told), code=self._codes(body), below=bool(below))
            place = (
                homes.setdefault(below, home) if below else home
            )  # one heading is one section, wherever it comes again
            parts.setdefault(place, []).append(replace(made, part=_part(below)) if below else made)
        silent = Worded(text=phrases(language).silent)
        merged = [grown for name in HEADINGS for grown in _merged(parts.get(name, []))]
        return tuple(_silenced(one, silent) for one in merged if one.sentences or one.code)

    def _label(self, heading: str, body: str) -> str:
        """A heading of the model's own, where nothing in it is news to what is cited below it."""
        label = as_label(heading)
        taken = label in HEADINGS or is_item_section(label)
        return "" if not label or taken or claims_more(label, self._held(body)) else label

    def _held(self, text: str) -> str:
        """What is said by the facts that a text cites, the names of their documents, and the query."""
        named = {name for mark in _MARK.finditer(text) for name in regex.findall(_ID, mark["ids"].lower())}
        cited = [self._facts[name] for name in named if name in self._facts]
        facts = [self._known[fact] for fact, _ in cited if fact in self._known]
        return held_by(facts, self._asked, *(self._titles.get(document, "") for _, document in cited))

    def _worded(self, text: str) -> list[Worded]:
        found: list[Worded] = []
        number = 0
        for piece in lines(text):
            told = self._cells(piece) if piece.kind == "table" else self._sentences_of(piece.text)
            found += [replace(one, paragraph=number) for one in told]
            number += bool(told)
        return found

    def _sentences_of(self, paragraph: str) -> list[Worded]:
        found: list[Worded] = []
        joined = _BEHIND.sub(lambda mark: f"{mark['marks']}{mark['stop']}", paragraph)
        for start, end in sentences(joined):
            facts, documents = self._cited(joined[start:end])
            words = as_words(self._unmarked(joined[start:end]), LONGEST_SENTENCE)
            if words:
                found.append(Worded(text=words, facts=facts, documents=documents))
        return found

    def _cells(self, table: Piece) -> list[Worded]:
        """A cell that cites nothing, or whose row or column is called what no cited fact holds, says nothing."""
        head, *rows = table.rows
        held = self._held("\n".join(" ".join(row) for row in table.rows))
        columns = [_named(one, held) for one in head[1 : MOST_COLUMNS + 1]]
        found: list[Worded] = []
        for name, *cells in rows[:MOST_ROWS]:
            row = _named(name, held)
            for column, cell in zip(columns, cells, strict=False):
                facts, documents = self._cited(cell)
                words = as_words(self._unmarked(cell), LONGEST_SENTENCE)
                if words and row and column and (facts or documents):
                    found.append(Worded(text=words, facts=facts, documents=documents, row=row, column=column))
                elif any(map(str.isalnum, words)):
                    self.dropped[EMPTY_CELL] += 1
        return found

    def _cited(self, sentence: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The facts and documents that a sentence names; an id or address that nobody showed it counts as invented."""
        facts: list[str] = []
        documents: list[str] = []
        for mark in _MARK.finditer(sentence):
            for name in regex.findall(_ID, mark["ids"].lower()):
                if name in self._facts:
                    facts.append(self._facts[name][0])
                elif name in self._code:
                    documents.append(self._code[name].document_id)
                else:
                    self.dropped[UNKNOWN_SOURCE] += 1
        for found in _ADDRESS.finditer(sentence):
            if (document_id := accepted(found[0].rstrip(".,;:"), self._sources)) is not None:
                documents.append(document_id)
            else:
                self.dropped[UNKNOWN_SOURCE] += 1
        return tuple(dict.fromkeys(facts)), tuple(dict.fromkeys(documents))

    def _unmarked(self, text: str) -> str:
        return _BRACKETED.sub("", _MARK.sub("", text))

    def _codes(self, content: str) -> tuple[CodeDraft, ...]:
        return tuple(code for fence in fences(content) if (code := self._coded(fence)) is not None)

    def _coded(self, fence: Fence) -> CodeDraft | None:
        """A block that is only named is the page's own, to the letter."""
        if named := _NAMED_CODE.fullmatch(fence.code):
            if named[1] in self._code:
                return code_of(self._code[named[1]])
            self.dropped[UNKNOWN_CODE] += 1
            return None
        return CodeDraft(code=fence.code, language=fence.language) if fence.code.strip() else None


def _sentences(text: str) -> list[str]:
    told = (
        as_words(paragraph[start:end], LONGEST_SENTENCE)
        for paragraph in _paragraphs(text)
        for start, end in sentences(paragraph)
    )
    return [one for one in told if one]


def _paragraphs(text: str) -> list[str]:
    """Wrapped lines joined; list items stand alone."""
    found: list[str] = []
    open_ = False
    for line in text.splitlines():
        bare = _LIST.sub("", line).strip()
        if not bare:
            open_ = False
        elif open_ and bare == line.strip():
            found[-1] += f" {bare}"
        else:
            found.append(bare)
            open_ = True
    return found


def _cut(text: str) -> list[tuple[str, int, str]]:
    """Headings and their levels with what stands below each; those inside code are code."""
    shielded = [(fence.start, fence.end) for fence in fences(text)]
    marks = [m for m in _HEADING.finditer(text) if not any(start <= m.start() < end for start, end in shielded)]
    ends = [*(mark.start() for mark in marks), len(text)]
    parts = [("", 0, text[: ends[0]])]
    parts += [(mark["name"], len(mark["level"]), text[mark.end() : ends[at + 1]]) for at, mark in enumerate(marks)]
    return [(name, level, body) for name, level, body in parts if name or body.strip()]


def _part(heading: str) -> Part:
    """What a section is for, by its heading: only where it says so may its sentences conclude."""
    return next((part for part, words in _PARTS.items() if words.search(heading)), "findings")


def _merged(sections: Sequence[PaperSection]) -> list[PaperSection]:
    """Sections of one heading are one, paragraph after paragraph."""
    found: dict[str, PaperSection] = {}
    for one in sections:
        if (before := found.get(one.heading)) is None:
            found[one.heading] = one
            continue
        after = max((told.paragraph for told in before.sentences), default=-1) + 1
        moved = tuple(replace(told, paragraph=told.paragraph + after) for told in one.sentences)
        found[one.heading] = replace(before, sentences=(*before.sentences, *moved), code=(*before.code, *one.code))
    return list(found.values())


def _silenced(section: PaperSection, silent: Worded) -> PaperSection:
    """A part in which one sentence stands that cites nothing says that nothing was found: in our words."""
    alone = len(section.sentences) == 1 and not section.code and not section.below
    return replace(section, sentences=(silent,)) if alone and not _cites(section.sentences[0]) else section


def _cites(one: Worded) -> bool:
    return bool(one.facts or one.documents)


def _named(text: str, held: str) -> str:
    label = as_label(text)
    return "" if claims_more(label, held) else label


def _known(heading: str) -> str | None:
    words = regex.sub(r"[^\p{L} ]", "", heading).strip().casefold()
    for name in HEADINGS:
        if words.startswith(name.split()[0].casefold()[:6]):
            return name
    return None
