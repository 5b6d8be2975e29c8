"""Tokens: hashes and scopes, never the tokens themselves."""

from __future__ import annotations

from datetime import datetime
from hmac import compare_digest
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, Row, select, update

from inquiro.core.access import Scope, Token, digest, new_secret
from inquiro.core.decoders import convert
from inquiro.core.errors import UsageError
from inquiro.storage.dialect import upsert
from inquiro.storage.store import SqlStore, utc_now
from inquiro.storage.tables import tokens


class Tokens:
    """The tokens of one store."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def create(self, name: str, scope: Scope) -> tuple[Token, str]:
        """A new token and its secret, which is shown this once and kept nowhere."""
        secret = new_secret()
        return await self.register(secret, name, scope), secret

    async def register(self, secret: str, name: str, scope: Scope) -> Token:
        """Make a secret known; one that is known already stays what it was, revoked or not."""
        now = utc_now()
        return await self._store.write(lambda c: _add(c, digest(secret), name, scope, now))

    async def all(self) -> list[Token]:
        return await self._store.read(lambda c: [_token(row) for row in c.execute(_ALL)])

    async def holder(self, secret: str) -> Token | None:
        """The token behind a secret, unless it is unknown or revoked; equally slow for all of them."""
        shown = digest(secret)
        known = await self._store.read(lambda c: c.execute(_ALL.where(tokens.c.revoked_at.is_(None))).all())
        matches = [row for row in known if compare_digest(row.digest, shown)]
        return _token(matches[0]) if matches else None

    async def revoke(self, prefix: str) -> Token:
        now = utc_now()
        return await self._store.write(lambda c: _revoke(c, prefix, now))


_ALL = select(tokens).order_by(tokens.c.created_at, tokens.c.id)


def _add(connection: Connection, hashed: str, name: str, scope: Scope, now: datetime) -> Token:
    row = {"id": str(uuid4()), "name": name, "scope": scope, "digest": hashed, "created_at": now}
    connection.execute(upsert(connection, tokens).values(row).on_conflict_do_nothing(index_elements=["digest"]))
    return _token(connection.execute(select(tokens).where(tokens.c.digest == hashed)).one())


def _revoke(connection: Connection, prefix: str, now: datetime) -> Token:
    found = [row for row in connection.execute(_ALL) if row.id.startswith(prefix.strip().lower())]
    if not prefix.strip() or len(found) != 1:
        many = f"{len(found)} tokens" if found and prefix.strip() else "no token"
        raise UsageError(f"{many} with an id that starts with '{prefix}'; `inquiro tokens list` shows them")
    at = found[0].revoked_at or now
    connection.execute(update(tokens).where(tokens.c.id == found[0].id).values(revoked_at=at))
    return msgspec.structs.replace(_token(found[0]), revoked_at=at)


def _token(row: Row[Any]) -> Token:
    return convert(row, Token, from_attributes=True)
