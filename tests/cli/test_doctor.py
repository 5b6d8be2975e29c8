"""`inquiro doctor`: one screen, one advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inquiro.cli import doctor
from inquiro.core.errors import NewerDatabase
from inquiro.core.types import Availability
from inquiro.providers import embeddings


@pytest.fixture
def semantic(monkeypatch):
    def decide(*, available):
        found = Availability(available=available, reason="" if available else "onnxruntime not installed")
        monkeypatch.setattr(embeddings, "embeddings_available", lambda _: found)

    decide(available=True)
    return decide


def findings(done):
    return {finding["name"]: finding for finding in json.loads(done.stdout)["findings"]}


def test_all_is_well(runtime, inquiro, semantic):
    done = inquiro("doctor")
    assert done.exit_code == 0
    assert "✗" not in done.stdout
    assert "extractive (no model configured)" in done.stdout
    told = " ".join(done.stdout.split())
    assert "would add the most: a language model" in told
    assert "INQUIRO_MODEL=" in told


def test_missing_embeddings_name_the_command(runtime, inquiro, semantic):
    semantic(available=False)
    done = inquiro("doctor", "--json")
    assert done.exit_code == 0
    assert findings(done)["Embeddings"]["state"] == "missing"
    assert findings(done)["Embeddings"]["remedy"].startswith("`inquiro models install minilm`")
    assert json.loads(done.stdout)["next"].startswith("a language model")


def test_a_newer_database_is_broken_not_a_crash(runtime, inquiro, semantic):
    runtime.failure = NewerDatabase("open")
    done = inquiro("doctor", "--json")
    assert done.exit_code == 1
    assert findings(done)["Database"] == {"name": "Database", "state": "broken", "said": "open", "remedy": "open"}


def test_a_damaged_database_is_broken(runtime, inquiro, semantic):
    runtime.problems = ["row 3 missing"]
    done = inquiro("doctor")
    assert done.exit_code == 1
    assert "✗ row 3 missing" in done.stdout


def test_a_full_disk_is_broken(runtime, inquiro, semantic, monkeypatch):
    monkeypatch.setattr(doctor, "SPACE_NEEDED", 10**18)
    done = inquiro("doctor", "--json")
    assert done.exit_code == 1
    assert "disk space" in json.loads(done.stdout)["next"]


def test_a_folder_that_is_a_file_is_broken(runtime, inquiro, semantic, monkeypatch, tmp_path):
    (tmp_path / "home").write_text("")
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home" / "deeper"))
    done = inquiro("doctor", "--json")
    assert (done.exit_code, findings(done)["Data folder"]["state"]) == (1, "broken")


def test_settings_that_were_ignored_are_named(runtime, inquiro, semantic):
    Path("inquiro.toml").write_text('privacy = "cloud_allowed"\n')
    done = inquiro("doctor", "--json")
    assert "privacy" in findings(done)["Settings"]["said"]
    assert findings(done)["Privacy"]["said"] == "hybrid"


def test_sources_that_cannot_be_used_say_why(runtime, inquiro, semantic, make_source):
    runtime.infos.append(make_source(name="tavily", available=False, reason="set TAVILY_API_KEY"))
    told = findings(inquiro("doctor", "--json"))
    assert told["Sources"]["said"] == "local"
    assert told["Not usable"]["said"] == "tavily (set TAVILY_API_KEY)"


def test_a_local_source_waits_only_for_a_folder(runtime, inquiro, semantic, make_source):
    runtime.infos = [make_source(name="corpus", kind="local", available=False, reason="give a folder")]
    told = findings(inquiro("doctor", "--json"))
    assert (told["Sources"]["state"], told["Sources"]["said"]) == ("ok", "corpus (give a folder)")
    assert "Not usable" not in told
