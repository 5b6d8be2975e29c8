from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import NoteFilter
from inquiro.retrieval.vectors import VectorStore
from inquiro.runtime import vault as module
from inquiro.runtime.vault import find_notes, index_of, index_vault, vault_followed


class Flat:
    name = "flat"
    dimensions = 8
    batch = at_once = 1

    def embed(self, texts):
        return np.full((len(texts), 8), 8**-0.5, dtype=np.float32)


@pytest.fixture(autouse=True)
def model(monkeypatch, tmp_path):
    store = VectorStore(tmp_path / "home" / "vectors.db", "flat", Flat)
    monkeypatch.setattr(module, "vectors_of", lambda settings: store)
    yield
    store.close()


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    (folder / "in").mkdir(parents=True)
    (folder / "One.md").write_text("A zebra. [[Two]] [[Three]]")
    (folder / "in/Two.md").write_text("A zebra and a giraffe.")
    return folder


@pytest.fixture
def settings(tmp_path, vault):
    return Settings(home=tmp_path / "home", database_url="", vault=vault)


def paths(found):
    return [note.path for note in found]


def test_a_vault_that_was_never_indexed_answers_at_once(settings):
    assert paths(find_notes(settings, "giraffe")) == ["in/Two.md"]


def test_what_changed_is_found_and_filters_hold(settings, vault, monkeypatch):
    find_notes(settings, "zebra", "keyword")
    (vault / "New.md").write_text("Another zebra.")
    index_of(settings)._due = 0.0
    assert sorted(paths(find_notes(settings, "zebra", "keyword", 10))) == ["New.md", "One.md", "in/Two.md"]
    assert paths(find_notes(settings, "zebra", "keyword", 10, NoteFilter(folder="in"))) == ["in/Two.md"]


def test_another_folder_than_the_one_in_the_settings(settings, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other/Note.md").write_text("Elsewhere, a zebra.")
    assert paths(find_notes(settings, "zebra", folder=tmp_path / "other")) == ["Note.md"]


def test_words_alone_need_no_model(settings, monkeypatch):
    monkeypatch.setattr(module, "vectors_of", lambda settings: pytest.fail("it was asked for"))
    assert paths(find_notes(settings, "giraffe", "keyword")) == ["in/Two.md"]


def test_no_vault_and_no_folder_are_said(tmp_path):
    nothing = Settings(home=tmp_path, database_url="")
    with pytest.raises(NotConfigured, match="--vault DIR, or set INQUIRO_VAULT"):
        find_notes(nothing, "zebra")
    with pytest.raises(UsageError, match="no vault at"):
        index_vault(nothing, tmp_path / "nowhere")


def test_an_index_is_searchable_before_it_is_embedded(settings):
    between = []

    def searchable(found):
        between.append((found.refreshed.not_embedded, paths(find_notes(settings, "giraffe", "keyword"))))

    found = index_vault(settings, searchable=searchable)
    assert between == [(2, ["in/Two.md"])]
    assert (found.refreshed.notes, found.refreshed.not_embedded, found.embeddings) == (2, 0, True)
    assert (found.links.links, found.links.broken) == (2, (("One.md", "Three"),))


def test_embeddings_can_be_left_out(settings):
    found = index_vault(settings, embed=False)
    assert found.refreshed.not_embedded == 2
    assert not found.embeddings


def test_a_server_follows_its_vault(settings, monkeypatch):
    embedded = threading.Event()
    monkeypatch.setattr(Flat, "embed", lambda self, texts: embedded.set() or np.ones((len(texts), 8), np.float32))

    async def serve():
        async with vault_followed(settings):
            assert await asyncio.to_thread(embedded.wait, 20)

    asyncio.run(serve())
    assert not [thread for thread in threading.enumerate() if thread.name == "vault"]


def test_a_server_without_a_vault_has_nothing_to_follow(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "VaultWatcher", lambda _: pytest.fail("it was started"))

    async def serve(settings):
        async with vault_followed(settings):
            pass

    asyncio.run(serve(Settings(home=tmp_path, database_url="")))
    asyncio.run(serve(Settings(home=tmp_path, database_url="", vault=tmp_path / "nowhere")))
