"""Addresses in code that a model wrote: one that no page names may lead anywhere, and a reader should know."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from inquiro.core.types import Document

_ADDRESS = regex.compile(r"(?:https?|wss?|ftp)://(?P<host>[\w.-]+(?::\d+)?|\[[0-9a-f:]+\](?::\d+)?)", regex.IGNORECASE)
_HARMLESS = regex.compile(
    r"localhost(?::\d+)?|127\.\d+\.\d+\.\d+(?::\d+)?|0\.0\.0\.0(?::\d+)?|\[::1\](?::\d+)?|(?:[\w-]+\.)*example(?:\.(?:com|org|net))?",
    regex.IGNORECASE,
)


def strange_hosts(code: str, documents: Iterable[Document]) -> tuple[str, ...]:
    """The hosts that code speaks to and that no document names, in its text or as its own address."""
    hosts = dict.fromkeys(found["host"].lower() for found in _ADDRESS.finditer(code))
    left = [host for host in hosts if not _HARMLESS.fullmatch(host)]
    if not left:
        return ()
    read = [f"{document.url}\n{document.text}".lower() for document in documents]
    return tuple(host for host in left if not any(host in text for text in read))
