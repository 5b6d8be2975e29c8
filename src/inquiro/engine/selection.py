"""Choosing the sentences that answer: exact spans of passages, scored against every open item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan
from inquiro.engine.entities import names
from inquiro.engine.relevance import ENOUGH, Need, Weights, learned_terms, need, score
from inquiro.retrieval.sentences import is_prose, sentences
from inquiro.retrieval.words import content_tokens, detect_language

PER_ITEM = 6
PER_ITEM_AND_DOCUMENT = 2


class Candidate(NamedTuple):
    passage: Passage
    start: int
    text: str
    tokens: frozenset[str]
    scores: dict[str, float]


def select(
    plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], known: Sequence[Fact]
) -> list[Finding]:
    """The best new sentences per item, a few per document, without saying one thing twice."""
    weights = Weights(content_tokens(passage.text) for passage in passages)
    needs = [_need(plan, item, known, weights) for item in checklist]
    candidates = _candidates(passages, needs, weights, {fact.statement for fact in known})
    chosen: dict[tuple[str, int], tuple[Candidate, list[str]]] = {}
    for wanted in needs:
        for candidate in _best(candidates, wanted.item.id):
            place = (candidate.passage.document_id, candidate.start)
            chosen.setdefault(place, (candidate, []))[1].append(wanted.item.id)
    return [_finding(candidate, items) for candidate, items in chosen.values()]


def _need(plan: Plan, item: ChecklistItem, known: Sequence[Fact], weights: Weights) -> Need:
    own = [fact.statement for fact in known if item.id in fact.items]
    terms = frozenset(content_tokens(" ".join(item.terms), plan.language))
    return need(item, plan.language, learned_terms(own, plan.language, weights, terms))


def _candidates(
    passages: Sequence[Passage], needs: Sequence[Need], weights: Weights, known: set[str]
) -> list[Candidate]:
    found: list[Candidate] = []
    seen: set[tuple[str, int]] = set()
    for passage in passages:
        context = frozenset(content_tokens(passage.context))
        for start, end in sentences(passage.text):
            text = passage.text[start:end]
            place = (passage.document_id, passage.start + start)
            if place in seen or text in known or not is_prose(text):
                continue
            seen.add(place)
            tokens = frozenset(content_tokens(text))
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
        statement=candidate.text,
        quote=candidate.text,
        start=candidate.start,
        items=tuple(items),
        entities=names(candidate.text, detect_language(candidate.text)),
        relevance=round(max(candidate.scores[item] for item in items), 4),
    )
