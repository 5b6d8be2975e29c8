"""Taking a question apart without a model: language, parts, subject, names and a checklist."""

from __future__ import annotations

from typing import NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.entities import names
from inquiro.engine.facets import BY_ID, Facet, asked
from inquiro.retrieval.words import content_tokens, detect_language, words

UNSPACED = frozenset({"ja", "zh", "th"})
FEWEST_ITEMS, MOST_ITEMS = 3, 7
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
_FACTOID = frozenset({"who", "when"})


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
    parts = tuple(_part(piece, language) for piece in _SPLIT.split(text) if piece and content_words(piece, language))
    parts = parts or (_part(text, language),)
    return Question(text, language, parts, _subject(parts[0]), _named(text, language))


def content_words(text: str, language: str) -> tuple[str, ...]:
    """The words that carry meaning, as written, each once."""
    if language in UNSPACED:  # index terms are the only words such a text has; one that begins with kana is a joint
        pairs = dict.fromkeys(content_tokens(text, language))
        return tuple(pair for pair in pairs if pair not in _FILLER and not regex.match(r"\p{Hiragana}", pair))
    kept = [w.text for w in words(text) if w.text.lower() not in _FILLER and content_tokens(w.text, language)]
    return tuple(dict.fromkeys(word for word in kept if not regex.fullmatch(_ASKING, word, regex.IGNORECASE)))


def checklist(question: Question) -> tuple[ChecklistItem, ...]:
    """Three to seven things to find out: the parts, the names, then the aspects that such questions need."""
    items: list[ChecklistItem] = []
    for part in question.parts[: MOST_ITEMS - 1]:
        own = tuple(word for word in part.words if word.lower() not in {s.lower() for s in question.subject})
        items.append(_item(len(items), _sentence(part.text), label(part, own, question.language), part, question))
    if len(question.parts) == 1 and question.names:
        for name in question.names[:3]:
            items.append(_item(len(items), name, name, Part(name, (name,), (), False), None))
    for facet in _padding(question):
        if len(items) >= max(FEWEST_ITEMS, min(len(question.parts) + 1, MOST_ITEMS)):
            break
        title = facet.labels.get(question.language, facet.labels["en"])
        first = question.parts[0]._replace(facets=(facet,))
        items.append(_item(len(items), title, title, first, question))
    return tuple(items)


def label(part: Part, own: tuple[str, ...], language: str) -> str:
    """Two or three words for a progress line."""
    if part.facets and part.facets[0].id in {"cost", "payer"}:
        return part.facets[0].labels.get(language, part.facets[0].labels["en"])
    if language in UNSPACED:
        return part.text[:12]
    return " ".join((own or part.words)[:3]) or part.text[:24]


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
    return Part(body, content_words(body, language), asked(body), bool(_PRONOUN.search(body)))


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


def _padding(question: Question) -> list[Facet]:
    """Aspects that were not asked for in words but belong to such an answer."""
    present = {facet.id for part in question.parts for facet in part.facets[:1]}
    if len(question.parts) == 1 and present & _FACTOID:
        wanted = ["when", "who", "amount", "limits"]
    elif "why" in present:
        wanted = ["amount", "limits", "when"]
    else:
        wanted = ["amount", "limits", "why", "when"]
    return [BY_ID[name] for name in wanted if name not in present]
