"""The document that is checked, opened with its marks, links and footnotes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path, PurePath

from inquiro.core.errors import NotConfigured, ReadFailed, UsageError
from inquiro.core.protocols import Opener, ProviderContext, Read
from inquiro.core.snapshots import snapshot
from inquiro.core.types import CheckAsk, Document, ReadText, ResearchRequest, SourceResult
from inquiro.providers.pages.fetcher import Fetcher
from inquiro.readers._decode import decode
from inquiro.readers._sniff import sniff

LARGEST = 20_000_000  # bytes
# Other readers take marks and addresses off, since research needs the words alone; here both are what it is about.
LINKED = {"html": "text/html+links", "docx": "application/docx+links"}
_AS_WRITTEN = frozenset({".md", ".markdown", ".txt", ""})


class Draft:
    """Opens the one document that a request names."""

    def __init__(self, asked: CheckAsk, context: ProviderContext) -> None:
        self._asked = asked
        self._read = linked(context.read)
        self._web: Opener = Fetcher(replace(context, read=self._read))

    async def open(self, hit: SourceResult) -> Document:
        asked = self._asked
        if asked.url:
            return await self._web.open(hit)
        data = asked.data or asked.text.encode() or await asyncio.to_thread(_bytes, Path(asked.path))
        try:
            content = await self._read(data, asked.name, None)
        except ReadFailed as error:
            raise UsageError(f"{asked.name} cannot be read: {error}") from error
        return snapshot(hit, content, url=f"draft:{asked.name}")


def linked(read: Read) -> Read:
    """The same reader, but for what loses its links, footnotes and marks on the way."""

    async def keeping(data: bytes, name: str, media_type: str | None) -> ReadText:
        kind = (await asyncio.to_thread(sniff, data)).kind
        suffix = PurePath(name.partition("?")[0]).suffix.lower()
        markdown = kind == "html" and suffix in {".md", ".markdown", ".txt"}  # that begins with a tag
        if markdown or (kind == "text" and "://" not in name and suffix in _AS_WRITTEN):
            return await asyncio.to_thread(as_written, data)
        declared = (media_type or "").partition(";")[0]
        if kind == "text" and declared in {"text/markdown", "text/plain", "text/x-markdown"}:
            return await asyncio.to_thread(as_written, data)
        return await read(data, name, LINKED.get(kind, media_type))

    return keeping


def as_written(data: bytes) -> ReadText:
    """Markdown and plain text, to the letter."""
    text, flags = decode(data)
    return ReadText(text=text, media_type="text/plain", flags=flags)


def draft_of(request: ResearchRequest, context: ProviderContext) -> Draft | None:
    return Draft(request.check, context) if request.check else None


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotConfigured(f"{path.name} cannot be read: {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise UsageError(f"{path.name} has {len(data):,} bytes; {LARGEST:,} are allowed")
    return data
