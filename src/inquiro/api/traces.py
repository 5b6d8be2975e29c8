"""/api/traces, /api/sources, /api/tickets and /healthz."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from inquiro.api.callers import TICKET_SECONDS
from inquiro.api.desk import Admin, Reader, TheDesk
from inquiro.api.refusal import NOT_FOUND, Refused
from inquiro.api.views import trace_of
from inquiro.core.types import Json, TraceStatus

router = APIRouter()
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("/healthz", tags=["server"])
async def healthz() -> Json:
    """Whether the server answers; the only route without a token."""
    return {"status": "ok"}


@router.get("/api/traces", tags=["traces"])
async def traces(
    desk: TheDesk, _: Reader, tool: str | None = None, status: TraceStatus | None = None, limit: Limit = 50
) -> list[Json]:
    """Traces, newest first."""
    found = await desk.runtime.runs(limit=limit, status=status, tool_name=tool)
    return [trace_of(run, whole=False) for run in found]


@router.get("/api/traces/{trace_id}", tags=["traces"])
async def trace(trace_id: str, desk: TheDesk, _: Reader) -> Json:
    """One trace with its state and result."""
    return trace_of(await desk.runtime.run(trace_id), whole=True)


@router.delete("/api/traces/{trace_id}", tags=["traces"], status_code=204)
async def delete(trace_id: str, desk: TheDesk, _: Admin) -> Response:
    """Delete a run with everything of its own; one that works has to be stopped first."""
    if not await desk.runtime.delete(trace_id):
        raise Refused(404, NOT_FOUND)
    return Response(status_code=204)


@router.get("/api/sources", tags=["sources"])
async def sources(desk: TheDesk, _: Reader) -> list[Json]:
    """Where runs can search, and what each source sends outside."""
    return [source.to_dict() for source in await desk.runtime.sources()]


@router.post("/api/tickets", tags=["server"])
async def ticket(desk: TheDesk, caller: Reader) -> Json:
    """A ticket for one WebSocket, for browsers, which cannot send a header there: `?ticket=…`."""
    return {"ticket": desk.tickets.issue(caller), "expires_in": TICKET_SECONDS}
