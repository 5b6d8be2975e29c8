"""`local_only` sends nothing: real commands with a model and every tracing variable set, and two recorders to see it.

The first recorder hears what Python says about its own sockets, and works everywhere. The second is a machine whose
only way out is read by us: it sees libraries written in C and child processes too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from inquiro.testing import DiligentModel, write_corpus

QUESTION = "How much do street trees cool the air in Varnholt?"
FILES = {
    "measured.md": "# Street trees measured\n\nStreet trees cooled the midday air in Varnholt by 1.6 °C in 2021.\n"
    "\n![](http://image.example/pixel.png)\n",
    "cost.html": "<html><head><title>Street trees in Varnholt</title><base href='http://base.example/'>"
    "<link rel='stylesheet' href='http://style.example/a.css'><script src='http://script.example/a.js'></script></head>"
    "<body><img src='http://image.example/pixel.png'><p>Street trees in Varnholt cost the city 1,100 € each over thirty "
    "years, and cool the air in every one of them.</p></body></html>",
    "air.xml": '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://schema.example/a.dtd" [<!ENTITY e SYSTEM '
    '"http://entity.example/e">]><article><title>Air</title><p>Trees cool the air. &e;</p></article>',
}
INQUIRO = [sys.executable, "-m", "inquiro"]
ASK = [*INQUIRO, "ask", QUESTION, "--privacy", "local_only", "--max-rounds", "2", "--json"]
# Those that load the most, or ask the model, for the recorder that every `make test` runs.
MAIN = (("runs", "replay", "latest"), ("models", "test", "mine:model"))
AFTERWARDS = (
    *MAIN,
    ("runs", "show", "latest"),
    ("runs", "show", "latest", "--effects"),
    ("runs", "verify", "latest"),
    ("runs", "export", "latest", "--format", "html"),
    ("models", "list"),
    ("sources", "list"),
    ("doctor",),
)
# Looks a name up and dials two addresses: what the recorders must see.
CONTROL = """
import socket
for address in (("control.example", 443), ("198.51.100.7", 443), ("2001:db8:1::7", 443)):
    try:
        socket.create_connection(address, 0.2)
    except OSError:
        pass
"""
# The same without sending anything: a lookup that must not leave, and a datagram socket that only remembers a peer.
QUIET_CONTROL = """
import socket
try:
    socket.getaddrinfo("control.example", 443, flags=socket.AI_NUMERICHOST)
except OSError:
    pass
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("198.51.100.7", 443))
"""
MARKS = ("control.example", "198.51.100.7", "2001:db8:1::7")
# A server and a program that live on after their work: what collects first and sends later has the time to.
STAYS = """
import subprocess, sys, time, urllib.request
from inquiro import deep_research
serving = subprocess.Popen([sys.executable, "-m", "inquiro", "serve", "--port", "8123"], stderr=subprocess.DEVNULL)
report = deep_research(sys.argv[1], corpus=sys.argv[2], model="mine:model", privacy="local_only", max_iterations=1)
assert report.engine.startswith("llm"), report.engine
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
until = time.monotonic() + float(sys.argv[3])
answered = 0
while time.monotonic() < until:
    try:
        answered += direct.open("http://127.0.0.1:8123/healthz", timeout=5).status == 200
    except OSError:
        assert not answered
    time.sleep(0.5)
serving.terminate()
serving.wait()
assert answered
"""
SECONDS_TO_SEND = 15.0  # onnxruntime sends what it collected after ten

pytestmark = [pytest.mark.slow, pytest.mark.fault(69)]


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path / "corpus", FILES)


@pytest.fixture
def environment(sealed, tmp_path):
    """A user's, with every variable that makes a library send something, and none that would hold it back."""
    kept = {name: value for name, value in os.environ.items() if name not in sealed.QUIETED}
    ours = {"INQUIRO_PRIVACY": "local_only", "HOME": str(tmp_path / "user"), "OPENAI_API_KEY": "sk-not-a-key-123456"}
    kept.pop("INQUIRO_EMBEDDING_MODEL")
    return {**kept, **sealed.TRACING, **ours}


def run(command, environment):
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=100, check=False
    )


def test_python_opens_no_way_out_of_a_run_with_a_model(sealed, model_server, corpus, environment, tmp_path):
    record = tmp_path / "record"
    with model_server.ModelServer(DiligentModel()) as server:
        environment |= {"INQUIRO_MINE_URL": server.url, **sealed.by_audit(record)}
        asked = run([*ASK, "--model", "mine:model", "--corpus", str(corpus)], environment)
        after = [run([*INQUIRO, *command], environment) for command in MAIN]
    assert asked.returncode == 0, asked.stderr
    report = json.loads(asked.stdout)
    assert "1.6 °C" in report["answer"]
    assert (report["engine"], report["privacy"]) == ("llm (mine:model)", "local_only")
    assert [done.returncode for done in after] == [0] * len(after), [done.stderr for done in after]

    seen = sealed.listened_to(record)
    assert [one for one in seen if not one.at_home] == []
    dialled = {one.port for one in seen if one.event != "socket.bind" and one.port}
    assert dialled == {server.port}
    assert len(server.asked) >= 4


def test_the_first_recorder_hears_what_is_sent_on_purpose(sealed, environment, tmp_path):
    record = tmp_path / "record"
    run([sys.executable, "-c", QUIET_CONTROL], environment | sealed.by_audit(record))
    heard = [(one.event, one.host) for one in sealed.listened_to(record) if not one.at_home]
    assert heard == [("socket.getaddrinfo", "control.example"), ("socket.connect", "198.51.100.7")]


@pytest.fixture
def machine(sealed, request):
    """Commands on a machine of their own; whoever can have one has to."""
    if "services" not in request.config.getoption("markexpr"):
        pytest.skip("a machine of its own is a part of: make test-services")
    if reason := sealed.unavailable():
        pytest.skip(reason)
    return lambda commands, environment: sealed.Machine(
        commands=commands, environment=environment, control=[sys.executable, "-c", CONTROL], marks=MARKS
    ).run()


@pytest.mark.services
@pytest.mark.timeout(300)
def test_nothing_leaves_the_machine_with_a_model(machine, corpus, environment):
    environment |= {"INQUIRO_MINE_URL": "{server}"}
    asks = [*ASK, "--model", "mine:model", "--corpus", str(corpus)]
    outcome = machine([asks, *([*INQUIRO, *command] for command in AFTERWARDS)], environment)
    assert [done.code for done in outcome.ended] == [0] * len(outcome.ended), [done.err for done in outcome.ended]
    assert json.loads(outcome.ended[0].out)["engine"] == "llm (mine:model)"
    assert outcome.asked >= 4
    assert outcome.left == []
    assert {one.protocol for one in outcome.control} == {6, 17}


@pytest.mark.services
@pytest.mark.timeout(300)
def test_nothing_leaves_the_machine_while_programs_stay(machine, corpus, environment, tmp_path):
    environment |= {"INQUIRO_MINE_URL": "{server}"}
    stays = [sys.executable, "-c", STAYS, QUESTION, str(corpus), str(SECONDS_TO_SEND)]
    outcome = machine([stays], environment)
    assert [done.code for done in outcome.ended] == [0], outcome.ended[0].err
    assert outcome.left == []
    assert outcome.control
    assert not list((tmp_path / "user").rglob("deviceid"))


@pytest.mark.services
@pytest.mark.timeout(300)
def test_nothing_leaves_the_machine_with_weights_on_it(machine, corpus, environment, model_home):
    """The model is too small to reason: one role is enough for it, and what it cannot do is done without it."""
    environment |= {"INQUIRO_HOME": str(model_home), "INQUIRO_EMBEDDING_MODEL": "off", "INQUIRO_MINE_URL": "{server}"}
    environment |= {"INQUIRO_MODEL": "mine:model", "INQUIRO_WRITE_MODEL": "local:smollm2"}
    asks = [*ASK, "--corpus", str(corpus), "--max-seconds", "45"]
    outcome = machine([[*INQUIRO, "models", "test", "local:smollm2", "--json"], asks], environment)
    tried, asked = outcome.ended
    assert json.loads(tried.out)["said"], tried.err
    assert asked.code in {0, 4}, asked.err
    assert "local:smollm2 for write" in json.loads(asked.out)["engine"]
    assert outcome.left == []
    assert outcome.control
