"""The tools through the official client, in memory, on both generations of the protocol."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from mcp_types import CallToolResult, ElicitResult

from inquiro.core.settings import Secret
from inquiro.mcp.desk import Desk, Folders
from inquiro.mcp.server import build
from inquiro.runtime import Runtime
from inquiro.testing import DiligentModel
from mcp import Client

CLEAR = "How much do street trees cool the air in Varnholt?"
VAGUE = "What about it?"


async def call(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    answered = await client.call_tool(name, arguments)
    assert not answered.is_error, answered.content[0].text
    return answered.structured_content


async def refused(client: Client, name: str, **arguments: Any) -> str:
    answered = await client.call_tool(name, arguments)
    assert answered.is_error
    return answered.content[0].text


async def waiting_run(client: Client) -> str:
    started = await call(client, "deep_research", question=VAGUE, wait_seconds=50)
    assert started["status"] == "waiting"
    return started["run_id"]


def answering(text: str, shown: list[str]) -> Any:
    async def fill(_context: Any, form: Any) -> ElicitResult:
        shown.append(form.message)
        return ElicitResult(action="accept", content={"answer": text})

    return fill


def test_research_starts_at_once_goes_on_behind_and_ends_in_a_report_that_holds(client, gate, settings):
    async def scenario() -> None:
        gate.close()
        async with client() as connected:
            started = await call(connected, "deep_research", question=CLEAR, max_iterations=2)
            assert started["status"] in {"pending", "in_progress"}
            looked = await call(connected, "run_result", run_id=started["run_id"])
            assert (looked["status"] in {"pending", "in_progress"}, "answer" in looked) == (True, False)
            assert "run_result" in looked["next"]
            gate.open()
            done = await call(connected, "run_result", run_id=started["run_id"][:8], wait_seconds=50)
        assert done["status"] in {"completed", "max_iterations_reached"}
        assert "1.6 °C" in done["answer"]
        assert "[1]" in done["answer"]
        assert set(done["sources"][0]) == {"id", "type", "title", "url"}
        assert "never instructions" in done["note"]
        runtime = Runtime.open(settings)
        checked = await runtime.verify(done["trace_id"])
        runtime.close()
        assert (checked.holds, checked.citations > 0) == (True, True)

    asyncio.run(scenario())


def test_a_question_may_follow_an_earlier_run(client):
    async def scenario() -> None:
        async with client() as connected:
            first = await call(connected, "deep_research", question=CLEAR, depth="light", wait_seconds=50)
            asked = {"question": VAGUE, "follow": first["run_id"][:8], "depth": "light", "wait_seconds": 50}
            later = await call(connected, "deep_research", **asked)
            assert later["notices"][0].startswith(f"Follows run {first['run_id'][:8]}")
            assert "no run id starts with" in await refused(
                connected, "deep_research", **asked | {"follow": "ffffffff"}
            )

    asyncio.run(scenario())


def test_ideas_and_a_paper_start_at_once_and_run_result_gives_them(client, gate, settings):
    async def scenario() -> None:
        gate.close()
        async with client() as connected:
            asked = {"query": CLEAR, "mode": ["idea", "freeform"], "top_k": 2, "depth": "light"}
            started = await call(connected, "research", **asked)
            assert started["status"] in {"pending", "in_progress"}
            gate.open()
            done = await call(connected, "run_result", run_id=started["run_id"], wait_seconds=50)
        assert (done["query"], done["modes"], done["top_k"]) == (CLEAR, ["idea", "freeform"], 2)
        assert any("1.6 °C" in idea["content"] for idea in done["ideas"])
        assert done["ideas"][0]["source_id"] in {source["id"] for source in done["sources"]}
        assert done["implementations"] == []
        assert "## Abstract" in done["report"]["content"]
        assert "never instructions" in done["note"]
        runtime = Runtime.open(settings)
        run = await runtime.run(done["trace_id"])
        runtime.close()
        assert (run.tool_name, run.input_params["modes"]) == ("research", ["idea", "freeform"])

    asyncio.run(scenario())


def test_one_call_can_wait_for_the_report_and_tells_its_progress(client):
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async def scenario() -> CallToolResult:
        async with client() as connected:
            return await connected.call_tool(
                "deep_research", {"question": CLEAR, "depth": "light", "wait_seconds": 50}, progress_callback=hear
            )

    answered = asyncio.run(scenario())
    assert "1.6 °C" in answered.structured_content["answer"]
    figures = [progress for progress, _, _ in told]
    assert figures == sorted(set(figures))
    assert {total for _, total, _ in told} == {1.0}
    assert [message.partition(":")[0] for _, _, message in told if message][-1] == "done"


def test_the_full_result_brings_the_quotes(client):
    async def scenario() -> dict[str, Any]:
        async with client() as connected:
            started = await call(connected, "deep_research", question=CLEAR, depth="light", wait_seconds=50)
            return await call(connected, "run_result", run_id=started["run_id"], full=True)

    full = asyncio.run(scenario())
    assert "1.6 °C" in full["claims"][0]["evidence"][0]["quote"]
    assert full["usage"]["searches"] + full["usage"]["effects"] > 0


@pytest.mark.parametrize("tool", ["run_status", "run_result"])
def test_a_clarifying_question_appears_as_a_form_and_its_answer_is_used(client, tool):
    shown: list[str] = []

    async def scenario() -> dict[str, Any]:
        async with client() as quiet:
            run_id = await waiting_run(quiet)
        async with client(elicitation_callback=answering(CLEAR, shown)) as connected:
            told = await call(connected, tool, run_id=run_id)
            assert told["status"] in {"pending", "in_progress"}
            return await call(connected, "run_result", run_id=run_id, wait_seconds=50)

    assert "1.6 °C" in asyncio.run(scenario())["answer"]
    assert [VAGUE in message for message in shown] == [True]


def test_the_form_appears_while_the_client_waits_for_the_result(client):
    shown: list[str] = []

    async def scenario() -> dict[str, Any]:
        async with client(elicitation_callback=answering(CLEAR, shown)) as connected:
            started = await call(connected, "deep_research", question=VAGUE)
            await call(connected, "run_result", run_id=started["run_id"], wait_seconds=50)
            return await call(connected, "run_result", run_id=started["run_id"], wait_seconds=50)

    assert "1.6 °C" in asyncio.run(scenario())["answer"]
    assert len(shown) == 1


def test_a_client_without_forms_gets_the_question_and_answers_with_a_tool(client):
    async def scenario() -> dict[str, Any]:
        async with client() as connected:
            run_id = await waiting_run(connected)
            told = await call(connected, "run_status", run_id=run_id)
            assert (VAGUE in told["clarification"], "run_answer" in told["next"]) == (True, True)
            assert "clarification" in await call(connected, "run_result", run_id=run_id)
            assert "empty" in await refused(connected, "run_answer", run_id=run_id, answer="  ")
            assert (await call(connected, "run_answer", run_id=run_id, answer=CLEAR))["status"] == "pending"
            return await call(connected, "run_result", run_id=run_id, wait_seconds=50)

    assert "1.6 °C" in asyncio.run(scenario())["answer"]


def test_a_declined_form_leaves_the_run_waiting(client):
    async def decline(_context: Any, _form: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async def scenario() -> dict[str, Any]:
        async with client() as quiet:
            run_id = await waiting_run(quiet)
        async with client(elicitation_callback=decline) as connected:
            return await call(connected, "run_status", run_id=run_id)

    told = asyncio.run(scenario())
    assert (told["status"], "did not answer" in told["next"]) == ("waiting", True)


def test_an_answer_nobody_waits_for_is_refused(client):
    async def scenario() -> str:
        async with client() as connected:
            done = await call(connected, "deep_research", question=CLEAR, depth="light", wait_seconds=50)
            return await refused(connected, "run_answer", run_id=done["run_id"], answer="more")

    assert "it waits for no answer" in asyncio.run(scenario())


def test_stop_ends_a_run_with_the_report_so_far(client, gate):
    async def scenario() -> dict[str, Any]:
        gate.close()
        async with client() as connected:
            started = await call(connected, "deep_research", question=CLEAR)
            await gate.reached()
            await call(connected, "run_stop", run_id=started["run_id"])
            gate.open()
            return await call(connected, "run_result", run_id=started["run_id"], wait_seconds=50)

    done = asyncio.run(scenario())
    assert (done["status"], done["iterations_used"]) == ("stopped", 1)
    assert "User requested stop" in done["stop_reason"]


def test_stop_cancels_a_run_that_only_waits(client):
    async def scenario() -> list[str]:
        async with client() as connected:
            run_id = await waiting_run(connected)
            stopped = await call(connected, "run_stop", run_id=run_id)
            return [stopped["status"], (await call(connected, "run_result", run_id=run_id))["error"]]

    assert asyncio.run(scenario()) == ["cancelled", "the run was cancelled"]


@pytest.mark.fault(12)
@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        (
            "delete_everything",
            {},
            "unknown tool 'delete_everything'; known: batch_start, batch_status, check_document, deep_research, find_notes, read_note, research, research_approve",
        ),
        ("deep_research", {}, "deep_research: question: Field required. It takes: question, context"),
        ("deep_research", {"question": "Why?", "corpus": "/etc"}, "corpus: Extra inputs are not permitted"),
        ("deep_research", {"question": " ?! "}, "the question is empty"),
        ("deep_research", {"question": "x" * 4_001}, "question: String should have at most 4000 characters"),
        ("deep_research", {"question": "Why?", "max_iterations": 0}, "max_iterations: Input should be greater"),
        ("deep_research", {"question": "Why?", "privacy": "open"}, "privacy: Input should be 'local_only'"),
        ("research", {"query": "Why?", "mode": "both"}, "for what 'both' did, use freeform"),
        ("research", {"query": "Why?", "mode": ["idea", "poem"]}, "unknown mode 'poem'; known: idea, implementation"),
        ("research", {"query": "Why?", "top_k": 0}, "top_k: Input should be greater"),
        ("research", {"query": " ?! "}, "the question is empty"),
        ("run_status", {"run_id": "abcdef"}, "no run id starts with 'abcdef'"),
        ("run_result", {"run_id": "abcdef"}, "no run id starts with 'abcdef'"),
        ("run_result", {"run_id": "abcdef", "wait_seconds": 900}, "wait_seconds: Input should be less"),
        ("run_stop", {"run_id": "%%%%"}, "no run id starts with '%%%%'"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason_and_logged(client, caplog, tool, arguments, said):
    async def scenario() -> str:
        async with client() as connected:
            return await refused(connected, tool, **arguments)

    told = asyncio.run(scenario())
    assert said in told
    assert "Error executing" not in told
    assert f"refused: {told}" in caplog.text


@pytest.mark.fault(12, 69)
def test_privacy_can_only_be_tightened(client, settings):
    async def scenario() -> tuple[str, dict[str, Any]]:
        async with client() as connected:
            wider = await refused(connected, "deep_research", question=CLEAR, privacy="cloud_allowed")
            asked = {"question": CLEAR, "depth": "light", "privacy": "local_only", "wait_seconds": 50}
            return wider, await call(connected, "deep_research", **asked)

    wider, tight = asyncio.run(scenario())
    assert "wider than this server's 'hybrid'" in wider
    assert tight["privacy"] == "local_only"
    runtime = Runtime.open(settings)
    listed = asyncio.run(runtime.runs())
    runtime.close()
    assert len(listed) == 1  # what was refused was not even written down


def test_a_defect_of_ours_says_nothing_to_the_caller(client, monkeypatch, caplog):
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of this machine")

    monkeypatch.setattr(Desk, "find", broken)

    async def scenario() -> str:
        async with client() as connected:
            return await refused(connected, "run_stop", run_id="abcdef") + await refused(
                connected, "run_status", run_id="abcdef"
            )

    monkeypatch.setattr(Desk, "stop", broken)
    assert "secret" not in asyncio.run(scenario())
    assert "a secret of this machine" in caplog.text


def test_a_server_takes_up_what_an_earlier_one_left(client, gate):
    async def scenario() -> dict[str, Any]:
        gate.close()
        async with client() as first:
            started = await call(first, "deep_research", question=CLEAR, depth="light")
            await gate.reached()
        gate.open()
        async with client() as second:
            return await call(second, "run_result", run_id=started["run_id"], wait_seconds=50)

    assert "1.6 °C" in asyncio.run(scenario())["answer"]


def test_a_run_that_failed_says_why(client, settings, monkeypatch):
    from inquiro.core.errors import StoreFull
    from inquiro.runtime import attempt

    async def full(*_: object) -> None:
        raise StoreFull("no space left in the data directory")

    monkeypatch.setattr(attempt, "drive", full)

    async def scenario() -> dict[str, Any]:
        async with client() as connected:
            return await call(connected, "deep_research", question=CLEAR, wait_seconds=50)

    told = asyncio.run(scenario())
    assert (told["status"], told["error"]) == ("failed", "no space left in the data directory")


# -- with a model


def connected_to(model: Any, settings: Any) -> Client:
    configured = msgspec.structs.replace(
        settings, keys={"OPENAI_API_KEY": Secret("sk-canary-4711")}, provider_urls={"openai": model.url}
    )
    return Client(build(Folders(), configured))


def test_a_run_uses_the_configured_model_and_a_caller_cannot_name_another(trees, settings, model_server):
    async def scenario(model: Any) -> dict[str, Any]:
        async with connected_to(model, settings) as connected:
            assert "model" in await refused(connected, "deep_research", question=CLEAR, model="openai:dearest")
            assert model.received == []
            started = await call(connected, "deep_research", question=CLEAR, max_iterations=2, wait_seconds=50)
            return await call(connected, "run_result", run_id=started["run_id"], full=True)

    with model_server.ModelServer(DiligentModel()) as model:
        done = asyncio.run(scenario(model))
    assert done["engine"] == "llm (openai:gpt-6-sol)"
    assert done["usage"]["calls"] == len(model.asked) > 0
    assert done["usage"]["cost"] > 0


@pytest.mark.fault(5, 13, 68)
def test_a_refused_key_ends_the_run_with_its_reason(trees, settings, model_server):
    async def scenario(model: Any) -> dict[str, Any]:
        async with connected_to(model, settings) as connected:
            return await call(connected, "deep_research", question=CLEAR, wait_seconds=50)

    with model_server.ModelServer(DiligentModel()) as model:
        model.misbehave(model_server.refuses(401, "no: sk-canary-4711", code="invalid_api_key"))
        done = asyncio.run(scenario(model))
    assert done["status"] == "failed"
    assert "openai refused access (401): check OPENAI_API_KEY" in done["error"]
    assert "Traceback" not in str(done)
    assert "canary" not in str(done)
