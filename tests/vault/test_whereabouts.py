"""Where a note went, and what a note beside it is called."""

from __future__ import annotations

from hashlib import sha256

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault.whereabouts import checked, introduction, moved, siblings


def test_the_parts_of_a_path():
    assert checked("a/b/c.md") == ("a/b", "c.md")
    assert checked("c.markdown") == ("", "c.markdown")
    with pytest.raises(UsageError):
        checked("a/b")


@pytest.mark.fault(59)
def test_a_note_is_found_by_its_content_then_by_our_mark_and_only_if_it_is_one(tmp_path):
    for name, text in {"x/a.md": "same", "y/b.md": "same", "z/c.md": "has the mark", "z/d.md": "other"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    content = sha256(b"same").hexdigest()
    assert moved(tmp_path, "a.md", content, "") == "x/a.md"
    assert moved(tmp_path, "n.md", content, "") is None  # two of them
    assert moved(tmp_path, "n.md", "?", "the mark") == "z/c.md"
    assert moved(tmp_path, "n.md", "?", "") is None
    (tmp_path / "z" / "empty.md").touch()
    assert moved(tmp_path, "n.md", sha256(b"").hexdigest(), "") is None  # empty notes are all alike


def test_names_of_siblings_fit_and_stay_in_the_folder_if_it_is_there(tmp_path):
    (tmp_path / "in").mkdir()
    names = siblings(tmp_path, "in/a.txt")
    assert [next(names), next(names)] == ["in/a (research).md", "in/a (research 2).md"]
    assert next(siblings(tmp_path, "gone/a.md")) == "a (research).md"
    long = next(siblings(tmp_path, "é" * 126 + ".md"))
    assert len(long.encode()) <= 255
    assert long.endswith("é (research).md")


@pytest.mark.parametrize(
    ("path", "link"), [("a.md", "[[a]]"), ("x/a.md", "[[x/a|a]]"), ("a.txt", "[[a.txt]]"), ("a [b].md", "a [b]")]
)
def test_a_sibling_links_to_its_note(path, link):
    assert introduction(path, "it is gone") == f"Research for {link}, which could not be written: it is gone.\n\n"
