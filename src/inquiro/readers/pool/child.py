"""One reading process, seen from outside: started with nothing, asked one document at a time, ended at will."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from threading import Timer
from typing import cast

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers._frames import Answer, Task, receive, send, to_text

# It sees what we see, however we were started, and nothing of the folder or the environment we were started in.
_START = "import sys; sys.path[:] = sys.argv[2:]; from inquiro.readers._worker import main; main()"
_START_SECONDS = 30.0
_FROM_ENVIRONMENT = ("LD_LIBRARY_PATH", "SYSTEMROOT")  # what some Pythons need to start at all
_BYTES_PER_CHARACTER = 6
_MAX_EXTRAS = 8_000_000  # headings, page starts, facts


class Child:
    """For one thread at a time; `kill` may come from any other."""

    def __init__(self, memory: int) -> None:
        places = [str(Path(place).resolve()) for place in sys.path if place]
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-I", "-c", _START, str(memory), *places],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in _FROM_ENVIRONMENT if name in os.environ},
            cwd="/" if os.name == "posix" else None,
            bufsize=0,
        )
        self._tasks = cast("FileIO", self._process.stdin)
        self._answers = cast("FileIO", self._process.stdout)
        self._killed_because = ""
        self._ready = False
        self.finished = False
        self.documents = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    def read(self, task: Task, data: bytes, seconds: float) -> ReadText:
        """Raises ReadFailed in words, whatever happens on the other side."""
        self.documents += 1
        name = to_text(task.name)
        try:
            answer = self._asked(task, data, seconds)
        except (EOFError, OSError, msgspec.MsgspecError) as error:
            raise ReadFailed(f"{name} {self._why_it_ended()}: skipped") from error
        if answer.content is not None:
            return answer.content
        if answer.last:
            self.close()
            raise ReadFailed(f"{name} {to_text(answer.failed)}: skipped")
        raise ReadFailed(to_text(answer.failed))

    def begin(self) -> None:
        """Wait until it can be asked; only for the thread that uses it."""
        if not self._ready:
            with self._watched(_START_SECONDS):
                receive(self._answers, 0)
            self._ready = True

    def kill(self, because: str) -> None:
        """End it in the middle of whatever it does."""
        self._killed_because = self._killed_because or because
        self._process.kill()

    def close(self) -> None:
        """End it and leave nothing behind; only for the thread that uses it."""
        self.finished = True
        self._process.kill()
        self._process.wait()
        self._tasks.close()
        self._answers.close()

    def _asked(self, task: Task, data: bytes, seconds: float) -> Answer:
        self.begin()
        with self._watched(seconds):
            send(self._tasks, msgspec.json.encode(task))
            send(self._tasks, data)
            limit = _BYTES_PER_CHARACTER * task.max_characters + _MAX_EXTRAS
            frame = receive(self._answers, limit)
        return from_json(frame, Answer)

    @contextmanager
    def _watched(self, seconds: float) -> Iterator[None]:
        """Killing it is what ends a blocked read or write here; the timer is over when this is."""
        timer = Timer(seconds, self.kill, (f"took longer than {seconds:g} s",))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _why_it_ended(self) -> str:
        self.close()
        if self._killed_because:
            return self._killed_because
        code = self._process.returncode
        if not self._ready:
            return f"cannot be read: the reading process does not start (exit {code})"
        if code == -signal.SIGXCPU:
            return "took too much processor time"
        ended = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return f"made its reader crash ({ended}) or needed more memory than allowed"
