"""Events out of bytes cut anywhere."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadAnswer, EffectError, Unavailable
from inquiro.providers.llm._streams import Events, StreamReading, json_in


def events_of(body: bytes, cuts: list[int] | None = None) -> list[str]:
    reader, found = Events(), []
    places = [0, *sorted(cuts or []), len(body)]
    for start, end in pairwise(places):
        found += list(reader.feed(body[start:end]))
    return found + list(reader.close())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"data: one\n\ndata: two\n\n", ["one", "two"]),
        (b"data:one\r\n\r\ndata: two\r\n\r\n", ["one", "two"]),
        (b"data: one\r\rdata: two\r\r", ["one", "two"]),
        (b"event: x\nid: 7\ndata: one\nretry: 5\n\n", ["one"]),
        (b": a comment\n\n: another\n\ndata: one\n\n", ["one"]),
        (b"data: two\ndata:  lines\n\n", ["two\n lines"]),
        (b"\xef\xbb\xbfdata: marked\n\n", ["marked"]),
        (b"data\n\n", [""]),
        (b"data: no end", ["no end"]),
        (b"data: no end\r", ["no end"]),
        (b"\n\n\n", []),
        (b"", []),
        ("data: größer ☃ 🎈\n\n".encode(), ["größer ☃ 🎈"]),
        (b"data: \xff\n\n", ["\ufffd"]),
        (b"database: x\n\n", []),
    ],
)
def test_events_are_found(body, expected):
    assert events_of(body) == expected


@pytest.mark.fault(8)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_cut_at_any_byte_changes_nothing(end):
    body = f": hi{end}{end}data: größer{end}data: ☃ 🎈{end}{end}event: x{end}data: [DONE]{end}{end}".encode()
    for cut in range(len(body) + 1):
        assert events_of(body, [cut]) == ["größer\n☃ 🎈", "[DONE]"], cut
    assert events_of(body, list(range(len(body)))) == ["größer\n☃ 🎈", "[DONE]"]


texts = st.lists(st.text(st.characters(exclude_characters="\r\n", codec="utf-8"), min_size=1), max_size=6)


@given(texts, st.sampled_from(["\n", "\r\n", "\r"]), st.data())
def test_any_cuts_give_the_same_events(lines, end, data):
    body = "".join(f"data: {line}{end}{end}" for line in lines).encode()
    cuts = data.draw(st.lists(st.integers(0, len(body)), max_size=8))
    assert events_of(body, cuts) == lines


@given(st.binary(max_size=300), st.data())
def test_no_bytes_are_a_crash(body, data):
    cuts = data.draw(st.lists(st.integers(0, len(body)), max_size=8))
    assert events_of(body, cuts) == events_of(body)


class Words:
    """The plainest vendor: words, then an end."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.ended = False

    def take(self, event: dict[str, Any]) -> str:
        self.words.append(event.get("word", ""))
        self.ended = self.ended or "end" in event
        return self.words[-1]

    def done(self) -> None:
        self.ended = True

    def whole(self) -> dict[str, Any] | None:
        return {"said": "".join(self.words)} if self.ended else None


def reading() -> StreamReading:
    return StreamReading(Words(), "somebody", lambda event: BadAnswer("broken") if "error" in event else None)


def test_text_is_told_as_it_comes_and_the_whole_in_the_end():
    read = reading()
    assert list(read.feed(b'data: {"word": "a"}\n\ndata: {"wo')) == ["a"]
    assert list(read.feed(b'rd": "b"}\n\ndata: {}\n\n')) == ["b"]
    assert list(read.feed(b"data: [DONE]\n\n")) == []
    assert read.whole() == {"said": "ab"}


def test_the_last_event_may_lack_its_empty_line():
    read = reading()
    assert list(read.feed(b'data: {"word": "a"}\n\ndata: {"end": 1}')) == ["a"]
    assert read.whole() == {"said": "a"}


@pytest.mark.fault(8)
@pytest.mark.parametrize("rest", [b"", b"data: ", b'data: {"en', b"data: [DO"])
def test_a_stream_without_its_end_is_unavailable(rest):
    read = reading()
    list(read.feed(b'data: {"word": "half"}\n\n' + rest))
    with pytest.raises(Unavailable, match="somebody stopped in the middle"):
        read.whole()


@pytest.mark.fault(9)
@pytest.mark.parametrize("data", [b"data: {\n\n", b"data: [1]\n\n", b"data: " + b"[" * 5_000 + b"\n\n"])
def test_an_event_that_is_no_object_is_a_bad_answer(data):
    with pytest.raises(BadAnswer, match="not JSON"):
        list(reading().feed(data))


def test_an_error_among_the_events_is_raised_at_once():
    with pytest.raises(EffectError, match="broken"):
        list(reading().feed(b'data: {"word": "a"}\n\ndata: {"error": 1}\n\n'))


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": "x\xff\xfey"}', {"a": "x\ufffd\ufffdy"}),
        ('"\\ud83d"', "\ufffd"),
        ('"\\uDE00 low first"', "\ufffd low first"),
        ('"\\ud83d\\ude00 whole"', "😀 whole"),
        (r'"a \\ud83d of LaTeX"', r"a \ud83d of LaTeX"),
        (r'"\\\ud83d\n"', "\\\ufffd\n"),
    ],
)
def test_bytes_and_halves_that_are_no_text_are_replaced(text, value):
    assert json_in(text) == value


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_sound_json_is_left_as_it_is(text):
    for written in (json.dumps(text), json.dumps(text, ensure_ascii=False), msgspec.json.encode(text)):
        assert json_in(written) == text


@pytest.mark.fault(9)
@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff", "NaN"])
def test_what_is_no_json_is_nothing(text):
    assert json_in(text) is None
