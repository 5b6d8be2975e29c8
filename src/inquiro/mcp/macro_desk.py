"""What the macro tools do, without a word of the protocol: nothing here decides anything without a person."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from inquiro.core.errors import Conflict, UsageError
from inquiro.core.types import Channel, Decision, Json, Review, Run
from inquiro.mcp import wording
from inquiro.onboarding.macros.wire import to_short_wire, to_wire
from inquiro.onboarding.reviewing.view_text import text_of
from inquiro.onboarding.reviewing.viewing import view
from inquiro.present.compact_macro import fitted
from inquiro.present.size_limits import clipped
from inquiro.runtime import Runner, Runtime

LONGEST_FORM = 24_000  # characters: what does not fit into a form is decided elsewhere
LONGEST_LINE = 300
CHANNEL: Channel = "elicitation (unverified)"  # a client could have filled in the form itself
EXECUTION_SECONDS = 25.0  # that an approval waits for its verbs


class MacroDesk:
    def __init__(self, runtime: Runtime, runner: Runner) -> None:
        self._runtime = runtime
        self._runner = runner

    def list(self, search: str) -> Json:
        return {"macros": [to_short_wire(macro) for macro in self._runtime.macros.find(search)]}

    def get(self, name: str) -> Json:
        return to_wire(self._runtime.macros.get(name))

    async def execute(self, name: str, params: Mapping[str, Any], session_id: str, options: Mapping[str, Any]) -> Run:
        run = await self._runtime.macros.start(name, params, session_id=session_id, **options)
        self._runner.submit(run.id)
        return run

    async def pending(self, session_id: str) -> Review:
        """What a session waits with; Conflict where it waits with nothing."""
        status = await self._runtime.reviews.status(session_id)
        if not status["has_pending"]:
            raise Conflict(f"session {session_id} waits with nothing: it is {status['state']}")
        return await self._runtime.reviews.get(status["review_id"])

    async def decided(self, session_id: str, edits: Json | None) -> Json | None:
        """What was approved last, where nothing waits any more: a client that asks the same again gets that answer."""
        status = await self._runtime.reviews.status(session_id)
        if status["has_pending"] or status["state"] not in {"verbs_ready", "executed"}:
            return None
        decision = await self._runtime.reviews.approved(status["review_id"])
        return await self._told(decision) if edits is None or edits == decision.payload.data else None

    async def edited(self, review: Review, edits: Json | None) -> Review:
        """What the edits would make of the review: nothing is saved before a person has confirmed it."""
        return review if edits is None else await self._runtime.reviews.preview(review.id, edits)

    async def form(self, seen: Review, deed: str, word: str) -> str:
        """What is to be decided, the whole review as text, made by code from its payload, and where to find the code.

        The code itself is never in it: whoever types it has looked at the review in a place of ours.
        Empty where it does not fit: then it is decided elsewhere.
        """
        text = await asyncio.to_thread(lambda: text_of(view(seen), hashes=False))
        how = wording.FORM_TYPE.format(word=word, command=f"inquiro review show {seen.id[:8]}")
        whole = f"{deed}\n\n{text}\n{deed}\n{how}"
        return whole if len(whole) <= LONGEST_FORM else ""

    async def approve(self, review: Review, edits: Json | None, seen: Review, *, execute: bool) -> Json:
        """`seen`: the review as it was shown, edits and all."""
        decision = await self._runtime.reviews.approve(
            review.id, seen_hash=review.payload_hash, version=review.version, who="person", channel=CHANNEL,
            edits=edits, resulting=seen.payload_hash, execute=execute,
        )  # fmt: skip
        return await self._decided(decision, execute=execute)

    async def reject(self, review: Review, reason: str) -> Json:
        await self._runtime.reviews.reject(
            review.id, seen_hash=review.payload_hash, version=review.version, who="person", channel=CHANNEL,
            reason=reason,
        )  # fmt: skip
        return {"rejected": True, "result_id": review.id, "reason": clipped(reason, LONGEST_LINE), "state": "idle"}

    async def status(self, session_id: str) -> Json:
        told = await self._runtime.reviews.status(session_id)
        if told["has_pending"]:
            told["history"] = [_without_code(one) for one in told["history"]]
            return told | {"review": self.where(told["review_id"]), "next": wording.REVIEW_NEXT}
        return told

    def where(self, review_id: str) -> Json:
        return self._runtime.reviews.where(review_id)

    def left_to_a_person(self, review: Review, why: str = "") -> Json:
        """What an agent gets that cannot show the person anything, or whose person did not confirm it."""
        place = str(self._runtime.reviews.needs_person(review.id))
        return {
            "approved": False,
            "state": "pending_review",
            "result_id": review.id,
            "message": f"{why}; {place}" if why else place,
            "review": self.where(review.id),
            "next": wording.REVIEW_NEXT,
        }

    async def start_batch(self, template: str, session_id: str, rows: Sequence[Json], shared: Json) -> Json:
        if bool(session_id) == bool(rows):
            raise UsageError(wording.BATCH_ROWS)
        review = await self._runtime.batches.start(
            template, session_id=session_id, rows=list(rows) or None, shared=shared
        )
        told = await self._runtime.batches.status(review.id)
        return _fitting(told) | {"review": self.where(review.id), "next": wording.REVIEW_NEXT}

    async def batch(self, batch_id: str) -> Json:
        return _fitting(await self._runtime.batches.status(batch_id))

    async def _decided(self, decision: Decision, *, execute: bool) -> Json:
        if execute and decision.payload.groups:
            run = await self._runtime.executions.start(decision.review_id)
            self._runner.submit(run.id)
            with suppress(TimeoutError):
                async with asyncio.timeout(EXECUTION_SECONDS):
                    async for _ in self._runtime.watch(run.id):
                        pass
        return await self._told(decision)

    async def _told(self, decision: Decision) -> Json:
        """The seed's answer to an approval, as things stand now."""
        told: Json = {
            "result_id": decision.review_id,
            "approved": True,
            "generated_verbs": fitted("\n".join(group.verbs for group in decision.payload.groups))[0],
            "state": "verbs_ready",
            "execution": None,
        }
        if (run := await self._runtime.executions.find(decision.review_id)) is not None:
            done = run.status == "completed"
            counts = (run.result or {}).get("counts", {})
            told["execution"] = {"run_id": run.id, "status": run.status, "counts": counts, "error": run.error_message}
            told |= {"state": "executed"} if done else {"next": wording.EXECUTING_NEXT}
        return told


def _without_code(entry: Json) -> Json:
    """What a person types to confirm a pending result is not for the client to read."""
    return {name: value for name, value in entry.items() if name != "hash" or entry["status"] != "pending"}


def _fitting(told: Json) -> Json:
    rows, shortened = fitted(told["rows"])
    return told | {"rows": rows} | ({"rows_shortened": True} if shortened else {})
