"""What a run says of its sources: who is asked on, what each gave, what was left behind."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime
from types import SimpleNamespace

import msgspec
import pytest

from inquiro.core.errors import AccessDenied
from inquiro.core.types import Document, Query, ResearchRequest, Stop
from inquiro.engine.choosing import Ranked
from inquiro.engine.domains import load_domains
from inquiro.engine.search import Admitted, Searched, Waiting
from inquiro.testing import Page, ScriptedProvider
from inquiro.workflows.sources import counted, documents_of, left_behind, notices, still_asked
from inquiro.workflows.state import initial

FACT = Page(title="Moss", text="Velmora moss cooled the roof of the Oskar library by 4.2 °C in 2023.")


def state(**fields):
    begun = initial("run", ResearchRequest(question="How much does moss cool?"), "hybrid")
    return begun | {"domain": "general", "sources": ["a", "b"], **fields}


def ranked(*names):
    return [Ranked(name=name, kind="web", score=0.5).to_dict() for name in names]


def searched(name, **fields):
    return Searched(provider=name, query="moss", **fields)


def test_a_source_that_answers_is_asked_on():
    admitted = Admitted(searched=(searched("a"), searched("b", failed=True)))
    assert still_asked(state(reserve=ranked("c")), admitted) == {"sources": ["a", "b"], "reserve": ranked("c")}


@pytest.mark.fault(5)
def test_a_source_that_refused_us_is_replaced_by_the_best_in_reserve():
    admitted = Admitted(searched=(searched("a", failed=True, refused=True), searched("b")))
    assert still_asked(state(reserve=ranked("c", "d")), admitted) == {"sources": ["b", "c"], "reserve": ranked("d")}


def test_a_stand_in_that_refused_us_is_not_promoted():
    both = (searched("a", failed=True, refused=True), searched("c", failed=True, refused=True))
    assert still_asked(state(reserve=ranked("c", "d")), Admitted(searched=both)) == {
        "sources": ["b", "d"],
        "reserve": [],
    }


def test_nobody_left_in_reserve_leaves_fewer_sources():
    admitted = Admitted(searched=(searched("a", failed=True, refused=True),))
    assert still_asked(state(reserve=[]), admitted) == {"sources": ["b"], "reserve": []}


def test_counts_grow_only_when_there_is_something_to_count():
    assert counted({}, "copies", 0) == {}
    assert counted({"copies": 1, "quotes": 3}, "copies", 2) == {"copies": 3, "quotes": 3}


def test_a_search_that_came_too_late_is_a_loss_with_its_source():
    loss = left_behind(Waiting(round=1, query=Query(text="moss"), provider="arxiv", share=1))
    assert (loss.what, loss.source) == ("search “moss”", "arxiv")
    assert "before the run ended" in loss.reason


@pytest.mark.parametrize(
    ("domain", "kind", "told"),
    [("medical", "web", 1), ("medical", "academic", 0), ("medical", "local", 0), ("general", "web", 0)],
)
def test_a_domain_that_wants_scholars_says_when_none_was_asked(tmp_path, domain, kind, told):
    providers = (ScriptedProvider("a", [], kind=kind), ScriptedProvider("b", [], kind=kind))
    deps = SimpleNamespace(domains=load_domains(tmp_path), providers=providers)
    assert len(notices(state(domain=domain, documents=["d1"]), deps)) == told


@pytest.mark.fault(4)
def test_the_reason_why_nobody_could_be_reached_is_told(tmp_path):
    deps = SimpleNamespace(domains=load_domains(tmp_path), providers=())
    failures = [{"what": "search", "reason": "the name cannot be resolved", "source": "a"}]
    [told] = notices(state(stop_cause=Stop(cause="sources", reason="").cause, access_failures=failures), deps)
    assert "the name cannot be resolved" in told
    assert "--corpus" in told


def test_a_run_remembers_what_each_source_gave(runtime, plug):
    """One gave everything, one nothing, and one refused."""
    plug(
        ScriptedProvider("giver", [FACT], leaves_machine="the query"),
        ScriptedProvider("empty", [], leaves_machine="the query"),
        ScriptedProvider("refuser", [FACT], leaves_machine="the query", search_error=AccessDenied("no")),
    )
    request = ResearchRequest(
        question="How much does Velmora moss cool a roof?",
        sources=("giver", "empty", "refuser"),
        domain="general",
        max_iterations=1,
        unattended=True,
    )
    report = asyncio.run(runtime.ask(request))
    assert {source.source_name for source in report.sources} == {"giver"}
    records = {record.source: record for record in asyncio.run(runtime._store.source_records("general"))}
    giver, empty, refuser = records["giver"], records["empty"], records["refuser"]
    assert giver.gained > 0
    assert giver.gained <= giver.tried
    assert (empty.gained, empty.blocked, refuser.gained) == (0, 0, 0)
    assert empty.tried > 0
    assert refuser.blocked > 0
    assert records["host:giver.example"].gained > 0


class Register(ScriptedProvider):
    """Lists every work under one DOI, and may know that it was retracted."""

    knows = False

    async def search(self, query, max_results, filters):
        hits = await super().search(query, max_results, filters)
        return [msgspec.structs.replace(hit, doi="10.1000/moss", retracted=self.knows) for hit in hits]


@pytest.mark.parametrize("knowing", ["one", "other", None])
def test_a_retraction_that_only_one_finder_knows_holds_for_the_work(runtime, plug, knowing):
    finders = [Register(name, [FACT], leaves_machine="the query") for name in ("one", "other")]
    for finder in finders:
        finder.knows = finder.name == knowing
    plug(*finders)
    request = ResearchRequest(
        question="How much does Velmora moss cool a roof?",
        sources=("one", "other"),
        domain="general",
        max_iterations=1,
        unattended=True,
    )
    report = asyncio.run(runtime.ask(request))
    assert sum(len(finder.opened) for finder in finders) == 1
    (source,) = report.sources
    retracted = knowing is not None
    assert source.retracted is retracted
    assert any("was retracted" in notice for notice in report.notices) is retracted
    assert {claim.label for claim in report.claims} == ({"inferred"} if retracted else {"quoted"})
    assert all((claim.confidence == 0) is retracted for claim in report.claims)
    assert not any(item.satisfied for item in report.checklist)
    facts = asyncio.run(runtime._store.facts(report.trace_id))
    assert all((fact.only_retracted, fact.verified) == (retracted, False) for fact in facts)
    assert asyncio.run(runtime.verify(report.trace_id)).holds


def test_documents_are_marked_by_what_the_run_was_told():
    read = document("a", doi="10.1000/x")
    shelf = SimpleNamespace(get=_returning([read, document("b")]))
    told = asyncio.run(documents_of(SimpleNamespace(shelf=shelf), state(withdrawn=["doi:10.1000/x"])))
    assert [one.retracted for one in told] == [True, False]
    older = {name: value for name, value in state().items() if name != "withdrawn"}  # of a run that an older one began
    assert asyncio.run(documents_of(SimpleNamespace(shelf=shelf), older))[0] is read


def _returning(documents):
    async def get(ids):
        return documents

    return get


def document(name, **known):
    return Document(
        id=name,
        url=f"https://{name}.example/",
        title=name,
        text=name,
        sha256=hashlib.sha256(name.encode()).hexdigest(),
        media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        **known,
    )
