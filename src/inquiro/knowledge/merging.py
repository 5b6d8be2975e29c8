"""What several runs told of one thing, as one: whatever order they came in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from inquiro.core.types import Contradiction as Clash
from inquiro.core.types import (
    ContradictionSide,
    Document,
    Evidence,
    Fact,
    Given,
    Giver,
    KnownFact,
    KnownItem,
    KnownProof,
    Opposed,
)
from inquiro.engine.confidence import confidence, terms_of
from inquiro.engine.origins import Origins
from inquiro.knowledge.sameness import in_order, item_private, place, same, telling, wording

T = TypeVar("T")
_EVER = datetime.min.replace(tzinfo=UTC)


def together(members: Sequence[T], pairs: Iterable[tuple[int, int]]) -> list[list[T]]:
    """The members in groups that pairs of places connect, in the order of their first members."""
    homes = list(range(len(members)))

    def home(at: int) -> int:
        while homes[at] != at:
            homes[at] = homes[homes[at]]
            at = homes[at]
        return at

    for one, other in pairs:
        low, high = sorted((home(one), home(other)))
        homes[high] = low
    groups: defaultdict[int, list[T]] = defaultdict(list)
    for at, member in enumerate(members):
        groups[home(at)].append(member)
    return [groups[first] for first in sorted(groups)]


def same_facts(rows: Sequence[Given]) -> list[list[Given]]:
    """What says the same, over any number of steps: only so does the order of runs not matter."""
    rows = sorted((row for row in rows if row.fact), key=lambda row: (row.id, row.key))
    statements = [row.fact.statement for row in rows if row.fact]
    firsts: dict[str, int] = {}
    pairs: list[tuple[int, int]] = []
    marked: defaultdict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if (first := firsts.setdefault(row.id, at)) != at:
            pairs.append((first, at))
            continue
        met = {other for mark in telling(statements[at]) for other in marked[mark]}
        pairs += [(other, at) for other in sorted(met) if same(statements[other], statements[at])]
        for mark in telling(statements[at]):
            marked[mark].append(at)
    return together(rows, pairs)


def merged_fact(rows: Sequence[Given], givers: Mapping[str, Giver]) -> KnownFact:
    """One fact with all proofs; in public words where there are any. What opposes it is found apart."""
    told = [row.fact for row in rows if row.fact]
    public = [fact for fact in told if not fact.private] or told
    best = min(public, key=lambda fact: (-len(wording(fact.statement).terms), fact.statement))
    proofs = in_order(proof for fact in told for proof in fact.proofs)
    return KnownFact(
        id=best.id,
        statement=best.statement,
        proofs=proofs,
        entities=tuple(sorted({name for fact in public for name in fact.entities})),
        quantities=best.quantities,
        dates=best.dates,
        denies=best.denies,
        confidence=max(fact.confidence for fact in public),
        origins=max(fact.origins for fact in public),
        runs=runs_of(rows, givers),
        first_added=min(_added(rows, givers), default=None),
        last_added=max(_added(rows, givers), default=None),
        private=all(proof.private for proof in proofs),
    )


def merged_item(rows: Sequence[Given], givers: Mapping[str, Giver]) -> KnownItem:
    """As the oldest run has it, with the proofs of all."""
    ordered = sorted(rows, key=lambda row: (_asked(givers.get(row.key)), row.key))
    told = [row.item for row in ordered if row.item]
    return msgspec.structs.replace(
        told[0],
        title=next((item.title for item in told if item.title), ""),
        proofs=in_order(proof for item in told for proof in item.proofs),
        snippets=next((item.snippets for item in told if item.snippets), ()),
        runs=runs_of(rows, givers),
        first_added=min(_added(rows, givers), default=None),
        last_added=max(_added(rows, givers), default=None),
        private=item_private(told),
    )


def runs_of(rows: Iterable[Given], givers: Mapping[str, Giver]) -> tuple[str, ...]:
    """Oldest first."""
    found = sorted({(_asked(giver), giver.run_id) for row in rows if (giver := givers.get(row.key)) and giver.run_id})
    return tuple(dict.fromkeys(run_id for _, run_id in found))


def weighed(fact: KnownFact, documents: Mapping[str, Document], known: Mapping[str, KnownFact]) -> KnownFact:
    """With the origins and the confidence that all of its proofs give; `known` are those that oppose it."""
    read = {proof.document_id: documents[proof.document_id] for proof in fact.proofs if proof.document_id in documents}
    if len(read) < len({proof.document_id for proof in fact.proofs}):
        return fact  # not all of them are at hand
    told = Fact(
        id="f1", statement=fact.statement, evidence=tuple(f"e{at}" for at in range(len(fact.proofs))), sources=()
    )
    evidence = dict(zip(told.evidence, (evidence_of(proof) for proof in fact.proofs), strict=True))
    against = [_clash(told, fact, one, known[one.fact_id]) for one in fact.opposed if one.fact_id in known]
    terms, groups = terms_of(told, evidence, read, _origins(list(read.values())), against)
    return msgspec.structs.replace(fact, origins=len(groups), confidence=confidence(terms))


def _origins(documents: Sequence[Document]) -> Origins:
    """One document alone is like no other, whatever its text."""
    alone = len(documents) == 1
    return Origins([msgspec.structs.replace(one, text="") for one in documents] if alone else documents)


def evidence_of(proof: KnownProof) -> Evidence:
    return Evidence(
        id=f"{place(proof)}",
        document_id=proof.document_id,
        start=proof.start,
        end=proof.end,
        quote=proof.quote,
        private=proof.private,
    )


def _clash(told: Fact, fact: KnownFact, one: Opposed, other: KnownFact) -> Clash:
    """As the engine's rules for confidence take it: who is newer, and of what kind it is."""
    sides = (
        ContradictionSide(statement=fact.statement, fact_id=told.id, document_id="", published=_published(fact)),
        ContradictionSide(statement=other.statement, fact_id="f2", document_id="", published=_published(other)),
    )
    return Clash(about="", kind=one.kind, explanation="", sides=sides)


def _published(fact: KnownFact) -> str | None:
    return next((proof.published for proof in fact.proofs if proof.published), None)


def _asked(giver: Giver | None) -> datetime:
    return (giver.asked_at if giver else None) or _EVER


def _added(rows: Iterable[Given], givers: Mapping[str, Giver]) -> list[datetime]:
    found = (givers[row.key].added_at for row in rows if row.key in givers)
    return [moment for moment in found if moment is not None]
