"""Research in its modes, from the folder to the findings: with and without a model, over crashes and bad answers."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import contextmanager
from functools import partial

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import AccessDenied, BadAnswer, UsageError
from inquiro.core.phrases import nearest_line, phrases
from inquiro.core.types import MODES, ResearchRequest
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking
from inquiro.exports import registry as exports
from inquiro.exports import strip_volatile
from inquiro.providers.llm import registry as models
from inquiro.providers.search import registry as searches
from inquiro.testing import MoodyModel, ScriptedProvider, plugged_in

QUERY = "How to limit concurrent tasks in Python?"
Writer = partial(MoodyModel, local=False)
PAGES = {
    "groups.html": """<html><head><title>Task groups</title></head><body><main><h1>Task groups</h1>
<p>A task group waits for all of its tasks and cancels the others when one fails. Python got task groups in version 3.11.</p>
<p>Create the tasks in the group:</p><pre><code class="language-python">import asyncio

async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(0))

asyncio.run(main())
</code></pre></main></body></html>""",
    "limiter.md": """# Limiting concurrent tasks

A semaphore limits how many tasks run at the same time. It protects a server from too many requests.

Limit tasks with a semaphore:

```python
import asyncio
import re

limit = asyncio.Semaphore(2)

async def work(n):
    async with limit:
        await asyncio.sleep(n)
```
""",
    "essay.txt": "On concurrency\n\nConcurrent tasks in Python share one thread, so that blocking calls stop all of them.\n",
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    quick = RetryPolicy(attempts=2, outage_attempts=2, timeout_attempts=1, first_wait=0.0, longest_wait=0.0)
    monkeypatch.setattr(asking, "MID_RUN", quick)
    monkeypatch.setattr(asking, "AT_START", quick)


@pytest.fixture
def folder(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text)
    return pages


@pytest.fixture
def request_(folder):
    return ResearchRequest(
        question=QUERY, public_corpora=(str(folder),), modes=MODES, top_k=3, depth="light", unattended=True
    )


@contextmanager
def using(double):
    with plugged_in(models, double=lambda _context, _model: double):
        yield


def with_model(request):
    return msgspec.structs.replace(request, model="double:x")


def asked_for(request, mode):
    return f"## Mode: {mode}" in request.messages[0].text


def test_all_three_modes_without_a_model(runtime, request_):
    report = asyncio.run(runtime.ask(request_))
    found = report.findings
    assert found.modes == list(MODES)
    assert 1 <= len(found.ideas) <= 3
    assert {one.snippets[0].origin for one in found.implementations} == {"quoted"}
    assert all(one.snippets[0].valid for one in found.implementations)
    assert "asyncio.Semaphore(2)" in " ".join(one.code_snippet for one in found.implementations)
    assert found.report.content.startswith("## Abstract")
    assert {claim.label for claim in report.claims} <= {"quoted", "uncited"}
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    assert asyncio.run(runtime.run(report.trace_id)).tool_name == "research"


def test_it_replays_to_the_byte(runtime, request_):
    report = asyncio.run(runtime.ask(request_))
    assert asyncio.run(runtime.replay(report.trace_id)).identical


def test_one_mode_fills_only_its_own_part(runtime, request_):
    found = asyncio.run(runtime.ask(msgspec.structs.replace(request_, modes=("idea",)))).findings
    assert found.ideas
    assert (found.implementations, found.report, found.modes) == ([], None, ["idea"])
    assert not any("```" in idea.content or "import " in idea.content for idea in found.ideas)


@pytest.mark.parametrize(("change", "said"), [({"modes": ("both",)}, "use freeform"), ({"top_k": 0}, "at least 1")])
def test_what_cannot_be_wanted_is_refused_before_anything_is_written(runtime, request_, change, said):
    with pytest.raises(UsageError, match=said):
        asyncio.run(runtime.start(msgspec.structs.replace(request_, **change)))
    assert asyncio.run(runtime.runs()) == []


def test_a_model_drafts_every_mode_over_the_same_evidence(runtime, request_):
    double = Writer()
    with using(double):
        report = asyncio.run(runtime.ask(with_model(request_)))
    asked = Counter(double.asked)
    assert (asked["idea"], asked["implementation"], asked["freeform"], asked["write"]) == (1, 1, 1, 0)
    found = report.findings
    assert found.ideas
    assert found.implementations
    assert {one.snippets[0].origin for one in found.implementations} == {"quoted"}
    assert any(claim.label in {"quoted", "supported"} for claim in report.claims)
    assert report.engine == "llm (double:x)"
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    assert asyncio.run(runtime.replay(report.trace_id)).identical


def test_the_modes_are_asked_at_the_same_time(runtime, request_):
    """Each waits until all have been asked: one after the other they would wait for ever."""
    waiting: list[str] = []
    everybody = asyncio.Event()

    async def together(mode):
        waiting.append(mode)
        if len(waiting) == len(MODES):
            everybody.set()
        await asyncio.wait_for(everybody.wait(), 20)

    def mood(request):
        mode = next((mode for mode in MODES if asked_for(request, mode)), None)
        return together(mode) if mode else None

    with using(Writer(mood)):
        report = asyncio.run(runtime.ask(with_model(request_)))
    assert sorted(waiting) == sorted(MODES)
    assert report.engine == "llm (double:x)"


def test_an_answer_without_a_block_is_asked_for_once_more(runtime, request_):
    answers = iter(["I think that semaphores are fine."])
    double = Writer(lambda request: next(answers, None) if asked_for(request, "idea") else None)
    with using(double):
        report = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, modes=("idea",)))))
    assert Counter(double.asked)["idea"] == 2
    assert "There is no <research_result>" in double.prompts[-1] or "research_result" in double.prompts[-1]
    assert report.findings.ideas
    assert report.engine == "llm (double:x)"


def test_twice_without_a_block_the_embedded_reasoner_takes_over_and_the_raw_text_stays_in_the_trace(runtime, request_):
    double = Writer(lambda request: "No tags from me." if asked_for(request, "idea") else None)
    with using(double):
        report = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, modes=("idea",)))))
    assert Counter(double.asked)["idea"] == 2
    assert report.findings.ideas
    assert {idea.label for idea in report.findings.ideas} == {"quoted"}
    assert "extractive" in report.engine
    assert any("idea" in loss.what for loss in report.lost)
    rows = asyncio.run(runtime.effects(report.trace_id))
    raw = [row.response["text"] for row in rows if row.kind == "model" and row.step.startswith("model/idea")]
    assert raw == ["No tags from me."] * 2


def test_invented_sources_are_dropped_and_counted(runtime, request_):
    invented = (
        "<research_result><research_item><source>https://invented.example/</source><content>Trust me.</content>"
        "</research_item><research_item><source>e1</source><content>A semaphore limits how many tasks run at the same "
        "time.</content></research_item></research_result>"
    )
    with using(Writer(lambda request: invented if asked_for(request, "idea") else None)):
        report = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, modes=("idea",)))))
    found = report.findings
    assert found.dropped["sources that were not retrieved"] == 1
    read = {source.url for source in report.sources}
    assert {idea.source for idea in found.ideas} <= read
    assert "invented.example" not in msgspec.json.encode(report).decode()


def test_code_in_an_idea_is_dropped_and_counted(runtime, request_):
    coded = (
        "<research_result><research_item><source>e1</source><content>A semaphore limits tasks.\n```python\nx = 1\n```\n"
        "</content></research_item></research_result>"
    )
    with using(Writer(lambda request: coded if asked_for(request, "idea") else None)):
        found = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, modes=("idea",))))).findings
    assert found.dropped["code in ideas"] == 1
    assert "x = 1" not in found.ideas[0].content


def test_code_of_the_model_is_called_adapted_and_looked_at(runtime, request_):
    adapted = (
        "<research_result><research_item><source>e1</source><content>A semaphore limits tasks.\n\n```python\nimport httpx\n"
        "def broken(:\n```\n\nDependencies: none</content></research_item></research_result>"
    )
    only = msgspec.structs.replace(request_, modes=("implementation",))
    with using(Writer(lambda request: adapted if asked_for(request, "implementation") else None)):
        (one,) = asyncio.run(runtime.ask(with_model(only))).findings.implementations
    (snippet,) = one.snippets
    assert (snippet.origin, snippet.valid, snippet.checked) == ("adapted", False, "python")
    assert "line 2" in snippet.problem
    assert one.dependencies == []


def test_a_model_elsewhere_is_not_shown_private_pages_and_they_are_told_all_the_same(runtime, request_, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "secret.md").write_text(
        "# Our limiter\n\nOur limiter Quokka allows 7 concurrent Python tasks on every server.\n"
    )
    double = Writer()
    with using(double):
        report = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, corpora=(str(mine),)))))
    assert not any("Quokka" in prompt for prompt in double.prompts)
    assert any("Quokka" in idea.content for idea in report.findings.ideas)


def test_the_model_never_sees_an_address(runtime, request_):
    double = Writer()
    with using(double):
        asyncio.run(runtime.ask(with_model(request_)))
    assert not any("://" in prompt for prompt in double.prompts)


class Killed(BaseException):
    """As sudden as a signal."""


@pytest.mark.fault(1)
@pytest.mark.parametrize(
    "point", ["effect.after_call", "effect.after_journal", "report.after_store", "run.after_close"]
)
def test_a_run_that_is_killed_goes_on_to_the_same_findings(runtime, request_, point):
    request = msgspec.structs.replace(with_model(request_), fresh=True)
    seen = []
    with using(Writer()), armed(lambda name, _detail: seen.append(name)):
        calm = asyncio.run(runtime.ask(request))
    for turn in {seen.count(point) // 2, seen.count(point) - 1}:
        with using(Writer()):
            run = asyncio.run(runtime.start(request))
            _killed_at(runtime, run.id, point, turn)
            report = asyncio.run(runtime.resume(run.id))
        assert _comparable(report) == _comparable(calm)


def _killed_at(runtime, run_id, point, turn):
    left = [turn]

    def kill(name, _detail):
        if name == point:
            if left[0] == 0:
                raise Killed
            left[0] -= 1

    with armed(kill), pytest.raises(Killed):
        asyncio.run(runtime.execute(run_id))


def _comparable(report):
    return strip_volatile(exports.get("json")().render(report).decode(), "json").replace(report.trace_id, "")


def test_a_model_that_fails_mid_way_leaves_the_mode_to_the_embedded_reasoner(runtime, request_):
    def mood(request):
        if asked_for(request, "freeform"):
            raise BadAnswer("nothing usable")

    with using(Writer(mood)):
        report = asyncio.run(runtime.ask(with_model(request_)))
    assert report.findings.report.content.startswith("## Abstract")
    assert report.findings.ideas
    assert "extractive" in report.engine


def test_a_collection_that_failed_says_why_in_its_problems(runtime, request_):
    def down(_context):
        return ScriptedProvider("down", [], search_error=AccessDenied("down for maintenance"))

    wanted = msgspec.structs.replace(request_, public_corpora=(), sources=("down",))
    with plugged_in(searches, down=down):
        report = asyncio.run(runtime.ask(wanted))
    found = report.findings
    assert found.problems[0].startswith("No source could be reached (down for maintenance).")
    assert (found.ideas, found.implementations) == ([], [])
    assert found.report.content.startswith(phrases("en").unread)
    assert asyncio.run(runtime.verify(report.trace_id)).holds


def test_where_nothing_was_found_the_report_is_a_sentence_the_nearest_titles_and_a_hint(runtime, request_):
    wanted = msgspec.structs.replace(request_, question="Where do concurrent penguins breed?", modes=("freeform",))
    report = asyncio.run(runtime.ask(wanted))
    paper = report.findings.report
    words = phrases("en")
    assert paper.content == f"{words.nothing}\n\n{nearest_line(paper.nearest, 'en')}\n\n{words.no_model}"
    assert paper.nearest == ("Limiting concurrent tasks",)
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    assert "##" not in paper.content


def test_a_paper_with_a_table_and_reasoning_is_verified_linked_and_drawn(runtime, request_):
    def paper(request):
        if not asked_for(request, "freeform"):
            return None
        shown = dict(re.findall(r"^ *(e\d+): (.+)$", request.messages[1].text, re.MULTILINE))
        limit = next(name for name, said in shown.items() if "semaphore limits" in said)
        thread = next(name for name, said in shown.items() if "share one thread" in said)
        return (
            f"<research_result>\n## Abstract\nA semaphore limits how many tasks run at the same time [{limit}].\n\n"
            f"## Methodology\n| | Tasks |\n|---|---|\n| A semaphore | limits how many run at the same time [{limit}] |\n\n"
            f"### What follows\nTasks that share one thread still need a limit [{limit}][{thread}].\n</research_result>"
        )

    with using(Writer(paper)):
        report = asyncio.run(runtime.ask(with_model(msgspec.structs.replace(request_, modes=("freeform",)))))
    content = report.findings.report.content
    assert "| A semaphore | limits how many run at the same time [1] |" in content
    assert "### What follows" in content
    told = {claim.text: claim for claim in report.claims}
    reasoned = told["Tasks that share one thread still need a limit."]
    assert (reasoned.part, reasoned.label, len(reasoned.evidence)) == ("analysis", "inferred", 2)
    assert (told["limits how many run at the same time"].row, report.findings.problems) == ("A semaphore", [])
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    assert asyncio.run(runtime.replay(report.trace_id)).identical
    page = exports.get("html")().render(report).decode()
    assert "<table" in page
    assert "| --- |" not in page
