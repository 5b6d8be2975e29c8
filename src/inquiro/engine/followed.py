"""What a run takes over from the one it follows: the documents that were read, and what the question was about.

It is settled once and stored as the run's own: deleting the earlier run later takes nothing away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.protocols import Store
from inquiro.core.types import Document, EffectRow, Filters, Report, SourceResult, Value
from inquiro.effects import Effects, Paid
from inquiro.engine.deps import Deps
from inquiro.engine.leaning import about
from inquiro.engine.narrowing import narrowed
from inquiro.engine.search import Admitted

STEP, TAKEN = "follow", "followed"
MOST_DOCUMENTS = 300  # of a long chain of questions, those that were read last
LONGEST_OPENING = 600
PROVEN = frozenset({"quoted", "supported"})


class Followed(Value, frozen=True, kw_only=True):
    """An earlier run, as far as a question that follows it needs it."""

    run_id: str
    question: str
    asked_at: datetime | None = None
    opening: str = ""  # how its answer began, as far as public sources carry it
    about: tuple[str, ...] = ()  # what it asked about, and those before it
    documents: dict[str, str] = msgspec.field(default_factory=dict)  # to the run that had read each
    names: tuple[str, ...] = ()  # what these works are known by
    withdrawn: tuple[str, ...] = ()  # documents, and names of works, that some source knows to be retracted
    private: bool = False  # some of the documents are

    @property
    def short_id(self) -> str:
        return self.run_id[:8]


async def followed(deps: Deps) -> Followed | None:
    """What this run follows, looked up once."""
    run_id = deps.request.follow
    if run_id is None:
        return None

    async def look() -> Paid:
        earlier, documents = await _taken(deps.store, run_id)
        return Paid(value=earlier, documents=tuple(documents))

    return await deps.effects.step(STEP).settle(TAKEN, look, Followed)


def recorded(effects: Effects) -> Followed | None:
    return effects.step(STEP).recorded(TAKEN, Followed)


def taken_by(journal: Iterable[EffectRow]) -> Followed | None:
    """What a run took over, as its journal says."""
    found = (row for row in journal if (row.step, row.name, row.status) == (STEP, TAKEN, "done"))
    return next((convert(row.response, Followed, strict=False) for row in found), None)


def fitting(documents: Sequence[Document], filters: Filters) -> list[Document]:
    """Those that what the user narrowed the search to leaves."""
    kept = {hit.url for hit in narrowed([_hit(document) for document in documents], filters)}
    return [document for document in documents if document.url in kept]


async def _taken(store: Store, run_id: str) -> tuple[Followed, list[Document]]:
    run, journal = await store.get_run(run_id), await store.effects(run_id)
    report = convert(run.result, Report)
    before = taken_by(journal)
    rounds = [convert(row.response, Admitted, strict=False) for row in journal if _admits(row)]
    read = dict(before.documents) if before else {}
    read |= {document: run_id for admitted in rounds for document in admitted.documents if document not in read}
    documents = await store.documents(list(read)[-MOST_DOCUMENTS:])
    return (
        Followed(
            run_id=run_id,
            question=str(run.state.get("refined_question") or report.question),
            asked_at=run.created_at,
            opening=_opening(report),
            about=about(report.question, before.about if before else ()),
            documents={document.id: read[document.id] for document in documents},
            names=_joined([before.names if before else (), *(admitted.names for admitted in rounds)]),
            withdrawn=_joined([before.withdrawn if before else (), *(admitted.withdrawn for admitted in rounds)]),
            private=any(document.private for document in documents),
        ),
        documents,
    )


def _admits(row: EffectRow) -> bool:
    return row.kind == "admit" and row.step.startswith("collect/") and row.status == "done"


def _joined(many: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for some in many for one in some))


def _opening(report: Report) -> str:
    """A cloud model may come to see it, so nothing that rests on a private document is in it."""
    private = {source.id for source in report.sources if source.private}
    told = [
        claim.text
        for claim in report.claims
        if not claim.section and claim.label in PROVEN and not private & {cited.source_id for cited in claim.evidence}
    ]
    return " ".join(told)[:LONGEST_OPENING]


def _hit(document: Document) -> SourceResult:
    return SourceResult(
        url=document.url,
        title=document.title,
        snippet="",
        source_name=document.source_name,
        source_type=document.source_type,
        published=document.published,
    )
