"""Bodies unpacked while they arrive, never further than what was asked for: a bomb costs no memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from inquiro.core.errors import BadAnswer, Unavailable

ACCEPTED = "gzip, deflate"
_GZIP = 16 + zlib.MAX_WBITS
_PIECE = 65_536
_WIRE_SLACK = 65_536  # what packing may add to a body that does not shrink


class Body:
    """Collects a decoded body up to `max_bytes`; `full` says that it stopped there."""

    def __init__(self, content_encoding: str, max_bytes: int) -> None:
        self._unpack = _unpacker_of(content_encoding)
        self._max_bytes = max_bytes
        self._received = 0
        self._handed_on = 0
        self._decoded = bytearray()
        self.full = False

    def feed(self, data: bytes) -> None:
        self._received += len(data)
        if self._unpack is None:
            self._take(data)
            return
        if self._received > self._max_bytes + self._max_bytes // 100 + _WIRE_SLACK:
            raise BadAnswer("the body is packed in more bytes than it may have unpacked")
        try:
            for piece in self._unpack.pieces(data):
                self._take(piece)
                if self.full:
                    break
        except zlib.error:
            raise BadAnswer("the body is not packed the way its header says") from None

    def _take(self, piece: bytes) -> None:
        room = self._max_bytes - self._handed_on - len(self._decoded)
        self._decoded += piece[:room]
        self.full = len(piece) > room

    def so_far(self) -> bytes:
        """What was decoded since the last call, for those who read along; it is not kept."""
        piece = bytes(self._decoded)
        self._handed_on += len(piece)
        self._decoded.clear()
        return piece

    def whole(self) -> bytes:
        """The body, or what is left of it; raises Unavailable when its packing ended in the middle."""
        if self._unpack is not None and self._received and not self.full and not self._unpack.finished:
            raise Unavailable("the body was cut off")
        return bytes(self._decoded)


class _Unpacker:
    """zlib in small steps; gzip may hold several members one after the other."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream = zlib.decompressobj(_GZIP) if name == "gzip" else None
        self._head = b""
        self.finished = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What these bytes unpack to, a little at a time, so that whoever has enough can stop."""
        if self._stream is None:
            self._head += data
            if len(self._head) < 2:
                return
            data, self._head = self._head, b""
            self._stream = zlib.decompressobj(zlib.MAX_WBITS if _has_zlib_header(data) else -zlib.MAX_WBITS)
        more = bool(data)
        while more:
            if self.finished:
                if self._name != "gzip" or not data.startswith(b"\x1f"):
                    return  # padding after the end, which every browser ignores
                self._stream, self.finished = zlib.decompressobj(_GZIP), False
            piece = self._stream.decompress(data, _PIECE)
            yield piece
            self.finished = self._stream.eof
            data = self._stream.unused_data if self.finished else self._stream.unconsumed_tail
            more = bool(data) or (len(piece) == _PIECE and not self.finished)  # zlib may hold on to a little output


def _unpacker_of(content_encoding: str) -> _Unpacker | None:
    layers = [name for part in content_encoding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]
    if not layers:
        return None
    if len(layers) > 1:  # nobody needs two, and each one multiplies a bomb
        raise BadAnswer(f"the body is packed {len(layers)} times over")
    name = layers[0].removeprefix("x-")
    if name not in {"gzip", "deflate"}:
        raise BadAnswer(f"the body is packed with '{name[:20]}', which was not asked for")
    return _Unpacker(name)


def _has_zlib_header(data: bytes) -> bool:
    """`deflate` means zlib by the book and raw deflate by habit."""
    return data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0
