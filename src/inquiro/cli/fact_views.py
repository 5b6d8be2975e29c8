"""What a run learned: facts with their proof, and who or what they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.rows import Paragraph
from inquiro.cli.text import plain
from inquiro.core.types import Entity, Fact, Json, Relation

if TYPE_CHECKING:
    from inquiro.runtime.learned import Learned


class FactList:
    """Facts in the order they were found, then the names, most often mentioned first."""

    def __init__(self, learned: Learned) -> None:
        self.learned = learned

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.learned.facts:
            yield Text("No facts yet.")
            return
        for fact in self.learned.facts:
            yield Paragraph(Text(f"{fact.id}  {plain(fact.statement)}"), indent=0, hang=4)
            yield Paragraph(Text(_told_of(fact), style="dim"), indent=4)
        for entity in sorted(self.learned.entities, key=lambda one: (-one.mention_count, one.name)):
            yield Paragraph(Text(_named(entity)), indent=0, hang=4)


def learned_summary(learned: Learned) -> Json:
    """All of it; `evidence` resolves the ids that facts and relations name."""
    return {
        "facts": [fact.to_dict() for fact in learned.facts],
        "entities": [entity.to_dict() for entity in learned.entities],
        "evidence": [proof.to_dict() for proof in learned.evidence],
    }


def _told_of(fact: Fact) -> str:
    sure = f"{fact.confidence:.2f}{' verified' if fact.verified else ''}, {fact.origins} independent"
    parts = [sure, f"by {plain(fact.said_by)}" if fact.said_by else "", ", ".join(date.text for date in fact.dates)]
    parts += [f"denies: {plain(fact.denies)}" if fact.denies else "", "disputed" if fact.contradictions else ""]
    return " · ".join(part for part in (*parts, ", ".join(fact.evidence)) if part)


def _named(entity: Entity) -> str:
    also = f", also {', '.join(map(plain, entity.aliases))}" if entity.aliases else ""
    head = (
        f"{plain(entity.name)} ({entity.entity_type}{also}): {entity.mention_count}×, since round {entity.first_seen}"
    )
    return "; ".join((head, *dict.fromkeys(map(_related, entity.relations))))


def _related(one: Relation) -> str:
    return f"{plain(one.subject)} {one.predicate} {plain(one.object)} [{one.evidence}]"
