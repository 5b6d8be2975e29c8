"""From a finished run to what can be known from it: only what stands in a stored document, word for word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations

import msgspec

from inquiro.core.types import (
    Contradiction,
    Document,
    Entity,
    Evidence,
    Fact,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownProof,
    KnownRelation,
    Opposed,
    Report,
    ResearchFindings,
    Value,
)
from inquiro.engine.dating import stated_dates
from inquiro.engine.entities import gather
from inquiro.engine.quantities import quantities
from inquiro.engine.quotes import locate
from inquiro.knowledge.items import items_of, told_items
from inquiro.knowledge.opposing import Told, against
from inquiro.knowledge.proofs import is_fresh, proof_at
from inquiro.knowledge.sameness import entity_id, fact_id, in_order
from inquiro.text.polarity import denied

UNLOCATED = "their quotes are not in the stored documents"
RETRACTED = "they rest on retracted works only"
KNOWN_BEFORE = "they came from the knowledge base itself"
UNUSED = "the report does not rest on them (--all keeps them, too)"
PAPER = "the paper: what it says is known by the facts that it rests on"


class Finished(Value, frozen=True, kw_only=True):
    """A run that has a report, with what it learned; retracted documents are marked as such."""

    run_id: str
    report: Report
    facts: tuple[Fact, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    documents: tuple[Document, ...] = ()
    asked_at: datetime | None = None


class Gathered(Value, frozen=True, kw_only=True):
    """What one giver has to tell, and what it could not prove."""

    facts: tuple[KnownFact, ...] = ()
    entities: tuple[KnownEntity, ...] = ()
    items: tuple[KnownItem, ...] = ()
    skipped: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """That any of it was read in."""
        proofs = [*(p for fact in self.facts for p in fact.proofs), *(p for item in self.items for p in item.proofs)]
        snippets = [snippet.document_id for item in self.items for snippet in item.snippets]
        return tuple(dict.fromkeys([*(proof.document_id for proof in proofs), *filter(None, snippets)]))


def gathered(run: Finished, *, everything: bool = False) -> Gathered:
    """What the report of a run rests on, or everything that it learned."""
    documents = {document.id: document for document in run.documents}
    facts = run.facts if everything else rested_on(run)
    proven, left_out = _proven(msgspec.structs.replace(run, facts=facts), documents)
    if unused := len(run.facts) - len(facts):
        left_out[UNUSED] = unused
    known = known_facts(proven, run.report.contradictions)
    findings = run.report.findings
    items = items_of(run.report, documents)
    skipped = [f"{_many(count, 'fact')}: {why}" for why, count in sorted(left_out.items())]
    if findings and findings.report:
        skipped.append(PAPER)
    return Gathered(
        facts=known,
        entities=known_entities(proven, documents),
        items=tuple(sorted(items, key=lambda item: item.id)),
        skipped=tuple(skipped),
    )


def rested_on(run: Finished) -> tuple[Fact, ...]:
    """Facts that a sentence, a field or a disagreement of the report names or quotes; all of them where it has none."""
    report = run.report
    cited = [one for claim in report.claims for one in claim.evidence]
    cited += [one for field in (report.macro.fields if report.macro else ()) for one in field.evidence]
    named = {fact for claim in report.claims for fact in claim.facts}
    named |= {side.fact_id for one in report.contradictions for side in one.sides}
    if not cited and not named:
        return run.facts
    documents = {source.id: source.document_id for source in report.sources}
    spans: defaultdict[str | None, list[tuple[int, int]]] = defaultdict(list)
    for one in cited:
        spans[documents.get(one.source_id)].append((one.start, one.end))
    quoted = {
        piece.id
        for piece in run.evidence
        if any(piece.start < end and start < piece.end for start, end in spans[piece.document_id])
    }
    return tuple(fact for fact in run.facts if fact.id in named or not quoted.isdisjoint(fact.evidence))


def only_item(run: Finished, alone: ResearchFindings) -> Gathered:
    """One idea or implementation of a run, and of the facts only those that it cites."""
    wanted = told_items(alone)
    items = [item for item in gathered(run, everything=True).items if (item.source, item.content) in wanted]
    cited = [proof for item in items for proof in item.proofs]
    evidence = tuple(
        one
        for one in run.evidence
        if any(one.document_id == p.document_id and one.start < p.end and p.start < one.end for p in cited)
    )
    named = {one.id for one in evidence}
    facts = tuple(fact for fact in run.facts if named & set(fact.evidence))
    found = gathered(msgspec.structs.replace(run, facts=facts, evidence=evidence), everything=True)
    return msgspec.structs.replace(found, items=tuple(items), skipped=())


class Proven(Value, frozen=True, kw_only=True):
    """A fact in the words of sources that are all private, or all public."""

    fact: Fact  # its evidence is what is proven
    proofs: tuple[KnownProof, ...]
    private: bool


def _proven(run: Finished, documents: Mapping[str, Document]) -> tuple[list[Proven], Counter[str]]:
    evidence = {one.id: one for one in run.evidence}
    found: list[Proven] = []
    left_out: Counter[str] = Counter()
    for fact in run.facts:
        pieces = [evidence[one] for one in fact.evidence if one in evidence and evidence[one].document_id in documents]
        sound = [one for one in pieces if not documents[one.document_id].retracted]
        fresh = [one for one in sound if is_fresh(documents[one.document_id])]
        placed = {one.id: proof for one in fresh if (proof := _located(one, documents[one.document_id]))}
        located = dict(sorted(placed.items(), key=lambda named: named[1].private))
        if fact.only_retracted or (pieces and not sound):
            left_out[RETRACTED] += 1
        elif sound and not fresh:
            left_out[KNOWN_BEFORE] += 1
        elif not located:
            left_out[UNLOCATED] += 1
        else:
            found += _by_privacy(fact, located, private=_first_private(fact, evidence, documents))
    return found, left_out


def _by_privacy(fact: Fact, located: Mapping[str, KnownProof], *, private: bool) -> list[Proven]:
    """A statement is in the words of its first source: where that is private, public ones speak in their own."""
    sides = {hidden: {e: p for e, p in located.items() if p.private == hidden} for hidden in (False, True)}
    if not private:
        mine = tuple(located.values())
        return [Proven(fact=_resting_on(fact, located), proofs=mine, private=all(proof.private for proof in mine))]
    found = []
    if sides[True] or not sides[False]:
        found.append(Proven(fact=_resting_on(fact, sides[True]), proofs=tuple(sides[True].values()), private=True))
    for name, proof in sides[False].items():
        worded = msgspec.structs.replace(_resting_on(fact, {name: proof}), statement=" ".join(proof.quote.split()))
        told = msgspec.structs.replace(
            worded,
            entities=tuple(one for one in fact.entities if one in worded.statement),
            quantities=quantities(worded.statement),
            dates=stated_dates(worded.statement),
            denies=denied(worded.statement),
        )
        found.append(Proven(fact=told, proofs=(proof,), private=False))
    return found


def _first_private(fact: Fact, evidence: Mapping[str, Evidence], documents: Mapping[str, Document]) -> bool:
    first = next((evidence[one] for one in fact.evidence if one in evidence), None)
    return first is not None and (
        first.private or (first.document_id in documents and documents[first.document_id].private)
    )


def _resting_on(fact: Fact, located: Mapping[str, KnownProof]) -> Fact:
    private = all(proof.private for proof in located.values())
    return msgspec.structs.replace(fact, evidence=tuple(located), private=private)


def _located(piece: Evidence, document: Document) -> KnownProof | None:
    """Where the quote stands; a document that was told to be private since makes its quotes so."""
    span = (piece.start, piece.end) if document.text[piece.start : piece.end] == piece.quote else None
    span = span or locate(document.text, piece.quote, piece.start)
    if span is None or not piece.quote.strip():
        return None
    proof = proof_at(document, *span)
    return msgspec.structs.replace(proof, private=True) if piece.private else proof


def known_facts(proven: Sequence[Proven], contradictions: Iterable[Contradiction] = ()) -> tuple[KnownFact, ...]:
    ids: defaultdict[str, list[str]] = defaultdict(list)
    found: dict[str, KnownFact] = {}
    for one in proven:
        new = _known_fact(one)
        ids[one.fact.id].append(new.id)
        found[new.id] = _joined(found[new.id], new) if new.id in found else new
    for known_id, opposed in _opposed(contradictions, ids, found).items():
        ordered = tuple(sorted(opposed.values(), key=lambda other: other.fact_id))
        found[known_id] = msgspec.structs.replace(found[known_id], opposed=ordered)
    return tuple(found[name] for name in sorted(found))


def _known_fact(one: Proven) -> KnownFact:
    fact = one.fact
    return KnownFact(
        id=fact_id(fact.statement),
        statement=fact.statement,
        proofs=in_order(one.proofs),
        entities=tuple(sorted(fact.entities)),
        quantities=fact.quantities,
        dates=fact.dates,
        denies=fact.denies,
        confidence=fact.confidence,
        origins=max(1, fact.origins),
        private=one.private,
    )


def _joined(known: KnownFact, new: KnownFact) -> KnownFact:
    """The same words twice in one run."""
    first, second = sorted((known, new), key=lambda fact: (fact.private, fact.statement))
    return msgspec.structs.replace(
        first,
        proofs=in_order((*known.proofs, *new.proofs)),
        entities=tuple(sorted({*first.entities, *(() if second.private and not first.private else second.entities)})),
        confidence=max(known.confidence, new.confidence),
        private=known.private and new.private,
    )


def _opposed(
    contradictions: Iterable[Contradiction], ids: Mapping[str, Sequence[str]], found: Mapping[str, KnownFact]
) -> dict[str, dict[str, Opposed]]:
    """What the report says does not fit, side by side; sides that tell the same are not against each other."""
    opposed: defaultdict[str, dict[str, Opposed]] = defaultdict(dict)
    for told in contradictions:
        why = Told(told.kind, told.explanation)
        for a, b in combinations(told.sides, 2):
            if a.value and a.value == b.value:
                continue
            for mine, theirs in ((m, t) for m in ids.get(a.fact_id, ()) for t in ids.get(b.fact_id, ()) if m != t):
                opposed[mine].setdefault(theirs, against(found[mine], found[theirs], why))
                opposed[theirs].setdefault(mine, against(found[theirs], found[mine], why))
    return opposed


def known_entities(proven: Sequence[Proven], documents: Mapping[str, Document]) -> tuple[KnownEntity, ...]:
    """What public sources tell of a thing, and apart from it what private ones do."""
    found: list[KnownEntity] = []
    for private in (False, True):
        told = [one for one in proven if one.private == private]
        proofs = {
            evidence: proof for one in told for evidence, proof in zip(one.fact.evidence, one.proofs, strict=True)
        }
        read = {proof.document_id for proof in proofs.values()}
        texts = [documents[one].text for one in sorted(read) if private or not documents[one].private]
        entities = gather([one.fact for one in told], texts)
        found += [_known_entity(entity, proofs, private=private) for entity in entities]
    return tuple(sorted(found, key=lambda entity: entity.id))


def _known_entity(entity: Entity, proofs: Mapping[str, KnownProof], *, private: bool) -> KnownEntity:
    relations = {
        KnownRelation(
            subject=told.subject,
            predicate=told.predicate,
            object=told.object,
            proof=proofs.get(told.evidence),
            private=private or (told.evidence in proofs and proofs[told.evidence].private),
        ): None
        for told in entity.relations
    }
    return KnownEntity(
        id=entity_id(entity.name, private=private),
        name=entity.name,
        entity_type=entity.entity_type,
        aliases=entity.aliases,
        mentions=entity.mention_count,
        relations=tuple(relations),
        private=private,
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
