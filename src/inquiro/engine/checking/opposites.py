"""Words that turn a sentence round, or stretch it: one that its evidence does not share is never a way to retell it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from inquiro.retrieval.words import tokens

_PAIRS = """
accept accepted approve approved adopt adopted pass passed / reject rejected refuse refused decline declined deny denied veto vetoed
rise rose risen increase increased grow grew grown gain gained climb climbed higher / fall fell fallen decrease decreased shrink shrank lose lost drop dropped decline declined reduce reduced lower
win won beat defeat victory / lose lost defeated loss
open opened begin began start started launch launched found founded / close closed end ended stop stopped finish finished abolish abolished dissolve dissolved cease ceased
support supported favour favoured favor favored back backed / oppose opposed reject rejected criticise criticised criticize criticized
allow allowed permit permitted legal lawful / ban banned forbid forbidden prohibit prohibited illegal unlawful
first / last second third final
early / late
best better largest biggest highest longest oldest most maximum / worst worse smallest lowest shortest youngest least minimum
large big major high long old strong / small little minor low short young weak
hot warm warmer / cold cool cooler
cool cools cooled cooling / heat heats heated heating warm warms warmed
buy bought buyer acquire acquired / sell sold seller
enter entered join joined arrive arrived / leave quit depart departed resign resigned
succeed succeeded success successful / fail failed failure unsuccessful
safe harmless / dangerous harmful unsafe toxic
effective efficient / ineffective inefficient
positive / negative
positively / negatively
male man men boy father son brother husband / female woman women girl mother daughter sister wife
born birth / died death dead
north northern / south southern
east eastern / west western
public / private
guilty convicted / innocent acquitted
import imported imports / export exported exports
add added / remove removed
confirm confirmed prove proved / refute refuted disprove disproved deny denied
expand expanded extend extended / shorten shortened
day / night
common frequent often / rare seldom
possible able / impossible unable
improve improved / worsen worsened harm harmed damage damaged
protect protected / harm harmed endanger endangered
teacher / student pupil
employer / employee
urban / rural
"""
_EDGES = ".,;:!?()\"'’“”„«»"
_STRETCHING = frozenset(
    "all every always only most entire entirely whole each any best worst largest biggest highest lowest oldest youngest smallest "
    "greatest completely exclusively solely unanimously undoubtedly clearly proves proved because therefore hence consequently "
    "alle jeder jede jedes immer nur meisten sämtliche ausschließlich weil deshalb todos todas siempre solamente mayoría porque "
    "tous toutes toujours seulement plupart parce".split()
)


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _PAIRS.strip().splitlines():
        one, other = (set(tokens(side)) for side in line.split("/"))
        for mine, theirs in ((one, other), (other, one)):
            for term in mine:
                found.setdefault(term, set()).update(theirs - mine)
    return {term: frozenset(others) for term, others in found.items()}


def opposite(terms: Collection[str], held: Collection[str], nearest: frozenset[str]) -> bool:
    """Whether the nearest evidence holds the opposite of a term that none of it holds."""
    known = _opposites()
    return any(term not in held and not known.get(term, frozenset()).isdisjoint(nearest) for term in terms)


def stretched(text: str, held: Collection[str]) -> tuple[str, ...]:
    """Words that claim more than their neighbours, such as `all` or `because`, and do not stand in the evidence."""
    words = dict.fromkeys(word.strip(_EDGES) for word in text.casefold().split())
    return tuple(word for word in words if word in _STRETCHING and not any(term in held for term in tokens(word)))
