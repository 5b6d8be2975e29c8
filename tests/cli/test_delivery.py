"""Where reports go: stdout, files, terminals."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from inquiro.cli.delivery import Delivery, write_whole
from inquiro.core.errors import InquiroError, UsageError


def test_a_file_gets_the_format_of_its_suffix(runtime, inquiro):
    done = inquiro("ask", "q", "--out", "report.json")
    assert json.loads(Path("report.json").read_text("utf-8"))["question"] == "Do trees cool?"
    assert "Written: report.json" in done.stderr
    assert "Trees cool streets" in done.stdout


def test_the_longer_suffix_wins(runtime, inquiro):
    assert inquiro("ask", "q", "--out", "references.csl.json").exit_code == 0
    assert [item["id"] for item in json.loads(Path("references.csl.json").read_text("utf-8"))] == ["src_1", "src_2"]


def test_a_format_wins_over_the_suffix(runtime, inquiro):
    inquiro("ask", "q", "--out", "report.txt", "--format", "md")
    assert Path("report.txt").read_text("utf-8").startswith("# Do trees cool?")


def test_a_format_without_a_file_is_all_of_stdout(runtime, inquiro):
    done = inquiro("ask", "q", "--format", "md")
    assert done.stdout.startswith("# Do trees cool?")


def test_html_into_a_pipe_is_html(runtime, inquiro):
    assert inquiro("ask", "q", "--format", "html").stdout.lower().startswith("<!doctype html>")


def test_html_on_a_terminal_becomes_a_file(make_report, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Delivery(format_name="html").hand_over(make_report())
    shown = capsys.readouterr()
    assert Path("inquiro-7f3a91c2.html").read_bytes().lower().startswith(b"<!doctype html>")
    assert (shown.out, shown.err) == ("", "Written: inquiro-7f3a91c2.html\n")


def test_json_and_a_file_both(runtime, inquiro):
    done = inquiro("ask", "q", "--json", "--out", "report.md")
    assert json.loads(done.stdout)["status"] == "completed"
    assert Path("report.md").exists()


def test_an_existing_file_is_replaced_whole(tmp_path):
    target = tmp_path / "report.md"
    target.write_text("a long old report")
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["report.md"]


def test_a_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "report.md"
    target.write_text("old")

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InquiroError, match="No space left"):
        write_whole(target, b"new")
    assert target.read_text() == "old"


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        Delivery(out=tmp_path)


def test_a_folder_that_cannot_be_written_is_found_before_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, os.W_OK))
    with pytest.raises(UsageError, match="cannot be written"):
        Delivery(out=tmp_path / "report.md")


def test_waiting_says_how_to_answer_and_writes_nothing(runtime, inquiro, make_report):
    runtime.reports = [make_report(status="waiting", clarification="Which \x1bcity?")]
    done = inquiro("ask", "q", "--out", "report.md")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [  # where the report would stand
        "Status: waiting. Run 7f3a91c2 has no report yet: it waits for an answer.",
        "It needs to know: Which city?",
        'Answer with: inquiro runs answer 7f3a91c2 "…"',
    ]
    assert not Path("report.md").exists()


def test_waiting_is_a_status_in_json_and_told_beside_it(runtime, inquiro, make_report):
    runtime.reports = [make_report(status="waiting", clarification="Which city?")]
    done = inquiro("ask", "q", "--json")
    told = json.loads(done.stdout)
    assert (told["status"], told["clarification"]) == ("waiting", "Which city?")
    assert 'inquiro runs answer 7f3a91c2 "…"' in done.stderr


def test_waiting_as_json(runtime, inquiro, make_report):
    runtime.reports = [make_report(status="waiting", clarification="Which city?")]
    done = inquiro("ask", "q", "--json")
    assert (done.exit_code, json.loads(done.stdout)["status"]) == (0, "waiting")
