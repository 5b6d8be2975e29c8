"""The formats of a report, by name and by the ending of a file."""

from __future__ import annotations

import html
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from inquiro.core.errors import UsageError
from inquiro.core.registry import Registry

# Its plug-ins follow `Export` or `RunExport`, which speak of reports and cannot be named down here.
formats: Registry[Any] = Registry("format", "inquiro.exports", "inquiro.exports")
BINARY = frozenset({"pdf", "docx"})
FRAME_HEIGHT = 640


def format_named(name: str) -> Any:
    return formats.made(name, suffix=str)


def rendered(report: object, name: str) -> bytes:
    """A report in a format; one that needs the whole run is made by `inquiro runs export`."""
    plugin = format_named(name)
    if not hasattr(plugin, "render"):
        run = getattr(report, "trace_id", "")
        raise UsageError(f"'{name}' needs the texts of the run: inquiro runs export {run} --format {name}")
    data: bytes = plugin.render(report)
    return data


def named_by(path: Path) -> str:
    """The format that a file's ending asks for."""
    known = {name: plugin.suffix for name, plugin in formats.usable(suffix=str).items()}
    fitting = [name for name, suffix in known.items() if path.name.lower().endswith(suffix)]
    if not fitting:
        endings = ", ".join(known.values())
        raise UsageError(f"{path}: no format has the ending '{path.suffix}'; known: {endings}")
    return max(fitting, key=lambda name: len(known[name]))  # .csl.json before .json


def saved(data: bytes, path: Path) -> Path:
    """Written whole or not at all: a file of that name stays as it was until the new one is complete."""
    if not path.parent.is_dir():
        raise UsageError(f"{path}: the folder {path.parent} does not exist")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; give the name of a file")
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as beside:
        beside.write(data)
    written = Path(beside.name)
    try:
        written.chmod(0o666 & ~_umask())
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
    return path


def framed(page: str) -> str:
    """A page within another, such as a notebook; its scripts run, but reach nothing of what is around it."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-popups" title="Inquiro report" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:0"></iframe>'
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
