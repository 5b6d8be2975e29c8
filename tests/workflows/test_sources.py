"""What a run says of its sources: who is asked on, what each gave, what was left behind."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from inquiro.core.errors import AccessDenied
from inquiro.core.types import Query, ResearchRequest, Stop
from inquiro.engine.choosing import Ranked
from inquiro.engine.domains import load_domains
from inquiro.engine.search import Admitted, Searched, Waiting
from inquiro.testing import Page, ScriptedProvider
from inquiro.workflows.sources import counted, left_behind, notices, still_asked
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
    assert len(notices(state(domain=domain), deps)) == told


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
