"""What passes between us and a reading process: frames of bytes, never objects that could run."""

from __future__ import annotations

from io import FileIO

import msgspec

from inquiro.core.types import ReadText

_LENGTH_BYTES = 8


class Task(msgspec.Struct, frozen=True):
    """What to read; the document itself follows in a frame of its own.

    Names are bytes because a file's name may be no valid text.
    """

    name: bytes
    media_type: str | None
    max_characters: int
    cpu_seconds: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was read, or why not; `last` when the process ends with it."""

    content: ReadText | None = None
    failed: bytes = b""
    last: bool = False


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def to_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def send(stream: FileIO, frame: bytes) -> None:
    """Write a whole frame; raw streams take only as much at once as the pipe holds."""
    for part in (len(frame).to_bytes(_LENGTH_BYTES, "big"), frame):
        left = memoryview(part)
        while left:
            left = left[stream.write(left) or 0 :]


def receive(stream: FileIO, limit: int) -> bytes:
    """The next frame; EOFError when the other side has gone or claims to send more than the limit."""
    length = int.from_bytes(_exactly(stream, _LENGTH_BYTES), "big")
    if length > limit:
        raise EOFError(f"a frame of {length} bytes")
    return bytes(_exactly(stream, length))


def _exactly(stream: FileIO, length: int) -> bytearray:
    buffer = bytearray(length)
    left = memoryview(buffer)
    while left:
        count = stream.readinto(left)
        if not count:
            raise EOFError("the other side has gone")
        left = left[count:]
    return buffer
