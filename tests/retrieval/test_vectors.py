from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import Unavailable
from inquiro.retrieval.vectors import VectorStore, key_of


class Letters:
    """Counts letters; as slow as it is told to be, and says what it was asked."""

    name = "letters"
    dimensions = 26
    batch = 1
    at_once = 2

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.asked: list[str] = []
        self.failing = False

    def embed(self, texts):
        if self.failing:
            raise Unavailable("it is ill")
        self.asked.extend(texts)
        time.sleep(self.seconds * len(texts))
        rows = [[text.lower().count(chr(97 + at)) + 0.1 for at in range(26)] for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


@pytest.fixture
def opened(tmp_path):
    stores = []

    def build(model: Letters | None = None) -> VectorStore:
        model = model or Letters()
        stores.append(VectorStore(tmp_path / "vectors.db", model.name, lambda: model))
        return stores[-1]

    yield build
    for store in stores:
        store.close()


def settled(store: VectorStore) -> None:
    until = time.monotonic() + 20
    while store.pending() and time.monotonic() < until:
        time.sleep(0.01)
    assert store.pending() == 0


def test_a_text_is_embedded_once_and_comes_back_in_order(opened):
    model = Letters()
    store = opened(model)
    rows, mask = store.embed(["oak", "elm", "oak"])
    assert mask.all()
    assert rows.shape == (3, store.dimensions) == (3, 26)
    assert rows.dtype == np.float32
    assert np.array_equal(rows[0], rows[2])
    again, _ = store.embed(["elm", "oak"])
    assert np.array_equal(again, rows[[1, 0]])
    assert Counter(model.asked) == {"oak": 1, "elm": 1}


def test_the_second_process_embeds_nothing_and_loads_no_model(opened, tmp_path):
    first = opened()
    rows, _ = first.embed(["oak", "elm"])
    asked = first.query("which tree")
    first.close()
    second = VectorStore(tmp_path / "vectors.db", "letters", lambda: pytest.fail("it was loaded"))
    again, mask = second.embed(["elm", "oak"])
    assert mask.all()
    assert np.array_equal(again, rows[[1, 0]])
    assert np.array_equal(second.query("which tree"), asked)
    assert second.dimensions == 26


def test_what_is_known_costs_no_work(opened):
    model = Letters()
    store = opened(model)
    store.embed(["oak"])
    rows, mask = store.known(["elm", "oak"])
    assert mask.tolist() == [False, True]
    assert not rows[0].any()
    assert model.asked == ["oak"]
    by_key, there = store.rows([key_of("oak")])
    assert there.all()
    assert np.array_equal(by_key[0], rows[1])


def test_another_model_has_rows_of_its_own(opened, tmp_path):
    opened().embed(["oak"])
    other = VectorStore(tmp_path / "vectors.db", "other", Letters)
    assert not other.known(["oak"])[1].any()


def test_a_deadline_gives_the_first_texts_and_the_rest_follows(opened):
    model = Letters(0.02)
    store = opened(model)
    texts = [f"text {number}" for number in range(60)]
    began = time.monotonic()
    _, mask = store.embed(texts, seconds=0.25)
    assert time.monotonic() - began < 0.6
    done = int(mask.sum())
    assert 2 <= done < 40
    assert mask[: done - 2].all()
    settled(store)
    assert store.known(texts)[1].all()
    assert max(Counter(model.asked).values()) == 1


def test_a_deadline_of_nothing_returns_at_once_and_queues(opened):
    store = opened(Letters(0.01))
    _, mask = store.embed(["oak", "elm"], seconds=0)
    assert not mask.any()
    settled(store)
    assert store.known(["oak", "elm"])[1].all()


def test_threads_that_want_the_same_texts_share_the_work(opened):
    model = Letters(0.002)
    store = opened(model)
    texts = [f"text {number}" for number in range(40)]
    barrier = threading.Barrier(4)
    found = []

    def work(mine):
        barrier.wait()
        found.append((mine, store.embed(mine)))

    threads = [threading.Thread(target=work, args=(texts[at:] + texts[:at],)) for at in (0, 7, 20, 33)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert Counter(model.asked) == dict.fromkeys(texts, 1)
    expected = dict(zip(texts, store.known(texts)[0], strict=True))
    for mine, (rows, mask) in found:
        assert mask.all()
        assert all(np.array_equal(row, expected[text]) for text, row in zip(mine, rows, strict=True))


def test_who_waits_comes_before_the_background(opened):
    store = opened(model := Letters(0.01))
    store.later([f"background {number}" for number in range(200)])
    time.sleep(0.05)
    began = time.monotonic()
    rows, mask = store.embed(["now"], seconds=3)
    assert mask.all()
    assert time.monotonic() - began < 0.5
    assert store.pending() > 100
    assert model.asked.index("now") < 60
    assert rows.any()


def test_a_text_in_the_background_that_is_wanted_now_is_taken_from_there(opened):
    store = opened(model := Letters(0.01))
    texts = [f"background {number}" for number in range(100)]
    store.later(texts)
    _, mask = store.embed([texts[-1]], seconds=3)
    assert mask.all()
    settled(store)
    assert Counter(model.asked) == dict.fromkeys(texts, 1)


def test_a_closed_store_keeps_what_is_made_stops_and_can_be_used_again(opened, tmp_path):
    store = opened(Letters(0.01))
    store.later([f"background {number}" for number in range(500)])
    time.sleep(0.1)
    began = time.monotonic()
    store.close()
    assert time.monotonic() - began < 1
    assert store.pending() == 0
    kept = VectorStore(tmp_path / "vectors.db", "letters", Letters)
    assert kept.known([f"background {number}" for number in range(500)])[1].sum() == store.embedded > 0
    assert store.embed(["after"])[1].all()


def test_a_model_that_fails_covers_nothing_and_is_told(opened):
    model = Letters()
    model.failing = True
    store = opened(model)
    _, mask = store.embed(["oak", "elm"], seconds=5)
    assert not mask.any()
    assert "ill" in store.problem
    assert not store.query("which").any()


def test_a_model_that_breaks_keeps_nobody_waiting(opened, monkeypatch):
    model = Letters()
    monkeypatch.setattr(model, "embed", lambda texts: texts.nothing)
    seen = []
    monkeypatch.setattr(threading, "excepthook", lambda told: seen.append(told.exc_type))
    store = opened(model)
    assert not store.embed([f"oak {number}" for number in range(20)])[1].any()
    assert set(seen) == {AttributeError}
    assert len(seen) <= model.at_once
    assert "broke" in store.problem


def test_a_model_that_cannot_be_loaded_keeps_nobody_waiting(tmp_path, monkeypatch):
    def load():
        raise OSError("no model at all")

    monkeypatch.setattr(threading, "excepthook", lambda told: None)
    store = VectorStore(tmp_path / "vectors.db", "none", load)
    assert store._queue.wait({key_of("oak"): "oak"}, float("inf")) == {}
    assert "broke" in store.problem
    store.close()


def test_a_damaged_file_is_made_anew(opened, tmp_path):
    first = opened()
    first.embed(["oak"])
    first.close()
    (tmp_path / "vectors.db").write_bytes(b"no database at all" * 400)
    second = opened()
    assert second.embed(["oak"])[1].all()
    second.close()
    with sqlite3.connect(tmp_path / "vectors.db") as connection:
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (1,)


WRITER = """
import sys
import numpy as np
from pathlib import Path
from inquiro.retrieval.vectors import VectorStore
class Model:
    name, dimensions, batch, at_once = "m", 4, 1, 2
    def embed(self, texts):
        return np.array([[len(text), 1, 2, 3] for text in texts], dtype=np.float32)
store = VectorStore(Path(sys.argv[1]), "m", Model)
for part in range(20):
    store.embed([f"{sys.argv[2]} {part} {number}" for number in range(30)])
store.close()
"""


def test_processes_share_a_file(tmp_path):
    path = tmp_path / "vectors.db"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("one", "two", "three")]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    store = VectorStore(path, "m", Letters)
    texts = [f"{name} {part} {at}" for name in ("one", "two", "three") for part in range(20) for at in range(30)]
    assert store.known(texts)[1].all()


@given(st.text(), st.text())
def test_keys_tell_texts_apart(one, other):
    assert (key_of(one) == key_of(other)) == (one == other)


def test_a_text_with_half_a_character_has_a_key():
    assert key_of("\ud800") != key_of("")
