"""Who may ask a server for what: tokens and their scopes. Only a token's hash is ever stored."""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256
from typing import Literal

from inquiro.core.types import Value

Scope = Literal["read", "research", "review", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "research", "review", "admin")  # each holds those before it
PREFIX = "inq_"  # so that a leaked token can be recognised, and kept out of logs
BYTES = 32


class Token(Value, frozen=True, kw_only=True):
    """What is known of a token: everything but the token itself."""

    id: str
    name: str
    scope: Scope
    created_at: datetime | None = None
    revoked_at: datetime | None = None

    def allows(self, wanted: Scope) -> bool:
        return self.revoked_at is None and SCOPES.index(wanted) <= SCOPES.index(self.scope)


def new_secret() -> str:
    """256 random bits, in characters that survive a header and a shell."""
    return PREFIX + secrets.token_urlsafe(BYTES)


def digest(secret: str) -> str:
    """What is stored in a token's place; a random 256-bit value needs no slow hash."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
