"""What becomes of the known facts when a giver comes or goes: only what it touches is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.knowledge_store import KnowledgeStore
from inquiro.core.types import Document, Given, Giver, KnowledgeWord, KnownFact
from inquiro.knowledge.marks import marks_of_fact, marks_of_wording
from inquiro.knowledge.merging import merged_fact, same_facts, weighed
from inquiro.knowledge.opposing import Clashes, against, clashes, may_clash, told_by
from inquiro.knowledge.sameness import telling
from inquiro.knowledge.vicinity import neighbours, pairs_worth_a_look


class FactsChanged(NamedTuple):
    facts: tuple[KnownFact, ...] = ()
    gone: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    words: tuple[KnowledgeWord, ...] = ()
    new: int = 0
    merged: int = 0
    contradictions: int = 0


class Groups(NamedTuple):
    """The facts that a change touches as they will be, what they are put together from, and as they are."""

    facts: dict[str, KnownFact]
    rows: dict[str, list[Given]]
    stored: dict[str, KnownFact]
    gone: frozenset[str]
    variants: frozenset[str]  # ids under which anything was told before
    dirty: dict[str, KnownFact]

    @property
    def homes(self) -> dict[str, str]:
        """Which fact each wording goes into."""
        return {row.id: name for name, rows in self.rows.items() for row in rows}

    def before(self, name: str) -> list[KnownFact]:
        """What the parts of a fact belonged to until now."""
        homes = {name, *(row.home for row in self.rows[name])}
        return [self.stored[home] for home in sorted(homes) if home in self.stored]


async def facts_changed(
    store: KnowledgeStore, org_id: str, givers: Mapping[str, Giver], leaving: Sequence[Given], told: Sequence[Given]
) -> FactsChanged:
    groups = await _grouped(store, org_id, givers, leaving, told)
    was_opposed = _partners(groups.stored[name] for name in (*groups.dirty, *groups.gone) if name in groups.stored)
    near = await neighbours(store, org_id, groups.dirty)
    outside = was_opposed.union(*near.values()) - groups.gone - set(groups.facts)
    facts = {**await loaded(store, org_id, outside), **groups.facts}
    found = await _clashing(store, org_id, groups, facts)
    facts |= await loaded(store, org_id, {name for pair in found for name in pair} - set(facts))
    settled = _settled(groups, facts, found)
    facts |= await loaded(store, org_id, _partners(settled.values()) - set(facts))
    documents = await _read(store, settled.values())
    whole = facts | settled
    final = await asyncio.to_thread(lambda: [weighed(fact, documents, whole) for fact in settled.values()])
    written = [fact for fact in final if fact.id in groups.dirty or facts[fact.id] != fact]
    return _summed_up(groups, written, told, _new_pairs(groups, settled, facts))


async def loaded(store: KnowledgeStore, org_id: str, ids: Collection[str]) -> dict[str, KnownFact]:
    return {one.id: one for one in await store.known(org_id, sorted(ids)) if isinstance(one, KnownFact)}


async def _grouped(
    store: KnowledgeStore, org_id: str, givers: Mapping[str, Giver], leaving: Sequence[Given], told: Sequence[Given]
) -> Groups:
    """Every fact that one of these rows was part of, or says the same as, taken apart and put together again."""
    marks = sorted({mark for row in told if row.fact for mark in telling(row.fact.statement)})
    holders = await store.word_holders(org_id, "said", marks)
    met = sorted({variant for some in holders.values() for variant in some})
    homes = {row.home for row in (*leaving, *await store.knowledge_given(org_id, "fact", ids=met))}
    rows = await store.knowledge_given(org_id, "fact", homes=sorted(homes))
    replaced = {row.key for row in (*leaving, *told)}
    kept = [row for row in rows if row.key not in replaced]
    groups = await asyncio.to_thread(same_facts, [*kept, *told])
    merged = {fact.id: (fact, group) for group in groups for fact in [merged_fact(group, givers)]}
    stored = await loaded(store, org_id, homes | set(merged))
    dirty = {name: fact for name, (fact, _) in merged.items() if _core(stored.get(name)) != _core(fact)}
    return Groups(
        facts={name: dirty.get(name, stored.get(name, fact)) for name, (fact, _) in merged.items()},
        rows={name: group for name, (_, group) in merged.items()},
        stored=stored,
        gone=frozenset(homes - set(merged)),
        variants=frozenset(row.id for row in rows),
        dirty=dirty,
    )


async def _clashing(store: KnowledgeStore, org_id: str, groups: Groups, facts: Mapping[str, KnownFact]) -> Clashes:
    """What the rules find between changed facts and any others, and what the runs themselves told."""
    pairs = pairs_worth_a_look(groups.dirty, facts, {name: _partners(groups.before(name)) for name in groups.dirty})
    pairs = [pair for pair in pairs if may_clash(*(facts[name] for name in sorted(pair)))]
    documents = await _read(store, (facts[name] for pair in pairs for name in pair))
    found = await asyncio.to_thread(clashes, pairs, facts, documents)
    return await _as_told(store, org_id, groups) | found


async def _as_told(store: KnowledgeStore, org_id: str, groups: Groups) -> Clashes:
    """Contradictions that reports spoke of; the rules may not know why, so each side keeps what it was told."""
    homes = groups.homes
    mine = [row for name in groups.dirty for row in groups.rows[name] if row.fact and row.fact.opposed]
    others = {one.fact_id for row in mine if row.fact for one in row.fact.opposed} - set(homes)
    theirs = await store.knowledge_given(org_id, "fact", ids=sorted(others))
    homes |= {row.id: row.home for row in theirs}
    found: Clashes = {}
    for row in sorted((*mine, *theirs), key=lambda row: (row.key, row.id)):
        for one in row.fact.opposed if row.fact else ():
            pair = frozenset((homes[row.id], homes.get(one.fact_id, "")))
            if len(pair) == 2 and "" not in pair and pair & set(groups.dirty):
                known = found.get(pair)
                if known is None or (one.explanation and not known.explanation):
                    found[pair] = told_by(one)
    return found


def _settled(groups: Groups, facts: Mapping[str, KnownFact], found: Clashes) -> dict[str, KnownFact]:
    """Changed facts, and unchanged ones whose opponents changed, each with what it is opposed by now."""
    changed = {*groups.dirty, *groups.gone}
    lost = {name for name, fact in facts.items() if name not in changed and _partners([fact]) & changed}
    touched = {*groups.dirty, *lost, *(name for pair in found for name in pair if name in facts)}
    settled: dict[str, KnownFact] = {}
    for name in sorted(touched):
        fact = facts[name]
        kept = [one for one in fact.opposed if name not in groups.dirty and one.fact_id not in changed]
        opponents = {other: told for pair, told in found.items() if name in pair for other in pair - {name}}
        new = [against(fact, facts[other], told) for other, told in opponents.items() if other in facts]
        opposed = sorted((*kept, *new), key=lambda one: one.fact_id)
        settled[name] = msgspec.structs.replace(fact, opposed=tuple(opposed))
    return settled


async def _read(store: KnowledgeStore, facts: Iterable[KnownFact]) -> dict[str, Document]:
    wanted = dict.fromkeys(proof.document_id for fact in facts for proof in fact.proofs)
    return {document.id: document for document in await store.documents(list(wanted))}


def _new_pairs(groups: Groups, settled: Mapping[str, KnownFact], facts: Mapping[str, KnownFact]) -> int:
    """Pairs that did not stand against each other before, under whatever names."""
    before: dict[str, set[str]] = {}
    for name in settled:
        parts = groups.before(name) if name in groups.rows else [facts[name]]
        before[name] = _partners(parts)
    now = {frozenset((name, one.fact_id)) for name, fact in settled.items() for one in fact.opposed}
    return sum(
        not any(_knew(before.get(one, set()), other, groups) for one, other in (p, p[::-1])) for p in map(sorted, now)
    )


def _knew(partners: Collection[str], other: str, groups: Groups) -> bool:
    names = {other, *(part.id for part in groups.before(other))} if other in groups.rows else {other}
    return bool(names & set(partners))


def _summed_up(
    groups: Groups, written: Sequence[KnownFact], told: Sequence[Given], contradictions: int
) -> FactsChanged:
    homes = groups.homes
    wordings = {row.id: row.fact.statement for rows in groups.rows.values() for row in rows if row.fact}
    gone = groups.gone | (groups.variants - set(wordings))
    wordings |= {fact.id: fact.statement for fact in written}  # all that is written gets all of its words anew
    touched = {*gone, *(fact.id for fact in written)}
    said = [name for name in sorted(wordings) if name in touched or name not in groups.variants]
    mine = {(row.key, row.id) for row in told}
    rows = [row for some in groups.rows.values() for row in some]
    moved = [row for row in rows if (row.key, row.id) in mine or row.home != homes[row.id]]
    new = {name for name, some in groups.rows.items() if not any(row.id in groups.variants for row in some)}
    gained = {homes[row.id] for row in told}
    return FactsChanged(
        facts=tuple(written),
        gone=tuple(sorted(gone)),
        given=tuple(msgspec.structs.replace(row, home=homes[row.id]) for row in moved),
        words=(
            *(word for fact in written for word in marks_of_fact(fact)),
            *(word for name in said for word in marks_of_wording(name, wordings[name])),
        ),
        new=len(new),
        merged=len((gained & set(groups.dirty)) - new),
        contradictions=contradictions,
    )


def _core(fact: KnownFact | None) -> KnownFact | None:
    """Without what follows from it and from others."""
    return fact and msgspec.structs.replace(fact, opposed=(), confidence=0.0, origins=0)


def _partners(facts: Iterable[KnownFact]) -> set[str]:
    return {one.fact_id for fact in facts for one in fact.opposed}
