"""Only plain files inside the vault are opened, whatever was put in the way after looking."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from inquiro.core.errors import ReadFailed, UsageError
from inquiro.vault import opening
from inquiro.vault.opening import read_inside


@pytest.fixture(params=[True, False], ids=["step by step", "where folders cannot be opened in folders"])
def vault(request, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "_STEP_BY_STEP", request.param)
    root = tmp_path / "Vault"
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "Note.md").write_bytes(b"0123456789" * 10)
    (tmp_path / "outside.md").write_bytes(b"secret")
    return root


def test_the_beginning_of_a_file_and_the_sum_of_all_of_it(vault):
    start = read_inside(vault, "a/b/Note.md", 15)
    assert start == (b"012345678901234", sha256(b"0123456789" * 10).hexdigest(), 100)


@pytest.mark.fault(58)
@pytest.mark.parametrize(
    "path", ["../outside.md", "a/../../outside.md", "/etc/hosts", "a//b/Note.md", "a/./b", "", "x\0y"]
)
def test_a_path_that_is_none_inside_is_refused(vault, path):
    with pytest.raises(UsageError):
        read_inside(vault, path, 10)


@pytest.mark.fault(58)
def test_links_and_what_is_no_file_are_refused(vault):
    (vault / "link.md").symlink_to(vault.parent / "outside.md")
    (vault / "folder").symlink_to(vault.parent)
    (vault / "inner").symlink_to("a")
    os.mkfifo(vault / "pipe.md")
    for path in ("link.md", "folder/outside.md", "inner/b/Note.md", "pipe.md", "a"):
        with pytest.raises((UsageError, ReadFailed)) as raised:
            read_inside(vault, path, 10)
        assert "secret" not in str(raised.value)


def test_what_is_gone_is_said(vault):
    for path in ("none.md", "none/none.md", "a/b/Note.md/x.md"):
        with pytest.raises(UsageError, match=r"there is no note|link"):
            read_inside(vault, path, 10)


def test_no_descriptor_is_left_open(vault):
    opened = Path("/proc/self/fd")
    if not opened.is_dir():
        pytest.skip("this system does not list them")
    before = len(list(opened.iterdir()))
    for _ in range(5):
        read_inside(vault, "a/b/Note.md", 5)
        with pytest.raises(UsageError):
            read_inside(vault, "a/none/x.md", 5)
        with pytest.raises((UsageError, ReadFailed)):
            read_inside(vault, "a", 5)
    assert len(list(opened.iterdir())) == before
