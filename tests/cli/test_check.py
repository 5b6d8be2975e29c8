"""`inquiro check`: a document in any form becomes a run, and an editor reads the verdict first."""

from __future__ import annotations

import json
from pathlib import Path

import docx
import pytest
from click.testing import CliRunner
from fpdf import FPDF
from tests.report_world.sample import DRAFT, PILOT

from inquiro.cli.main import commands

pytestmark = pytest.mark.real_sources

FINE = f"""The pilot coated 412 roofs in two towns [1].

References

[1] Whitlock, D. (2023). Moss roofs pilot: what three summers taught us. {PILOT}
"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("INQUIRO_EMBEDDING_MODEL", "off")


@pytest.fixture
def check(report_world, tmp_path):
    def run(name: str, content: str | bytes, *options: str):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return CliRunner().invoke(commands, ["check", str(path), *options])

    return run


def test_the_verdict_comes_first_then_what_is_grave(check):
    done = check("draft.md", DRAFT)
    assert done.exit_code == 0
    assert done.stdout.strip().startswith("9 grave findings")
    for words in ("cheapest air conditioner", "6.8 million", "retracted", "The source says", "runs export"):
        assert words in done.stdout
    assert "[3] retracted" in done.stderr
    assert "9 references looked up" in done.stderr


def test_strict_makes_what_is_grave_the_exit_code(check):
    assert check("draft.md", DRAFT, "--strict").exit_code == 1
    fine = check("fine.md", FINE, "--strict")
    assert fine.exit_code == 0
    assert "Nothing grave was found" in fine.stdout


def test_json_has_the_verdict_first(check):
    told = json.loads(check("draft.md", DRAFT, "--json").stdout)
    assert list(told)[:2] == ["verdict", "counts"]
    assert told["check"]["counts"] == told["counts"]
    assert {"kind", "grave", "line", "sentence", "problem", "advice", "source_words"} <= told["check"]["findings"][
        0
    ].keys()
    assert {"number", "state", "told", "differs", "found_title"} <= told["check"]["references"][0].keys()


@pytest.mark.parametrize("suffix", [".md", ".html", ".zip", ".json"])
def test_the_result_goes_to_a_file(check, tmp_path, suffix):
    out = tmp_path / f"result{suffix}"
    assert check("draft.md", DRAFT, "--out", str(out)).exit_code == 0
    assert out.stat().st_size > 1_000


def word() -> bytes:
    import io

    made = docx.Document()
    made.add_paragraph("The pilot coated 412 roofs in two towns [1].")
    made.add_paragraph("References")
    made.add_paragraph(f"[1] Whitlock, D. (2023). Moss roofs pilot: what three summers taught us. {PILOT}")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def pdf() -> bytes:
    paper = FPDF()
    paper.add_page()
    paper.set_font("Helvetica", size=11)
    for line in FINE.split("\n\n"):
        paper.multi_cell(0, 6, line.strip(), new_x="LMARGIN", new_y="NEXT")
        paper.ln(4)
    return bytes(paper.output())


PAGE = (
    "<html><body><p>The pilot coated 412 roofs in two towns <a href='#1'>[1]</a>.</p><h2>References</h2>"
    f"<ol><li id='1'>Whitlock, D. (2023). <a href='{PILOT}'>Moss roofs pilot: what three summers taught us</a></li></ol></body></html>"
)


@pytest.mark.parametrize(
    ("name", "content"),
    [("fine.md", FINE), ("fine.txt", FINE), ("fine.html", PAGE), ("fine.docx", word()), ("fine.pdf", pdf())],
)
def test_every_form_of_document(check, name, content):
    told = json.loads(check(name, content, "--json").stdout)["check"]
    assert [(one["number"], one["state"]) for one in told["references"]] == [("1", "exists")]
    assert [one["outcome"] for one in told["sentences"] if one["references"]] == ["borne_out"]


@pytest.mark.parametrize("options", [("missing.md",), ("",), ("x.md", "--privacy", "none"), ()])
def test_wrong_usage(options):
    assert CliRunner().invoke(commands, ["check", *options]).exit_code == 2


def test_runs_list_and_show_know_it(check):
    run = json.loads(check("draft.md", DRAFT, "--json").stdout)["trace_id"]
    listed = CliRunner().invoke(commands, ["runs", "list", "--json"])
    assert json.loads(listed.stdout)[0]["tool_name"] == "check_document"
    assert "9 grave findings" in CliRunner().invoke(commands, ["runs", "show", run[:8]]).stdout
    assert CliRunner().invoke(commands, ["runs", "verify", run[:8]]).exit_code == 0
