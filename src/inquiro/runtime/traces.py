"""The generic trace of any long-running tool: create, report progress, complete, fail, get, list."""

from __future__ import annotations

from uuid import uuid4

from inquiro.core.errors import UsageError
from inquiro.core.protocols import Store
from inquiro.core.types import Json, Lease, Run, TraceStatus
from inquiro.runtime.owners import new_owner

LEASE_SECONDS = 300.0
FINISHED: frozenset[TraceStatus] = frozenset({"completed", "failed", "cancelled"})


class Traces:
    """Traces that this process writes; each is held from its first report on, so that nobody else writes it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owner = new_owner()
        self._held: dict[str, Lease] = {}

    async def create_trace(
        self, tool_name: str, user_id: str = "local", input_params: Json | None = None, *, org_id: str = "local"
    ) -> Run:
        """A pending trace; its id is the `trace_id` of everything else."""
        if not tool_name.strip():
            raise UsageError("a trace needs the name of its tool")
        run = Run(id=str(uuid4()), tool_name=tool_name, input_params=input_params or {}, user_id=user_id, org_id=org_id)
        return await self._store.create_run(run)

    async def update_progress(self, trace_id: str, stage: str, progress: float, state: Json | None = None) -> Run:
        """Say where the work is; the first report makes the trace one that is in progress."""
        if not 0.0 <= progress <= 1.0:
            raise UsageError(f"progress is {progress}; it goes from 0 to 1")
        lease = await self._lease(trace_id)
        await self._store.update_run(lease, status="in_progress", current_stage=stage, progress=progress, state=state)
        return await self.get_trace(trace_id)

    async def complete_trace(self, trace_id: str, result: Json, metrics: Json | None = None) -> Run:
        lease = await self._lease(trace_id)
        await self._store.update_run(lease, status="completed", progress=1.0, result=result, metrics=metrics)
        return await self._closed(lease)

    async def fail_trace(self, trace_id: str, error_message: str) -> Run:
        lease = await self._lease(trace_id)
        await self._store.update_run(lease, status="failed", error_message=error_message)
        return await self._closed(lease)

    async def get_trace(self, trace_id: str) -> Run:
        return await self._store.get_run(trace_id)

    async def list_traces(
        self,
        user_id: str | None = None,
        tool_name: str | None = None,
        *,
        status: TraceStatus | None = None,
        limit: int = 50,
    ) -> list[Run]:
        """The newest first, narrowed to a user, a tool or a status."""
        return await self._store.list_runs(user_id=user_id, tool_name=tool_name, status=status, limit=limit)

    async def _lease(self, trace_id: str) -> Lease:
        """The right to write, taken once and prolonged with every report; one that was lost is an error."""
        run = await self.get_trace(trace_id)
        if run.status in FINISHED:
            raise UsageError(f"trace {trace_id[:8]} is {run.status}: it cannot change any more")
        if trace_id in self._held:
            await self._store.renew([self._held[trace_id]], LEASE_SECONDS)
        else:
            self._held[trace_id] = await self._store.acquire(trace_id, self._owner, LEASE_SECONDS)
        return self._held[trace_id]

    async def _closed(self, lease: Lease) -> Run:
        await self._store.release(lease)
        del self._held[lease.run_id]
        return await self.get_trace(lease.run_id)
