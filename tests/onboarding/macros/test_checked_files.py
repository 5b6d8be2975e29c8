from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.onboarding.macros.checked_files import check_files

GOOD = "name: {}\ndescription: d\nprompt: x\noutput: {{schema: {{type: object}}}}\n"


def test_files_and_folders_are_read_each_file_once(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yml").write_text(GOOD.format("b"))
    (tmp_path / "a.yaml").write_text(GOOD.format("a"))
    (tmp_path / "c.yaml").write_bytes(b"name: \xff")
    (tmp_path / "notes.txt").write_text("no macro")
    found = check_files([tmp_path / "a.yaml", tmp_path])
    assert [(one.path.name, one.macro.name if one.macro else None) for one in found] == [
        ("a.yaml", "a"),
        ("c.yaml", None),
        ("b.yml", "b"),
    ]
    assert "not UTF-8" in found[1].problems[0].message


def test_a_folder_has_each_name_once_and_no_links(tmp_path):
    (tmp_path / "a.yaml").write_text(GOOD.format("same"))
    (tmp_path / "b.yaml").write_text(GOOD.format("same"))
    (tmp_path / "c.yaml").symlink_to(tmp_path / "a.yaml")
    _, second, link = check_files([tmp_path])
    assert second.macro is link.macro is None
    assert "'same' is in" in second.problems[0].message
    assert "it is a link" in link.problems[0].message
    both = check_files([tmp_path / "a.yaml", tmp_path / "b.yaml"])
    assert all(one.macro for one in both)  # two versions that somebody compares


def test_a_folder_without_any_is_a_mistake(tmp_path):
    with pytest.raises(UsageError, match=r"no macro files \(\*\.yaml, \*\.yml\) in"):
        check_files([tmp_path])
