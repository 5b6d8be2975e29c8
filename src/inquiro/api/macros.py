"""/api/macros: research with a declared result; what it finds waits under /api/reviews."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from inquiro.api.desk import Desk, Reader, Researcher, TheDesk
from inquiro.api.refusal import Refused
from inquiro.api.requests import Wishes, wished
from inquiro.api.research import begin
from inquiro.core.errors import UnknownName
from inquiro.core.types import Json, Macro
from inquiro.onboarding.macros.wire import to_short_wire, to_wire

router = APIRouter(prefix="/api/macros", tags=["macros"])
Search = Annotated[str, Query(max_length=1_000, description="Words to look for.")]


class Execute(Wishes):
    """A macro to run: its parameters, and the research session that its result goes to."""

    params: dict[str, Any] = Field(default_factory=dict, max_length=200)
    session_id: Annotated[
        Annotated[str, Field(max_length=64)] | None, Field(description="Without one, a new session is made.")
    ] = None
    max_iterations: Annotated[int, Field(ge=1, le=100)] = 10


@router.get("")
async def macros(desk: TheDesk, _: Reader, search: Search = "") -> Json:
    """Macros, or those that fit a search, best first."""
    found = await asyncio.to_thread(desk.runtime.macros.find, search)
    return {"macros": [to_short_wire(macro) for macro in found]}


@router.get("/{name}")
async def macro(name: str, desk: TheDesk, _: Reader) -> Json:
    """One macro with its parameters, its schema and an example."""
    return to_wire(await _known(desk, name))


@router.post("/{name}/execute")
async def execute(name: str, asked: Execute, desk: TheDesk, _: Researcher) -> Json:
    """Start a macro in the background; `/api/research/{run_id}` has its progress and result, `/api/reviews` the review.

    404 for an unknown macro or session; 422 for parameters that do not fit.
    """
    await _known(desk, name)
    request = await desk.runtime.macros.request(
        name,
        asked.params,
        session_id=asked.session_id or "",
        corpora=desk.corpora,
        public_corpora=desk.public_corpora,
        max_iterations=asked.max_iterations,
        **wished(asked, desk),
    )
    assert request.macro is not None
    begun = await begin(desk, request)
    run_id = begun["session_id"]
    return {
        "session_id": request.macro.session_id,
        "run_id": run_id,
        "result_id": run_id,
        "status": begun["status"],
    }


async def _known(desk: Desk, name: str) -> Macro:
    try:
        return await asyncio.to_thread(desk.runtime.macros.get, name)
    except UnknownName as unknown:
        raise Refused(404, str(unknown)) from unknown
