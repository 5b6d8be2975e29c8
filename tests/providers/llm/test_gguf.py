"""Headers of weights, good and bad: a number, nothing, or an error in words."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.providers.llm._gguf import trained_context


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def entry(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def words(*values: str) -> bytes:
    return struct.pack("<IQ", 8, len(values)) + b"".join(map(text, values))


def header(*entries: bytes, version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(entries)) + b"".join(entries)


ARCHITECTURE = entry("general.architecture", 8, text("llama"))
CONTEXT = entry("llama.context_length", 4, struct.pack("<I", 8192))
OTHERS = (
    entry("general.name", 8, text("a name")),
    entry("tokenizer.ggml.tokens", 9, words("<s>", "é", "")),
    entry("tokenizer.ggml.scores", 9, struct.pack("<IQ3f", 6, 3, 1.0, 2.0, 3.0)),
    entry("llama.rope.freq_base", 6, struct.pack("<f", 10_000.0)),
    entry("general.flag", 7, b"\1"),
    entry("other.context_length", 4, struct.pack("<I", 5)),
)


@pytest.fixture
def read(tmp_path):
    def run(data: bytes) -> int | None:
        path = tmp_path / "x.gguf"
        path.write_bytes(data)
        return trained_context(path)

    return run


@given(entries=st.permutations([ARCHITECTURE, CONTEXT, *OTHERS]), version=st.sampled_from([2, 3]))
def test_the_context_is_found_wherever_it_stands(entries, version, tmp_path_factory):
    path = tmp_path_factory.mktemp("gguf") / "x.gguf"
    path.write_bytes(header(*entries, version=version))
    assert trained_context(path) == 8192


def test_a_file_that_does_not_tell(read):
    assert read(header()) is None
    assert read(header(ARCHITECTURE, *OTHERS)) is None
    assert read(header(ARCHITECTURE, entry("llama.context_length", 5, struct.pack("<i", -4)))) is None
    assert read(header(ARCHITECTURE, entry("llama.context_length", 10, struct.pack("<Q", 1 << 60)))) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "first bytes"),
        (b"PK\3\4 a zip file", "first bytes"),
        (header(version=1), "version 1"),
        (header(entry("a", 99, b"")), "unknown kind"),
        (header(entry("a", 9, struct.pack("<IQ", 9, 1))), "too long or too deep"),
        (header(entry("a", 9, struct.pack("<IQ", 8, 1 << 50))), "too long or too deep"),
        (header(entry("a", 8, struct.pack("<Q", 1 << 62))), "too long"),
        (header(entry("a", 8, struct.pack("<Q", 1000))), "not a whole GGUF"),
        (header(entry("general.architecture", 8, struct.pack("<Q", 2) + b"\xff\xff")), "not a whole GGUF"),
    ],
)
def test_what_is_no_gguf_is_an_error_in_words(read, data, said):
    with pytest.raises(ReadFailed, match=said):
        read(data)


def test_a_header_that_ends_anywhere_is_an_error(read):
    whole = header(*OTHERS, CONTEXT, ARCHITECTURE)
    for cut in range(len(whole)):
        with pytest.raises(ReadFailed):
            read(whole[:cut])


@given(noise=st.binary(max_size=400), kept=st.integers(0, 60))
def test_noise_is_a_number_nothing_or_an_error(noise, kept, tmp_path_factory):
    path = tmp_path_factory.mktemp("gguf") / "x.gguf"
    path.write_bytes(header(ARCHITECTURE, CONTEXT)[:kept] + noise)
    try:
        found = trained_context(path)
    except ReadFailed:
        return
    assert found is None or found > 0
