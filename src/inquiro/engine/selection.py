"""Choosing the sentences that answer: exact spans of passages, scored against every open item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan
from inquiro.engine.entities import names
from inquiro.engine.leads import leads, told
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import ENOUGH, Need, Weights, learned_terms, need, score
from inquiro.engine.statements import all_terms, one_line, statements
from inquiro.retrieval.sentences import is_prose
from inquiro.retrieval.words import detect_language

TEACHERS = 5
PER_ITEM = 14
PER_ITEM_AND_DOCUMENT = 4


class Candidate(NamedTuple):
    passage: Passage
    start: int
    text: str
    tokens: frozenset[str]
    scores: dict[str, float]


def select(
    plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], known: Sequence[Fact]
) -> list[Finding]:
    """The best new sentences per item, a few per document, without saying one thing twice; then what leads on."""
    read = [(passage, all_terms(passage.text)) for passage in passages]
    weights = Weights(tokens for _, tokens in read)
    needs = [_need(plan, item, known, read, weights) for item in checklist if not item.satisfied]
    said = {fact.statement for fact in known}
    candidates = _candidates(passages, needs, weights, said)
    chosen: dict[tuple[str, int], tuple[Candidate, list[str]]] = {}
    for wanted in needs:
        for candidate in _best(candidates, wanted.item.id):
            place = (candidate.passage.document_id, candidate.start)
            chosen.setdefault(place, (candidate, []))[1].append(wanted.item.id)
    found = [_finding(candidate, items) for candidate, items in chosen.values()]
    spoken = {finding.document_id for finding in found} | told(passages, said)
    led = leads(plan, checklist, passages, weights)
    return [*found, *(lead for document, lead in led.items() if document not in spoken)]


def _need(
    plan: Plan,
    item: ChecklistItem,
    known: Sequence[Fact],
    passages: Sequence[tuple[Passage, frozenset[str]]],
    weights: Weights,
) -> Need:
    """The item with the terms that its best passages and earlier findings share: `cool` teaches `temperature`."""
    bare = need(item, plan.language)
    central = weights.rarest(bare.terms)
    telling = [pair for pair in passages if central in pair[1]]
    best = sorted(telling, key=lambda pair: -weights.share(pair[1], bare))[:TEACHERS]
    statements = [fact.statement for fact in known if item.id in fact.scores]
    taught = learned_terms([*(p.text for p, _ in best), *statements], plan.language, weights, bare.terms | bare.about)
    return need(item, plan.language, taught)


def _candidates(
    passages: Sequence[Passage], needs: Sequence[Need], weights: Weights, known: set[str]
) -> list[Candidate]:
    found: list[Candidate] = []
    seen: set[tuple[str, int]] = set()
    asked = frozenset[str]().union(*(wanted.terms for wanted in needs))
    for passage in passages:
        context = meaning(passage.context)
        for start, text, tokens in statements(passage.text):
            place = (passage.document_id, passage.start + start)
            if place in seen or not tokens & asked or one_line(text) in known or not is_prose(text):
                continue
            seen.add(place)
            scores = {n.item.id: value for n in needs if (value := score(text, tokens, context, n, weights)) >= ENOUGH}
            if scores:
                found.append(Candidate(passage, passage.start + start, text, tokens, scores))
    return found


def _best(candidates: Sequence[Candidate], item: str) -> list[Candidate]:
    ranked = sorted(
        (c for c in candidates if item in c.scores),
        key=lambda c: (-c.scores[item], -c.passage.score, c.passage.document_id, c.start),
    )
    kept: list[Candidate] = []
    per_document: Counter[str] = Counter()
    for candidate in ranked:
        document = candidate.passage.document_id
        if per_document[document] >= PER_ITEM_AND_DOCUMENT or _repeats_neighbour(candidate, kept):
            continue
        per_document[document] += 1
        kept.append(candidate)
        if len(kept) == PER_ITEM:
            break
    return kept


def _repeats_neighbour(candidate: Candidate, kept: Sequence[Candidate]) -> bool:
    """The same words twice in one document add nothing; in another document they are confirmation."""
    return any(
        other.passage.document_id == candidate.passage.document_id
        and len(other.tokens & candidate.tokens) > 0.8 * len(candidate.tokens | other.tokens)
        for other in kept
    )


def _finding(candidate: Candidate, items: Sequence[str]) -> Finding:
    return Finding(
        document_id=candidate.passage.document_id,
        statement=one_line(candidate.text),
        quote=candidate.text,
        start=candidate.start,
        scores={item: round(candidate.scores[item], 4) for item in items},
        entities=names(candidate.text, detect_language(candidate.text)),
    )
