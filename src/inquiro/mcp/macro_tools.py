"""The tools for macros, their reviews and batches; a decision is asked of the person, in a form made from the payload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from mcp.server.mcpserver.resolve import AcceptedElicitation, Elicit, ElicitationResult, Resolve
from mcp_types import CallToolResult
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from inquiro.core.errors import Conflict
from inquiro.core.types import Json, PrivacyMode, Review
from inquiro.mcp import wording
from inquiro.mcp.calling import (
    ACTS,
    LONGEST_WAIT,
    LOOKS,
    STARTS,
    Ctx,
    Entry,
    client_name,
    desk_of,
    refusing,
    said,
    shows_forms,
    telling,
)
from inquiro.onboarding.reviewing.payloads import short_hash
from inquiro.present.size_limits import clipped

LONGEST_NAME, LONGEST_REASON = 200, 2_000
MOST_ROWS = 1_000
Words = Annotated[str, BeforeValidator(lambda said: "" if said is None else said)]  # null is how some clients say none
SessionId = Annotated[str, Field(description=wording.SESSION, min_length=4, max_length=64)]
MacroName = Annotated[str, Field(description=wording.MACRO_NAME, min_length=1, max_length=LONGEST_NAME)]
Edits = Annotated[
    dict[str, Any] | None,
    WithJsonSchema({"type": "object", "additionalProperties": True}),  # none is also heard when it is said as null
    Field(description=wording.EDITS),
]


class Confirmation(BaseModel):
    """What a person types after reading the whole review in front of them."""

    confirm: str = Field(description=wording.FORM_CONFIRM, min_length=1, max_length=64)


@refusing
async def research_list(
    *, ctx: Ctx, search: Annotated[Words, Field(description=wording.MACRO_SEARCH, max_length=LONGEST_NAME)] = ""
) -> CallToolResult:
    return said(desk_of(ctx).macros.list(search))


@refusing
async def research_get(macro_name: MacroName, *, ctx: Ctx) -> CallToolResult:
    return said(desk_of(ctx).macros.get(macro_name))


@refusing
async def research_execute(
    macro_name: MacroName,
    params: Annotated[dict[str, Any], Field(description=wording.MACRO_PARAMS)],
    *,
    ctx: Ctx,
    session_id: Annotated[Words, Field(description=wording.SESSION_OR_NONE, max_length=64)] = "",
    privacy: Annotated[PrivacyMode | None, Field(description=wording.PRIVACY)] = None,
    wait_seconds: Annotated[float, Field(description=wording.WAIT_START, ge=0, le=LONGEST_WAIT)] = 0,
) -> CallToolResult:
    desk = desk_of(ctx)
    run = await desk.start_macro(macro_name, params, session_id, privacy)
    if wait_seconds:
        run = await desk.follow(run.id, wait_seconds, telling(ctx))
    return said(await desk.result(run, full=False) | await desk.macro_place(run))


# -- decisions: resolvers run again on every round of a call, so they only look ---------------------------------


class Shown(NamedTuple):
    """A decision as it is put before a person."""

    review: Review  # as it is stored
    seen: Review  # as it is shown, with the edits that the agent proposes
    deed: str
    word: str  # what the person types to confirm just this, before the code of the stored review

    @property
    def answer(self) -> str:
        return f"{self.word} {short_hash(self.review.payload_hash)}"


@refusing
async def shown_for_approval(
    session_id: str, ctx: Ctx, edits: dict[str, Any] | None = None, execute_verbs: bool = False
) -> Elicit[Confirmation] | None:
    """The review, with the edits, as a form; none where the client cannot show one."""
    return await _form(lambda: _approval(session_id, edits, ctx, execute=execute_verbs), ctx)


@refusing
async def shown_for_rejection(session_id: str, ctx: Ctx, reason: str = "") -> Elicit[Confirmation] | None:
    return await _form(lambda: _rejection(session_id, reason, ctx), ctx)


async def _form(put: Callable[[], Awaitable[Shown]], ctx: Ctx) -> Elicit[Confirmation] | None:
    desk = desk_of(ctx)
    if not (shows_forms(ctx) and desk.lets_decide(client_name(ctx))):
        return None
    with suppress(Conflict):  # nothing waits: the tool says so itself
        shown = await put()
        text = await desk.macros.form(shown.seen, shown.deed, shown.word)
        return Elicit(text, Confirmation) if text else None
    return None


async def _approval(session_id: str, edits: Json | None, ctx: Ctx, *, execute: bool) -> Shown:
    macros = desk_of(ctx).macros
    review = await macros.pending(session_id)
    seen = await macros.edited(review, edits)
    changed = wording.DEED_EDITS if edits is not None else ""
    deed, word = (wording.DEED_EXECUTE, "execute") if execute else (wording.DEED_APPROVE, "approve")
    return Shown(review, seen, f"{deed}{changed}", word)


async def _rejection(session_id: str, reason: str, ctx: Ctx) -> Shown:
    review = await desk_of(ctx).macros.pending(session_id)
    told = f" {wording.DEED_REASON} {clipped(reason, LONGEST_REASON)}" if reason.strip() else ""
    return Shown(review, review, f"{wording.DEED_REJECT}{told}", "reject")


@refusing
async def research_approve(
    session_id: SessionId,
    outcome: Annotated[ElicitationResult[Confirmation], Resolve(shown_for_approval)],
    *,
    ctx: Ctx,
    edits: Edits = None,
    execute_verbs: Annotated[bool, Field(description=wording.EXECUTE_VERBS)] = False,
) -> CallToolResult:
    macros = desk_of(ctx).macros
    if told := await macros.decided(session_id, edits):
        return said(told)
    shown = await _approval(session_id, edits, ctx, execute=execute_verbs)
    if not _confirmed(outcome, shown):
        unsaved = {"edits_saved": False} if edits is not None else {}
        return said(macros.left_to_a_person(shown.review, _why_not(outcome)) | unsaved)
    return said(await macros.approve(shown.review, edits, shown.seen, execute=execute_verbs))


@refusing
async def research_reject(
    session_id: SessionId,
    outcome: Annotated[ElicitationResult[Confirmation], Resolve(shown_for_rejection)],
    *,
    ctx: Ctx,
    reason: Annotated[Words, Field(description=wording.REASON, max_length=LONGEST_REASON)] = "",
) -> CallToolResult:
    macros = desk_of(ctx).macros
    shown = await _rejection(session_id, reason, ctx)
    if not _confirmed(outcome, shown):
        return said(macros.left_to_a_person(shown.review, _why_not(outcome)) | {"rejected": False})
    return said(await macros.reject(shown.review, reason))


@refusing
async def research_status(session_id: SessionId, *, ctx: Ctx) -> CallToolResult:
    return said(await desk_of(ctx).macros.status(session_id))


@refusing
async def batch_start(
    template_id: Annotated[str, Field(description=wording.TEMPLATE, min_length=1, max_length=LONGEST_NAME)],
    *,
    ctx: Ctx,
    session_id: Annotated[Words, Field(description=wording.BATCH_SESSION, max_length=64)] = "",
    from_research: Annotated[bool, Field(description=wording.FROM_RESEARCH)] = False,
    rows: Annotated[list[dict[str, Any]], Field(description=wording.ROWS, max_length=MOST_ROWS)] = [],  # noqa: B006
    shared: Annotated[dict[str, Any], Field(description=wording.SHARED)] = {},  # noqa: B006
) -> CallToolResult:
    session = session_id if from_research else ""
    return said(await desk_of(ctx).macros.start_batch(template_id, session, rows, shared))


@refusing
async def batch_status(
    batch_id: Annotated[str, Field(description=wording.BATCH_ID, min_length=4, max_length=64)], *, ctx: Ctx
) -> CallToolResult:
    return said(await desk_of(ctx).macros.batch(batch_id))


TOOLS: tuple[Entry, ...] = (
    (research_list, "Which research macros there are", wording.RESEARCH_LIST, LOOKS),
    (research_get, "A research macro", wording.RESEARCH_GET, LOOKS),
    (research_execute, "Run a research macro", wording.RESEARCH_EXECUTE, STARTS),
    (research_approve, "Put a result before the person", wording.RESEARCH_APPROVE, ACTS),
    (research_reject, "Put a rejection before the person", wording.RESEARCH_REJECT, ACTS),
    (research_status, "Where a research session stands", wording.RESEARCH_STATUS, LOOKS),
    (batch_start, "Propose a batch", wording.BATCH_START, ACTS),
    (batch_status, "How far a batch is", wording.BATCH_STATUS, LOOKS),
)


def _confirmed(outcome: ElicitationResult[Confirmation], shown: Shown) -> bool:
    """Typed by the person, for this deed, and of the payload as it is now: one that changed meanwhile was not seen."""
    given = outcome.data if isinstance(outcome, AcceptedElicitation) else None
    return given is not None and " ".join(given.confirm.split()).lower() == shown.answer


def _why_not(outcome: ElicitationResult[Confirmation]) -> str:
    """What came of the form; empty where none could be shown."""
    if isinstance(outcome, AcceptedElicitation):
        return wording.MISTYPED if outcome.data is not None else ""
    return wording.LEFT_UNDECIDED
