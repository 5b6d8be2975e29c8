from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import BadAnswer
from inquiro.core.protocols import Opener, Preparing, ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Filters, SourceResult
from inquiro.providers.search import vault as module
from inquiro.providers.search.vault import plugin
from inquiro.retrieval.vectors import VectorStore

NOTE = "---\ncreated: 2024-03-01\n---\n# Street trees\n\nStreet trees lowered the temperature by two degrees. See [[Trains]].\n"


@pytest.fixture(autouse=True)
def without_model(monkeypatch):
    monkeypatch.setattr(module, "vectors_of", lambda settings: None)


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "my vault"
    folder.mkdir()
    (folder / "Street trees.md").write_text(NOTE)
    (folder / "Züge.md").write_text("Der Nachtzug nach Portavel war verspätet, und das war er oft.")
    return folder


@pytest.fixture
def source(tmp_path, vault):
    return plugin(ProviderContext(settings=Settings(home=tmp_path / "home", database_url="", vault=vault)))


def search(source, query, limit=10, **filters):
    return asyncio.run(source.search(query, limit, Filters(**filters)))


def test_a_question_finds_the_note(source, vault):
    (hit,) = search(source, "How much do street trees lower the temperature?")
    assert hit.url == (vault / "Street trees.md").resolve().as_uri()
    assert (hit.title, hit.source_name, hit.source_type) == ("Street trees", "vault", "vault")
    assert hit.snippet.startswith("Street trees lowered")
    assert hit.private


def test_a_hit_opens_as_a_private_snapshot(source):
    (hit,) = search(source, "trees temperature")
    document = asyncio.run(source.open(hit))
    assert "two degrees" in document.text
    assert document.headings[0].label == "Street trees"
    assert document.published == "2024-03-01"
    assert document.private
    assert isinstance(source, Opener)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "file:///elsewhere/note.md", "https://example.org/note.md"])
def test_only_notes_of_the_vault_are_opened(source, url):
    hit = SourceResult(url=url, title="", snippet="", source_name="vault", source_type="vault")
    with pytest.raises(BadAnswer):
        asyncio.run(source.open(hit))


def test_a_note_that_is_not_in_the_index_cannot_be_opened(source, vault):
    search(source, "trees")
    url = (vault / "gone.md").resolve().as_uri()
    hit = SourceResult(url=url, title="", snippet="", source_name="vault", source_type="vault")
    with pytest.raises(BadAnswer, match="not in the index"):
        asyncio.run(source.open(hit))


def test_it_is_available_where_there_is_a_vault(tmp_path, vault):
    settings = Settings(home=tmp_path / "home", database_url="")
    assert "INQUIRO_VAULT" in plugin(ProviderContext(settings=settings)).availability().reason
    gone = plugin(ProviderContext(settings=settings, vault=tmp_path / "nowhere")).availability()
    assert not gone.available
    assert "no folder" in gone.reason
    assert plugin(ProviderContext(settings=settings, vault=vault)).availability().available


def test_a_language_and_a_date_narrow_it(source):
    assert [hit.title for hit in search(source, "trees Portavel", language="de")] == ["Züge"]
    assert search(source, "trees", since="2999-01-01") == []
    assert search(source, " ") == []
    assert search(source, "trees", 0) == []


def test_getting_ready_tells_what_it_does_and_what_is_missing(source, vault, monkeypatch):
    (vault / "odd.md").write_bytes(b"\0")
    told = []
    losses = asyncio.run(
        source.prepare(lambda stage, message, progress=None, **data: told.append((stage, message, data)))
    )
    assert told[0][:2] == ("index", "read 3 of 3 notes")
    assert told[-1][1:] == ("my vault: 3 notes", {"folder": "my vault", "skipped": 1})
    assert [loss.what for loss in losses] == ["my vault/odd.md"]
    assert isinstance(source, Preparing)


def test_passages_without_a_vector_are_a_loss(source, monkeypatch, tmp_path):
    class Slow:
        name, dimensions, batch, at_once = "slow", 4, 1, 1

    store = VectorStore(tmp_path / "vectors.db", "slow", Slow)
    monkeypatch.setattr(module, "vectors_of", lambda settings: store)
    monkeypatch.setattr(module, "_EMBED_SECONDS", 0.0)
    (loss,) = asyncio.run(source.prepare(lambda *_, **__: None))
    assert "2 passages have no embedding yet" in loss.reason
