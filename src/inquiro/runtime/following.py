"""Which run a question follows, and what the question leaves open as it was there."""

from __future__ import annotations

import msgspec

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.protocols import Store
from inquiro.core.types import PrivacyMode, ResearchRequest, Run, tighter

TOOLS = ("deep_research", "research")  # an answer to a question; ideas, implementations and papers
OWNER = ("local", "local")  # whose runs this installation makes: user and organisation


def tool_of(request: ResearchRequest) -> str:
    return TOOLS[bool(request.modes)]


async def followable(store: Store, prefix: str) -> Run:
    """The run with that id prefix, if its evidence may be used: finished, with a report, and of the same owner."""
    run = await store.find_run(prefix)
    known = run.id[:8]
    if (run.user_id, run.org_id) != OWNER:
        raise NotConfigured(f"run {known} is another owner's and cannot be followed")
    if run.tool_name not in TOOLS:
        raise UsageError(f"run {known} is no research that could be followed; it is a run of {run.tool_name}")
    if run.status != "completed" or run.result is None:
        how = {"waiting": "answer it with", "failed": "go on with", "cancelled": "see"}.get(
            run.status, "follow it with"
        )
        command = {"waiting": "answer", "failed": "resume", "cancelled": "show"}.get(run.status, "watch")
        raise UsageError(
            f"run {known} is {run.status} and has no report to follow; {how} `inquiro runs {command} {known}`"
        )
    return run


def mode_after(mode: PrivacyMode, earlier: Run) -> PrivacyMode:
    """A question that never left this machine does not leave it as the background of the next one."""
    return tighter(mode, earlier.privacy) if earlier.privacy == "local_only" else mode


def as_before(request: ResearchRequest, earlier: Run) -> ResearchRequest:
    """The request with the earlier run's folders, sources and domain where it names none."""
    before = msgspec.convert(earlier.input_params, ResearchRequest)
    request = msgspec.structs.replace(request, domain=request.domain or before.domain)
    if request.corpora or request.public_corpora or request.sources:
        return request
    return msgspec.structs.replace(
        request, corpora=before.corpora, public_corpora=before.public_corpora, sources=before.sources
    )
