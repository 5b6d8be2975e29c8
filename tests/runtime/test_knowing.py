"""The pipeline as a script uses it."""

from __future__ import annotations

import asyncio
from contextlib import closing

import pytest

from inquiro import KnowledgePipeline, Runtime
from inquiro.core.errors import UsageError
from inquiro.core.types import IdeaResult, ResearchFindings, ResearchRequest


def found_by(settings, wiki):
    with closing(Runtime.open(settings)) as runtime:
        request = ResearchRequest(
            question="What does a street tree in Korvenau cost?", sources=("wiki",), unattended=True
        )
        return asyncio.run(runtime.ask(request))


def test_a_report_becomes_knowledge_and_once_is_enough(settings, wiki):
    report = found_by(settings, wiki)
    pipeline = KnowledgePipeline(settings)
    first = pipeline.run(report)
    assert first.facts > 0
    assert pipeline.run(report.trace_id).facts == 0
    with closing(Runtime.open(settings)) as runtime:
        assert asyncio.run(runtime.knowledge_size()).facts == first.facts


def test_findings_parsed_by_hand_can_be_kept(settings):
    idea = IdeaResult("https://a.example", "Plant oaks along the street.")
    source = ResearchFindings("How to cool?", ["idea"], 5, ideas=[idea]).to_source()
    assert KnowledgePipeline(settings).run(source).items == 1
    assert KnowledgePipeline(settings).run(idea.to_source()).items == 0


def test_inside_an_event_loop_both_twins_do_it(settings):
    idea = IdeaResult("https://a.example", "Plant oaks along the street.")

    async def scenario():
        return KnowledgePipeline(settings).run(idea), await KnowledgePipeline(settings).arun(idea)

    plain, twin = asyncio.run(scenario())
    assert plain.items == 1
    assert twin.items == 0  # it is known by now


def test_without_settings_it_uses_the_ones_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path))
    assert KnowledgePipeline().run(IdeaResult("https://a.example", "Plant oaks.")).items == 1
    assert (tmp_path / "inquiro.db").exists()


def test_what_it_does_not_know_it_refuses(settings):
    with pytest.raises(UsageError, match="not int"):
        KnowledgePipeline(settings).run(5)
