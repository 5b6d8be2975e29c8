"""Which reasoner does a step: the model's, or, where there is none or it is lost, the one that needs no model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeGuard, TypeVar

from inquiro.core.errors import (
    BudgetExhausted,
    ContextTooLong,
    Declined,
    EffectError,
    NotConfigured,
    PrivacyRefused,
    TimedOut,
    Unavailable,
)
from inquiro.core.models import Message, ModelRequest, ModelRole, model_id
from inquiro.core.protocols import Reasoner
from inquiro.core.stopping import unless_stopped
from inquiro.core.types import Json, Loss, Value
from inquiro.effects import Paid, Step
from inquiro.engine.asking import Asking, engine_name
from inquiro.engine.deps import Deps
from inquiro.workflows.settled import outlined_scope, scope_of
from inquiro.workflows.state import ResearchState
from inquiro.workflows.stumbles import Stumble, lost_models, stumbled, stumbles_of, told

T = TypeVar("T")

PATIENCE = 20.0  # seconds for an answer under way when the run is stopped: it may be paid for already
THOUGHT = "thought"
STARTING = "plan"
TOPICS = "topics"  # of a note
FIRST = (STARTING, TOPICS)  # a model that cannot be asked there is an error, not a loss
CLOSING = ("judge/",)  # after the report was written: what was set aside for it may go into checking it
PROBE = ModelRequest(messages=(Message(role="user", text="Answer with the word: ready"),), max_output=64, seconds=60.0)


class Thought(Value, Generic[T], frozen=True, kw_only=True):
    """What a step came to, and what it had to do without."""

    value: T
    lost: tuple[Loss, ...] = ()
    stumbles: tuple[Stumble, ...] = ()


async def think(
    deps: Deps,
    state: ResearchState,
    step: str,
    role: ModelRole,
    work: Callable[[Reasoner], Awaitable[T]],
    *,
    returns: Any,
    most: int | None = None,
) -> T:
    """One step of reasoning, with at most so many questions to the model; settled as a whole where a model may take part, since clocks and budgets decide in it."""
    if not deps.models:
        return await work(deps.reasoner)

    async def decide() -> Paid:
        return Paid(value=await _thought(deps, state, step, role, work, most=most))

    settled: Thought[T] = await _place(deps, step).settle(THOUGHT, decide, Thought[returns])
    return settled.value


def noted(deps: Deps, *steps: str) -> Json:
    """What steps had to do without, as their part of the graph's state."""
    thoughts = [thought for step in steps if (thought := _place(deps, step).recorded(THOUGHT, Thought[Any]))]
    return {
        "access_failures": [loss.to_dict() for thought in thoughts for loss in thought.lost],
        "stumbles": [stumble.to_dict() for thought in thoughts for stumble in thought.stumbles],
    }


def thought_of(deps: Deps, step: str, returns: type[T]) -> T | None:
    """What a step came to earlier in this run, where a model could take part."""
    thought: Thought[T] | None = _place(deps, step).recorded(THOUGHT, Thought[returns])  # type: ignore[valid-type]
    return thought.value if thought else None


def settled_before(deps: Deps, step: str) -> bool:
    """Whether a step was done earlier in this run: a replay does no step that the run did not do."""
    return _place(deps, step).recorded(THOUGHT, Thought[Any]) is not None


def _place(deps: Deps, step: str) -> Step:
    return deps.effects.step(f"think/{step}")


async def _thought(
    deps: Deps,
    state: ResearchState,
    step: str,
    role: ModelRole,
    work: Callable[[Reasoner], Awaitable[T]],
    *,
    most: int | None,
) -> Thought[T]:
    name = model_id(deps.models[role])
    waited = deps.stopping.is_set() and any(s.stopped for s in stumbles_of(state))
    if waited or name in lost_models(state):
        return Thought(value=await work(deps.reasoner))
    from inquiro.engine.reasoners.llm import LlmReasoner  # prompts and schemas: only where there is a model

    place = deps.effects.step(f"model/{step}")
    closing = step.startswith(CLOSING)
    asking = Asking(deps.effects, place, deps.models, deps.emit, at_start=step in FIRST, closing=closing, most=most)

    asks = state["original_query"]
    scope = await outlined_scope(deps, asks) if step == STARTING else scope_of(deps)

    async def asked() -> T:
        thinking = work(LlmReasoner(asking, deps.reasoner, scope))
        try:
            if step != STARTING:
                return await thinking
            value, _ = await asyncio.gather(thinking, _others_answer(deps, role))
            if asking.borrowed:  # whether the model can be asked now is still to be seen
                await _others_answer(deps, None)
            return value
        finally:
            await asking.kept()

    try:
        value = await unless_stopped(deps.stopping, asked(), PATIENCE)
    except (EffectError, BudgetExhausted, PrivacyRefused, TimeoutError) as error:
        if step in FIRST and _never_answered(error, asking):
            raise unusable(deps, role, error) from error
        banned = isinstance(error, PrivacyRefused) and deps.effects.mode == "local_only"
        stumble = stumbled(state, name, step, error, banned=banned)
        deps.emit("notice", told(stumble), None, model=name, step=step, lasting=stumble.lasting)
        loss = Loss(what=f"model step '{step}'", reason=stumble.reason, source=name)
        return Thought(value=await work(deps.reasoner), lost=(*asking.losses, loss), stumbles=(stumble,))
    return Thought(value=value, lost=tuple(asking.losses))


def _never_answered(error: Exception, asking: Asking) -> TypeGuard[EffectError]:
    """Unknown, refused or out of reach; one that speaks, and only fails at this step, can be asked the next."""
    slow = isinstance(error, TimedOut) and asking.heard
    return isinstance(error, EffectError) and not isinstance(error, Declined | ContextTooLong) and not slow


async def _others_answer(deps: Deps, role: ModelRole | None) -> None:
    """A model that is wanted later and cannot be asked is an error now, not a surprise in the middle of the run."""
    others = {model_id(client): other for other, client in deps.models.items()}
    if role is not None:
        others.pop(model_id(deps.models[role]), None)

    async def probe(name: str, other: ModelRole) -> None:
        asking = Asking(deps.effects, deps.effects.step(f"model/start/{name}"), deps.models, deps.emit, at_start=True)
        try:
            await asking.ask(other, PROBE)
        except EffectError as error:
            raise unusable(deps, other, error) from error

    await asyncio.gather(*(probe(name, other) for name, other in others.items()))


def unusable(deps: Deps, role: ModelRole, error: EffectError) -> NotConfigured:
    client = deps.models[role]
    setting = f"INQUIRO_{client.provider.upper()}_URL"
    down = isinstance(error, Unavailable) and client.capabilities.local
    hint = f" (does its server run? {setting} says where it is)" if down else ""
    return NotConfigured(
        f"model '{model_id(client)}' cannot be used: {str(error).rstrip('.')}{hint}. Mend that and go on with "
        f"`inquiro runs resume {deps.run_id[:8]}`, or ask without a model: `--model extractive`"
    )


def engine_of(deps: Deps, state: ResearchState) -> str:
    """Which reasoner and model gave the answer; a model that did not do its part is not passed over in silence."""
    who = engine_name(deps.models, deps.reasoner.name)
    if lost_models(state):
        return f"{who}, then {deps.reasoner.name}"
    return f"{who}, in part {deps.reasoner.name}" if stumbles_of(state) else who
