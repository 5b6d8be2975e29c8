from __future__ import annotations

import os

from inquiro.onboarding.macros.folders import files_in


def test_files_in_order_and_nothing_else(tmp_path):
    for name in ("b.yaml", "a.yml", "notes.txt", ".hidden.yaml", "deep/c.yaml", "1/2/3/4/5.yaml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert [str(one.path.relative_to(tmp_path)) for one in files_in(tmp_path)] == ["a.yml", "b.yaml", "deep/c.yaml"]


def test_links_are_said_and_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text("x")
    folder = tmp_path / "macros"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(outside / "secret.yaml")
    (folder / "more").symlink_to(outside, target_is_directory=True)
    (found,) = files_in(folder)
    assert found.path.name == "link.yaml"
    assert "only files that lie in the folder" in found.problem


def test_a_change_changes_the_stamp(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("x")
    before = files_in(tmp_path)
    path.write_text("xy")
    assert files_in(tmp_path) != before


def test_no_folder_no_files(tmp_path):
    assert files_in(tmp_path / "nowhere") == []
