from __future__ import annotations

import pytest

from inquiro.core.types import KnownFact
from inquiro.knowledge.gathering import gathered
from inquiro.knowledge.opposing import Told, against, clash, clashes, may_clash, told_of

CHEAP = "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years."
DEAR = "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years."
PAIRS = [
    (CHEAP, DEAR),
    (
        "Planting oaks is safe for old pavements in Korvenau.",
        "Planting oaks is not safe for old pavements in Korvenau.",
    ),
    (
        "The Aldra bridge in the old harbour was opened in 1932.",
        "The Aldra bridge in the old harbour was opened in 1935.",
    ),
]


def known(tell, said, page):
    documents = [tell.page(page, "The old harbour of Korvenau lies in the north.", said)]
    [fact] = gathered(tell.finished(page, (said, documents))).facts
    return fact, {document.id: document for document in documents}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_engines_rules_decide_whichever_comes_first(tell, one, other):
    (a, first), (b, second) = known(tell, one, "a"), known(tell, other, "b")
    found = clash(a, b, first | second)
    assert found is not None
    assert found == clash(b, a, second | first)
    assert may_clash(a, b)
    assert set(clashes([frozenset((a.id, b.id))], {a.id: a, b.id: b}, first | second)) == {frozenset((a.id, b.id))}


def test_statements_of_one_page_and_statements_that_agree_do_not_clash(tell):
    a, documents = known(tell, CHEAP, "a")
    page = tell.page("both", CHEAP, DEAR)
    one, other = gathered(tell.finished("r", (CHEAP, [page]), (DEAR, [page]))).facts
    assert clash(one, other, {page.id: page}) is None
    b, more = known(tell, CHEAP.replace("lifetime cost", "total cost"), "b")
    assert clash(a, b, documents | more) is None
    assert clash(a, b, {}) is None


def test_what_has_no_number_no_attribute_and_one_direction_is_not_looked_at():
    one, other = (
        KnownFact(id=said, statement=said, proofs=())
        for said in ("Oaks give shade to streets.", "Elms give shade to streets.")
    )
    assert not may_clash(one, other)
    assert told_of("The Meridian Trust was founded in 2009.") == {"meridian trust"}


@pytest.mark.parametrize(
    ("mine", "theirs", "reason", "marked"),
    [(False, False, "why", False), (False, True, "", True), (True, True, "why", True), (True, False, "why", False)],
)
def test_a_private_ones_reason_stays_among_private_ones(mine, theirs, reason, marked):
    fact, other = (
        KnownFact(id=name, statement=name, proofs=(), private=private) for name, private in (("a", mine), ("b", theirs))
    )
    found = against(fact, other, Told("scope", "why"))
    assert (found.fact_id, found.kind, found.explanation, found.private) == ("b", "scope", reason, marked)
