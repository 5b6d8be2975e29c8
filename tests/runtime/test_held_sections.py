"""Sections that wait for a person; the whole way over REST is in tests/api/test_notes.py."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import Conflict, StoreFull
from inquiro.core.types import NoteAsk, NoteResult, Report, ResearchRequest, Run, Written

SECTION = "## Research\n\nLimes are pruned in winter.\n"


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Limes.md").write_text("Limes.\n")
    return folder


def kept(runtime, vault, *, hold=True, status="completed", written="held"):
    ask = NoteAsk(vault=str(vault), path="Limes.md", hold=hold)
    note = NoteResult(path="Limes.md", section=SECTION, written=Written(outcome=written, path="Limes.md"))
    request = ResearchRequest(question="Research note: Limes.md", note=ask)
    result = Report(trace_id="r1", question="", answer="", status="completed", note=note)
    run = Run(
        id="r1", tool_name="research_note", input_params=request.to_dict(), status=status, result=result.to_dict()
    )
    asyncio.run(runtime._store.create_run(run))
    return "r1"


def test_what_was_accepted_stands_in_the_run_from_then_on(runtime, vault):
    run_id = kept(runtime, vault)
    shown = asyncio.run(runtime.held_sections.write(run_id, dry_run=True))
    assert (shown.outcome, (vault / "Limes.md").read_text()) == ("held", "Limes.\n")
    done = asyncio.run(runtime.held_sections.write(run_id))
    assert (vault / "Limes.md").read_text().startswith("Limes.\n\n## Research\n")
    assert asyncio.run(runtime.report(run_id)).note.written == done
    assert asyncio.run(runtime.held_sections.write(run_id)).outcome == "unchanged"
    assert asyncio.run(runtime.report(run_id)).note.written == done


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"hold": False}, "start it with `hold`"),
        ({"status": "in_progress"}, "has no section yet"),
        ({"written": "nothing"}, "nothing was found"),
    ],
)
def test_what_holds_nothing_is_refused(made, said, runtime, vault):
    run_id = kept(runtime, vault, **made)
    with pytest.raises(Conflict, match=said):
        asyncio.run(runtime.held_sections.write(run_id))
    assert (vault / "Limes.md").read_text() == "Limes.\n"


def test_what_a_crash_left_untold_is_told_as_it_was(runtime, vault, monkeypatch):
    run_id = kept(runtime, vault)

    async def crash(*_, **__):
        raise StoreFull("no room")

    with monkeypatch.context() as patch:
        patch.setattr(runtime._store, "update_run", crash)
        with pytest.raises(StoreFull):
            asyncio.run(runtime.held_sections.write(run_id))
    assert asyncio.run(runtime.held_sections.write(run_id)).outcome == "unchanged"
    assert asyncio.run(runtime.report(run_id)).note.written.outcome == "merged"
    assert (vault / "Limes.md").read_text().count("## Research") == 1
