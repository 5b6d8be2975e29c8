"""A data folder of the first release: everything in it opens, verifies and exports; a replay names the version it needs.

`earlier_release/inquiro-0.1.0.db.xz` was written by that version, over a copy of the example corpus: an answer without
a model, one with a model, ideas, a note, a run that waits for an answer, and one that was killed after its first facts.
"""

from __future__ import annotations

import json
import lzma
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from inquiro.cli.delivery import FORMATS
from inquiro.cli.example_corpus import example_corpus
from inquiro.core.version import FIRST_RELEASE, __version__

STORED = Path(__file__).parents[1] / "earlier_release" / "inquiro-0.1.0.db.xz"
CORPUS = "/srv/inquiro/corpus"  # where the corpus was then
EXTRACTIVE, WITH_MODEL, IDEAS, NOTE, WAITING, KILLED = (
    "ce75551d", "d727c69f", "7868e64e", "42d79be2", "2739bacf", "a9f6ed0e",
)  # fmt: skip
FINISHED = (EXTRACTIVE, WITH_MODEL, IDEAS, NOTE)


@pytest.fixture(autouse=True)
def database() -> Path:
    home = Path(os.environ["INQUIRO_HOME"])
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / "inquiro.db"
    path.write_bytes(lzma.decompress(STORED.read_bytes()))
    return path


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(runs)")}


def told(done) -> object:
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_it_is_brought_up_to_date_and_kept_as_it_was(inquiro, database):
    assert "engine_version" not in columns(database)
    found = told(inquiro("runs", "list", "--json"))
    assert [run["id"][:8] for run in found] == [KILLED, WAITING, NOTE, IDEAS, WITH_MODEL, EXTRACTIVE]
    assert {run["engine_version"] for run in found} == {FIRST_RELEASE}
    assert "engine_version" in columns(database)
    (kept,) = database.parent.glob("inquiro-backup-*.db")
    assert "engine_version" not in columns(kept)


@pytest.mark.parametrize("run_id", FINISHED)
def test_a_finished_run_is_shown_and_verified(inquiro, run_id):
    shown = told(inquiro("runs", "show", run_id, "--json"))
    assert shown["status"] in {"completed", "max_iterations_reached"}
    assert shown["claims"] or shown["sources"]
    assert told(inquiro("runs", "show", run_id, "--effects", "--json"))
    assert told(inquiro("runs", "show", run_id, "--facts", "--json"))
    assert told(inquiro("runs", "verify", run_id, "--json"))["holds"]


@pytest.mark.parametrize("format_name", FORMATS.split("|"))
@pytest.mark.parametrize("run_id", FINISHED)
def test_a_finished_run_is_exported(inquiro, tmp_path, run_id, format_name):
    out = tmp_path / f"report.{format_name}"
    done = inquiro("runs", "export", run_id, "--format", format_name, "--out", str(out))
    assert done.exit_code == 0, done.output
    assert out.stat().st_size > 0
    if format_name == "pack":
        assert inquiro("verify", str(out)).exit_code == 0


@pytest.mark.parametrize("run_id", FINISHED)
def test_a_replay_names_the_version_it_needs(inquiro, run_id):
    done = inquiro("runs", "replay", run_id)
    assert (done.exit_code, done.stdout) == (3, "")
    assert f"run {run_id} was made by Inquiro 0.1.0; replay it with that version" in done.stderr
    assert "pip install inquiro==0.1.0" in done.stderr


def moved(database: Path, inquiro) -> None:
    """The corpus is somewhere else now."""
    inquiro("runs", "list")  # brings it up to date
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "UPDATE runs SET input_params = replace(input_params, ?, ?)", (CORPUS, str(example_corpus()))
        )


def test_a_run_that_waits_is_answered_and_names_both_versions(inquiro, database):
    moved(database, inquiro)
    question = "Who pays for street trees in Korvenau?"
    assert told(inquiro("runs", "answer", WAITING, question, "--json"))["claims"]
    assert told(inquiro("runs", "verify", WAITING, "--json"))["holds"]
    done = inquiro("runs", "replay", WAITING)
    assert done.exit_code == 3
    assert f"made by Inquiro 0.1.0 and {__version__}, so no single version can replay it" in done.stderr


def test_a_killed_run_goes_on_and_asks_nothing_again(inquiro, database):
    moved(database, inquiro)
    before = told(inquiro("runs", "show", KILLED, "--effects", "--json"))
    assert told(inquiro("runs", "resume", KILLED, "--json"))["claims"]
    after = told(inquiro("runs", "show", KILLED, "--effects", "--json"))
    assert [effect for effect in after if effect["seq"] <= len(before)] == before
    assert told(inquiro("runs", "verify", KILLED, "--json"))["holds"]


def test_a_run_of_this_version_beside_them_replays(inquiro):
    asked = ("ask", "Who pays for street trees in Korvenau?", "--public-corpus", str(example_corpus()), "--json")
    mine = told(inquiro(*asked))["trace_id"]
    assert told(inquiro("runs", "list", "--json"))[0]["engine_version"] == __version__
    assert told(inquiro("runs", "replay", mine, "--json"))["identical"]


def test_an_earlier_run_is_followed(inquiro):
    done = inquiro(
        "ask", "and who pays for them?", "--follow", EXTRACTIVE, "--public-corpus", str(example_corpus()), "--json"
    )
    assert told(done)["status"] in {"completed", "max_iterations_reached"}
