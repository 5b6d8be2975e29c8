"""Choosing the sentences that answer: exact spans of passages, scored against every open item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan
from inquiro.engine.answer_form import AnswerForm, answer_form
from inquiro.engine.answer_worth import Considered, answer_scores
from inquiro.engine.entities import names
from inquiro.engine.leads import leads, told
from inquiro.engine.meaning import meaning, neighbours
from inquiro.engine.relevance import ENOUGH, NEAREST, Above, Need, Weights, fitness, need, score
from inquiro.engine.statements import Stated, all_terms, stated, windows
from inquiro.retrieval.context import BETWEEN
from inquiro.retrieval.ranking import Meaning
from inquiro.retrieval.words import detect_language

MOST_NEAREST = 3  # statements that come near where few answer
PER_ITEM = 14
PER_ITEM_AND_DOCUMENT = 4
OF_A_PASSAGE = 20  # of them by their passage alone
WINDOWED = 20  # of them that are told with the sentence beside them, too
OWN_PART = 0.8  # of the nearness to a part of the question, the rest is to the whole
LOOKED_AT = 240  # statements whose meaning is looked at
SECONDS = 1.5  # that they are waited for, beside what ranking waits
PLACE_SHARE = 0.25  # a statement is worth so much less in the poorest passage than in the best
OTHER_LANGUAGE = 0.8  # a reader rather quotes what they can read
WHOLE = 0.15  # what it adds that steps or a list answer as a whole


class Candidate(NamedTuple):
    passage: Passage
    said: Stated
    scores: dict[str, float]
    fits: dict[str, float]  # what it is worth of what its words or its meaning promise

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
    candidates = _candidates(plan, passages, needs, weights, joined=vectors is not None)
    if vectors and needs:
        candidates = _by_meaning(plan, needs, candidates, vectors)
    candidates = [one for one in candidates if one.said.statement not in said]
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
    plan: Plan, passages: Sequence[Passage], needs: Sequence[Need], weights: Weights, *, joined: bool
) -> list[Candidate]:
    """Every statement with what its words are worth to each item, from 0 on; if `joined`, two sentences as one as well."""
    found: list[Candidate] = []
    seen: set[tuple[str, int, int]] = set()
    forms = {wanted.item.id: answer_form(wanted.item.description, plan.language) for wanted in needs}
    highest = max((passage.score for passage in passages), default=0.0) or 1.0
    read: dict[str, frozenset[str]] = {}
    for passage in passages:
        read[passage.document_id] = read.get(passage.document_id, frozenset()) | all_terms(passage)
    for passage in passages:
        title = passage.context.partition("\n")[0]
        above = Above(meaning(title), title, read[passage.document_id])
        placed = 1 - PLACE_SHARE * (1 - max(passage.score, 0.0) / highest)
        if detect_language(passage.text) != plan.language:
            placed *= OTHER_LANGUAGE
        for one in (*stated(passage), *(windows(passage) if joined else ())):
            place = (passage.document_id, passage.start + one.start, len(one.quote))
            if place in seen:
                continue
            seen.add(place)
            fits = {asked.item.id: placed * fitness(one, above, asked, forms[asked.item.id]) for asked in needs}
            scores = {
                item: fit * _worth(one, above, wanted, weights, forms[item])
                for (item, fit), wanted in zip(fits.items(), needs, strict=True)
            }
            found.append(Candidate(passage, one, scores, fits))
    return found


def _worth(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """Steps answer how, and a list answers which, where the lead-in or the heading says what of; else they do not."""
    if not one.whole:
        return score(one, above, wanted, weights, form)
    if not ((form.steps and one.kind in {"steps", "list"}) or (form.listed and one.kind != "steps")):
        return 0.0
    lead = one.lead or one.path.rpartition(BETWEEN)[2]
    said = one._replace(statement=lead, terms=meaning(lead), pairs=neighbours(lead))
    value = score(said, above, wanted, weights, form)
    return value + (WHOLE if one.lead else WHOLE / 3) if value else 0.0


def _likeliest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those whose meaning is worth a look: a third by their own words, the others by the passage they stand in."""
    by_words = sorted(candidates, key=lambda one: (-max(one.scores.values(), default=0.0), one.start))
    first = by_words[: LOOKED_AT // 3]
    rest: list[Candidate] = []
    taken: Counter[tuple[str, int]] = Counter()
    for one in sorted(by_words[LOOKED_AT // 3 :], key=lambda one: -one.passage.score):
        place = (one.passage.document_id, one.passage.start)
        if taken[place] < OF_A_PASSAGE and not one.said.whole:
            taken[place] += 1
            rest.append(one)
    return [*first, *rest[: LOOKED_AT - len(first)]]


def _by_meaning(
    plan: Plan, needs: Sequence[Need], candidates: Sequence[Candidate], vectors: Meaning
) -> list[Candidate]:
    """The likeliest, and the windows around the best of them, with what they are worth by meaning, words and form."""
    likely = _likeliest([one for one in candidates if not one.said.window])
    near = _nears(plan.refined_query, likely, vectors)
    if near is None:
        return list(candidates)
    best = sorted(zip(likely, near, strict=True), key=lambda pair: -(pair[1] + max(pair[0].scores.values(), default=0)))
    edges = {(one.passage.document_id, edge) for one, _ in best[:WINDOWED] for edge in (one.start, one.end)}
    beside = [
        one
        for one in candidates
        if one.said.window and edges & {(one.passage.document_id, one.start), (one.passage.document_id, one.end)}
    ]
    looked_at = [*likely, *beside]
    whole = [*near, *(_nears(plan.refined_query, beside, vectors) or [0.0] * len(beside))]
    scores = [dict[str, float]() for _ in looked_at]
    for wanted in needs:
        item, form = wanted.item.id, answer_form(wanted.item.description, plan.language)
        own = (
            _nears(wanted.item.description, looked_at, vectors, private=wanted.item.private) if len(needs) > 1 else None
        )
        # A part of a question may leave to the whole whom it speaks of, and the whole asks for other things too.
        nears = (
            [OWN_PART * one + (1 - OWN_PART) * other for one, other in zip(own, whole, strict=True)] if own else whole
        )
        considered = [
            Considered(one.said, one.passage, one.scores[item], one.fits[item], cosine)
            for one, cosine in zip(looked_at, nears, strict=True)
        ]
        for place, value in enumerate(answer_scores(considered, wanted, form)):
            scores[place][item] = value
    return [one._replace(scores=worth) for one, worth in zip(looked_at, scores, strict=True)]


def _nears(
    question: str, candidates: Sequence[Candidate], vectors: Meaning, *, private: bool = False
) -> list[float] | None:
    """Cosines to the question; what has no vector in time counts as average, and without any nothing is known."""
    if not candidates:
        return None
    asked = vectors.query(question, private=private)
    rows, mask = vectors.embed(
        [one.embedded for one in candidates], seconds=SECONDS, private=[one.passage.private for one in candidates]
    )
    if not asked.any() or not mask.any():
        return None
    nears = rows @ asked
    return [float(near) for near in np.where(mask, nears, nears[mask].mean())]


def _best(candidates: Sequence[Candidate], item: str) -> list[Candidate]:
    ranked = sorted(
        (c for c in candidates if c.scores.get(item, 0.0) >= NEAREST),
        key=lambda c: (-c.scores[item], -c.passage.score, c.passage.document_id, c.start),
    )
    kept: list[Candidate] = []
    per_document: Counter[str] = Counter()
    for candidate in ranked:
        document = candidate.passage.document_id
        if per_document[document] >= PER_ITEM_AND_DOCUMENT or _repeats_neighbour(candidate, kept):
            continue
        if candidate.scores[item] < ENOUGH and len(kept) >= MOST_NEAREST:
            break
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
            or (other.start < candidate.end and candidate.start < other.end)
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
