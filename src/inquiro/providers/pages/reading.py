"""From an answer of the web to a document: read by what it is, cleaned, and judged before anyone may cite it."""

from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.errors import BadAnswer, ReadFailed
from inquiro.core.protocols import Read
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, ReadText, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.pages.classify import Verdict, classify
from inquiro.providers.pages.disguises import HIDDEN_REMOVED, LOOK_ALIKE, is_look_alike, undisguised, unhidden
from inquiro.readers._sniff import Sniffed, sniff

TRUNCATED = "truncated"
_ANY = "application/octet-stream"  # a reader is then chosen by the name, and if that says nothing, by the bytes
_HTML = ("text/html", "application/xhtml+xml")


async def document_of(hit: SourceResult, answer: WebAnswer, read: Read) -> Document:
    """Raises BadAnswer for what no reader takes; a page that is no content says so in its `kind`."""
    found = await asyncio.to_thread(sniff, answer.body)
    content, problem = await _content(answer, found, read)
    verdict = Verdict("content")
    if found.kind in {"html", "text"} and content.media_type in _HTML:
        verdict = await asyncio.to_thread(
            classify, answer.status, answer.headers, answer.body, content.text, answer.url
        )
    elif answer.status >= 400:
        verdict = Verdict("error", f"status {answer.status}")
    if problem and verdict.kind == "content":
        raise BadAnswer(problem)
    content = undisguised(content)
    hit, hid = _shown(hit)
    flags = [
        *([verdict.reason] if verdict.reason else []),
        *([TRUNCATED] if answer.truncated else []),
        *([HIDDEN_REMOVED] if hid else []),
        *([LOOK_ALIKE] if is_look_alike(answer.url) or is_look_alike(hit.url) else []),
    ]
    new = tuple(flag for flag in flags if flag not in content.flags)
    return snapshot(hit, content, url=answer.url, kind=verdict.kind, flags=new)


async def _content(answer: WebAnswer, found: Sniffed, read: Read) -> tuple[ReadText, str]:
    """What was read; or for a page that cannot be read nothing, and why: its markup may still tell what it is."""
    name, media_type = _by_what_it_is(answer, found)
    try:
        return await read(answer.body, name, media_type), ""
    except ReadFailed as error:
        declared_html = media_type.partition(";")[0] in _HTML
        if found.kind == "html" or (found.kind == "text" and declared_html):
            return ReadText(text="", media_type="text/html"), str(error)
        raise BadAnswer(f"{answer.url} cannot be read: {error}") from error


def _by_what_it_is(answer: WebAnswer, found: Sniffed) -> tuple[str, str]:
    """Name and media type for the reader: the declared ones, unless the bytes show that they are wrong."""
    header = answer.headers.get("content-type", "")
    declared = header.partition(";")[0].strip().lower()
    parameters = header.partition(";")[2]
    bare = answer.url.partition("?")[0].partition("#")[0].rpartition("/")[2].rpartition(".")[0]
    if found.kind == "pdf":
        return answer.url, "application/pdf"
    if found.kind == "html" and declared not in {*_HTML, "text/plain"} and "xml" not in declared:
        return answer.url, f"text/html;{parameters}" if parameters else "text/html"
    if found.kind == "docx" or (found.kind == "text" and declared == "application/pdf"):
        return bare or "page", _ANY
    return answer.url, header or _ANY


def _shown(hit: SourceResult) -> tuple[SourceResult, bool]:
    """What a search service says about a page is shown beside its text, so it is held to the same rules."""
    title, hid = unhidden(hit.title)
    authors = [unhidden(author) for author in hit.authors]
    cleaned = msgspec.structs.replace(hit, title=title, authors=tuple(author for author, _ in authors))
    return cleaned, hid or any(was for _, was in authors)
