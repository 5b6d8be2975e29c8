"""A draft under criticism: its sentences by number, and the patches that answer the critics, one sentence at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import regex
from msgspec.structs import replace

from inquiro.core.phrases import phrases
from inquiro.core.types import (
    ChecklistItem,
    CriticFinding,
    Critique,
    Draft,
    DraftClaim,
    DraftSection,
    Fact,
    Patch,
    Plan,
    PlannedSection,
    WritingOrder,
)
from inquiro.core.types.critique import Outcome
from inquiro.engine.label_words import as_label, bare, claims_more, held_by

MOST_ADDED = 12  # sentences that critics may add to a draft
_FACT_ID = regex.compile(r"\s*[(\[]?\bf\d{1,5}(?:(?:, | and )f\d{1,5})*\b[)\]]?")  # a reader does not know them
OPENING = -1  # the place of the bottom line among the sections


class Criticised(NamedTuple):
    """A draft and what it was made from and for: what critics and those who answer them are shown."""

    plan: Plan
    items: Sequence[ChecklistItem]
    facts: Sequence[Fact]
    draft: Draft
    order: WritingOrder


@runtime_checkable
class Thorough(Protocol):
    """A reasoner that can look from other sides, compare outlines, criticise a draft and answer its critics."""

    async def perspectives(self, plan: Plan) -> Plan: ...
    async def outline(
        self, plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact], order: WritingOrder
    ) -> tuple[PlannedSection, ...]: ...
    async def criticise(self, shown: Criticised) -> list[CriticFinding]: ...
    async def patch(self, shown: Criticised, critique: Critique) -> list[Patch]: ...


class Numbered(NamedTuple):
    """A sentence or cell of a draft, by the number that critics call it."""

    number: int
    section: int
    claim: DraftClaim


def numbered(draft: Draft) -> list[Numbered]:
    return [Numbered(number, section, claim) for number, (section, claim) in enumerate(_places(draft), 1)]


def patched(
    draft: Draft, critique: Critique, patches: Sequence[Patch], facts: Sequence[Fact], language: str = "en"
) -> tuple[Draft, Critique]:
    """The draft with the patches that can be made, and the critique with what became of each finding.

    What no patch names stays as it is, to the letter.
    """
    work = _Patching(draft, critique, facts)
    for patch in patches:
        work.take(patch)
    return work.draft(language), work.critique()


def _places(draft: Draft) -> Iterator[tuple[int, DraftClaim]]:
    yield from ((OPENING, claim) for claim in draft.opening)
    for at, section in enumerate(draft.sections):
        yield from ((at, claim) for claim in section.claims)


class _Patching:
    def __init__(self, draft: Draft, critique: Critique, facts: Sequence[Fact]) -> None:
        self._draft = draft
        self._critique = critique
        self._facts = {fact.id: fact for fact in facts}
        self._places = {one.number: one for one in numbered(draft)}
        self._said = {one.claim.text for one in self._places.values()}
        self._instead: dict[int, DraftClaim | None] = {}  # None: taken out
        self._behind: dict[int, list[DraftClaim]] = {}
        self._ends: dict[int, list[DraftClaim]] = {}  # by section
        self._new: dict[str, list[DraftClaim]] = {}  # by heading
        self._outcomes: dict[int, Outcome] = {}

    def take(self, patch: Patch) -> None:
        """One patch for each sentence: the first one counts."""
        if not 1 <= patch.finding <= len(self._critique.findings):
            return
        place = self._places.get(patch.sentence)
        if patch.action == "add":
            self._add(patch, place)
        elif place is not None and place.number not in self._instead:
            self._change(patch, place)

    def _change(self, patch: Patch, place: Numbered) -> None:
        facts = self._known(patch)
        if patch.action == "remove":
            self._instead[place.number] = None
            self._outcomes.setdefault(patch.finding, "removed")
        elif facts and patch.text and patch.text not in self._said:
            self._instead[place.number] = replace(place.claim, text=patch.text, facts=facts)
            self._outcomes[patch.finding] = "changed"

    def _add(self, patch: Patch, place: Numbered | None) -> None:
        facts = self._known(patch)
        if not facts or not patch.text or patch.text in self._said or self._added() >= MOST_ADDED:
            return
        claim = DraftClaim(text=patch.text, facts=facts)
        if place is not None and not place.claim.row:
            self._behind.setdefault(place.number, []).append(replace(claim, paragraph=place.claim.paragraph))
        elif not self._under(patch.section, place, claim):
            return
        self._said.add(patch.text)
        self._outcomes[patch.finding] = "added"

    def _under(self, heading: str, beside: Numbered | None, claim: DraftClaim) -> bool:
        """At the end of a section that there is, or of a new one whose heading its facts hold."""
        known = {bare(section.heading): at for at, section in enumerate(self._draft.sections)}
        at = known.get(bare(heading), beside.section if beside else None)
        if at is not None and at != OPENING:
            self._ends.setdefault(at, []).append(claim)
            return True
        label = as_label(heading)
        if not label or claims_more(label, held_by([self._facts[name] for name in claim.facts], "")):
            return False
        self._new.setdefault(label[:1].upper() + label[1:], []).append(claim)
        return True

    def draft(self, language: str) -> Draft:
        numbers = iter(sorted(self._places))
        opening = self._claims(self._draft.opening, numbers)
        sections = []
        for at, section in enumerate(self._draft.sections):
            claims = self._claims(section.claims, numbers)
            last = max((claim.paragraph for claim in claims), default=-1) + 1
            claims += [replace(claim, paragraph=last) for claim in self._ends.get(at, ())]
            sections.append(replace(section, claims=tuple(claims)))
        caveats = next((at for at, one in enumerate(sections) if one.part == "caveats"), len(sections))
        new = [DraftSection(heading=heading, claims=tuple(claims)) for heading, claims in self._new.items()]
        kept = [one for one in (*sections[:caveats], *new, *sections[caveats:]) if one.claims]
        opened = tuple(opening) or (DraftClaim(text=phrases(language).indirect),)
        return replace(self._draft, opening=opened, sections=tuple(kept))

    def _claims(self, claims: Sequence[DraftClaim], numbers: Iterator[int]) -> list[DraftClaim]:
        found: list[DraftClaim] = []
        for claim, number in zip(claims, numbers, strict=False):
            now = self._instead.get(number, claim)
            found += [*([now] if now is not None else []), *self._behind.get(number, ())]
        return found

    def critique(self) -> Critique:
        told = [
            replace(one, outcome=self._outcomes.get(number, "open"), problem=_FACT_ID.sub("", one.problem))
            for number, one in enumerate(self._critique.findings, 1)
        ]
        return replace(
            self._critique,
            findings=tuple(told),
            changed=sum(claim is not None for claim in self._instead.values()),
            removed=sum(claim is None for claim in self._instead.values()),
            added=self._added(),
        )

    def _known(self, patch: Patch) -> tuple[str, ...]:
        return tuple(name for name in dict.fromkeys(patch.facts) if name in self._facts)

    def _added(self) -> int:
        places = (self._behind, self._ends, self._new)
        return sum(len(claims) for place in places for claims in place.values())


def wanted(findings: Sequence[CriticFinding], most: int) -> list[CriticFinding]:
    """The findings that something has to be searched for: of each critic its most serious in turn."""
    by_critic: dict[str, list[CriticFinding]] = {}
    for one in findings:
        if one.query and one.question:
            by_critic.setdefault(one.critic, []).append(one)
    found: list[CriticFinding] = []
    while any(by_critic.values()) and len(found) < most:
        for queue in by_critic.values():
            found += [queue.pop(0)] if queue else []
    return found[:most]
