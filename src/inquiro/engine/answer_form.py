"""What form the answer to a question has: steps, a list, both sides of a comparison, so many of something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.engine.meaning import meaning, neighbours
from inquiro.retrieval.words import Word, stop_words, words

MOST_OF_A_SIDE = 3  # words
FEWEST_COMMAS = 2
_COMMA = regex.compile(r"\w[)\]\"”’*]*,\s")
_LAST_OF_SEVERAL = regex.compile(r",\s[^,.;]{1,60}?,?\s(?:and|or|und|oder|et|ou|y|o|e)\s")
_HOW = regex.compile(
    r"(?i)\bhow (?:do|does|can|could|should|would|to|is|are|must)\b|\bwhat (?:are the )?steps\b|\bways? to\b|"
    r"\bwhat (?:do|must|should) (?:i|we|you)\b.{0,20}\bdo\b|"
    r"\bwie (?:kann|können|muss|soll|geht|richte|mache|stelle|lässt|installiere|\w+e ich)\b|\bwas (?:muss|soll) ich\b|"
    r"\bcomment\b|\bcómo\b|方法|手順|どうやって"
)
_NO_NOUN = r"(?!(?:is|was|do|does|did|has|this)\b)"
_WHICH = regex.compile(
    rf"(?i)\b(?:which|what)\s+(?:{_NO_NOUN}[\p{{L}}-]+\s+){{0,2}}?{_NO_NOUN}\p{{L}}{{2,}}(?:[^\Ws]s|sses)\b|"
    r"\bwhat (?:all )?are\b|^\W*(?:list|name)\b|\bwelche\b|\bquel(?:le)?s\b|\bcuáles\b|\bqué\s+\p{L}+s\b"
)
_COMPARED = regex.compile(
    r"(?i)\bdifferen(?:ce|t)|\bdiffer\b|\bsets?\b.{1,30}\bapart\b|\bversus\b|\bvs\b|\bcompar|\bunterschied|\bdifférence|"
    r"\bdiferencia|\bdifferenza|\bdiferença|\bverschil|違い"
)
_ARTICLES = frozenset("a an the ein eine der die das un une el la le".split())
_BETWEEN = regex.compile(r"(?i)\b(?:and|or|vs|versus|from|und|oder|et|ou|y|o|e)\b\.?")
_COUNTED = regex.compile(
    r"(?i)\bhow many\s+(?P<en>\p{L}{3,})|\bwie ?viele\s+(?P<de>\p{L}{3,})|\bcombien d[e'’]\s*(?P<fr>\p{L}{3,})|"
    r"\bcuánt[oa]s\s+(?P<es>\p{L}{3,})"
)
_MEASURED = regex.compile(
    r"(?i)\b(?:how much|wie viel|combien de|cuánt[oa])\s+(?!(?:do|does|did|is|of|more|less|longer|shorter|larger|bigger|"
    r"smaller|higher|lower|faster|slower|better|older)\b)(\p{L}{3,})"
)
_NUMBERED = regex.compile(r"\p{Lu}[\p{L}\p{M}]+\s+\p{Nd}+(?:\.\p{Nd}+)*")
# Words of a question that say little of what it is about: a sentence that answers seldom has them.
_FAINT = """
get gets need want use go come make put set tell take have give know thing way kind sort everything anything something
somewhere still just good bad same time happen start try let mean call look much many apart difference differ different
versus compare comparison most least all every nothing best stand possible able really actually
machen tun bekommen brauchen gehen kommen geben wissen Sache Art alles etwas erledigen vorher unterschied
faire avoir mettre savoir donner prendre chose sorte tout différence hacer tener poner saber dar cosa todo diferencia
"""


class AnswerForm(NamedTuple):
    """How an answer shows itself, and which terms of the question weigh much or little."""

    steps: bool  # steps answer it
    listed: bool  # a list answers it: it asks for several things
    sides: tuple[frozenset[str], ...]  # what tells the things apart that are compared
    counted: frozenset[str]  # what the asked-for figure counts
    measured: frozenset[str]  # and what it measures, as `water` in `how much water`
    named: frozenset[str]  # terms that name something: what leaves them out is about something else
    numbered: tuple[str, ...]  # names with their number, such as `Debian 11`, in small letters
    faint: frozenset[str]  # terms that say little
    pairs: frozenset[tuple[str, str]]  # terms that stand next to each other


@lru_cache(maxsize=256)
def answer_form(question: str, language: str) -> AnswerForm:
    found = _COUNTED.search(question)
    counted = next((word for word in found.groupdict().values() if word), "") if found else ""
    sides = _sides(question, language) if _COMPARED.search(question) else ()
    return AnswerForm(
        steps=asks_how(question),
        listed=asks_which(question) and not sides,
        sides=sides,
        counted=meaning(counted, language) if counted else frozenset(),
        measured=meaning(measured[1], language) if (measured := _MEASURED.search(question)) else frozenset(),
        named=_named(question, language),
        numbered=tuple(" ".join(found[0].casefold().split()) for found in _NUMBERED.finditer(question)),
        faint=faint_terms(),
        pairs=neighbours(question, language),
    )


def enumerates(statement: str) -> bool:
    """Whether a sentence counts things up: `Markdown, HTML, PDF and Word`."""
    return len(_COMMA.findall(statement)) >= FEWEST_COMMAS and _LAST_OF_SEVERAL.search(statement) is not None


def asks_how(question: str) -> bool:
    """Whether steps would answer it."""
    return _HOW.search(question) is not None


def asks_which(question: str) -> bool:
    """Whether a list would answer it."""
    return _WHICH.search(question) is not None


@lru_cache(maxsize=1)
def faint_terms() -> frozenset[str]:
    """What says little of what a question is about."""
    return frozenset[str]().union(*(meaning(word) for word in _FAINT.split()))


def _named(question: str, language: str) -> frozenset[str]:
    """Names, numbers and short forms; in German every noun has a capital, so there only the last two."""
    found: set[str] = set()
    written = words(question)
    for place, word in enumerate(written):
        text = word.text
        capital = text[:1].isupper() and place > 0 and language != "de" and not _opens(question, word.start)
        inside = len(text) > 1 and not text[1:].islower() and any(c.isupper() or c.isdigit() for c in text[1:])
        if (capital or inside or text[:1].isdigit()) and text.lower() not in stop_words(language):
            found |= meaning(text, language)
    return frozenset(found)


def _opens(question: str, at: int) -> bool:
    return question[:at].rstrip()[-1:] in {"", "?", ".", "!", ":", "¿", "-", "–"}


def _sides(question: str, language: str) -> tuple[frozenset[str], ...]:
    """`pop` and `apply` in `git stash pop or git stash apply`: the words around the joint, without what both have."""
    idle = stop_words(language)
    for joint in _BETWEEN.finditer(question):
        before = [one for one in words(question) if one.end <= joint.start()]
        after = [one for one in words(question) if one.start >= joint.end()]
        left = _run(question, before[::-1], idle, joint.start())
        right = _run(question, after, idle, joint.end())
        one, other = meaning(" ".join(left), language), meaning(" ".join(right), language)
        if one - other and other - one and not (one | other) <= faint_terms():
            return (one - other, other - one)
    return ()


def _run(question: str, near: Sequence[Word], idle: frozenset[str], at: int) -> list[str]:
    """The words next to a place up to the first one that only joins, or a mark."""
    found: list[str] = []
    for word in near[: MOST_OF_A_SIDE + 2]:
        gap = question[min(at, word.end) : max(at, word.start)]
        if gap.strip(" \"'“”‘’`*"):
            break
        at = word.start if word.end <= at else word.end
        if word.text.lower() in idle:
            if found or word.text.lower() not in _ARTICLES:
                break
            continue
        found.append(word.text)
        if len(found) == MOST_OF_A_SIDE:
            break
    return found
