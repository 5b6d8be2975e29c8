"""Browsers: a code that is good once and for a minute, and the session it is exchanged for; both in memory only."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from hmac import compare_digest
from typing import NamedTuple

import msgspec

from inquiro.api.refusal import Refused
from inquiro.core.access import BYTES, SCOPES, Token, digest

CODE_SECONDS = 60
SESSION_SECONDS = 8 * 60 * 60
MOST_CODES = 100
MOST_SESSIONS = 100
CEILING = SCOPES.index("review")  # a browser decides; it never administers


class Visitor(NamedTuple):
    """Whoever sits at a browser: in whose name, and the proof that their own page sent a request."""

    token: Token
    csrf: str

    def sent(self, proof: str) -> bool:
        return compare_digest(self.csrf.encode(), proof.encode("utf-8", "surrogatepass"))


class Browsers:
    """Only hashes are kept: whoever reads the memory of codes and sessions cannot use them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()  # the terminal of the server asks for codes too
        self._codes: dict[str, tuple[Token, float]] = {}
        self._sessions: dict[str, tuple[Visitor, float]] = {}

    def code(self, token: Token) -> str:
        """A way in for a browser, in the name of this token."""
        if not token.allows("review"):
            raise Refused(403, "only whoever may decide can let a browser in: scope 'review' is needed")
        code, now = secrets.token_urlsafe(BYTES), self._clock()
        with self._lock:
            self._codes = {key: entry for key, entry in self._codes.items() if entry[1] > now}
            if len(self._codes) >= MOST_CODES:
                raise Refused(429, "too many codes are unused", {"Retry-After": str(CODE_SECONDS)})
            self._codes[digest(code)] = token, now + CODE_SECONDS
        return code

    def enter(self, code: str) -> str | None:
        """The secret of a new session; None for a code that is unknown, used or too old."""
        secret, now = secrets.token_urlsafe(BYTES), self._clock()
        with self._lock:
            token, until = self._codes.pop(digest(code), (None, 0.0))
            if token is None or until <= now:
                return None
            visitor = Visitor(_no_more_than_review(token), secrets.token_urlsafe(BYTES))
            self._sessions = {key: entry for key, entry in self._sessions.items() if entry[1] > now}
            while len(self._sessions) >= MOST_SESSIONS:
                del self._sessions[next(iter(self._sessions))]  # the oldest
            self._sessions[digest(secret)] = visitor, now + SESSION_SECONDS
        return secret

    def visitor(self, secret: str) -> Visitor | None:
        visitor, until = self._sessions.get(digest(secret), (None, 0.0))
        return visitor if until > self._clock() else None

    def leave(self, secret: str) -> None:
        with self._lock:
            self._sessions.pop(digest(secret), None)


def _no_more_than_review(token: Token) -> Token:
    held = SCOPES.index(token.scope)
    return msgspec.structs.replace(token, scope=SCOPES[min(held, CEILING)])
