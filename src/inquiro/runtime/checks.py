"""Checking a document as a plain call, for scripts and notebooks, and the request that every interface makes of it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import Any, get_args

import msgspec

from inquiro.core.errors import UnknownName, UsageError
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import CheckAsk, PrivacyMode, Report, ResearchRequest
from inquiro.runtime.calls import ended
from inquiro.runtime.drafts import LARGEST
from inquiro.runtime.runtime import Runtime

LONGEST = 2_000_000  # characters of a text that comes with a request
SECONDS = 1_800.0
Listener = Callable[[Event], None]
NamedPath = str | PathLike[str]


def check_request(
    document: NamedPath,
    *,
    corpus: NamedPath | list[NamedPath] | tuple[NamedPath, ...] = (),
    privacy: PrivacyMode | None = None,
    text: str | None = None,
    max_seconds: float = SECONDS,
    fresh: bool = False,
) -> ResearchRequest:
    """The request for a file or an address, or for a text under a name; what is wrong with it is said here."""
    if privacy is not None and privacy not in get_args(PrivacyMode):
        raise UnknownName("privacy mode", str(privacy), get_args(PrivacyMode))
    asked = _asked(fspath(document).strip(), text)
    many = corpus if isinstance(corpus, list | tuple) else [corpus]
    folders = tuple(fspath(one) for one in many)
    for folder in folders:
        if not Path(folder).is_dir():
            raise UsageError(f"the corpus {folder} is not a folder")
    return ResearchRequest(
        question=f"Check: {asked.name}",
        check=asked,
        corpora=folders,
        privacy=privacy,
        max_seconds=max_seconds,
        fresh=fresh,
        unattended=True,
    )


async def acheck_document(
    document: NamedPath,
    *,
    corpus: NamedPath | list[NamedPath] | tuple[NamedPath, ...] = (),
    on_event: Listener | None = None,
    settings: Settings | None = None,
    **options: Any,
) -> Report:
    """Check a document's references and sentences; `check` of the report says what was found."""
    request = check_request(document, corpus=corpus, **options)
    runtime = Runtime.open(settings)
    try:
        return await runtime.ask(request, on_event)
    finally:
        runtime.close()


def check_document(document: NamedPath, **options: Any) -> Report:
    """The plain twin of `acheck_document`, with the same options."""
    return ended(lambda: acheck_document(document, **options))


def clients_check(
    *,
    text: str | None = None,
    data: str | None = None,
    url: str | None = None,
    name: str = "document.md",
    **options: Any,
) -> ResearchRequest:
    """The request of a client elsewhere: a text, bytes or an address, never a file of this machine."""
    if sum(one is not None for one in (text, data, url)) != 1:
        raise UsageError("give the document once: its text, its data, or its url")
    if url is not None:
        if not url.lower().startswith(("http://", "https://")):
            raise UsageError("the url must begin with https://")
        return check_request(url, **options)
    if text is not None:
        return check_request(PurePath(name).name or "document.md", text=text, **options)
    try:
        read = base64.b64decode(data or "", validate=True)
    except ValueError as error:
        raise UsageError("the data is not base64") from error
    request = check_request(PurePath(name).name or "document", text="bytes", **options)
    asked = CheckAsk(name=PurePath(name).name or "document", data=read)
    return msgspec.structs.replace(request, check=asked)


def _asked(said: str, text: str | None) -> CheckAsk:
    if not said:
        raise UsageError("name the document: a file, or an address that begins with https://")
    if text is not None:
        if len(text) > LONGEST:
            raise UsageError(f"the text has {len(text):,} characters; {LONGEST:,} are allowed")
        if not any(character.isalnum() for character in text):
            raise UsageError("the text is empty: there is nothing to check")
        return CheckAsk(name=PurePath(said).name, text=text)
    if said.lower().startswith(("http://", "https://")):
        return CheckAsk(name=said, url=said)
    path = Path(said).expanduser()
    if not path.is_file():
        raise UsageError(f"{said} is not a file; name one, or an address that begins with https://")
    if path.stat().st_size > LARGEST:
        raise UsageError(f"{said} has {path.stat().st_size:,} bytes; {LARGEST:,} are allowed")
    return CheckAsk(name=path.name, path=str(path.resolve()))
