"""Runs for an evaluation: a corpus as files, evidence in order, and a home that leaves the user's alone."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import InquiroError
from inquiro.core.types import Fact, Report, ReportSource, Usage
from inquiro.runtime.evaluating.asking import ask_all, engine_of, evidence_order, total, write_corpus
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluating.sets import Paper, Question, QuestionSet

SMALL = QuestionSet(
    name="small",
    questions=(
        Question(text="How much does moss cool a roof?", answer="3 degrees", gold=frozenset({"Moss"})),
        Question(text="Where is salt dried?", answer="in ponds", gold=frozenset({"Salt"})),
    ),
    papers=(
        Paper(title="Moss", text="Moss cools a roof by 3 degrees in summer."),
        Paper(title="Salt", text="Salt is dried in ponds by the sea."),
    ),
)


def fact(url: str, score: float) -> Fact:
    return Fact(id=url, statement=url, evidence=(), sources=(url,), scores={"c0": score})


def source(url: str) -> ReportSource:
    return ReportSource(id=url, type="local", title="", url=url, snippet="", document_id=url)


def test_every_document_is_a_file_under_its_title(tmp_path):
    titles = write_corpus(SMALL.papers, tmp_path)
    assert list(titles.values()) == ["Moss", "Salt"]
    assert list(titles) == [(tmp_path / name).resolve().as_uri() for name in ("00000.md", "00001.md")]
    assert (tmp_path / "00000.md").read_text("utf-8") == "# Moss\n\nMoss cools a roof by 3 degrees in summer.\n"


def test_what_the_report_cites_comes_first_then_the_best_of_the_rest():
    report = Report(trace_id="r", question="?", answer="", sources=(source("b"), source("a")))
    assert evidence_order(report, [fact("d", 0.1), fact("a", 0.9), fact("c", 0.5)]) == ["b", "a", "c", "d"]


def test_usage_adds_up():
    used = total([Usage(calls=1, cost=0.5, tokens=10), Usage(calls=2, cost=0.25, pages=3)])
    assert (used.calls, used.cost, used.tokens, used.pages) == (3, 0.75, 10, 3)
    assert total([]) == Usage()


async def asked(task: Task, given: QuestionSet):
    return [one async for one in ask_all(task, given)]


def test_each_question_gets_a_run_of_its_own(tmp_path, settings):
    told: list[str] = []
    found = asyncio.run(asked(Task(data=tmp_path, settings=settings, tell=told.append), SMALL))
    assert [one.question for one in found] == list(SMALL.questions)
    assert [one.ranked[0] for one in found] == ["Moss", "Salt"]
    assert len({one.report.trace_id for one in found}) == 2
    assert {one.report.privacy for one in found} == {"local_only"}
    assert engine_of(found) == "extractive"
    assert told[-1].startswith("small: 2 of 2 questions")


def test_the_users_database_and_home_are_not_touched(tmp_path, settings):
    away = msgspec.structs.replace(settings, database_url="postgresql://nobody@127.0.0.1:1/none")
    (settings.home / "domains").mkdir(parents=True)
    asyncio.run(asked(Task(data=tmp_path, settings=away), SMALL.first(1)))
    assert [path.name for path in settings.home.iterdir()] == ["domains"]


def test_the_users_own_domains_count(tmp_path, settings):
    (settings.home / "domains").mkdir(parents=True)
    (settings.home / "domains" / "mine.toml").write_text("not toml at all [")
    with pytest.raises(InquiroError, match="mine"):
        asyncio.run(asked(Task(data=tmp_path, settings=settings), SMALL.first(1)))
