"""A command on a real terminal: a process of its own behind a pty, which is read and typed into."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST_WAIT = 60.0  # seconds until a test gives up


class Terminal:
    """`with Terminal(["review", "approve", id]) as terminal: terminal.until("type the hash"); terminal.type(…)`."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None, width: int = 80) -> None:
        self._words, self._width = words, width
        self._environment = {**os.environ, "TERM": "xterm", **(environment or {})}
        self.raw = ""

    def __enter__(self) -> Self:
        self._fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, self._width, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inquiro", *self._words],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=self._environment,
            start_new_session=True,
        )
        os.close(inner)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._fd)

    @property
    def shown(self) -> str:
        """What stood on the screen, without colours and movements."""
        return _CODES.sub("", self.raw).replace("\r\n", "\n")

    def until(self, words: str) -> str:
        """Reads on until the words are there."""
        self._read(lambda: words in self.shown)
        assert words in self.shown, self.shown
        return self.shown

    def type(self, line: str) -> None:
        os.write(self._fd, f"{line}\n".encode())

    def ends(self) -> int:
        """The exit code, once everything was read."""
        self._read(lambda: False)
        return self._process.wait(LONGEST_WAIT)

    def _read(self, enough: object) -> None:
        assert callable(enough)
        end = time.monotonic() + LONGEST_WAIT
        while not enough() and time.monotonic() < end:
            if not select.select([self._fd], [], [], 0.5)[0]:
                continue
            try:
                data = os.read(self._fd, 65_536)
            except OSError:  # the other side is gone
                return
            if not data:
                return
            self.raw += data.decode(errors="replace")
