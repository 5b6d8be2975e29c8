from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading

import numpy as np
import pytest

from inquiro.core.errors import ReadFailed, StoreBusy, StoreFull, UsageError
from inquiro.core.types import Anchor, ReadText
from inquiro.index import folder as module
from inquiro.index import update
from inquiro.index.folder import FolderIndex
from inquiro.retrieval import rebuildable
from inquiro.retrieval.vectors import VectorStore

SUFFIXES = frozenset({".txt"})


def read(data, name):
    if b"\0" in data:
        raise ReadFailed(f"{name} is binary")
    text = data.decode()
    return ReadText(
        text=text, media_type="text/plain", title=text.split("\n")[0], headings=(Anchor(offset=0, label="H"),)
    )


class LetterEmbedder:
    """Vectors of letter counts: deterministic, and near for texts of the same letters."""

    dimensions = 26
    batch = 1
    at_once = 1

    def __init__(self, name="letters"):
        self.name = name
        self.asked = []
        self.going = threading.Event()
        self.going.set()

    def embed(self, texts):
        self.going.wait(20)
        self.asked.extend(texts)
        rows = np.array([[text.lower().count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts]).reshape(-1, 26)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "corpus"
    place.mkdir()
    (place / "trees.txt").write_text("Street trees\n\nTrees lowered the temperature by two degrees.")
    (place / "trains.txt").write_text("Night trains\n\nThe sleeper train was late on most days.")
    return place


@pytest.fixture
def make(folder, tmp_path):
    opened = []

    def build(reader=read, embedder=None, **options):
        vectors = VectorStore(tmp_path / "vectors.db", embedder.name, lambda: embedder) if embedder else None
        opened.append(FolderIndex(folder, tmp_path / "home", reader, SUFFIXES, vectors, **options))
        return opened[-1]

    yield build
    for index in opened:
        index.close()
        if index.vectors:
            index.vectors.close()


def counts(found):
    return found.added, found.changed, found.removed, found.unchanged


def test_what_is_added_is_found(make):
    index = make()
    assert counts(index.refresh()) == (2, 0, 0, 0)
    (hit,) = index.search("temperature of trees", 5)
    assert (hit.path, hit.title) == ("trees.txt", "Street trees")
    assert "two degrees" in hit.text
    assert index.document("trees.txt").content.text[hit.start : hit.end] == hit.text


def test_nothing_is_read_twice(make, folder):
    seen = []

    def counting(data, name):
        seen.append(name)
        return read(data, name)

    make(counting).refresh()
    assert counts(make(counting).refresh()) == (0, 0, 0, 2)
    assert sorted(seen) == ["trains.txt", "trees.txt"]


def test_changes_are_followed(make, folder):
    index = make()
    index.refresh()
    (folder / "trees.txt").write_text("Street trees\n\nOaks need water in dry summers.")
    assert counts(index.refresh()) == (0, 1, 0, 1)
    assert index.search("temperature") == []
    assert [hit.path for hit in index.search("oaks")] == ["trees.txt"]


def test_a_new_time_stamp_alone_is_no_change(make, folder):
    index = make()
    index.refresh()
    os.utime(folder / "trees.txt", ns=(1, 1))
    assert counts(index.refresh()) == (0, 0, 0, 2)
    assert index.document("trees.txt").modified.year == 1970


def test_removed_and_renamed_files_leave(make, folder):
    index = make()
    index.refresh()
    (folder / "trees.txt").rename(folder / "oaks.txt")
    (folder / "trains.txt").unlink()
    assert counts(index.refresh()) == (1, 0, 2, 0)
    assert [hit.path for hit in index.search("trees")] == ["oaks.txt"]
    assert index.search("sleeper") == []
    with pytest.raises(UsageError, match=r"trains\.txt"):
        index.document("trains.txt")


@pytest.mark.fault(22)
def test_what_cannot_be_read_is_skipped_with_its_reason(make, folder):
    (folder / "binary.txt").write_bytes(b"\0\1\2")
    (folder / "empty.txt").write_text("  \n")
    (folder / "photo.jpg").write_bytes(b"x")
    index = make()
    expected = (
        ("binary.txt", "binary.txt is binary"),
        ("empty.txt", "holds no text"),
        ("photo.jpg", "unsupported file type .jpg"),
    )
    first = index.refresh()
    assert first.skipped == expected
    assert counts(first) == (2, 0, 0, 0)
    second = index.refresh()
    assert second.skipped == expected
    assert counts(second) == (0, 0, 0, 2)


def test_a_file_that_could_not_be_opened_is_tried_again(make, folder, monkeypatch):
    (folder / "locked.txt").write_text("Locked\n\nPermission came late.")
    index = make()
    with monkeypatch.context() as patch:
        patch.setattr(module.Path, "read_bytes", _refusing("locked.txt", module.Path.read_bytes))
        assert index.refresh().skipped == (("locked.txt", "cannot be read: Permission denied"),)
    assert index.refresh().added == 1
    assert index.search("permission")


def _refusing(name, real):
    def read_bytes(path):
        if path.name == name:
            raise PermissionError(13, "Permission denied")
        return real(path)

    return read_bytes


def test_a_damaged_index_is_built_anew(make, tmp_path):
    index = make()
    index.refresh()
    database = tmp_path / "home" / "index.db"
    database.write_bytes(b"this is no database, " * 500)
    assert [hit.path for hit in index.search("trees")] == ["trees.txt"]
    data = bytearray(database.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    database.write_bytes(data)
    assert index.refresh().skipped == ()
    assert [hit.path for hit in index.search("trees")] == ["trees.txt"]


def test_a_new_reader_reads_everything_again(make):
    make(version="1").refresh()
    assert counts(make(version="1").refresh())[0] == 0
    assert counts(make(version="2").refresh())[0] == 2


@pytest.mark.fault(48)
def test_several_processes_may_refresh_at_once(folder, tmp_path):
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"Note {number}\n\nThis is about subject{number} and nothing else.")
    code = (
        "import sys; from pathlib import Path; from inquiro.core.types import ReadText\n"
        "from inquiro.index.folder import FolderIndex\n"
        "read = lambda data, name: ReadText(text=data.decode(), media_type='text/plain', title=name)\n"
        "FolderIndex(Path(sys.argv[1]), Path(sys.argv[2]), read, frozenset({'.txt'})).refresh()\n"
    )
    command = [sys.executable, "-c", code, str(folder), str(tmp_path / "shared")]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    assert [(process.communicate()[1], process.returncode) for process in running] == [(b"", 0)] * 3
    index = FolderIndex(folder, tmp_path / "shared", read, SUFFIXES)
    assert [hit.path for hit in index.search("subject17")] == ["17.txt"]
    with sqlite3.connect(tmp_path / "shared/index.db") as connection:
        assert connection.execute("SELECT count(*), count(DISTINCT path) FROM documents").fetchone() == (302, 302)
    connection.close()


@pytest.mark.fault(46)
def test_a_lock_that_is_held_too_long_is_an_error(make, tmp_path, monkeypatch, folder):
    index = make()
    index.refresh()
    monkeypatch.setattr(rebuildable, "BUSY_SECONDS", 0.01)
    (folder / "new.txt").write_text("New\n\nSomething new.")
    holder = sqlite3.connect(tmp_path / "home" / "index.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match="in use"):
        index.refresh()
    holder.close()
    assert index.refresh().added == 1


def test_a_place_that_cannot_be_written_is_an_error(folder, tmp_path):
    (tmp_path / "taken/index.db").mkdir(parents=True)
    with pytest.raises(StoreFull, match="cannot be written"):
        FolderIndex(folder, tmp_path / "taken", read, SUFFIXES).refresh()


@pytest.mark.parametrize(
    "query", ['"', "trees AND", "NEAR(a b)", "body: x", "*", "trees -late", "a'; DROP TABLE terms", ""]
)
def test_a_query_is_never_syntax(make, query):
    index = make()
    index.refresh()
    assert isinstance(index.search(query), list)


def test_stop_words_find_nothing_unless_they_are_all_there_is(make):
    index = make()
    index.refresh()
    assert [hit.path for hit in index.search("the trees")] == ["trees.txt"]
    assert len(index.search("the")) == 2


def test_only_new_passages_are_embedded(make, folder):
    embedder = LetterEmbedder()
    index = make(embedder=embedder)
    told = []
    index.refresh(lambda *progress: told.append(progress))
    assert told == [(2, 2, "documents"), (2, 2, "passages")]
    assert len(embedder.asked) == 2
    assert embedder.asked[0].startswith("Night trains")
    (folder / "new.txt").write_text("Zoo\n\nZebras.")
    index.refresh()
    assert len(embedder.asked) == 3


def test_another_model_embeds_everything_again(make):
    make(embedder=LetterEmbedder()).refresh()
    other = LetterEmbedder("other")
    make(embedder=other).refresh()
    assert len(other.asked) == 2


def test_vectors_of_another_model_are_not_asked(make):
    make(embedder=LetterEmbedder()).refresh()
    assert make(embedder=LetterEmbedder("other")).search("zzz", mode="semantic") == []


def test_embedding_stops_in_time_and_goes_on_later(make):
    index = make(embedder=LetterEmbedder())
    assert index.refresh(embed_seconds=-1).not_embedded == 2
    assert [hit.path for hit in index.search("trees")] == ["trees.txt"]
    assert index.refresh().not_embedded == 0


def test_modes(make, folder):
    (folder / "zoo.txt").write_text("Zz zzz zzz\n\nZzzz zzz.")
    index = make(embedder=LetterEmbedder())
    index.refresh()
    assert index.search("zz", mode="keyword")[0].path == "zoo.txt"
    assert index.search("zzzzzzzz", mode="keyword") == []
    assert index.search("zzzzzzzz", mode="semantic")[0].path == "zoo.txt"
    assert index.search("zzzzzzzz", mode="hybrid")[0].path == "zoo.txt"
    with pytest.raises(UsageError, match="semantic"):
        make().search("x", mode="semantic")


def test_a_new_generation_is_seen_by_an_open_index(make, folder):
    index, other = make(embedder=LetterEmbedder()), make(embedder=LetterEmbedder())
    index.refresh()
    index.search("q", mode="semantic")
    (folder / "zoo.txt").write_text("Zz zzz zzz\n\nZzzz zzz.")
    other.refresh()
    assert index.search("zzzz", mode="semantic")[0].path == "zoo.txt"


def test_an_interrupted_refresh_goes_on(make, folder, monkeypatch):
    monkeypatch.setattr(update, "_MOST", 1)

    def interrupted(data, name):
        if name == "trees.txt":
            raise KeyboardInterrupt
        return read(data, name)

    with pytest.raises(KeyboardInterrupt):
        make(interrupted).refresh()
    assert counts(make().refresh()) == (1, 0, 0, 1)


def test_other_languages_are_found(make, folder):
    (folder / "de.txt").write_text("Lärm\n\nDie Wärmepumpen dürfen nachts höchstens 35 dB(A) erreichen.")
    (folder / "es.txt").write_text("Árboles\n\nLos árboles bajan la temperatura 2,5 °C.")
    (folder / "ja.txt").write_text("街路樹\n\n街路樹は真昼の気温を二度下げる。")
    index = make()
    index.refresh()
    assert index.search("Wie laut ist eine Wärmepumpe?")[0].path == "de.txt"
    assert index.search("¿Qué hace un árbol?")[0].path == "es.txt"
    assert index.search("街路樹の気温")[0].path == "ja.txt"
    assert index.search("2.5 °C")[0].path == "es.txt"
    assert index.search("35 dB(A)")[0].path == "de.txt"
