"""The door: every request and every WebSocket passes here before a route sees it."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from inquiro.api.bodies import READING, bounded
from inquiro.api.callers import Callers
from inquiro.api.hosts import Hosts
from inquiro.api.limits import Limits
from inquiro.api.pages import Pages, refusal_page
from inquiro.api.refusal import Refused, explained
from inquiro.api.visiting import LOGIN, VISITOR, is_page, proven
from inquiro.core.errors import InquiroError

OPEN = {("GET", "/healthz"), ("HEAD", "/healthz")}
CALLER = "inquiro.caller"


class Guard:
    """Host and Origin first, then the token or the session, then the body: nothing of a stranger is read."""

    def __init__(
        self, app: ASGIApp, *, hosts: Hosts, callers: Callers, limits: Limits, pages: Pages | None = None
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._callers = callers
        self._limits = limits
        self._pages = pages
        self._open = OPEN | ({("GET", LOGIN)} if pages is not None else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            await self._admit(scope)
            if scope["type"] == "http":
                receive = await self._checked(scope, receive)
        except Refused as refused:
            shown = refusal_page(self._pages, scope, refused)
            await (refused if shown is None else shown)(scope, receive, send)
        except InquiroError as error:
            await explained(error)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _admit(self, scope: Scope) -> None:
        if objection := self._hosts.objection(Headers(scope=scope), scope["scheme"]):
            raise Refused(403, objection)
        if (scope.get("method"), scope["path"]) not in self._open:
            scope[CALLER] = await self._callers.identify(scope)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        visitor = scope.get(VISITOR)
        forms = visitor is not None and is_page(scope["path"])
        receive = await bounded(scope, receive, self._limits, forms=forms)
        if visitor is not None and scope["method"] not in READING:
            receive = await proven(scope, receive, visitor)
        return receive
