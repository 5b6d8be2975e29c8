"""The reading process: takes documents on standard input, answers with text on standard output.

It starts with no document and no rights worth having. A reader that fails in a way it should not ends the
process: the parent starts another, and nothing of a hostile document outlives it.
"""

from __future__ import annotations

import os
import sys
from io import FileIO
from types import TracebackType

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.readers import read
from inquiro.readers._assemble import TRUNCATED
from inquiro.readers._frames import Answer, Task, receive, send, to_bytes, to_text
from inquiro.readers._limits import allow_cpu, lock_down

MAX_HEADINGS = 20_000
_MAX_FRAME = 1 << 30
_REASONS: dict[type[BaseException], str] = {
    MemoryError: "needed more memory than allowed",
    RecursionError: "is nested too deeply",
}


def main() -> None:
    """Read until the parent closes the pipe."""
    tasks, answers = _pipes()
    lock_down(int(sys.argv[1]))
    sys.excepthook = _LastWords(answers)
    send(answers, b"")  # ready
    while True:
        try:
            task = from_json(receive(tasks, _MAX_FRAME), Task)
        except EOFError:
            return
        data = receive(tasks, _MAX_FRAME)
        allow_cpu(task.cpu_seconds)
        send(answers, msgspec.json.encode(_answer(task, data)))


def capped(content: ReadText, max_characters: int) -> ReadText:
    """No more text, headings and code than the other side wants to hold; what is left out is flagged."""
    listed = max(len(content.headings), len(content.code))
    if len(content.text) <= max_characters and listed <= MAX_HEADINGS:
        return content
    text = content.text[:max_characters]
    kept = tuple(a for a in content.headings if a.offset + len(a.label) <= len(text))[:MAX_HEADINGS]
    return msgspec.structs.replace(
        content,
        text=text,
        headings=kept,
        page_starts=tuple(start for start in content.page_starts if start <= len(text)),
        flags=tuple(dict.fromkeys((*content.flags, TRUNCATED))),
        code=tuple(span for span in content.code if span.end <= len(text))[:MAX_HEADINGS],
    )


def _answer(task: Task, data: bytes) -> Answer:
    try:
        content = read(data, to_text(task.name), task.media_type)
    except ReadFailed as error:
        return Answer(failed=to_bytes(str(error)))
    return Answer(content=capped(content, task.max_characters))


def _pipes() -> tuple[FileIO, FileIO]:
    """Our two ends, with the well-known numbers pointing nowhere: a library that prints must not be heard."""
    tasks, answers = FileIO(os.dup(0), "rb"), FileIO(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
    return tasks, answers


class _LastWords:
    """Says what ended the process."""

    def __init__(self, answers: FileIO) -> None:
        self._answers = answers

    def __call__(self, kind: type[BaseException], _error: BaseException, _where: TracebackType | None) -> None:
        reason = _REASONS.get(kind, f"made its reader fail ({kind.__name__})")
        send(self._answers, msgspec.json.encode(Answer(failed=to_bytes(reason), last=True)))
