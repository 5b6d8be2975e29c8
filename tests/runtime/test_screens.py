from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from inquiro.core.errors import ReviewNotFound
from inquiro.core.types import LeiFinding, VerbStep
from inquiro.runtime.screens import named_in, review_entries, review_screen


@pytest.fixture
def settings(settings):
    return replace(settings, privacy="local_only")  # nobody asks the register


def propose(runtime, review):
    return asyncio.run(runtime.reviews.store.propose(review))


def said(review):
    return {"seen_hash": review.payload_hash, "version": review.version, "who": "Rita"}


def test_a_review_that_nobody_touched_has_no_changes_and_no_execution(runtime, proposed):
    review = propose(runtime, proposed.review("fresh"))
    screen = asyncio.run(review_screen(runtime, "fresh"))
    assert (screen.review.id, screen.view.hash) == ("fresh", review.payload_hash)
    assert (screen.decision, screen.changes, screen.run, screen.tree) == (None, (), None, "")
    assert [one.review.id for one in asyncio.run(review_entries(runtime))] == ["fresh"]
    with pytest.raises(ReviewNotFound):
        asyncio.run(review_screen(runtime, "nobody"))


def test_what_people_changed_is_told_by_version_and_by_approval(runtime, proposed):
    review = propose(runtime, proposed.review("changed"))

    async def change():
        newer = await runtime.reviews.revise("changed", {"apex": {"name": "B SE"}}, merge=True, **said(review))
        first = (await review_screen(runtime, "changed")).changes
        await runtime.reviews.approve("changed", edits={"note": "n"}, merge=True, channel="terminal", **said(newer))
        return first, await review_screen(runtime, "changed")

    first, screen = asyncio.run(change())
    assert 'apex.name: "Aldra SE" → "B SE"' in first
    assert {'apex.name: "Aldra SE" → "B SE"', 'note: null → "n"'} <= set(screen.changes)


def test_the_tree_has_what_the_verbs_named_and_nothing_else(runtime, proposed):
    one = propose(runtime, proposed.review("one"))
    other = propose(runtime, proposed.review("two", data={"apex": {"name": "Other SE"}}, leis=()))

    async def run():
        for review in (one, other):
            await runtime.reviews.approve(review.id, channel="terminal", **said(review))
            await runtime.executions.execute(review.id)
        return [(await review_screen(runtime, name)).tree for name in ("one", "two")]

    first, second = asyncio.run(run())
    assert "40 % Aldra Two" in first
    assert "Other SE" not in first
    assert second.strip() == "Other SE [limited-company]"


def test_an_lei_may_go_on_only_if_nothing_else_stops_it(runtime, proposed):
    def finding(lei, verdict, path="apex.lei"):
        return LeiFinding(path=path, lei=lei, verdict=verdict)

    leis = (finding("A", "lapsed"), finding("A", "lapsed", "x"), finding("B", "unverified"), finding("B", "name_differs"),
            finding("C", "confirmed"), finding("D", "not_found"))  # fmt: skip
    propose(runtime, proposed.review("leis", leis=leis))
    assert [one.lei for one in asyncio.run(review_screen(runtime, "leis")).overridable] == ["A"]


def test_only_what_is_done_names_anything():
    def step(status, **outcome):
        return VerbStep(run_id="r", group="g", index=0, verb="v", text="", key="k", status=status, outcome=outcome)

    steps = [step("done", ref="a", refs=["b", "a"]), step("failed", ref="c"), step("done")]
    assert named_in(steps) == ["a", "b"]
