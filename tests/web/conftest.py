"""Everything that the page of a review is drawn from, without a server."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.types import Decision, Run, VerbStep
from inquiro.onboarding.executing.reports import reported
from inquiro.onboarding.reviewing.viewing import view
from inquiro.runtime.screens import ReviewScreen

AT = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def screen(proposed):
    """The screen of a review; with a verdict, after the decision."""

    def made(review=None, *, verdict=None, **more):
        review = review or proposed.review("r1")
        decision = None
        if verdict:
            decision = Decision(
                id="d1",
                review_id=review.id,
                verdict=verdict,
                version=review.version,
                seen_hash=review.payload_hash,
                payload=review.payload,
                payload_hash=review.payload_hash,
                who="Rita",
                channel="browser",
                at=AT,
            )
        return ReviewScreen(review=review, view=view(review, decision), decision=decision, **more)

    return made


@pytest.fixture(scope="session")
def execution():
    """Of one verb: the run, its journal and its report."""

    def made(status="completed", step="done", error="", text='(entity.ensure :name "Aldra SE")'):
        run = Run(id="e1", tool_name="verbs_execute", input_params={}, status=status, error_message=error or None)
        outcome = {"change": "created", "label": "Aldra SE"}
        steps = (VerbStep(run_id="e1", group="g", index=0, verb="entity.ensure", text=text, key="k", status=step,
                          outcome=outcome, error=error),)  # fmt: skip
        return {"run": run, "steps": steps, "report": reported(()) if status == "completed" else None}

    return made
