"""Choosing the sentences that answer: exact spans of passages, scored against every open item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan
from inquiro.engine.answer_form import AnswerForm, answer_form
from inquiro.engine.entities import names
from inquiro.engine.leads import leads, told
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import ENOUGH, Above, Need, Weights, need, score
from inquiro.engine.statements import Stated, all_terms, stated
from inquiro.retrieval.context import BETWEEN
from inquiro.retrieval.ranking import Meaning
from inquiro.retrieval.words import detect_language

PER_ITEM = 14
PER_ITEM_AND_DOCUMENT = 4
LOOKED_AT = 120  # statements whose meaning is looked at
SECONDS = 1.5  # that they are waited for, beside what ranking waits
FAR, NEAR = 0.3, 0.75  # cosines of what has nothing to do with the question, and of what says just that
WORDS_SHARE, NEAR_SHARE = 0.5, 0.6  # of both together
PLACE_SHARE = 0.25  # a statement is worth so much less in the poorest passage than in the best
OTHER_LANGUAGE = 0.8  # a reader rather quotes what they can read
WHOLE, TOLD = 0.15, 0.45  # steps and lists that answer as a whole, and how much of what is asked they must announce


class Candidate(NamedTuple):
    passage: Passage
    said: Stated
    scores: dict[str, float]

    @property
    def start(self) -> int:
        return self.passage.start + self.said.start

    @property
    def end(self) -> int:
        return self.start + len(self.said.quote)

    @property
    def embedded(self) -> str:
        """What it says with what it is about."""
        about = [self.passage.context.partition("\n")[0], self.said.path]
        return f"{BETWEEN.join(filter(None, about))}: {self.said.statement}"

    @property
    def tokens(self) -> frozenset[str]:
        return self.said.terms


def select(
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    passages: Sequence[Passage],
    known: Sequence[Fact],
    vectors: Meaning | None = None,
) -> list[Finding]:
    """The best new statements per item, a few per document, without saying one thing twice; then what leads on."""
    weights = Weights(all_terms(passage) for passage in passages)
    needs = [need(item, plan.language) for item in checklist if not item.satisfied]
    said = {fact.statement for fact in known}
    candidates = _candidates(plan, passages, needs, weights, said)
    if vectors:
        candidates = _by_meaning(plan.refined_query, candidates, vectors)
    chosen: dict[tuple[str, int, int], tuple[Candidate, list[str]]] = {}
    for wanted in needs:
        for candidate in _best(candidates, wanted.item.id):
            place = (candidate.passage.document_id, candidate.start, candidate.end)
            chosen.setdefault(place, (candidate, []))[1].append(wanted.item.id)
    found = [_finding(candidate, items) for candidate, items in chosen.values()]
    spoken = {finding.document_id for finding in found} | told(passages, said)
    led = leads(plan, checklist, passages, weights)
    return [*found, *(lead for document, lead in led.items() if document not in spoken)]


def _candidates(
    plan: Plan, passages: Sequence[Passage], needs: Sequence[Need], weights: Weights, known: set[str]
) -> list[Candidate]:
    """Every statement with what its words are worth to each item, from 0 on."""
    found: list[Candidate] = []
    seen: set[tuple[str, int, int]] = set()
    form = answer_form(plan.refined_query, plan.language)
    highest = max((passage.score for passage in passages), default=0.0) or 1.0
    read: dict[str, frozenset[str]] = {}
    for passage in passages:
        read[passage.document_id] = read.get(passage.document_id, frozenset()) | all_terms(passage)
    for passage in passages:
        above = Above(meaning(passage.context.partition("\n")[0]), read[passage.document_id])
        placed = 1 - PLACE_SHARE * (1 - max(passage.score, 0.0) / highest)
        if detect_language(passage.text) != plan.language:
            placed *= OTHER_LANGUAGE
        for one in stated(passage):
            place = (passage.document_id, passage.start + one.start, len(one.quote))
            if place in seen or one.statement in known:
                continue
            seen.add(place)
            scores = {wanted.item.id: placed * _worth(one, above, wanted, weights, form) for wanted in needs}
            found.append(Candidate(passage, one, scores))
    return found


def _worth(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """Steps answer how, and a list answers which, where the heading or the lead-in says what of; else they do not."""
    value = score(one, above, wanted, weights, form)
    if not one.whole:
        return value
    fits = (form.steps and one.kind == "steps") or (form.listed and one.kind in {"list", "definition"})
    lead = meaning(one.statement.partition(":")[0]) if ":" in one.statement[:200] else frozenset[str]()
    announced = weights.share(lead | meaning(one.path) | above.title, wanted)
    return max(value, announced) + WHOLE if fits and announced >= TOLD else 0.0


def _by_meaning(question: str, candidates: Sequence[Candidate], vectors: Meaning) -> list[Candidate]:
    """The likeliest with what they mean beside their words; of the others nobody knows it, and their words count half."""
    order = sorted(candidates, key=lambda one: (-max(one.scores.values(), default=0.0) - one.passage.score / 4, one.start))
    likely, others = order[:LOOKED_AT], order[LOOKED_AT:]
    if not likely:
        return []
    asked = vectors.query(question, private=False)
    rows, mask = vectors.embed(
        [one.embedded for one in likely], seconds=SECONDS, private=[one.passage.private for one in likely]
    )
    if not asked.any() or not mask.any():
        return list(candidates)
    nears = np.clip((rows @ asked - FAR) / (NEAR - FAR), 0.0, 1.0)
    nears = np.where(mask, nears, nears[mask].mean())  # what has no vector in time counts as average
    found = []
    for one, near in zip(likely, nears.tolist(), strict=True):
        found.append(one._replace(scores={item: WORDS_SHARE * v + NEAR_SHARE * near for item, v in one.scores.items()}))
    weaker = (one._replace(scores={item: WORDS_SHARE * v for item, v in one.scores.items()}) for one in others)
    return [*found, *weaker]


def _best(candidates: Sequence[Candidate], item: str) -> list[Candidate]:
    ranked = sorted(
        (c for c in candidates if c.scores.get(item, 0.0) >= ENOUGH),
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
    """The same words twice in one document add nothing, nor does an item beside its list; elsewhere they confirm."""
    return any(
        other.passage.document_id == candidate.passage.document_id
        and (
            len(other.tokens & candidate.tokens) > 0.8 * len(candidate.tokens | other.tokens)
            or (other.start <= candidate.start and candidate.end <= other.end)
        )
        for other in kept
    )


def _finding(candidate: Candidate, items: Sequence[str]) -> Finding:
    said = candidate.said
    return Finding(
        document_id=candidate.passage.document_id,
        statement=said.statement,
        quote=said.quote,
        start=candidate.start,
        scores={item: round(candidate.scores[item], 4) for item in items},
        entities=names(said.statement, detect_language(said.statement)),
    )
