"""A report as a model said it, made a draft: its places kept, its labels held to its facts, the reader's outline followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex
from msgspec.structs import replace

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Draft, DraftClaim, DraftSection, Fact, Plan, WritingOrder
from inquiro.engine.asked.kept_sentences import Kept
from inquiro.engine.asked.report_form import Sentence, Table, Written, WrittenSection
from inquiro.engine.label_words import as_label, bare, claims_more, held_by
from inquiro.retrieval.words import content_tokens

MOST_BOTTOM, MOST_BRIEF = 4, 5  # sentences
MOST_SECTIONS = {"answer": 3, "report": 12}
MOST_SENTENCES = 40  # of a section
MOST_COLUMNS, MOST_ROWS = 8, 24
COLUMN_WORDS = 8
_ASIDE = regex.compile(r"\s*\([^()]*\)")


def draft_of(said: Written, kept: Kept, plan: Plan, checklist: Sequence[ChecklistItem], order: WritingOrder) -> Draft:
    if order.brief:  # whoever writes sections all the same has said the most important first
        first = said.bottom_line or [
            one for section in said.sections for p in section.paragraphs for one in p.sentences
        ]
        return Draft(opening=tuple(kept.claims(first)[:MOST_BRIEF]))
    opening = tuple(kept.claims(said.bottom_line)[:MOST_BOTTOM])
    making = _Sections(kept, plan, checklist)
    sections = [made for one in said.sections if (made := making.section(one)).claims]
    if order.outline:
        return Draft(opening=opening, sections=under_outline(sections, order.outline, plan.language))
    return Draft(opening=opening, sections=tuple(_merged(sections)[: MOST_SECTIONS[order.style]]))


class _Sections:
    def __init__(self, kept: Kept, plan: Plan, checklist: Sequence[ChecklistItem]) -> None:
        self._kept = kept
        self._items = {item.id: item for item in checklist}
        self._asked = "\n".join([plan.refined_query, *(f"{item.description} {item.label}" for item in checklist)])
        self._phrases = phrases(plan.language)

    def section(self, said: WrittenSection) -> DraftSection:
        first = said.kind == "comparison"
        cells = self._cells(said.table, 0) if first else []
        claims: list[DraftClaim] = []
        for paragraph in said.paragraphs:
            claims += self._kept.claims(paragraph.sentences, paragraph=_next([*cells, *claims]))
        self._kept.crowded += max(len(claims) - MOST_SENTENCES, 0)
        claims = claims[:MOST_SENTENCES]
        if not first:
            cells = self._cells(said.table, _next(claims))
        claims = [*cells, *claims] if first else [*claims, *cells]
        home = self._kept.home(claims, self._items)
        heading = self._heading(said, claims, home)
        return DraftSection(heading=heading, claims=tuple(claims), item=home or None, part=said.kind)

    def _heading(self, said: WrittenSection, claims: Sequence[DraftClaim], home: str) -> str:
        """The model's own, where the facts below it hold what it says; else ours."""
        ours = {self._phrases.disagree, self._phrases.missing, self._phrases.near}
        heading = as_label(said.heading)
        held = held_by(self._kept.facts_of(claims), self._asked)
        if heading and heading not in ours and not claims_more(heading, held):
            return heading[:1].upper() + heading[1:]
        if said.kind == "findings" and home:
            return self._items[home].label or self._items[home].description
        return self._phrases.parts[said.kind]

    def _cells(self, table: Table, paragraph: int) -> list[DraftClaim]:
        """A cell whose row or column has no name that its facts hold says nothing that could be checked."""
        facts = [one for row in table.rows for cell in row.cells for one in self._known(cell)]
        held = held_by(facts, self._asked)
        columns = [_named(one, held, COLUMN_WORDS) for one in table.columns[:MOST_COLUMNS]]
        claims: list[DraftClaim] = []
        left = [cell for row in table.rows[MOST_ROWS:] for cell in row.cells]
        left += [cell for row in table.rows[:MOST_ROWS] for cell in row.cells[MOST_COLUMNS:]]
        self._kept.crowded += sum(bool(cell.text.strip()) for cell in left)
        for row in table.rows[:MOST_ROWS]:
            name = _named(row.name, held)
            for column, cell in zip([*columns, *[""] * len(row.cells)], row.cells[:MOST_COLUMNS], strict=False):
                if name and column:
                    claims += self._kept.claims([cell], paragraph=paragraph, row=name, column=column)
                else:
                    self._kept.unnamed += bool(cell.text.strip())
        return claims

    def _known(self, cell: Sentence) -> list[Fact]:
        return [self._kept.facts[name] for name in cell.facts if name in self._kept.facts]


def under_outline(sections: Sequence[DraftSection], outline: Sequence[str], language: str) -> tuple[DraftSection, ...]:
    """Every section under the reader's heading that fits it best; a heading that nothing fits says so."""
    silent = DraftClaim(text=phrases(language).silent)
    found = {heading: DraftSection(heading=heading, claims=()) for heading in outline}
    for one in sections:
        home = _closest(one, outline)
        found[home] = _joined(found[home], one)
    return tuple(one if one.claims else replace(one, claims=(silent,)) for one in found.values())


def with_hidden(
    draft: Draft, hidden: Draft, facts: Sequence[Fact], checklist: Sequence[ChecklistItem], order: WritingOrder
) -> Draft:
    """What the model may not see stands, in its sources' words, in the section that it belongs to."""
    claims = [*hidden.opening, *(claim for section in hidden.sections for claim in section.claims)]
    if order.brief:
        return replace(draft, opening=(*draft.opening, *claims)[:MOST_BRIEF])
    best = {fact.id: fact.items[0] for fact in facts if fact.items}
    items = {item.id: item for item in checklist}
    sections = list(draft.sections)
    for claim in claims:
        home = next((best[name] for name in claim.facts if best.get(name) in items), "")
        if not home:
            continue
        own = DraftSection(heading=items[home].description, claims=(claim,), item=home)
        at = _place(own, sections, order)
        if at is None:
            sections.append(own)
        else:
            sections[at] = _joined(sections[at], own)
    return replace(draft, sections=tuple(sections))


def _place(own: DraftSection, sections: Sequence[DraftSection], order: WritingOrder) -> int | None:
    if order.outline:
        return list(order.outline).index(_closest(own, order.outline))
    fitting = (at for at, one in enumerate(sections) if one.item == own.item and one.part == "findings")
    return next(fitting, None)


def _closest(section: DraftSection, outline: Sequence[str]) -> str:
    """By its heading, else by the words that it shares; what fits none of them stands under the last."""
    same = next((one for one in outline if bare(one) == bare(section.heading)), None)
    if same is not None:
        return same
    named, said = set(content_tokens(section.heading)), set[str]()
    for claim in section.claims:
        said |= set(content_tokens(claim.statement))

    def shared(heading: str) -> tuple[int, int]:
        terms = set(content_tokens(heading))
        return len(terms & named), len(terms & said)

    best = max(outline, key=shared)
    return best if any(shared(best)) else outline[-1]


def _merged(sections: Iterable[DraftSection]) -> list[DraftSection]:
    """Two sections of one heading are one."""
    found: dict[str, DraftSection] = {}
    for one in sections:
        before = found.get(one.heading)
        found[one.heading] = _joined(before, one) if before else one
    return list(found.values())


def _joined(section: DraftSection, more: DraftSection) -> DraftSection:
    """One after the other; what is first said under a heading decides what kind of section it is."""
    moved = tuple(replace(claim, paragraph=claim.paragraph + _next(section.claims)) for claim in more.claims)
    if not section.claims:
        return replace(more, heading=section.heading)
    part = section.part if section.part == more.part else "findings"
    silent = all(not claim.facts for claim in section.claims)
    return replace(section, claims=moved if silent else (*section.claims, *moved), part=part)


def _next(claims: Sequence[DraftClaim]) -> int:
    return max((claim.paragraph for claim in claims), default=-1) + 1


def _named(text: str, held: str, most: int = COLUMN_WORDS) -> str:
    label = as_label(text, most) or as_label(_ASIDE.sub("", text), most)  # rather shorter than lost with all its cells
    return "" if claims_more(label, held) else label
