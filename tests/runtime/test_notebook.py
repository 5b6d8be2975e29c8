"""The vault of a note, as its run sees it."""

from __future__ import annotations

import os

import pytest

from inquiro.core.types import NoteAsk, ResearchRequest
from inquiro.runtime.notebook import VaultNotebook, notebook_of
from inquiro.vault.index import VaultIndex
from inquiro.vault.state import state_of


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    (folder / "Sub").mkdir(parents=True)
    (folder / "Heat.md").write_text("# Heat\n\nSee [[Boiler]].\n")
    (folder / "Boiler.md").write_text("# Boiler\n")
    (folder / "Sub" / "Boiler.md").write_text("# Another boiler\n\nSee [[Heat]].\n")
    os.utime(folder / "Heat.md", (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture
def book(vault, tmp_path):
    VaultIndex(vault, state_of(tmp_path / "home", vault)).refresh()
    return VaultNotebook(vault, tmp_path / "home")


def test_it_reads_names_and_knows_the_neighbours_of_a_note(book, vault):
    assert book.read("Heat.md").text.startswith("# Heat")
    assert book.neighbours("Heat.md") == ("Boiler.md", "Sub/Boiler.md")
    assert book.link((vault / "Sub" / "Boiler.md").as_uri()) == "[[Sub/Boiler]]"
    assert book.link((vault / "Heat.md").as_uri()) == "[[Heat]]"
    assert book.link("https://example.org/") == ""


def test_it_writes_the_section_and_nothing_in_a_dry_run(book, vault):
    note, section = book.read("Heat.md"), "## Research\n\n- Found.\n"
    assert book.write(note, section, "run-1", dry_run=True).outcome == "dry_run"
    assert "Research" not in (vault / "Heat.md").read_text()
    assert book.write(note, section, "run-1").outcome == "written"
    assert "- Found." in (vault / "Heat.md").read_text()


def test_only_a_note_has_a_notebook(vault, settings):
    asked = ResearchRequest(question="x", note=NoteAsk(vault=str(vault), path="Heat.md"))
    assert notebook_of(asked, settings) is not None
    assert notebook_of(ResearchRequest(question="x"), settings) is None
