from __future__ import annotations

import tarfile

import pytest

from inquiro.vault.census import census
from inquiro.vault.files import files_of
from inquiro.vault.names import VaultNames
from inquiro.vault.notes import parse_note

NOTES = {
    "A.md": "[[B]] [[B#One]] [[B#^id]] ![[photo.png]] [[none]]\n\n[[B#none]] [[B#^none]] [x](folder/C.md) `[[code]]`\n",
    "B.md": "---\nup: '[[A]]'\n---\n# One\ntext ^id\n![[gone.png]] [web](https://example.org)\n[[#One]]\n",
    "folder/C.md": "![](../photo.png) [[photo.png#x]]\n",
    "Bad.md": "a\0b",
    "photo.png": "",
    ".obsidian/x.md": "[[hidden]]",
}


def test_every_link_is_counted_and_the_broken_ones_are_listed(tmp_path):
    for path, text in NOTES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    found = census(tmp_path)
    assert (found.notes, found.attachments) == (3, 1)
    assert (found.links, found.embeds) == (10, 3)
    assert (found.heading_refs, found.block_refs, found.attachment_refs) == (3, 2, 3)
    assert found.resolved == 9
    assert [(broken.path, broken.line, broken.written) for broken in found.broken] == [
        ("A.md", 1, "[[none]]"),
        ("A.md", 3, "[[B#none]]"),
        ("A.md", 3, "[[B#^none]]"),
        ("B.md", 6, "![[gone.png]]"),
    ]
    assert [broken.reason for broken in found.broken] == [
        "no such file",
        "no such heading in 'B.md'",
        "no such block in 'B.md'",
        "no such file",
    ]
    assert found.links + found.embeds == found.resolved + len(found.broken)
    assert len(found.unreadable) == 1


def test_an_empty_folder_has_nothing(tmp_path):
    assert census(tmp_path).links == 0


@pytest.fixture(scope="module")
def real(shared_data, tmp_path_factory):
    """Three vaults of one project, as they stood in its repository."""
    archive = shared_data / "vault_obsidian_tasks" / "vault.tar.xz"
    if not archive.is_file():
        pytest.skip("the recorded vaults are not beside this checkout")
    folder = tmp_path_factory.mktemp("real")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    return folder


@pytest.mark.parametrize(
    ("inside", "counts", "broken"),  # notes, links, embeds, headings, blocks
    [
        ("docs", (118, 1110, 155, 415, 0), 36),
        ("contributing", (87, 154, 8, 21, 0), 6),
        ("resources/sample_vaults/Tasks-Demo", (205, 100, 30, 57, 7), 4),
    ],
)
def test_real_vaults_are_read_to_the_last_link(real, inside, counts, broken):
    found = census(real / inside)
    assert (found.notes, found.links, found.embeds, found.heading_refs, found.block_refs) == counts
    assert len(found.broken) == broken
    assert found.resolved == found.links + found.embeds - broken
    names = {path.rpartition("/")[2].lower() for path in files_of(real / inside)}
    for link in found.broken:  # the file is truly not there, under whatever folder
        (target,) = parse_note(link.written, "x.md").links
        name = target.path.rpartition("/")[2].lower()
        assert not {name, f"{name}.md"} & names


def test_a_link_to_any_file_of_a_real_vault_comes_back(real):
    for inside in ("docs", "contributing", "resources/sample_vaults/Tasks-Demo"):
        names = VaultNames((path, ()) for path in files_of(real / inside))
        for path in names:
            (link,) = parse_note(names.link_to(path, "Home.md"), "Home.md").links
            assert names.resolve(link.path, "Home.md") == path
