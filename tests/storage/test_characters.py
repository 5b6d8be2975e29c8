import asyncio
import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import RunNotFound
from inquiro.core.events import Event
from inquiro.core.types import Document, EffectRow, Entity, Loss, Run
from inquiro.storage.characters import json_text, storable
from inquiro.storage.serde import dumps, loads

anything = st.text(st.characters(exclude_categories=()))
BAD = "a\x00b\ud800c"
KEPT = "a\ufffdb\ufffdc"


@given(anything)
def test_what_can_be_stored_stays_and_the_rest_is_replaced_one_for_one(given_text):
    kept = storable(given_text)
    kept.encode()
    assert "\x00" not in kept
    assert len(kept) == len(given_text)
    assert all(b in (a, "\ufffd") for a, b in zip(given_text, kept, strict=True))
    assert storable(kept) == kept


@given(st.recursive(anything, lambda inner: st.lists(inner) | st.dictionaries(anything, inner), max_leaves=8))
def test_json_keeps_everything_but_halves_of_pairs(value):
    text = json_text(value)
    assert "\x00" not in text
    json.loads(text)
    if text.isascii():
        assert json.loads(text) == value


def test_every_kind_of_text_comes_back_alike_from_every_database(database):
    store = database.open()

    async def scenario():
        await store.create_run(Run(id="run", tool_name=BAD, input_params={"q": BAD}, state={BAD: [BAD]}))
        lease = await store.acquire("run", "me", 30)
        text = f"{BAD} and more"
        document = Document(
            id="d",
            url=f"https://example.org/{BAD}",
            title=BAD,
            text=text,
            sha256="",
            media_type="text/plain",
            fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        row = EffectRow(run_id="run", step=BAD, key="k", occurrence=0, kind="fetch", name=BAD, request={"u": BAD})
        await store.finish_effect(lease, row, [document])
        await store.finish_effect(lease, row, [document])
        await store.append_events(lease, [Event(run_id="run", seq=1, stage="s", message=BAD, data={"x": BAD})])
        await store.put_findings(lease, [], [], [Entity(name=BAD), Entity(name="long" * 5_000)])
        await store.record_failure(lease, BAD, Loss(what=BAD, reason=BAD), BAD)
        await store.request_stop("run", BAD)
        await store.reserve_slot(BAD, 1.0)

        run = await store.get_run("run")
        assert (run.tool_name, run.input_params, run.stop_requested) == (KEPT, {"q": "a\x00b\ufffdc"}, KEPT)
        (found,) = await store.documents(["d"])
        assert found.text == f"{KEPT} and more"
        assert found.sha256 == sha256(found.text.encode()).hexdigest()
        assert [it.step for it in await store.effects("run")] == [KEPT]
        assert [it.message for it in await store.events("run")] == [KEPT]
        assert [it.what for it in await store.losses("run")] == [KEPT]
        assert [len(it.name) for it in await store.entities("run")] == [len(BAD), 20_000]
        with pytest.raises(RunNotFound):
            await store.find_run(BAD)
        assert await store.integrity() == []

    asyncio.run(scenario())
    store.close()


def test_a_checkpoint_holds_them_too():
    assert loads(dumps({"answer": BAD})) == {"answer": "a\x00b\ufffdc"}
