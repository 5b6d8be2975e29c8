"""Edits as text: nothing hidden in them, nothing ambiguous accepted, no trace of them left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.cli.editing import NotJson, as_text, edited_text, from_file, from_text, scratch
from inquiro.core.errors import BadFile

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_data_come_back_as_they_went_and_every_character_is_seen(data):
    text = as_text(data)
    assert from_text(text) == data
    assert not {"\x1b", "\u202e", "\u200b", "\u2028", "\x9b"} & set(text)


def test_letters_stay_letters_and_what_hides_becomes_a_number():
    assert as_text({"city": "München", "name": "a\u202eb"}) == '{\n  "city": "München",\n  "name": "a\\u202eb"\n}\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1, column 2"),
        ('{"a": 1, "a": 2}', "'a' is there twice"),
        ('{"a": NaN}', "NaN is no number"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_not_plain_json_is_refused_with_its_place(text, says):
    with pytest.raises(NotJson, match=says):
        from_text(text)


def test_a_file_is_json_or_yaml_by_its_name(tmp_path):
    (tmp_path / "a.json").write_text('{"a": [1, "no"]}')
    (tmp_path / "a.yaml").write_text('a: [1, "no"]\n')
    assert from_file(tmp_path / "a.json") == from_file(tmp_path / "a.yaml") == {"a": [1, "no"]}
    (tmp_path / "b.yml").write_text("a: 1\na: 2\n")
    with pytest.raises(BadFile):
        from_file(tmp_path / "b.yml")


def test_the_file_is_the_owners_alone_and_gone_afterwards(monkeypatch, tmp_path):
    monkeypatch.setenv("EDITOR", "true")
    with scratch() as path:
        assert edited_text(path, "{}") == "{}"
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not path.parent.exists()
