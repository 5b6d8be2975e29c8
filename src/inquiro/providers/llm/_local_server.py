"""Model servers of this process: one per file, started when first needed, shared by everyone, ended with us.

Clients may live on several event loops, so what is waited for is a future of no loop at all.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import subprocess
import sys
import tempfile
from concurrent.futures import Future
from io import FileIO
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from typing import BinaryIO, cast

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import ReadFailed, Unavailable
from inquiro.core.settings import Secret
from inquiro.providers.llm._local_child import Ready, Task
from inquiro.providers.llm._local_models import Weights

START_SECONDS = 300.0  # many gigabytes from a slow disk
_START = "import sys; sys.path[:] = sys.argv[1:]; from inquiro.providers.llm._local_child import main; main()"
# What some Pythons need to start at all, and which graphics cards may be used; no keys, and nobody's other settings.
_FROM_ENVIRONMENT = ("LD_LIBRARY_PATH", "SYSTEMROOT", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES")
_LOOPBACK = re.compile(r"http://127\.0\.0\.1:\d{1,5}")
_STAMP = re.compile(r"^[\d.]+ [A-Z] ")
_MOST_WORDS = 200


class Server:
    """A model that runs and can be asked at `address` by whoever knows the key."""

    def __init__(self, process: subprocess.Popen[bytes], address: str, key: Secret) -> None:
        self._process = process
        self.address = address
        self.key = key

    @property
    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        _end(self._process)


_servers: dict[Path, Future[Server]] = {}
_processes: set[subprocess.Popen[bytes]] = set()
_guard = Lock()


def running(weights: Weights) -> Future[Server]:
    """The server of these weights, perhaps still starting; one that ended or never started is started anew.

    The future cannot be cancelled: others may wait for it too.
    """
    with _guard:
        known = _servers.get(weights.path)
        if known is not None and _is_good(known):
            return known
        promised: Future[Server] = Future()
        promised.set_running_or_notify_cancel()
        _servers[weights.path] = promised
    Thread(target=_keep_promise, args=(weights, promised, known), name="inquiro-model-server", daemon=True).start()
    return promised


def _is_good(known: Future[Server]) -> bool:
    return not known.done() or (known.exception() is None and known.result().alive())


def _keep_promise(weights: Weights, promised: Future[Server], before: Future[Server] | None) -> None:
    try:
        if before is not None and before.exception() is None:
            before.result().close()
        promised.set_result(_started(weights))
    except Unavailable as error:
        promised.set_exception(error)
    except (ReadFailed, OSError) as error:
        promised.set_exception(Unavailable(f"local:{weights.name} cannot be started: {error}"))
    finally:
        if not promised.done():  # nobody may wait for ever
            promised.set_exception(Unavailable(f"local:{weights.name} was not started"))


def _started(weights: Weights) -> Server:
    key = Secret(secrets.token_urlsafe(32))
    task = Task(
        path=str(weights.path), name=weights.name, context=weights.context, key=key.reveal(), parent=os.getpid()
    )
    with tempfile.TemporaryFile() as said:
        process, late = _spawn(said), Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = Timer(START_SECONDS, give_up)
        timer.daemon = True
        timer.start()
        try:
            address = _ready(process, task)
        finally:
            timer.cancel()
            timer.join()
        if address is None or late.is_set():
            _end(process)
            why = f" within {START_SECONDS:g} s" if late.is_set() else _last_words(said, key)
            raise Unavailable(f"local:{weights.name} does not start{why}")
        return Server(process, address, key)


def _spawn(said: BinaryIO) -> subprocess.Popen[bytes]:
    places = [str(Path(place).resolve()) for place in sys.path if place]
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-I", "-c", _START, *places],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env={name: os.environ[name] for name in _FROM_ENVIRONMENT if name in os.environ},
        cwd="/" if os.name == "posix" else None,
        bufsize=0,
        start_new_session=True,  # a Ctrl-C is for us: we may still need it for the report
    )
    with _guard:
        _processes.add(process)
    return process


def _ready(process: subprocess.Popen[bytes], task: Task) -> str | None:
    """Its address, once it can be asked; None where it ended instead."""
    try:
        cast("FileIO", process.stdin).write(msgspec.json.encode(task) + b"\n")
        line = cast("FileIO", process.stdout).readline()
        address = from_json(line, Ready).address
    except (OSError, msgspec.MsgspecError):
        return None
    return address if _LOOPBACK.fullmatch(address) else None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    with _guard:
        _processes.discard(process)


def _last_words(said: BinaryIO, key: Secret) -> str:
    said.seek(0)
    text = said.read(20_000).decode("utf-8", "replace").replace(key.reveal(), "…")
    lines = [_STAMP.sub("", line).strip() for line in text.splitlines() if line.strip()]
    told = next((line for line in lines if "error loading model" in line), lines[-1] if lines else "")
    printable = "".join(char for char in " ".join(told.split()) if char.isprintable())
    return f": {printable[:_MOST_WORDS]}" if printable else ""


@atexit.register
def _end_all() -> None:
    for process in list(_processes):
        _end(process)
