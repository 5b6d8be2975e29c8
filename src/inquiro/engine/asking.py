"""How a step of a run asks its models: every question passes the gateway, and whoever watches hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from time import monotonic

import msgspec

from inquiro.core.errors import Declined, EffectError
from inquiro.core.events import Emit
from inquiro.core.models import (
    ModelAnswer,
    ModelClient,
    ModelRequest,
    ModelRole,
    Price,
    model_id,
    usage_of,
    worst_case,
)
from inquiro.core.types import Loss
from inquiro.effects import Effects, Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine.ending import together

MID_RUN = RetryPolicy(outage_attempts=3, timeout_attempts=2)
AT_START = RetryPolicy(attempts=2, timeout_attempts=1, first_wait=1.0, longest_wait=2.0)  # somebody waits for the news
ANSWER_KEPT = timedelta(days=1)  # for the same question to the same model about the same public text
LEAST_SECONDS = 5.0
TELL_EVERY = 5.0  # seconds
LEAST_OUTPUT = 400  # tokens; less is no answer
LONGEST_PARTIAL = 2_000  # characters of a broken answer that the trace keeps


class Asking:
    """The models of one run, in one of its steps; `losses` is what the step did without."""

    def __init__(
        self,
        effects: Effects,
        step: Step,
        models: Mapping[ModelRole, ModelClient],
        emit: Emit,
        *,
        at_start: bool = False,
        closing: bool = False,
        most: int | None = None,
    ) -> None:
        self.losses: list[Loss] = []
        self.heard = False  # whether any model said a word, however it ended
        self._effects = effects
        self._step = step
        self._models = models
        self._emit = emit
        self._at_start = at_start
        self._closing = closing  # the report is written: nothing need be left for it
        self._left = most  # questions that the step may still ask; None: as many as it needs
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def borrowed(self) -> bool:
        """Whether an earlier run's answer was taken."""
        return self._step.borrowed

    def reads(self, role: ModelRole) -> int | None:
        return self._models[role].capabilities.context

    def may_see_private(self, role: ModelRole) -> bool:
        return self._models[role].capabilities.local or self._effects.mode == "cloud_allowed"

    def lose(self, what: str, reason: str) -> None:
        self.losses.append(Loss(what=what, reason=reason, source="model"))
        self._emit("notice", f"{what}: {reason}")

    async def ask(self, role: ModelRole, request: ModelRequest, *, private: bool = False) -> ModelAnswer:
        if self._left is not None:
            if self._left < 1:
                raise Declined("the step may ask no more questions")
            self._left -= 1
        call = self._call(role, request, private=private)
        fitted = self._fitted(role, request, self._models[role].price)
        return await self._step.call(call, lambda: self._answered(self._models[role], role, fitted), ModelAnswer)

    async def keep(self, role: ModelRole, request: ModelRequest, answer: ModelAnswer, *, private: bool = False) -> None:
        """Written while the step goes on with the answer; `kept` waits for it."""
        if answer.finish == "stop":
            call = self._call(role, request, private=private)
            self._keeping.append(asyncio.create_task(self._step.keep(call, answer)))
            await asyncio.sleep(0)  # so that it is on its way before whoever asked computes

    async def kept(self) -> None:
        """Nothing of a step is left behind when it is over."""
        async with together(self._keeping):
            await asyncio.gather(*self._keeping)

    def _call(self, role: ModelRole, request: ModelRequest, *, private: bool) -> Call:
        client = self._models[role]
        name = model_id(client)
        # What the clock and the budget leave is no part of what the effect is: a resume finds it under the same key.
        fitted = self._fitted(role, request, client.price)
        return Call(
            kind="model",
            name=name,
            identity=role,
            request=request.to_dict(),
            outside=not client.capabilities.local,
            private=private,
            timeout=fitted.seconds,
            retry=AT_START if self._at_start else MID_RUN,
            writes=self._writes(role),
            worst=worst_case(fitted, client.price),
            final_failure=not self._at_start,
            keep=ANSWER_KEPT,
            shared=False,
        )

    async def _answered(self, client: ModelClient, role: ModelRole, request: ModelRequest) -> Paid:
        name = model_id(client)
        about = {"role": role, "step": request.schema_name, "model": name}
        self._emit("model", f"{role}: asking {name}", None, **about)
        heard: list[str] = []
        told_at = monotonic()

        def listen(piece: str) -> None:
            nonlocal told_at
            heard.append(piece)
            self.heard = True
            if monotonic() - told_at >= TELL_EVERY:
                told_at = monotonic()
                length = sum(map(len, heard))
                self._emit("model", f"{role}: {length:,} characters so far", None, **about, heard=length)

        try:
            answer = await client.complete(request, listen)
        except EffectError as error:
            partial = "".join(heard)
            kept = {"partial": partial[:LONGEST_PARTIAL]} if partial else {}
            self._emit("model", f"{role}: {error}", None, **about, error=str(error), **kept)
            raise
        used = usage_of(answer.usage, client.price)
        told = f"{role}: {used.tokens:,} tokens" + (f", ${used.cost:.4f}" if used.cost else "")
        self._emit("model", told, None, **about, tokens=used.tokens, cost=used.cost, finish=answer.finish)
        return Paid(value=answer, usage=used, serves_others=False)  # until whoever asked could use it

    def _writes(self, role: ModelRole) -> bool:
        return self._closing or role == "write"

    def _fitted(self, role: ModelRole, request: ModelRequest, price: Price | None) -> ModelRequest:
        """No longer an answer, and no longer a wait, than the run has left."""
        budget, writes = self._effects.budget, self._writes(role)
        seconds = max(min(request.seconds, budget.seconds_left(reserve=not writes)), LEAST_SECONDS)
        output = request.max_output
        while output > LEAST_OUTPUT:
            shorter = msgspec.structs.replace(request, max_output=output)
            if budget.fits(worst_case(shorter, price), reserve=not writes):
                break
            output = max(output // 2, LEAST_OUTPUT)
        return msgspec.structs.replace(request, seconds=seconds, max_output=output)


def engine_name(models: Mapping[ModelRole, ModelClient], embedded: str) -> str:
    """Who reasons in a run, as reports and displays say it."""
    if not models:
        return embedded
    roles: dict[str, list[str]] = {}
    for role, client in models.items():
        roles.setdefault(model_id(client), []).append(role)
    several = len(roles) > 1
    who = ", ".join(f"{name} for {'/'.join(served)}" if several else name for name, served in roles.items())
    return f"llm ({who})"
