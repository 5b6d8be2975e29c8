"""Who and what is named in several runs, as one over its spellings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from inquiro.core.types import Given, Giver, KnownEntity, KnownRelation
from inquiro.engine.entities import same_name
from inquiro.knowledge.merging import runs_of, together
from inquiro.knowledge.sameness import entity_id, place, relation_key

VAGUE = ("name", "thing")  # what a thing is called that nothing more is known of


def spellings(entity: KnownEntity) -> set[str]:
    return {same_name(name) for name in (entity.name, *entity.aliases)}


def same_things(rows: Sequence[Given]) -> list[list[Given]]:
    """One name, or the short form of one: a short form that stands for two things stands for none."""
    rows = sorted((row for row in rows if row.entity), key=lambda row: (row.id, row.key))
    named: defaultdict[str, list[int]] = defaultdict(list)
    fulls: defaultdict[str, set[str]] = defaultdict(set)
    for at, row in enumerate(rows):
        if row.entity:
            full = same_name(row.entity.name)
            named[full].append(at)
            for short in spellings(row.entity) - {full}:
                fulls[short].add(full)
    pairs = [(places[0], other) for places in named.values() for other in places[1:]]
    for short, meant in fulls.items():
        if short in named and len(meant) == 1:
            pairs.append((named[short][0], named[next(iter(meant))][0]))
    return together(rows, pairs)


def merged_entity(rows: Sequence[Given], givers: Mapping[str, Giver]) -> KnownEntity:
    """What public sources tell of it where any do; relations keep who told them."""
    told = [row.entity for row in rows if row.entity]
    public = [entity for entity in told if not entity.private] or told
    called: Counter[str] = Counter()
    for entity in public:
        called[entity.name] += entity.mentions
    shorts = {short for entity in public for short in spellings(entity) - {same_name(entity.name)}}
    full = {name: count for name, count in called.items() if same_name(name) not in shorts} or called
    name = min(full, key=lambda one: (-full[one], one.isupper(), one))
    kinds = Counter(entity.entity_type for entity in public if entity.entity_type not in VAGUE)
    kind = min(kinds, key=lambda one: (-kinds[one], one)) if kinds else min(entity.entity_type for entity in public)
    return KnownEntity(
        id=entity_id(name),
        name=name,
        entity_type=kind,
        aliases=tuple(sorted({form for entity in public for form in (entity.name, *entity.aliases)} - {name})),
        mentions=sum(entity.mentions for entity in public),
        relations=_relations(relation for entity in told for relation in entity.relations),
        runs=runs_of(rows, givers),
        private=all(entity.private for entity in told),
    )


def _relations(told: Iterable[KnownRelation]) -> tuple[KnownRelation, ...]:
    """Each once, by its best proof: a public one, then the one that was read first."""
    found: dict[str, KnownRelation] = {}
    for relation in sorted(told, key=_standing):
        found.setdefault(relation_key(relation.subject, relation.predicate, relation.object), relation)
    return tuple(found[key] for key in sorted(found, key=lambda key: (found[key].predicate, found[key].subject, key)))


def _standing(relation: KnownRelation) -> tuple[bool, str, tuple[str, int, int], str, str]:
    proof = relation.proof
    read = proof.fetched_at.isoformat() if proof and proof.fetched_at else ""
    return relation.private, read, place(proof) if proof else ("", 0, 0), relation.subject, relation.object
