"""The index of what is known, against a source that changes under it."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import threading
import time
from collections import Counter
from math import log1p
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.crash_points import INDEX_POINTS, armed
from inquiro.core.errors import StoreBusy, StoreFull
from inquiro.core.types import IndexState, KnownEntity, KnownFact, KnownItem
from inquiro.index import update
from inquiro.knowledge import knowledge_index as module
from inquiro.knowledge.index_entries import entry_of
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.retrieval.bm25 import K1, B
from inquiro.retrieval.vectors import VectorStore
from inquiro.retrieval.words import content_tokens


class Known:
    """What is known, in memory: every change has a token of its own."""

    def __init__(self, *things):
        self.rows = {}
        self.newest = ""
        self.loaded = []
        self.put(*things)

    def put(self, *things, without=()):
        self.newest = uuid4().hex
        self.rows = {name: row for name, row in self.rows.items() if name not in without}
        self.rows |= {thing.id: (thing, self.newest) for thing in things}

    def token(self):
        return self.newest

    def tokens(self):
        return {name: token for name, (_, token) in self.rows.items()}

    def things(self, ids):
        self.loaded += ids
        return [self.rows[name] for name in ids if name in self.rows]


def fact(name, statement):
    return KnownFact(id=f"kf_{name}", statement=statement, proofs=())


TREES, TRAINS = fact("trees", "Street trees cool the midday air."), fact("trains", "Sleeper trains were late.")


@pytest.fixture
def known():
    return Known(TREES, TRAINS)


@pytest.fixture
def index(tmp_path):
    opened = KnowledgeIndex(tmp_path / "index")
    yield opened
    opened.close()


def names(index, query, most=10, vectors=None):
    return [name for name, _ in index.search(query, most, vectors)]


def test_it_follows_what_is_added_changed_and_removed(index, known):
    assert (index.follows(), names(index, "trees")) == ("", [])
    index.update(known)
    assert (index.follows(), names(index, "air of the trees")) == (known.newest, ["kf_trees"])
    known.put(fact("trees", "Oaks need water."), fact("ferry", "The ferry is slow."), without={"kf_trains"})
    index.update(known)
    assert [names(index, word) for word in ("air", "water", "ferry", "sleeper")] == [[], ["kf_trees"], ["kf_ferry"], []]
    assert index.state() == IndexState(documents=2, passages=2)


def test_only_what_changed_is_loaded(index, known):
    index.update(known)
    index.update(known)
    assert sorted(known.loaded) == ["kf_trains", "kf_trees"]
    known.put(fact("ferry", "The ferry is slow."))
    KnowledgeIndex(index.folder).update(known)
    assert known.loaded[2:] == ["kf_ferry"]


def test_another_base_in_the_same_place_is_followed_as_a_whole(index, known):
    """As after a restored backup, or under another address of the database."""
    index.update(known)
    other = Known(fact("trees", "Night buses are full."))
    index.update(other)
    assert (names(index, "trees trains"), names(index, "buses")) == ([], ["kf_trees"])


def test_an_index_that_is_open_sees_what_another_one_took_in(index, known):
    index.update(known)
    assert names(index, "ferry") == []
    known.put(fact("ferry", "The ferry is slow."), without={"kf_trees"})
    KnowledgeIndex(index.folder).update(known)
    assert (names(index, "ferry"), names(index, "trees")) == (["kf_ferry"], [])


def test_a_slower_process_that_puts_something_older_back_is_made_up_for(index, known, monkeypatch):
    older = Known()
    older.rows, older.newest = dict(known.rows), known.newest
    index.update(known)
    known.put(fact("trees", "Oaks need water."))
    index.update(known)

    class Late(Known):
        """It has read before, and writes afterwards; then it is killed."""

        def __init__(self):
            super().__init__()
            self.rows, self.newest = older.rows, older.newest

        def things(self, ids):
            yield from super().things(ids)
            raise KeyboardInterrupt

    monkeypatch.setattr(update, "_MOST", 1)
    with pytest.raises(KeyboardInterrupt):
        KnowledgeIndex(index.folder).update(Late())
    assert (index.follows(), names(index, "air")) == ("", ["kf_trees"])
    index.update(known)
    assert (index.follows(), names(index, "air"), names(index, "oaks")) == (known.newest, [], ["kf_trees"])


def test_what_changes_while_it_is_read_is_read_again(index, known):
    class Busy(Known):
        def things(self, ids):
            found = super().things(ids)
            if "kf_ferry" not in self.rows:
                self.put(fact("ferry", "The ferry is slow."), without={"kf_trains"})
            return found

    busy = Busy(TREES, TRAINS)
    index.update(busy)
    assert index.follows() == busy.newest
    assert [names(index, word) for word in ("air", "ferry", "sleeper")] == [["kf_trees"], ["kf_ferry"], []]


class Crash(BaseException):
    """Not an Exception: nothing on the way may take it for an error to handle."""


@pytest.mark.fault(44)
@pytest.mark.parametrize("point", INDEX_POINTS[:3])
@pytest.mark.parametrize("after", [0, 1])
def test_one_that_dies_while_it_is_built_is_made_up_for(index, known, monkeypatch, point, after):
    monkeypatch.setattr(update, "_MOST", 1)
    seen = Counter()

    def die(name, _detail):
        seen[name] += 1
        if name == point and seen[name] > after:
            raise Crash

    with armed(die), pytest.raises(Crash):
        index.update(known)
    assert index.follows() == ""
    again = KnowledgeIndex(index.folder)
    again.update(known)
    assert (again.follows(), again.state().documents) == (known.newest, 2)
    assert (names(again, "sleeper"), names(again, "air")) == (["kf_trains"], ["kf_trees"])


@pytest.mark.parametrize("how", ["no database", "random bytes", "no files", "nothing at all"])
def test_it_can_be_damaged_or_deleted_at_any_time(index, known, how):
    index.update(known)
    assert names(index, "trees")
    database = index.folder / "index.db"
    if how == "no database":
        database.write_bytes(b"this is no database, " * 500)
    elif how == "random bytes":
        data = database.read_bytes()
        database.write_bytes(data[:4096] + os.urandom(len(data) - 4096))
    else:
        shutil.rmtree(index.folder / "index")
        (index.folder / "index").mkdir()
        if how == "nothing at all":
            database.unlink()
    known.put(fact("ferry", "The ferry is slow."))
    index.update(known)
    assert (names(index, "trees"), names(index, "ferry")) == (["kf_trees"], ["kf_ferry"])


def test_without_a_place_of_its_own_it_does_not_last(known):
    index = KnowledgeIndex()
    place = index.folder
    index.update(known)
    assert names(index, "trees") == ["kf_trees"]
    del index
    gc.collect()
    assert not place.exists()


def test_it_is_built_beside_other_work_and_can_be_searched_at_once(index, monkeypatch):
    monkeypatch.setattr(module, "_AT_ONCE", 1)
    monkeypatch.setattr(update, "_MOST", 1)
    going = threading.Event()

    class Slow(Known):
        def things(self, ids):
            if "kf_trains" in ids:
                going.wait(20)
            return super().things(ids)

    slow, told = Slow(TREES, TRAINS), []
    index.start(slow, None, lambda *step: told.append(step))
    while not told:
        time.sleep(0.01)
    index.start(slow, None)  # one is enough
    index.wait(0.01)
    assert (index.follows(), names(index, "trees trains")) == ("", ["kf_trees"])
    going.set()
    index.wait(20)
    assert (index.follows(), names(index, "trains")) == (slow.newest, ["kf_trains"])
    assert told == [(1, 2, "known things"), (2, 2, "known things")]


def test_closing_ends_it_between_two_steps_and_the_next_goes_on(index, monkeypatch):
    monkeypatch.setattr(update, "_MOST", 1)
    many = Known(*(fact(number, f"This is about subject{number}.") for number in range(200)))
    told = threading.Event()
    index.start(many, None, lambda *_: (told.set(), time.sleep(0.01)))
    told.wait(20)
    index.close()
    index.wait(20)  # whoever waits for it is not told of its end as an error
    done = index.state().documents
    assert 0 < done < 200
    many.loaded.clear()
    KnowledgeIndex(index.folder).update(many)
    assert len(many.loaded) == 200 - done
    assert len(names(index, "subject7")) == 1


def test_an_error_reaches_whoever_waits(known, tmp_path):
    (tmp_path / "taken/index.db").mkdir(parents=True)
    with pytest.raises(StoreFull, match="cannot be written"):
        KnowledgeIndex(tmp_path / "taken").follows()

    class Closed(Known):
        def tokens(self):
            raise StoreBusy("in use")

    index = KnowledgeIndex(tmp_path / "index")
    index.start(Closed(TREES), None)
    with pytest.raises(StoreBusy):
        index.wait(20)


class Colours:
    """Everything warm is near to everything warm, and the rest to the rest."""

    name, dimensions, batch, at_once = "colours", 2, 1, 1

    def __init__(self):
        self.asked = []
        self.going = threading.Event()
        self.going.set()

    def embed(self, texts):
        self.going.wait(20)
        self.asked += texts
        warm = [any(word in text.lower() for word in ("cool", "heat", "shade")) for text in texts]
        return np.array([[1.0, 0.1] if one else [0.1, 1.0] for one in warm], dtype=np.float32)


@pytest.fixture
def model():
    return Colours()


@pytest.fixture
def vectors(tmp_path, model):
    store = VectorStore(tmp_path / "vectors.db", model.name, lambda: model)
    yield store
    store.close()


def test_meaning_follows_words_and_finds_what_shares_none(index, known, vectors, model):
    index.start(known, vectors)
    index.wait_for_meaning(20)
    assert index.state(vectors) == IndexState(documents=2, passages=2, by_meaning=2)
    assert sorted(model.asked) == sorted([TREES.statement, TRAINS.statement])
    assert names(index, "heat relief", vectors=vectors)[0] == "kf_trees"
    assert names(index, "heat relief") == []


def test_a_search_waits_for_vectors_only_so_long(index, known, vectors, model, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS", 0.2)
    index.update(known)
    model.going.clear()
    began = time.monotonic()
    assert names(index, "sleeper", vectors=vectors) == ["kf_trains"]
    assert time.monotonic() - began < 3.0
    model.going.set()


def test_a_change_does_not_wait_for_the_vectors_of_earlier_ones(index, known, vectors, model):
    model.going.clear()
    index.start(known, vectors)
    index.wait(20)
    known.put(fact("ferry", "The ferry is slow."))
    index.start(known, vectors)
    index.wait(20)
    assert names(index, "ferry") == ["kf_ferry"]
    model.going.set()
    index.wait_for_meaning(20)
    assert index.state(vectors).by_meaning == 3


@pytest.mark.parametrize("mode", ["local_only", "hybrid"])
def test_nothing_of_it_is_shown_to_a_model_elsewhere(index, known, tmp_path, model, mode):
    elsewhere = VectorStore(tmp_path / "vectors.db", model.name, lambda: model, outside=True).under(mode)
    index.start(known, elsewhere)
    index.wait(20)
    assert names(index, "sleeper", vectors=elsewhere) == ["kf_trains"]
    index.wait_for_meaning(20)
    assert model.asked == []
    elsewhere.close()


def test_ties_are_in_the_order_of_their_ids_whatever_came_first(index):
    many = Known(*(fact(number, "The same is said.") for number in (3, 1, 2, 9, 5)))
    index.update(many)
    many.put(*(fact(number, "The same is said.") for number in (8, 4)))
    index.update(many)
    assert [name for name in names(index, "same said", 2) if name < "kf_3"] == ["kf_1", "kf_2"]
    assert len(names(index, "same said", 400)) == 7


WORDS = ["oak", "elm", "ash", "cool", "street", "Aldra", "42"]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
THINGS = st.one_of(
    st.builds(lambda n, t, e: KnownFact(id=f"kf_{n}", statement=t, proofs=(), entities=(e,)), st.integers(0, 9), TEXTS, TEXTS),
    st.builds(lambda n, t: KnownEntity(id=f"ke_{n}", name=t), st.integers(0, 3), TEXTS),
    st.builds(lambda n, t, q: KnownItem(id=f"ki_{n}", mode="idea", query=q, source="s", content=t), st.integers(0, 3), TEXTS, TEXTS),
)  # fmt: skip
CHANGES = st.lists(st.tuples(st.lists(THINGS, max_size=6), st.sets(st.integers(0, 9), max_size=4)), max_size=5)


@given(CHANGES, st.booleans(), TEXTS)
def test_whatever_happened_it_finds_what_a_plain_scan_finds(changes, reopened, query):
    known = Known()
    with tempfile.TemporaryDirectory() as place:
        index = KnowledgeIndex(Path(place))
        for things, gone in changes:
            known.put(*things, without={f"{kind}_{number}" for kind in ("kf", "ke", "ki") for number in gone})
            index.update(known)
            if reopened:
                index = KnowledgeIndex(Path(place))
        assert set(names(index, query, 100)) == set(plainly(known, query))
        assert index.follows() == (known.newest if changes else "")


@given(st.lists(THINGS, max_size=12), TEXTS)
def test_it_ranks_as_the_formula_says(things, query):
    known = Known(*things)
    with tempfile.TemporaryDirectory() as place:
        index = KnowledgeIndex(Path(place))
        index.update(known)
        found = dict(index.search(query, 100))
    assert found == pytest.approx(plainly(known, query), abs=0.01 * (1 + len(query.split())) * 4)


def plainly(known, query):
    """BM25 over everything, with nothing but the formula."""
    held = {name: entry_of(thing, "").terms[0] for name, (thing, _) in known.rows.items()}
    scores = {}
    for term in dict.fromkeys(content_tokens(query)):
        mine = {name: terms for name, terms in held.items() if term in terms}
        rarity = log1p((len(held) - len(mine) + 0.5) / (len(mine) + 0.5))
        for name, terms in mine.items():
            norm = K1 * (1 - B + B * sum(terms.values()) / 130)
            scores[name] = scores.get(name, 0.0) + rarity * terms[term] * (K1 + 1) / (terms[term] + norm)
    return scores
