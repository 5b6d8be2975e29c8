"""Words by what they mean, as far as a short list of everyday synonyms goes."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from inquiro.retrieval.words import content_tokens

_GROUPS = """
allow allowed permit permitted permissible legal lawful
cost costs price expense expensive
pay pays paid payment fund funds funded finance financed
own owns owned owner ownership belongs
operate operates operated operator operators run runs
cool cools cooled cooling cooler
warm warmer heating hot hotter
reduce reduces reduced reduction lower lowers lowered decrease decreased cut
increase increases increased raise raised rise grow grew
lifetime lifespan durability
punctual punctuality delay delayed late
noise noisy sound loud
safe safety harmless
danger dangerous hazard risk risks risky
benefit benefits advantage advantages
drawback drawbacks disadvantage disadvantages downside
buy buys bought purchase purchased
begin began start started starts
rule rules regulation regulations law
city cities urban town towns
car cars vehicle vehicles automobile
doctor doctors physician physicians
big large
erlaubt zulässig gestattet
kosten kostet preis preise
zahlen zahlt bezahlt finanziert finanzieren
kühlen kühlt kühler kühlung kühlend
stadtbäume stadtbaum straßenbäume straßenbaum bäume baum
permitido autorizado legal
coste costo costes cuesta cuestan precio
paga pagan financia financian
enfría enfrían enfriar refresca refrescan enfriamiento
"""


@lru_cache(maxsize=1)
def _heads() -> dict[str, str]:
    heads: dict[str, str] = {}
    for line in _GROUPS.strip().splitlines():
        terms = [term for word in line.split() for term in content_tokens(word)]
        heads |= {term: heads.get(term, terms[0]) for term in terms}
    return heads


@lru_cache(maxsize=16_384)  # a round asks for the same sentences and words once per checklist item
def meaning(text: str, language: str | None = None) -> frozenset[str]:
    """The index terms of a text, synonyms as one."""
    heads = _heads()
    return frozenset(heads.get(term, term) for term in content_tokens(text, language))


def neighbours(text: str, language: str | None = None) -> frozenset[tuple[str, str]]:
    """Terms that stand next to each other, in either order: `size of the room` and `room size` are alike."""
    return frozenset((min(pair), max(pair)) for pair in pairwise(content_tokens(text, language)))
