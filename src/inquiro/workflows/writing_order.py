"""How a report is to be written, decided once and journaled, so that a resume asks the model the same again."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import Draft, Fact, ResearchRequest, WritingOrder
from inquiro.effects import Paid
from inquiro.engine import allowance
from inquiro.engine.answer_style import style_for
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import Excerpts
from inquiro.engine.deps import Deps
from inquiro.engine.material import Material

ROOM = "room"


async def writing_order(deps: Deps, number: int, material: Material) -> WritingOrder:
    request = deps.request
    room = await writing_room(deps, number)
    around = _around(material) if deps.models else {}
    return WritingOrder(
        style=request.style or style_for(material.plan),
        brief=request.brief,
        outline=tuple(dict.fromkeys(request.outline)),
        room=room,
        around=around,
    )


async def writing_room(deps: Deps, number: int) -> int | None:
    """Tokens of facts that a model writes from; None without one."""
    if not deps.models:
        return None

    async def look() -> Paid:
        return Paid(value=allowance.of_report(deps.request.depth, deps.models["write"], deps.effects.budget))

    return await deps.effects.step(f"compose/{number}").settle(ROOM, look, int)


def unheeded(request: ResearchRequest, draft: Draft) -> Iterator[str]:
    """Who writes without a model takes sentences as they are, and cannot set them under given headings."""
    asked = bool(request.outline) and not request.brief and bool(draft.sections)
    if asked and not {section.heading for section in draft.sections} & set(request.outline):
        yield "The outline was not followed: it takes a model to write under given headings."


def _around(material: Material) -> dict[str, str]:
    """By fact the headings and the block that its first quote stands in; none of a private text for a public fact."""
    cut = Excerpts(material.documents)
    found: dict[str, str] = {}
    for fact in material.facts.values():
        proof = next((one for one in material.proofs([fact]) if _may_tell(fact, material, one.document_id)), None)
        if proof is not None and (words := _told(cut.of(proof), fact)):
            found[fact.id] = words
    return found


def _may_tell(fact: Fact, material: Material, document_id: str) -> bool:
    return fact.private or not material.documents[document_id].private


def _told(one: Excerpt, fact: Fact) -> str:
    """Nothing where the statement says it all."""
    around = " ".join(one.around.split())
    beside = "" if around in {fact.statement, " ".join(one.quote.split())} else around
    return ": ".join(filter(None, (one.heading, beside)))
