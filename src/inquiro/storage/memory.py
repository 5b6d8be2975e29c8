"""What sources proved good for, run by run."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from inquiro.core.types import Lease, SourceRecord
from inquiro.storage.dialect import replacing
from inquiro.storage.leases import check
from inquiro.storage.tables import source_memory

_SUMMED = [name for name in SourceRecord.__struct_fields__ if name != "source"]


def remember(connection: Connection, lease: Lease, domain: str, record: SourceRecord) -> None:
    """What one run saw of a source; said again, it replaces what the run said before."""
    check(connection, lease)
    row = {"domain": domain, "run_id": lease.run_id} | msgspec.structs.asdict(record)
    keys = ("domain", "source", "run_id")
    connection.execute(replacing(connection, source_memory, keys, tuple(_SUMMED)), row)


def records(connection: Connection, domain: str) -> list[SourceRecord]:
    """The sums over all runs, by name."""
    sums = [func.sum(source_memory.c[name]).label(name) for name in _SUMMED]
    query = select(source_memory.c.source, *sums).where(source_memory.c.domain == domain)
    rows = connection.execute(query.group_by(source_memory.c.source).order_by(source_memory.c.source))
    return [SourceRecord(**row) for row in rows.mappings()]
