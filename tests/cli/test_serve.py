"""`inquiro serve` as a process: what it refuses, how it ends, and what survives it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from inquiro.testing import write_corpus

COMMAND = [sys.executable, "-m", "inquiro", "serve", "--port", "0"]
TEXTS = {
    f"page{number}.md": f"# Street {number}\n\nStreet trees cooled the air in Street {number} by {number / 10} °C.\n"
    for number in range(1, 40)
}


class Process:
    """A server of its own, and how to reach it."""

    def __init__(self, popen: subprocess.Popen[str], url: str, token: str) -> None:
        self.popen, self.url = popen, url
        self.headers = {"Authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, **options: object) -> httpx2.Response:
        with httpx2.Client(base_url=self.url, headers=self.headers, timeout=20, trust_env=False) as client:
            return client.request(method, path, **options)

    def listen(self, run_id: str, after: int = 0) -> object:
        address = f"{self.url.replace('http', 'ws')}/api/research/{run_id}/progress?after={after}"
        return connect(address, additional_headers=self.headers, proxy=None)


@contextmanager
def serving(*options: str) -> Iterator[Process]:
    with subprocess.Popen([*COMMAND, *options], stderr=subprocess.PIPE, text=True, encoding="utf-8") as popen:
        assert popen.stderr is not None
        line = popen.stderr.readline()
        found = re.match(r"Inquiro serves at (\S+); the token is in (\S+)$", line)
        assert found, line + popen.stderr.read()
        try:
            yield Process(popen, found[1], Path(found[2]).read_text().strip())
        finally:
            if popen.poll() is None:
                popen.kill()


@pytest.mark.slow
def test_a_vault_is_named_for_this_server_alone(tmp_path):
    (tmp_path / "my vault").mkdir()
    with serving("--vault", str(tmp_path / "my vault")) as server:
        assert server.call("GET", "/api/notes/vault").json()["name"] == "my vault"


@pytest.mark.slow
@pytest.mark.fault(44)
def test_a_run_survives_the_kill_of_its_server_and_a_listener_misses_nothing(tmp_path):
    folder = write_corpus(tmp_path / "papers", TEXTS)
    heard = []
    with serving("--corpus", str(folder)) as server:
        started = server.call("POST", "/api/research/start", json={"query": "How much do street trees cool the air?"})
        run_id = started.json()["session_id"]
        with server.listen(run_id) as listening:
            heard.append(json.loads(listening.recv(20)))
            os.kill(server.popen.pid, signal.SIGKILL)
            try:
                while True:
                    heard.append(json.loads(listening.recv(5)))
            except ConnectionClosed:
                pass
    assert heard[-1]["type"] == "progress"
    with serving("--corpus", str(folder)) as server:
        with server.listen(run_id, heard[-1]["seq"]) as listening:
            heard += [json.loads(message) for message in listening]
        assert [message["seq"] for message in heard] == list(range(1, len(heard) + 1))
        assert (heard[-1]["type"], heard[-1]["status"]) == ("complete", "completed")
        assert "°C" in server.call("GET", f"/api/research/{run_id}").json()["answer"]
        trace = server.call("GET", f"/api/traces/{run_id}").json()
        assert trace["input_params"]["corpora"] == ["papers"]
        server.popen.send_signal(signal.SIGTERM)
        assert server.popen.wait(20) == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_an_orderly_end_and_the_log_is_json(number):
    with serving() as server:
        assert server.call("GET", "/healthz").status_code == 200
        server.popen.send_signal(number)
        assert server.popen.wait(20) == 0
        said = server.popen.stderr.read()
    assert [json.loads(line)["path"] for line in said.splitlines()] == ["/healthz"]


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ([], "a token .*--allow-remote, --tls-cert and --tls-key"),
        (["--allow-remote"], "a token .*--tls-cert"),
        (["--allow-remote", "--proxy", "https://research.example.org"], "that needs a token"),
    ],
)
def test_an_address_that_others_can_reach_is_refused(inquiro, options, missing):
    done = inquiro("serve", "--host", "0.0.0.0", *options)
    assert done.exit_code == 3
    assert re.search(missing, done.stderr)


def test_with_a_token_alone_it_is_still_refused(inquiro):
    inquiro("tokens", "create", "me")
    done = inquiro("serve", "--host", "0.0.0.0", "--allow-remote")
    assert done.exit_code == 3
    assert "a token" not in done.stderr


def test_half_of_a_certificate_is_wrong_usage(inquiro, tmp_path):
    (tmp_path / "cert.pem").touch()
    done = inquiro("serve", "--tls-cert", str(tmp_path / "cert.pem"))
    assert (done.exit_code, "belong together" in done.stderr) == (2, True)


def test_a_proxy_without_an_address_is_wrong_usage(inquiro):
    done = inquiro("serve", "--port", "0", "--proxy", "nonsense")
    assert (done.exit_code, "proxy" in done.stderr) == (2, True)
