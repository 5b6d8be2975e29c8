"""/api/batches: a template for many rows, put before a person as a whole; /api/entities: what came of everything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from inquiro.api.desk import Reader, Researcher, TheDesk
from inquiro.api.requests import Name
from inquiro.core.errors import UsageError
from inquiro.core.types import Json
from inquiro.onboarding.trees import graphml, mermaid, text_tree
from inquiro.runtime.screens import ledger_of

router = APIRouter(tags=["onboarding"])
TreeFormat = Literal["text", "mermaid", "graphml"]
_TREES: dict[TreeFormat, tuple[Callable[..., str], str]] = {
    "text": (text_tree, "text/plain; charset=utf-8"),
    "mermaid": (mermaid, "text/plain; charset=utf-8"),
    "graphml": (graphml, "application/xml"),
}
SessionId = Annotated[str, Field(max_length=64)]
MOST_ROWS = 10_000


class BatchStart(BaseModel):
    """Rows for a template: given here, or the entities of a session's approved result."""

    model_config = ConfigDict(extra="forbid")

    template: Annotated[Name, Field(validation_alias=AliasChoices("template", "template_id"))]
    from_research: Annotated[
        SessionId | bool, Field(description="A research session with an approved result; or true, with session_id.")
    ] = ""
    session_id: Annotated[SessionId, Field(description="The session, where from_research is true.")] = ""
    rows: Annotated[list[dict[str, Any]], Field(max_length=MOST_ROWS)] = []
    shared: Annotated[dict[str, Any], Field(description="What is the same for all rows.")] = {}

    @property
    def session(self) -> str:
        """Whose result gives the rows; nothing if none does."""
        if isinstance(self.from_research, str):
            named, said = self.from_research or self.session_id, bool(self.from_research)
        else:
            named, said = self.session_id, self.from_research
        if said != bool(named) or (self.session_id and self.session_id != named):
            raise UsageError("from_research names a session, or is true beside the session_id of one")
        return named


@router.post("/api/batches", status_code=202)
async def start(asked: BatchStart, desk: TheDesk, _: Researcher) -> Json:
    """Put a batch before a person; nothing is executed before they decided."""
    session_id = asked.session
    if bool(session_id) == bool(asked.rows):
        raise UsageError("say where the rows come from: either from_research or rows")
    review = await desk.runtime.batches.start(
        asked.template, session_id=session_id, rows=asked.rows, shared=asked.shared
    )
    told = await desk.runtime.batches.status(review.id)
    return told | {"link": f"{desk.address}/reviews/{review.id}", "payload_hash": review.payload_hash}


@router.get("/api/batches/{batch_id}")
async def batch(batch_id: str, desk: TheDesk, _: Reader) -> Json:
    """How far a batch is, row by row."""
    return await desk.runtime.batches.status(batch_id)


@router.get("/api/entities")
async def entities(desk: TheDesk, _: Reader) -> Json:
    """The entities that verbs made, and how they are related."""
    found, relationships = await ledger_of(desk.runtime)
    return {
        "entities": [one.to_dict() for one in found],
        "relationships": [one.to_dict() for one in relationships],
    }


@router.get("/api/entities/tree", response_class=Response)
async def tree(
    desk: TheDesk,
    _: Reader,
    kind: Annotated[TreeFormat, Query(alias="format")] = "text",
    root: Annotated[str, Query(max_length=100, description="Id or LEI of the entity to begin with.")] = "",
) -> Response:
    """Who owns whom."""
    draw, media_type = _TREES[kind]
    found, relationships = await ledger_of(desk.runtime)
    return Response(await asyncio.to_thread(draw, found, relationships, root or None), media_type=media_type)
