"""What a model wrote, bound to what was read: ids and addresses resolved, sentences cleaned, code put in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import regex

from inquiro.core.fences import Fence, fences, without_fences
from inquiro.core.phrases import phrases
from inquiro.core.types import CodeDraft, Document, ItemDraft, PaperSection, Worded
from inquiro.core.types.modes import DEPENDENCIES, stated_dependencies
from inquiro.engine.harmless import as_words
from inquiro.engine.modes.code import CodeBlock
from inquiro.engine.modes.extractive import code_of
from inquiro.engine.modes.papers import ABSTRACT, HEADINGS
from inquiro.engine.modes.parsing import accepted
from inquiro.retrieval.sentences import sentences

LONGEST_SENTENCE = 600
MOST_SENTENCES = 8  # of an item
MOST_IN_SECTION = 24
UNKNOWN_SOURCE = "sources that were not retrieved"
UNKNOWN_CODE = "code that was not shown"
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
_HEADING = regex.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?P<name>[^\n]*?)[ \t]*#*[ \t]*$", regex.MULTILINE)
_NAMED_CODE = regex.compile(r"\s*(?:\#|//)?\s*\[?(c\d{1,5})\]?\s*")
_LIST = regex.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")


class Drafted:
    """Reads the parts of one answer; counts what had to be left out."""

    def __init__(
        self, facts: Mapping[str, tuple[str, str]], code: Mapping[str, CodeBlock], documents: Sequence[Document]
    ) -> None:
        self._facts = facts
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
        """The five parts, in their order; what stands under another heading belongs to the part before it."""
        parts: dict[str, list[str]] = {}
        home = ABSTRACT
        for heading, body in _cut(text):
            known = _known(heading)
            if heading and known is None:
                self.problems.append("a heading that was not asked for: its text was put under the one before it")
            home = known or home
            parts.setdefault(home, []).append(body)
        silent = (Worded(text=phrases(language).silent),)
        built: list[PaperSection] = []
        for name in HEADINGS:
            body = "\n\n".join(parts.get(name, []))
            told = self._worded(without_fences(body))[:MOST_IN_SECTION]
            built.append(PaperSection(heading=name, sentences=tuple(told) or silent, code=self._codes(body)))
        return tuple(built)

    def _worded(self, text: str) -> list[Worded]:
        found: list[Worded] = []
        for paragraph in _paragraphs(text):
            joined = _BEHIND.sub(lambda mark: f"{mark['marks']}{mark['stop']}", paragraph)
            for start, end in sentences(joined):
                facts, documents = self._cited(joined[start:end])
                words = as_words(self._unmarked(joined[start:end]), LONGEST_SENTENCE)
                if words:
                    found.append(Worded(text=words, facts=facts, documents=documents))
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


def _cut(text: str) -> list[tuple[str, str]]:
    """Headings with what stands below each; those inside code are code."""
    shielded = [(fence.start, fence.end) for fence in fences(text)]
    marks = [m for m in _HEADING.finditer(text) if not any(start <= m.start() < end for start, end in shielded)]
    ends = [*(mark.start() for mark in marks), len(text)]
    parts = [("", text[: ends[0]])]
    parts += [(mark["name"], text[mark.end() : ends[at + 1]]) for at, mark in enumerate(marks)]
    return [(name, body) for name, body in parts if name or body.strip()]


def _known(heading: str) -> str | None:
    words = regex.sub(r"[^\p{L} ]", "", heading).strip().casefold()
    for name in HEADINGS:
        if words.startswith(name.split()[0].casefold()[:6]):
            return name
    return None
