"""Server-sent events out of bytes that arrive cut anywhere, and the one whole answer they add up to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec

from inquiro.core.errors import BadAnswer, EffectError, Unavailable
from inquiro.core.types import Json

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# A pair, half of one, or any other escape: read in one go, so that an escaped backslash is never taken for the start.
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|(?P<half>u[dD][89a-fA-F]\w\w)|.)", re.DOTALL)
_DONE = "[DONE]"  # how the OpenAI family says that nothing follows


class Assembly(Protocol):
    """Puts the events of one vendor together; `whole` is None until the vendor has said that this was all."""

    def take(self, event: Json) -> str: ...  # the text that became known
    def done(self) -> None: ...  # the vendor's mark that nothing follows
    def whole(self) -> Json | None: ...


class Events:
    """The data of each event, as soon as its last byte is there."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[str] = []
        self._begun = False

    def feed(self, chunk: bytes) -> Iterator[str]:
        self._rest += chunk
        if b"\n" not in chunk and b"\r" not in self._rest[-len(chunk) - 1 :]:
            return
        held = b"\r" if self._rest.endswith(b"\r") else b""  # its other half may still come
        *lines, rest = _LINE_END.split(bytes(self._rest[: len(self._rest) - len(held)]))
        self._rest = bytearray(rest + held)
        for line in lines:
            yield from self._line(line)

    def close(self) -> Iterator[str]:
        """What stands there when the body ends: some servers leave out the last empty line."""
        rest, self._rest = bytes(self._rest), bytearray()
        yield from self._line(rest.removesuffix(b"\r"))
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[str]:
        if not self._begun:
            self._begun, line = True, line.removeprefix(_BYTE_ORDER_MARK)
        if not line:
            if self._data:
                yield "\n".join(self._data)
            self._data = []
        elif line.startswith(b"data:"):
            self._data.append(line[5:].removeprefix(b" ").decode("utf-8", "replace"))
        elif line == b"data":
            self._data.append("")


class StreamReading:
    """One streamed answer: fed with bytes, it tells the text it learns, and in the end the whole answer or an error."""

    def __init__(self, assembly: Assembly, who: str, failure: Callable[[Json], EffectError | None]) -> None:
        self._assembly = assembly
        self._who = who
        self._failure = failure
        self._events = Events()

    def feed(self, chunk: bytes) -> Iterator[str]:
        for data in self._events.feed(chunk):
            yield from self._take(data, ended=False)

    def whole(self) -> Json:
        """Raises Unavailable for a stream that was cut off: half an answer is none."""
        for data in self._events.close():
            for _ in self._take(data, ended=True):
                pass
        if (whole := self._assembly.whole()) is None:
            raise Unavailable(f"{self._who} stopped in the middle of its answer")
        if error := self._failure(whole):
            raise error
        return whole

    def _take(self, data: str, *, ended: bool) -> Iterator[str]:
        if data == _DONE:
            self._assembly.done()
            return
        event = json_in(data)
        if isinstance(event, dict):
            if error := self._failure(event):
                raise error
            if text := self._assembly.take(event):
                yield text
        elif not ended:
            raise BadAnswer(f"{self._who} streams something that is not JSON")


def json_in(text: str | bytes) -> Any:
    """The value, or None for what is not JSON or too deep to be meant."""
    try:
        return msgspec.json.decode(only_text(text))
    except (msgspec.DecodeError, RecursionError):
        return None


def only_text(data: str | bytes) -> str:
    """JSON with U+FFFD for each byte that is no UTF-8 and each half of a pair that was cut in two by a token's end."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return _ESCAPE.sub(_whole_escape, text) if "\\ud" in text or "\\uD" in text else text


def _whole_escape(found: re.Match[str]) -> str:
    return "\\ufffd" if found["half"] else found[0]
