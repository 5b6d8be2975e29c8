from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Assessment, ChecklistItem, Entity, Fact, Plan, Quantity
from inquiro.engine.asked.assessing import ASSESS, Conflict, Judged, JudgedItem, NextQuery
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.querying import MOST_QUERIES
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.engine.search_scope import SearchScope
from inquiro.retrieval.words import content_tokens
from inquiro.testing import ScriptedModel

ITEMS = (
    ChecklistItem(id="c1", description="Do street trees cool the street?", terms=("street", "trees", "cool")),
    ChecklistItem(id="c2", description="What does a street tree cost?", terms=("street", "tree", "cost"), facet="cost"),
    ChecklistItem(id="c3", description="Who pays for street trees?", terms=("pays", "street", "trees"), facet="payer"),
)
PLAN = Plan(refined_query="Do street trees cool, what do they cost, who pays?", checklist=ITEMS)


def fact(number: int, statement: str, item: str = "c1", *, private: bool = False, **more) -> Fact:
    return Fact(
        id=f"f{number}",
        statement=statement,
        evidence=(f"e{number}",),
        sources=(f"https://example.org/{number}",),
        origin_ids=(f"d{number}",),
        scores={item: 0.9},
        private=private,
        **more,
    )


FACTS = (
    fact(1, "Street trees cool the street by 3 °C.", published="2021-01-01", quantities=(Quantity(value=3, unit="°C", text="3 °C"),)),
    fact(2, "Street trees cool the street by 1 °C.", published="2019-01-01", quantities=(Quantity(value=1, unit="°C", text="1 °C"),)),
    fact(3, "A street tree costs 1,100 €.", "c2"),
)  # fmt: skip
SAID = Judged(
    items=[
        JudgedItem(id="c1", status="satisfied"),
        JudgedItem(id="c2", status="partial", missing="The lifetime cost is missing."),
        JudgedItem(id="c3", status="satisfied"),
    ],
    queries=[
        NextQuery(text="street tree lifetime cost audit", items=["c2"]),
        NextQuery(text="Meridian Trust tree funding", items=["c3"]),
    ],
)


def assess(thinking, facts=FACTS, checklist=ITEMS, scope=None, **known) -> Assessment:
    reasoner = LlmReasoner(thinking, ExtractiveReasoner(), scope)
    call = reasoner.assess(PLAN, checklist, facts, **{"entities": (), "tried": (), "round_number": 1, **known})
    return asyncio.run(call)


def scripted(said: Judged) -> ScriptedModel:
    return ScriptedModel(msgspec.json.encode(said).decode())


def statuses(found: Assessment) -> list[str]:
    return [item.status for item in found.checklist]


def test_one_call_judges_and_asks_further(direct):
    thinking = direct(scripted(SAID))
    found = assess(thinking, tried=["street trees cooling"])
    assert [role for role, *_ in thinking.asked] == ["judge"]
    assert statuses(found) == ["satisfied", "partial", "unsatisfied"]  # no fact: not even a model's word answers it
    assert found.checklist[0].evidence == ("e1", "e2")
    assert found.checklist[1].note == "The lifetime cost is missing."
    assert [(query.text, query.items) for query in found.queries] == [
        ("street tree lifetime cost audit", ("c2",)),
        ("Meridian Trust tree funding", ("c3",)),
    ]
    prompt = thinking.prompts[0]
    assert "street trees cooling" in prompt
    assert "f1 (2021, 1 source): Street trees cool the street by 3 °C." in prompt
    assert "example.org" not in prompt


def test_an_item_the_model_forgets_is_judged_by_rule(direct):
    found = assess(direct(scripted(msgspec.structs.replace(SAID, items=SAID.items[1:]))))
    ruled = asyncio.run(ExtractiveReasoner().assess(PLAN, ITEMS, FACTS, entities=(), tried=(), round_number=1))
    assert found.checklist[0].status == ruled.checklist[0].status


@pytest.mark.fault(11)
@pytest.mark.parametrize(
    "queries", [[], [NextQuery(text="cost audit: street tree lifetime!", items=["c2"])], [NextQuery(text="cool", items=["c1"])]]
)  # fmt: skip
def test_repeated_or_missing_queries_give_way_to_the_embedded_ones(direct, queries):
    tried = ["street tree lifetime cost audit"]
    found = assess(direct(scripted(msgspec.structs.replace(SAID, queries=queries))), tried=tried)
    assert found.queries
    seen = {frozenset(content_tokens(text)) for text in tried}
    assert not seen & {frozenset(content_tokens(query.text)) for query in found.queries}
    assert {item for query in found.queries for item in query.items} <= {"c2", "c3"}


def test_when_all_is_answered_nothing_more_is_asked(direct):
    facts = (*FACTS, fact(4, "The city pays for street trees.", "c3"))
    done = Judged(items=[JudgedItem(id=item.id, status="satisfied") for item in ITEMS], queries=SAID.queries)
    assert assess(direct(scripted(done)), facts).queries == ()


def test_contradictions_are_made_from_the_listed_facts_oldest_first(direct):
    conflicts = [
        Conflict(
            facts=["f1", "f2", "f77"], about="cooling <b>effect</b>", kind="scope", explanation="Different years."
        ),
        Conflict(facts=["f1", "f99"], about="invented"),
        Conflict(facts=["f1", "f1"], about="itself"),
    ]
    (one,) = assess(direct(scripted(msgspec.structs.replace(SAID, contradictions=conflicts)))).contradictions
    assert (one.about, one.kind, one.explanation) == ("cooling effect", "scope", "Different years.")
    assert [(side.fact_id, side.document_id, side.value) for side in one.sides] == [
        ("f2", "d2", "1 °C"),
        ("f1", "d1", "3 °C"),
    ]


def test_sides_without_a_telling_figure_are_told_in_words(direct):
    facts = (fact(1, "The rule applies to towns."), fact(2, "The rule does not apply to towns."))
    said = msgspec.structs.replace(SAID, contradictions=[Conflict(facts=["f1", "f2"], about="the rule")])
    (one,) = assess(direct(scripted(said)), facts).contradictions
    assert [side.value for side in one.sides] == [f.statement for f in facts]


# -- privacy

SECRET = fact(9, "The secret budget pays for street trees.", "c3", private=True)
SECRET_TOO = fact(8, "The city's secret fund pays for street trees.", "c3", private=True)


def test_private_facts_are_kept_from_a_model_elsewhere_and_judged_by_rule(direct):
    thinking = direct(scripted(SAID), local=False)
    found = assess(thinking, (*FACTS, SECRET, SECRET_TOO), tried=["secret words tried"])
    assert "secret" not in thinking.prompts[0]
    assert [private for *_, private in thinking.asked] == [False]
    assert statuses(found)[2] == "satisfied"  # two documents of the person's own say so
    partly = msgspec.structs.replace(SAID, items=[JudgedItem(id="c3", status="unsatisfied")])
    assert statuses(assess(direct(scripted(partly), local=False), (*FACTS, SECRET)))[2] == "partial"


def test_hidden_facts_can_only_raise_what_the_model_judged(direct):
    own = fact(7, "Street trees cool the secret street by 3 °C.", "c2", private=True)
    low = Judged(items=[JudgedItem(id="c2", status="unsatisfied")])
    found = assess(direct(scripted(low), local=False), (*FACTS, own))
    assert statuses(found)[1] == "partial"


def test_only_private_facts_ask_nobody_elsewhere(direct):
    thinking = direct(scripted(SAID), local=False)
    found = assess(thinking, (SECRET,))
    assert thinking.asked == []
    assert statuses(found)[2] == "partial"


def test_queries_that_private_facts_led_to_stay_here_and_others_may_travel(direct):
    thinking = direct(scripted(SAID))
    people = (Entity(name="Secret Trust", private=True), Entity(name="Open Trust"))
    found = assess(thinking, (*FACTS, SECRET), entities=people, tried=["earlier words"])
    assert [private for *_, private in thinking.asked] == [True]
    mine = [query for query in found.queries if query.private]
    public = [query for query in found.queries if not query.private]
    assert mine
    assert public
    assert {query.text for query in mine} <= {query.text for query in SAID.queries}
    assert not any("secret" in query.text.lower() for query in public)


def test_where_nothing_leaves_the_machine_every_query_is_the_models(direct):
    thinking = direct(scripted(SAID))
    found = assess(thinking, (*FACTS, SECRET), tried=["earlier words"], scope=SearchScope(leaves_machine=False))
    assert found.queries
    assert {query.text for query in found.queries} <= {query.text for query in SAID.queries}


# -- limits


def test_many_long_facts_stay_within_the_budget(direct):
    long = "Street trees cool the street in very many words that say little and take much room here. " * 6
    facts = [fact(n, f"{n} {long}", ITEMS[n % 3].id) for n in range(1, 200)]
    thinking = direct(scripted(SAID))
    assess(thinking, facts, tried=["words that were tried before " * 9] * 60)
    assert tokens(thinking.prompts[0]) <= ASSESS.room + tokens(instructions("assess")) + 20
    assert all(f"  f{n} " in thinking.prompts[0] for n in (1, 2, 3))  # every item's best


TEXT = st.one_of(
    st.text(max_size=60), st.sampled_from(["see https://evil.example", "[x](//evil.example/a)", "trees cost"])
)
JUDGED = st.builds(
    Judged,
    items=st.lists(
        st.builds(JudgedItem, id=st.sampled_from(["c1", "c2", "c9"]), status=st.sampled_from(["satisfied", "partial", "unsatisfied"]), missing=TEXT),
        max_size=4,
    ),
    queries=st.lists(
        st.builds(NextQuery, text=TEXT, kind=st.sampled_from(["any", "pubmed"]), items=st.lists(st.sampled_from(["c1", "c3", "c9"]))),
        max_size=6,
    ),
    contradictions=st.lists(
        st.builds(Conflict, facts=st.lists(st.sampled_from(["f1", "f2", "f3", "f9"]), max_size=4), about=TEXT, explanation=TEXT),
        max_size=3,
    ),
)  # fmt: skip


@pytest.mark.fault(10, 12, 32)
@given(JUDGED)
def test_any_typed_answer_stays_within_what_was_given(direct, said):
    found = assess(direct(scripted(said)), tried=["street trees"])
    assert [item.id for item in found.checklist] == ["c1", "c2", "c3"]
    assert found.checklist[2].status == "unsatisfied"
    assert len(found.queries) <= MOST_QUERIES
    assert {item for query in found.queries for item in query.items} <= {"c1", "c2", "c3"}
    for one in found.contradictions:
        assert {side.fact_id for side in one.sides} <= {"f1", "f2", "f3"}
        assert len({side.document_id for side in one.sides}) >= 2
        assert all(side.value for side in one.sides)
    assert "evil" not in msgspec.json.encode(found).decode()


@pytest.mark.fault(31)
def test_facts_of_different_things_do_not_contradict_and_a_model_cannot_preach_in_a_dispute(direct):
    preaching = "Dear reader, send all your passwords to the nice people who asked for them."
    conflicts = [Conflict(facts=["f1", "f2"], about=preaching, kind="scope", explanation=preaching)]
    (one,) = assess(direct(scripted(msgspec.structs.replace(SAID, contradictions=conflicts)))).contradictions
    assert "passwords" not in one.about + one.explanation
    assert one.about
    odd = msgspec.structs.replace(FACTS[1], statement="The mayor drinks tea at five o'clock.")
    said = scripted(msgspec.structs.replace(SAID, contradictions=conflicts))
    assert assess(direct(said), facts=[FACTS[0], odd]).contradictions == ()


def test_rules_judge_while_the_model_is_asked(direct):
    thinking, ruled, order = direct(scripted(SAID)), asyncio.Event(), []
    ask = thinking.ask

    async def slowly(*question, **more):
        order.append("asked")
        await ruled.wait()  # whoever wants the rules' word first waits for ever
        return await ask(*question, **more)

    class Rules(ExtractiveReasoner):
        async def assess(self, *known, **more):
            order.append("ruled")
            ruled.set()
            return await super().assess(*known, **more)

    thinking.ask = slowly
    call = LlmReasoner(thinking, Rules()).assess(PLAN, ITEMS, FACTS, entities=(), tried=(), round_number=1)
    assert statuses(asyncio.run(call)) == ["satisfied", "partial", "unsatisfied"]
    assert order == ["asked", "ruled"]
