"""A key reaches the server that it is for, in its header, and nothing else: whatever that server says about it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands
from inquiro.exports import registry as exports
from inquiro.testing import DiligentModel, write_corpus

CANARY = "CANARY9f8e7d6c5b4a"
KEYS = {
    "openai": f"sk-proj-{CANARY}-0123456789",
    "anthropic": f"sk-ant-api03-{CANARY}-0123456789",
    "mine": f"{CANARY}+of/no=form",  # a server of the user's takes keys of any form
}
HEADERS = {"openai": "authorization", "anthropic": "x-api-key", "mine": "authorization"}
QUESTION = "How much do street trees cool the air in Varnholt?"
FILES = {
    "measured.md": "# Street trees\n\nStreet trees cooled the midday air in Varnholt by 1.6 °C in 2021.\n",
    "cost.md": "# Cost\n\nA street tree in Varnholt costs the city 1,100 € over thirty years.\n",
}

pytestmark = [pytest.mark.slow, pytest.mark.fault(68)]


def quoting(key, how, model_server):
    """What servers say about a key that they do not like, or like too much."""
    said = f"Incorrect API key provided: {key}. Authorization: Bearer {key} was sent."
    match how:
        case "refuses it":
            return model_server.refuses(401, said, code="invalid_api_key")
        case "forbids it":
            return model_server.refuses(403, said, code="permission_error")
        case "rejects the request":
            return model_server.refuses(400, said, code="invalid_request_error")
        case "has no such model":
            return model_server.refuses(404, said, code="model_not_found")
        case "slows us down":
            return model_server.refuses(429, said, code="rate_limit_exceeded", retry_after="3600")
        case "talks nonsense":
            return model_server.answers_garbage(f"<html>{said}</html>".encode())
    kind = {"breaks off": "invalid_request_error", "breaks off for the key": "authentication_error"}[how]
    event = {"type": "error", "error": {"type": kind, "message": said}}
    body = b"event: error\ndata: " + json.dumps(event).encode() + b"\n\n"
    return model_server.Fault("status", 200, {"content-type": "text/event-stream"}, body)


FAULTS = (
    "refuses it",
    "forbids it",
    "rejects the request",
    "has no such model",
    "slows us down",
    "talks nonsense",
    "breaks off",
    "breaks off for the key",
)
AT_THE_START = ("refuses it", "rejects the request", "breaks off")


@pytest.fixture
def home(tmp_path, monkeypatch):
    home = tmp_path / "home"
    monkeypatch.setenv("INQUIRO_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    for vendor, key in KEYS.items():
        monkeypatch.setenv(f"{vendor.upper()}_API_KEY", key)
    return home


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path / "corpus", FILES)


@pytest.fixture
def inquiro(caplog):
    """Runs a command and gives all that it told: both streams, its logs, and what was raised."""

    def run(*args):
        caplog.clear()
        done = CliRunner().invoke(commands, args, prog_name="inquiro")
        raised = [repr(error) for error in _chain(done.exception)]
        return done.exit_code, "\n".join([done.stdout, done.stderr, caplog.text, *raised])

    caplog.set_level("DEBUG")
    return run


def _chain(error):
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


SMALL = [name for name in exports.names() if name not in {"docx", "pdf"}]  # those two take half of the time


def everything_about(run_id, inquiro, model, formats=SMALL):
    """What every command tells of a run and its model."""
    shown = [
        ("runs", "list", "--json"),
        ("runs", "show", run_id, "--json"),
        ("runs", "show", run_id),
        ("runs", "show", run_id, "--effects"),
        ("runs", "show", run_id, "--effects", "--json"),
        ("runs", "watch", run_id, "--events"),
        *(("runs", "export", run_id, "--format", name) for name in formats),
        ("models", "list", "--json"),
        ("models", "test", model, "--json"),
        ("models", "test", model),
    ]
    return {" ".join(command): inquiro(*command)[1] for command in shown}


def leaks(told, home):
    """Where the key is, of all places where it must not be."""
    files = {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert any(name.endswith(".db") for name in files)
    return [name for name, text in told.items() if CANARY in text] + [
        name for name, data in files.items() if CANARY.encode() in data
    ]


@pytest.fixture
def server(model_server, monkeypatch):
    with model_server.ModelServer(DiligentModel()) as running:
        for vendor in KEYS:
            monkeypatch.setenv(f"INQUIRO_{vendor.upper()}_URL", running.url)
        yield running


def only_in_its_header(server, vendor):
    """The key came, in one header of every question, and nowhere else in any."""
    assert server.received
    for received in server.received:
        assert KEYS[vendor] in received.headers[HEADERS[vendor]]
        others = {name: value for name, value in received.headers.items() if name != HEADERS[vendor]}
        assert CANARY not in f"{received.path} {others} {received.body}"


@pytest.mark.parametrize("vendor", KEYS)
def test_a_run_that_goes_well_tells_nobody_its_key(vendor, home, corpus, server, inquiro):
    model = f"{vendor}:model"
    code, told = inquiro("ask", QUESTION, "--corpus", str(corpus), "--model", model, "--max-rounds", "1", "--events")
    assert code == 0, told
    about = everything_about("latest", inquiro, model, exports.names())
    assert f'"engine": "llm ({model})"' in about["runs show latest --json"]
    assert leaks({"ask": told, **about}, home) == []
    only_in_its_header(server, vendor)


@pytest.mark.fault(5)
@pytest.mark.parametrize(("how", "at"), [*((how, 2) for how in FAULTS), *((how, 1) for how in AT_THE_START)])
@pytest.mark.parametrize("vendor", KEYS)
def test_a_server_that_quotes_the_key_is_not_quoted(*, vendor, how, at, home, corpus, server, model_server, inquiro):
    model = f"{vendor}:model"
    server.misbehave(quoting(KEYS[vendor], how, model_server), from_request=at)
    code, told = inquiro("ask", QUESTION, "--corpus", str(corpus), "--model", model, "--max-rounds", "1", "--events")
    assert code == (3 if at == 1 else 0), told
    assert len(server.received) >= at
    about = everything_about("latest", inquiro, model)
    assert at == 1 or "extractive" in about["runs show latest --json"]
    assert leaks({"ask": told, **about}, home) == []
    only_in_its_header(server, vendor)


@pytest.mark.parametrize("vendor", ["anthropic", "mine"])
def test_tracebacks_and_logs_do_not_show_the_key(vendor, home, corpus, server, model_server):
    server.misbehave(quoting(KEYS[vendor], "rejects the request", model_server))
    debugging = {"INQUIRO_DEBUG": "1", "PYTHONASYNCIODEBUG": "1", "PYTHONDEVMODE": "1", "HTTPCORE_LOG_LEVEL": "trace"}
    done = subprocess.run(
        [sys.executable, "-m", "inquiro", "ask", QUESTION, "--corpus", str(corpus), "--model", f"{vendor}:model"],
        env={**os.environ, **debugging},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert "Traceback" in done.stderr
    assert leaks({"stdout": done.stdout, "stderr": done.stderr}, Path(home)) == []
