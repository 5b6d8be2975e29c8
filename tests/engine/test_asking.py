"""Asking a model through the gateway: what is journaled, what it may see, and what the budget leaves of a question."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import AccessDenied, BudgetExhausted, Declined, PrivacyRefused, StoreError, Unavailable
from inquiro.core.models import Capabilities, Message, ModelAnswer, ModelRequest, ModelUsage, Price, worst_case
from inquiro.core.pace import NoPace
from inquiro.core.types import Run
from inquiro.effects import Budget, Effects, Limits
from inquiro.engine import asking
from inquiro.engine.asking import Asking, engine_name
from inquiro.storage.store import SqlStore
from inquiro.testing import ScriptedModel

QUESTION = ModelRequest(messages=(Message(role="user", text="Why is the sky blue? " * 10),), max_output=4_000)
PRICE = Price(input=1.0, output=2.0, search=0.01)
CLOUD = Capabilities(schema=True, web_search=False, context=8_000, local=False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    opened = SqlStore.open(f"sqlite:///{tmp_path / 'i.db'}", tmp_path)
    yield opened
    opened.close()


class Told:
    def __init__(self) -> None:
        self.said: list[tuple[str, str, dict[str, object]]] = []

    def __call__(self, stage: str, message: str, progress: float | None = None, **data: object) -> None:
        self.said.append((stage, message, data))


async def opened(store: SqlStore, *, mode: str = "hybrid", limits: Limits | None = None, run: str = "r") -> Effects:
    if run not in {known.id for known in await store.list_runs()}:
        await store.create_run(Run(id=run, tool_name="deep_research", input_params={}))
    lease = await store.acquire(run, "me", 60.0)
    return await Effects.open(store, lease, budget=Budget(limits or Limits()), mode=mode, pace=NoPace())


def asked(effects: Effects, model, told: Told | None = None, **options) -> Asking:
    models = dict.fromkeys(("plan", "extract", "write", "judge"), model)
    return Asking(effects, effects.step("model/plan"), models, told or Told(), **options)


def model_of(*lines, capabilities: Capabilities = CLOUD, price: Price | None = PRICE) -> ScriptedModel:
    return ScriptedModel(*lines, provider="cloud", model="m", capabilities=capabilities, price=price)


def test_an_answer_is_journaled_with_its_price_and_never_asked_for_again(store):
    model = model_of("because", "not this")

    async def twice():
        effects = await opened(store)
        first = await asked(effects, model).ask("plan", QUESTION)
        again = await opened(store)
        return first, await asked(again, model).ask("plan", QUESTION), again

    first, second, effects = asyncio.run(twice())
    assert first == second
    assert len(model.requests) == 1
    (row,) = effects.journal.values()
    assert (row.kind, row.name, row.status, row.usage.calls) == ("model", "cloud:m", "done", 1)
    assert row.usage.cost == pytest.approx(PRICE.cost(first.usage))


def test_who_fills_a_role_may_change_without_its_being_asked_anew(store):
    async def both():
        effects = await opened(store)
        await asked(effects, model_of("a")).ask("plan", QUESTION)
        other = ScriptedModel("b", provider="other", model="n")
        return await asked(await opened(store), other).ask("plan", QUESTION), other.requests

    answer, requests = asyncio.run(both())
    assert (answer.text, requests) == ("a", [])


@pytest.mark.fault(5, 13)
def test_a_failure_at_the_start_is_asked_again_and_one_on_the_way_is_final(store, monkeypatch):
    monkeypatch.setattr(asking, "AT_START", msgspec.structs.replace(asking.AT_START, first_wait=0.0, longest_wait=0.0))
    model = model_of(AccessDenied("refused"), AccessDenied("refused"), "yes")

    async def tries():
        with pytest.raises(AccessDenied):
            await asked(await opened(store), model, at_start=True).ask("plan", QUESTION)
        with pytest.raises(AccessDenied):
            await asked(await opened(store), model).ask("plan", QUESTION)
        with pytest.raises(AccessDenied):
            await asked(await opened(store), model).ask("plan", QUESTION)

    asyncio.run(tries())
    assert len(model.requests) == 2


@pytest.mark.fault(8)
def test_what_was_heard_of_a_broken_answer_stays_in_the_trace(store):
    class Cut(ScriptedModel):
        async def complete(self, request, heard=None):
            if heard is not None:
                heard('{"checklist": ["half of')
            return await super().complete(request)

    told = Told()
    cut = Cut(AccessDenied("the stream broke off"), provider="cloud", model="m")
    with pytest.raises(AccessDenied):
        asyncio.run(_ask(store, cut, told))
    stage, message, data = told.said[-1]
    assert (stage, message) == ("model", "plan: the stream broke off")
    assert data["partial"] == '{"checklist": ["half of'
    assert (data["role"], data["step"]) == ("plan", QUESTION.schema_name)


async def _ask(store, model, told):
    return await asked(await opened(store), model, told).ask("plan", QUESTION)


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    ("mode", "local", "private", "allowed"),
    [
        ("local_only", False, False, False),
        ("local_only", True, True, True),
        ("hybrid", False, False, True),
        ("hybrid", False, True, False),
        ("hybrid", True, True, True),
        ("cloud_allowed", False, True, True),
    ],
)
def test_what_a_model_may_see(store, mode, local, private, allowed):
    model = model_of("yes", capabilities=msgspec.structs.replace(CLOUD, local=local))

    async def ask():
        thinking = asked(await opened(store, mode=mode), model)
        if mode != "local_only":
            assert thinking.may_see_private("plan") == (local or mode == "cloud_allowed")
        return await thinking.ask("plan", QUESTION, private=private)

    if allowed:
        assert asyncio.run(ask()).text == "yes"
    else:
        with pytest.raises(PrivacyRefused):
            asyncio.run(ask())
        assert model.requests == []


def test_an_answer_is_asked_to_be_no_longer_than_the_budget_holds(store):
    model = model_of("short")
    room = worst_case(msgspec.structs.replace(QUESTION, max_output=1_500), PRICE).tokens

    async def ask(role):
        effects = await opened(store, limits=Limits(tokens=int(room / 0.85) + 1), run=role)
        return await asked(effects, model).ask(role, QUESTION)

    asyncio.run(ask("plan"))
    assert model.requests[-1].max_output == 1_000
    asyncio.run(ask("write"))  # may use the share that is kept for it
    assert model.requests[-1].max_output == 1_000
    with pytest.raises(BudgetExhausted):
        asyncio.run(_tight(store, model))


async def _tight(store, model):
    return await asked(await opened(store, limits=Limits(tokens=100), run="tight"), model).ask("plan", QUESTION)


def test_what_the_clock_and_the_budget_leave_is_no_part_of_the_key(store):
    model = model_of("yes", "no")

    async def twice():
        await asked(await opened(store, limits=Limits(tokens=4_000, seconds=50.0)), model).ask("plan", QUESTION)
        await asked(await opened(store), model).ask("plan", QUESTION)

    asyncio.run(twice())
    assert len(model.requests) == 1
    assert model.requests[0].seconds < QUESTION.seconds


@pytest.mark.fault(4)
def test_an_outage_on_the_way_is_waited_for_a_little(store):
    model = model_of(Unavailable("down"), Unavailable("down"), "up")
    waited = []

    async def ask():
        effects = await opened(store)

        async def sleep(seconds):
            waited.append(seconds)

        effects.sleep = sleep
        return await asked(effects, model).ask("plan", QUESTION)

    assert asyncio.run(ask()).text == "up"
    assert len(waited) == 2
    assert all(4 <= seconds <= 60 for seconds in waited)


def test_losses_are_kept_and_told(store):
    told = Told()

    async def lose():
        thinking = asked(await opened(store), model_of("x"), told)
        thinking.lose("3 documents", "longer than the model can read at once")
        return thinking.losses, thinking.reads("plan")

    (loss,), reads = asyncio.run(lose())
    assert (loss.what, loss.reason, reads) == ("3 documents", "longer than the model can read at once", 8_000)
    assert told.said == [("notice", "3 documents: longer than the model can read at once", {})]


def test_the_engine_names_its_models():
    one, other = model_of("x"), ScriptedModel("x", provider="home", model="n")
    assert engine_name({}, "extractive") == "extractive"
    assert engine_name({"plan": one, "write": one}, "extractive") == "llm (cloud:m)"
    named = engine_name({"plan": one, "write": other, "judge": one}, "extractive")
    assert named == "llm (cloud:m for plan/judge, home:n for write)"


def test_an_answer_that_is_not_whole_is_an_answer_that_was_paid_for(store):
    cut = ModelAnswer(text="half", finish="length", usage=ModelUsage(input=10, output=20))

    async def ask():
        effects = await opened(store)
        answer = await asked(effects, model_of(cut)).ask("plan", QUESTION)
        return answer, effects.budget.used

    answer, used = asyncio.run(ask())
    assert (answer.finish, used.tokens, used.calls) == ("length", 30, 1)


def test_a_step_asks_no_more_questions_than_it_may(store):
    async def go() -> None:
        asking = asked(await opened(store), model_of("one", "two"), most=1)
        assert (await asking.ask("plan", QUESTION)).text == "one"
        with pytest.raises(Declined, match="no more questions"):
            await asking.ask("plan", QUESTION)

    asyncio.run(go())


def test_an_answer_that_was_of_use_is_kept_by_the_end_of_its_step(store):
    model = model_of("because", "not this")

    async def kept_then_asked():
        thinking = asked(await opened(store), model)
        await thinking.keep("plan", QUESTION, await thinking.ask("plan", QUESTION))
        await thinking.kept()
        return await asked(await opened(store, run="another"), model).ask("plan", QUESTION)

    assert asyncio.run(kept_then_asked()).text == "because"
    assert len(model.requests) == 1


def test_an_answer_that_cannot_be_kept_is_no_secret_of_a_task(store, monkeypatch):
    async def full(*_):
        raise StoreError("the disk is full")

    async def keeps_in_vain():
        thinking = asked(await opened(store), model_of("because"))
        answer = await thinking.ask("plan", QUESTION)
        monkeypatch.setattr(store, "cache", full)
        await thinking.keep("plan", QUESTION, answer)
        await thinking.kept()

    with pytest.raises(StoreError, match="full"):
        asyncio.run(keeps_in_vain())
