"""A macro's result in a pack: checked like every sentence, and without what stays behind."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from inquiro.core.protocols import WholeRun
from inquiro.core.types import (
    Citation,
    Document,
    FieldSupport,
    MacroResult,
    MacroSource,
    Report,
    ReportSource,
    ResultReview,
    VerbsExecuted,
)
from inquiro.exports.pack import PackExport
from inquiro.runtime.packs import verify_pack

TEXT = "SECRET-BEFORE. Aldra SE sits in Bonn. SECRET-AFTER."
QUOTE = "Aldra SE sits in Bonn."
URL = "file:///shelf/someone/folder/a.md"


def whole(quote: str = QUOTE) -> WholeRun:
    start = TEXT.index(QUOTE)
    end = start + len(quote)
    document = Document(
        id="doc1", url=URL, title="A", text=TEXT, sha256=hashlib.sha256(TEXT.encode()).hexdigest(),
        media_type="text/markdown", fetched_at=datetime(2026, 3, 1, tzinfo=UTC), private=True,
    )  # fmt: skip
    source = ReportSource(
        id="src_1", type="local", title="A", url=URL, snippet=TEXT, document_id="doc1", sha256=document.sha256,
        private=True,
    )  # fmt: skip
    cited = Citation(
        source_id="src_1", quote=quote, start=start, end=end, before=TEXT[:start], after=TEXT[start + len(QUOTE) :]
    )
    found = MacroResult(
        result_id="run-1",
        session_id="s",
        macro_name="m",
        macro_version="1",
        params={},
        data={"apex": {"city": "Bonn"}},
        schema_valid=True,
        fields=(FieldSupport(path="apex.city", label="quoted", evidence=(cited,)),),
        sources=tuple(MacroSource(id=one, url=URL, title="A", snippet=TEXT) for one in ("src_1", "not listed")),
    )
    other = FieldSupport(path="apex.seat", label="quoted", evidence=(replace(cited, heading="Seat"),))
    settled = replace(found, data={"apex": {"seat": "Bonn"}}, fields=(other,))
    review = ResultReview(
        review_id="run-1", status="approved", verdict="approve", who="Rita", result=settled, reason=f"see {URL}",
        overrides={"LEI": f"as in {URL}"}, execution=VerbsExecuted(status="failed", error=f"cannot read {URL}"),
    )  # fmt: skip
    report = Report(trace_id="run-1", question="Where?", answer="", sources=(source,), macro=found, review=review)
    return WholeRun(report=report, documents=(document,), private=True)


@pytest.mark.parametrize(("texts", "found", "withheld"), [("public", 0, 2), ("all", 2, 0)])
def test_fields_are_checked_and_private_words_around_them_stay_behind(texts, found, withheld, tmp_path):
    data = PackExport().render_run(whole(), texts)
    (tmp_path / "a.zip").write_bytes(data)
    checked = verify_pack(tmp_path / "a.zip")
    assert checked.holds, checked
    assert (checked.citations, checked.found, checked.withheld) == (2, found, withheld)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
        spans = [json.loads(line) for line in archive.read("spans.jsonl").splitlines()]
    assert b"someone" not in everything
    assert (b"SECRET" in everything) == (texts == "all")
    assert [(one["field"], one["quote"]) for one in spans] == [("apex.city", QUOTE), ("apex.seat", QUOTE)]


def test_a_quote_of_a_field_that_is_not_there_is_noticed(tmp_path):
    (tmp_path / "a.zip").write_bytes(PackExport().render_run(whole("Aldra SE sits in Rome."), "all"))
    checked = verify_pack(tmp_path / "a.zip")
    assert not checked.holds
    assert {one.claim for one in checked.broken} == {"apex.city", "apex.seat"}
