"""The evidence pack: the same bytes for the same run, whole where it may be, and nothing in it that should stay."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.errors import InquiroError
from inquiro.core.events import Event
from inquiro.core.protocols import RunExport, WholeRun
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Document,
    EffectRow,
    Loss,
    NoteResult,
    Report,
    ReportSource,
    RoundRecord,
    Topic,
    Usage,
    Written,
)
from inquiro.exports import registry
from inquiro.exports.pack import PackExport

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OPEN = "Preface. Trees cool a street by 9 degrees. The end of the public text."
SECRET = "SECRET-BEFORE. Watering costs 40 crowns a year. SECRET-AFTER."


def document(number: int, text: str, **more) -> Document:
    return Document(
        id=f"doc{number}",
        url=f"file:///shelf/someone/folder/{number}.md",
        title=f"Title {number}",
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        media_type="text/markdown",
        fetched_at=NOON,
        **more,
    )


def claim(number: int, text: str, quote: str) -> Claim:
    start = text.index(quote)
    end = start + len(quote)
    cited = Citation(
        source_id=f"src_{number}", quote=quote, start=start, end=end, before=text[:start], after=text[end:]
    )
    return Claim(text=quote, label="quoted", evidence=(cited,))


def whole(*, private: bool = False) -> WholeRun:
    documents = (document(1, OPEN), document(2, SECRET, private=private))
    sources = tuple(
        ReportSource(
            id=f"src_{n}",
            type="local",
            title=d.title,
            url=d.url,
            snippet=d.text,
            document_id=d.id,
            sha256=d.sha256,
            private=d.private,
        )
        for n, d in enumerate(documents, 1)
    )
    claims = (
        claim(1, OPEN, "Trees cool a street by 9 degrees."),
        claim(2, SECRET, "Watering costs 40 crowns a year."),
    )
    report = Report(
        trace_id="run-1",
        question="Do trees cool?",
        answer=" ".join(f"{c.text} [{n}]" for n, c in enumerate(claims, 1)),
        sources=sources,
        claims=claims,
        rounds=(RoundRecord(iteration=1, queries=("SECRET-QUERY",)),),
        checklist=(ChecklistItem(id="c", description="Night", hints=("SECRET-NAME",), queries=("SECRET-QUERY",)),),
        lost=(Loss(what="file:///shelf/someone/SECRET-FILE.pdf", reason="no text"),),
        created_at=NOON,
    )
    effect = EffectRow(
        run_id="run-1",
        step="collect/1",
        key="abc",
        occurrence=0,
        kind="search",
        name="corpus",
        request={"query": "SECRET-QUERY"},
        status="done",
        response=[{"snippet": SECRET}],
        error={"message": "SECRET-ERROR"},
        usage=Usage(tokens=3),
    )
    event = Event(
        run_id="run-1",
        seq=1,
        stage="fetch",
        message="read SECRET-TITLE at file:///shelf/someone/folder/1.md",
        data={
            "nested": [{"at": "file:///shelf/someone/2.md"}],
            "url": "file:///shelf/someone/folder/1.md",
            "round": 1,
            "title": "SECRET-TITLE",
        },
        at=NOON,
    )
    return WholeRun(report=report, documents=documents, effects=(effect,), events=(event,), private=private)


def opened(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_is_an_export_of_a_whole_run():
    export = registry.get("pack")()
    assert isinstance(export, RunExport)
    assert not hasattr(export, "render")


def test_the_same_run_gives_the_same_bytes():
    turned = msgspec.structs.replace(whole(), documents=whole().documents[::-1])
    assert PackExport().render_run(whole()) == PackExport().render_run(turned)


def test_every_file_is_in_the_manifest_with_its_hash():
    files = opened(PackExport().render_run(whole()))
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"] == {
        name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()
    }
    assert set(files) == {
        *("documents.json", "events.jsonl", "journal.jsonl", "report.html", "report.json", "report.md"),
        *("ro-crate-metadata.json", "spans.jsonl", "snapshots/doc1.txt", "snapshots/doc2.txt"),
    }


def test_a_span_leads_to_its_words():
    files = opened(PackExport().render_run(whole()))
    for line in files["spans.jsonl"].splitlines():
        span = json.loads(line)
        text = files[f"snapshots/{span['document_id']}.txt"].decode()
        assert text[span["start"] : span["end"]] == span["quote"]


def test_the_metadata_is_a_crate():
    files = opened(PackExport().render_run(whole()))
    crate = json.loads(files["ro-crate-metadata.json"])
    nodes = {node["@id"]: node for node in crate["@graph"]}
    assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
    assert nodes["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    assert {"name", "description", "datePublished", "license", "hasPart"} <= nodes["./"].keys()
    parts = {part["@id"] for part in nodes["./"]["hasPart"]}
    assert parts == set(files) - {"ro-crate-metadata.json"}
    assert all(nodes[part]["@type"] == "File" for part in parts)


def test_the_journal_tells_what_was_done_and_not_what_was_said():
    files = opened(PackExport().render_run(whole()))
    [row] = [json.loads(line) for line in files["journal.jsonl"].splitlines()]
    assert (row["kind"], row["name"], row["status"], row["usage"]["tokens"]) == ("search", "corpus", "done", 3)
    assert len(row["response_sha256"]) == 64
    assert b"SECRET" not in files["journal.jsonl"]


def test_no_folder_of_this_machine_travels():
    assert b"/shelf/someone" not in PackExport().render_run(whole())


def test_of_private_documents_only_the_quotes_travel():
    data = PackExport().render_run(whole(private=True))
    assert b"SECRET" not in data
    files = opened(data)
    assert "snapshots/doc1.txt" in files
    assert "snapshots/doc2.txt" not in files
    assert b"Watering costs 40 crowns a year." in files["spans.jsonl"]
    assert json.loads(files["manifest.json"])["withheld"] == ["doc2"]
    assert b"holds the quotes, not the texts, of 1 document." in files["report.md"]


def test_private_texts_travel_when_they_are_asked_for():
    files = opened(PackExport().render_run(whole(private=True), "all"))
    assert files["snapshots/doc2.txt"].decode() == SECRET
    assert json.loads(files["manifest.json"])["withheld"] == []


def test_of_a_note_its_path_travels_and_not_its_words():
    written = Written(outcome="written", path="a.md", diff="+SECRET-DIFF", section="SECRET-SECTION")
    topic = Topic(id="t1", label="SECRET-LABEL", type="claim", context="SECRET-CONTEXT")
    note = NoteResult(
        path="a.md",
        topics_researched=1,
        preview="SECRET-PREVIEW",
        written=written,
        topics=(topic,),
        queries=("SECRET-Q",),
    )
    run = whole(private=True)
    run = msgspec.structs.replace(run, report=msgspec.structs.replace(run.report, note=note))
    files = opened(PackExport().render_run(run))
    assert json.loads(files["report.json"])["note"]["path"] == "a.md"
    assert not [name for name, data in files.items() if b"SECRET-" in data]
    assert b"SECRET-DIFF" in opened(PackExport().render_run(run, "all"))["report.json"]


def test_quotes_alone():
    files = opened(PackExport().render_run(whole(), "none"))
    assert not [name for name in files if name.startswith("snapshots/")]
    assert b"Preface." not in files["report.json"]


def test_a_pack_that_could_not_be_checked_is_not_written():
    with pytest.raises(InquiroError, match="1 of the cited texts"):
        PackExport().render_run(msgspec.structs.replace(whole(), documents=whole().documents[:1]))
