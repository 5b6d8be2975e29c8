"""Where the graph stands: LangGraph's checkpoints, written under the run's lease."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_id,
    writes_sort_key,
)
from sqlalchemy import Connection, Row, bindparam, delete, select

from inquiro.core.errors import StoreError
from inquiro.core.types import Lease
from inquiro.storage.dialect import adding, replacing
from inquiro.storage.leases import check
from inquiro.storage.serde import PlainJson, dumps, loads
from inquiro.storage.store import SqlStore
from inquiro.storage.tables import checkpoint_writes, checkpoints

KEPT = 2  # the newest to resume from, and its parent
_KEY = ("run_id", "namespace", "checkpoint_id", "task_id", "position")
# Built once, since these run after every step of every run.
_here = (checkpoints.c.run_id == bindparam("here_run_id"), checkpoints.c.namespace == bindparam("here_namespace"))
_OLD = select(checkpoints.c.id).where(*_here).order_by(checkpoints.c.seq.desc()).offset(KEPT)
_FORGET = delete(checkpoints).where(*_here, checkpoints.c.id == bindparam("old"))
_FORGET_WRITES = delete(checkpoint_writes).where(
    checkpoint_writes.c.run_id == bindparam("here_run_id"),
    checkpoint_writes.c.namespace == bindparam("here_namespace"),
    checkpoint_writes.c.checkpoint_id == bindparam("old"),
)


class StoreSaver(BaseCheckpointSaver[int]):
    """A checkpointer for one attempt at one run; the thread id is the run id.

    Only the asynchronous methods exist. The newest checkpoint is the one written last: LangGraph's ids follow
    the clock, which may have been set back between two attempts.
    """

    def __init__(self, store: SqlStore, lease: Lease) -> None:
        super().__init__(serde=PlainJson())
        self._store = store
        self._lease = lease

    def with_allowlist(self, extra_allowlist: Collection[tuple[str, ...]]) -> StoreSaver:  # noqa: ARG002
        return self  # plain JSON has nothing to allow

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._store.read(lambda c: _load(c, *_place(config), get_checkpoint_id(config)))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002 - LangGraph's name for it
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Newest first; without a config, those of this run."""
        run_id, namespace = _place(config) if config else (self._lease.run_id, "")
        only = get_checkpoint_id(config) if config else None
        end = get_checkpoint_id(before) if before else None
        found = await self._store.read(lambda c: _list(c, run_id, namespace, only, end))
        wanted = [it for it in found if not filter or filter.items() <= dict(it.metadata).items()]
        for it in wanted[:limit]:
            yield it

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,  # noqa: ARG002 - the whole state is small, so it is written whole
    ) -> RunnableConfig:
        if "counters_since_delta_snapshot" in metadata:
            raise StoreError("a DeltaChannel needs its whole history, of which only the newest checkpoints are kept")
        run_id, namespace = _place(config)
        row = {
            "run_id": run_id,
            "namespace": namespace,
            "id": checkpoint["id"],
            "parent_id": get_checkpoint_id(config),
            "body": dumps(dict(checkpoint)),
            "metadata": dumps(dict(metadata)),
        }
        await self._store.write(lambda c: _put(c, self._checked(run_id), row))
        return _config(run_id, namespace, checkpoint["id"])

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        run_id, namespace = _place(config)
        place = {"run_id": run_id, "namespace": namespace, "checkpoint_id": get_checkpoint_id(config)}
        task = place | {"task_id": task_id, "task_path": task_path}
        rows = [
            task | {"position": WRITES_IDX_MAP.get(channel, index), "channel": channel, "value": dumps(value)}
            for index, (channel, value) in enumerate(writes)
        ]
        await self._store.write(lambda c: _put_writes(c, self._checked(run_id), rows))

    async def adelete_thread(self, thread_id: str) -> None:
        await self._store.write(lambda c: _delete_all(c, self._checked(thread_id)))

    def _checked(self, run_id: str) -> Lease:
        if run_id != self._lease.run_id:
            raise StoreError(f"this checkpointer writes for run {self._lease.run_id}, not for {run_id}")
        return self._lease


def _place(config: RunnableConfig) -> tuple[str, str]:
    configurable = config["configurable"]
    return configurable["thread_id"], configurable.get("checkpoint_ns", "")


def _config(run_id: str, namespace: str, checkpoint_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": run_id, "checkpoint_ns": namespace, "checkpoint_id": checkpoint_id}}


def _put(connection: Connection, lease: Lease, row: dict[str, Any]) -> None:
    check(connection, lease)
    same = ("run_id", "namespace", "id")
    connection.execute(replacing(connection, checkpoints, same, ("parent_id", "body", "metadata")), row)
    _prune(connection, row["run_id"], row["namespace"])


def _prune(connection: Connection, run_id: str, namespace: str) -> None:
    here = {"here_run_id": run_id, "here_namespace": namespace}
    for id_ in connection.execute(_OLD, here).scalars().all():
        connection.execute(_FORGET_WRITES, here | {"old": id_})
        connection.execute(_FORGET, here | {"old": id_})


def _put_writes(connection: Connection, lease: Lease, rows: Sequence[dict[str, Any]]) -> None:
    """Ordinary writes keep their first value; the special ones (errors, interrupts, answers) take the last."""
    check(connection, lease)
    if ordinary := [row for row in rows if row["position"] >= 0]:
        connection.execute(adding(connection, checkpoint_writes), ordinary)
    if special := [row for row in rows if row["position"] < 0]:
        latest = replacing(connection, checkpoint_writes, _KEY, ("task_path", "channel", "value"))
        connection.execute(latest, special)


def _delete_all(connection: Connection, lease: Lease) -> None:
    check(connection, lease)
    for table in (checkpoints, checkpoint_writes):
        connection.execute(delete(table).where(table.c.run_id == lease.run_id))


def _load(connection: Connection, run_id: str, namespace: str, checkpoint_id: str | None) -> CheckpointTuple | None:
    query = select(checkpoints).where(checkpoints.c.run_id == run_id, checkpoints.c.namespace == namespace)
    if checkpoint_id:
        query = query.where(checkpoints.c.id == checkpoint_id)
    row = connection.execute(query.order_by(checkpoints.c.seq.desc()).limit(1)).one_or_none()
    return None if row is None else _tuple(connection, row)


def _list(
    connection: Connection, run_id: str, namespace: str, only: str | None, end: str | None
) -> list[CheckpointTuple]:
    here = (checkpoints.c.run_id == run_id, checkpoints.c.namespace == namespace)
    query = select(checkpoints).where(*here).order_by(checkpoints.c.seq.desc())
    if only:
        query = query.where(checkpoints.c.id == only)
    if end:
        limit = select(checkpoints.c.seq).where(*here, checkpoints.c.id == end).scalar_subquery()
        query = query.where(checkpoints.c.seq < limit)
    return [_tuple(connection, row) for row in connection.execute(query).all()]


def _tuple(connection: Connection, row: Row[Any]) -> CheckpointTuple:
    return CheckpointTuple(
        config=_config(row.run_id, row.namespace, row.id),
        checkpoint=cast("Checkpoint", loads(row.body)),
        metadata=cast("CheckpointMetadata", loads(row.metadata)),
        parent_config=_config(row.run_id, row.namespace, row.parent_id) if row.parent_id else None,
        pending_writes=_pending(connection, row),
    )


def _pending(connection: Connection, row: Row[Any]) -> list[PendingWrite]:
    written = checkpoint_writes.c
    query = select(checkpoint_writes).where(
        written.run_id == row.run_id, written.namespace == row.namespace, written.checkpoint_id == row.id
    )
    # Sorted here, not by the database: its collation may differ from the order in which a live step applies them.
    found = sorted(connection.execute(query), key=lambda it: writes_sort_key(it.task_path, it.task_id, it.position))
    return [(it.task_id, it.channel, loads(it.value)) for it in found]
