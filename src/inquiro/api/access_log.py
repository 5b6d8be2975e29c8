"""Who asked for what and what came of it, as JSON lines without secrets."""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inquiro.api.guard import CALLER
from inquiro.core.access import PREFIX

_SECRET = re.compile(
    rf"{PREFIX}[A-Za-z0-9_-]+|(?i:bearer)\s+\S+|\b(?i:code)=[^\s&\"']+|(?i:ticket|token|key|secret|password)=[^\s&\"']+"
)
_log = logging.getLogger("inquiro.access")
LONGEST = 500


class AccessLog:
    """The outermost layer: it sees the answer that the client gets. Queries are left out, they may hold tickets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began, answer = time.monotonic(), {"status": 500 if scope["type"] == "http" else 0}

        async def noted(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                answer["status"] = message["status"]
            elif message["type"] == "websocket.accept":
                answer["status"] = 101
            elif message["type"] == "websocket.close":
                answer["code"] = message.get("code", 1000)
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            _log.info("request", extra={"fields": _fields(scope) | answer | {"ms": _since(began)}})


class JsonLines(logging.Formatter):
    """One line per record: no character in it can end the line or move a cursor, and no token is in it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["traceback"] = "".join(traceback.format_exception(record.exc_info[1]))
        safe = {name: _SECRET.sub("…", value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(safe, ensure_ascii=True)


def _fields(scope: Scope) -> dict[str, object]:
    caller = scope.get(CALLER)
    return {
        "method": scope.get("method", "WEBSOCKET"),
        "path": scope["path"][:LONGEST],
        "client": (scope.get("client") or ("",))[0],
        "token": caller.id if caller else None,
    }


def _since(began: float) -> float:
    return round((time.monotonic() - began) * 1_000, 1)
