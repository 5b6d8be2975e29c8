"""`key=value` on a command line."""

from __future__ import annotations

import pytest

from inquiro.cli.given import values_given
from inquiro.core.errors import UsageError


def test_values_keep_what_follows_the_first_equals_sign():
    assert values_given(["a=1", " b = x=y ", "c="]) == {"a": "1", "b": " x=y ", "c": ""}


def test_a_value_comes_from_a_file_and_a_doubled_sign_is_one(tmp_path):
    (tmp_path / "name").write_text("Nordwind\nSE\n")
    assert values_given([f"a=@{tmp_path / 'name'}", "b=@@home"]) == {"a": "Nordwind\nSE", "b": "@home"}


def test_every_mistake_is_said(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(UsageError) as refused:
        values_given(["alone", "=x", "a=1", "a=2", f"b=@{tmp_path}/none", f"c=@{tmp_path}/bytes"])
    for words in ("'alone' is not", "'=x' is not", "'a' is given twice", "No such file", "not UTF-8"):
        assert words in str(refused.value)
