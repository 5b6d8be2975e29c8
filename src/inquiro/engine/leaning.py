"""Questions that lean on the one before: “and what does it cost?” asks about what was asked about."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import regex

from inquiro.core.types import ChecklistItem, Plan
from inquiro.engine.facets import asked as facets_asked
from inquiro.engine.fencing import safe
from inquiro.engine.querying import first_queries
from inquiro.engine.question import analyse

FEW = 2  # words of meaning do not say what a question is about
MOST_ABOUT = 3  # more would be asked of every sentence than it says
FEWEST_ABOUT = 2
_GOES_ON = regex.compile(
    r"^[¿\s]*(?:and|but|or|so|also|then|what about|how about|und|aber|oder|auch|dann|was ist mit|wie steht es|y|pero|o|"
    r"también|entonces|et|mais|ou|aussi|alors)\b|^(?:では|じゃあ|それで|また)",
    regex.IGNORECASE,
)


def leans(question: str) -> bool:
    """Whether a question can only be understood from the one before it: a pronoun, few words, or a way to go on."""
    known = analyse(question)
    told = {word.lower() for part in known.parts for word in part.words}
    return known.parts[0].refers_back or len(told) <= FEW or bool(_GOES_ON.match(question.strip()))


def about(question: str, before: Sequence[str] = ()) -> tuple[str, ...]:
    """What a question is about, in its own words; one that leans is also about what those before it were."""
    known = analyse(question)
    own = [*known.subject, *(name for name in known.names if name not in known.subject)]
    if len(own) < FEWEST_ABOUT:
        own += known.parts[0].words
    if before and known.parts[0].refers_back:  # “it” is what was asked about, whatever is asked of it
        own = list(known.names)
    telling = [word for word in own if not facets_asked(word)]  # `cost` says what was asked, not of what
    found = _distinct([*telling, *before] if leans(question) else telling or own)
    return tuple(found[:MOST_ABOUT])


def led_by(plan: Plan, before: Sequence[str]) -> Plan:
    """The plan of a question that leans, each item about what the question before was about."""
    if not before:
        return plan
    items = tuple(_led(item, before) for item in plan.checklist)
    return msgspec.structs.replace(
        plan,
        refined_query=f"{plan.refined_query} ({' '.join(before)})",
        checklist=items,
        key_terms=tuple(dict.fromkeys([*plan.key_terms, *before])),
        queries=first_queries(items, plan.entities),
    )


def background(context: str, question: str, opening: str) -> str:
    """What a model is told of the question before, besides what the user gave; shown to it as material."""
    lines = [context, f"Earlier question: {safe(question)}", f"Its answer began: {safe(opening)}" if opening else ""]
    return "\n".join(line for line in lines if line.strip())


def _led(item: ChecklistItem, before: Sequence[str]) -> ChecklistItem:
    terms = item.terms or tuple(before)
    known = {word.lower() for word in (*terms, *item.about)}
    more = [word for word in before if word.lower() not in known]
    return msgspec.structs.replace(item, terms=terms, about=(*item.about, *more))


def _distinct(words: Sequence[str]) -> list[str]:
    """Each once, and no word that a name among them holds."""
    kept: list[str] = []
    for word in sorted(dict.fromkeys(words), key=lambda one: -len(one.split())):
        if not any(word.lower() in other.lower().split() or word.lower() == other.lower() for other in kept):
            kept.append(word)
    return sorted(kept, key=list(words).index)
