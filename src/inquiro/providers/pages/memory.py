"""What was read before, so that an unchanged page is not sent to us twice."""

from __future__ import annotations

from typing import Protocol

from inquiro.core.types import Document, Value


class Validators(Value, frozen=True, kw_only=True):
    """What a server gave us to ask again with, and the document that is still true when it says "not modified"."""

    document: Document
    etag: str = ""
    last_modified: str = ""


class PageMemory(Protocol):
    """Remembers pages by the address that was asked for."""

    async def recall(self, url: str) -> Validators | None: ...
    async def keep(self, url: str, validators: Validators) -> None: ...


class NoMemory:
    """Every page is asked for anew."""

    async def recall(self, url: str) -> Validators | None:  # noqa: ARG002
        return None

    async def keep(self, url: str, validators: Validators) -> None: ...
