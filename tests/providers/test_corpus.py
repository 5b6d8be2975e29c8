from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from contextvars import ContextVar

import numpy as np
import pytest

from inquiro.core.errors import BadAnswer, UsageError
from inquiro.core.protocols import Corpus, Opener, Outlined, Preparing, ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Filters, SourceResult
from inquiro.index import update
from inquiro.providers.search import corpus as module
from inquiro.providers.search.corpus import plugin
from inquiro.retrieval.vectors import VectorStore

TREES = "# Street trees\n\nPublished: 4 May 2023\n\nStreet trees lowered the midday temperature by two degrees in Varnholt.\n"
TRAINS = (
    "# Night trains\n\nPublished: 2 June 2019\n\nThe sleeper train to Portavel was late on most days of the year.\n"
)


@pytest.fixture(autouse=True)
def without_model(monkeypatch):
    monkeypatch.setattr(module, "vectors_of", lambda settings: None)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "my corpus"
    place.mkdir()
    (place / "trees.md").write_text(TREES)
    (place / "trains.md").write_text(TRAINS)
    return place


@pytest.fixture
def make(tmp_path):
    def build(*corpora, public=(), **more):
        given = [Corpus(path=str(path)) for path in corpora] + [Corpus(path=str(path), public=True) for path in public]
        settings = Settings(home=tmp_path / "home", database_url="")
        return plugin(ProviderContext(settings=settings, corpora=tuple(given), **more))

    return build


class Listener:
    def __init__(self):
        self.events = []

    def __call__(self, stage, message, progress=None, **data):
        self.events.append((stage, message))


def search(source, query, limit=10, **filters):
    return asyncio.run(source.search(query, limit, Filters(**filters)))


def test_a_question_finds_the_file(make, folder):
    (hit,) = search(make(folder), "How much do street trees lower the temperature?")
    assert hit.url == (folder / "trees.md").resolve().as_uri()
    assert "%20" in hit.url
    assert hit.title == "Street trees"
    assert hit.snippet.startswith("Street trees lowered the midday temperature")
    assert hit.published == "2023-05-04"
    assert (hit.source_name, hit.source_type, hit.private) == ("corpus", "local", True)


def test_a_hit_opens_as_a_snapshot(make, folder):
    source = make(folder)
    (hit,) = search(source, "sleeper train")
    document = asyncio.run(source.open(hit))
    digest = hashlib.sha256(document.text.encode()).hexdigest()
    assert document.sha256 == digest
    assert document.id == hashlib.sha256(f"{hit.url}\n{digest}".encode()).hexdigest()[:32]
    assert "late on most days" in document.text
    assert document.headings[0].label == "Night trains"
    assert document.published == "2019-06-02"
    assert document.quality == 0.6
    assert document.private


def test_it_prepares_with_progress_and_names_what_it_skipped(make, folder):
    (folder / "photo.xyz").write_bytes(b"x")
    listener = Listener()
    losses = asyncio.run(make(folder).prepare(listener))
    assert ("index", "indexed 2 of 2 documents") in listener.events
    assert listener.events[-1] == ("index", "my corpus: 2 documents, 1 skipped")
    assert [(loss.what, loss.reason, loss.source) for loss in losses] == [
        ("my corpus/photo.xyz", "unsupported file type .xyz", "corpus")
    ]


def test_progress_is_told_where_the_run_is(make, folder):
    """A graph knows whose events it gets by the context of the task."""
    run = ContextVar("run", default="")
    heard = []

    async def scenario():
        run.set("mine")
        await make(folder).prepare(lambda *_, **__: heard.append(run.get()))

    asyncio.run(scenario())
    assert len(heard) >= 2
    assert set(heard) == {"mine"}


@pytest.mark.fault(21)
def test_other_encodings_are_read(make, folder):
    (folder / "utf16.txt").write_bytes("Bäume\n\nDie Straßenbäume kühlen die Stadt im Sommer.".encode("utf-16"))
    (folder / "bom.txt").write_bytes("\ufeffLärm\n\nDie Wärmepumpe brummt nachts.".encode())
    source = make(folder)
    assert asyncio.run(source.prepare(Listener())) == []
    (hit,) = search(source, "Kühlen Straßenbäume die Stadt?")
    assert hit.snippet.startswith("Die Straßenbäume kühlen")
    assert search(source, "Wärmepumpe")[0].url.endswith("bom.txt")


@pytest.mark.fault(22)
def test_files_that_are_not_what_they_claim_are_skipped_with_a_note(make, folder):
    (folder / "image.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    (folder / "page.pdf").write_bytes(b"<!DOCTYPE html><html><body><p>Not a PDF.</p></body></html>")
    source = make(folder)
    losses = asyncio.run(source.prepare(Listener()))
    assert [loss.what for loss in losses] == ["my corpus/image.html", "my corpus/page.pdf"]
    assert all(loss.reason for loss in losses)
    assert search(source, "street trees")


def test_without_a_folder_it_says_what_to_give(make):
    found = make().availability()
    assert (found.available, found.reason) == (False, "give a folder with --corpus")


def test_a_folder_must_exist_and_be_one(make, folder):
    with pytest.raises(UsageError, match=r"nowhere does not exist"):
        make(folder / "nowhere")
    with pytest.raises(UsageError, match="is a file"):
        make(folder / "trees.md")
    with pytest.raises(UsageError, match=r"r\\xff is not UTF-8: rename it"):
        make(folder / os.fsdecode(b"r\xff"))


def test_a_public_corpus_is_public(make, folder):
    (hit,) = search(make(public=[folder]), "sleeper train")
    assert not hit.private


def test_of_two_marks_the_tighter_wins(make, folder):
    inner = folder / "inner"
    inner.mkdir()
    (inner / "oaks.md").write_text("# Oaks\n\nOaks need a lot of water in dry summers.\n")
    (hit,) = search(make(folder, public=[inner]), "oaks")
    assert hit.private
    (hit,) = search(make(inner, public=[folder]), "oaks")
    assert hit.private
    (hit,) = search(make(inner, public=[folder]), "sleeper train")
    assert not hit.private


def test_several_folders_are_one_source(make, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "trees.md").write_text("# Trees of the night\n\nTemperature is not what this note is about.\n")
    hits = search(make(folder, other), "street trees temperature degrees")
    assert [hit.url.rsplit("/", 2)[1] for hit in hits] == ["my%20corpus", "other"]
    assert hits[0].score > hits[1].score


def test_filters_narrow_the_hits(make, folder):
    (folder / "bahn.md").write_text("# Züge\n\nDer Zug nach Portavel war im Winter oft nicht pünktlich.\n")
    source = make(folder)
    assert len(search(source, "Portavel")) == 2
    assert [hit.title for hit in search(source, "Portavel", since="2020-01-01")] == ["Züge"]
    assert [hit.title for hit in search(source, "Portavel", since="2018")] == [
        h.title for h in search(source, "Portavel")
    ]
    assert [hit.title for hit in search(source, "Portavel", language="en")] == ["Night trains"]
    assert len(search(source, "Portavel", limit=1)) == 1


def test_only_files_of_the_corpus_can_be_opened(make, folder, tmp_path):
    source = make(folder)
    asyncio.run(source.prepare(Listener()))
    (tmp_path / "secret.md").write_text("secret")
    for path in (tmp_path / "secret.md", folder / ".." / "secret.md", folder / "gone.md"):
        hit = SourceResult(url="file://" + str(path), title="", snippet="", source_name="corpus")
        with pytest.raises(BadAnswer):
            asyncio.run(source.open(hit))


def test_indexes_live_in_the_home_folder(make, folder, tmp_path):
    asyncio.run(make(folder).prepare(Listener()))
    assert len(list((tmp_path / "home" / "indexes").glob("*/index.db"))) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["trains.md", "trees.md"]


def test_it_can_prepare_and_open(make, folder):
    source = make(folder)
    assert isinstance(source, Opener)
    assert isinstance(source, Preparing)


class Stubborn:
    """A model that gets nothing done before it is told to."""

    name, dimensions, batch, at_once = "stubborn", 4, 1, 1

    def __init__(self):
        self.going = threading.Event()

    def embed(self, texts):
        self.going.wait(20)
        return np.full((len(texts), 4), 0.5, dtype=np.float32)


@pytest.fixture
def stubborn(monkeypatch, tmp_path):
    model = Stubborn()
    store = VectorStore(tmp_path / "vectors.db", model.name, lambda: model)
    monkeypatch.setattr(module, "vectors_of", lambda settings: store)
    monkeypatch.setattr(module, "_MEANING_SECONDS", 0.1)
    yield model
    model.going.set()
    store.close()


def test_passages_without_embedding_are_named(make, folder, stubborn):
    source = make(folder)
    (loss,) = asyncio.run(source.prepare(Listener()))
    assert loss.reason == "2 of 2 passages have no embedding yet and are found by their words only"
    stubborn.going.set()
    (index,) = source._opened()
    index.wait_for_meaning(20)
    assert asyncio.run(make(folder).prepare(Listener())) == []
    asyncio.run(source.aclose())


def test_what_is_still_being_read_is_named_and_the_rest_found(make, folder, monkeypatch):
    reading, real = threading.Event(), module.read_apart

    def slow(data, name):
        if name == "trees.md":
            reading.wait(20)
        return real(data, name)

    monkeypatch.setattr(module, "read_apart", slow)
    monkeypatch.setattr(update, "_MOST", 1)
    source = make(folder, patience=0.5)
    listener = Listener()
    (loss,) = asyncio.run(source.prepare(listener))
    assert loss.reason == "is still being read: only 1 documents can be found yet"
    assert listener.events[-1] == ("index", "my corpus: 1 documents, more are being read")
    assert [hit.title for hit in search(source, "street trees sleeper")] == ["Night trains"]
    reading.set()
    (index,) = source._opened()
    assert index.wait(20).added == 2
    assert len(search(source, "street trees sleeper")) == 2
    asyncio.run(source.aclose())


def test_it_says_what_the_folders_are_about(make, folder):
    source = make(folder)
    asyncio.run(source.prepare(Listener()))
    (found,) = asyncio.run(source.outline("sleeper train", 10))
    assert (found.title, found.private) == ("Night trains", True)
    assert asyncio.run(make(folder).outline("sleeper train", 10)) == []  # not indexed yet


def test_it_says_what_it_holds_on_a_question_once_it_is_indexed(make, folder):
    (folder / "costs.md").write_text(
        "# Costs of street trees\n\n## Planting\n\nA tree costs 650 €.\n\n## Watering\n\nIt costs 60 €.\n"
    )
    private, public = make(folder), make(public=[folder])
    assert isinstance(private, Outlined)
    assert asyncio.run(private.outline("street trees", 5)) == []
    for source in (private, public):
        asyncio.run(source.prepare(Listener()))
    told = {one.title: one for one in asyncio.run(private.outline("What do street trees cost?", 5))}
    assert told["Costs of street trees"].headings == ("Planting", "Watering")
    assert "Night trains" not in told
    assert all(one.private for one in told.values())
    assert not any(one.private for one in asyncio.run(public.outline("street trees", 5)))
    assert len(asyncio.run(public.outline("street trees", 1))) == 1
