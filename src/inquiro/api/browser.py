"""Letting a browser in and out: /api/browser/codes for whoever may decide, /login and /logout for the browser."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import RedirectResponse, Response

from inquiro.api.browser_sessions import CODE_SECONDS
from inquiro.api.callers import WHO
from inquiro.api.desk import Desk, Reader, Reviewer, TheDesk
from inquiro.api.pages import DENIED, page
from inquiro.api.refusal import Refused
from inquiro.api.visiting import LOGIN, VISITOR, forget, keep, session_secret
from inquiro.core.access import Token
from inquiro.core.types import Json

programs = APIRouter(prefix="/api/browser", tags=["server"])
people = APIRouter(include_in_schema=False)
SEE_OTHER = 303
_REVIEW = re.compile(r"[0-9A-Za-z_-]{1,64}")


class CodeFor(BaseModel):
    """Which page the browser should open first."""

    model_config = ConfigDict(extra="forbid")

    review_id: Annotated[str, Field(pattern=rf"^{_REVIEW.pattern}$")] | None = None


@programs.post("/codes")
async def code(desk: TheDesk, caller: Reviewer, request: Request, wanted: CodeFor | None = None) -> Json:
    """A link that lets one browser in, once and within a minute, in the name of this token."""
    if VISITOR in request.scope:
        raise Refused(403, "a browser cannot let another one in: use the token")
    path = way_in(desk, caller, wanted.review_id if wanted else None)
    base = desk.address or str(request.base_url).rstrip("/")
    return {"path": path, "link": f"{base}{path}", "expires_in": CODE_SECONDS}


@people.get(LOGIN)
async def login(desk: TheDesk, request: Request, code: str = "", review: str = "") -> Response:
    """Exchange a code for a session; the address with the code in it is left at once."""
    assert desk.pages is not None
    secret = desk.browsers.enter(code)
    if secret is None:
        return page(desk.pages, desk.pages.closed(), DENIED, headers=WHO)
    there = f"/reviews/{review}" if _REVIEW.fullmatch(review) else "/reviews"
    answer = RedirectResponse(there, SEE_OTHER)
    keep(answer, secret, secure=_is_secure(desk, request))
    return answer


@people.post("/logout")
async def logout(desk: TheDesk, request: Request, _: Reader) -> Response:
    assert desk.pages is not None
    desk.browsers.leave(session_secret(request.scope) or "")
    answer = page(desk.pages, desk.pages.closed())
    forget(answer, secure=_is_secure(desk, request))
    return answer


def way_in(desk: Desk, token: Token, review_id: str | None = None) -> str:
    """The address, from the server's own on, that lets one browser in."""
    if desk.pages is None:
        raise Refused(404, "this server has no pages")
    return f"{LOGIN}?code={desk.browsers.code(token)}" + (f"&review={review_id}" if review_id else "")


def _is_secure(desk: Desk, request: Request) -> bool:
    return request.url.scheme == "https" or desk.address.startswith("https://")
