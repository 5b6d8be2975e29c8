"""`serve`, `mcp` and `ask` at once on one SQLite file: nothing is lost, and no lock reaches a user."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from inquiro.runtime import Runtime
from inquiro.testing import write_corpus
from mcp import Client, StdioServerParameters

COMMAND = [sys.executable, "-m", "inquiro"]
BY_REST, BY_MCP, BY_ASK = 20, 20, 10
QUESTION = "How much do street trees cool the air in Varnholt, and what do they cost?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(
        tmp_path / "papers",
        {
            "measured.md": "# Street trees measured\n\nStreet trees cooled the air in Varnholt by 1.6 °C in 2021.\n",
            "again.md": "# Measured again\n\nIn Varnholt the street trees cool the air by 1.4 °C on hot days.\n",
            "cost.md": "# What a street tree costs\n\nA street tree costs Korvenau 1,100 € over thirty years.\n",
        },
    )


@pytest.mark.services
@pytest.mark.fault(48)
@pytest.mark.timeout(600)
@pytest.mark.skipif(not os.environ.get("INQUIRO_TEST_POSTGRES"), reason="fifty runs: make test-services")
def test_fifty_runs_of_three_interfaces_share_one_file(folder):
    port = _free_port()
    serve = subprocess.Popen(
        [*COMMAND, "serve", "--port", str(port), "--corpus", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        ids = asyncio.run(_all_at_once(port, folder))
    finally:
        serve.terminate()
        said, _ = serve.communicate(timeout=60)
    assert serve.returncode == 0, said
    assert "locked" not in said
    assert len(set(ids)) == BY_REST + BY_MCP + BY_ASK
    runtime = Runtime.open()
    try:
        assert asyncio.run(_all_hold(runtime, ids))
        assert asyncio.run(runtime.integrity()) == []
    finally:
        runtime.close()


async def _all_at_once(port: int, folder: Path) -> list[str]:
    groups = await asyncio.gather(_by_rest(port), _by_mcp(folder), *(_by_ask(folder, n) for n in range(BY_ASK)))
    return [run for group in groups for run in group]


async def _by_rest(port: int) -> list[str]:
    token = await _when_up(port)
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {token}"}, timeout=60
    ) as client:
        started = [await client.post("/api/research/start", json={"query": QUESTION}) for _ in range(BY_REST)]
        assert {answer.status_code for answer in started} == {200}
        ids = [answer.json()["session_id"] for answer in started]
        for run in ids:
            while (await client.get(f"/api/research/{run}/status")).json()["status"] != "completed":
                await asyncio.sleep(0.2)
        return ids


async def _when_up(port: int) -> str:
    for _ in range(300):
        try:
            async with httpx2.AsyncClient(timeout=5) as client:
                if (await client.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200:
                    break
        except httpx2.TransportError:
            await asyncio.sleep(0.1)
    return (Path(os.environ["INQUIRO_HOME"]) / "token").read_text().strip()


async def _by_mcp(folder: Path) -> list[str]:
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "mcp", "--corpus", str(folder)], env=dict(os.environ)
    )
    async with Client(parameters) as client:

        async def one() -> str:
            started: Any = (await client.call_tool("deep_research", {"question": QUESTION})).structured_content
            run = started["run_id"]
            while True:
                told: Any = (await client.call_tool("run_status", {"run_id": run})).structured_content
                if told["status"] == "completed":
                    return run
                await asyncio.sleep(0.2)

        return list(await asyncio.gather(*(one() for _ in range(BY_MCP))))


async def _by_ask(folder: Path, number: int) -> list[str]:
    await asyncio.sleep(number)  # spread over the time in which the servers work
    asked = await asyncio.create_subprocess_exec(
        *COMMAND, "ask", QUESTION, "--corpus", str(folder), "--json",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, said = await asked.communicate()
    assert asked.returncode == 0, said.decode()
    return [json.loads(out)["trace_id"]]


async def _all_hold(runtime: Runtime, ids: list[str]) -> bool:
    checks = [await runtime.verify(run) for run in ids]
    told = {(await runtime.find(run)).status for run in ids}
    return told == {"completed"} and all(check.holds and check.citations for check in checks)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
