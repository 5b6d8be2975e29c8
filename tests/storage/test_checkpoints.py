import asyncio
import operator
from typing import Annotated, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from sqlalchemy import func, select

from inquiro.core.errors import LeaseLost, StoreError
from inquiro.core.types import Run
from inquiro.storage.checkpoints import KEPT, StoreSaver
from inquiro.storage.tables import checkpoint_writes, checkpoints

CONFIG = {"configurable": {"thread_id": "run"}}


class State(TypedDict, total=False):
    round: int
    log: Annotated[list[str], operator.add]
    answer: str
    pair: tuple[int, str]


class Opener:
    """Opens the same database again and again, each time as a new process would."""

    def __init__(self, database):
        self.database = database
        self.stores = []

    def saver(self, owner="me"):
        store = self.database.open()
        self.stores.append(store)
        asyncio.run(store.create_run(Run(id="run", tool_name="t", input_params={})))
        return StoreSaver(store, asyncio.run(store.acquire("run", owner, 0.0)))

    def count(self, table):
        query = select(func.count()).select_from(table)
        return asyncio.run(self.stores[0].read(lambda c: c.execute(query).scalar_one()))


@pytest.fixture
def opener(database):
    made = Opener(database)
    yield made
    for store in made.stores:
        store.close()


def run(graph, given):
    return asyncio.run(graph.ainvoke(given, CONFIG, durability="sync"))


def looping(saver, rounds=6, visit=lambda _n: None):
    async def turn(state: State):
        visit(state["round"])
        return {"round": state["round"] + 1, "log": [f"round {state['round']}"], "pair": (state["round"], "x")}

    builder = StateGraph(State)
    builder.add_node("turn", turn)
    builder.add_edge(START, "turn")
    builder.add_conditional_edges("turn", lambda state: "turn" if state["round"] < rounds else END)
    return builder.compile(checkpointer=saver)


def test_a_loop_runs_through_and_only_the_newest_checkpoints_stay(opener):
    graph = looping(opener.saver())
    done = run(graph, {"round": 0, "log": []})
    assert done == {"round": 6, "log": [f"round {n}" for n in range(6)], "pair": (5, "x")}
    assert opener.count(checkpoints) == KEPT
    assert asyncio.run(graph.aget_state(CONFIG)).values == done
    kept = asyncio.run(opener.stores[0].read(lambda c: c.execute(select(checkpoints.c.id)).scalars().all()))
    owners = asyncio.run(
        opener.stores[0].read(lambda c: c.execute(select(checkpoint_writes.c.checkpoint_id)).scalars().all())
    )
    assert set(owners) <= set(kept)


def test_a_crash_in_a_node_goes_on_where_it_happened(opener):
    visits = []

    def crash_at_three(number):
        visits.append(number)
        if number == 3:
            raise ValueError("crashed")

    with pytest.raises(ValueError, match="crashed"):
        run(looping(opener.saver(), visit=crash_at_three), {"round": 0, "log": []})
    done = run(looping(opener.saver(), visit=visits.append), None)
    assert visits == [0, 1, 2, 3, 3, 4, 5]
    assert done["log"] == [f"round {n}" for n in range(6)]
    assert done["pair"] == (5, "x")


def asking(saver, asked):
    async def ask(_state: State):
        asked.append(1)
        first = interrupt({"question": "Which year?"})
        second = interrupt({"question": "Which town?"})
        return {"answer": f"{first} in {second}"}

    async def close(state: State):
        return {"log": [state["answer"]]}

    builder = StateGraph(State)
    builder.add_node("ask", ask)
    builder.add_node("close", close)
    builder.add_edge(START, "ask")
    builder.add_edge("ask", "close")
    builder.add_edge("close", END)
    return builder.compile(checkpointer=saver)


def test_a_pause_survives_the_process_and_takes_its_answers(opener):
    asked = []
    paused = run(asking(opener.saver(), asked), {"log": []})
    assert paused["__interrupt__"][0].value == {"question": "Which year?"}
    waiting = asyncio.run(asking(opener.saver(), asked).aget_state(CONFIG))
    assert [it.value for it in waiting.interrupts] == [{"question": "Which year?"}]
    paused = run(asking(opener.saver(), asked), Command(resume="2024"))
    assert paused["__interrupt__"][0].value == {"question": "Which town?"}
    done = run(asking(opener.saver(), asked), Command(resume="Aldra"))
    assert done == {"answer": "2024 in Aldra", "log": ["2024 in Aldra"]}
    assert len(asked) == 3


def parallel(saver, work):
    async def branch(state):
        await work(state["n"])
        return {"log": [f"branch {state['n']}"]}

    builder = StateGraph(State)
    builder.add_node("branch", branch)
    builder.add_conditional_edges(START, lambda _state: [Send("branch", {"n": n}) for n in range(4)], ["branch"])
    builder.add_edge("branch", END)
    return builder.compile(checkpointer=saver)


def test_finished_parallel_branches_are_not_run_again(opener):
    ran = []

    async def last_one_crashes(number):
        if number == 2:
            await others_done.wait()
            raise ValueError("crashed")
        ran.append(number)
        if len(ran) == 3:
            others_done.set()

    async def succeed(number):
        ran.append(number)

    others_done = asyncio.Event()
    with pytest.raises(ValueError, match="crashed"):
        run(parallel(opener.saver(), last_one_crashes), {"log": []})
    done = run(parallel(opener.saver(), succeed), None)
    assert sorted(ran) == [0, 1, 2, 3]
    assert done["log"] == [f"branch {n}" for n in range(4)]


def test_a_lost_lease_ends_the_graph_and_writes_nothing(opener):
    saver = opener.saver()

    async def turn(state: State):
        if state["round"] == 2:
            await opener.stores[0].acquire("run", "another", 0.0)
        return {"round": state["round"] + 1}

    builder = StateGraph(State)
    builder.add_node("turn", turn)
    builder.add_edge(START, "turn")
    builder.add_conditional_edges("turn", lambda state: "turn" if state["round"] < 6 else END)
    with pytest.raises(LeaseLost):
        run(builder.compile(checkpointer=saver), {"round": 0})
    state = asyncio.run(looping(opener.saver()).aget_state(CONFIG))
    assert state.values["round"] == 2


@pytest.mark.fault(49)
def test_the_newest_is_the_last_written_whatever_its_id(opener):
    saver = opener.saver()

    def checkpoint(name):
        return {
            "v": 4,
            "id": name,
            "ts": "",
            "channel_values": {"name": name},
            "channel_versions": {},
            "versions_seen": {},
            "updated_channels": None,
        }

    async def scenario():
        config = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
        for name in ("9-before-the-clock-was-set-back", "1-after"):
            config = await saver.aput(config, checkpoint(name), {"source": "loop", "step": 1}, {})
        found = await saver.aget_tuple(CONFIG)
        assert found.checkpoint["channel_values"] == {"name": "1-after"}
        assert found.parent_config["configurable"]["checkpoint_id"] == "9-before-the-clock-was-set-back"
        listed = [it async for it in saver.alist(CONFIG)]
        assert [it.checkpoint["id"][0] for it in listed] == ["1", "9"]
        assert [it.checkpoint["id"][0] async for it in saver.alist(CONFIG, limit=1)] == ["1"]
        assert [it.checkpoint["id"][0] async for it in saver.alist(CONFIG, before=listed[0].config)] == ["9"]
        assert [it async for it in saver.alist(None, filter={"step": 2})] == []
        assert len([it async for it in saver.alist(listed[1].config, filter={"step": 1})]) == 1

    asyncio.run(scenario())


def test_writes_keep_their_first_value_and_special_ones_their_last(opener):
    saver = opener.saver()
    config = {"configurable": {"thread_id": "run", "checkpoint_ns": "", "checkpoint_id": "c"}}

    async def scenario():
        await saver.aput_writes(config, [("b", 1), ("a", 2)], "task-1", "path-2")
        await saver.aput_writes(config, [("b", 99), ("a", 99), ("c", 3)], "task-1", "path-2")
        await saver.aput_writes(config, [("__interrupt__", "old")], "task-1", "path-2")
        await saver.aput_writes(config, [("__interrupt__", "new"), ("__error__", ValueError("x"))], "task-1", "path-2")
        await saver.aput_writes(config, [("z", 0)], "task-9", "path-1")
        checkpoint = {"v": 4, "id": "c", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
        await saver.aput({"configurable": {"thread_id": "run"}}, checkpoint, {"step": 0}, {})
        found = await saver.aget_tuple(config)
        assert found.pending_writes == [
            ("task-9", "z", 0),
            ("task-1", "__interrupt__", "new"),
            ("task-1", "__error__", "ValueError('x')"),
            ("task-1", "b", 1),
            ("task-1", "a", 2),
            ("task-1", "c", 3),
        ]
        await saver.adelete_thread("run")
        assert await saver.aget_tuple(config) is None

    asyncio.run(scenario())
    assert opener.count(checkpoint_writes) == 0


def test_a_saver_serves_only_its_own_run(opener):
    saver = opener.saver()
    with pytest.raises(StoreError, match="not for other"):
        asyncio.run(saver.adelete_thread("other"))


def test_a_state_that_is_not_plain_is_refused(opener):
    async def turn(_state: State):
        return {"answer": object()}

    builder = StateGraph(State)
    builder.add_node("turn", turn)
    builder.add_edge(START, "turn")
    with pytest.raises(TypeError, match="plain JSON"):
        run(builder.compile(checkpointer=opener.saver()), {"round": 0})


def test_a_channel_that_needs_its_whole_history_is_refused(opener):
    saver = opener.saver()
    config = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
    with pytest.raises(StoreError, match="DeltaChannel"):
        asyncio.run(saver.aput(config, {"id": "c"}, {"counters_since_delta_snapshot": {"a": (1, 1)}}, {}))


def test_there_is_nothing_to_allow_in_plain_json(opener):
    saver = opener.saver()
    assert saver.with_allowlist([("os", "system")]) is saver
