"""What became of the verbs: how far they are, where they stopped, and what there is now."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import VerbStep
from inquiro.onboarding.reviewing.wording import cut
from inquiro.runtime.screens import ReviewScreen
from inquiro.text.display import escaped
from inquiro.web.markup import Html, joined, section, tag
from inquiro.web.review_form import hidden

WORKING = {"pending", "in_progress"}
MARKS = {"done": "✓", "failed": "✗", "held": "?", "begun": "…", "waiting": "·"}
_SHOWN = 200


def runs(screen: ReviewScreen) -> bool:
    """Whether something is to be seen in a moment that is not to be seen now."""
    return screen.run is not None and screen.run.status in WORKING


def execution(screen: ReviewScreen, csrf: str) -> Html:
    if screen.decision is None or screen.decision.verdict != "approve":
        return Html("")
    return section("Execution", *_parts(screen, csrf))


def _parts(screen: ReviewScreen, csrf: str) -> Iterator[Html]:
    run, total = screen.run, sum(len(group.calls) for group in screen.view.groups)
    done = sum(step.status == "done" for step in screen.steps)
    if run is None:
        yield tag(
            "p", "The verbs are ready; nothing of them has happened yet." if total else "There are no verbs to run."
        )
        yield _button(screen, csrf, "Execute") if total else Html("")
        return
    yield tag("p", tag("span", _word(screen), class_=_tone(screen)), f" {done} of {total} verbs done")
    if run.status == "failed":
        yield tag("div", tag("p", escaped(run.error_message or "It stopped.")), class_="warning")
        yield _held(screen) or _button(screen, csrf, "Go on where it stopped")
    if screen.report is not None and screen.report.counts:
        counts = ", ".join(f"{count} {change}" for change, count in sorted(screen.report.counts.items()))
        yield tag("p", f"Altogether: {counts}.")
    if screen.tree:
        yield tag("h3", "What there is now")
        yield tag("pre", screen.tree.rstrip("\n"))
    if screen.steps:
        yield tag("details", tag("summary", "Each verb"), _steps(screen), open=run.status != "completed")


def _word(screen: ReviewScreen) -> str:
    assert screen.run is not None
    return {"pending": "waits for room", "in_progress": "running"}.get(screen.run.status, screen.run.status)


def _tone(screen: ReviewScreen) -> str:
    assert screen.run is not None
    return {"completed": "chip good", "failed": "chip bad"}.get(screen.run.status, "chip warn")


def _held(screen: ReviewScreen) -> Html:
    """Nobody but a person can say what became of such a verb."""
    if not any(step.status == "held" for step in screen.steps):
        return Html("")
    command = f"inquiro review execute {screen.review.id[:8]} --settle done|repeat|failed"
    return tag("p", "Nobody knows what became of one verb. Look where it acts, then say so: ", tag("code", command))


def _steps(screen: ReviewScreen) -> Html:
    rest = len(screen.steps) - _SHOWN
    more = tag("p", f"and {rest} more", class_="small") if rest > 0 else Html("")
    return joined((tag("ol", joined(map(_step, screen.steps[:_SHOWN])), class_="calls"), more))


def _step(step: VerbStep) -> Html:
    told = step.error or " ".join(str(step.outcome.get(key) or "") for key in ("change", "label")).strip()
    line = f"{MARKS.get(step.status, '·')} {step.status}{': ' if told else ''}{cut(escaped(told))}"
    text = "\n".join(escaped(part) for part in step.text.split("\n"))
    return tag(
        "li",
        tag("pre", text),
        tag("p", line, class_="small"),
        class_="stopped" if step.status in {"failed", "held"} else None,
    )


def _button(screen: ReviewScreen, csrf: str, label: str) -> Html:
    if not csrf:
        return Html("")
    return tag(
        "form",
        hidden(csrf=csrf),
        tag("button", label, name="do", value="run", class_="go"),
        method="post",
        action=f"/reviews/{screen.review.id}",
    )
