"""How much it matters that a word of a sentence is missing from its evidence."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from inquiro.engine.checking.statement import Statement
from inquiro.retrieval.words import Word, content_tokens

STEM, ENDING = 5, 3  # letters: at least, at most
NAME, PLAIN, EVERYDAY = 2.0, 1.0, 0.3
# Light verbs, ways to report, adverbs of time and degree, and nouns that stand for any other: who retells a sentence
# changes these first, and none of them says much by itself.
_EVERYDAY = """
according act actually add added addition additionally allegedly along already although among announce announced announcement
appear appeared area around away back base based basis become becomes became becoming began begin begins begun beginning
bring brought call called came carried carry case come comes consider considered considers consist consists contain contained
contains continue continued continues current currently describe described describes despite due earlier effectively
especially establish established eventually fact feature featured features featuring finally find follow followed following follows form
formed formerly found founded gave general generally get give given gives go goes going got group having held help helped hold holds
however include included includes including indeed individual instead initially involve involved involves issue join joined keep kept
know known later lead leads led let level like likewise locate located location made mainly make makes making matter mean means
meanwhile member members mention mentioned moreover mostly move moved name named namely nearly new newly next notably note noted now number
numerous occur occurred occurs offer offered offers official officially often originally part particular particularly people
perform performed period person place placed play played plays point possible present presented previous previously
process produce produced provide provided provides purpose put range reach reached receive received recent recently regard
regarded regarding related release released remain remained remains report reported reportedly respectively result resulted
role run said saw say saying says section see seen serve served serves set several show showed shown shows similarly simply
since situation sometimes speak specifically spoke start started starts state stated states still subsequently take taken
takes taking tell term terms thing things though thought throughout thus time times title titled told took total toward towards
try turn turned type undergo use used uses using usually various way ways went whereas wide work worked working year years
allgemein anfang angekündigt bekannt bereits besonders bestehen besteht beginnt begann bleibt blieb bringt darunter derzeit
eingesetzt enthält entstand erhalten erhielt erklärt erklärte ermöglicht erreicht ersten folgt früher führt führte geben gebracht
gehört gekommen gemacht genannt genutzt gilt größtenteils gruppe hält heute insbesondere jahr jahre jahren kam kommt lassen laut
lässt liegt machen macht meist nennt neben nimmt nutzen nutzt sagt sagte sogenannt später stand statt steht stellt teil verwendet
verschiedene vorher weitere weiterhin zahl zahlreiche zeigt zudem zunächst zurzeit
actualmente además ahora algunos año años comenzó considera continuó contiene dado debido decir dice dijo empezó encuentra forma grupo
hace hacer hizo incluido incluye inicialmente luego llamado llegó lleva manera mientras momento nombre número ofrece parte permite pone
posteriormente principalmente puede quedó realizar realizó recibió según sigue siendo tiene tipo tomó uso usa usado utiliza varios
actuellement ainsi alors année années appelé aussi autour cependant commence commencé comprend contient depuis devenu devient dit
ensuite environ fait faire forme groupe initialement mis nombre nombreux notamment nommé obtenu offre partie permet place plusieurs
pris principalement propose reçu rendu reste selon situé souvent toujours trouve utilise utilisé
"""


@cache
def _everyday() -> frozenset[str]:
    return frozenset(content_tokens(_EVERYDAY, "none"))


def names(said: Statement) -> list[Word]:
    """Words with a capital, the first one too unless it is an everyday word: who a sentence is about often stands there."""
    return [
        word
        for at, word in enumerate(said.words)
        if any(c.isupper() for c in word.text)
        and (at or any(term not in _everyday() for term in content_tokens(word.text, said.language)))
    ]


def weights(said: Statement) -> dict[str, float]:
    """Each index term of a sentence's words with its weight; numbers, dates and identifiers have rules of their own."""
    found: dict[str, float] = {}
    named = set(names(said)) - {said.words[0]} if said.words else set()
    for word in said.words:
        for term in content_tokens(word.text, said.language):
            weight = EVERYDAY if term in _everyday() else PLAIN
            # What opens a sentence has its capital anyway: a name there weighs as much as a word.
            found[term] = max(found.get(term, 0.0), NAME if word in named else weight)
    return found


def derived(word: Word, language: str, held: Collection[str]) -> bool:
    """Whether the evidence holds what a name was made from, or what is made from it: Libyan and Libya."""
    return all(
        term in held or any(_made_from(term, other) for other in held) for term in content_tokens(word.text, language)
    )


def _made_from(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= STEM and len(long) - len(short) <= ENDING and long.startswith(short)
