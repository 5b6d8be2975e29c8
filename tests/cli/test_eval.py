"""`inquiro eval`: tables, JSON, and what a person is told when something is missing."""

from __future__ import annotations

import json

import pytest

from inquiro.testing import DiligentModel

REPORT = "Trees cool the street by day [1]. Nobody names a source here.\n\n## Sources\n\n1. Measured\n2. Never cited\n"
CORPUS = {"Moss": ["Moss cools a roof by 3 degrees in summer."], "Salt": ["Salt is dried in ponds by the sea."]}
HOPS = [{"question": "How much does moss cool a roof?", "answer": "3 degrees", "supporting_facts": [["Moss", 0]]}]


@pytest.fixture
def sets(tmp_path):
    folder = tmp_path / "data" / "qa_hotpotqa"
    folder.mkdir(parents=True)
    (folder / "tiny.json").write_text(json.dumps(HOPS), "utf-8")
    (folder / "tiny_corpus.json").write_text(json.dumps(CORPUS), "utf-8")
    return tmp_path / "data"


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(REPORT, "utf-8")
    return path


def test_a_table_has_n_the_figure_its_interval_cost_and_time(inquiro, sets):
    done = inquiro("eval", "retrieval", "--data", str(sets))
    assert done.exit_code == 0
    row = next(line for line in done.stdout.splitlines() if line.startswith("BM25, first 5")).split()
    assert row[3:] == ["1", "1.000", "0.207", "–", "1.000"]
    assert "$0.00" in done.stdout
    assert "searching 2 documents" in done.stderr
    assert "searching" not in done.stdout


def test_json_is_the_same_and_nothing_else(inquiro, sets, monkeypatch):
    monkeypatch.setenv("INQUIRO_EVAL_DATA", str(sets))
    told = json.loads(inquiro("eval", "evidence", "--limit", "1", "--json").stdout)
    assert {"name", "n", "figures", "engine", "usage", "seconds", "notes", "problems"} <= set(told)
    assert told["n"] == 1
    by_name = {figure["name"]: figure for figure in told["figures"]}
    assert by_name["after round 3: all evidence"]["value"] == 1
    assert by_name["first 5"]["low"] < 1 == by_name["first 5"]["high"]
    assert told["usage"]["cost"] == 0


def test_without_a_name_it_lists_what_can_be_measured(inquiro):
    shown = inquiro("eval")
    assert shown.exit_code == 0
    assert [line.split()[0] for line in shown.stdout.splitlines() if not line.startswith(" ")] == [
        "answers",
        "citations",
        "claims",
        "evidence",
        "fields",
        "folders",
        "notes",
        "retrieval",
    ]
    listed = json.loads(inquiro("eval", "--json").stdout)
    assert all(one["name"] and one["measures"] for one in listed)


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("way", [[], ["--file"]])
def test_the_lint_shows_where(inquiro, report, way):
    shown = inquiro("eval", "citations", *way, str(report)).stdout
    assert "sentence without a mark" in shown
    assert "Nobody names a source here." in shown
    assert "[2] Never cited" in shown


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ["nope"],
            2,
            "unknown evaluation 'nope'; known: answers, citations, claims, evidence, fields, folders, notes, retrieval",
        ),
        (["claims", "--data", "nowhere"], 3, "no claims are in nowhere"),
        (["retrieval"], 3, "--data DIR or INQUIRO_EVAL_DATA"),
        (["retrieval", "--model", "openai:x"], 2, "no model could take part"),
        (["retrieval", "a.md"], 2, "reads sets, not a file"),
        (["citations"], 2, "name the report"),
        (["citations", "missing.md"], 3, "missing.md cannot be read"),
        (["citations", "a.md", "--file", "b.md"], 2, "give one of them"),
        (["folders"], 2, "name the questions"),
        (["evidence", "--limit", "0"], 2, "--limit"),
    ],
)
@pytest.mark.usefixtures("empty_folder")
def test_what_is_wrong_is_said_with_its_exit_code(inquiro, words, code, said):
    done = inquiro("eval", *words)
    assert (done.exit_code, said in " ".join(done.stderr.split())) == (code, True)
    assert done.stdout == ""


def test_text_of_a_report_cannot_reach_the_terminal(inquiro, report):
    report.write_text("A sentence that \x1b[31mcolours the terminal\x1b[0m of its reader.\n", "utf-8")
    assert "\x1b" not in inquiro("eval", "citations", str(report)).stdout


def test_a_model_takes_part_in_the_runs(inquiro, sets, model_server, monkeypatch):
    model = DiligentModel()
    with model_server.ModelServer(model) as running:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-4711")
        monkeypatch.setenv("INQUIRO_OPENAI_URL", running.url)
        without = json.loads(inquiro("eval", "evidence", "--data", str(sets), "--json").stdout)
        assert model.requests == []
        done = inquiro("eval", "evidence", "--data", str(sets), "--model", "openai:gpt-6-sol", "--json")
    told = json.loads(done.stdout)
    assert without["engine"] == "extractive"
    assert "openai:gpt-6-sol" in told["engine"]
    assert told["usage"]["calls"] == len(model.requests) > 0
    assert told["usage"]["cost"] > 0
    assert "sk-canary" not in done.stdout + done.stderr


def test_answers_are_a_line_each_for_whoever_grades_them(inquiro, tmp_path):
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "moss.md").write_text("# Moss\n\nMoss cools a flat roof by three degrees in summer.\n", "utf-8")
    asked = [
        {"id": "a", "folder": "f", "question": "By how many degrees does moss cool a flat roof?"},
        {"id": "b", "folder": "f", "question": "Who invented the zip fastener?"},
    ]
    lines = [json.dumps(one | {"answerable": False}) for one in asked]
    (tmp_path / "q.jsonl").write_text("\n".join(lines), "utf-8")
    done = inquiro("eval", "folders", str(tmp_path / "q.jsonl"), "--answers")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["refused"]) == ("a", False)
    assert first["opening"].startswith("Moss cools a flat roof by three degrees")
    assert (second["id"], second["refused"], second["rest"]) == ("b", True, [])
