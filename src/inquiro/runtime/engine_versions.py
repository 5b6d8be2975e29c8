"""Which versions of Inquiro worked on a run, and which of them can replay it."""

from __future__ import annotations

from inquiro.core.errors import OtherEngine
from inquiro.core.types import Run
from inquiro.core.version import __version__


def with_this_version(run: Run) -> str:
    """What to store when this version takes the run up; who only wrote it down did no work on it."""
    before = run.engine_versions if run.attempt else ()
    return ", ".join(dict.fromkeys((*before, __version__)))


def require_this_version(run: Run) -> None:
    """Another version plans, ranks and words differently: its journal would not fit what this one asks for."""
    versions = run.engine_versions
    if versions == (__version__,):
        return
    rest = f"This version, {__version__}, shows, verifies and exports it."
    if len(versions) > 1:
        named = " and ".join((", ".join(versions[:-1]), versions[-1]))
        raise OtherEngine(f"run {run.id[:8]} was made by Inquiro {named}, so no single version can replay it. {rest}")
    raise OtherEngine(
        f"run {run.id[:8]} was made by Inquiro {versions[0]}; replay it with that version: "
        f"pip install inquiro=={versions[0]} in an environment of its own, on a backup from before the upgrade. {rest}"
    )
