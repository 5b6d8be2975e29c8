"""Looking things up while others change them: in a real database, by other processes, after kills."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time

import msgspec
import pytest

from inquiro.core.types import IndexState, KnowledgeChange, KnownFact
from inquiro.knowledge import knowledge_index, lookup
from inquiro.knowledge.base import KnowledgeBase
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.knowledge.lookup import Lookup

COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
FERRY = "The ferry to Aldra is slow."


@pytest.fixture
def place(tmp_path):
    return tmp_path / "index"


def base_of(kept, place, org="local", index=None):
    index = index or KnowledgeIndex(place)
    return KnowledgeBase(kept.store, org, lookup=Lookup(kept.store, org, lambda: index))


def statements(base, query, limit=10):
    return [one.fact.statement for one in asyncio.run(base.search(query, limit)) if one.fact]


ADDING = """
import asyncio, sys
from pathlib import Path
from inquiro.core.types import KnowledgeChange, KnownFact
from inquiro.storage.store import SqlStore

async def main(database, name, statement, gone):
    store = SqlStore.open(database, Path(database.removeprefix("sqlite:///")).parent)
    fact = (KnownFact(id=name, statement=statement, proofs=()),) if statement else ()
    generation = await store.knowledge_generation("local")
    change = KnowledgeChange(token=f"theirs {generation}", generation=generation, facts=fact, gone=tuple(gone))
    assert await store.change_knowledge("local", change)
    store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
"""


def in_another_process(database, name, statement, *gone):
    subprocess.run([sys.executable, "-c", ADDING, f"sqlite:///{database}", name, statement, *gone], check=True)


@pytest.mark.fault(48)
def test_what_another_process_adds_changes_and_removes_is_seen(kept, tell, tmp_path, place):
    base = base_of(kept, place)
    kept.adds(tell.finished("a", (COOLS, [tell.page("a", COOLS)])))
    assert statements(base, "midday air") == [COOLS]
    in_another_process(tmp_path / "known.db", "kf_theirs", FERRY)
    assert statements(base, "ferry") == [FERRY]
    in_another_process(tmp_path / "known.db", "kf_theirs", "The harbour of Aldra is deep.")
    assert (statements(base, "ferry"), statements(base, "harbour")) == ([], ["The harbour of Aldra is deep."])
    in_another_process(tmp_path / "known.db", "", "", "kf_theirs")
    assert statements(base, "harbour Aldra") == []
    assert statements(base, "midday air") == [COOLS]


def test_what_is_taken_back_leaves_the_index_too(kept, tell, place):
    index = KnowledgeIndex(place)
    base = base_of(kept, place, index=index)
    kept.adds(
        tell.finished("a", (COOLS, [tell.page("a", COOLS)])), tell.finished("b", (FERRY, [tell.page("b", FERRY)]))
    )
    assert statements(base, "ferry") == [FERRY]
    asyncio.run(base.remove("b"))
    assert "kf" not in "".join(name for name, _ in index.search("ferry", 9))
    assert (statements(base, "ferry"), statements(base, "midday")) == ([], [COOLS])


def test_what_is_gone_is_never_given_however_late_the_index_is(kept, tell, place, monkeypatch):
    monkeypatch.setattr(lookup, "SECONDS", 0.0)
    index = KnowledgeIndex(place)
    kept.adds(tell.finished("a", (COOLS, [tell.page("a", COOLS)])))
    index.update(lookup._Followed(kept.store, "local"))
    kept.adds(tell.finished("b", (FERRY, [tell.page("b", FERRY)])))
    kept.remove("a")
    base = base_of(kept, place, index=index)
    assert index.search("midday", 5)
    assert (statements(base, "midday ferry"), asyncio.run(base.index_state()).unread > 0) == ([], True)


def test_results_that_are_gone_leave_room_for_those_that_are_there(kept, place, monkeypatch):
    monkeypatch.setattr(lookup, "SECONDS", 0.0)
    facts = tuple(KnownFact(id=f"kf_{n}", statement=f"Oak number {n}.", proofs=()) for n in range(6))
    change = KnowledgeChange(token="one", generation=0, facts=facts)
    assert asyncio.run(kept.store.change_knowledge("local", change))
    index = KnowledgeIndex(place)
    index.update(lookup._Followed(kept.store, "local"))
    gone = KnowledgeChange(token="two", generation=1, gone=("kf_0", "kf_2"))
    assert asyncio.run(kept.store.change_knowledge("local", gone))
    found = asyncio.run(base_of(kept, place, index=index).search("oak", 3))
    assert [one.fact.id for one in found] == ["kf_1", "kf_3", "kf_4"]


@pytest.mark.fault(67)
def test_organisations_that_share_a_place_by_mistake_see_nothing_of_each_other(kept, tell, place):
    kept.adds(tell.finished("a", (COOLS, [tell.page("a", COOLS)])))
    theirs = (KnownFact(id="kf_theirs", statement="Their midday air is warm.", proofs=()),)
    change = KnowledgeChange(token="theirs", generation=0, facts=theirs)
    assert asyncio.run(kept.store.change_knowledge("theirs", change))
    ours, others = base_of(kept, place), base_of(kept, place, "theirs")
    for _ in range(2):
        assert statements(ours, "midday air") == [COOLS]
        assert statements(others, "midday air") == ["Their midday air is warm."]
    assert asyncio.run(base_of(kept, place, "nobody").search("midday air", 5)) == []


def test_a_title_that_turned_out_to_be_private_finds_nothing_once_it_is_indexed(kept, tell, place):
    page, other = tell.page("a", COOLS, title="Zephyrine"), tell.page("b", COOLS)
    kept.adds(tell.finished("a", (COOLS, [page, other])))
    asyncio.run(kept.read([msgspec.structs.replace(page, private=True)], "later"))
    base = base_of(kept, place)
    assert (statements(base, "Zephyrine"), statements(base, "midday")) == ([], [COOLS])


def test_a_base_that_is_still_being_indexed_is_searched_and_says_so(kept, place, monkeypatch):
    monkeypatch.setattr(knowledge_index, "_AT_ONCE", 2)
    monkeypatch.setattr("inquiro.index.update._MOST", 2)
    monkeypatch.setattr(lookup, "SECONDS", 0.5)
    going = threading.Event()
    facts = tuple(KnownFact(id=f"kf_{n}", statement=f"Oak number {n}.", proofs=()) for n in range(6))
    asyncio.run(kept.store.change_knowledge("local", KnowledgeChange(token="one", generation=0, facts=facts)))
    load = lookup._Followed.things

    def slow(followed, ids):
        if "kf_2" in ids:
            going.wait(20)
        return load(followed, ids)

    monkeypatch.setattr(lookup._Followed, "things", slow)
    index = KnowledgeIndex(place)
    base = base_of(kept, place, index=index)
    began = time.monotonic()
    assert len(statements(base, "oak")) == 2
    assert time.monotonic() - began < 3.0
    assert asyncio.run(base.index_state()) == IndexState(documents=2, unread=4, passages=2)
    going.set()
    told = []
    assert asyncio.run(base.ready(lambda *step: told.append(step))) == IndexState(documents=6, passages=6)
    assert len(statements(base, "oak")) == 6
    index.close()


def test_a_base_of_which_nothing_is_known_has_no_index(kept, tmp_path):
    def opened():
        raise AssertionError("nobody needs it")

    base = KnowledgeBase(kept.store, lookup=Lookup(kept.store, "local", opened))
    assert asyncio.run(base.search("oak", 5)) == []
    assert asyncio.run(base.ready()) == asyncio.run(base.index_state()) == IndexState()


FOLLOWING = """
import sys
from pathlib import Path
from inquiro.index import update
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.knowledge.lookup import _Followed
from inquiro.storage.store import SqlStore

update._MOST = 5
store = SqlStore.open(sys.argv[1], Path(sys.argv[2]))
print("ready", flush=True)
KnowledgeIndex(Path(sys.argv[3])).update(_Followed(store, "local"), lambda *step: print(*step, flush=True))
"""


@pytest.mark.fault(44)
def test_after_ten_kills_nothing_is_lost_or_doubled(kept, tmp_path, place):
    """Each comes a moment after another step: between commits, in the middle of one, at the very end."""
    facts = [KnownFact(id=f"kf_{n}", statement=f"This is about subject{n}.", proofs=()) for n in range(200)]
    generation = 0

    def write(some, gone=()):
        nonlocal generation
        change = KnowledgeChange(token=f"t{generation}", generation=generation, facts=tuple(some), gone=tuple(gone))
        assert asyncio.run(kept.store.change_knowledge("local", change))
        generation += 1

    write(facts)
    command = [sys.executable, "-c", FOLLOWING, f"sqlite:///{tmp_path}/known.db", str(tmp_path), str(place)]
    for kill in range(10):
        running = subprocess.Popen(command, stdout=subprocess.PIPE)
        for _ in range(1 + 4 * (kill % 3)):
            running.stdout.readline()
        time.sleep(0.003 * (kill % 5))
        running.kill()
        running.communicate()
        write([msgspec.structs.replace(facts[kill], statement=f"Now of thing{kill}.")], [facts[100 + kill].id])
    base = base_of(kept, place)
    for number in range(200):
        changed, gone = number < 10, 100 <= number < 110
        found = statements(base, f"subject{number}")
        assert found == ([] if changed or gone else [facts[number].statement])
    assert [statements(base, f"thing{number}") for number in range(10)] == [[f"Now of thing{n}."] for n in range(10)]
    assert asyncio.run(base.index_state()) == IndexState(documents=190, passages=190)
