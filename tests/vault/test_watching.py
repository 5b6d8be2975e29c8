from __future__ import annotations

import threading

import numpy as np
import pytest

from inquiro.core.errors import StoreBusy
from inquiro.vault.index import VaultIndex
from inquiro.vault.watching import VaultWatcher

PATIENCE = 20.0  # seconds; far more than it takes


class Flat:
    name = "flat"
    dimensions = 8

    def embed(self, texts):
        return np.full((len(texts), 8), 8**-0.5, dtype=np.float32)


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "one.md").write_text("A zebra.")
    return folder


class Watched(VaultIndex):
    """Tells when a refresh or some embedding is done, and never waits long."""

    def __init__(self, *args):
        super().__init__(*args)
        self.looked, self.embedded = threading.Semaphore(0), threading.Event()
        self.errors = []

    def due_in(self):
        return min(super().due_in(), 0.01)

    def refresh(self, progress=None, *, embed=False):
        self._due = 0.0
        if self.errors:
            raise self.errors.pop()
        found = super().refresh(progress, embed=embed)
        self._due = 0.0
        self.looked.release()
        return found

    def embed_some(self, seconds=None, progress=None):
        left = super().embed_some(seconds, progress)
        if not left:
            self.embedded.set()
        return left


@pytest.fixture
def index(vault, tmp_path):
    return Watched(vault, tmp_path / "state", Flat())


def test_it_follows_what_happens_and_embeds_in_the_background(index, vault):
    watcher = VaultWatcher(lambda: index)
    watcher.start()
    try:
        assert index.embedded.wait(PATIENCE)
        assert [note.path for note in index.search("zebra")] == ["one.md"]
        index.embedded.clear()
        (vault / "two.md").write_text("A giraffe.")
        assert index.embedded.wait(PATIENCE)
        assert [note.path for note in index.search("giraffe", "keyword")] == ["two.md"]
    finally:
        watcher.close()
    assert not watcher._thread.is_alive()


def test_it_goes_on_after_an_error(index, monkeypatch, caplog):
    monkeypatch.setattr("inquiro.vault.watching._AFTER_ERROR", 0.01)
    index.errors = [StoreBusy("in use by another process")]
    watcher = VaultWatcher(lambda: index)
    watcher.start()
    assert index.looked.acquire(timeout=PATIENCE)
    watcher.close()
    assert "in use by another process" in caplog.text


def test_it_ends_in_the_middle_of_a_long_refresh(index, vault, monkeypatch):
    monkeypatch.setattr("inquiro.index.update._MOST", 1)
    for number in range(20):
        (vault / f"{number}.md").write_text(f"Zebra {number}.")
    begun, go_on = threading.Event(), threading.Event()
    original = VaultWatcher._heard

    def heard(self, *step):
        begun.set()
        assert go_on.wait(PATIENCE)
        original(self, *step)

    monkeypatch.setattr(VaultWatcher, "_heard", heard)
    watcher = VaultWatcher(lambda: index)
    watcher.start()
    assert begun.wait(PATIENCE)
    watcher._ended.set()
    go_on.set()
    watcher.close()
    assert 0 < len(index.search("zebra", "keyword", 50)) < 20


def test_closing_what_was_never_started_is_fine(index):
    VaultWatcher(lambda: index).close()
