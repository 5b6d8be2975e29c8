"""The answer as a model writes it: sentences over facts that it was shown, under headings that are ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
from inquiro.engine.asked.listing import any_private, chosen, grouped, item_line, question_line, split
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens
from inquiro.retrieval.sentences import sentences

WRITE = Step(name="write", role="write", room=16_000, output=6_000)
MOST_DISPUTES = 5
MOST_OPENING = 3
MOST_SENTENCES = 6  # a section
LONGEST_SENTENCE = 500
LONGEST_DISPUTE = 160


class Sentence(Value, frozen=True, kw_only=True):
    text: str
    facts: list[str]


class WrittenSection(Value, frozen=True, kw_only=True):
    item: str
    sentences: list[Sentence]


class Written(Value, frozen=True, kw_only=True):
    opening: list[Sentence]
    sections: list[WrittenSection]


async def write_with(
    thinking: Thinking,
    embedded: Reasoner,
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    disputes: Sequence[Contradiction],
) -> Draft:
    items, shown, hidden = to_be_shown(thinking, checklist, facts)
    if not shown:
        return await embedded.write(plan, checklist, facts, disputes)
    said, listed = await _ask(thinking, plan, items, shown, disputes)
    kept = Kept({fact.id: fact for fact in listed})
    opening = tuple(kept.claims(said.opening))[:MOST_OPENING]
    sections = kept.sections(said.sections, checklist)
    kept.tell(thinking)
    if not opening:
        opening = (await embedded.write(plan, checklist, shown, disputes)).opening
    if hidden:
        append_hidden(sections, await embedded.write(plan, checklist, hidden, ()), hidden)
    return Draft(opening=opening, sections=headed(sections, checklist))


def to_be_shown(
    thinking: Thinking, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]
) -> tuple[list[ChecklistItem], list[Fact], list[Fact]]:
    """The items and facts that the model may see, and the facts that are kept from it."""
    everything = thinking.may_see_private("write")
    items, _ = split(checklist, all_visible=everything)
    shown, hidden = split(facts, all_visible=everything)
    return items, [fact for fact in shown if any(item.id in fact.scores for item in items)], hidden


def headed(
    sections: Mapping[str, Sequence[DraftClaim]], checklist: Sequence[ChecklistItem]
) -> tuple[DraftSection, ...]:
    """What was said of each item under our headings, in the order of the checklist."""
    return tuple(
        DraftSection(heading=item.description, claims=tuple(sections[item.id]), item=item.id)
        for item in checklist
        if sections.get(item.id)
    )


async def _ask(
    thinking: Thinking,
    plan: Plan,
    items: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    disputes: Sequence[Contradiction],
) -> tuple[Written, list[Fact]]:
    listed: list[Fact] = []

    def build(room: int) -> Shown:
        head = question_line(plan)
        rest = room - tokens("\n".join([head, *map(item_line, items)])) - 40 - MOST_DISPUTES * LONGEST_DISPUTE // 4
        by_item = chosen(items, facts, room=max(rest, 0))
        listed[:] = [fact for group in by_item.values() for fact in group]
        told = [item for item in items if by_item[item.id]]
        parts = [head, f"Checklist with facts:\n{fenced('checklist and facts', grouped(told, by_item))}"]
        if lines := dispute_lines(disputes, {fact.id for fact in listed}):
            parts.append(f"Facts that disagree:\n{fenced('disagreements', lines)}")
        return Shown(text="\n\n".join(parts))

    def useless(said: Written) -> str:
        sentences = [*said.opening, *(one for section in said.sections for one in section.sentences)]
        return "" if any_rests_on(sentences, listed) else "$.opening: no sentence names a listed fact in its `facts`"

    private = any_private(facts, items)
    said = await ask_typed(thinking, WRITE, build, Written, private=private, wrong=useless)
    return said, listed


def any_rests_on(sentences: Iterable[Sentence], listed: Iterable[Fact]) -> bool:
    known = {fact.id for fact in listed}
    return any(set(one.facts) & known and as_words(one.text, LONGEST_SENTENCE) for one in sentences)


def dispute_lines(disputes: Sequence[Contradiction], known: set[str]) -> list[str]:
    lines = []
    for one in disputes:
        sides = [side.fact_id for side in one.sides]
        if set(sides) <= known:
            lines.append(shortened(f"{' / '.join(sides)} ({one.kind}): {safe(one.about)}", LONGEST_DISPUTE))
    return lines[:MOST_DISPUTES]


class Kept:
    """What of the model's sentences may stand, with the facts it may name."""

    def __init__(self, facts: dict[str, Fact]) -> None:
        self._facts = facts
        self._said: set[str] = set()
        self.invented = 0
        self.baseless = 0

    def claims(self, said: Iterable[Sentence]) -> list[DraftClaim]:
        return [claim for one in said for claim in self._claims_of(one)]

    def sections(
        self, said: Iterable[WrittenSection], checklist: Sequence[ChecklistItem]
    ) -> dict[str, list[DraftClaim]]:
        """By item; a section of an unknown item goes where its facts belong."""
        ids = {item.id for item in checklist}
        found: dict[str, list[DraftClaim]] = {}
        for section in said:
            claims = self.claims(section.sentences)
            home = section.item if section.item in ids else self._home(claims, ids)
            if home:
                found.setdefault(home, []).extend(claims)
        return {item: claims[:MOST_SENTENCES] for item, claims in found.items()}

    def tell(self, thinking: Thinking) -> None:
        """What was not believed."""
        if self.invented:
            thinking.lose(f"{self.invented} references of the model", "they name facts that it was not given")
        if self.baseless:
            thinking.lose(f"{self.baseless} sentences of the model", "they name no fact that they rest on")

    def _claims_of(self, one: Sentence) -> Iterator[DraftClaim]:
        """Where a model says several sentences for one, each has to be borne out by itself."""
        text = as_words(one.text, LONGEST_SENTENCE)
        facts = tuple(name for name in dict.fromkeys(one.facts) if name in self._facts)
        self.invented += len(set(one.facts)) - len(facts)
        if text and not facts:
            self.baseless += 1
            return
        for start, end in sentences(text):
            said = text[start:end].strip()
            if _speaks(said) and said not in self._said:
                self._said.add(said)
                yield DraftClaim(text=said, facts=facts)

    def _home(self, claims: Sequence[DraftClaim], ids: set[str]) -> str:
        items = (item for claim in claims for name in claim.facts for item in self._facts[name].items)
        return next((item for item in items if item in ids), "")


def _speaks(said: str) -> bool:
    """A number can be an answer; what is left of marks alone is none."""
    return any(map(str.isalpha, said)) or (any(map(str.isdigit, said)) and not {"[", "]"} & set(said))


def append_hidden(sections: dict[str, list[DraftClaim]], draft: Draft, facts: Sequence[Fact]) -> None:
    """What the model may not see stands, in its sources' words, in the section that it belongs to."""
    best = {fact.id: fact.items[0] for fact in facts if fact.items}
    for claim in (*draft.opening, *(claim for section in draft.sections for claim in section.claims)):
        home = next((best[name] for name in claim.facts if name in best), "")
        if home:
            sections.setdefault(home, []).append(claim)
