"""Bodies unpack up to the cap and not a byte further."""

from __future__ import annotations

import gzip
import random
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadAnswer, Unavailable
from inquiro.providers.http.decoding import Body


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACKERS = {"": bytes, "identity": bytes, "gzip": gzip.compress, "x-gzip": gzip.compress, "deflate": zlib.compress}


def unpacked(encoding: str, data: bytes, cap: int = 1_000, step: int = 7) -> tuple[bytes, bool]:
    body = Body(encoding, cap)
    for start in range(0, len(data), step):
        body.feed(data[start : start + step])
        if body.full:
            break
    return body.whole(), body.full


@given(st.sampled_from([*PACKERS, "raw"]), st.binary(max_size=300), st.integers(1, 50), st.integers(1, 400))
def test_whatever_the_pieces_the_body_is_whole_or_cut_at_the_cap(name: str, data: bytes, step: int, cap: int) -> None:
    packed = raw_deflate(data) if name == "raw" else PACKERS[name](data)
    got, full = unpacked("deflate" if name == "raw" else name, packed, cap, step)
    assert got == data[:cap]
    assert full == (len(data) > cap)


@given(st.sampled_from([*PACKERS]), st.binary(max_size=300), st.integers(1, 50), st.integers(1, 400))
def test_reading_along_gives_the_same_bytes_and_the_same_cap(name: str, data: bytes, step: int, cap: int) -> None:
    packed, got = PACKERS[name](data), b""
    body = Body(name, cap)
    for start in range(0, len(packed), step):
        body.feed(packed[start : start + step])
        got += body.so_far()
        if body.full:
            break
    assert got + body.whole() == data[:cap]
    assert body.full == (len(data) > cap)


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 131_072, 500_000])
def test_long_bodies_lose_nothing_between_the_steps(size: int) -> None:
    for data in (bytes(size), random.Random(size).randbytes(size), b"ab" * (size // 2)):
        assert unpacked("gzip", gzip.compress(data), 1_000_000, 9_999) == (data, False)
        assert unpacked("deflate", zlib.compress(data), 1_000_000, 70_000) == (data, False)


def test_gzip_may_have_several_members_and_padding() -> None:
    packed = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 9
    assert unpacked("GZIP", packed) == (b"one two", False)


@pytest.mark.fault(20)
@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_costs_no_more_than_the_cap(encoding: str) -> None:
    packer = zlib.compressobj(9, wbits=31 if encoding == "gzip" else 15)
    bomb = b"".join([packer.compress(bytes(1_000_000)) for _ in range(100)]) + packer.flush()
    assert 100_000_000 / len(bomb) > 900
    body = Body(encoding, 1_000_000)
    tracemalloc.start()
    try:
        body.feed(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert body.full
    assert len(body.whole()) == 1_000_000
    assert peak < 4_000_000


@pytest.mark.fault(20)
@pytest.mark.parametrize(
    "encoding", ["br", "zstd", "compress", "gzip, gzip", "deflate,gzip", "gzip, br", "gzip,gzip,gzip", "aes128gcm", "*"]
)
def test_layers_and_packings_nobody_asked_for_are_refused_unread(encoding: str) -> None:
    with pytest.raises(BadAnswer):
        Body(encoding, 100)


@pytest.mark.fault(20)
def test_members_that_unpack_to_nothing_do_not_go_on_for_ever() -> None:
    with pytest.raises(BadAnswer):
        unpacked("gzip", gzip.compress(b"") * 10_000, 1_000, 2_000)


def test_a_body_that_is_not_packed_as_announced_is_a_bad_answer() -> None:
    for encoding in ("gzip", "deflate"):
        with pytest.raises(BadAnswer):
            unpacked(encoding, b"\xff<html>plain</html>")


@pytest.mark.fault(16)
def test_a_packed_body_that_ends_in_the_middle_is_not_used() -> None:
    for packed, encoding in ((gzip.compress(b"x" * 500), "gzip"), (zlib.compress(b"y" * 500), "deflate")):
        for end in (1, 5, len(packed) - 1):
            with pytest.raises(Unavailable):
                unpacked(encoding, packed[:end])


def test_no_body_at_all_is_whole() -> None:
    assert unpacked("gzip", b"") == (b"", False)


@given(st.sampled_from(["gzip", "deflate"]), st.binary(max_size=200), st.integers(1, 20))
def test_garbage_never_crashes(encoding: str, data: bytes, step: int) -> None:
    try:
        got, _ = unpacked(encoding, data, 100, step)
    except (BadAnswer, Unavailable):
        return
    assert len(got) <= 100
