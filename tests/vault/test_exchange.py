"""Two files change places, or neither moves."""

from __future__ import annotations

import os
import sys

import pytest

from inquiro.vault.exchange import exchange


def test_they_change_places(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "b").write_bytes(b"2")
    folder = os.open(tmp_path, os.O_RDONLY)
    done = exchange(folder, "a", "b")
    missing = exchange(folder, "a", "c")
    os.close(folder)
    assert not missing
    assert exchange(None, "a", "b") is False
    if not done:
        pytest.skip(f"{sys.platform}, or this file system, cannot do it")
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()) == (b"2", b"1")
