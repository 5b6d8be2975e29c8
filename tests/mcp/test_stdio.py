"""The real command over real pipes: with the official client, and by hand to see every byte."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_types import ElicitResult

from inquiro.testing import write_corpus
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-m", "inquiro"]
QUESTION = "How much do street trees cool the air in Varnholt?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(
        tmp_path / "papers",
        {
            "measured.md": "# Street trees measured\n\nStreet trees cooled the air in Varnholt by 1.6 °C in 2021.\n",
            "cost.md": "# What a street tree costs\n\nA street tree costs Korvenau 1,100 € over thirty years.\n",
        },
    )


def inquiro(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, encoding="utf-8", timeout=90, check=False)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_researches_over_pipes(folder, mode):
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "mcp", "--corpus", str(folder)], env=dict(os.environ)
    )
    told: list[str] = []

    async def hear(_progress: float, _total: float | None, message: str | None) -> None:
        told.append(message or "")

    async def fill(_context: Any, form: Any) -> ElicitResult:
        told.append(f"form: {form.message}")
        return ElicitResult(action="accept", content={"answer": QUESTION})

    async def scenario() -> dict[str, Any]:
        async with Client(parameters, mode=mode, elicitation_callback=fill) as client:
            assert next(tool.name for tool in (await client.list_tools()).tools) == "deep_research"
            started = await client.call_tool("deep_research", {"question": "What about it?"})
            run = {"run_id": started.structured_content["run_id"], "wait_seconds": 50}
            await client.call_tool("run_result", run, progress_callback=hear)
            done = await client.call_tool("run_result", run, progress_callback=hear)
            return done.structured_content

    done = asyncio.run(scenario())
    assert "1.6 °C" in done["answer"]
    assert any(line.startswith("form: ") for line in told)
    assert any(line.startswith("evaluate: ") for line in told)
    verified = inquiro("runs", "verify", done["trace_id"])
    assert (verified.returncode, verified.stdout.rstrip()[-9:]) == (0, "0 broken.")


def test_stdout_holds_the_protocol_and_nothing_else_and_a_client_that_leaves_loses_nothing(folder):
    def message(number: int, method: str, **params: Any) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "1"}}
    research = {"name": "deep_research", "arguments": {"question": QUESTION}}
    with subprocess.Popen(
        [*COMMAND, "mcp", "--corpus", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(message(1, "initialize", **hello))
        server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        server.stdin.write(message(2, "tools/call", name="no_such_tool", arguments={}))
        server.stdin.write(message(3, "tools/call", **research))
        server.stdin.flush()
        lines = [json.loads(server.stdout.readline()) for _ in range(3)]
        rest, complaints = server.communicate(timeout=60)  # closes stdin: the client has left
    assert server.returncode == 0, complaints
    assert [json.loads(line)["jsonrpc"] for line in rest.splitlines()] == ["2.0"] * len(rest.splitlines())
    answers = {line["id"]: line["result"] for line in lines}
    assert answers[1]["serverInfo"]["name"] == "inquiro"
    assert answers[2]["isError"] is True
    assert "refused: unknown tool 'no_such_tool'" in complaints
    run = answers[3]["structuredContent"]["run_id"]
    resumed = inquiro("runs", "resume", run, "--json")
    assert resumed.returncode == 0, resumed.stderr
    assert "1.6 °C" in json.loads(resumed.stdout)["answer"]


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path):
    done = inquiro("mcp", "--corpus", str(tmp_path / "missing"))
    assert (done.returncode, done.stdout) == (2, "")
