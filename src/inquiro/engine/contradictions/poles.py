"""Which way a clause points: words that only turn it round are taken out, so that what is left can be compared."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import regex

from inquiro.retrieval.words import content_tokens, detect_language, fold, words

# One axis a line, its two ends; every form as it is written, because stems of opposites can meet.
_AXES = """
increase increases increased increasing raise raises raised rise rises rose grow grows grew erhöht erhöhen steigert steigern aumenta aumentan aumentó higher greater larger höher größer mayor mayores / decrease decreases decreased decreasing reduce reduces reduced reducing lower lowers lowered fall falls fell decline declines declined diminish diminishes diminished senkt senken verringert verringern reduziert reduzieren reduce reducen redujo disminuye disminuyen lower smaller niedriger kleiner menor menores
more mehr más / less fewer weniger menos
safe sicher seguro segura seguros seguras / unsafe dangerous unsicher gefährlich inseguro insegura peligroso peligrosa
effective wirksam eficaz eficaces efectivo efectiva / ineffective unwirksam wirkungslos ineficaz ineficaces
legal lawful erlaubt allowed permitted permitido permitida / illegal unlawful verboten banned forbidden prohibited prohibido prohibida
possible möglich posible / impossible unmöglich imposible
improve improves improved verbessert verbessern mejora mejoran mejoró / worsen worsens worsened verschlechtert verschlechtern empeora empeoran
necessary required notwendig nötig necesario necesaria / unnecessary unneeded unnötig innecesario innecesaria
common häufig frecuente / uncommon rare selten infrecuente raro
likely wahrscheinlich probable / unlikely unwahrscheinlich improbable
harmless unschädlich unbedenklich inofensivo / harmful schädlich bedenklich dañino nocivo perjudicial
positive positiv positivo positiva / negative negativ negativo negativa
successful erfolgreich exitoso / unsuccessful erfolglos fracasado
faster schneller / slower langsamer
cheaper billiger günstiger / costlier pricier teurer
cools cool cooled kühlt kühlen / warms warm warmed heats heat heated wärmt erwärmt
profitable rentabel rentable / unprofitable unrentabel
healthy gesund saludable / unhealthy ungesund insalubre
stable stabil estable / unstable instabil inestable
available verfügbar disponible / unavailable
related associated linked correlated / unrelated unassociated
"""
_NO = frozenset(
    "not no never neither nor none cannot nicht kein keine keinen keiner keinem keines nie niemals nunca jamás ningún ninguna ninguno "
    "tampoco".split()
)
_LIMITED = regex.compile(  # half a denial, or none: both sides may be right
    r"\b(?:not|nicht|no)\s+(?:only|just|merely|necessarily|always|all|every|everyone|entirely|fully|completely|yet|until|nur|immer|alle|"
    r"jede[rsn]?|unbedingt|ganz|sólo|solo|siempre|todos|todas)\b|\bno\s+(?:more|less|fewer|later|sooner)\s+than\b|\bnone\s+of\b|\bno\.?\s?\d",
    regex.IGNORECASE,
)
NO_LONGER = regex.compile(r"\bno longer\b|\bnicht mehr\b|\bya no\b|\bkein\w* mehr\b", regex.IGNORECASE)

_NOT = regex.compile(r"n['’]t\b")


class Clause(NamedTuple):
    """What a clause says in order, and whether it says yes (1) or no (-1) to it."""

    terms: tuple[str, ...]
    sign: int
    text: str


@cache
def _poles() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(_AXES.strip().splitlines()):
        for sign, side in zip((1, -1), line.split("/"), strict=True):
            for word in side.split():
                found.setdefault(fold(word), (f"±{number}", sign))
    return found


@lru_cache(maxsize=8_192)
def pointed(clause: str) -> Clause | None:
    """None where a denial is halved or doubled, so that it cannot be told from the opposite."""
    if _LIMITED.search(clause):
        return None
    language, sign, terms, denials = detect_language(clause), 1, [], 0
    for word in words(_NOT.sub(" not", NO_LONGER.sub(" not", clause))):
        folded = fold(word.text)
        pole = _poles().get(folded)
        if folded in _NO:
            sign, denials = -sign, denials + 1
        elif pole:
            terms.append(pole[0])
            sign *= pole[1]
        else:
            terms.extend(content_tokens(word.text, language))
    return Clause(tuple(terms), sign, clause) if denials <= 1 else None
