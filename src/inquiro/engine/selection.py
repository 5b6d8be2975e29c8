"""Choosing the sentences that answer: exact spans of passages, scored against every open item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inquiro.core.types import ChecklistItem, Fact, Finding, Passage, Plan
from inquiro.engine.entities import names
from inquiro.engine.leads import leads, told
from inquiro.engine.meaning import meaning
from inquiro.engine.question import asks_how, asks_which
from inquiro.engine.relevance import ENOUGH, Need, Weights, learned_terms, need, score
from inquiro.engine.statements import Stated, all_terms, statements
from inquiro.retrieval.ranking import Meaning
from inquiro.retrieval.words import detect_language

TEACHERS = 5
PER_ITEM = 14
PER_ITEM_AND_DOCUMENT = 4
LOOKED_AT = 120  # statements whose meaning is looked at
SECONDS = 1.5  # that they are waited for, beside what ranking waits
FAR, NEAR = 0.3, 0.75  # cosines of what has nothing to do with the question, and of what says just that
MEANT = 0.75  # what nearness alone is worth, on the scale of `relevance`
NEAR_SHARE = 0.3  # and beside the words
PLACE_SHARE = 0.35  # a statement is worth so much less in the poorest passage than in the best
OTHER_LANGUAGE = 0.85  # a reader rather quotes what they can read
WHOLE, TOLD = 0.2, 0.5  # steps and lists that answer as a whole, and how much of what is asked they must announce


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
    read = [(passage, all_terms(passage.text)) for passage in passages]
    weights = Weights(tokens for _, tokens in read)
    needs = [_need(plan, item, known, read, weights) for item in checklist if not item.satisfied]
    said = {fact.statement for fact in known}
    like = likenesses(plan.refined_query, passages, vectors) if vectors else {}
    candidates = _candidates(plan.refined_query, passages, needs, weights, said, like=like)
    chosen: dict[tuple[str, int, int], tuple[Candidate, list[str]]] = {}
    for wanted in needs:
        for candidate in _best(candidates, wanted.item.id):
            place = (candidate.passage.document_id, candidate.start, candidate.end)
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


def likenesses(
    question: str, passages: Sequence[Passage], vectors: Meaning, *, most: int = LOOKED_AT
) -> dict[tuple[str, int], float]:
    """How near statements are to the question in meaning, 0 to 1, by document and place; those of the best passages."""
    places: dict[tuple[str, int], tuple[str, bool]] = {}
    for passage in sorted(passages, key=lambda one: -one.score):
        for one in statements(passage.text):
            if len(places) < most and not one.whole:
                about = passage.context.replace("\n", " › ")
                place = (passage.document_id, passage.start + one.start)
                places.setdefault(place, (f"{about}: {one.statement}", passage.private))
    if not places:
        return {}
    asked = vectors.query(question, private=False)
    texts, hidden = zip(*places.values(), strict=True)
    rows, mask = vectors.embed(list(texts), seconds=SECONDS, private=list(hidden))
    if not asked.any():
        return {}
    near = (rows @ asked).tolist()
    return {
        place: min(1.0, max(0.0, (cosine - FAR) / (NEAR - FAR)))
        for place, cosine, there in zip(places, near, mask.tolist(), strict=True)
        if there
    }


def _candidates(
    question: str,
    passages: Sequence[Passage],
    needs: Sequence[Need],
    weights: Weights,
    known: set[str],
    *,
    like: Mapping[tuple[str, int], float],
) -> list[Candidate]:
    found: list[Candidate] = []
    seen: set[tuple[str, int, int]] = set()
    asked = frozenset[str]().union(*(wanted.terms | wanted.about for wanted in needs))
    steps, listed = asks_how(question), asks_which(question)
    highest = max((passage.score for passage in passages), default=0.0) or 1.0
    for passage in passages:
        context = meaning(passage.context)
        placed = 1 - PLACE_SHARE * (1 - max(passage.score, 0.0) / highest)
        if needs and detect_language(passage.text) != needs[0].language:
            placed *= OTHER_LANGUAGE
        for one in statements(passage.text):
            place = (passage.document_id, passage.start + one.start, len(one.quote))
            near = like.get(place[:2], 0.0)
            if place in seen or one.statement in known or not (one.terms & asked or near > 0.5 or one.whole):
                continue
            seen.add(place)
            scores: dict[str, float] = {}
            for wanted in needs:
                value = score(one.statement, one.terms, context, wanted, weights)
                if one.whole:
                    value = _as_a_whole(value, one, context, wanted, weights, steps=steps, listed=listed)
                if near and not one.whole:
                    value = max(value, MEANT * near) + NEAR_SHARE * near
                value *= placed
                if value >= ENOUGH:
                    scores[wanted.item.id] = value
            if scores:
                found.append(Candidate(passage, one, scores))
    return found


def _as_a_whole(
    value: float, one: Stated, context: frozenset[str], wanted: Need, weights: Weights, *, steps: bool, listed: bool
) -> float:
    """Steps answer how, and a list answers which, where the heading or the lead-in says what of."""
    fits = (steps and one.kind == "steps") or (listed and one.kind == "list")
    lead = meaning(one.statement.partition(":")[0]) if ":" in one.statement[:200] else frozenset()
    told = weights.share((lead | context), wanted)
    return max(value, told) + WHOLE if fits and told >= TOLD else 0.0


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
