"""Which domain a question belongs to: clear words, else whose questions it reads like, else `general`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Value
from inquiro.engine.domains.configuration import GENERAL, DomainConfiguration
from inquiro.engine.domains.likeness import Embeds, likenesses
from inquiro.retrieval.words import detect_language, fold, tokens, words

SURE, DECISIVE, HINT = 4.0, 2.0, 1.0
ENOUGH = 2.0
READ = 4_000  # characters: a field shows early or not at all
LONGEST_PHRASE = 6
READS_LIKE = 1.5  # so much nearer than everyday questions are those of a field that no clear word speaks for,
READS_OTHERWISE = 1.2  # and so much farther, one whose words mean something else here
UNDECIDED = (-2.0, 4.0)  # nearer than everyday questions by words: outside of it, meaning has changed nothing
VETOED = "en"  # the language of most examples
IN_CONTEXT = 0.5  # what a user adds about a question says less than the question itself
_LITERAL = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}+#]")  # no words to cut it into


class Detection(Value, frozen=True, kw_only=True):
    """The domain, why, and what every domain scored."""

    domain: str
    reason: str
    scores: dict[str, float]


class _Text(NamedTuple):
    written: str
    plain: str  # for scripts without spaces
    phrases: frozenset[tuple[str, ...]]  # every run of stems
    forms: tuple[str, ...]  # folded words, each once
    joined: str  # the same, to tell quickly that a part of a word is nowhere
    language: str


class _Sign(NamedTuple):
    shown: str
    weight: float


def detect_domain(
    question: str, context: str, domains: Mapping[str, DomainConfiguration], embedder: Embeds | None = None
) -> str:
    return detected(question, context, domains, embedder).domain


def detected(
    question: str, context: str, domains: Mapping[str, DomainConfiguration], embedder: Embeds | None = None
) -> Detection:
    """The domain with the most evidence; on a tie the one that demands more of its sources.

    Words are not trusted where the question as a whole reads like everyday ones: `stock` of a soup, `python` of a zoo.
    """
    asked, added = _read(question), _read(context)
    found = {name: _evidence(domain, asked, added) for name, domain in domains.items() if name != GENERAL}
    scores = {name: sum((sign.weight for sign in signs), 0.0) for name, signs in found.items()}
    ranked = sorted(scores, key=lambda name: (-scores[name], -domains[name].verification_threshold, name))
    like = likenesses(question, domains)
    if embedder and _is_undecided(like):  # or no model of meaning is loaded for it
        like = likenesses(question, domains, embedder)
    everyday = like.get(GENERAL, 0.0)
    if not ranked or scores[ranked[0]] < ENOUGH:
        nearest = max(sorted(like), key=lambda name: like[name], default=GENERAL)
        if nearest != GENERAL and like[nearest] - everyday >= READS_LIKE:
            return Detection(domain=nearest, reason="it reads like questions of that field", scores=scores)
        return Detection(domain=GENERAL, reason="no field shows clearly in the question", scores=scores)
    doubted = like and scores[ranked[0]] < SURE and asked.language == VETOED
    if doubted and everyday - like[ranked[0]] >= READS_OTHERWISE:
        return Detection(domain=GENERAL, reason="it reads like an everyday question", scores=scores)
    strongest = sorted(found[ranked[0]], key=lambda sign: (-sign.weight, sign.shown))[:4]
    return Detection(domain=ranked[0], reason=f"it speaks of {', '.join(s.shown for s in strongest)}", scores=scores)


def _is_undecided(like: Mapping[str, float]) -> bool:
    nearest = max((worth for name, worth in like.items() if name != GENERAL), default=0.0)
    return bool(like) and UNDECIDED[0] < nearest - like.get(GENERAL, 0.0) < UNDECIDED[1]


def _evidence(domain: DomainConfiguration, asked: _Text, added: _Text) -> list[_Sign]:
    """What speaks for a domain; the forms of one word count once."""
    found: dict[str, _Sign] = {}
    for text, share in ((added, IN_CONTEXT), (asked, 1.0)):
        for keyword, weight in _signs(domain, text.language) if text.forms else ():
            if shown := _shown(keyword, text):
                key = " ".join(_terms(shown)) or shown
                known = found.get(key)
                found[key] = _Sign(shown, max(weight * share, known.weight if known else 0.0))
        for pattern in domain.patterns:
            if match := regex.search(pattern, text.written):
                found.setdefault(match[0], _Sign(match[0], SURE * share))
    return list(found.values())


def _signs(domain: DomainConfiguration, language: str) -> Iterator[tuple[str, float]]:
    own = domain.languages.get(language)
    for keywords, weight in ((domain.keywords, HINT), (domain.decisive, DECISIVE)):
        yield from ((keyword, weight) for keyword in keywords)
    for keywords, weight in ((own.keywords, HINT), (own.decisive, DECISIVE)) if own else ():
        yield from ((keyword, weight) for keyword in keywords)


def _shown(keyword: str, text: _Text) -> str | None:
    """The keyword as the text has it, or None: `*` stands for a part of one word, several words match in their order."""
    if _is_literal(keyword):
        return keyword if keyword.casefold() in text.plain else None
    if "*" in keyword:
        longest, pattern = _pattern(keyword)
        return next(filter(pattern.fullmatch, text.forms), None) if longest in text.joined else None
    found = _terms(keyword) in text.phrases and (" " in keyword or _is_form(keyword, text.forms))
    return keyword if found else None


def _is_form(keyword: str, forms: tuple[str, ...]) -> bool:
    """Whether a word of the text is this one or longer: `should` is no shoulder, and the plural `bonds` means money."""
    plain = fold(keyword)
    parts = regex.split(r"[-‐'’./&+]", plain)
    return len(parts) > 1 or any(len(form) >= len(plain) and form.startswith(plain[:-1]) for form in forms)


def _read(text: str) -> _Text:
    text = text[:READ]
    terms = tokens(text)
    sizes = range(1, LONGEST_PHRASE + 1)
    phrases = frozenset(tuple(terms[at : at + size]) for size in sizes for at in range(len(terms) - size + 1))
    parts = (part for word in words(text) for part in regex.split(r"[-‐'’]", word.text))
    forms = tuple(dict.fromkeys(fold(part) for part in parts if part))
    return _Text(text, text.casefold(), phrases, forms, " ".join(forms), detect_language(text))


@lru_cache(maxsize=10_000)
def _is_literal(keyword: str) -> bool:
    return _LITERAL.search(keyword) is not None


@lru_cache(maxsize=10_000)
def _terms(sign: str) -> tuple[str, ...]:
    return tuple(tokens(sign))


@lru_cache(maxsize=10_000)
def _pattern(keyword: str) -> tuple[str, regex.Pattern[str]]:
    parts = [fold(part) for part in keyword.split("*")]
    return max(parts, key=len), regex.compile(".*".join(map(regex.escape, parts)))
