"""Sources at hand: the file of a folder that is the work which a reference names."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from inquiro.core.errors import EffectError
from inquiro.core.identity import canonical_url
from inquiro.core.protocols import SearchProvider
from inquiro.core.types import Document, Filters, SourceResult, Usage
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.engine.deps import Deps
from inquiro.features.check.link_opening import open_own
from inquiro.features.check.reference_fields import Reference, folded
from inquiro.features.check.reference_match import FEWEST, SAME, pieces, share

MOST = 5  # files that are looked at for one reference
HEAD = 4_000  # characters at the top of a text, where its title, DOI and address stand
LONGEST_QUERY = 300


def folder_of(deps: Deps) -> SearchProvider | None:
    """The source that searches the folders that were given."""
    return next((one for one in deps.providers if one.kind == "local" and not one.leaves_machine), None)


async def searched(deps: Deps, step: Step, query: str) -> list[SourceResult]:
    """What the folders hold near some words; nothing leaves this machine."""
    folder = folder_of(deps)
    if folder is None or not query.strip():
        return []

    async def perform() -> Paid:
        return Paid(value=await folder.search(query[:LONGEST_QUERY], MOST, Filters()), usage=Usage(searches=1))

    request = {"query": query[:LONGEST_QUERY], "limit": MOST, "filters": Filters().to_dict()}
    call = Call(kind="search", name=folder.name, request=request, private=True)
    try:
        return await step.call(call, perform, list[SourceResult])
    except EffectError:
        return []


async def opened(deps: Deps, step: Step, hit: SourceResult) -> Document | None:
    link = await open_own(deps, step, hit)
    found = await deps.shelf.get([link.document]) if link.document else []
    return found[0] if found and found[0].kind == "content" else None


async def at_hand(deps: Deps, step: Step, reference: Reference) -> Document | None:
    """The file that is the referenced work, by its title, DOI, address or file name."""
    for hit in await searched(deps, step, reference.title or reference.text):
        document = await opened(deps, step, hit)
        if document and is_work(document, reference):
            return document
    return None


def is_work(document: Document, reference: Reference) -> bool:
    head = document.text[:HEAD]
    if reference.doi and (document.doi == reference.doi or reference.doi in head.casefold()):
        return True
    if reference.url and canonical_url(reference.url) in _addresses(document, head):
        return True
    file = PurePosixPath(unquote(urlsplit(document.url).path))
    if file.suffix and _names_file(reference.text, file.name):
        return True
    return any(_is_title(name, reference) for name in (document.title, file.stem))


def _names_file(text: str, name: str) -> bool:
    """Whether a reference holds a file's whole name, as people cite what lies beside their draft."""
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?!\w|[.-]\w)", text, re.IGNORECASE) is not None


def _is_title(name: str, reference: Reference) -> bool:
    title = reference.title
    if len(pieces(title)) < FEWEST or len(pieces(name)) < FEWEST:
        return bool(title) and folded(name) == folded(title)
    return share(name, reference.text) >= SAME and share(title, name) >= SAME


def _addresses(document: Document, head: str) -> set[str]:
    words = [
        word.strip("()<>[].,;") for word in head.split() if word.strip("()<>[]").startswith(("http://", "https://"))
    ]
    return {canonical_url(word) for word in (document.url, *words)}
