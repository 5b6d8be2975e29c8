"""Snapshots: each text is stored once, under its own hash."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, bindparam, select

from inquiro.core.decoders import convert
from inquiro.core.types import Document, Json
from inquiro.storage.characters import storable
from inquiro.storage.dialect import Upsert, adding, insert_into, is_postgres
from inquiro.storage.tables import blobs, documents, run_documents

IDS_AT_ONCE = 500  # databases limit the number of parameters of one statement
_SOME = select(documents.c.body, blobs.c.text).join(blobs).where(documents.c.id.in_(bindparam("ids", expanding=True)))


def put(connection: Connection, run_id: str, new: Sequence[Document]) -> None:
    """Stores what is not there yet; a document that turns out to be private becomes private for everyone."""
    if not new:
        return
    new = [_storable(document) for document in new]
    hashes = [sha256(document.text.encode()).hexdigest() for document in new]
    texts = [{"sha256": text_hash, "text": document.text} for text_hash, document in zip(hashes, new, strict=True)]
    connection.execute(adding(connection, blobs), texts)
    connection.execute(
        _tightening(is_postgres(connection)),
        [_row(document, text_hash) for text_hash, document in zip(hashes, new, strict=True)],
    )
    links = [{"run_id": run_id, "document_id": document.id} for document in new]
    connection.execute(adding(connection, run_documents), links)


@cache
def _tightening(for_postgres: bool) -> Upsert:
    statement = insert_into(documents, for_postgres=for_postgres)
    return statement.on_conflict_do_update(
        index_elements=["id"],
        set_={"private": statement.excluded.private, "body": statement.excluded.body},
        where=statement.excluded.private & ~documents.c.private,
    )


def by_ids(connection: Connection, ids: Sequence[str]) -> list[Document]:
    """In the order asked for; ids that are not stored are left out."""
    found: dict[str, Document] = {}
    wanted = list(dict.fromkeys(ids))
    for start in range(0, len(wanted), IDS_AT_ONCE):
        some = wanted[start : start + IDS_AT_ONCE]
        for body, text in connection.execute(_SOME, {"ids": some}):
            document = convert(body | {"text": text}, Document)
            found[document.id] = document
    return [found[wanted_id] for wanted_id in ids if wanted_id in found]


def _storable(document: Document) -> Document:
    """Almost always the document itself; a changed text has another hash."""
    text = storable(document.text)
    if text == document.text:
        return document
    return msgspec.structs.replace(document, text=text, sha256=sha256(text.encode()).hexdigest())


def _row(document: Document, text_hash: str) -> Json:
    body = {name: value for name, value in document.to_dict().items() if name != "text"}
    return {
        "id": document.id,
        "text_sha256": text_hash,
        "url": document.url,
        "private": document.private,
        "body": body,
    }
