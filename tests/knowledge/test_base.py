"""What a knowledge base holds after runs came and went, in a real database."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import StoreBusy, UsageError
from inquiro.core.types import Giver, Ingested, KnowledgeSize
from inquiro.knowledge.base import KnowledgeBase
from inquiro.knowledge.gathering import Gathered, gathered

COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
CHEAP = "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years."
DEAR = "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years."
FOUNDED = "The Meridian Trust was founded in 2009 and is based in Aldra."
PAYS = "The Meridian Trust pays half of the cost of new trees."


@pytest.fixture
def runs(tell):
    one = tell.finished(
        "run-1",
        (COOLS, [tell.page("varnholt", COOLS)]),
        (CHEAP, [tell.page("treasury", CHEAP, published="2019-05-01")]),
    )
    two = tell.finished(
        "run-2",
        (COOLS.replace("cool", "cooled"), [tell.page("herald", COOLS.replace("cool", "cooled"))]),
        (DEAR, [tell.page("audit", DEAR, published="2023-05-01")]),
        (FOUNDED, [tell.page("trust", FOUNDED)]),
        day=1,
    )
    return one, two


def test_a_new_base_is_empty(kept):
    assert kept.size() == KnowledgeSize()
    assert kept.search("street trees", 5) == []
    assert kept.graph().facts == ()


def test_what_two_runs_found_is_one_fact_with_the_proofs_of_both(kept, runs):
    first, second = kept.adds(*runs)
    assert (first.facts, first.documents, first.contradictions) == (2, 2, 0)
    assert (second.facts, second.merged, second.documents, second.contradictions) == (2, 1, 3, 1)
    [cooling] = [
        one.fact for one in kept.search("cooling in Varnholt", 5) if one.fact and "midday" in one.fact.statement
    ]
    assert {proof.document_id for proof in cooling.proofs} == {"varnholt", "herald"}
    assert (cooling.runs, cooling.origins) == (("run-1", "run-2"), 2)
    assert cooling.confidence == pytest.approx(1 - (1 - 0.63) ** 2, abs=0.01)
    size = kept.size()
    assert (size.facts, size.documents, size.contradictions) == (4, 5, 1)


def test_what_does_not_fit_is_kept_on_both_sides_and_neither_is_lost(kept, runs):
    kept.adds(*runs)
    by_statement = {fact.statement: fact for fact in kept.graph().facts}
    cheap, dear = by_statement[CHEAP], by_statement[DEAR]
    assert [one.fact_id for one in cheap.opposed] == [dear.id]
    assert [one.fact_id for one in dear.opposed] == [cheap.id]
    assert cheap.opposed[0].kind == dear.opposed[0].kind
    assert cheap.confidence < by_statement[FOUNDED].confidence


@pytest.mark.fault(44)
def test_the_same_run_twice_is_the_same_base(kept, runs):
    kept.adds(runs[0])
    before = kept.graph()
    assert kept.adds(runs[0]) == [Ingested()]
    assert kept.graph() == before


def test_the_order_of_runs_does_not_matter(tell, runs, tmp_path):
    found = []
    for number, order in enumerate((runs, runs[::-1])):
        with _opened(tell, tmp_path / str(number)) as kept:
            kept.adds(*order)
            found.append(kept.graph())
    assert found[0] == found[1]


def _opened(tell, folder):
    from contextlib import contextmanager

    from inquiro.storage.store import SqlStore

    @contextmanager
    def opened():
        store = SqlStore.open(f"sqlite:///{folder}/known.db", folder)
        yield tell.Kept(store)
        store.close()

    return opened()


def test_a_run_that_is_taken_back_leaves_what_others_gave(kept, runs):
    kept.adds(runs[0])
    before = kept.graph()
    kept.adds(runs[1])
    taken = kept.remove("run-2")
    assert (taken.facts, taken.merged, taken.documents, taken.contradictions) == (2, 1, 3, 1)
    assert kept.graph() == before
    kept.remove("run-1")
    assert kept.size() == KnowledgeSize()


def test_removing_a_run_that_gave_nothing_says_so(kept):
    with pytest.raises(UsageError, match="nothing is known from run run-9"):
        kept.remove("run-9")


def test_a_run_that_went_on_replaces_what_it_told_before(kept, tell, runs):
    kept.adds(runs[0])
    longer = tell.finished("run-1", (COOLS, [tell.page("varnholt", COOLS)]), (PAYS, [tell.page("payer", PAYS)]))
    assert kept.adds(longer)[0].facts == 1
    assert {fact.statement for fact in kept.graph().facts} == {COOLS, PAYS}
    assert kept.size().documents == 2


def test_wordings_between_two_others_bring_them_together_and_part_them_again(kept, tell):
    words = "oak elm ash fir yew pine lime plane cedar maple beech birch alder hazel rowan willow poplar larch spruce aspen".split()
    near, far = " ".join(words[:-2]) + ".", " ".join(words[2:]) + "."
    whole = " ".join(words) + "."
    kept.adds(tell.finished("a", (near, [tell.page("a", near)])), tell.finished("b", (far, [tell.page("b", far)])))
    assert kept.size().facts == 2
    assert kept.adds(tell.finished("c", (whole, [tell.page("c", whole)])))[0].merged == 1
    [fact] = kept.graph().facts
    assert ({proof.document_id for proof in fact.proofs}, fact.statement) == ({"a", "b", "c"}, whole)
    kept.remove("c")
    assert {fact.statement for fact in kept.graph().facts} == {near, far}


def test_an_id_that_was_merged_away_still_finds_its_fact(kept, tell):
    longer = "Street trees cool the midday summer air of Varnholt by 1.6 °C."
    kept.adds(tell.finished("a", (COOLS, [tell.page("a", COOLS)])))
    [before] = kept.graph().facts
    kept.adds(tell.finished("b", (longer, [tell.page("b", longer)])))
    [now] = kept.graph().facts
    assert now.id != before.id
    assert kept.get(before.id) == now


def test_spellings_of_one_name_are_one_thing_with_its_relations(kept, tell):
    other = "Meridian Trust Ltd. is based in Aldra."
    kept.adds(
        tell.finished("a", (FOUNDED, [tell.page("a", FOUNDED)])),
        tell.finished("b", (other, [tell.page("b", other)]), day=1),
    )
    [trust] = [entity for entity in kept.graph().entities if "Meridian" in entity.name]
    assert trust.runs == ("a", "b")
    assert len({(one.predicate, one.object) for one in trust.relations}) == len(trust.relations)
    assert kept.size().relations == len(
        {(r.subject, r.predicate, r.object) for e in kept.graph().entities for r in e.relations}
    )


def test_an_acronym_belongs_to_the_one_name_it_was_spelled_out_as(kept, tell):
    full = "The World Tree Council (WTC) met in Aldra."
    short = "Last week the WTC met in Korvenau."
    kept.adds(
        tell.finished("a", (short, [tell.page("a", short)])), tell.finished("b", (full, [tell.page("b", full)]), day=1)
    )
    named = {entity.name: entity for entity in kept.graph().entities}
    assert named["World Tree Council"].runs == ("a", "b")
    assert "WTC" in named["World Tree Council"].aliases
    another = "The Wood Trade Company (WTC) closed."
    kept.adds(tell.finished("c", (another, [tell.page("c", another)]), day=2))
    named = {entity.name: entity for entity in kept.graph().entities}
    assert named["World Tree Council"].runs == ("b",)
    assert "WTC" in named


def test_a_private_source_adds_its_proof_and_no_public_word(kept, tell):
    kept.adds(
        tell.finished("a", (COOLS, [tell.page("notes", COOLS, private=True)])),
        tell.finished("b", (COOLS, [tell.page("varnholt", COOLS)]), day=1),
    )
    [fact] = kept.graph().facts
    assert (fact.private, [(p.document_id, p.private) for p in fact.proofs]) == (
        False,
        [("varnholt", False), ("notes", True)],
    )
    kept.remove("b")
    assert [fact.private for fact in kept.graph().facts] == [True]
    assert {entity.private for entity in kept.graph().entities} == {True}


def test_a_document_that_turned_out_to_be_private_makes_what_is_known_from_it_private(kept, tell):
    page = tell.page("corpus", COOLS)
    kept.adds(tell.finished("a", (COOLS, [page])))
    assert [fact.private for fact in kept.graph().facts] == [False]
    asyncio.run(kept.read([msgspec.structs.replace(page, private=True)], "later"))
    assert [(fact.private, fact.proofs[0].private) for fact in kept.graph().facts] == [(True, True)]
    assert kept.search("midday air", 1)[0].fact.private


def test_searching_ranks_by_words_and_puts_facts_first(kept, runs):
    kept.adds(*runs)
    found = kept.search("lifetime cost of a tree in Korvenau", 10)
    assert {one.fact.statement for one in found[:2]} == {CHEAP, DEAR}
    kinds = ["fact" if one.fact else "item" if one.item else "entity" for one in found]
    assert kinds == sorted(kinds, key=["fact", "item", "entity"].index)
    assert {"fact", "entity"} == set(kinds)
    assert [one.score for one in found if one.fact] == sorted((one.score for one in found if one.fact), reverse=True)
    assert len(kept.search("Korvenau Varnholt trees", 2)) == 2


@pytest.mark.parametrize("query", ["", "   ", "the of and", "?!", "qqqq zzzz"])
def test_a_query_without_words_finds_nothing(kept, runs, query):
    kept.adds(runs[0])
    assert kept.search(query, 5) == []


def test_other_alphabets_are_found_too(kept, tell):
    japanese, russian = "街路樹は夏の気温を下げる。", "Уличные деревья снижают температуру воздуха."
    kept.adds(tell.finished("a", (japanese, [tell.page("ja", japanese)]), (russian, [tell.page("ru", russian)])))
    assert kept.search("街路樹の気温", 1)[0].fact.statement == japanese
    assert kept.search("температуру деревья", 1)[0].fact.statement == russian


def test_only_documents_that_something_is_known_from_are_given(kept, tell, runs):
    kept.adds(runs[0])
    asyncio.run(kept.read([tell.page("unused", "Nothing was learned here.")], "another"))
    assert [one.id for one in kept.documents(["treasury", "unused", "nowhere", "varnholt"])] == ["treasury", "varnholt"]


def test_documents_outlive_their_run_until_they_are_taken_back(kept, tell):
    secret = tell.page("notes", COOLS, private=True)
    kept.adds(tell.finished("a", (COOLS, [secret])))
    asyncio.run(kept.store.delete_run("a"))
    assert [one.text for one in kept.documents(["notes"])] == [secret.text]
    kept.remove("a")
    assert asyncio.run(kept.store.documents(["notes"])) == []
    assert asyncio.run(kept.store.integrity()) == []


@pytest.mark.parametrize(
    ("prefix", "message"),
    [("kf_zz", "starts with 'kf_zz'.*inquiro knowledge search"), (" ", "no id was given"), ("kf_", "several ids")],
)
def test_an_id_that_names_nothing_or_much_is_refused_with_a_way_out(kept, runs, prefix, message):
    kept.adds(*runs)
    with pytest.raises(UsageError, match=message):
        kept.get(prefix)


def test_everything_is_found_by_the_beginning_of_its_id(kept, runs):
    kept.adds(*runs)
    graph = kept.graph()
    for thing in (*graph.facts, *graph.entities):
        assert kept.get(thing.id) == thing


@pytest.mark.fault(67)
def test_another_organisation_sees_and_changes_nothing(kept, runs):
    kept.adds(*runs)
    other = KnowledgeBase(kept.store, "elsewhere")

    async def scenario():
        [document] = (await kept.base.graph()).facts[0].proofs[:1]
        assert await other.size() == KnowledgeSize()
        assert await other.search("Korvenau", 9) == []
        assert await other.documents([document.document_id]) == []
        with pytest.raises(UsageError):
            await other.get((await kept.base.graph()).facts[0].id)
        with pytest.raises(UsageError):
            await other.remove("run-1")

    before = kept.graph()
    asyncio.run(scenario())
    assert kept.graph() == before


@pytest.mark.fault(48)
def test_runs_that_are_added_at_once_all_come_in(kept, tell):
    statements = [f"The oak number {number} in Korvenau is {number} m high." for number in range(6)]
    made = [tell.finished(f"r{n}", (said, [tell.page(f"p{n}", said)])) for n, said in enumerate(statements)]

    async def scenario():
        for run in made:
            await kept.read(run.documents, run.run_id)
        await asyncio.gather(*(kept.base.add(gathered(run), Giver(key=run.run_id, run_id=run.run_id)) for run in made))

    asyncio.run(scenario())
    assert {fact.statement for fact in kept.graph().facts} == set(statements)


def test_somebody_who_never_stops_changing_it_is_named(kept, tell):
    class Restless:
        def __getattr__(self, name):
            return getattr(kept.store, name)

        async def change_knowledge(self, org_id, change):
            return False

    run = tell.finished("a", (COOLS, [tell.page("a", COOLS)]))
    with pytest.raises(StoreBusy, match="try again"):
        asyncio.run(KnowledgeBase(Restless()).add(gathered(run), Giver(key="a")))


def test_nothing_told_is_nothing_kept(kept):
    assert asyncio.run(kept.base.add(Gathered(skipped=("1 fact: why",)), Giver(key="a", run_id="a"))) == Ingested(
        skipped=("1 fact: why",)
    )
    assert kept.givers() == []
