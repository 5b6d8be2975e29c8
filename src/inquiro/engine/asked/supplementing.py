"""What a note gains, as a model writes it: a few sentences a topic over facts that it was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inquiro.core.models import Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.types import (
    ChecklistItem,
    Contradiction,
    Draft,
    DraftClaim,
    DraftSection,
    Fact,
    Plan,
    Value,
)
from inquiro.engine.asked.kept_sentences import Kept, any_rests_on
from inquiro.engine.asked.listing import any_private, chosen, fact_line, item_line, question_line
from inquiro.engine.asked.report_form import Sentence
from inquiro.engine.asked.writing_up import LONGEST_DISPUTE, MOST_DISPUTES, dispute_lines, to_be_shown
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens

SUPPLEMENT = Step(name="supplement", role="write", room=8_000, output=6_000)
LONGEST_CONTEXT = 240
MOST_SENTENCES = 6  # a topic


class TopicSection(Value, frozen=True, kw_only=True):
    item: str
    sentences: list[Sentence]


class Supplement(Value, frozen=True, kw_only=True):
    sections: list[TopicSection]


async def supplement_with(
    thinking: Thinking,
    embedded: Reasoner,
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    disputes: Sequence[Contradiction],
    says: Mapping[str, str],
) -> Draft:
    """`says` is what the note says of each topic, for a model that may see it."""
    items, shown, hidden = to_be_shown(thinking, checklist, facts)
    if not shown:
        return await embedded.supplement(plan, checklist, facts, disputes, says)
    told = says if thinking.may_see_private("write") else {}
    said, listed = await _ask(thinking, plan, items, shown, disputes=disputes, says=told)
    kept = Kept(listed)
    sections = _by_topic(said, kept, checklist)
    kept.tell(thinking)
    if hidden:
        _append_hidden(sections, await embedded.supplement(plan, checklist, hidden, (), says), hidden)
    return Draft(
        opening=(),
        sections=tuple(
            DraftSection(heading=item.description, claims=tuple(sections[item.id]), item=item.id)
            for item in checklist
            if sections.get(item.id)
        ),
    )


def _by_topic(said: Supplement, kept: Kept, checklist: Sequence[ChecklistItem]) -> dict[str, list[DraftClaim]]:
    """A section of an unknown topic goes where its facts belong."""
    ids = {item.id for item in checklist}
    found: dict[str, list[DraftClaim]] = {}
    for section in said.sections:
        claims = kept.claims(section.sentences)
        home = section.item if section.item in ids else kept.home(claims, ids)
        if home:
            found.setdefault(home, []).extend(claims)
    return {item: claims[:MOST_SENTENCES] for item, claims in found.items()}


def _append_hidden(sections: dict[str, list[DraftClaim]], draft: Draft, facts: Sequence[Fact]) -> None:
    """What the model may not see stands, in its sources' words, under its topic."""
    best = {fact.id: fact.items[0] for fact in facts if fact.items}
    for claim in (claim for section in draft.sections for claim in section.claims):
        home = next((best[name] for name in claim.facts if name in best), "")
        if home:
            sections.setdefault(home, []).append(claim)


async def _ask(
    thinking: Thinking,
    plan: Plan,
    items: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    disputes: Sequence[Contradiction],
    says: Mapping[str, str],
) -> tuple[Supplement, list[Fact]]:
    listed: list[Fact] = []

    def build(room: int) -> Shown:
        head = question_line(plan).replace("Question:", "Topics:", 1)
        spoken = {item.id: _own(says.get(item.id, "")) for item in items}
        fixed = "\n".join([head, *map(item_line, items), *(line for line in spoken.values() if line)])
        rest = room - tokens(fixed) - 40 - MOST_DISPUTES * LONGEST_DISPUTE // 4
        by_item = chosen(items, facts, room=max(rest, 0))
        listed[:] = [fact for group in by_item.values() for fact in group]
        lines = [
            line
            for item in items
            if by_item[item.id]
            for line in (item_line(item), spoken[item.id], *(f"  {fact_line(fact)}" for fact in by_item[item.id]))
            if line
        ]
        parts = [head, f"Topics with facts:\n{fenced('topics and facts', lines)}"]
        if told := dispute_lines(disputes, {fact.id for fact in listed}):
            parts.append(f"Facts that disagree:\n{fenced('disagreements', told)}")
        return Shown(text="\n\n".join(parts))

    def useless(said: Supplement) -> str:
        sentences = [one for section in said.sections for one in section.sentences]
        return "" if any_rests_on(sentences, listed) else "$.sections: no sentence names a listed fact in its `facts`"

    private = any_private(facts, items) or bool(says)
    said = await ask_typed(thinking, SUPPLEMENT, build, Supplement, private=private, wrong=useless)
    return said, listed


def _own(said: str) -> str:
    return f"  the note says: {shortened(safe(said), LONGEST_CONTEXT)}" if said else ""
