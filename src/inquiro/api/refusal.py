"""Saying no: before any route is reached, and for every error a route can raise."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from inquiro.core.errors import (
    AccessDenied,
    BadEdit,
    BadFile,
    BudgetExhausted,
    Conflict,
    EffectError,
    IdNotFound,
    InquiroError,
    LeaseLost,
    NeedsPerson,
    NotConfigured,
    NoteNotFound,
    PrivacyRefused,
    StoreBusy,
    StoreFull,
    UsageError,
)
from inquiro.core.types import Json

NOT_FOUND = "Session not found"
RETRY_SECONDS = "2"
# The first that fits counts.
_STATUSES: tuple[tuple[type[InquiroError], int], ...] = (
    (IdNotFound, 404),
    (NoteNotFound, 404),
    (UsageError, 422),
    (PrivacyRefused, 403),
    (NeedsPerson, 403),
    (NotConfigured, 409),
    (BudgetExhausted, 409),
    (Conflict, 409),
    (LeaseLost, 409),
    (StoreBusy, 503),
    (StoreFull, 507),
    (AccessDenied, 502),
    (EffectError, 502),
    (InquiroError, 500),
)


class Refused(Exception):
    """A request that is answered at the door."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, dict(headers or {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer as an application, also to a WebSocket handshake."""
        response = JSONResponse({"detail": self.detail}, self.status, self.headers)
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": self.detail})
        else:
            await response(scope, receive, send)


def explained(error: InquiroError) -> JSONResponse:
    """An error of the engine in the server's words; its text says what to do."""
    unknown = isinstance(error, IdNotFound) and not error.candidates
    detail = NOT_FOUND if unknown else str(error)
    headers = {"Retry-After": RETRY_SECONDS} if error.retryable else None
    told = {"detail": detail, "error": type(error).__name__, **_further(error)}
    return JSONResponse(told, status_of(error), headers)


def status_of(error: InquiroError) -> int:
    return next(status for kind, status in _STATUSES if isinstance(error, kind))


def _further(error: InquiroError) -> Json:
    """What a program can act on, field by field."""
    if isinstance(error, BadEdit):
        return {"problems": [{"where": where, "problem": problem} for where, problem in error.problems]}
    if isinstance(error, BadFile):
        return {"problems": [{"where": f"line {one.line}", "problem": one.message} for one in error.problems]}
    if isinstance(error, IdNotFound) and error.candidates:
        return {"candidates": list(error.candidates)}
    return {"difference": list(error.difference)} if isinstance(error, Conflict) else {}
