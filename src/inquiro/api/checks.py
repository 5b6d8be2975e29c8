"""/api/check: check a document that comes with the request, or a public page; the rest goes through /api/research."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from inquiro.api.desk import Researcher, TheDesk
from inquiro.api.requests import no_wider
from inquiro.api.research import begin
from inquiro.core.types import Json, PrivacyMode
from inquiro.runtime.checks import clients_check

router = APIRouter(prefix="/api/check", tags=["check"])
_TEXT = "The document as Markdown, HTML or plain text, with its marks and its list of sources."
_DATA = "The bytes of a DOCX or PDF document in base64, instead of its text."


class CheckStart(BaseModel):
    """A document to check: its text, its bytes, or the address of a public page. Files of the server cannot be named."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=900_000, description=_TEXT)] | None = None
    data: Annotated[str, Field(max_length=900_000, description=_DATA)] | None = None
    url: Annotated[str, Field(max_length=2_000, description="Begins with https://.")] | None = None
    name: Annotated[str, Field(min_length=1, max_length=200, description="What to call it.")] = "document.md"
    privacy_mode: PrivacyMode | None = None
    max_seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)] = 1_800.0
    fresh: bool = False


@router.post("")
async def start(asked: CheckStart, desk: TheDesk, _: Researcher) -> Json:
    """Start checking a document in the background; `check` of `/api/research/{session_id}` says what was found."""
    request = clients_check(
        text=asked.text,
        data=asked.data,
        url=asked.url,
        name=asked.name,
        privacy=no_wider(asked.privacy_mode, desk.runtime.settings.privacy),
        max_seconds=asked.max_seconds,
        fresh=asked.fresh,
    )
    return await begin(desk, msgspec.structs.replace(request, corpora=desk.corpora, public_corpora=desk.public_corpora))
