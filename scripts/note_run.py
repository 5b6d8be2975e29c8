"""Researches a note of the real vault over services and pages on this machine, shallow and deep, and shows the section.

    python scripts/note_run.py [--html FILE]

The vault lies beside the checkout (../shared/data); the pages are ours. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import difflib
import os
import tarfile
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from fuzz import beside
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import NoteDepth, NoteResult
from inquiro.retrieval.embeddings import OFF
from inquiro.retrieval.words import content_tokens
from inquiro.runtime.notes import research_note

VAULT = Path(__file__).parents[2] / "shared" / "data" / "vault_obsidian_tasks" / "vault.tar.xz"
NOTE = "Testing/Testing and Time Zones.md"
DEPTHS: tuple[NoteDepth, ...] = ("shallow", "deep")
LONG_AGO = 1_700_000_000
PAGES = {
    "/jest-utc": (
        "Running Jest in one time zone",
        "Jest tests that fix the time zone to UTC in a global setup file pass on every machine.",
        "The variable TZ has to be set before the first date is made, or the tests keep the zone of the machine.",
    ),
    "/moment-timezone": (
        "What moment-timezone adds to a plugin",
        "Moment-timezone increases the size of the plugin main.js 3-fold when only ten years of data are bundled.",
        "An Obsidian plugin should use the moment that Obsidian supplies, because a second copy slows down the start.",
    ),
    "/manual": (
        "Testing by hand in several time zones",
        "Manual testing in different time zones needs a machine whose clock is set to the other zone, such as Auckland.",
        "Time zones east of UTC find most mistakes, because a day begins there while it is yesterday in UTC.",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--html", type=Path, help="write the note as a page, to look at it")
    asked = parser.parse_args()
    if not VAULT.is_file():
        raise SystemExit("the real vault is not beside this checkout")
    internet = beside("small_internet")
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(VAULT) as packed:
            packed.extractall(folder, filter="data")
        note = Path(folder) / "contributing" / NOTE
        ports: list[int] = []
        with internet.Server(lambda request: _respond(internet, request, ports[0])) as server:
            ports.append(server.port)
            for depth in DEPTHS:
                before = note.read_text("utf-8")
                os.utime(note, (LONG_AGO, LONG_AGO))
                found = _researched(Path(folder), server.port, depth)
                shown.append(_told(depth, found, before, note.read_text("utf-8"), len(server.asked)))
        page = MarkdownIt("commonmark").render(note.read_text("utf-8"))
    print("\n\n".join(shown))
    if asked.html:
        asked.html.write_text(f"<meta charset='utf-8'><title>{escape(NOTE)}</title>{page}", "utf-8")


def _researched(folder: Path, port: int, depth: NoteDepth) -> NoteResult:
    settings = Settings(
        home=folder / "home",
        database_url=f"sqlite:///{folder / 'home' / 'inquiro.db'}",
        embedding_model=OFF,
        allow_private_hosts=(f"127.0.0.1:{port}",),
        provider_urls={"duckduckgo": f"http://127.0.0.1:{port}/duckduckgo"},
    )
    return research_note(
        NOTE, depth, vault=folder / "contributing", sources=("duckduckgo",), settings=settings, on_event=_say
    )


def _say(event: Event) -> None:
    print(f"  {event.stage}: {event.message}")


def _respond(internet: Any, asked: Any, port: int) -> Any:
    """A search service that knows the pages by their words, and the pages."""
    if asked.path.startswith("/duckduckgo"):
        wanted = set(content_tokens(asked.params.get("q", "")))
        base = f"http://127.0.0.1:{port}"
        found = [
            internet.Work(title=title, url=base + path, abstract=said[0])
            for path, (title, *said) in PAGES.items()
            if len(wanted & set(content_tokens(" ".join([title, *said])))) >= 2
        ]
        return internet.SERVICES["duckduckgo"](asked, found)
    if asked.path not in PAGES:
        return internet.Answered("<h1>There is nothing here</h1>", 404)
    title, *said = PAGES[asked.path]
    paragraphs = "".join(f"<p>{escape(one)}</p>" for one in said)
    return internet.Answered(
        f"<html lang='en'><head><title>{escape(title)}</title></head><body><article><h1>{escape(title)}</h1>"
        f"{paragraphs}</article></body></html>"
    )


def _told(depth: str, found: NoteResult, before: str, after: str, requests: int) -> str:
    changes = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="", n=1)
    written = found.written.outcome if found.written else "nothing"
    head = (
        f"== {depth}: {found.topics_researched} topics, {written}, {requests} requests so far; queries: {found.queries}"
    )
    return "\n".join([head, *changes])


if __name__ == "__main__":
    main()
