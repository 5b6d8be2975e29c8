from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from inquiro.cli.main import main
from inquiro.cli.models import models


def run(*arguments: str):
    return CliRunner().invoke(models, list(arguments))


def test_the_table_says_what_each_needs():
    shown = run("list").stdout
    assert "set OPENAI_API_KEY" in shown
    assert "on this machine" in shown


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
