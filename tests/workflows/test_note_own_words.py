"""Sources on this machine are asked in the note's own words; those outside hear none of the words that are held back."""

from __future__ import annotations

import asyncio
import os

from inquiro.core.types import NoteAsk, ResearchRequest
from inquiro.engine.search import UNTOLD
from inquiro.providers.search import registry as sources
from inquiro.testing import Page, ScriptedProvider, plugged_in

NOTE = """# Quorlex Snapshots

Krause keeps the output of quorlex tests in the source code for readability.
"""
PAGE = Page(
    title="Quorlex snapshots",
    text="Quorlex snapshots keep the output of tests in a file of their own. Krause wrote the first of them.",
)
HELD = ("quorlex", "krause", "snapshots")


def test_held_words_are_searched_here_and_nowhere_else(runtime, tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    note = vault / "Quorlex Snapshots.md"
    note.write_text(NOTE)
    os.utime(note, (1_700_000_000, 1_700_000_000))
    here, outside = ScriptedProvider("here", [PAGE]), ScriptedProvider("outside", [PAGE], leaves_machine="queries")
    events = []
    request = ResearchRequest(
        question="Research note",
        note=NoteAsk(vault=str(vault), path=note.name, send="known"),
        sources=("here", "outside"),
        unattended=True,
        model="extractive",
    )
    with plugged_in(sources, here=lambda _: here, outside=lambda _: outside):
        report = asyncio.run(runtime.ask(request, on_event=events.append))
    assert any("quorlex" in query.lower() for query in here.searches)
    assert outside.searches
    assert not [query for query in outside.searches if any(word in query.lower() for word in HELD)]
    assert sorted(report.note.queries) == sorted(outside.searches)
    told = [str(event) for event in events if event.stage in {"round", "search"}]
    assert any(UNTOLD in one for one in told)
    assert not [one for one in told if "krause" in one.lower()]
