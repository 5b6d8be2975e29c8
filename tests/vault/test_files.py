from __future__ import annotations

import os

from inquiro.vault.files import files_of, folder_of, is_note, stem_of


def test_every_file_in_a_stable_order_and_nothing_hidden_or_linked(tmp_path):
    root = tmp_path / "Vault"
    for path in ("b.md", "a/z.md", "a/b/c.png", ".obsidian/x.md", "a/.trash/y.md", "d.txt"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "o.md").write_text("")
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "link.md").symlink_to(tmp_path / "outside" / "o.md")
    (root / "loop").symlink_to(root)
    (root / os.fsdecode(b"n\xff.md")).write_text("")
    assert list(files_of(root)) == ["b.md", "d.txt", "a/z.md", "a/b/c.png"]
    assert list(files_of(tmp_path / "none")) == []


def test_names_of_files():
    assert [is_note(path) for path in ("a.MD", "a.markdown", "a.txt", "a.pdf", "a")] == [True, True, True, False, False]
    assert [stem_of(path) for path in ("a/b.md", "v1.2.MD", "c.txt", ".md")] == ["b", "v1.2", "c.txt", ".md"]
    assert (folder_of("a/b/c.md"), folder_of("c.md")) == ("a/b/", "")
