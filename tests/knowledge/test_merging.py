"""What runs told becomes one, whatever order they came in."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from itertools import count

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inquiro.core.types import Given, Giver, KnownFact, Opposed
from inquiro.knowledge.gathering import gathered
from inquiro.knowledge.merging import merged_fact, runs_of, same_facts, together, weighed

STATEMENTS = [
    "Street trees cool the midday air of Varnholt by 1.6 °C.",
    "Street trees cool the midday summer air of Varnholt by 1.6 °C.",
    "Street trees cool the midday summer street air of Varnholt by 1.6 °C.",
    "Street trees do not cool the midday air of Varnholt by 1.6 °C.",
    "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years.",
    "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years.",
    "The Meridian Trust was founded in 2009.",
    "The Meridian Trust was founded in 2011.",
    "Planting oaks is safe for old pavements in Korvenau.",
    "Planting oaks is not safe for old pavements in Korvenau.",
]
PAGES = ["varnholt", "herald", "audit", "trust", "notes", "diary"]
PRIVATE = {"notes", "diary"}
BASES = min(settings.default.max_examples // 2, 200)  # each example fills several knowledge bases


@pytest.fixture(scope="module")
def pages(tell):
    """Every page says everything: what counts is what a run read in it."""
    return {
        name: tell.page(
            name,
            f"This is what {name} says of it all, page by page.",
            *STATEMENTS,
            private=name in PRIVATE,
            published=f"20{20 + at}-01-01",
        )
        for at, name in enumerate(PAGES)
    }


@pytest.fixture(scope="module")
def store(tell, pages):
    opened = tell.Swift(list(pages.values()))
    yield opened
    opened.connection.close()


NUMBERS = count()


def known_after(tell, store, runs, *, then=()):
    """The graph of a knowledge base of its own."""

    async def scenario():
        kept = tell.Kept(store, f"org-{next(NUMBERS)}").base
        for run in runs:
            await kept.add(gathered(run), Giver(key=run.run_id, run_id=run.run_id, asked_at=run.asked_at))
        for run_id in then:
            await kept.remove(run_id)
        return await kept.graph()

    return asyncio.run(scenario())


TOLD = st.lists(
    st.tuples(st.sampled_from(STATEMENTS), st.lists(st.sampled_from(PAGES), min_size=1, max_size=3, unique=True)),
    min_size=1,
    max_size=4,
)
RUNS = st.lists(TOLD, min_size=1, max_size=4)


def runs_from(tell, pages, told):
    return [
        tell.finished(f"run-{number}", *((said, [pages[name] for name in names]) for said, names in facts), day=number)
        for number, facts in enumerate(told)
    ]


@settings(max_examples=BASES)
@given(told=RUNS, data=st.data())
def test_neither_order_nor_repetition_changes_what_is_known(tell, store, pages, told, data):
    runs = runs_from(tell, pages, told)
    again = data.draw(st.permutations(runs)) + data.draw(st.lists(st.sampled_from(runs), max_size=2))
    assert known_after(tell, store, runs) == known_after(tell, store, again)


@settings(max_examples=BASES)
@given(told=RUNS)
def test_nothing_is_lost_and_nothing_private_becomes_public(tell, store, pages, told):
    runs = runs_from(tell, pages, told)
    graph = known_after(tell, store, runs)
    proven = {(proof.document_id, proof.quote) for fact in graph.facts for proof in fact.proofs}
    assert proven == {(name, said) for facts in told for said, names in facts for name in names}
    public_words = {said for facts in told for said, names in facts if not set(names) <= PRIVATE}
    for fact in graph.facts:
        assert all(proof.private == (proof.document_id in PRIVATE) for proof in fact.proofs)
        assert fact.private == all(proof.private for proof in fact.proofs)
        assert fact.private or fact.statement in public_words
    known = {fact.id: fact for fact in graph.facts}
    for fact in graph.facts:
        for one in fact.opposed:
            assert fact.id in {back.fact_id for back in known[one.fact_id].opposed}
            assert one.private == known[one.fact_id].private
            assert fact.private or not (one.private and one.explanation)


@settings(max_examples=BASES)
@given(told=st.lists(TOLD, min_size=2, max_size=4), data=st.data())
def test_what_is_taken_back_was_never_there(tell, store, pages, told, data):
    runs = runs_from(tell, pages, told)
    gone = data.draw(st.sampled_from(runs))
    left = [run for run in runs if run is not gone]
    assert known_after(tell, store, runs, then=[gone.run_id]) == known_after(tell, store, left)


@settings(max_examples=BASES)
@given(told=RUNS)
def test_what_came_from_the_base_never_strengthens_it(tell, store, pages, told):
    """A later run reads the same pages as the knowledge base gives them, and is taken in too."""
    runs = runs_from(tell, pages, told)
    again = {
        name: msgspec.structs.replace(page, id=f"again-{name}", source_type="knowledge") for name, page in pages.items()
    }
    later = runs_from(tell, again, [[fact for facts in told for fact in facts]])
    later = [msgspec.structs.replace(run, run_id="later") for run in later]
    assume(later[0].facts)
    assert known_after(tell, store, [*runs, *later]) == known_after(tell, store, runs)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_groups_are_what_pairs_connect(pairs):
    groups = together(list(range(10)), pairs)
    assert sorted(member for group in groups for member in group) == list(range(10))
    home = {member: at for at, group in enumerate(groups) for member in group}
    assert all(home[one] == home[other] for one, other in pairs)
    assert groups == together(list(range(10)), pairs[::-1])


def rows(tell, *told):
    return [
        Given(key=run, fact=fact)
        for run, statement, pages in told
        for fact in gathered(
            tell.finished(run, (statement, [tell.page(name, statement, private=private) for name, private in pages]))
        ).facts
    ]


def test_the_most_telling_public_words_stand_for_a_fact(tell):
    some = rows(
        tell,
        ("a", STATEMENTS[0], [("a", False)]),
        ("b", STATEMENTS[1], [("b", False)]),
        ("c", STATEMENTS[2], [("c", True)]),
    )
    [group] = same_facts(some)
    fact = merged_fact(
        group, {key: Giver(key=key, run_id=key, added_at=tell.DAY + timedelta(days=at)) for at, key in enumerate("abc")}
    )
    assert fact.statement == STATEMENTS[1]
    assert [proof.document_id for proof in fact.proofs] == ["a", "b", "c"]
    assert (fact.first_added, fact.last_added) == (tell.DAY, tell.DAY + timedelta(days=2))


def test_runs_stand_oldest_first_and_findings_without_a_run_are_none(tell):
    givers = {
        "x": Giver(key="x", run_id="late", asked_at=tell.DAY + timedelta(days=3)),
        "y": Giver(key="y", run_id="early", asked_at=tell.DAY),
        "z": Giver(key="z"),
    }
    some = [Given(key=key, fact=KnownFact(id="kf", statement="s", proofs=())) for key in ("x", "y", "z", "unknown")]
    assert runs_of(some, givers) == ("early", "late")


def test_confidence_counts_origins_and_not_documents(tell):
    said = "A street tree costs 1,100 €."  # too short to show who took it from whom
    one, copy, other = (
        tell.page("one", said, url="https://one.example/a"),
        tell.page("two", said, url="https://one.example/b"),
        tell.page(
            "three", "Nobody else tells the story of this summer in the way in which our own reporter saw it.", said
        ),
    )
    documents = {page.id: page for page in (one, copy, other)}
    [alone] = gathered(tell.finished("a", (said, [one]))).facts
    [copied] = gathered(tell.finished("b", (said, [one, copy]))).facts
    [both] = gathered(tell.finished("c", (said, [one, other]))).facts
    found = [weighed(fact, documents, {}) for fact in (alone, copied, both)]
    assert [fact.origins for fact in found] == [1, 1, 2]
    assert found[0].confidence == found[1].confidence < found[2].confidence


def test_what_is_opposed_is_less_sure_and_what_cannot_be_weighed_keeps_its_confidence(tell):
    said, other = STATEMENTS[4], STATEMENTS[5]
    page, rival = tell.page("a", said, published="2019-01-01"), tell.page("b", other, published="2023-01-01")
    [fact] = gathered(tell.finished("a", (said, [page]))).facts
    [against] = gathered(tell.finished("b", (other, [rival]))).facts
    disputed = msgspec.structs.replace(fact, opposed=(Opposed(fact_id=against.id),))
    documents = {page.id: page, rival.id: rival}
    assert weighed(disputed, documents, {against.id: against}).confidence < weighed(fact, documents, {}).confidence
    assert weighed(fact, {}, {}) == fact
