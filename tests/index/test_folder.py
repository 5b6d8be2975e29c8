from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from inquiro.core.crash_points import INDEX_POINTS, armed
from inquiro.core.errors import ReadFailed, StoreBusy, StoreFull, Unavailable, UsageError
from inquiro.core.types import Anchor, ReadText
from inquiro.index import folder as module
from inquiro.index import update
from inquiro.index.folder import FolderIndex, IndexHit, merged_scores
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


class Crash(BaseException):
    """Not an Exception: nothing on the way may take it for an error to handle."""


@pytest.mark.parametrize("point", INDEX_POINTS)
def test_a_refresh_that_dies_at_a_named_moment_is_made_up_for(make, point):
    def die(name, _detail):
        if name == point:
            raise Crash

    with armed(die), pytest.raises(Crash):
        make(embedder=LetterEmbedder()).refresh()
    index = make(embedder=LetterEmbedder())
    assert index.refresh().documents == 2
    assert (index.state().passages, index.state().by_meaning) == (2, 2)
    assert next(hit.path for hit in index.search("sleeper train")) == "trains.txt"


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


def test_a_hit_names_the_best_passages_of_its_document(make, folder):
    oak, filler = "An oak keeps the street cool. " * 20, "Nothing of the kind is said here. " * 20
    (folder / "long.txt").write_text(f"Long\n\n{oak}\n\n{filler}\n\nOaks and streets. {filler}\n\n{oak}")
    index = make()
    index.refresh()
    hit = index.search("oak streets")[0]
    text = index.document("long.txt").content.text
    assert (hit.passages[0].start, hit.passages[0].end) == (hit.start, hit.end)
    assert 2 < len(hit.passages) <= 20
    assert [one.score for one in hit.passages] == sorted((one.score for one in hit.passages), reverse=True)
    assert all("oak" in text[one.start : one.end].lower() for one in hit.passages)
    assert hit.about == "Long\nH"


def test_titles_names_of_files_and_headings_weigh_more_than_the_body(make, folder):
    def headed(data, name):
        lines = data.decode().split("\n")
        at = len(lines[0]) + 2
        return ReadText(
            text=data.decode(), media_type="text/plain", title=lines[0], headings=(Anchor(offset=at, label=lines[2]),)
        )

    rest = "and many other words of this text, so that it is as long as the others are"
    (folder / "titled.txt").write_text(f"Compost\n\nOther\n\nThis one is about a heap {rest}.")
    (folder / "headed.txt").write_text(f"Other\n\nCompost\n\nThis one is about a heap {rest}.")
    (folder / "body.txt").write_text(f"Other\n\nOther\n\nThis one is about compost in a heap {rest}.")
    (folder / "frost-0007.txt").write_text(f"Other\n\nOther\n\nThis one is about a heap {rest}.")
    index = make(headed)
    index.refresh()
    assert [hit.path for hit in index.search("compost")] == ["titled.txt", "headed.txt", "body.txt"]
    assert index.search("frost 7")[0].path == "frost-0007.txt"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("How is the ferry in winter?", "about.txt"),  # it speaks of it
        ("Does a ferry meet the night trains in winter?", "trains.txt"),  # its title
        ("What does rfc 9110 say of a ferry in winter?", "rfc-09110.txt"),  # the name of its file
        ("Is there a ferry in winter in Fog Horn?", "film.txt"),  # without what is in brackets
        ("Is there a ferry in winter in fog?", "about.txt"),  # one word of a name names nothing
        ("Is there a ferry in winter on page one?", "about.txt"),  # three are called so
    ],
)
def test_a_document_that_the_question_names_comes_first(make, folder, query, first):
    (folder / "about.txt").write_text("Travel notes\n\nThe ferry in winter: in winter the ferry is a slow ferry.")
    (folder / "rfc-09110.txt").write_text("Other\n\nNothing of the kind.")
    (folder / "film.txt").write_text("Fog horn (film)\n\nNothing of the kind.")
    for number in range(3):
        (folder / f"{number}.txt").write_text("Page one\n\nNothing of the kind.")
    index = make()
    index.refresh()
    assert index.search(query)[0].path == first


def test_it_can_be_searched_while_it_is_built(make, folder, monkeypatch):
    monkeypatch.setattr(update, "_MOST", 1)
    reading = threading.Event()

    def slow(data, name):
        if name == "trees.txt":
            reading.wait(20)
        return read(data, name)

    index, told = make(slow), []
    index.start(lambda *step: told.append(step))
    while not told:
        time.sleep(0.01)
    assert index.wait(0.0) is None
    assert (index.state().documents, index.state().unread) == (1, 1)
    assert [hit.path for hit in index.search("sleeper")] == ["trains.txt"]
    reading.set()
    assert counts(index.wait(20)) == (2, 0, 0, 0)
    assert (index.state().documents, index.state().unread) == (2, 0)
    assert told == [(1, 2, "documents"), (2, 2, "documents")]


def test_meaning_comes_in_the_background(make):
    embedder = LetterEmbedder()
    embedder.going.clear()
    index = make(embedder=embedder)
    index.start()
    assert index.wait(20).not_embedded == 2
    assert (index.state().passages, index.state().by_meaning) == (2, 0)
    embedder.going.set()
    index.wait_for_meaning(20)
    assert index.state().by_meaning == 2
    assert sorted(embedder.asked) == sorted(set(embedder.asked))
    assert index.search("trees and trains", mode="semantic")


def test_a_search_gets_vectors_for_its_best_passages_and_waits_only_so_long(make, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS", 20.0)
    embedder = LetterEmbedder()
    index = make(embedder=embedder)
    index._refreshed(None)
    assert sorted(hit.path for hit in index.search("late trees")) == ["trains.txt", "trees.txt"]
    assert len(embedder.asked) == 3  # the question, and both passages
    embedder.going.clear()
    monkeypatch.setattr(module, "_SECONDS", 0.2)
    started = time.monotonic()
    assert [hit.path for hit in index.search("night")] == ["trains.txt"]
    assert time.monotonic() - started < 5
    embedder.going.set()


def test_what_the_store_knows_is_not_embedded_again(make, folder, tmp_path):
    make(embedder=LetterEmbedder()).refresh()
    again = LetterEmbedder()
    vectors = VectorStore(tmp_path / "vectors.db", again.name, lambda: again)
    other = FolderIndex(folder, tmp_path / "another home", read, SUFFIXES, vectors)
    other.start()
    other.wait_for_meaning(20)
    assert (other.state().by_meaning, again.asked) == (2, [])


def test_a_model_that_fails_leaves_the_words(make):
    class Ill(LetterEmbedder):
        def embed(self, texts):
            raise Unavailable("it is ill")

    index = make(embedder=Ill())
    assert index.refresh().not_embedded == 2
    assert [hit.path for hit in index.search("sleeper")] == ["trains.txt"]
    index.start()
    index.wait_for_meaning(20)
    assert index.state().by_meaning == 0


def test_runs_at_the_same_time_read_a_file_once(make, folder):
    seen = []

    def counting(data, name):
        seen.append(name)
        time.sleep(0.05)
        return read(data, name)

    indexes = [make(counting) for _ in range(4)]
    for index in indexes:
        index.start()
    assert [index.wait(20).documents for index in indexes] == [2] * 4
    assert sorted(seen) == ["trains.txt", "trees.txt"]


def test_an_error_in_the_background_reaches_whoever_waits(folder, tmp_path):
    (tmp_path / "taken/index.db").mkdir(parents=True)
    index = FolderIndex(folder, tmp_path / "taken", read, SUFFIXES)
    index.start()
    with pytest.raises(StoreFull, match="cannot be written"):
        index.wait(20)


def test_closing_ends_the_background_and_keeps_what_is_done(make, folder, monkeypatch):
    monkeypatch.setattr(update, "_MOST", 1)
    for number in range(200):
        (folder / f"{number}.txt").write_text(f"Note {number}\n\nThis is about subject{number}.")

    def slow(data, name):
        time.sleep(0.01)
        return read(data, name)

    index, told = make(slow), []
    index.start(lambda *step: told.append(step))
    while not told:
        time.sleep(0.01)
    index.close()
    done = index.state().documents
    assert 0 < done < 202
    assert counts(make().refresh()) == (202 - done, 0, 0, done)


_INDEXING = """
import sys
from hashlib import blake2b
from pathlib import Path
import numpy as np
from inquiro.core.types import ReadText
from inquiro.index import passage_vectors, update
from inquiro.index.folder import FolderIndex
from inquiro.retrieval.vectors import VectorStore

update._MOST, passage_vectors._BATCH = 5, 10

class Seeded:
    name, dimensions, batch, at_once = "seeded", 64, 1, 2
    def embed(self, texts):
        rows = []
        for text in texts:
            seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
            row = np.random.default_rng(seed).standard_normal(64)
            rows.append(row / np.linalg.norm(row))
        return np.array(rows, dtype=np.float32)

def read(data, name):
    return ReadText(text=data.decode(), media_type="text/plain", title=name)

def opened(folder, state):
    vectors = VectorStore(Path(state) / "vectors.db", "seeded", Seeded)
    return FolderIndex(Path(folder), Path(state), read, frozenset({".txt"}), vectors)

if __name__ == "__main__":
    print("ready", flush=True)
    opened(*sys.argv[1:]).refresh(lambda *step: print(*step, flush=True))
"""


@pytest.mark.fault(44)
def test_after_twenty_kills_nothing_is_lost_or_doubled(folder, tmp_path):
    """Each kill comes a moment after another step: between commits, in the middle of one, while vectors are written."""
    for number in range(200):
        (folder / f"{number}.txt").write_text(f"Note {number}\n\nThis is about subject{number} and nothing else.")
    program, state = tmp_path / "indexing.py", tmp_path / "state"
    program.write_text(_INDEXING)
    state.mkdir()
    for kill in range(20):
        running = subprocess.Popen([sys.executable, program, folder, state], stdout=subprocess.PIPE)
        for _ in range(1 + 3 * (kill % 2) + kill // 10):
            running.stdout.readline()
        time.sleep(0.003 * (kill % 7))
        running.kill()
        running.communicate()
        scope: dict[str, object] = {"__name__": "indexing"}
        exec(_INDEXING, scope)
        index = scope["opened"](folder, state)
        known = index.state().documents
        assert len(index.search("subject0 subject1 subject10", 300, "keyword")) <= 3
        assert kill < 3 or known > 0
    done = index.refresh()
    assert (done.documents, done.not_embedded) == (202, 0)
    assert index.state().passages == index.state().by_meaning == 202
    for number in range(200):
        (found,) = index.search(f"subject{number}", 10, "keyword")
        assert found.path == f"{number}.txt"
        meant = index.search(f"{found.about}\n{found.text}", 1, "semantic")[0]
        assert (meant.path, meant.score > 0.99) == (found.path, True)
    index.vectors.close()


def test_who_waits_for_vectors_keeps_nobody_from_writing(make, folder, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS", 20.0)

    class Meanwhile(LetterEmbedder):
        """While its vectors are waited for, another one takes in a file."""

        def embed(self, texts):
            if "two degrees" in texts[0]:
                (folder / "trees.txt").unlink()
                make()._refreshed(None)
            return super().embed(texts)

    index = make(embedder=Meanwhile())
    index._refreshed(None)
    started = time.monotonic()
    assert [hit.path for hit in index.search("trees late")] == ["trains.txt"]
    assert time.monotonic() - started < 20


def test_a_full_disk_in_the_background_leaves_the_words(make, monkeypatch, caplog):
    def full(*_, **__):
        raise StoreFull("no space")

    monkeypatch.setattr(module, "follow", full)
    index = make(embedder=LetterEmbedder())
    index.start()
    assert index.wait(20).added == 2
    index.wait_for_meaning(20)
    assert "get no vectors for now: no space" in caplog.text
    assert index.search("sleeper", mode="keyword")


class Opposites:
    """Everything but cold things points the other way."""

    name = "opposites"
    dimensions = 2
    batch = 1
    at_once = 1

    def embed(self, texts):
        return np.array([[1.0, 0.0] if "cold" in t or "chilly" in t else [0.0, 1.0] for t in texts], dtype=np.float32)


def hit(text, score):
    return IndexHit(path="a.md", document=1, start=0, end=len(text), score=score, title="", text=text)


def test_scores_of_other_folders_do_not_count():
    scores = merged_scores("cold nights", [hit("Trains are late.", 9.0), hit("The nights were cold.", 0.1)], None)
    assert scores[1] > scores[0] == 0


def test_meaning_counts_where_it_is_known(tmp_path):
    store = VectorStore(tmp_path / "vectors.db", "opposites", Opposites)
    hits = [hit("A warm day.", 1.0), hit("A chilly day.", 1.0)]
    assert merged_scores("cold", hits, store) == [0.0, 0.0]
    store.embed([f"{one.about}\n{one.text}" for one in hits])
    scores = merged_scores("cold", hits, store)
    assert scores[1] > scores[0]
    store.close()


def test_no_hits_have_no_scores():
    assert merged_scores("cold", [], None) == []
