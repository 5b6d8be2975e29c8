"""How each claim of a note stands to what was found: borne out, different, or nothing found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inquiro.core.types import (
    ClaimVerdict,
    Contradiction,
    Document,
    Evidence,
    Fact,
    Finding,
    Passage,
    Topic,
)
from inquiro.engine.contradictions.said import Said, all_said, contradiction
from inquiro.engine.contradictions.subjects import comparable, same_names
from inquiro.engine.notes.claim_comparison import Held, held_against
from inquiro.engine.notes.prose import prose_of
from inquiro.engine.relevance import ENOUGH, stands_alone
from inquiro.retrieval.sentences import sentences

MEETS = 0.9  # how well a sentence speaks to a claim that it bears out or contradicts
MOST_MET = 6  # sentences for one claim
LONGEST = 400  # characters of a sentence


def plain_claim(context: str) -> str:
    return " ".join(prose_of(context).split())


def sentences_that_meet(topics: Sequence[Topic], passages: Sequence[Passage]) -> list[Finding]:
    """Sentences that bear a claim out or contradict it, whatever else a reader of the passages took from them."""
    found: list[Finding] = []
    for topic in topics:
        claim = plain_claim(topic.context) if topic.type == "claim" else ""
        met = list(_meeting(topic.id, claim, passages)) if claim else []
        found += met[:MOST_MET]
    return found


def _meeting(topic: str, claim: str, passages: Sequence[Passage]) -> Iterator[Finding]:
    for passage in sorted(passages, key=lambda one: -one.score):
        for start, end in sentences(passage.text):
            said = passage.text[start:end]
            plain = " ".join(said.split())
            if len(said) > LONGEST or not stands_alone(plain) or not held_against(claim, plain, passage.context):
                continue
            yield Finding(
                document_id=passage.document_id,
                statement=plain,
                quote=said,
                start=passage.start + start,
                scores={topic: MEETS},
            )


def differences(own: Said, others: Sequence[Said]) -> list[Contradiction]:
    """One for all that say otherwise, each side with the figure or name that tells it apart."""
    claim = plain_claim(own.fact.statement)
    sides: list[tuple[Said, str]] = []
    mine = ""
    for one in others:
        held = _held(claim, one)
        if (
            held
            and held.verdict == "differs"
            and comparable(own, one)
            and same_names(own, one, claim, one.fact.statement)
        ):
            mine = mine or held.mine
            sides.append((one, held.theirs))
    if not sides:
        return []
    return [contradiction([(own, mine), *sides], about=claim, kind="disagreement", explanation="")]


def verdicts(
    topics: Sequence[Topic],
    found: Sequence[Contradiction],
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    *,
    note_id: str,
) -> tuple[ClaimVerdict, ...]:
    """One for each claim; `facts` are those of others."""
    said = all_said(facts, evidence, documents)
    told: list[ClaimVerdict] = []
    for topic in topics:
        claim = plain_claim(topic.context) if topic.type == "claim" else ""
        if not claim:
            continue
        near = [one for one in said if one.fact.scores.get(topic.id, 0.0) >= ENOUGH]
        against = [one for one in found if _speaks_against(one, topic, note_id)]
        bearing = [one.document.id for one in near if _bears_out(claim, one)]
        sides = [side for one in against for side in one.sides]
        mine = next((side.value for side in sides if side.document_id == note_id), "")
        theirs = [side for side in sides if side.document_id != note_id]
        told.append(
            ClaimVerdict(
                topic=topic.id,
                claim=claim,
                verdict="differs" if against else "borne_out" if bearing else "open" if near else "nothing_found",
                mine=mine,
                theirs=tuple(dict.fromkeys(side.value or side.statement for side in theirs)),
                documents=tuple(dict.fromkeys([side.document_id for side in theirs] if against else bearing)),
            )
        )
    return tuple(told)


def _speaks_against(one: Contradiction, topic: Topic, note_id: str) -> bool:
    return any(side.document_id == note_id and side.statement == topic.context for side in one.sides)


def _bears_out(claim: str, one: Said) -> bool:
    held = _held(claim, one)
    return held is not None and held.verdict == "borne_out"


def _held(claim: str, one: Said) -> Held | None:
    """By the sentence of a statement that meets the claim; where one bears it out, the others speak of something else."""
    said = one.fact.statement
    held = [held_against(claim, said[start:end], one.document.title) for start, end in sentences(said)]
    met = [each for each in held if each]
    return next((each for each in met if each.verdict == "borne_out"), met[0] if met else None)
