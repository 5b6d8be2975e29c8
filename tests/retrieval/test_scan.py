from __future__ import annotations

import os

import pytest

from inquiro.retrieval.scan import scan

SUFFIXES = frozenset({".txt", ".md"})


def paths(folder):
    return {found.path: found.reason for found in scan(folder, SUFFIXES)}


def test_files_are_found_in_folders_and_hidden_ones_ignored(tmp_path):
    for name in ("a.txt", "sub/b.MD", ".hidden.txt", ".git/c.txt", "photo.jpg", "Makefile"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert paths(tmp_path) == {
        "a.txt": "",
        "sub/b.MD": "",
        "photo.jpg": "unsupported file type .jpg",
        "Makefile": "unsupported file type (no suffix)",
    }


@pytest.mark.fault(58)
def test_links_out_of_the_folder_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "own.txt").write_text("own")
    (folder / "file.txt").symlink_to(outside / "secret.txt")
    (folder / "dir").symlink_to(outside)
    (folder / "twin.txt").symlink_to(folder / "own.txt")
    (folder / "loop").symlink_to(folder)
    reason = "link leads outside the folder"
    assert paths(folder) == {"own.txt": "", "file.txt": reason, "dir": reason}


def test_what_is_no_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    assert paths(tmp_path) == {"pipe.txt": "not a regular file"}


def test_a_folder_that_cannot_be_listed_is_named(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.txt").write_text("x")
    real = os.scandir

    def refusing(path):
        if path.name == "sub":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert paths(tmp_path) == {"a.txt": "", "sub": "cannot be listed: Permission denied"}


def test_a_name_that_is_not_utf8_is_told_and_the_rest_is_read(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / os.fsdecode(b"b\xff.txt")).write_text("x")
    (tmp_path / os.fsdecode(b"d\xe9")).mkdir()
    (tmp_path / os.fsdecode(b"d\xe9") / "inside.txt").write_text("x")
    reason = "its name is not UTF-8: rename it to have it read"
    assert paths(tmp_path) == {"a.txt": "", "b\\xff.txt": reason, "d\\xe9": reason}
