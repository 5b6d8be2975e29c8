"""Who is asking: a bearer token, a browser's session, or for its WebSocket a ticket that was bought with a token."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from inquiro.api.browser_sessions import Browsers
from inquiro.api.refusal import Refused
from inquiro.api.visiting import VISITOR, opens, session_secret
from inquiro.core.access import Token, digest

if TYPE_CHECKING:
    from inquiro.storage.tokens import Tokens

TICKET_SECONDS = 60
MOST_TICKETS = 1_000
WHO = {"WWW-Authenticate": "Bearer"}


class Tickets:
    """Short-lived and for one use, since a ticket travels in an address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, tuple[Token, float]] = {}

    def issue(self, token: Token) -> str:
        now = self._clock()
        self._open = {key: entry for key, entry in self._open.items() if entry[1] > now}
        if len(self._open) >= MOST_TICKETS:
            raise Refused(429, "too many tickets are unused", {"Retry-After": str(TICKET_SECONDS)})
        ticket = secrets.token_urlsafe(32)
        self._open[digest(ticket)] = token, now + TICKET_SECONDS
        return ticket

    def redeem(self, ticket: str) -> Token | None:
        token, until = self._open.pop(digest(ticket), (None, 0.0))
        return token if until > self._clock() else None


class Callers:
    def __init__(self, tokens: Tokens, tickets: Tickets, browsers: Browsers) -> None:
        self._tokens = tokens
        self._tickets = tickets
        self._browsers = browsers

    async def identify(self, scope: Scope) -> Token:
        """The caller's token; anything else is a 401."""
        given = Headers(scope=scope).getlist("authorization")
        token = None
        if len(given) == 1:
            kind, _, secret = given[0].partition(" ")
            token = await self._tokens.holder(secret.strip()) if kind.lower() == "bearer" else None
        elif not given and scope["type"] == "websocket":
            tickets = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [])
            token = self._tickets.redeem(tickets[0]) if len(tickets) == 1 else None
        elif not given and opens(scope):
            token = await self._visiting(scope)
        if token is None:
            raise Refused(401, "a token is needed: Authorization: Bearer …", WHO)
        return token

    async def _visiting(self, scope: Scope) -> Token | None:
        """In whose name a browser is here; a session ends with the token that let it in."""
        secret = session_secret(scope)
        visitor = self._browsers.visitor(secret) if secret else None
        if visitor is None:
            return None
        if visitor.token.id and not any(
            one.id == visitor.token.id and one.revoked_at is None for one in await self._tokens.all()
        ):
            return None
        scope[VISITOR] = visitor
        return visitor.token
