"""/api/modes: ideas, implementations and a paper; everything after the start goes through /api/research."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter
from pydantic import Field

from inquiro.api.desk import Desk, Researcher, TheDesk
from inquiro.api.requests import Name, Start, research_request
from inquiro.api.research import begin
from inquiro.core.errors import UsageError
from inquiro.core.types import MODES, Json, ResearchRequest
from inquiro.engine.modes.asked import modes_of

router = APIRouter(prefix="/api/modes", tags=["research"])
_KNOWN = f"One or more of {', '.join(MODES)}; all of them unless named."
Several = Annotated[list[Name], Field(max_length=10, description=_KNOWN)]


class Modes(Start):
    """A query to research in one or more modes."""

    mode: Annotated[Name | Several | None, Field(description=_KNOWN)] = None
    modes: Several | None = None
    top_k: Annotated[int, Field(ge=1, le=100, description="Ideas, and implementations, at most.")] = 5


@router.post("")
async def start(asked: Modes, desk: TheDesk, _: Researcher) -> Json:
    """Start collecting ideas, implementations and a paper in the background; `/api/research/{session_id}` has the rest."""
    return await begin(desk, modes_request(asked, desk))


def modes_request(asked: Modes, desk: Desk) -> ResearchRequest:
    if asked.mode is not None and asked.modes is not None:
        raise UsageError("mode and modes say the same: give one of them")
    named = modes_of(asked.mode if asked.modes is None else asked.modes)
    return msgspec.structs.replace(research_request(asked, desk), modes=named, top_k=asked.top_k)
