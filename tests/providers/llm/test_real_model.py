"""The model clients against a real model server: SmolLM2, installed as a user would, run by our own child process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from inquiro.core.errors import AccessDenied, ContextTooLong, TimedOut, Unavailable
from inquiro.core.models import Message, ModelAnswer, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.said import Unreadable, read_matching
from inquiro.core.settings import Secret, Settings
from inquiro.core.web import WebRequest
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.providers.llm._local_models import weights_named
from inquiro.providers.llm._local_server import Server, running

pytestmark = pytest.mark.services

MODEL = "local:smollm2"
START_SECONDS = 90.0
STORY = "Tell me a long story about a fox and a crow."
SCHEMA = {
    "type": "object",
    "properties": {
        "colour": {"type": "string", "enum": ["red", "green", "blue"]},
        "count": {"type": "integer"},
        "sure": {"type": "boolean"},
    },
    "required": ["colour", "count", "sure"],
    "additionalProperties": False,
}
ASKS_ONCE = """
import asyncio, sys
from pathlib import Path
from inquiro.core.models import Message, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for

async def ask():
    settings = Settings(home=Path(sys.argv[1]), database_url="", privacy="local_only")
    async with Transport(settings) as web:
        client = client_for("local:smollm2", ProviderContext(settings=settings, web=web))
        await client.complete(ModelRequest(messages=(Message(role="user", text="Hi"),), max_output=2))
        print(client.base, flush=True)

asyncio.run(ask())
sys.stdin.read()
"""


@pytest.fixture
def settings(model_home: Path) -> Settings:
    """Nothing of this needs to leave the machine."""
    return Settings(home=model_home, database_url="", privacy="local_only")


@pytest.fixture
def server(model_home: Path) -> Server:
    return running(weights_named("smollm2", model_home)).result(timeout=START_SECONDS)


def question(text: str = "What is the capital of France?", **changes: Any) -> ModelRequest:
    changes = {"max_output": 20, "temperature": 0.0, "seconds": START_SECONDS} | changes
    return ModelRequest(messages=(Message(role="user", text=text),), **changes)


async def asked(
    settings: Settings, request: ModelRequest, heard: Callable[[str], None] | None = None, model: str = MODEL
) -> ModelAnswer:
    async with Transport(settings) as web:
        return await client_for(model, ProviderContext(settings=settings, web=web)).complete(request, heard)


def elsewhere(settings: Settings, address: str, key: Secret) -> Settings:
    """The same server as any that speaks chat completions, at an address of the user's."""
    return Settings(
        home=settings.home,
        database_url="",
        privacy="local_only",
        provider_urls={"mine": address},
        keys={"MINE_API_KEY": key},
    )


def gone(server: Server) -> None:
    os.kill(server.pid, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while server.alive():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# -- what it says ------------------------------------------------------------------------------------------


def test_chat(settings):
    said = asyncio.run(asked(settings, question("Say hello.", max_output=300)))
    assert len(said.text) > 10
    assert said.finish == "stop"
    assert said.model == "smollm2"
    assert said.usage.input > 5
    assert 0 < said.usage.output <= 300


def test_a_conversation_with_instructions(settings):
    turns = (
        Message(role="system", text="You know geography."),
        Message(role="user", text="What is the capital of Italy?"),
        Message(role="assistant", text="Rome."),
        Message(role="user", text="And the capital of France?"),
    )
    whole, last = (ModelRequest(messages=turns[n:], max_output=40, temperature=0.0) for n in (0, 3))
    knowing, alone = asyncio.run(asked(settings, whole)), asyncio.run(asked(settings, last))
    assert knowing.usage.input > alone.usage.input
    assert knowing.text


def test_streaming(settings):
    heard: list[str] = []
    said = asyncio.run(asked(settings, question(STORY, max_output=60), heard.append))
    assert len(heard) > 10
    assert "".join(heard) == said.text


@pytest.mark.fault(9)
def test_output_is_constrained_to_a_schema(settings):
    """Whatever it is asked, it cannot answer otherwise; right or wrong is another matter."""
    for text in (STORY, "Answer in French, in one sentence: what is rain?"):
        said = asyncio.run(asked(settings, question(text, schema=SCHEMA, max_output=100)))
        assert said.finish == "stop"
        value = read_matching(said.text, SCHEMA)
        assert not isinstance(value, Unreadable), said.text
        assert value["colour"] in {"red", "green", "blue"}


def test_the_end_of_the_room_is_told(settings):
    said = asyncio.run(asked(settings, question(STORY, max_output=5)))
    assert said.finish == "length"
    assert said.usage.output == 5


@pytest.mark.fault(7)
def test_more_than_it_can_read(settings):
    with pytest.raises(ContextTooLong, match="cannot read so much at once"):
        asyncio.run(asked(settings, question("word " * 9_000)))
    assert asyncio.run(asked(settings, question())).text


@pytest.mark.fault(17)
def test_a_time_out_leaves_the_server_free_for_the_next_question(settings, server):
    with pytest.raises(TimedOut):
        asyncio.run(asked(settings, question(STORY, max_output=2_000, seconds=0.2)))
    assert asyncio.run(asked(settings, question())).text
    assert server.alive()


def test_questions_at_the_same_time_are_all_answered(settings):
    async def several() -> list[ModelAnswer]:
        return await asyncio.gather(*(asked(settings, question()) for _ in range(4)))

    assert all(said.text for said in asyncio.run(several()))


def test_many_questions_in_a_row_are_all_answered(settings):
    """The server closes connections as it likes: none may be taken for one that is still good."""

    async def run() -> list[int]:
        async with Transport(settings) as web:
            client = client_for(MODEL, ProviderContext(settings=settings, web=web))
            return [(await client.complete(question(max_output=1 + n % 3))).usage.output for n in range(40)]

    assert asyncio.run(run()) == [1 + n % 3 for n in range(40)]


# -- what goes wrong on the way ----------------------------------------------------------------------------


@asynccontextmanager
async def proxy(behind: str, pieces: int) -> AsyncIterator[str]:
    """A connection to the real server that is dropped once so many pieces of an answer have passed."""
    target = urlsplit(behind)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_connection(target.hostname, target.port)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            assert length
            onward.write(head + await reader.readexactly(int(length[1])))
            passed = 0
            while passed < pieces and (line := await there.readline()):
                writer.write(line)
                passed += line.startswith(b"data:")
            await writer.drain()
        onward.close()
        writer.close()

    listening = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"


@pytest.mark.fault(8)
@pytest.mark.parametrize("pieces", [0, 1, 2, 7])
def test_a_stream_that_is_cut_is_no_answer(settings, server, pieces):
    heard: list[str] = []

    async def run() -> ModelAnswer:
        async with proxy(server.address, pieces) as address:
            return await asked(elsewhere(settings, address, server.key), question(STORY), heard.append, "mine:smollm2")

    with pytest.raises(Unavailable):
        asyncio.run(run())
    assert len(heard) <= pieces
    assert server.alive()


def test_nothing_is_cut_where_all_pieces_pass(settings, server):
    """The proxy itself breaks nothing."""

    async def run() -> ModelAnswer:
        async with proxy(server.address, 10_000) as address:
            return await asked(elsewhere(settings, address, server.key), question(), model="mine:smollm2")

    assert asyncio.run(run()).text


@pytest.mark.fault(5, 63, 68)
def test_another_key_is_refused_and_never_quoted(settings, server):
    wrong = Secret("sk-0123456789abcdef0123456789")
    with pytest.raises(AccessDenied, match="check MINE_API_KEY") as refused:
        asyncio.run(asked(elsewhere(settings, server.address, wrong), question(), model="mine:smollm2"))
    assert "0123456789" not in str(refused.value)


@pytest.mark.fault(63)
def test_who_has_no_key_learns_nothing(settings, server):
    async def run() -> dict[str, int]:
        paths = ("/props", "/slots", "/v1/models", "/metrics", "/completion", "/v1/chat/completions", "/apply-template")
        found = {}
        async with Transport(settings) as web:
            for path in paths:
                request = WebRequest(url=server.address + path, operator_origin=server.address)
                found[path] = (await web.send(request)).status
        return found

    assert set(asyncio.run(run()).values()) <= {401, 404}


@pytest.mark.fault(68)
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_the_key_is_not_to_be_seen_from_outside(server):
    for name in ("cmdline", "environ"):
        assert server.key.reveal().encode() not in Path(f"/proc/{server.pid}/{name}").read_bytes()
    assert server.key.reveal() not in repr(server.__dict__)


def test_no_server_is_an_error_in_words(settings, server):
    with pytest.raises(Unavailable, match=r"127\.0\.0\.1 cannot be reached"):
        asyncio.run(asked(elsewhere(settings, "http://127.0.0.1:9/v1", server.key), question(), model="mine:smollm2"))


# -- how long it lives -------------------------------------------------------------------------------------


def test_a_file_by_its_path_is_the_same_server(settings, server):
    said = asyncio.run(asked(settings, question(), model=f"local:{settings.home}/models/smollm2.gguf"))
    assert said.text
    assert running(weights_named("smollm2", settings.home)).result().pid == server.pid


def test_a_server_that_was_killed_is_started_again(settings, server):
    gone(server)
    assert asyncio.run(asked(settings, question())).text
    assert running(weights_named("smollm2", settings.home)).result().pid != server.pid


@pytest.mark.fault(8)
def test_a_server_that_dies_while_it_answers_gives_no_half_answer(settings, server):
    heard: list[str] = []

    def listen(text: str) -> None:
        if not heard:
            gone(server)
        heard.append(text)

    with pytest.raises(Unavailable):
        asyncio.run(asked(settings, question(STORY, max_output=2_000), listen))
    assert heard
    assert asyncio.run(asked(settings, question())).text


def test_several_event_loops_share_one_server(settings, server):
    gone(server)
    said: list[str] = []
    pids: set[int] = set()

    def ask() -> None:
        said.append(asyncio.run(asked(settings, question())).text)
        pids.add(running(weights_named("smollm2", settings.home)).result().pid)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 4
    assert len(pids) == 1


def test_giving_up_waiting_takes_it_from_nobody_else(settings, server):
    gone(server)

    async def run() -> str:
        patient = asyncio.create_task(asked(settings, question()))
        await asyncio.sleep(0)
        with pytest.raises(TimedOut, match="still being loaded"):
            await asked(settings, question(seconds=0.001))
        return (await patient).text

    assert asyncio.run(run())


@pytest.fixture
def parent(model_home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another process that has asked, and the address of its server."""
    with subprocess.Popen(
        [sys.executable, "-c", ASKS_ONCE, str(model_home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        yield process, process.stdout.readline().strip()
        process.kill()


def listens(address: str) -> bool:
    async def connect() -> bool:
        try:
            _, writer = await asyncio.open_connection(urlsplit(address).hostname, urlsplit(address).port)
        except ConnectionError:
            return False
        writer.close()
        return True

    return asyncio.run(connect())


@pytest.mark.parametrize("way", ["killed", "terminated", "ended"])
def test_the_server_ends_with_whoever_started_it(parent, way):
    process, address = parent
    assert listens(address)
    if way == "ended":
        process.stdin.close()
    else:
        process.send_signal(signal.SIGKILL if way == "killed" else signal.SIGTERM)
    process.wait(timeout=30)
    deadline = time.monotonic() + 30
    while listens(address):
        assert time.monotonic() < deadline, "the server outlived its parent"
        time.sleep(0.05)


def test_a_ctrl_c_in_the_terminal_is_not_for_the_server(settings, server):
    assert os.getpgid(server.pid) != os.getpgid(0)
