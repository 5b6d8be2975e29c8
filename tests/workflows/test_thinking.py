"""A run with a model: what it does, what it costs over crashes, and how it goes on without the model."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, NotConfigured, TimedOut, Unavailable
from inquiro.core.models import Capabilities, ModelAnswer, ModelRequest, ModelUsage, Price
from inquiro.core.types import Report, ResearchRequest
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking
from inquiro.exports import registry as exports
from inquiro.exports import strip_volatile
from inquiro.providers.llm import registry as models
from inquiro.runtime import Runtime
from inquiro.testing import DiligentModel, Page, ScriptedModel, ScriptedProvider, plugged_in

EVERY = int(os.environ.get("INQUIRO_TEST_EVERY", "0"))  # 1 in `make chaos`: not one is left out
QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
REQUEST = ResearchRequest(question=QUESTION, sources=("wiki",), model="double:x", max_iterations=3)
CLOUD = Capabilities(schema=True, web_search=False, local=False)
PRICE = Price(input=1.0, output=2.0)


class Moody:
    """A diligent model that does something else when `mood` says so: an error to raise, or an answer to give."""

    provider, model = "double", "x"

    def __init__(
        self,
        mood: Callable[[int, ModelRequest], EffectError | ModelAnswer | None] = lambda _n, _r: None,
        *,
        capabilities: Capabilities = CLOUD,
        price: Price | None = PRICE,
        rounds_needed: int = 2,
        model: str = "x",
    ) -> None:
        self.model = model
        self.capabilities, self.price, self.mood = capabilities, price, mood
        self.student = DiligentModel(capabilities=capabilities, rounds_needed=rounds_needed)
        self.asked: list[str] = []
        self.prompts: list[ModelRequest] = []

    def availability(self):
        return self.student.availability()

    async def complete(self, request, heard=None):
        self.asked.append(request.schema_name)
        self.prompts.append(request)
        if (other := self.mood(len(self.asked), request)) is None:
            return await self.student.complete(request, heard)
        if isinstance(other, EffectError):
            raise other
        return other


@contextmanager
def using(*doubles):
    by_name = {double.model: double for double in doubles}
    with plugged_in(models, double=lambda _context, model: by_name[model]):
        yield


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """Nobody waits for a model that does not answer."""
    quick = RetryPolicy(attempts=2, outage_attempts=2, timeout_attempts=1, first_wait=0.0, longest_wait=0.0)
    monkeypatch.setattr(asking, "MID_RUN", quick)
    monkeypatch.setattr(asking, "AT_START", quick)


@pytest.fixture
def wiki(plug, pages):
    provider = ScriptedProvider("wiki", pages)
    plug(provider)
    return provider


def ask(runtime: Runtime, double: Moody, request: ResearchRequest = REQUEST, *others: Moody) -> Report:
    with using(double, *others):
        return asyncio.run(runtime.ask(request))


def comparable(report):
    return strip_volatile(exports.get("json")().render(report).decode(), "json")


def only(step: str, error: Callable[[], EffectError | ModelAnswer]):
    return lambda _number, request: error() if request.schema_name == step else None


def refusal() -> ModelAnswer:
    return ModelAnswer(text="I cannot help with that.", finish="refused", usage=ModelUsage(input=50, output=5))


# -- when all goes well


class Shelved(ScriptedProvider):
    """A source that finds one more page only from the second round on."""

    async def search(self, query, max_results, filters):
        found = await super().search(query, max_results, filters)
        return [hit for hit in found if "Varnholt" in query or hit.title != MEASURED.title]


MEASURED = Page(
    title="Measurements at night",
    text="At night street trees cool the air in Varnholt by 0.4 °C more, as measurements of 2022 show.",
)


def test_a_run_with_a_model_plans_reads_judges_and_writes_with_it(runtime, plug, pages):
    plug(Shelved("wiki", [*pages, MEASURED]))
    double = Moody()
    report = ask(runtime, double)
    asked = Counter(double.asked)
    assert asked["plan"] == 1
    assert asked["assess"] == report.iterations_used == 2
    assert 2 <= asked["extract"] <= 4
    assert asked["write"] == 1
    assert report.engine == "llm (double:x)"
    assert report.status == "completed"
    assert report.claims
    assert report.usage.calls == len(double.asked)
    assert report.usage.tokens > 0
    assert report.usage.cost > 0


def test_its_report_is_verified_and_replays_to_the_byte_without_it(runtime, wiki):
    double = Moody()
    report = ask(runtime, double)
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    before = len(double.asked)
    replayed = asyncio.run(runtime.replay(report.trace_id))  # nobody knows the model any more
    assert (replayed.identical, replayed.differences) == (True, ())
    assert len(double.asked) == before


def test_every_call_is_in_the_journal_with_its_model_its_usage_and_its_price(runtime, wiki):
    double = Moody()
    report = ask(runtime, double)
    rows = [row for row in asyncio.run(runtime.effects(report.trace_id)) if row.kind == "model"]
    assert {row.name for row in rows} == {"double:x"}
    assert len(rows) == report.usage.calls
    assert sum(row.usage.cost for row in rows) == pytest.approx(report.usage.cost)
    assert sum(row.usage.tokens for row in rows) == report.usage.tokens
    for row in rows:
        spent = msgspec.convert(row.response, ModelAnswer).usage
        assert row.usage.cost == pytest.approx(PRICE.cost(spent))


def test_the_model_never_sees_an_address(runtime, plug, pages):
    linked = [msgspec.structs.replace(page, url=f"https://a.example/{n}?q=1") for n, page in enumerate(pages)]
    plug(ScriptedProvider("wiki", linked, leaves_machine="queries"))
    double = Moody()
    report = ask(runtime, double)
    assert report.sources
    told = " ".join(message.text for prompt in double.prompts for message in prompt.messages)
    assert "example" not in told.replace("for example", "")
    assert "://" not in told


def test_roles_are_done_by_their_own_models(runtime, wiki, settings):
    writer, planner = Moody(model="w"), Moody()
    chosen = msgspec.structs.replace(settings, model="double:x", role_models={"write": "double:w"})
    other = Runtime(runtime._store, chosen)
    report = ask(other, planner, msgspec.structs.replace(REQUEST, model=None), writer)
    assert set(planner.asked) == {"plan", "extract", "assess"}
    assert writer.asked[0] == "answer"  # tried at the start: a surprise in the end would come too late
    assert set(writer.asked[1:]) <= {"write", "repair"}
    assert report.engine == "llm (double:x for plan/extract/judge, double:w for write)"


# -- at the start


@pytest.mark.fault(5, 13)
@pytest.mark.parametrize(
    "error",
    [AccessDenied("the key in X_API_KEY was refused (401)"), Unavailable("nobody listens"), BadAnswer("no model 'x'")],
)
def test_a_model_that_cannot_be_asked_at_the_start_is_an_error_and_a_resume_asks_again(runtime, wiki, error):
    double = Moody(lambda _n, _r: error)
    with using(double), pytest.raises(NotConfigured, match="cannot be used: ") as told:
        asyncio.run(runtime.ask(REQUEST))
    assert str(error) in str(told.value)
    assert told.value.exit_code == 3
    assert wiki.searches == []
    (run,) = asyncio.run(runtime.runs())
    assert run.status == "failed"
    double.mood = lambda _n, _r: None
    with using(double):
        report = asyncio.run(runtime.resume(run.id))
    assert report.status == "completed"
    assert report.engine == "llm (double:x)"


@pytest.mark.fault(13)
def test_a_model_that_is_wanted_only_later_is_tried_at_the_start_too(runtime, wiki, settings):
    chosen = msgspec.structs.replace(settings, model="double:x", role_models={"write": "double:w"})
    other = Runtime(runtime._store, chosen)
    writer = Moody(lambda _n, _r: AccessDenied("refused"), model="w")
    with using(Moody(), writer), pytest.raises(NotConfigured, match="model 'double:w' cannot be used: refused"):
        asyncio.run(other.ask(msgspec.structs.replace(REQUEST, model=None)))
    assert wiki.searches == []


@pytest.mark.fault(13)
def test_a_model_that_speaks_but_is_too_slow_to_plan_is_not_taken_for_one_out_of_reach(runtime, wiki):
    class Slow(Moody):
        async def complete(self, request, heard=None):
            self.asked.append(request.schema_name)
            heard('{"question": "How')
            raise TimedOut("no answer within 60 s")

    double = Slow()
    report = ask(runtime, double)
    assert set(double.asked) == {"plan"}
    assert report.claims
    assert report.engine == "llm (double:x), then extractive"


# -- on the way


@pytest.mark.fault(13)
@pytest.mark.parametrize("error", [Unavailable("gone"), AccessDenied("the key was revoked"), TimedOut("no answer")])
@pytest.mark.parametrize("step", ["extract", "assess", "write"])
def test_a_model_that_is_lost_leaves_the_rest_to_the_extractive_engine(runtime, wiki, error, step):
    dead = []

    def mood(_number, request):
        if request.schema_name == step:
            dead.append(True)
        return error if dead else None

    double = Moody(mood)
    report = ask(runtime, double, msgspec.structs.replace(REQUEST, max_iterations=4))
    assert report.status == "completed"
    assert report.claims
    assert report.engine == "llm (double:x), then extractive"
    assert any("The model double:x was lost" in notice and str(error) in notice for notice in report.notices)
    assert any(loss.source == "double:x" for loss in report.lost)
    tries = Counter(double.asked[double.asked.index(step) :])
    assert set(tries) == {step}  # once lost, it is not asked again
    replayed = asyncio.run(runtime.replay(report.trace_id))
    assert (replayed.identical, replayed.differences) == (True, ())


@pytest.mark.fault(6)
@pytest.mark.parametrize("step", ["plan", "extract", "assess", "write"])
def test_a_step_that_the_model_declines_is_done_without_it_and_the_next_one_is_asked(runtime, wiki, step):
    double = Moody(only(step, refusal), rounds_needed=1)
    report = ask(runtime, double, msgspec.structs.replace(REQUEST, depth="light"))
    assert report.status in {"completed", "max_iterations_reached"}
    assert report.claims
    assert any(f"model declined step '{step}'" in notice for notice in report.notices)
    later = {"plan": "extract", "extract": "assess", "assess": "write", "write": "write"}[step]
    assert later in double.asked
    assert report.usage.tokens > 0


@pytest.mark.fault(6, 11)
def test_a_model_that_declines_again_and_again_is_no_longer_asked(runtime, wiki):
    double = Moody(lambda _n, request: None if request.schema_name == "plan" else refusal(), rounds_needed=9)
    report = ask(runtime, double, msgspec.structs.replace(REQUEST, max_iterations=6))
    assert report.claims
    assert report.engine.endswith(", then extractive")
    assert len(double.asked) <= 1 + 3 * 4  # three steps, two batches each, one reprompt each
    assert report.status != "error"


@pytest.mark.fault(6)
def test_an_empty_answer_is_reprompted_once(runtime, wiki):
    said = []

    def mood(_number, request):
        if request.schema_name == "plan" and not said:
            said.append(True)
            return ModelAnswer(text="", finish="stop", usage=ModelUsage(input=10))
        return None

    double = Moody(mood)
    report = ask(runtime, double)
    assert double.asked[:2] == ["plan", "plan"]
    assert report.engine == "llm (double:x)"
    assert report.usage.calls == len(double.asked)


# -- money


def test_a_limit_in_tokens_is_kept_and_the_report_is_written(runtime, wiki):
    whole = ask(runtime, Moody()).usage.tokens
    for share in (0.05, 0.3, 0.6, 0.9):
        limit = int(whole * share)
        report = ask(runtime, Moody(), msgspec.structs.replace(REQUEST, max_tokens=limit, fresh=True))
        assert report.usage.tokens <= limit
        assert report.claims
        assert any("oken limit" in text for text in (report.stop_reason, *report.notices))


def test_a_limit_in_money_is_kept(runtime, wiki):
    report = ask(runtime, Moody(), msgspec.structs.replace(REQUEST, max_cost=0.004))
    assert report.usage.cost <= 0.004
    assert report.claims


def test_a_price_that_nobody_knows_is_asked_for_before_anything_is_spent(runtime, wiki):
    double = Moody(price=None)
    with pytest.raises(NotConfigured, match="INQUIRO_PRICES"):
        ask(runtime, double, msgspec.structs.replace(REQUEST, max_cost=1.0))
    assert (double.asked, asyncio.run(runtime.runs())) == ([], [])


# -- over crashes


class Killed(BaseException):
    """Stands for a process that is gone."""


@pytest.mark.fault(44)
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    "point", ["effect.before_call", "effect.after_journal", "facts.after_settle", "facts.after_store"]
)
def test_an_answer_that_was_written_down_is_never_paid_for_again(settings, pages, plug, point):
    plug(ScriptedProvider("wiki", pages))
    calm = Moody()
    runtime = Runtime.open(settings)
    expected = ask(runtime, calm)
    reached = _times(runtime, point)
    assert reached > 0
    for turn in range(0, reached, EVERY or max(3, reached // 4)):
        double = Moody()
        killing = _Killing(point, turn)
        with using(double), armed(killing), pytest.raises(Killed):
            asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, fresh=True)))
        run = asyncio.run(runtime.runs())[0]
        with using(double):
            report = asyncio.run(runtime.resume(run.id))
        assert sorted(double.asked) == sorted(calm.asked)
        assert report.usage.calls == expected.usage.calls
        assert report.usage.tokens == expected.usage.tokens
        assert report.usage.cost == pytest.approx(expected.usage.cost)
        assert comparable(report) == comparable(expected)
    runtime.close()


class _Killing:
    def __init__(self, point: str, turn: int) -> None:
        self.point, self.turn, self.seen = point, turn, 0

    def __call__(self, name: str, _detail: str) -> None:
        if name == self.point:
            self.seen += 1
            if self.seen == self.turn + 1:
                raise Killed


def _times(runtime: Runtime, point: str) -> int:
    counted = _Killing(point, -2)
    with using(Moody()), armed(counted):
        asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, fresh=True)))
    return counted.seen


# -- the same question again


def test_the_same_question_soon_after_costs_nothing_but_a_word_to_see_that_the_model_is_there(runtime, wiki):
    double = Moody()
    first = ask(runtime, double)
    paid = len(double.asked)
    again = ask(runtime, double)
    assert double.asked[paid:] == ["answer"]
    assert again.usage.tokens < first.usage.tokens / 20
    assert [claim.text for claim in again.claims] == [claim.text for claim in first.claims]
    assert asyncio.run(runtime.replay(again.trace_id)).identical


def test_fresh_asks_everything_anew(runtime, wiki):
    double, again = Moody(), Moody()
    ask(runtime, double)
    ask(runtime, again, msgspec.structs.replace(REQUEST, fresh=True))
    assert Counter(again.asked) == Counter(double.asked)


def test_an_earlier_answer_does_not_hide_that_the_model_cannot_be_asked(runtime, wiki):
    ask(runtime, Moody())
    with pytest.raises(NotConfigured, match="cannot be used: the key is wrong"):
        ask(runtime, Moody(lambda _n, _r: AccessDenied("the key is wrong")))


def test_an_answer_that_was_of_no_use_is_asked_for_again(runtime, wiki):
    ask(runtime, Moody(only("write", lambda: ModelAnswer(text="no JSON at all", finish="stop"))))
    double = Moody()
    report = ask(runtime, double)
    assert Counter(double.asked)["write"] == 1
    assert report.engine == "llm (double:x)"


# -- another model


def test_a_fork_with_another_model_keeps_what_was_before_and_asks_the_other_from_there(runtime, wiki):
    first, second = Moody(), Moody(model="y")
    report = ask(runtime, first)
    rows = asyncio.run(runtime.effects(report.trace_id))
    at = next(row.seq for row in rows if row.kind == "model" and row.step.startswith("model/write"))
    before = len(first.asked)
    with using(first, second):
        twin = asyncio.run(runtime.fork(report.trace_id, at, "double:y"))
        forked = asyncio.run(runtime.execute(twin.id))
    assert len(first.asked) == before
    assert set(second.asked) <= {"write", "repair"}
    assert forked.engine == "llm (double:y)"
    assert forked.usage.calls == len(second.asked)


def test_scripted_models_can_be_plugged_in_too(runtime, wiki):
    with plugged_in(models, scripted=lambda _context, _model: ScriptedModel("no JSON at all")):
        report = asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, model="scripted:m")))
    assert report.claims
    assert report.engine == "llm (scripted:model), then extractive"
