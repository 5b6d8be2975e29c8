"""What programs and reference managers get from a finished run: byte for byte what earlier versions wrote.

`python -m tests.exports.test_pinned` writes the digests anew, for a change that is meant.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import lzma
import os
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests import found
from tests.exports.test_export_contract import FULL
from tests.exports.test_result import decided
from tests.exports.test_result import report as macro_report

from inquiro.core.protocols import WholeRun
from inquiro.core.types import CheckCounts, CheckedReference, CheckedSentence, CheckFinding, CheckResult, Report
from inquiro.exports import registry
from inquiro.exports.pack import PackExport
from inquiro.runtime import Runtime

HERE = Path(__file__).parent
PINNED = HERE / "pinned.json"
STORED = HERE.parent / "earlier_release" / "inquiro-0.1.0.db.xz"
RUNS = ("ce75551d", "d727c69f", "7868e64e", "42d79be2")  # an answer without and with a model, ideas, a note
FORMATS = ("json", "bibtex", "ris", "csl")
FOR_PEOPLE = {"report.md", "report.html", "manifest.json", "ro-crate-metadata.json"}  # of a pack, and what hashes them
AT = datetime(2026, 11, 14, 9, 30, tzinfo=UTC)

CHECK = CheckResult(
    name="draft.md",
    verdict="1 grave finding: a retracted work",
    counts=CheckCounts(sentences=1, cited=1, references=1, retracted=1),
    findings=(
        CheckFinding(kind="retracted", grave=True, problem="Its source was retracted.", advice="Leave it out.", line=3),
        CheckFinding(
            kind="unsupported",
            grave=False,
            problem="The source does not show it.",
            advice="Look at it.",
            line=4,
            sentence="Moss cools by 9 °C.",
            source_words="Moss cools by 1.4 °C.",
            source_id="src_1",
        ),
    ),
    references=(CheckedReference(number="1", text="Sandoval 2020", state="retracted", told="Retracted in 2021"),),
    sentences=(CheckedSentence(text="Moss cools by 9 °C.", line=4, label="uncited", outcome="says_more"),),
)


def made_reports() -> dict[str, Report]:
    return {
        "ask": FULL,
        "modes": found.a_research(),
        "macro": macro_report(review=decided()),
        "check": Report(trace_id="t", question="draft.md", answer="", check=CHECK, engine="rules", created_at=AT),
    }


def unpacked(home: Path) -> None:
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / "inquiro.db").write_bytes(lzma.decompress(STORED.read_bytes()))


def stored_runs() -> dict[str, WholeRun]:
    """The finished runs of the first release's database, which lies in the data folder of this process."""

    async def opened() -> dict[str, WholeRun]:
        runtime = Runtime.open()
        try:
            return {run: await runtime.whole(run) for run in RUNS}
        finally:
            runtime.close()

    return asyncio.run(opened())


def digests(runs: dict[str, WholeRun]) -> dict[str, str]:
    reports = {name: run.report for name, run in runs.items()} | made_reports()
    made = {
        f"{name}.{format_name}": registry.get(format_name)().render(report)
        for name, report in reports.items()
        for format_name in FORMATS
    }
    for name, run in runs.items():
        with zipfile.ZipFile(io.BytesIO(PackExport().render_run(run))) as pack:
            made |= {f"{name}/{part}": pack.read(part) for part in pack.namelist() if part not in FOR_PEOPLE}
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(made.items())}


@pytest.fixture
def runs() -> dict[str, WholeRun]:
    unpacked(Path(os.environ["INQUIRO_HOME"]))
    return stored_runs()


def test_what_programs_read_is_what_it_was(runs):
    assert digests(runs) == json.loads(PINNED.read_text("utf-8"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["INQUIRO_HOME"] = folder
        unpacked(Path(folder))
        PINNED.write_text(json.dumps(digests(stored_runs()), indent=1) + "\n", "utf-8")
