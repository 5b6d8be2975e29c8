"""Deleting a run with everything of its own: what it shares with other runs stays."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, exists, select

from inquiro.core.errors import LeaseLost
from inquiro.storage.leases import Alive, is_held
from inquiro.storage.tables import blobs, documents, knowledge_documents, run_documents, runs


def remove(connection: Connection, run_id: str, now: datetime, alive: Alive) -> bool:
    """Whether there was such a run; one that someone works on is refused."""
    run = connection.execute(select(runs).where(runs.c.id == run_id).with_for_update()).one_or_none()
    if run is None:
        return False
    if is_held(run, run.lease_seconds, now, alive):
        raise LeaseLost(f"run {run_id} is being worked on; stop it first")
    private = _private_documents(connection, run_id)
    connection.execute(delete(runs).where(runs.c.id == run_id))
    for document_id, text in private:
        remove_unread(connection, document_id, text)
    return True


def _private_documents(connection: Connection, run_id: str) -> list[tuple[str, str]]:
    """Public ones stay: the cache that runs share may point to them."""
    read = select(run_documents.c.document_id).where(run_documents.c.run_id == run_id)
    found = select(documents.c.id, documents.c.text_sha256).where(documents.c.id.in_(read), documents.c.private)
    return [(row.id, row.text_sha256) for row in connection.execute(found)]


def remove_unread(connection: Connection, document_id: str, text: str) -> None:
    """Unless a run still holds it, or something known was read in it."""
    still_read = exists().where(run_documents.c.document_id == document_id)
    still_known = exists().where(knowledge_documents.c.document_id == document_id)
    connection.execute(delete(documents).where(documents.c.id == document_id, ~still_read, ~still_known))
    still_used = exists().where(documents.c.text_sha256 == text)
    connection.execute(delete(blobs).where(blobs.c.sha256 == text, ~still_used))
