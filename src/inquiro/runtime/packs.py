"""Evidence packs: gathering what one is made of, and checking one that came from elsewhere."""

from __future__ import annotations

from pathlib import Path

from inquiro.core.cited import cited
from inquiro.core.decoders import convert
from inquiro.core.errors import ReadFailed
from inquiro.core.protocols import Store, WholeRun
from inquiro.core.types import CitationCheck, Report, ResearchRequest, Run, Value
from inquiro.engine.followed import taken_by
from inquiro.engine.verify import check_citations
from inquiro.exports.pack import OpenedPack, ReadPack


class PackVerification(Value, frozen=True, kw_only=True):
    """What checking a pack showed; `withheld` citations have their quotes in it, and not the texts around them."""

    run_id: str = ""
    question: str = ""
    files: int = 0
    claims: int = 0
    citations: int = 0
    found: int = 0
    withheld: int = 0
    problems: tuple[str, ...] = ()
    broken: tuple[CitationCheck, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.problems and not self.broken


async def gathered(store: Store, run: Run, report: Report) -> WholeRun:
    """The run, its cited texts, its journal and its events."""
    request = convert(run.input_params, ResearchRequest)
    documents = await store.documents([source.document_id for source in report.sources])
    effects = await store.effects(run.id)
    earlier = taken_by(effects)
    return WholeRun(
        report=report,
        documents=tuple(documents),
        effects=tuple(effects),
        events=tuple(await store.events(run.id)),
        private=bool(request.corpora or request.note or (earlier and earlier.private))
        or any(s.private for s in report.sources),
    )


def verify_pack(path: Path) -> PackVerification:
    """Hashes, quotes in their places, labels of sentences; needs the file and nothing else."""
    with OpenedPack(path) as opened:
        try:
            return _verified(ReadPack(opened))
        except ReadFailed as error:
            return _unreadable(len(opened.names()), str(error))


def _verified(pack: ReadPack) -> PackVerification:
    if pack.report is None or pack.manifest is None:
        return _unreadable(len(pack.files) + 1, *pack.problems)
    behind = frozenset(pack.manifest.withheld)
    checked = check_citations(pack.report, pack.snapshots, behind)
    sources = {source.id: source.document_id for source in pack.report.sources}
    unread = sum(sources.get(c.source_id) in behind for one in cited(pack.report) for c in one.evidence)
    return PackVerification(
        run_id=pack.report.trace_id,
        question=pack.report.question,
        files=len(pack.files) + 1,
        claims=checked.claims,
        citations=checked.citations,
        found=max(0, checked.found - unread),
        withheld=unread,
        problems=tuple(pack.problems),
        broken=checked.broken,
    )


def _unreadable(files: int, *problems: str) -> PackVerification:
    return PackVerification(files=files, problems=problems)
