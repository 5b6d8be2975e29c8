"""Ideas, implementations and papers as a model drafts them: every source an id it was shown, or a page of this run."""

from __future__ import annotations

from collections import Counter

import msgspec

from inquiro.core.models import ModelAnswer, Thinking
from inquiro.core.protocols import Reasoner
from inquiro.core.said import Unreadable
from inquiro.core.types import ItemDraft, ModeDraft, PaperSection, Pool, ResearchMode
from inquiro.engine import allowance
from inquiro.engine.asked.evidence_shown import Shelf, shown
from inquiro.engine.asked.listing import any_private, question_line, split
from inquiro.engine.asking_typed import Form, Shown, Step, ask_formed
from inquiro.engine.fencing import fenced
from inquiro.engine.modes.drafted import Drafted
from inquiro.engine.modes.papers import HEADINGS
from inquiro.engine.modes.parsing import read_result
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import mode_instructions

STEPS: dict[ResearchMode, Step] = {
    "idea": Step(name="idea", role="write", room=3_200, output=4_000),
    "implementation": Step(name="implementation", role="write", room=5_200, output=8_000),
    "freeform": Step(name="freeform", role="write", room=5_200, output=8_000),
}
SHARES: dict[ResearchMode, float] = {"idea": 0.2, "implementation": 0.35, "freeform": 1.0}
_BLOCK = "<research_result> … </research_result>"
_NO_BLOCK = f"There is no {_BLOCK} block in it."
_NO_ITEM = "No research_item names an evidence id of the list in its <source>."
_NO_SENTENCE = "No sentence of the report cites an evidence id of the list."


async def present_with(
    thinking: Thinking, embedded: Reasoner, mode: ResearchMode, pool: Pool, top_k: int, *, room: int | None = None
) -> ModeDraft:
    """The model's draft, and the embedded reasoner's of what the model may not see."""
    everything = thinking.may_see_private("write")
    seen, hidden = _parted(pool, everything=everything)
    if not seen.documents or not (seen.facts or any(document.code for document in seen.documents)):
        return await embedded.present(mode, pool, top_k)
    draft = await _asked(thinking, mode, seen, top_k, _step(mode, room))
    return _joined(draft, await embedded.present(mode, hidden, top_k)) if hidden.documents else draft


def _step(mode: ResearchMode, room: int | None) -> Step:
    """What a report may be written from, and a share of it for a list; never less than a small window holds."""
    step = STEPS[mode]
    wanted = max(step.room, int((room or 0) * SHARES[mode]))
    output = max(step.output, allowance.report_length(wanted)) if mode == "freeform" else step.output
    return msgspec.structs.replace(step, room=wanted, output=output)


async def _asked(thinking: Thinking, mode: ResearchMode, pool: Pool, top_k: int, step: Step) -> ModeDraft:
    shelf = Shelf([], {}, {}, [])

    def build(room: int) -> Shown:
        nonlocal shelf
        head = f"{question_line(pool.plan)}\nMode: {mode}\nK: {top_k}"
        shelf = shown(mode, pool, room - tokens(head) - 40)
        return Shown(text=f"{head}\n\nEvidence:\n{fenced('evidence', shelf.lines)}")

    def read(answer: ModelAnswer) -> ModeDraft | Unreadable:
        return _read(answer, mode, shelf, pool)

    form = Form(
        instructions=mode_instructions(mode),
        read=read,
        again=f"That was no answer. Write the {_BLOCK} block that was asked for.",
        shorter=f"Your answer was cut off. Answer again with the {_BLOCK} block alone: fewer entries, shorter sentences.",
        corrected=f"Answer again with the {_BLOCK} block alone, complete and corrected.",
    )
    return await ask_formed(thinking, step, build, form, private=_private(pool))


def _read(answer: ModelAnswer, mode: ResearchMode, shelf: Shelf, pool: Pool) -> ModeDraft | Unreadable:
    result = read_result(answer.text, mode)
    if not result.blocks:
        return Unreadable(problems=(_NO_BLOCK,))
    drafted = Drafted(shelf.facts, shelf.code, pool.documents, pool.facts, pool.plan.refined_query)
    items: tuple[ItemDraft, ...] = ()
    sections: tuple[PaperSection, ...] = ()
    if mode == "freeform":
        sections = drafted.paper(result.report, pool.plan.language)
        if not any(one.facts or one.documents for part in sections for one in part.sentences):
            return Unreadable(problems=(_NO_SENTENCE,))
    else:
        items = drafted.items([(one.source, one.content) for one in result.items], coded=mode == "implementation")
        if result.items and not items:
            return Unreadable(problems=(_NO_ITEM,))
    cut = ("the answer was cut off at the length limit",) if answer.finish == "length" else ()
    return ModeDraft(
        mode=mode,
        items=items,
        sections=sections,
        problems=(*cut, *result.problems, *drafted.problems),
        dropped=dict(Counter(result.dropped) + drafted.dropped),
    )


def _parted(pool: Pool, *, everything: bool) -> tuple[Pool, Pool]:
    """What a model may see, and what is kept from it."""
    shown_facts, hidden_facts = split(pool.facts, all_visible=everything)
    items, _ = split(pool.checklist, all_visible=everything)
    documents = [one for one in pool.documents if everything or not one.private]
    hidden = [one for one in pool.documents if not everything and one.private]
    seen = {one.id for one in documents}
    kept_from = {one.id for one in hidden}
    return (
        msgspec.structs.replace(
            pool,
            checklist=tuple(items),
            facts=tuple(shown_facts),
            documents=tuple(documents),
            evidence=tuple(proof for proof in pool.evidence if proof.document_id in seen),
        ),
        msgspec.structs.replace(
            pool,
            facts=tuple(hidden_facts),
            documents=tuple(hidden),
            evidence=tuple(proof for proof in pool.evidence if proof.document_id in kept_from),
        ),
    )


def _private(pool: Pool) -> bool:
    return any_private(pool.facts, pool.checklist) or any(document.private for document in pool.documents)


def _joined(draft: ModeDraft, others: ModeDraft) -> ModeDraft:
    """Sections of one heading grow together, others take their place among them; that nothing was found adds nothing."""
    sections = list(draft.sections)
    for part in others.sections:
        own = next((at for at, one in enumerate(sections) if one.heading == part.heading), None)
        if own is not None:
            sections[own] = _grown(sections[own], part)
        elif part.heading in HEADINGS:
            after = HEADINGS[HEADINGS.index(part.heading) + 1 :]
            sections.insert(next((at for at, one in enumerate(sections) if one.heading in after), len(sections)), part)
    return msgspec.structs.replace(draft, items=(*draft.items, *others.items), sections=tuple(sections))


def _grown(part: PaperSection, more: PaperSection) -> PaperSection:
    """In a paragraph of its own."""
    after = max((one.paragraph for one in part.sentences), default=-1) + 1
    added = [msgspec.structs.replace(one, paragraph=after) for one in more.sentences if one.facts or one.documents]
    return msgspec.structs.replace(part, sentences=(*part.sentences, *added), code=(*part.code, *more.code))
