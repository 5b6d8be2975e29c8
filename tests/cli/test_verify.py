"""`inquiro verify`: a verdict for people and for programs, by nothing but the file."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inquiro.core.protocols import Texts, WholeRun
from inquiro.core.types import Citation, Claim, Document, Report, ReportSource
from inquiro.exports.pack import PackExport

TEXT = "Trees cool a street by 9 degrees. The rest."


def pack(quote: str = TEXT[:33], texts: Texts = "public") -> bytes:
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    claim = Claim(
        text=quote, label="quoted", evidence=(Citation(source_id="src_1", quote=quote, start=0, end=len(quote)),)
    )
    source = ReportSource(
        id="src_1", type="web", title="T", url="https://example.org/", snippet="", document_id="d1", sha256=digest
    )
    report = Report(trace_id="run-1", question="q", answer=f"{quote} [1]", sources=(source,), claims=(claim,))
    document = Document(
        id="d1",
        url=source.url,
        title="T",
        text=TEXT,
        sha256=digest,
        media_type="text/html",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return PackExport().render_run(WholeRun(report=report, documents=(document,)), texts)


@pytest.fixture
def verify(inquiro, monkeypatch, tmp_path):
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "nowhere"))

    def verified(data: bytes, *options: str):
        Path("pack.zip").write_bytes(data)
        done = inquiro("verify", "pack.zip", *options)
        assert not (tmp_path / "nowhere").exists()  # it opens no database
        return done

    return verified


def test_a_pack_that_holds(verify):
    done = verify(pack())
    assert (done.exit_code, done.stdout) == (0, "holds: 10 files, 1 sentence, 1 citation, 1 found in their texts.\n")


def test_a_withheld_text_is_told_as_such_and_not_as_quotes_that_were_not_found(verify):
    done = verify(pack(texts="none"))
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first.endswith("1 sentence, 1 citation, all checked by the quote alone, the text being withheld.")
    assert "--texts all" in second
    assert "found" not in done.stdout


def test_the_verdict_as_json(verify):
    told = json.loads(verify(pack(), "--json").stdout)
    assert (told["holds"], told["run_id"], told["found"], told["problems"]) == (True, "run-1", 1, [])


def test_a_pack_that_does_not_hold(verify):
    done = verify(pack("Trees cool a street by 8 degrees."))
    assert done.exit_code == 1
    assert done.stdout.startswith("does not hold: ")
    assert "the quote does not stand at its place" in done.stdout


def test_a_damaged_pack_does_not_hold(verify):
    done = verify(pack().replace(b"The rest.", b"The nest."), "--json")
    assert done.exit_code == 1
    assert "damaged" in json.loads(done.stdout)["problems"][0]


def test_what_is_no_pack(verify, inquiro):
    done = verify(b"hello, I am a text")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is no evidence pack" in done.stderr
    assert inquiro("verify", "missing.zip").exit_code == 2
