"""Runs, findings and single items on their way into the knowledge base."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, RunNotFound, UsageError
from inquiro.core.types import (
    Citation,
    Fact,
    IdeaResult,
    ImplementationResult,
    Ingested,
    KnownFact,
    Report,
    ReportSource,
    ResearchFindings,
    ResearchReport,
    ResearchRequest,
    Run,
)
from inquiro.engine.extract import evidence_at
from inquiro.testing import stored

RUN = "7f3a91c2-0000-4000-8000-000000000001"
COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
PRUNE = "Prune young trees every second winter."
PAGE = stored("page", f"A guide to trees.\n\n{COOLS} {PRUNE}", url="https://guide.example/trees")


def findings(**changes):
    at = PAGE.text.index(COOLS)
    cited = (Citation(source_id="src_1", quote=COOLS, start=at, end=at + len(COOLS)),)
    idea = IdeaResult(PAGE.url, COOLS, source_id="src_1", evidence=cited)
    code = ImplementationResult(PAGE.url, "Water it.\n\n```python\nwater()\n```\n\nDependencies: none")
    made = ResearchFindings(
        "How to cool?", ["idea", "implementation"], 5, ideas=[idea], implementations=[code], trace_id=RUN
    )
    return msgspec.structs.replace(made, **changes)


@pytest.fixture
def store(runtime):
    return runtime._store


async def a_run(store, run_id=RUN, *, found=None, document=PAGE, **changes):
    """A finished run with two facts of one page."""
    source = ReportSource(id="src_1", type="web", title="Guide", url=document.url, snippet="", document_id=document.id)
    report = Report(trace_id=run_id, question="How to cool?", answer="So.", sources=(source,), findings=found)
    known = {
        "tool_name": "research",
        "input_params": {"question": "How to cool?"},
        "status": "completed",
        "result": report.to_dict(),
    }
    await store.create_run(Run(id=run_id, **known | changes))
    lease = await store.acquire(run_id, "me", 60)
    evidence = [
        evidence_at(f"e{n}", document, document.text.index(said), document.text.index(said) + len(said))
        for n, said in ((1, COOLS), (2, PRUNE))
    ]
    facts = [
        Fact(id=f"f{n}", statement=said, evidence=(f"e{n}",), sources=(document.url,))
        for n, said in ((1, COOLS), (2, PRUNE))
    ]
    await store.put_documents(lease, [document])
    await store.put_findings(lease, facts, evidence, ())
    await store.release(lease)
    return report


def statements(graph):
    return {fact.statement for fact in graph.facts}


def test_a_run_is_added_searched_shown_and_removed(runtime, store):
    async def scenario():
        await a_run(store)
        added = await runtime.knowledge_add("7f3a")
        assert (added.facts, added.documents) == (2, 1)
        [first, *_] = await runtime.knowledge_search("midday air", 3)
        assert first.fact.statement == COOLS
        assert await runtime.knowledge_show(first.fact.id[:8]) == first.fact
        assert isinstance(first.fact, KnownFact)
        assert first.fact.runs == (RUN,)
        assert statements(await runtime.knowledge_graph()) == {COOLS, PRUNE}
        assert (await runtime.knowledge_size()).facts == 2
        assert (await runtime.knowledge_remove("7f3a")).facts == 2
        assert (await runtime.knowledge_size()).documents == 0

    asyncio.run(scenario())


def test_what_is_known_outlives_its_run_and_can_still_be_taken_back(runtime, store):
    async def scenario():
        await a_run(store)
        await runtime.knowledge_add(RUN)
        await runtime.delete(RUN)
        assert (await runtime.knowledge_search("midday", 1))[0].fact.runs == (RUN,)
        await runtime.knowledge_remove(RUN[:6])
        assert (await runtime.knowledge_size()).facts == 0

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("status", "command"),
    [
        ("pending", "inquiro runs watch 7f3a91c2"),
        ("in_progress", "inquiro runs watch 7f3a91c2"),
        ("waiting", "inquiro runs answer 7f3a91c2"),
        ("failed", "inquiro runs resume 7f3a91c2"),
        ("cancelled", "inquiro runs show 7f3a91c2"),
    ],
)
def test_a_run_that_is_not_done_says_what_to_do_first(runtime, store, status, command):
    async def scenario():
        await a_run(store, status=status, result=None)
        with pytest.raises(UsageError, match=f"is {status} and has found nothing yet to keep; .*{command}"):
            await runtime.knowledge_add("7f3a")

    asyncio.run(scenario())


@pytest.mark.fault(67)
def test_only_ones_own_research_can_be_kept(runtime, store):
    async def scenario():
        await a_run(store, org_id="elsewhere")
        with pytest.raises(NotConfigured, match="another owner's"):
            await runtime.knowledge_add(RUN)
        other = RUN.replace("7f3a", "8f3a")
        await a_run(store, other, tool_name="note")
        with pytest.raises(UsageError, match="a run of note"):
            await runtime.knowledge_add(other)
        with pytest.raises(RunNotFound):
            await runtime.knowledge_add("ffff")

    asyncio.run(scenario())


def test_removing_what_was_never_added_says_how_to_add_it(runtime, store):
    async def scenario():
        await a_run(store)
        with pytest.raises(UsageError, match="nothing is known from run 7f3a91c2; `inquiro knowledge add 7f3a91c2`"):
            await runtime.knowledge_remove("7f3a")
        with pytest.raises(RunNotFound):
            await runtime.knowledge_remove("ffff")
        with pytest.raises(RunNotFound, match="no run id was given"):
            await runtime.knowledge_remove(" ")

    asyncio.run(scenario())


def test_a_run_knows_what_came_from_real_research(runtime, wiki):
    """From the question to the base and back, with a source that knows the pages."""

    async def scenario():
        report = await runtime.ask(
            ResearchRequest(question="What does a street tree in Korvenau cost?", sources=("wiki",), unattended=True)
        )
        added = await runtime.knowledge_add(report.trace_id)
        assert added.facts > 0
        assert added.contradictions == 1
        assert await runtime.knowledge_add(report.trace_id) == Ingested(skipped=added.skipped, run_id=added.run_id)
        found = await runtime.knowledge_search("lifetime cost of a street tree", 5)
        costs = [one.fact for one in found if one.fact and "€" in one.fact.statement]
        assert all(one.opposed for one in costs if "lifetime" in one.statement)
        for fact in (await runtime.knowledge_graph()).facts:
            [document] = await runtime.knowledge.documents([fact.proofs[0].document_id])
            assert document.text[fact.proofs[0].start : fact.proofs[0].end] == fact.proofs[0].quote

    asyncio.run(scenario())


def test_findings_bring_their_whole_run_along(runtime, store):
    from inquiro.runtime.taking_in import taken_in

    async def scenario():
        report = await a_run(store, found=findings())
        for source in (findings().to_source(), findings(), report, RUN):
            added = await taken_in(store, runtime.knowledge, source)
            assert (added.facts, added.items) in {(2, 2), (0, 0)}
        graph = await runtime.knowledge_graph()
        assert statements(graph) == {COOLS, PRUNE}
        assert {item.mode for item in graph.items} == {"idea", "implementation"}
        extra = IdeaResult("https://elsewhere.example", "Paint the roofs white.")
        more = await taken_in(store, runtime.knowledge, findings(ideas=[extra]))
        assert more.items == 1
        assert any("not read here" in why for why in more.skipped)

    asyncio.run(scenario())


def test_one_item_brings_what_it_rests_on(runtime, store):
    from inquiro.runtime.taking_in import taken_in

    async def scenario():
        await a_run(store, found=findings())
        source = msgspec.structs.replace(findings().ideas[0].to_source(), trace_id=RUN, query="How to cool?")
        added = await taken_in(store, runtime.knowledge, source)
        assert (added.items, added.facts) == (1, 1)
        assert statements(await runtime.knowledge_graph()) == {COOLS}
        assert (await taken_in(store, runtime.knowledge, RUN)).facts == 1
        assert await taken_in(store, runtime.knowledge, source) == Ingested()
        assert (await runtime.knowledge_remove(RUN)).facts == 2

    asyncio.run(scenario())


def test_findings_without_a_run_are_kept_and_nothing_is_made_up(runtime, store):
    from inquiro.runtime.taking_in import taken_in

    async def scenario():
        alone = findings(trace_id="no such run")
        added = await taken_in(store, runtime.knowledge, alone)
        assert (added.items, added.facts, added.documents) == (2, 0, 0)
        assert [item.proofs for item in (await runtime.knowledge_graph()).items] == [(), ()]
        assert await taken_in(store, runtime.knowledge, alone) == Ingested(skipped=added.skipped, run_id=added.run_id)

    asyncio.run(scenario())


def test_a_page_that_was_read_here_proves_what_it_says(runtime, store):
    from inquiro.runtime.taking_in import taken_in

    async def scenario():
        await a_run(store)
        idea = IdeaResult(f"{PAGE.url}?utm_source=x#part", f"{PRUNE} Sing to them every night.")
        code = ImplementationResult(PAGE.url, f"{COOLS}\n\n```python\nplant()\n```")
        assert (await taken_in(store, runtime.knowledge, code)).facts == 1
        await taken_in(store, runtime.knowledge, idea)
        graph = await runtime.knowledge_graph()
        assert statements(graph) <= {COOLS, PRUNE}
        assert all(document.document_id == PAGE.id for fact in graph.facts for document in fact.proofs)

    asyncio.run(scenario())


def test_a_report_of_a_run_that_is_not_here_proves_nothing(runtime, store):
    from inquiro.runtime.taking_in import taken_in

    async def scenario():
        with pytest.raises(UsageError, match="not in this database"):
            await taken_in(store, runtime.knowledge, Report(trace_id="abcdef123", question="q", answer="a"))
        kept = await taken_in(
            store, runtime.knowledge, Report(trace_id="x", question="q", answer="a", findings=findings(trace_id=""))
        )
        assert kept.items == 2
        paper = await taken_in(store, runtime.knowledge, ResearchReport("## Abstract\n\nTrees."))
        assert (paper.items, paper.facts, len(paper.skipped)) == (0, 0, 1)

    asyncio.run(scenario())


@pytest.mark.parametrize("wrong", [None, 3, ["7f3a"], {"query": "x"}])
def test_anything_else_is_refused_with_what_is_accepted(runtime, store, wrong):
    from inquiro.runtime.taking_in import taken_in

    with pytest.raises(UsageError, match=r"takes in .*Source.Research.* a Report, or the id of a run; not"):
        asyncio.run(taken_in(store, runtime.knowledge, wrong))


def test_what_some_source_knew_to_be_retracted_is_not_taken_in(runtime, store):
    async def scenario():
        report = await a_run(store)
        withdrawn = msgspec.structs.replace(report.sources[0], retracted=True)
        again = msgspec.structs.replace(report, trace_id="r2", sources=(withdrawn,))
        await a_run(store, "r2", result=again.to_dict())
        added = await runtime.knowledge_add("r2")
        assert (added.facts, added.skipped) == (0, ("2 facts: they rest on retracted works only",))

    asyncio.run(scenario())
