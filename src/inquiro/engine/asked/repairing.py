"""Sentences that their evidence does not bear out, worded anew by a model: one for one, or none."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import ClaimLabel, DraftClaim, Fact, Ground, Objection, Plan, Value
from inquiro.core.types.claims import stated
from inquiro.engine.asked.listing import first_sentence, question_line, split
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens
from inquiro.engine.repair import excerpts_of, is_repair
from inquiro.engine.verify import label

REPAIR = Step(name="repair", role="write", room=6_000, output=4_096)
LONGEST_SENTENCE = 400
LONGEST_PROBLEM = 160
LONGEST_QUOTE = 320
LONGEST_PLACE = 160
LONGEST_AROUND = 900
MOST_QUOTES = 8
LABELS: tuple[ClaimLabel, ...] = ("uncited", "inferred", "supported", "quoted")  # worst first


class RepairedSentence(Value, frozen=True, kw_only=True):
    number: int
    right: bool = False  # as it stands: the objection is a mistake
    text: str = ""
    facts: list[str] = msgspec.field(default_factory=list)


class Repaired(Value, frozen=True, kw_only=True):
    sentences: list[RepairedSentence]


async def repair_with(
    thinking: Thinking, embedded: Reasoner, plan: Plan, objections: Sequence[Objection], facts: Sequence[Fact]
) -> list[DraftClaim]:
    """In the order of the objections; what the model may not see, or has no room for, stays as it was."""
    visible, _ = split(objections, all_visible=thinking.may_see_private("write"))
    if not visible:
        return await embedded.repair(plan, objections, facts)
    shown: list[Objection] = []

    def build(room: int) -> Shown:
        room -= tokens(question_line(plan)) + 30
        shown.clear()
        lines: list[str] = []
        for number, one in enumerate(visible, 1):
            told = _lines(number, one)
            room -= tokens("\n".join(told)) + 1
            if room < 0 and shown:
                break
            shown.append(one)
            lines += told
        left = len(visible) - len(shown)
        text = f"{question_line(plan)}\n\nEntries:\n{fenced('entries', lines)}"
        return Shown(text=text, left_out=f"the repair of {left} sentences" if left else "")

    said = await ask_typed(thinking, REPAIR, build, Repaired, private=any(one.private for one in visible))
    better = _better(said, shown, {fact.id for fact in facts})
    kept = await embedded.repair(plan, objections, facts)
    numbers = {id(one): number for number, one in enumerate(visible, 1)}
    return [better.get(numbers.get(id(one), 0), old) for one, old in zip(objections, kept, strict=True)]


def _lines(number: int, one: Objection) -> list[str]:
    ids = " ".join(one.claim.facts) or "none"
    return [
        f"{number}. Sentence: {shortened(safe(one.claim.text), LONGEST_SENTENCE)}",
        *([f"   In a table, under: {safe(stated('', one.claim.row, one.claim.column))}"] if one.claim.row else []),
        f"   Problem: {shortened(safe(one.problem), LONGEST_PROBLEM)}",
        f"   Facts: {safe(ids)}",
        *(line for ground in _grounds(one)[:MOST_QUOTES] for line in _ground(ground)),
    ]


def _grounds(one: Objection) -> tuple[Ground, ...]:
    return one.grounds or tuple(Ground(fact="", quote=quote) for quote in one.quotes)


def _ground(one: Ground) -> list[str]:
    """A quote with where it stands and what stands around it: alone it seldom names its subject."""
    place = shortened(safe(" › ".join(part for part in (one.title, one.heading) if part)), LONGEST_PLACE)
    quote, around = shortened(safe(one.quote), LONGEST_QUOTE), safe(one.around)
    told = ", ".join(part for part in (safe(one.fact), f"in: {place}" if place else "") if part)
    lines = [f"   Quote: {quote}", *([f"     of {told}"] if told else [])]
    beside = around and around != safe(one.quote)
    return [*lines, f"     around it: {shortened(around, LONGEST_AROUND)}"] if beside else lines


def _better(said: Repaired, shown: Sequence[Objection], known: set[str]) -> dict[int, DraftClaim]:
    """By number; the first word on each counts, and only the first sentence of it. One that is none is taken out."""
    found: dict[int, DraftClaim] = {}
    for one in said.sentences:
        if not 1 <= one.number <= len(shown) or one.number in found:
            continue
        failed = shown[one.number - 1]
        claim = failed.claim
        if one.right:
            found[one.number] = claim  # it keeps its label of doubt: whoever wrote it is no witness for it
            continue
        mine = tuple(name for name in dict.fromkeys(one.facts) if name in claim.facts and name in known)
        text = first_sentence(as_words(one.text, LONGEST_SENTENCE))
        if not is_repair(text, failed) or (text and _worth(text, failed) < _worth(claim.text, failed)):
            text = ""  # no repair, and whoever made it knows by now that the sentence is wrong
        facts = (mine or claim.facts) if text else ()
        found[one.number] = msgspec.structs.replace(claim, text=text, facts=facts)
    return found


def _worth(text: str, failed: Objection) -> int:
    return LABELS.index(label(stated(text, failed.claim.row, failed.claim.column), excerpts_of(failed), failed.granted))
