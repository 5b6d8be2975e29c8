"""Taking a question apart without a model: language, parts, subject, names and a checklist."""

from __future__ import annotations

from typing import Literal, NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.answer_form import faint_terms
from inquiro.engine.entities import names
from inquiro.engine.facets import BY_ID, Facet, asked
from inquiro.engine.meaning import meaning
from inquiro.retrieval.interrogatives import without_interrogatives
from inquiro.retrieval.words import content_tokens, detect_language, words

UNSPACED = frozenset({"ja", "zh", "th"})
MOST_ITEMS = 7
_ASKING = (
    r"what|how|who(?:se|m)?|when|where|why|which|whether|is|are|do|does|did|can|could|should|will|at what|in which|"
    r"was|wie|wer|wem|wann|wo|warum|wieso|welche[rsnm]?|ob|kann|können|soll|sollte|ist|sind|"
    r"qué|cómo|quién(?:es)?|cuándo|dónde|por qué|cuánt[oa]s?|cuál(?:es)?|"
    r"que|quel(?:le)?s?|comment|qui|quand|où|pourquoi|combien"
)
_SPLIT = regex.compile(
    rf"\s*[,;]\s*(?:(?:and|or|but|und|oder|aber|y|e|o|et|ou|mais)\s+)?(?=(?:¿)?(?:{_ASKING})\b)"
    rf"|\s+(?:and|but|und|y|et)\s+(?=(?:{_ASKING})\b)"
    r"|(?<=か)[、。]|(?<=[?？])\s*(?=\S)",
    regex.IGNORECASE,
)
_LEADS_UP = regex.compile(
    r"^\W*(?:my|our|i|i'm|i['’]ve|we|on|in|for|with|if|after|mein\w*|unser\w*|ich|wir|bei|wenn|nach|mon|ma|mes|notre|nos|je|"
    r"j['’]ai|nous|dans|pour|mis?|nuestr\w+|yo|en|con|para)\b(?! (?:which|what|welche\w*|quel\w*|qué)\b)",
    regex.IGNORECASE,
)
_OPENING = regex.compile(rf"^(?:[¿¡\s]|(?:{_ASKING}|much|many|and|und|y)\b)+", regex.IGNORECASE)
_PRONOUN = regex.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|sie|ihr|ihre|diese[rsn]?|er|"
    r"ellos|ellas|ello|este|esta|esto|su|sus|ils|elles|il|elle|leur)\b|それ|これ",
    regex.IGNORECASE,
)
_FILLER = frozenset(
    """
    really actually truly currently latest recent main best good tell explain describe please give know much many
    need needs use used does wirklich eigentlich tatsächlich derzeit aktuell realmente actualmente vraiment 本当 当に のか
    """.split()
)
_POSSESSIVE = regex.compile(r"[’']s?$")
_BOTH = regex.compile(r",? (?:and|or|und|oder|y|o|et|ou) ")
_COMPARES = regex.compile(
    r"\b(?:both|same|first|older|younger|earlier|later|more|most|larger|longer|which|either|beide[rsn]?|welche[rsn]?|"
    r"ambos|mismo|misma|cuál|mêmes?|lequel|laquelle)\b",
    regex.IGNORECASE,
)
_EXPLETIVE = regex.compile(
    r"\bit\b.{0,60}?\b(?:to|that|if|when|for)\b|\bes\b.{0,60}?\b(?:zu|dass|wenn|ob)\b|\bil\b.{0,60}?\b(?:de|que|d['’])",
    regex.IGNORECASE,
)


class Part(NamedTuple):
    """One thing that is asked."""

    text: str
    words: tuple[str, ...]
    facets: tuple[Facet, ...]
    refers_back: bool


class Question(NamedTuple):
    text: str
    language: str
    parts: tuple[Part, ...]
    subject: tuple[str, ...]
    names: tuple[str, ...]


def analyse(text: str, language: str | None = None) -> Question:
    """What a question asks, about what, naming whom."""
    text = " ".join(text.split())
    language = language or detect_language(text)
    parts = tuple(_part(piece, language) for piece in _pieces(text, language) if content_words(piece, language))
    parts = parts or (_part(text, language),)
    return Question(text, language, parts, _subject(parts[0]), _named(text, language))


def _pieces(text: str, language: str) -> list[str]:
    """What is asked one by one; what only leads up to a question belongs to it, and so does one that asks of it alone."""
    cuts = [cut.span() for cut in _SPLIT.finditer(text)]
    edges = [0, *(edge for cut in cuts for edge in cut), len(text)]
    found: list[str] = []
    joins = False
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        piece = text[start:end]
        if found and (joins or _only_refers(piece, language)):
            found[-1] = text[text.index(found[-1]) : end]
        elif piece.strip():
            found.append(piece)
        joins = _LEADS_UP.match(piece) is not None and "?" not in piece
    return found


def _only_refers(piece: str, language: str) -> bool:
    """`what sets them apart`, `when was that`: without what stands before, it asks nothing."""
    told = {term for word in content_words(piece, language) for term in meaning(word, language)}
    return _PRONOUN.search(piece) is not None and told <= faint_terms()


def content_words(text: str, language: str) -> tuple[str, ...]:
    """The words that carry meaning, as written, each once."""
    if language in UNSPACED:  # index terms are the only words such a text has; one that begins with kana is a joint
        pairs = dict.fromkeys(content_tokens(text, language))
        return tuple(pair for pair in pairs if pair not in _FILLER and not regex.match(r"\p{Hiragana}", pair))
    shouting = text.isupper()
    kept: dict[str, None] = {}
    for word in words(without_interrogatives(text, language)):
        acronym = (
            len(word.text) > 1 and word.text.isupper() and not shouting
        )  # WHO and IT are names, `who` and `it` are not
        first = not text[: word.start].strip("¿ ")
        if acronym or (content_tokens(word.text, language) and not _only_asks(word.text, first=first)):
            kept[word.text] = None
    return tuple(kept)


def checklist(question: Question) -> tuple[ChecklistItem, ...]:
    """What is asked, part by part, and nothing else."""
    subject = {word.lower() for word in question.subject}
    items: list[ChecklistItem] = []
    for part in question.parts[:MOST_ITEMS]:
        own = tuple(word for word in part.words if word.lower() not in subject)
        items.append(_item(len(items), _sentence(part.text), label(part, own, question.language), part, question))
    return tuple(items)


def unclear(question: Question) -> Literal["nothing", "subject"] | None:
    """What is missing before anything can be searched for: words at all, or what a pronoun stands for."""
    told = {word.lower() for part in question.parts for word in part.words}
    if not told:
        return "nothing"
    first = question.parts[0]
    leans = first.refers_back and len(told) < 2 and not question.names
    return "subject" if leans and not _EXPLETIVE.search(first.text) else None


def label(part: Part, own: tuple[str, ...], language: str) -> str:
    """Two or three words for a progress line."""
    if part.facets and part.facets[0].id in {"cost", "payer"}:
        return part.facets[0].labels.get(language, part.facets[0].labels["en"])
    if language in UNSPACED:
        return part.text[:12]
    return " ".join((own or part.words)[:3]) or part.text[:24]


def _only_asks(word: str, *, first: bool) -> bool:
    """`need` says nothing of what is asked about; Need for Speed does."""
    named = word[:1].isupper() and not first
    return not named and (word.lower() in _FILLER or bool(regex.fullmatch(_ASKING, word, regex.IGNORECASE)))


def facet_of(item: ChecklistItem) -> Facet | None:
    """The facet an item stands for, if any."""
    return BY_ID.get(item.facet)


def _named(text: str, language: str) -> tuple[str, ...]:
    """Whom and what the question names: without possessives, each side of `A and B`, no `German` of `German poet`."""
    found: list[str] = []
    for written in names(text, language):
        if regex.match(rf"(?:{_ASKING})$", written, regex.IGNORECASE) or _only_describes(written, text):
            continue
        name = _POSSESSIVE.sub("", written)
        found.extend(_BOTH.split(name) if _COMPARES.search(text) else [name])
    return tuple(dict.fromkeys(name for name in found if len(name) > 2))


def _only_describes(name: str, text: str) -> bool:
    """A single word right before one in lower case tells what kind of thing is meant, not which."""
    return " " not in name and regex.search(rf"\b{regex.escape(name)} \p{{Ll}}{{3,}}", text) is not None


def _part(text: str, language: str) -> Part:
    body = text.strip(" ,;")
    pronouns = (found[0] for found in _PRONOUN.finditer(body))
    back = any(
        not (len(word) > 1 and word.isupper()) for word in pronouns
    )  # IT is a field, `it` is something named before
    return Part(body, content_words(body, language), asked(body), back)


def _subject(first: Part) -> tuple[str, ...]:
    """The first run of meaningful words after the question word: `city trees` in `Do city trees cool streets`.

    After `who` comes what somebody does, so there the subject is what follows that.
    """
    rest = _OPENING.sub("", first.text)
    asks_who = bool(first.facets) and first.facets[0].id == "who"
    unspaced = bool(regex.search(r"\p{Han}", first.text))
    run: list[str] = []
    for word in () if unspaced else words(rest)[1 if asks_who else 0 :]:
        if word.text in first.words:
            run.append(word.text)
        elif run:
            break
    return tuple(run[:3]) or first.words[:2]


def _sentence(text: str) -> str:
    text = text.strip()
    return (
        text
        if text.endswith(("?", "？"))
        else text.rstrip(".") + ("？" if regex.search(r"\p{Han}|\p{Hiragana}", text) else "?")
    )


def _item(number: int, description: str, name: str, part: Part, question: Question | None) -> ChecklistItem:
    """What is asked and what it is asked about; a later part is about the subject even where it does not say so."""
    subject = question.subject if question and len(question.parts) > 1 else ()
    known = {word.lower() for word in subject}
    own = tuple(word for word in part.words if word.lower() not in known)
    return ChecklistItem(
        id=f"c{number + 1}",
        description=description[:1].upper() + description[1:],
        label=name,
        terms=own or part.words,
        about=subject if own else (),
        facet=part.facets[0].id if part.facets else "",
    )
