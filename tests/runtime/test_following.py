"""Which run may be followed, in which privacy mode, and what is taken over from its request."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import NotConfigured, RunNotFound, UsageError
from inquiro.core.types import Report, ResearchRequest, Run
from inquiro.runtime.following import as_before, followable, mode_after
from inquiro.storage.store import SqlStore

RUN_ID = "7f3a91c2-0000-4000-8000-000000000001"


@pytest.fixture
def store(settings):
    opened = SqlStore.open(settings.database_url, settings.home)
    yield opened
    opened.close()


def a_run(**changes):
    report = Report(trace_id=RUN_ID, question="Do trees cool?", answer="They do.")
    known = {"id": RUN_ID, "tool_name": "deep_research", "input_params": {"question": "Do trees cool?"}}
    return Run(**(known | {"status": "completed", "result": report.to_dict()} | changes))


def found(store, run, prefix="7f3a"):
    async def scenario():
        await store.create_run(run)
        return await followable(store, prefix)

    return asyncio.run(scenario())


def test_any_unique_prefix_names_a_finished_run(store):
    assert found(store, a_run()).id == RUN_ID


@pytest.mark.parametrize("prefix", ["", "  ", "8", "7f3a91c3"])
def test_an_unknown_run_cannot_be_followed(store, prefix):
    with pytest.raises(RunNotFound, match="no run id starts with"):
        found(store, a_run(), prefix)


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
def test_a_run_without_a_report_says_what_to_do_first(store, status, command):
    with pytest.raises(UsageError, match=f"is {status} and has no report to follow; .*{command}"):
        found(store, a_run(status=status, result=None))


@pytest.mark.parametrize("owner", [{"user_id": "somebody"}, {"org_id": "elsewhere"}])
def test_another_owners_run_is_refused(store, owner):
    with pytest.raises(NotConfigured, match="another owner's"):
        found(store, a_run(**owner))


def test_a_trace_of_another_tool_is_no_research(store):
    with pytest.raises(UsageError, match="a run of note"):
        found(store, a_run(tool_name="note"))


@pytest.mark.fault(69)
def test_what_was_local_only_stays_so_and_nothing_else_tightens():
    assert mode_after("hybrid", a_run(privacy="local_only")) == "local_only"
    assert mode_after("cloud_allowed", a_run(privacy="hybrid")) == "cloud_allowed"
    assert mode_after("local_only", a_run(privacy="hybrid")) == "local_only"


def test_folders_sources_and_domain_are_those_of_the_earlier_run_unless_some_are_named():
    params = {"question": "q", "corpora": ["/papers"], "sources": ["corpus"], "domain": "medical", "strict": True}
    earlier = a_run(input_params=params)
    taken = as_before(ResearchRequest(question="and?"), earlier)
    assert (taken.corpora, taken.sources, taken.domain, taken.strict) == (("/papers",), ("corpus",), "medical", False)
    named = as_before(ResearchRequest(question="and?", sources=("wikipedia",), domain="legal"), earlier)
    assert (named.corpora, named.sources, named.domain) == ((), ("wikipedia",), "legal")


def test_a_question_that_follows_is_written_as_the_one_before_unless_told_otherwise():
    earlier = a_run(input_params={"question": "q", "style": "answer", "brief": True, "outline": ["Costs"]})
    taken = as_before(ResearchRequest(question="and?"), earlier)
    assert (taken.style, taken.brief, taken.outline) == ("answer", True, ())
    told = as_before(ResearchRequest(question="and?", style="report"), earlier)
    assert (told.style, told.brief) == ("report", False)
