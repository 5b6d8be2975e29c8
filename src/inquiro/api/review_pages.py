"""/reviews for people: the list, the page of a review, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from inquiro.api.browser import SEE_OTHER
from inquiro.api.desk import Desk, Reader, Reviewer, TheDesk
from inquiro.api.executing import ensure_room, execute_review
from inquiro.api.page_forms import DATA, changed, edited, overrides
from inquiro.api.pages import csrf_of, page
from inquiro.api.refusal import Refused, status_of
from inquiro.api.review_requests import Seen
from inquiro.api.visiting import VISITOR, fields_of
from inquiro.core.access import Token
from inquiro.core.errors import BadEdit, Conflict, InquiroError, UsageError
from inquiro.core.types import Json, Review
from inquiro.onboarding.reviewing.differences import data_difference
from inquiro.onboarding.reviewing.form_fields import form_fields
from inquiro.onboarding.reviewing.payloads import canonical
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.screens import review_entries, review_screen

router = APIRouter(include_in_schema=False)
_MOST = 100
SHOW, APPROVE, EXECUTE, REJECT, RUN = "show", "approve", "execute", "reject", "run"  # what a button says
_SAVED = "Your changes are saved as version {version}. Nothing is decided yet: look at the verbs below, then approve."
_SAME = "Nothing was changed."


async def _typed(request: Request) -> dict[str, str]:
    """The form; of a field that came twice the first counts."""
    return {name: values[0] for name, values in fields_of(await request.body()).items()}


Typed = Annotated[dict[str, str], Depends(_typed)]


@router.get("/")
async def front(_: Reader) -> Response:
    return RedirectResponse("/reviews", SEE_OTHER)


@router.get("/reviews")
async def reviews(desk: TheDesk, caller: Reader, request: Request) -> Response:
    assert desk.pages is not None
    entries = await review_entries(desk.runtime, limit=_MOST)
    return page(desk.pages, desk.pages.reviews(entries, who=caller.name, csrf=csrf_of(request)))


@router.get("/reviews/{review_id}")
async def review(review_id: str, desk: TheDesk, caller: Reader, request: Request) -> Response:
    return await _shown(desk, review_id, caller, request)


@router.post("/reviews/{review_id}")
async def act(review_id: str, typed: Typed, desk: TheDesk, caller: Reviewer, request: Request) -> Response:
    """Save an edit, decide, or execute; what is refused comes back with everything that was typed."""
    if VISITOR not in request.scope:
        raise Refused(403, "a page is for a person at a browser; with a token, use /api/reviews")
    try:
        notice = await _acted(desk, review_id, typed, caller)
    except (UsageError, Conflict) as error:
        return await _refused(desk, review_id, caller, request, error=error, typed=typed)
    if notice:
        return await _shown(desk, review_id, caller, request, notice=notice)
    return RedirectResponse(f"/reviews/{review_id}", SEE_OTHER)


async def _acted(desk: Desk, review_id: str, typed: Mapping[str, str], caller: Token) -> list[str]:
    """What to tell the person; nothing when the page itself shows it."""
    wish, desks = typed.get("do", ""), desk.runtime.reviews
    if wish == RUN:
        await execute_review(desk, review_id)
        return []
    seen = Seen(typed.get("hash", ""), _number(typed.get("version", "")))
    said: Json = {"seen_hash": seen.hash, "version": seen.version, "who": caller.name, "channel": "browser"}
    said |= {"reason": typed.get("reason", "")}
    if wish == REJECT:
        await desks.reject(review_id, **said)
        return []
    if wish not in {SHOW, APPROVE, EXECUTE}:
        raise Refused(422, "the form has no such button")
    if wish == EXECUTE:
        ensure_room(desk)
    found = await desks.get(review_id)
    if (saved := await _saved(desk, found, typed, caller, seen)) is not None:
        return [_SAVED.format(version=saved.version)]
    if wish == SHOW:
        return [_SAME]
    decision = await desks.approve(review_id, **said, overrides=overrides(typed), execute=wish == EXECUTE)
    if wish == EXECUTE:
        await execute_review(desk, decision.review_id)
    return []


async def _saved(desk: Desk, found: Review, typed: Mapping[str, str], caller: Token, seen: Seen) -> Review | None:
    """Whoever approves has seen the verbs: an edit becomes a version first, and the page shows what follows from it."""
    if found.payload.macro is None:
        return None
    if found.status != "pending" or found.version != seen.version:
        if typed["do"] != SHOW and not (await _unsaved(desk, found, typed)).lines:
            return None  # the decision itself says so
        data = found.payload.data  # cannot be saved: a Conflict
    else:
        data = edited(found.payload.data, typed)
        if canonical(data) == canonical(found.payload.data):
            return None
    return await desk.runtime.reviews.revise(found.id, data, seen_hash=seen.hash, version=seen.version, who=caller.name)


class _Unsaved(NamedTuple):
    lines: list[str]  # what was typed, told as a difference to what the page showed
    kept: dict[str, str]  # those fields of the form that still mean the same


async def _unsaved(desk: Desk, found: Review, typed: Mapping[str, str]) -> _Unsaved:
    """What a person changed on a page that is too old: never dropped without a word."""
    if found.payload.macro is None:
        return _Unsaved([], {})
    now = found.payload.data
    versions = await desk.runtime.reviews.store.versions(ORGANISATION, found.id)
    seen = [one.payload.data for one in versions if one.version == _number(typed.get("version", ""))]
    before = seen[0] if seen else now
    own = changed(before, typed)
    try:
        lines = [f"not saved: {line}" for line in data_difference(before, edited(before, typed))]
    except BadEdit as error:
        lines = [f"not saved: {where or 'the data'}: {problem}" for where, problem in error.problems]
    stood, stand = ({field.name: field.text for field in form_fields(data)} for data in (before, now))
    kept = {name: text for name, text in own.items() if name == DATA or stood[name] == stand.get(name)}
    if DATA in own and found.status == "pending":
        lines.append("the whole data stand below as you wrote them, without what others changed")
    return _Unsaved(lines, kept)


async def _shown(
    desk: Desk,
    review_id: str,
    caller: Token,
    request: Request,
    *,
    notice: list[str] | None = None,
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    assert desk.pages is not None
    screen = await review_screen(desk.runtime, review_id)
    csrf = csrf_of(request)
    html = await asyncio.to_thread(  # a large result takes its time
        desk.pages.review, screen, who=caller.name, csrf=csrf, notice=notice or (), typed=typed or {}
    )
    return page(desk.pages, html, status)


async def _refused(
    desk: Desk, review_id: str, caller: Token, request: Request, *, error: InquiroError, typed: Mapping[str, str]
) -> Response:
    """A stale page is shown anew, and with it what is other now; a wrong edit stays in its fields."""
    if isinstance(error, BadEdit):
        lines = [f"{where or 'the data'}: {problem}" for where, problem in error.problems]
        notice = ["This was not accepted; it is kept as a draft:", *lines]
    elif isinstance(error, Conflict):
        unsaved = await _unsaved(desk, await desk.runtime.reviews.get(review_id), typed)
        notice = [str(error), *error.difference, *unsaved.lines]
        typed = {"reason": typed.get("reason", "")} | unsaved.kept
    else:
        notice = [str(error)]
    return await _shown(desk, review_id, caller, request, notice=notice, typed=typed, status=status_of(error))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
