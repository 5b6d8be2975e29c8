"""The files of an evidence pack: what a run found, what that rests on, and how to see that it was not changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from inquiro.core.cited import cited_fields
from inquiro.core.errors import InquiroError
from inquiro.core.events import Event
from inquiro.core.protocols import Texts, WholeRun
from inquiro.core.types import CheckResult, Citation, Document, EffectRow, Json, NoteResult, Report, ReportSource, Value
from inquiro.exports._pack_findings import packed_findings
from inquiro.exports._pack_result import packed_macro, packed_review
from inquiro.present.wording import counted, without_folders

MANIFEST, CRATE = "manifest.json", "ro-crate-metadata.json"
REPORT, REPORT_MD, REPORT_HTML = "report.json", "report.md", "report.html"
DOCUMENTS, SPANS, EVENTS, JOURNAL = "documents.json", "spans.jsonl", "events.jsonl", "journal.jsonl"
FIXED = frozenset(
    {MANIFEST, CRATE, REPORT, REPORT_MD, REPORT_HTML, DOCUMENTS, SPANS, EVENTS, JOURNAL}
)  # besides these only snapshots
FORMAT, VERSION = "inquiro-evidence-pack", 1
SNAPSHOT = re.compile(r"snapshots/[A-Za-z0-9_-]{1,64}\.txt")


class PackedFile(Value, frozen=True, kw_only=True):
    bytes: int
    sha256: str


class Manifest(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must be in a pack. Nothing in it stands for itself alone: all of it can be derived from the files."""

    format: str
    version: int
    run: str
    texts: Texts
    withheld: tuple[str, ...]  # documents of which only the quotes are here
    files: dict[str, PackedFile]


def snapshot_name(document_id: str) -> str:
    name = f"snapshots/{document_id}.txt"
    if not SNAPSHOT.fullmatch(name):
        raise InquiroError(f"a document has an id that no file can be named after: {document_id[:80]!r}")
    return name


def withheld(report: Report, texts: Texts) -> tuple[str, ...]:
    """The cited documents whose texts stay behind."""
    if texts == "all":
        return ()
    chosen = {source.document_id for source in report.sources if texts == "none" or source.private}
    return tuple(sorted(chosen))


def packed_report(run: WholeRun, texts: Texts) -> Report:
    """The report as it travels: of withheld documents nothing but what was quoted, of this machine no folders."""
    behind = frozenset(withheld(run.report, texts))
    by_id = {source.id: source for source in run.report.sources}

    def bare(citation: Citation) -> Citation:
        return _bare(citation, by_id, behind)

    report = msgspec.structs.replace(
        run.report,
        sources=tuple(_travelling(source, source.document_id in behind) for source in run.report.sources),
        claims=tuple(
            msgspec.structs.replace(claim, evidence=tuple(map(bare, claim.evidence))) for claim in run.report.claims
        ),
        nearest=tuple(map(bare, run.report.nearest)),
        findings=packed_findings(run.report, bare),
        macro=packed_macro(run.report, bare, behind),
        check=_nameless(run.report.check),
        review=packed_review(run.report, bare, behind),
        lost=tuple(
            msgspec.structs.replace(loss, what=without_folders(loss.what), reason=without_folders(loss.reason))
            for loss in run.report.lost
        ),
    )
    many = counted(len(behind), "document")
    notices = [f"This pack holds the quotes, not the texts, of {many}."] if behind else []
    if run.private and texts != "all":
        notices.append("Private documents were searched: queries and what could not be read are left out of this pack.")
        report = msgspec.structs.replace(
            report,
            rounds=tuple(msgspec.structs.replace(turn, queries=()) for turn in report.rounds),
            checklist=tuple(msgspec.structs.replace(item, hints=(), queries=(), own=()) for item in report.checklist),
            lost=(),
            note=_stub(report.note),
        )
    return msgspec.structs.replace(report, notices=(*report.notices, *notices))


def _nameless(check: CheckResult | None) -> CheckResult | None:
    """A file at hand is told by its name, not by the folder that it lies in."""
    if check is None:
        return None
    known = [msgspec.structs.replace(one, found_url=without_folders(one.found_url)) for one in check.references]
    return msgspec.structs.replace(check, references=tuple(known))


def _stub(note: NoteResult | None) -> NoteResult | None:
    """Its section and its changes hold the words of the note and of those around it: they stay."""
    return note and NoteResult(path=note.path, topics_researched=note.topics_researched, run_id=note.run_id)


def _travelling(source: ReportSource, behind: bool) -> ReportSource:
    snippet = "" if behind else source.snippet
    return msgspec.structs.replace(source, url=without_folders(source.url), snippet=snippet)


def _bare(citation: Citation, sources: Mapping[str, ReportSource], behind: frozenset[str]) -> Citation:
    source = sources.get(citation.source_id)
    if source and source.document_id not in behind:
        return citation
    return msgspec.structs.replace(citation, before="", after="")


def contents(run: WholeRun, report: Report, rendered: Mapping[str, bytes], texts: Texts) -> dict[str, bytes]:
    """Every file but manifest and metadata."""
    behind = withheld(report, texts)
    cited = {source.document_id for source in report.sources}
    documents = sorted((d for d in run.documents if d.id in cited), key=lambda document: document.id)
    if missing := cited - {document.id for document in documents}:
        raise InquiroError(f"{len(missing)} of the cited texts are no longer stored: the pack could not be checked")
    files = dict(rendered)
    files[DOCUMENTS] = encoded([_described(document, behind) for document in documents])
    files[SPANS] = spans(report)
    files[EVENTS] = lines(_told(event, run.private and texts != "all") for event in run.events)
    files[JOURNAL] = lines(_digest(effect) for effect in run.effects)
    for document in documents:
        if document.id not in behind:
            files[snapshot_name(document.id)] = document.text.encode("utf-8", "surrogatepass")
    return files


def manifest(report: Report, texts: Texts, files: Mapping[str, PackedFile]) -> bytes:
    built = Manifest(
        format=FORMAT,
        version=VERSION,
        run=report.trace_id,
        texts=texts,
        withheld=withheld(report, texts),
        files=dict(sorted(files.items())),
    )
    return encoded(built.to_dict())


def packed(data: bytes) -> PackedFile:
    return PackedFile(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())


def spans(report: Report) -> bytes:
    """One line for each citation: the sentence or the field, the quote, and where it stands."""
    documents = {source.id: source for source in report.sources}
    found: list[Json] = []
    for place, claim in enumerate(report.claims, 1):
        told: Json = {"claim": place, "text": claim.text, "label": claim.label}
        found += [told | _span(citation, documents) for citation in claim.evidence]
    for field in cited_fields(report):
        told = {"field": field.path, "label": field.label}
        found += [told | _span(citation, documents) for citation in field.evidence]
    return lines(found)


def _span(citation: Citation, documents: Mapping[str, ReportSource]) -> Json:
    source = documents.get(citation.source_id)
    return {
        "source_id": citation.source_id,
        "document_id": source.document_id if source else "",
        "sha256": source.sha256 if source else "",
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "page": citation.page,
        "heading": citation.heading,
    }


def _described(document: Document, behind: Iterable[str]) -> Json:
    kept = document.to_dict()
    names = ("id", "title", "sha256", "media_type", "fetched_at", "source_name", "source_type", "published", "author")
    text = None if document.id in behind else snapshot_name(document.id)
    return {name: kept[name] for name in names} | {
        "url": without_folders(document.url),
        "private": document.private,
        "text": text,
    }


def _told(event: Event, private: bool) -> Json:
    """An event as it was; where private documents were searched, its figures alone."""
    built = event.to_dict()
    if private:
        figures = {name: value for name, value in event.data.items() if isinstance(value, int | float)}
        return {name: built[name] for name in ("seq", "stage", "progress", "at")} | {"data": figures}
    return {name: _named_only(value) for name, value in built.items()}


def _named_only(value: Any) -> Any:
    if isinstance(value, str):
        return without_folders(value)
    if isinstance(value, dict):
        return {name: _named_only(inner) for name, inner in value.items()}
    return [_named_only(inner) for inner in value] if isinstance(value, list | tuple) else value


def _digest(effect: EffectRow) -> Json:
    """That something was asked and what it cost; neither the question nor the answer, only the answer's hash."""
    response = json.dumps(msgspec.to_builtins(effect.response), sort_keys=True, separators=(",", ":"))
    return {
        "seq": effect.seq,
        "step": effect.step,
        "kind": effect.kind,
        "name": effect.name,
        "key": effect.key,
        "occurrence": effect.occurrence,
        "status": effect.status,
        "cached": effect.cached,
        "usage": effect.usage.to_dict(),
        "response_sha256": hashlib.sha256(response.encode()).hexdigest() if effect.status == "done" else None,
    }


def encoded(value: object) -> bytes:
    """JSON in one way only."""
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()


def lines(values: Iterable[Json]) -> bytes:
    return "".join(json.dumps(value, sort_keys=True) + "\n" for value in values).encode()
