"""What the routes work with, and who may use them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from inquiro.api.browser_sessions import Browsers
from inquiro.api.callers import Tickets
from inquiro.api.guard import CALLER
from inquiro.api.limits import Limits
from inquiro.api.pages import Pages
from inquiro.api.refusal import Refused
from inquiro.api.streams import Room
from inquiro.core.access import Scope, Token
from inquiro.runtime import Runner, Runtime


@dataclass
class Desk:
    """One per server; folders to search are the operator's choice, never a request's."""

    runtime: Runtime
    runner: Runner
    corpora: tuple[str, ...] = ()
    public_corpora: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    pages: Pages | None = None  # without them there is nothing for a browser here
    address: str = ""  # as clients reach it: links to pages begin with it
    tickets: Tickets = field(default_factory=Tickets)
    browsers: Browsers = field(default_factory=Browsers)
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.room = Room(self.limits.streams)


def desk_of(connection: HTTPConnection) -> Desk:
    desk: Desk = connection.app.state.desk
    return desk


def needs(scope: Scope) -> Callable[..., Token]:
    """A dependency: the caller's token, if it may do this."""

    def allowed(request: Request, _: Annotated[object, Depends(HTTPBearer(auto_error=False))]) -> Token:
        token: Token = request.scope[CALLER]
        if not token.allows(scope):
            raise Refused(403, f"this token's scope is '{token.scope}'; '{scope}' is needed")
        return token

    return allowed


TheDesk = Annotated[Desk, Depends(desk_of)]
Reader = Annotated[Token, Depends(needs("read"))]
Researcher = Annotated[Token, Depends(needs("research"))]
Reviewer = Annotated[Token, Depends(needs("review"))]
Admin = Annotated[Token, Depends(needs("admin"))]
