"""A small invented group: an apex, its management company, a fund, and a stranger who bears another name."""

from __future__ import annotations

from .entities import Edge, Facts, with_check_digits
from .world import GleifWorld

APEX = with_check_digits("529900NORDWINDSE01")
CHILD = with_check_digits("529900NORDWINDKVG2")
FUND = with_check_digits("529900HAFENFONDS03")
STRANGER = with_check_digits("529900SUEDLICHT004")
NOWHERE = with_check_digits("529900NOWHERE00005")


def nordwind() -> GleifWorld:
    facts = Facts()
    facts.add(APEX, "Nordwind Capital SE", exception="NO_KNOWN_PERSON", city="Hamburg")
    facts.add(CHILD, "Nordwind Kapitalverwaltung GmbH", parent=APEX, city="Hamburg")
    facts.add(FUND, "Hafen Fonds", category="FUND", jurisdiction="LU", country="LU")
    facts.edges.append(Edge(FUND, CHILD, "fund-managed-by"))
    facts.add(STRANGER, "Suedlicht AG")
    return GleifWorld(facts)
