from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest
from scripts.chaos_decoders import crashes

import inquiro
from inquiro.core.decoders import convert, from_json, from_msgpack, from_toml, prepared
from inquiro.core.types import Anchor, ReadText

SOURCES = Path(inquiro.__file__).parent
ANCHOR = Anchor(offset=3, label="Trees")


def test_each_format_gives_the_typed_value():
    plain = msgspec.to_builtins(ANCHOR)
    assert convert(plain, Anchor) == ANCHOR
    assert convert(ANCHOR, Anchor, from_attributes=True) == ANCHOR
    assert from_json(msgspec.json.encode(ANCHOR), Anchor) == ANCHOR
    assert from_toml('offset = 3\nlabel = "Trees"', Anchor) == ANCHOR
    assert from_msgpack(msgspec.msgpack.encode(ANCHOR), Anchor) == ANCHOR


def test_what_does_not_fit_is_refused_in_every_format():
    for decode, data in ((from_json, b'{"text": 1}'), (from_toml, b"text = 1"), (from_msgpack, b"\x81\xa4text\x01")):
        with pytest.raises(msgspec.ValidationError):
            decode(data, ReadText)
    with pytest.raises(msgspec.ValidationError):
        convert({"text": 1}, ReadText)


def test_a_type_inside_another_is_prepared_with_it():
    assert prepared(list[ReadText]) == list[ReadText]
    assert convert([{"text": "a", "media_type": "text/plain"}], list[ReadText])[0].text == "a"


def test_six_threads_that_first_decode_one_type_do_not_crash_the_process():
    assert crashes(3, bare=False) == []


def test_nothing_else_decodes_into_a_type():
    """A direct call of msgspec would prepare a type outside the lock."""
    found = [
        f"{file.relative_to(SOURCES)}:{node.lineno}"
        for file in SOURCES.rglob("*.py")
        if file.name != "decoders.py"
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and _decodes_typed(node)
    ]
    assert found == []


def _decodes_typed(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    if name == "msgspec.convert" or name.endswith(".Decoder"):
        return True
    return name.startswith("msgspec.") and name.endswith(".decode") and any(one.arg == "type" for one in call.keywords)
