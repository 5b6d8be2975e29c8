from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.core.settings import Secret
from inquiro.runtime import Runtime
from inquiro.runtime.models import describe_models


@asynccontextmanager
async def server(said: str, status: int = 200) -> AsyncIterator[str]:
    """A server on loopback that speaks chat completions and always says the same."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if b"content-length" in line)
        await reader.readexactly(length)
        choice = {"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": "stop"}
        told = {"model": "tiny", "choices": [choice], "usage": {"prompt_tokens": 12, "completion_tokens": 5}}
        body = json.dumps(told if status == 200 else {"error": {"message": "no"}}).encode()
        kind = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n"
        writer.write(f"{kind}content-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"


def tried(settings, said: str, status: int = 200):
    async def run():
        async with server(said, status) as address:
            runtime = Runtime.open(msgspec.structs.replace(settings, provider_urls={"llamacpp": address}))
            try:
                return await runtime.try_model("llamacpp:tiny")
            finally:
                runtime.close()

    return asyncio.run(run())


def test_a_model_that_answers_as_asked(settings):
    one = tried(settings, '{"sum": 12}')
    assert (one.ok, one.typed, one.tokens, one.cost, one.error) == (True, True, 17, 0.0, "")


def test_a_model_that_answers_otherwise_is_seen(settings):
    one = tried(settings, "It is twelve, of course.")
    assert (one.ok, one.typed) == (True, False)


def test_a_model_that_fails_says_why(settings):
    one = tried(settings, "", status=401)
    assert not one.ok
    assert "llamacpp" in one.error


def test_nothing_leaves_in_local_only(settings):
    strict = msgspec.structs.replace(settings, privacy="local_only", keys={"OPENAI_API_KEY": Secret("sk-x" * 9)})
    runtime = Runtime.open(strict)
    try:
        with pytest.raises(NotConfigured, match="local_only"):
            asyncio.run(runtime.try_model("openai:gpt-6-sol"))
    finally:
        runtime.close()


def test_without_any_model_it_says_what_to_set(runtime):
    with pytest.raises(NotConfigured, match="INQUIRO_MODEL"):
        asyncio.run(runtime.try_model())
    with pytest.raises(UnknownName, match="known: anthropic"):
        asyncio.run(runtime.try_model("nobody:x"))


def test_what_is_configured_comes_first_and_everything_else_says_what_it_needs(settings):
    chosen = msgspec.structs.replace(settings, model="ollama:llama3.2", role_models={"write": "openai:gpt-6-sol"})
    found = {info.id: info for info in describe_models(chosen)}
    assert list(found)[:2] == ["ollama:llama3.2", "openai:gpt-6-sol"]
    assert found["ollama:llama3.2"].roles == ("default",)
    assert found["openai:gpt-6-sol"].roles == ("write",)
    assert found["openai:gpt-6-sol"].reason == "set OPENAI_API_KEY"
    assert found["ollama:llama3.2"].local
    assert all(info.available or info.reason for info in found.values())


def test_models_on_this_machine_are_listed_with_what_they_need(settings):
    found = {info.id: info for info in describe_models(settings)}
    smollm = found["local:smollm2"]
    assert (smollm.available, smollm.local, smollm.context, smollm.roles) == (False, True, 8_192, ())
    assert smollm.reason == "not installed: inquiro models install smollm2"
    chosen = msgspec.structs.replace(settings, model="local:smollm2")
    listed = [info for info in describe_models(chosen) if info.id.startswith("local:")]
    assert [(info.id, info.roles) for info in listed] == [("local:smollm2", ("default",))]


def embedding_infos(settings):
    return {info.id: info for info in describe_models(settings) if "embeddings" in info.roles or info.about}


def test_embedding_models_are_listed_with_what_is_used(settings, tmp_path):
    assert embedding_infos(settings)["minilm"].roles == ()  # switched off
    unset = msgspec.structs.replace(settings, embedding_model=None)
    assert embedding_infos(unset)["minilm"].roles == ("embeddings",)
    served = embedding_infos(msgspec.structs.replace(settings, embedding_model="ollama:nomic-embed-text"))
    assert served["ollama:nomic-embed-text"].roles == ("embeddings",)
    assert served["minilm"].roles == ()


def test_an_embedding_model_that_cannot_be_asked_says_why(settings):
    def tried_with(model, **changes):
        runtime = Runtime.open(msgspec.structs.replace(settings, embedding_model=model, **changes))
        try:
            return asyncio.run(runtime.try_model(model))
        finally:
            runtime.close()

    keyless = tried_with("openai:text-embedding-3-small")
    assert not keyless.ok
    assert "OPENAI_API_KEY" in keyless.error
    shut = tried_with("openai:x", keys={"OPENAI_API_KEY": Secret("k")}, privacy="local_only")
    assert "leaves this machine" in shut.error
