"""Handing approved verbs to the background."""

from __future__ import annotations

from typing import NamedTuple

from inquiro.api.desk import Desk
from inquiro.api.refusal import Refused
from inquiro.api.views import WORKING, status_word


class Handed(NamedTuple):
    review_id: str
    run_id: str
    status: str


def ensure_room(desk: Desk) -> None:
    if desk.runner.busy() >= desk.limits.waiting_runs:
        raise Refused(429, "too many runs wait already", {"Retry-After": "30"})


async def execute_review(desk: Desk, prefix: str) -> Handed:
    """The execution of a review, begun or gone on with; one that is finished stays as it is."""
    ensure_room(desk)
    run = await desk.runtime.executions.start(prefix)
    if run.status != "completed":
        desk.runner.submit(run.id, after=run.status not in WORKING)
    goes_on = run.status not in {*WORKING, "completed"}
    return Handed(str(run.input_params["review_id"]), run.id, "started" if goes_on else status_word(run))
