"""No way out of the vault by links, and no file replaced that is not the one that was read."""

from __future__ import annotations

import os
import time

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault import safe_folder
from inquiro.vault.safe_folder import TEMPORARY, SafeFolder


@pytest.fixture(params=["exchange", "rename", "paths"])
def way(request, monkeypatch):
    """With everything that this system can do, and without."""
    if request.param != "exchange":
        monkeypatch.setattr(safe_folder, "exchange", lambda *_: False)
    if request.param == "paths":
        monkeypatch.setattr(safe_folder, "_BY_FOLDER", False)
    return request.param


@pytest.mark.fault(58)
def test_links_and_what_is_no_file_are_refused(tmp_path, way):
    (tmp_path / "vault" / "in").mkdir(parents=True)
    (tmp_path / "vault" / "link").symlink_to(tmp_path)
    (tmp_path / "vault" / "a.md").symlink_to(tmp_path / "b.md")
    (tmp_path / "b.md").write_bytes(b"x")
    os.mkfifo(tmp_path / "vault" / "pipe.md")
    for inside in ("link", "in/../link", "a.md"):
        with pytest.raises((UsageError, FileNotFoundError)):
            SafeFolder(tmp_path / "vault", inside)
    with pytest.raises(FileNotFoundError):
        SafeFolder(tmp_path / "vault", "none")
    with SafeFolder(tmp_path / "vault", "") as folder:
        for name in ("a.md", "in", "pipe.md"):
            with pytest.raises(UsageError):
                folder.read(name)


def test_a_vault_that_is_itself_reached_by_a_link_is_fine(tmp_path, way):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_bytes(b"x")
    (tmp_path / "vault").symlink_to(tmp_path / "real")
    with SafeFolder(tmp_path / "vault", "") as folder:
        assert folder.read("a.md").data == b"x"
        assert folder.read("b.md") is None


def test_a_file_is_replaced_if_it_is_the_one_that_was_read(tmp_path, way):
    (tmp_path / "a.md").write_bytes(b"old")
    with SafeFolder(tmp_path, "") as folder:
        read = folder.read("a.md")
        (tmp_path / "a.md").write_bytes(b"other")
        assert not folder.replace("a.md", b"new", read)
        assert (tmp_path / "a.md").read_bytes() == b"other"
        assert folder.replace("a.md", b"new", folder.read("a.md"))
        assert not folder.remove("a.md", read)
        assert not folder.create("a.md", b"created")
        assert (tmp_path / "a.md").read_bytes() == b"new"
        assert folder.remove("a.md", folder.read("a.md"))
        assert folder.create("a.md", b"created")
    assert [place.name for place in tmp_path.iterdir()] == ["a.md"]


def test_extended_attributes_are_kept(tmp_path):
    (tmp_path / "a.md").write_bytes(b"old")
    try:
        os.setxattr(tmp_path / "a.md", "user.tag", b"blue")
    except (OSError, AttributeError):
        pytest.skip("this file system has none")
    with SafeFolder(tmp_path, "") as folder:
        assert folder.replace("a.md", b"new", folder.read("a.md"))
    assert os.getxattr(tmp_path / "a.md", "user.tag") == b"blue"


def test_what_crashes_left_is_removed_but_not_what_another_writer_needs(tmp_path, way):
    old, new = tmp_path / f"{TEMPORARY}1", tmp_path / f"{TEMPORARY}2"
    for file in (old, new, tmp_path / ".hidden"):
        file.write_bytes(b"x")
    os.utime(old, (time.time() - 10_000,) * 2)
    with SafeFolder(tmp_path, "") as folder:
        folder.tidy("a.md")
    assert {place.name for place in tmp_path.iterdir()} == {new.name, ".hidden"}
