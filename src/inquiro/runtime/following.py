"""Which run a question follows, and what the question leaves open as it was there."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.protocols import Store
from inquiro.core.types import PrivacyMode, ResearchRequest, Run, TraceStatus, tighter

TOOLS = ("deep_research", "research")  # an answer to a question; ideas, implementations and papers
NOTES = "research_note"
MACROS = "research_execute"
CHECKS = "check_document"
EXECUTES = "verbs_execute"
WORKED_ON = (*TOOLS, NOTES, MACROS, CHECKS, EXECUTES)  # what a server goes on with by itself
_GOING_ON: dict[TraceStatus, tuple[str, str]] = {
    "waiting": ("answer it with", "answer"),
    "failed": ("go on with", "resume"),
    "cancelled": ("see", "show"),
}
OWNER = ("local", "local")  # whose runs this installation makes: user and organisation


def tool_of(request: ResearchRequest) -> str:
    if request.check:
        return CHECKS
    if request.macro:
        return MACROS
    return NOTES if request.note else TOOLS[bool(request.modes)]


def research_only(run: Run) -> Run:
    """The run, unless it has no report because it executes verbs."""
    if run.tool_name != EXECUTES:
        return run
    review = str(run.input_params["review_id"])[:8]
    raise UsageError(
        f"run {run.id[:8]} executes verbs and has no report: `inquiro batch status {review}` says how far it is, "
        f"`inquiro review execute {review}` goes on"
    )


class Refusals(NamedTuple):
    """How it is said that a run is of no use for something."""

    other_owner: str
    no_research: str
    nothing_yet: str


FOLLOWING = Refusals("and cannot be followed", "that could be followed", "has no report to follow")


async def followable(store: Store, prefix: str) -> Run:
    """The run with that id prefix, if its evidence may be used."""
    return await finished_research(store, prefix, FOLLOWING)


async def finished_research(store: Store, prefix: str, refusals: Refusals) -> Run:
    """The run with that id prefix, if it is research, finished, with a report, and of the same owner."""
    run = await store.find_run(prefix)
    known = run.id[:8]
    if (run.user_id, run.org_id) != OWNER:
        raise NotConfigured(f"run {known} is another owner's {refusals.other_owner}")
    if run.tool_name not in (*TOOLS, MACROS):
        raise UsageError(f"run {known} is no research {refusals.no_research}; it is a run of {run.tool_name}")
    if run.status != "completed" or run.result is None:
        how, command = _GOING_ON.get(run.status, ("follow it with", "watch"))
        raise UsageError(
            f"run {known} is {run.status} and {refusals.nothing_yet}; {how} `inquiro runs {command} {known}`"
        )
    return run


def mode_after(mode: PrivacyMode, earlier: Run) -> PrivacyMode:
    """A question that never left this machine does not leave it as the background of the next one."""
    return tighter(mode, earlier.privacy) if earlier.privacy == "local_only" else mode


def as_before(request: ResearchRequest, earlier: Run) -> ResearchRequest:
    """The request with the earlier run's folders, sources, domain and style where it names none."""
    before = convert(earlier.input_params, ResearchRequest)
    told = request.style or request.brief or request.outline
    form = {} if told else {"style": before.style, "brief": before.brief}
    request = msgspec.structs.replace(request, domain=request.domain or before.domain, **form)
    if request.corpora or request.public_corpora or request.sources:
        return request
    return msgspec.structs.replace(
        request, corpora=before.corpora, public_corpora=before.public_corpora, sources=before.sources
    )
