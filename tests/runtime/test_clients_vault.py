"""What a server's client may ask of the operator's vault."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, NoteNotFound, StoreBusy, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import NoteFilter
from inquiro.runtime import clients_vault
from inquiro.runtime.clients_vault import clients_note, clients_related, clients_request, clients_search
from inquiro.runtime.vault import index_of


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Heat pumps.md").write_text("---\naliases: [Heating]\n---\nThe limit is 40 dB.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


@pytest.fixture
def operators(settings: Settings, vault: Path) -> Settings:
    return msgspec.structs.replace(settings, vault=vault)


def test_a_note_of_the_operators_vault_can_be_researched(vault, operators):
    request = clients_request(operators, "heating", "deep", None, dry_run=True, privacy="local_only")
    assert request.note is not None
    assert (request.note.vault, request.note.dry_run, request.privacy) == (str(vault), True, "local_only")


@pytest.mark.fault(58)
@pytest.mark.parametrize("said", ["nothing", "/etc/passwd", "../../x", "picture.png"])
def test_a_refusal_does_not_say_where_the_vault_lies(said, vault, operators):
    with pytest.raises(UsageError) as refused:
        clients_request(operators, said, "deep", None)
    assert str(vault) not in str(refused.value)
    assert isinstance(refused.value, NoteNotFound) == (said == "nothing")


def test_its_notes_can_be_searched(operators, vault):
    [found] = clients_search(operators, "limit dB", "keyword", 5)
    assert found.path == "Heat pumps.md"
    with pytest.raises(UsageError) as refused:
        clients_search(operators, "limit", "keyword", 5, NoteFilter(near="nothing"))
    assert str(vault) not in str(refused.value)


def test_nothing_found_while_the_notes_are_being_read_is_not_an_answer(operators, monkeypatch):
    index = index_of(operators, meaning=False)
    reading = threading.Thread(target=index.refresh)
    with index._refreshing:  # as a server's watcher does from its start
        reading.start()
        monkeypatch.setattr(clients_vault, "PATIENCE", 0.0)
        with ThreadPoolExecutor(1) as pool:
            early = pool.submit(clients_search, operators, "limit dB", "keyword", 5)
            with pytest.raises(StoreBusy, match="still being read"):
                early.result()
    monkeypatch.setattr(clients_vault, "PATIENCE", 60.0)
    assert [note.path for note in clients_search(operators, "limit dB", "keyword", 5)] == ["Heat pumps.md"]
    reading.join()
    assert clients_search(operators, "unheard", "keyword", 5) == []


def test_without_a_vault_it_says_who_can_set_one(settings, tmp_path):
    for without in (settings, msgspec.structs.replace(settings, vault=tmp_path / "gone")):
        with pytest.raises(NotConfigured, match="its operator sets INQUIRO_VAULT"):
            clients_request(without, "heating", "deep", None)
        with pytest.raises(NotConfigured, match="its operator sets INQUIRO_VAULT"):
            clients_search(without, "heating", "keyword", 5)


def test_a_note_is_read_by_its_alias_once_the_notes_are_read(operators, monkeypatch):
    index = index_of(operators, meaning=False)
    monkeypatch.setattr(clients_vault, "PATIENCE", 0.0)
    reading = threading.Thread(target=index.refresh)
    with index._refreshing:
        reading.start()
        with ThreadPoolExecutor(1) as pool, pytest.raises(StoreBusy, match="still being read"):
            pool.submit(clients_note, operators, "Heating").result()
    reading.join()
    assert clients_note(operators, "Heating").text.endswith("The limit is 40 dB.\n")
    with pytest.raises(NoteNotFound) as refused:
        clients_note(operators, "Cooling")
    assert "in the vault" in str(refused.value)


def test_a_note_that_was_written_a_moment_ago_is_looked_at_before_it_is_said_to_be_like_none(operators, vault):
    index_of(operators, vault).refresh()
    for name in ("surgeon", "violin", "glacier"):
        (vault / f"{name}.md").write_text(f"The {name} was late.\n")
    for name in ("Limes", "Pruning"):
        (vault / f"{name}.md").write_text("The crown of a lime is pruned in winter.\n")
    found = clients_related(operators, "Pruning", 5)
    assert [one.path for one in found.related] == ["Limes.md"]
