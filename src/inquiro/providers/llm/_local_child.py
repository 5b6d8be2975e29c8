"""The process that runs the weights: a model server on loopback that ends when the process that asked for it does.

A crash in the library ends this process and no other. Nothing secret stands in its arguments or its environment.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.types import Value

_LOOK_SECONDS = 1.0
_ERRORS_ONLY = 1


class Task(Value, frozen=True, kw_only=True):
    """What to run, and for whom."""

    path: str
    name: str
    context: int
    key: str  # whoever asks has to know it: other users of the machine do not
    parent: int


class Ready(Value, frozen=True, kw_only=True):
    address: str


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what the library prints is no answer
    task = from_json(sys.stdin.buffer.readline(), Task)
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        server = _serve(task)
    except RuntimeError as error:
        sys.exit(str(error))
    answers.write(msgspec.json.encode(Ready(address=server.listening_address)) + b"\n")
    while os.name != "posix" or os.getppid() == task.parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(0)


def _serve(task: Task) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = task.path
    params.model_alias = {task.name}
    params.n_ctx = task.context
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0  # the system chooses one that is free
    params.api_keys = [task.key]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _threads()
    params.offline = True
    params.ui = False
    params.endpoint_slots = False
    params.verbosity = _ERRORS_ONLY
    return xllamacpp.Server(params)


def _threads() -> int:
    """All cores but one: its threads wait for each other by spinning, and beside other work on every core they crawl."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(usable - 1, 1)


def _end_with(lifeline: BinaryIO) -> None:
    """The other end is held open by whoever started us: it closes however that process ends."""
    lifeline.read()
    os._exit(0)
