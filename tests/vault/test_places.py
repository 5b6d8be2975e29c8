"""A person's words lead to one note inside the vault, or to an error that says what to do."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault.names import VaultNames
from inquiro.vault.places import find_vault, names_of, resolve_note

NOTES = {
    "Heat pumps.md": "# Heat pumps",
    "Projects/Boiler.md": "---\naliases: [Old heater, Kessel]\n---\n",
    "Projects/House/Noise.md": "",
    "Archive/Noise.md": "",
    "Archive/Heat pumps.md": "",
    "Journal/2024.01.05.md": "",
    "Lists/C# and [x].md": "",
    "Lists/plain.txt": "",
    "Lists/long.markdown": "",
    "Reise/Köln.md": "",
    "paper.pdf": "%PDF",
    ".obsidian/app.md": "",
    ".trash/Gone.md": "",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "Vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("Heat pumps.md", "Heat pumps.md"),
        ("Heat pumps", "Heat pumps.md"),  # the one in the vault's own folder comes first
        ("./Heat pumps", "Heat pumps.md"),
        ("Archive/../Heat pumps", "Heat pumps.md"),
        ("archive/HEAT PUMPS.MD", "Archive/Heat pumps.md"),
        ("Boiler", "Projects/Boiler.md"),
        ("boiler.md", "Projects/Boiler.md"),
        ("House/Noise", "Projects/House/Noise.md"),
        ("[[House/Noise#Limits|the limits]]", "Projects/House/Noise.md"),
        ("![[Boiler#^block]]", "Projects/Boiler.md"),
        ("Boiler#Costs", "Projects/Boiler.md"),
        ("old heater", "Projects/Boiler.md"),
        ("[[Kessel]]", "Projects/Boiler.md"),
        ("2024.01.05", "Journal/2024.01.05.md"),
        ("C# and [x]", "Lists/C# and [x].md"),
        ("Lists/C# and [x].md", "Lists/C# and [x].md"),
        ("plain", "Lists/plain.txt"),
        ("plain.txt", "Lists/plain.txt"),
        ("long", "Lists/long.markdown"),
        (unicodedata.normalize("NFD", "reise/köln"), "Reise/Köln.md"),
        (unicodedata.normalize("NFD", "KÖLN"), "Reise/Köln.md"),
    ],
)
def test_the_note_that_is_meant(vault, said, path):
    assert resolve_note(vault, said) == path


@pytest.mark.parametrize("said", ["old heater", "Kessel", "Boiler", "House/Noise"])
def test_names_that_are_known_already_are_used(vault, said, monkeypatch):
    known = names_of(vault)
    known.add("Projects/Boiler.md", ("Old heater", "Kessel"))
    monkeypatch.setattr("inquiro.vault.places.files_of", lambda _: pytest.fail("the vault was listed again"))
    assert resolve_note(vault, said, names=known) in {"Projects/Boiler.md", "Projects/House/Noise.md"}


def test_a_name_of_a_note_that_is_gone_is_not_found(vault):
    old = VaultNames([("Gone/Away.md", ("Elsewhere",))])
    for said in ("Away", "Elsewhere"):
        with pytest.raises(UsageError, match="there is no note"):
            resolve_note(vault, said, names=old)


def test_paths_from_outside_that_lead_inside(vault, monkeypatch):
    assert resolve_note(vault, str(vault / "Projects" / "Boiler.md")) == "Projects/Boiler.md"
    assert resolve_note(vault, str(vault / "Projects" / "Boiler")) == "Projects/Boiler.md"
    monkeypatch.chdir(vault / "Projects")
    assert resolve_note(vault, "House/Noise.md") == "Projects/House/Noise.md"
    assert resolve_note(vault, "../Archive/Noise.md") == "Archive/Noise.md"
    monkeypatch.chdir(vault.parent)
    assert resolve_note(vault, "Vault/Archive/Noise.md") == "Archive/Noise.md"


def test_a_vault_may_itself_be_reached_through_a_link(vault, tmp_path):
    link = tmp_path / "shortcut"
    link.symlink_to(vault)
    assert resolve_note(link, "Boiler") == "Projects/Boiler.md"
    assert resolve_note(link, str(vault / "Projects/Boiler.md")) == "Projects/Boiler.md"
    assert resolve_note(link, str(link / "Projects/Boiler.md")) == "Projects/Boiler.md"
    assert resolve_note(vault, str(link / "Projects/Boiler.md")) == "Projects/Boiler.md"
    (vault / "loop").symlink_to(vault)
    with pytest.raises(UsageError, match="links are not followed"):
        resolve_note(vault, str(vault / "loop" / "Heat pumps.md"))


@pytest.mark.fault(58)
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("../outside.md", "leads out of the vault"),
        ("Projects/../../outside.md", "leads out of the vault"),
        ("..", "leads out of the vault"),
        ("/etc/passwd", "outside the vault"),
        ("/etc/hosts.md", "outside the vault"),
        ("~/.ssh/id.md", "outside the vault"),
        ("~draft", "there is no note"),
        ("C:\\Windows\\win.md", "another system"),
        ("C:/Windows/win.md", "another system"),
        ("..\\outside.md", "backslash"),
        ("Heat\npumps.md", "control characters"),
        ("Heat pumps.md\0.txt", "control characters"),
        ("Heat\x1bpumps", "control characters"),
        ("Heat pumps.md.", "dot or a blank"),
        ("Heat pumps.md ", "dot or a blank"),
        ("Projects /Boiler.md", "dot or a blank"),
        ("a" * 256 + ".md", "255 bytes"),
        ("Projects/" + "ü" * 128 + "/x.md", "255 bytes"),
        (".obsidian/app.md", "hidden"),
        (".trash/Gone", "hidden"),
        ("Projects/.git/config.md", "hidden"),
        ("paper.pdf", r"ends in \.md, \.markdown, \.txt"),
        ("Noise", "several notes fit.*Archive/Noise.md.*Projects/House/Noise.md"),
        ("", "say which note"),
        ("  ", "say which note"),
        ("[[ ]]", "say which note"),
        ("Heat pump", "nearest names.*'Heat pumps.md'"),
        ("Projects", "there is no note 'Projects'"),
    ],
)
def test_what_is_refused_says_why(vault, said, reason):
    (vault.parent / "outside.md").write_text("x", "utf-8")
    with pytest.raises(UsageError, match=reason):
        resolve_note(vault, said)


@pytest.mark.fault(58)
@pytest.mark.parametrize(
    ("link", "target", "said", "reason"),
    [
        ("Linked.md", "../outside.md", "Linked", "leads out of the vault"),
        ("Linked.md", "Heat pumps.md", "Linked.md", "is a link; links are not followed"),
        ("Linked.md", "nowhere.md", "Linked.md", "is a link"),
        ("Folder", "../elsewhere", "Folder/outside.md", "leads out of the vault"),
        ("Folder", "Projects", "Folder/Boiler.md", "is a link; links are not followed"),
    ],
)
def test_links_are_named_and_not_followed(vault, link, target, said, reason):
    (vault.parent / "elsewhere").mkdir()
    for place in ("outside.md", "elsewhere/outside.md"):
        (vault.parent / place).write_text("secret", "utf-8")
    (vault / link).symlink_to(target)
    with pytest.raises(UsageError, match=reason) as raised:
        resolve_note(vault, said)
    assert link in str(raised.value)
    with pytest.raises(UsageError, match=reason):
        resolve_note(vault, str(vault / said))


@pytest.mark.fault(58)
def test_notes_that_differ_only_in_spelling_are_listed(vault):
    composed, decomposed = (unicodedata.normalize(form, "Café.md") for form in ("NFC", "NFD"))
    for name in (composed, decomposed, "Ideas.md", "IDEAS.md"):
        (vault / "Lists" / name).write_text("", "utf-8")
    if len(list((vault / "Lists").iterdir())) < 7:
        pytest.skip("this file system takes the spellings for one name")
    for said, both in (("Lists/Café", (composed, decomposed)), ("Ideas", ("Ideas.md", "IDEAS.md"))):
        with pytest.raises(UsageError, match="differ only in case or in how letters are composed") as raised:
            resolve_note(vault, said)
        assert all(f"Lists/{name}" in str(raised.value) for name in both)


def test_a_folder_that_looks_like_a_note_is_none(vault):
    (vault / "Strange.md").mkdir()
    with pytest.raises(UsageError, match="is no file"):
        resolve_note(vault, "Strange.md")


def test_the_vault_around_a_place(vault, tmp_path):
    assert find_vault(vault / "Projects" / "House" / "Noise.md") == vault
    assert find_vault(vault) == vault
    assert find_vault(tmp_path) is None


def test_there_has_to_be_a_vault(tmp_path):
    with pytest.raises(UsageError, match="there is no vault at"):
        resolve_note(tmp_path / "none", "x")
    with pytest.raises(UsageError, match="the vault holds no notes"):
        resolve_note(tmp_path, "x")


@pytest.mark.skipif(sys.platform == "win32", reason="a device there")
def test_a_device_of_windows_is_a_note_elsewhere(vault):
    (vault / "nul.md").write_text("x", "utf-8")
    assert resolve_note(vault, "nul") == "nul.md"
