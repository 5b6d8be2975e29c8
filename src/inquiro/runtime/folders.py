"""Where a user's own macros, verbs and batch templates live: in the data directory, which no request can name."""

from __future__ import annotations

from pathlib import Path

from inquiro.core.errors import UsageError
from inquiro.core.settings import Settings

MACROS, VERBS, BATCHES = "macros", "verbs", "batches"
LARGEST_FILE = 5_000_000  # bytes


def folders_of(settings: Settings, name: str) -> tuple[Path, ...]:
    return (settings.home / name,)


def text_of(path: Path) -> str:
    """A file that a person wrote; one that is no text is refused in words."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_FILE:
        raise UsageError(f"{path} is larger than {LARGEST_FILE:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text") from error
