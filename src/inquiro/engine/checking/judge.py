"""A judge's rulings on sentences that rules leave open: what is asked, what is answered, and what code makes of it.

Whoever judges has to name the words it relies on. They are looked up in what it was shown: a ruling whose words stand
nowhere counts for nothing, and no ruling overrules what a rule is sure of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec
import regex

from inquiro.core.types import ClaimLabel, Value
from inquiro.engine.checking.arithmetic import FIGURES, accounted
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import shown
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.verdict import VETOES, Problem, Verdict
from inquiro.engine.checking.weights import names
from inquiro.retrieval.words import content_tokens, detect_language, tokens
from inquiro.text.typography import flattened

Finding = Literal["supported", "inference", "unsupported", "contradicted"]

FEWEST = 3  # words that say anything by themselves; a quote or cell may have fewer
COPIED = 0.75  # of a sentence's words stand in its quotes: rules can tell then whether it says what they say
_GAP = regex.compile(r"\s*(?:…|\.{3,}|\[\s*(?:…|\.{3}|link)\s*\])\s*")
_ENDS = " \t\n\"'.,;:()[]"
_MARKUP = str.maketrans({"`": "", "*": ""})
_LABELS: dict[Finding, ClaimLabel] = {
    "supported": "supported",
    "inference": "inferred",
    "unsupported": "uncited",  # what its evidence neither says nor leads to has no source
    "contradicted": "uncited",
}


class Question(Value, frozen=True, kw_only=True):
    """A sentence to be judged by its evidence alone; a ruling names it by its number."""

    number: int
    sentence: str
    excerpts: tuple[Excerpt, ...]
    before: str = ""  # the sentence that it follows, where it leaves to that whom it speaks of
    private: bool = False  # something in it is


class Ruling(Value, frozen=True, kw_only=True):
    """What a judge says about a question."""

    number: int
    verdict: Finding
    words: tuple[str, ...] = ()  # of the evidence, letter by letter: what it relies on
    wrong: str = ""  # what the evidence does not say, or says otherwise
    sums: tuple[str, ...] = ()  # how figures that the evidence does not state follow from those it does


Judge = Callable[[Sequence[Question]], Sequence[Ruling]]


@runtime_checkable
class Judging(Protocol):
    """A reasoner that can judge, beside all else that it does."""

    async def judge(self, questions: Sequence[Question]) -> list[Ruling]:
        """In any order; a question without an answer stays as the rules left it."""


def by_number(rulings: Iterable[Ruling]) -> dict[int, Ruling]:
    """The first word on each question counts."""
    found: dict[int, Ruling] = {}
    for ruling in rulings:
        found.setdefault(ruling.number, ruling)
    return found


def ruled(verdict: Verdict, ruling: Ruling | None, excerpts: Sequence[Excerpt], granted: Sequence[str] = ()) -> Verdict:
    """The verdict of rules after a judge was heard; the rules' own where its word does not count."""
    if ruling is None or not leaves_open(verdict, excerpts):
        return verdict
    words = relied_on(ruling.words, verdict.text, excerpts, bearing=ruling.verdict == "supported")
    if not words and ruling.verdict != "unsupported":
        return verdict
    if verdict.vetoed:
        by_rule = verdict
        if ruling.verdict != "supported":
            return by_rule
        verdict = accounted(by_rule, ruling.sums, words, shown(excerpts))
        if verdict.vetoed:
            return by_rule
    if ruling.verdict == "supported":
        strangers = strange_names(verdict.text, excerpts, granted)
        label: ClaimLabel = "inferred" if strangers else "supported"
        named = f"what it was shown does not name {', '.join(strangers)}"
        problems: tuple[Problem, ...] = (Problem(kind="name", text=named, found=strangers),) if strangers else ()
    else:
        label = _LABELS[ruling.verdict]
        problems = (_problem(ruling, words), *verdict.problems)
    return msgspec.structs.replace(
        verdict,
        label=label,
        problems=problems,
        evidence=verdict.evidence or _holding(words, excerpts),
        by="model",
        relied=words,
        contradicted=ruling.verdict == "contradicted",
    )


def leaves_open(verdict: Verdict, excerpts: Sequence[Excerpt]) -> bool:
    """Whether a sentence goes to a judge: rules are neither sure that it is wrong nor that it is what its quotes say.

    A figure that stands nowhere may have been worked out: a judge that says so has to show the sum. More than `Verdict.open` says: a sentence in another language than its evidence shares no word with it, and one that
    rules accept mostly on the strength of words around its quotes may put them together in another way.
    """
    if verdict.label == "quoted" or not any(one.quote.strip() for one in excerpts):
        return False
    if verdict.vetoed:
        return not beyond_doubt(verdict)
    return verdict.label != "supported" or _own_words(verdict.text, excerpts)


def beyond_doubt(verdict: Verdict) -> bool:
    """Whether it is wrong whatever a judge says: for more than figures, which may have been worked out."""
    return any(problem.kind in VETOES - FIGURES for problem in verdict.problems)


def relied_on(
    words: Iterable[str], sentence: str, excerpts: Sequence[Excerpt], *, bearing: bool = True
) -> tuple[str, ...]:
    """The words a ruling relies on, where all of them stand in the evidence and say something; else none.

    `bearing`: they are said to bear the sentence out, so words beside the quotes have to share something with it.
    """
    text = _bare(shown(excerpts))
    whole = {_bare(part) for one in excerpts for part in (one.quote, *one.quote.split("|"))}
    given = tuple(piece for piece in words if piece.strip(_ENDS))
    parts = [part for piece in given for one in _GAP.split(piece) if (part := _bare(one).strip(_ENDS))]
    if not parts or not all(part in text for part in parts):
        return ()
    telling = any(len(tokens(part)) >= FEWEST for part in parts) or any(part in whole for part in parts)
    quoted = any(part in _bare(one.quote) for one in excerpts for part in parts)
    return given if telling and (not bearing or quoted or _about(sentence, " ".join(parts))) else ()


def strange_names(sentence: str, excerpts: Sequence[Excerpt], granted: Sequence[str] = ()) -> tuple[str, ...]:
    """Names in a sentence that stand nowhere in what its judge was shown, not even in a title; `granted` ones aside.

    Between two languages names are spelled anew, and German writes every noun with a capital: there only names that
    no translation changes are looked for.
    """
    text = "\n".join([shown(excerpts), *granted])
    known = {*tokens(text), *text.casefold().split()}
    said = statement(sentence)
    languages = {detect_language(sentence), detect_language(text)}
    plain = languages == {"en"} or (len(languages) == 1 and "de" not in languages)
    found = []
    for word in names(said):
        unmistakable = any(c.isupper() for c in word.text[1:])
        first = sentence.lstrip(" \"“'(").startswith(word.text)
        if not unmistakable and (first or not plain):
            continue
        terms = content_tokens(word.text, said.language)
        if terms and not any(term in known for term in terms) and word.text.casefold() not in text.casefold():
            found.append(word.text)
    return tuple(dict.fromkeys(found))


def _own_words(sentence: str, excerpts: Sequence[Excerpt]) -> bool:
    """Whether much of a sentence stands in none of its quotes."""
    said = content_tokens(sentence)
    held = {term for one in excerpts for term in content_tokens(one.quote)}
    return sum(term in held for term in said) < COPIED * len(said)


def _about(sentence: str, words: str) -> bool:
    """Whether words beside the quotes have anything to do with the sentence; nobody can tell between two languages."""
    if detect_language(sentence) != detect_language(words):
        return True
    return bool(set(content_tokens(sentence)) & set(content_tokens(words)))


def _holding(words: Sequence[str], excerpts: Sequence[Excerpt]) -> tuple[int, ...]:
    """The places of the excerpts that hold some of the words."""
    parts = [_bare(part).strip(_ENDS) for piece in words for part in _GAP.split(piece)]
    return tuple(at for at, one in enumerate(excerpts) if any(part and part in _bare(shown([one])) for part in parts))


def _problem(ruling: Ruling, words: Sequence[str]) -> Problem:
    if ruling.verdict == "contradicted":
        return Problem(kind="evidence", text=ruling.wrong or "its evidence says otherwise", found=tuple(words))
    if ruling.verdict == "inference":
        return Problem(kind="word", text=ruling.wrong or "its evidence does not say it, only leads to it")
    return Problem(kind="evidence", text=ruling.wrong or "its evidence does not say it")


def _bare(text: str) -> str:
    return flattened(text.translate(_MARKUP)).casefold()
