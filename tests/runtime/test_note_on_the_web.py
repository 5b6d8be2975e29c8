"""A note researched over real sockets: services in their own formats, pages, and what stands in the way."""

from __future__ import annotations

import asyncio
import os

import pytest

from inquiro.core.types import NoteAsk, ResearchRequest
from inquiro.workflows import extent

pytestmark = [pytest.mark.real_sources, pytest.mark.usefixtures("hurried")]

NOTE = (
    "# Green roofs\n\nVelmora moss cools a roof by 9.5 °C at noon in summer.\n\n"
    "How old does Velmora moss get?\n\nMy landlady Edith Quillwright must not know.\n"
)


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Green roofs.md").write_text(NOTE)
    (folder / "Diary.md").write_text("# Diary\n\nThe Velmora moss on the shed cools the roof nicely.\n")
    os.utime(folder / "Green roofs.md", (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture
def research(opened, vault):
    def go(depth="shallow", sources=("duckduckgo", "wikipedia")):
        runtime = opened()
        ask = NoteAsk(vault=str(vault), path="Green roofs.md", depth=depth, send="all")  # its moss is made up
        request = ResearchRequest(question="Research note", note=ask, sources=sources, unattended=True)
        report = asyncio.run(runtime.ask(request))
        assert asyncio.run(runtime.verify(report.trace_id)).holds
        return report, (vault / "Green roofs.md").read_text()

    return go


def pages(moss):
    return [
        one.path for one in moss.server.asked if one.path.startswith(("/articles", "/mirror", "/captcha", "/limited"))
    ]


def test_shallow_research_asks_the_services_and_opens_nothing(research, moss, small_internet):
    said = "Velmora moss cooled the roof of a library by 4.2 °C at noon in the summer of 2023."
    moss.found["duckduckgo"] = [small_internet.Work(title="Library", url=moss.url("/articles/library"), abstract=said)]
    report, text = research()
    assert pages(moss) == []
    assert f"[Library]({moss.url('/articles/library')}) (snippet)" in text
    assert "[[Diary]]" in text
    assert text.startswith(NOTE)
    assert report.note.topics_researched >= 2


def test_deep_research_reads_pages_and_goes_around_what_is_closed(research, moss):
    _, text = research("deep")
    assert "/articles/library" in pages(moss)
    assert "4.2 °C" in text
    assert "captcha" not in text


def test_no_word_of_the_note_but_labels_reaches_any_service(research, moss):
    report, _ = research("deep")
    sent = " ".join(f"{one.target} {one.body}" for one in moss.server.asked).lower()
    assert "quillwright" not in sent
    assert "landlady" not in sent
    assert report.note.queries
    assert all(len(query.split()) <= 8 for query in report.note.queries)


def test_a_page_that_hangs_costs_its_seconds_and_leaves_its_snippet(research, moss, monkeypatch):
    monkeypatch.setattr(extent, "NOTE_PAGE_SECONDS", 0.5)
    moss.hang("/articles/library")
    report, text = research("deep", ("duckduckgo",))
    assert "## Research" in text
    assert any("no answer" in loss.reason.lower() or "time" in loss.reason.lower() for loss in report.lost)


def test_of_a_page_only_the_first_50_000_characters_are_read(research, moss):
    filler = "The keepers of the house watered the panels twice a week. " * 1_000
    moss.article(
        "/articles/library", "Velmora moss on a library roof", filler, "Velmora moss cools a roof by 7.7 °C at noon."
    )
    _, text = research("deep", ("duckduckgo",))
    assert "7.7" not in text
