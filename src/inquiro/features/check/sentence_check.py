"""Every sentence of a document against what it cites: borne out, saying more, open, contradicted, or misplaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Document, Outcome
from inquiro.engine.checking import Problem
from inquiro.features.check.cited_text import Sentence
from inquiro.features.check.quotations import holds, nearest, quotations
from inquiro.features.check.reference_check import Examined
from inquiro.features.check.sentence_evidence import Grounded, best_share, grounded, nearest_words
from inquiro.retrieval.words import detect_language, tokens

SAME = 0.65  # from here on it says the same, or the opposite
ALIKE = 0.55  # of a sentence's words: from here on its source speaks of the same, whatever it says
ELSEWHERE, FURTHER = 0.6, 0.3  # how well another source has to bear a sentence, and by how much better
SPOKEN, NEARER = 0.5, 0.2  # the same where it alone has the sentence's figures
_FIGURES = frozenset({"number", "date", "identifier"})
_LOOKED_UP = _FIGURES | {"name"}
_UNDECIDED = frozenset({"open", "computed"})


class Quoted(NamedTuple):
    """A quotation that its source does not hold."""

    quote: str
    nearest: str = ""  # what the source says in its place
    found_in: str = ""  # number of another reference that does hold it
    partly: bool = False  # only a part of the source could be read


class Judged(NamedTuple):
    """What became of a sentence."""

    sentence: Sentence
    outcome: Outcome
    ground: Grounded
    cited: tuple[str, ...] = ()  # numbers of references that could be read
    elsewhere: str = ""  # number of the reference that bears it instead
    instead: str = ""  # what that one says
    misquoted: tuple[Quoted, ...] = ()
    partly: bool = False  # only abstracts of its sources could be read


class Library(NamedTuple):
    """The references of a document, and the texts that could be read of them."""

    examined: Mapping[str, Examined]
    documents: Mapping[str, Document]  # by the number of a reference

    def partly(self, numbers: Sequence[str]) -> bool:
        return all(self.examined[number].read != "whole" for number in numbers)


NOTHING = Grounded("uncited")


def judged(sentence: Sentence, library: Library) -> Judged:
    """A sentence by the texts of what it cites; where none could be read, nothing is said of it."""
    cited = tuple(number for number in sentence.marks if number in library.documents)
    if not cited:
        return Judged(sentence, "unopened" if sentence.marks else "uncited", NOTHING)
    documents = [library.documents[number] for number in cited]
    ground = _in_whole(grounded(sentence.text, documents, _granted(cited, library)), documents)
    misquoted = tuple(_misquoted(sentence, cited, library))
    partly = library.partly(cited)
    elsewhere = "" if ground.good or sentence.shared else _elsewhere(sentence, cited, library)
    outcome: Outcome = "borne_out" if ground.good and not misquoted else "says_more"
    if outcome == "says_more" and not elsewhere and _contradicts(ground, documents, partly=partly):
        outcome = "contradicted"
    elif outcome == "says_more" and not (elsewhere or misquoted) and _undecided(ground):
        outcome = "open"
    instead = nearest_words(sentence.text, library.documents[elsewhere]) if elsewhere else ""
    return Judged(sentence, outcome, ground, cited, elsewhere, instead, misquoted, partly)


def looked_up(sentence: Sentence, documents: Sequence[Document]) -> Grounded:
    """A sentence without a mark, by what lies in the folders."""
    return grounded(sentence.text, documents) if documents else NOTHING


def _contradicts(ground: Grounded, documents: Sequence[Document], *, partly: bool) -> bool:
    """Its source speaks of the same thing and denies it, or has another figure: the one stated stands nowhere in it."""
    if ground.share < ALIKE:
        return False
    if ground.share >= SAME and not partly and any(problem.kind == "negation" for problem in ground.problems):
        return True
    doubted = [found for problem in ground.problems if problem.kind in _FIGURES for found in problem.found]
    held = frozenset(figure for document in documents for figure in _figures(document.text))
    return any(not figures_of(one) & held for one in doubted if figures_of(one))


def _undecided(ground: Grounded) -> bool:
    return all(problem.kind in _UNDECIDED for problem in ground.problems)


def _in_whole(ground: Grounded, documents: Sequence[Document]) -> Grounded:
    """A figure or a name is strange only where it stands nowhere in its sources; rules cannot tell what it belongs to."""
    problems = tuple(
        Problem(kind="open", text=f"{', '.join(one.found)} stands elsewhere in its source", found=one.found)
        if one.kind in _LOOKED_UP and all(_stands(found, documents) for found in one.found)
        else one
        for one in ground.problems
    )
    return ground._replace(problems=problems)


def _stands(words: str, documents: Sequence[Document]) -> bool:
    if wanted := figures_of(words):
        return any(wanted <= _figures(document.text) for document in documents)
    return any(_terms(document.text).issuperset(tokens(words)) for document in documents)


def _elsewhere(sentence: Sentence, cited: Sequence[str], library: Library) -> str:
    """The reference that bears the sentence in place of those that it cites: its words, and all of its figures."""
    wanted = figures_of(sentence.text)
    own = max((best_share(sentence.text, library.documents[number]) for number in cited), default=0.0)
    lacking = any(not wanted <= _figures(library.documents[number].text) for number in cited)
    held = {library.documents[number].id for number in cited}
    found: list[tuple[float, str]] = []
    if wanted and not lacking:
        return ""
    for number, document in library.documents.items():
        if document.id in held or not wanted <= _figures(document.text):
            continue
        share = best_share(sentence.text, document)
        least, further = (SPOKEN, NEARER) if wanted else (ELSEWHERE, FURTHER)
        near = not wanted or bool(wanted & figures_of(nearest_words(sentence.text, document)))
        if share >= max(least, own + further) and near:
            found.append((share, number))
    return max(found)[1] if found else ""


def figures_of(text: str) -> frozenset[str]:
    """Its figures as digits alone: `31.000`, `31,000` and `31 000` are one."""
    joined = regex.sub(r"(?<=\d)[.,\u00a0\u202f' ](?=\d{3}(?!\d))", "", text)
    return frozenset(regex.sub(r"[.,]", ".", one) for one in regex.findall(r"\d+(?:[.,]\d+)?", joined))


@lru_cache(maxsize=128)
def _terms(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


@lru_cache(maxsize=128)
def _figures(text: str) -> frozenset[str]:
    return figures_of(text)


def _misquoted(sentence: Sentence, cited: Sequence[str], library: Library) -> Iterator[Quoted]:
    quotes = [sentence.text.strip('“”"„«»「」『』 ')] if sentence.quotation else quotations(sentence.text)
    texts = [library.documents[number].text for number in cited]
    titles = [f"{library.documents[number].title} {library.examined[number].reference.text}" for number in cited]
    for quote in quotes:
        if any(holds(quote, text) for text in (*texts, *titles)) or _translated(quote, texts):
            continue
        other = (n for n, document in library.documents.items() if n not in cited and holds(quote, document.text))
        yield Quoted(quote, nearest(quote, texts), next(other, ""), library.partly(cited))


def _translated(quote: str, texts: Sequence[str]) -> bool:
    """Words of a source in another language cannot be looked up in it."""
    language = detect_language(quote)
    return bool(texts) and all(detect_language(text[:5_000]) != language for text in texts)


def _granted(numbers: Sequence[str], library: Library) -> list[str]:
    """What a sentence may say of its source: who wrote it."""
    return [name for number in numbers for name in library.examined[number].reference.authors]
