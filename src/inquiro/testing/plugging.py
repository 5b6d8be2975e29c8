"""Doubles where a run finds them: plugged into a registry, or lying in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from inquiro.core.registry import Registry


def write_corpus(folder: Path, texts: Mapping[str, str | bytes]) -> Path:
    """A folder of files by name; a name may hold subfolders."""
    for name, content in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@contextmanager
def plugged_in(registry: Registry[Any], **factories: Callable[..., Any]) -> Iterator[None]:
    """For a while the registry knows these plug-ins too, as if an installed package had brought them."""
    installed = registry._entry_points()  # noqa: SLF001 - the one seam that outside packages have
    points = {**installed, **{name: _Point(factory) for name, factory in factories.items()}}
    with patch.object(registry, "_entry_points", lambda: points):
        yield


class _Point:
    """What a registry asks of an entry point."""

    def __init__(self, factory: Callable[..., Any]) -> None:
        self._factory = factory

    def load(self) -> Callable[..., Any]:
        return self._factory
