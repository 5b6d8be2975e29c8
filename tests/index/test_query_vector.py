from __future__ import annotations

import threading
import time

import msgspec
import numpy as np
import pytest

from inquiro.index import documents
from inquiro.index.documents import Entry, Kind, State
from inquiro.index.passage_vectors import Passage
from inquiro.index.query_vector import QueryVector
from inquiro.index.store import Store
from inquiro.index.update import take_in
from inquiro.retrieval.vectors import VectorStore


class Lengths:
    name, dimensions, batch, at_once = "lengths", 2, 1, 1

    def __init__(self):
        self.going = threading.Event()
        self.going.set()

    def embed(self, texts):
        self.going.wait(20)
        return np.array([[1.0, len(text)] for text in texts], dtype=np.float32)


def said(encoded, places):
    return [msgspec.msgpack.decode(encoded)[at] for at in places]


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "state", Kind("documents", "1"))
    entry = Entry(
        "a", State(1, 1, "x", ""), msgspec.msgpack.encode(["one", "three"]), [{"one": 1}, {"three": 1}], [1, 2]
    )
    take_in(opened, [entry], 1, frozenset(), None)
    return opened


@pytest.fixture
def model():
    return Lengths()


@pytest.fixture
def vectors(tmp_path, model):
    opened = VectorStore(tmp_path / "vectors.db", model.name, lambda: model)
    yield opened
    opened.close()


def test_passages_without_a_vector_get_theirs_and_what_is_gone_gets_none(store, vectors):
    meaning = QueryVector(vectors, "q", said, 20.0, private=True)
    with store.read() as connection:
        asked = meaning.asked(connection)
        number = documents.document_at(connection, "a").id
        rows, there = asked.more([Passage(number, 1), Passage(number + 1, 0)])
        assert connection.in_transaction
    assert (asked.model, there.tolist(), rows[0].tolist()) == ("lengths", [True, False], [1.0, 5.0])


def test_whoever_writes_does_not_wait_for_vectors(store, vectors, model):
    meaning = QueryVector(vectors, "q", said, 20.0, private=True)
    written = threading.Event()

    def write():
        with store.write() as connection:
            documents.content_changed(connection)
        written.set()
        model.going.set()

    with store.read() as connection:
        asked = meaning.asked(connection)
        number = documents.document_at(connection, "a").id
        model.going.clear()
        threading.Thread(target=write).start()
        asked.more([Passage(number, 0)])
    assert written.wait(20)


def test_the_time_is_for_all_of_it_and_a_query_without_a_vector_asks_for_nothing(store, vectors, model):
    model.going.clear()
    began = time.monotonic()
    meaning = QueryVector(vectors, "q", said, 0.2, private=True)
    assert time.monotonic() - began < 3.0
    with store.read() as connection:
        assert meaning.asked(connection) is None
    model.going.set()
