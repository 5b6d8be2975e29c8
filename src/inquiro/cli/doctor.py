"""`inquiro doctor`: one screen that says what works, what is missing and what would add the most."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from inquiro import __version__
from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.text import plain
from inquiro.core.errors import InquiroError
from inquiro.core.settings import Settings

if TYPE_CHECKING:
    from inquiro.runtime import SourceInfo

SPACE_NEEDED = 50_000_000  # bytes; less cannot hold the snapshots of a few runs
_GLYPHS = {"ok": ("✓", "green"), "missing": ("○", "yellow"), "broken": ("✗", "red")}


@dataclass(frozen=True)
class Finding:
    """One line of the examination; `remedy` is what to do about it."""

    name: str
    state: Literal["ok", "missing", "broken"]
    said: str
    remedy: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Say what works, what is missing and the one thing that would add the most."""
    found = list(examine(Settings.load()))
    usable = all(finding.state != "broken" for finding in found)
    if as_json:
        print_json({"usable": usable, "findings": [asdict(f) for f in found], "next": next_step(found)})
    else:
        _show(found)
    ctx.exit(0 if usable else 1)


def examine(settings: Settings) -> Iterator[Finding]:
    yield Finding("Inquiro", "ok", f"{__version__} on Python {platform.python_version()}, {platform.system()}")
    yield _folder(settings.home)
    yield from _opened()
    yield _engine(settings)
    yield _embeddings(settings)
    yield Finding("Privacy", "ok", settings.privacy)
    if settings.ignored:
        names = ", ".join(map(plain, settings.ignored))
        yield Finding("Settings", "ok", f"ignored from ./inquiro.toml, which may not set them: {names}")


def next_step(found: list[Finding]) -> str:
    """What is broken comes first, then what is missing, in the order of the screen."""
    for state in ("broken", "missing"):
        for finding in found:
            if finding.state == state and finding.remedy:
                return finding.remedy
    return 'your own documents: inquiro ask "…" --corpus FOLDER'


def _folder(home: Path) -> Finding:
    nearest = next(folder for folder in (home, *home.absolute().parents) if folder.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        remedy = f"make {nearest} writable, or set INQUIRO_HOME to a folder that is"
        return Finding("Data folder", "broken", f"{home} cannot be written", remedy)
    free = shutil.disk_usage(nearest).free
    said = f"{home}, {free / 1e9:.1f} GB free"
    if free < SPACE_NEEDED:
        return Finding("Data folder", "broken", said, "free some disk space, or set INQUIRO_HOME to another disk")
    return Finding("Data folder", "ok", said if home.exists() else f"{said} (made at the first run)")


def _opened() -> Iterator[Finding]:
    """What only an opened runtime knows; a database that cannot be opened is a finding, not a crash."""
    try:
        with Opened() as opened:
            problems = opened.wait(opened.runtime.integrity())
            sources = opened.wait(opened.runtime.sources())
    except InquiroError as error:
        yield Finding("Database", "broken", plain(error), plain(error))
        return
    if problems:
        remedy = f"the database is damaged ({plain(problems[0])}): inquiro restore --latest, or move it aside"
        yield Finding("Database", "broken", "; ".join(map(plain, problems)), remedy)
    else:
        from inquiro.storage.migrations import MIGRATIONS  # opening has brought the file to this version

        yield Finding("Database", "ok", f"sound, version {len(MIGRATIONS)}")
    yield from _sources(sources)


def _sources(found: list[SourceInfo]) -> Iterator[Finding]:
    """A local source that only lacks a folder is ready: the folder comes with the question."""
    ready = [source for source in found if source.available or source.kind == "local"]
    yield Finding("Sources", "ok" if ready else "missing", ", ".join(_named(source) for source in ready) or "none")
    lacking = [source for source in found if source not in ready and not source.declared]
    if lacking:
        yield Finding("Not usable", "missing", ", ".join(_named(source) for source in lacking))


def _named(source: SourceInfo) -> str:
    return plain(source.name) + (f" ({plain(source.reason)})" if source.reason else "")


def _engine(settings: Settings) -> Finding:
    from inquiro.core.protocols import ProviderContext
    from inquiro.providers.llm import default_model

    if settings.model:
        return Finding("Engine", "ok", plain(settings.model))
    if name := default_model(ProviderContext(settings=settings)):
        return Finding("Engine", "ok", f"{plain(name)} (its vendor's key is set; `--model extractive` asks no model)")
    remedy = (
        "a language model, which reads and writes where Inquiro alone quotes the passage that answers, or says that none "
        "does: on this machine with INQUIRO_MODEL=ollama:llama3.2, or set a key such as ANTHROPIC_API_KEY"
    )
    return Finding("Engine", "missing", "extractive (no model configured)", remedy)


def _embeddings(settings: Settings) -> Finding:
    from inquiro.providers.embeddings import embeddings_available

    checked = embeddings_available(settings)
    if checked.available:
        return Finding("Embeddings", "ok", "semantic search is on")
    remedy = "`inquiro models install minilm` finds passages by meaning, not only by words"
    return Finding("Embeddings", "missing", plain(checked.reason), remedy)


def _show(found: list[Finding]) -> None:
    from rich.text import Text

    from inquiro.cli.rows import Paragraph, Row, console

    screen = console()
    for finding in found:
        glyph, style = _GLYPHS[finding.state]
        screen.print(Row(finding.name, Text.assemble((f"{glyph} ", style), finding.said)))
    screen.print()
    screen.print(Paragraph(Text.assemble(("The one thing that would add the most: ", "bold"), next_step(found))))
