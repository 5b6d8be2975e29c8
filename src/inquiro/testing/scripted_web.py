"""A web that says what its script says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from inquiro.core.errors import EffectError
from inquiro.core.web import WebAnswer, WebRequest, WebStream

_PIECE = 1_000


class ScriptedWeb:
    """A web that plays the given answers in order, the last one again and again, and keeps what it was asked.

    An answer may be an error to raise, or a function of the request.
    """

    def __init__(self, *answers: WebAnswer | EffectError | Callable[[WebRequest], WebAnswer]) -> None:
        self.requests: list[WebRequest] = []
        self._answers = answers

    async def send(self, request: WebRequest) -> WebAnswer:
        answer = self._answers[min(len(self.requests), len(self._answers) - 1)]
        self.requests.append(request)
        if isinstance(answer, EffectError):
            raise answer
        return answer(request) if callable(answer) else answer

    @asynccontextmanager
    async def stream(self, request: WebRequest) -> AsyncIterator[WebStream]:
        """The same answers, in small pieces."""
        answer = await self.send(request)
        yield WebStream(url=answer.url, status=answer.status, headers=answer.headers, chunks=_in_pieces(answer.body))


async def _in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]
