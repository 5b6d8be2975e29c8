from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import Declined
from inquiro.core.types import Outline, Passage, Plan
from inquiro.engine.asked.planning import PLAN, Planned, PlannedItem, PlannedQuery, planned
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.querying import MOST_QUERIES
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.engine.search_scope import SearchScope
from inquiro.retrieval.words import content_tokens
from inquiro.testing import ScriptedModel

QUESTION = "Do street trees cool the street, what does a street tree cost, and who pays for street trees?"
SAID = Planned(
    question="How much do street trees cool streets, what do they cost, and who pays?",
    in_scope=["cities"],
    out_of_scope=["forests"],
    key_terms=["street trees", "air temperature"],
    entities=["Korvenau"],
    question_type="factual",
    language="en",
    checklist=[
        PlannedItem(
            description="By how much do street trees cool the street?",
            label="cooling",
            terms=["street trees", "cool", "temperature"],
        ),
        PlannedItem(description="What does a street tree cost?", label="cost", terms=["street tree", "cost"]),
        PlannedItem(description="Who pays for street trees?", label="payer", terms=["pays", "street trees"]),
        PlannedItem(description="Where do street trees not help?", label="limits"),
    ],
    queries=[
        PlannedQuery(text="street trees air temperature measured", items=[1]),
        PlannedQuery(text="street tree lifetime cost", kind="web", items=[2]),
        PlannedQuery(text="street trees funding city budget", items=[3, 9]),
    ],
)
EMBEDDED = asyncio.run(ExtractiveReasoner().plan(QUESTION, "", ()))


def encoded(said: Planned) -> str:
    return msgspec.json.encode(said).decode()


def plan(
    thinking,
    question: str = QUESTION,
    context: str = "",
    answers: tuple[str, ...] = (),
    scope: SearchScope | None = None,
) -> Plan:
    return asyncio.run(LlmReasoner(thinking, ExtractiveReasoner(), scope).plan(question, context, answers))


def test_one_call_gives_question_scope_checklist_and_queries(direct):
    thinking = direct(ScriptedModel(encoded(SAID)))
    made = plan(thinking)
    assert len(thinking.asked) == 1
    assert thinking.asked[0][0] == "plan"
    assert made.refined_query == SAID.question
    assert [item.id for item in made.checklist] == ["c1", "c2", "c3", "c4"]
    assert [item.facet for item in made.checklist[:3]] == ["amount", "cost", "payer"]
    assert made.checklist[3].terms  # from its own words where the model gave none
    assert (made.in_scope, made.out_of_scope) == (("cities",), ("forests",))
    assert [(query.kind, query.items) for query in made.queries] == [
        ("any", ("c1",)),
        ("web", ("c2",)),
        ("any", ("c3",)),
    ]
    assert msgspec.convert(made.to_dict(), Plan) == made


def test_the_extractive_steps_work_on_the_model_s_items(direct):
    """Should the model be lost after the plan, the run goes on with what it planned."""
    made = plan(direct(ScriptedModel(encoded(SAID))))
    embedded = ExtractiveReasoner()
    text = (
        "Street trees cool the street by 3 °C on hot afternoons. A street tree costs 1,100 € in Korvenau. "
        "The municipal budget pays for street trees. The night train leaves at 21:40."
    )
    passages = [Passage(document_id="d", start=0, end=len(text), text=text, score=1.0)]
    findings = asyncio.run(embedded.extract(made, made.checklist, passages, ()))
    best = {max(one.scores, key=lambda item, one=one: one.scores[item]): one.statement for one in findings}
    assert "cool the street by 3 °C" in best["c1"]
    assert "1,100 €" in best["c2"]
    assert "budget pays" in best["c3"]
    assert not any("night train" in one.statement for one in findings)


def test_nothing_is_added_to_few_items_and_too_many_are_cut():
    few = planned(msgspec.structs.replace(SAID, checklist=SAID.checklist[:1]), EMBEDDED)
    assert [item.description for item in few.checklist] == [SAID.checklist[0].description]
    many = [PlannedItem(description=f"Question number {n}?") for n in range(12)]
    assert len(planned(msgspec.structs.replace(SAID, checklist=many), EMBEDDED).checklist) == 7
    same = [SAID.checklist[0]] * 5
    assert len(planned(msgspec.structs.replace(SAID, checklist=same), EMBEDDED).checklist) == 1


def test_pubmed_syntax_goes_to_pubmed_only():
    queries = [
        PlannedQuery(text='"street trees"[tiab] AND "heat stress disorders"[mh]', kind="pubmed", items=[1]),
        PlannedQuery(text="heat[tiab] OR trees[mh]", kind="web", items=[1]),
        PlannedQuery(text="plain words for pubmed", kind="pubmed", items=[1]),
        PlannedQuery(text="(asthma[mh]) AND trees[tiab]", kind="pubmed", items=[1]),
        PlannedQuery(text="(pollen[mh]) AND trees[tiab]", kind="pubmed", items=[1]),
    ]
    made = planned(msgspec.structs.replace(SAID, queries=queries), EMBEDDED, SearchScope(pubmed=True)).queries
    assert len(made) == MOST_QUERIES
    tagged = [query for query in made if query.provider]
    assert [(query.provider, query.kind) for query in tagged] == [("pubmed", "academic")] * 2
    assert not any("[" in query.text for query in made if not query.provider)


def test_there_is_always_a_query_that_every_source_understands():
    only = [PlannedQuery(text="trees[tiab]", kind="pubmed", items=[1])]
    for queries in ([], only):
        made = planned(msgspec.structs.replace(SAID, queries=queries), EMBEDDED, SearchScope(pubmed=True)).queries
        assert any(not query.provider and query.kind == "any" for query in made)


def test_where_nobody_asks_pubmed_its_syntax_becomes_plain_words():
    queries = [PlannedQuery(text='"street trees"[tiab] AND heat[mh]', kind="pubmed", items=[1])]
    (made, *_) = planned(msgspec.structs.replace(SAID, queries=queries), EMBEDDED, SearchScope()).queries
    assert (made.text, made.provider) == ("street trees heat", "")


def test_a_query_for_a_kind_that_is_not_there_is_asked_of_everybody():
    queries = [PlannedQuery(text="street trees cost", kind="web", items=[1])]
    (made, *_) = planned(
        msgspec.structs.replace(SAID, queries=queries), EMBEDDED, SearchScope(kinds=("local",))
    ).queries
    assert made.kind == "any"


@pytest.mark.parametrize("pubmed", [True, False])
def test_pubmed_is_spoken_of_only_where_it_can_be_asked(direct, pubmed):
    thinking = direct(ScriptedModel(encoded(SAID)))
    plan(thinking, scope=SearchScope(kinds=("web",), pubmed=pubmed))
    assert ("PubMed" in thinking.prompts[0]) == pubmed
    assert ("pubmed" in str(thinking.asked[0][1].schema)) == pubmed


def test_the_model_names_the_field_out_of_those_that_there_are(direct):
    scope = SearchScope(fields={"medical": "Illness and health", "general": "Everything else"})
    for field, domain in (("medical", "medical"), ("", ""), ("astrology", "")):
        said = msgspec.structs.replace(SAID, field=field)
        thinking = direct(ScriptedModel(encoded(said)))
        assert plan(thinking, scope=scope).domain == domain
        assert "medical: Illness and health" in thinking.prompts[0]
        assert thinking.asked[0][1].schema["properties"]["field"]["enum"] == ["medical", "general"]


def test_an_answer_without_a_field_is_read_as_before(direct):
    old = {name: value for name, value in SAID.to_dict().items() if name != "field"}
    assert plan(direct(ScriptedModel(msgspec.json.encode(old).decode()))).refined_query == SAID.question


TITLES = (Outline(title="Trees of Korvenau", headings=("Costs", "Who pays")), Outline(title="My diary", private=True))


@pytest.mark.parametrize(
    ("may_see", "leaves", "shown"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_titles_are_shown_and_private_ones_only_where_nothing_can_leave(direct, may_see, leaves, shown):
    thinking = direct(ScriptedModel(encoded(SAID)), local=may_see)
    made = plan(thinking, scope=SearchScope(kinds=("local",), leaves_machine=leaves, outlines=TITLES))
    assert "Trees of Korvenau: Costs; Who pays" in thinking.prompts[0]
    assert ("My diary" in thinking.prompts[0]) == shown
    assert all(query.private == shown for query in made.queries)


def test_a_long_list_of_titles_leaves_room_for_the_question(direct):
    many = tuple(Outline(title=f"Document number {n} about street trees", headings=("Costs",) * 3) for n in range(900))
    thinking = direct(ScriptedModel(encoded(SAID)))
    plan(thinking, scope=SearchScope(kinds=("local",), outlines=many), context="A note. " * 2_000)
    assert tokens(thinking.prompts[0]) <= PLAN.room + tokens(instructions("plan")) + 60
    assert "Document number 9 " in thinking.prompts[0]
    assert "<<<context" in thinking.prompts[0]


@pytest.mark.fault(11)
def test_queries_are_distinct():
    queries = [PlannedQuery(text=text) for text in ("street trees cost", "cost street trees", "Street trees: cost?")]
    assert len(planned(msgspec.structs.replace(SAID, queries=queries), EMBEDDED).queries) == 1


@pytest.mark.fault(6)
def test_a_plan_without_a_checklist_is_asked_for_again_then_declined(direct):
    empty = encoded(msgspec.structs.replace(SAID, checklist=[]))
    assert len(plan(direct(ScriptedModel(empty, encoded(SAID)))).checklist) == 4
    with pytest.raises(Declined):
        plan(direct(ScriptedModel(empty)))


def test_the_person_s_answers_and_context_are_told_and_long_context_is_cut(direct):
    thinking = direct(ScriptedModel(encoded(SAID)))
    plan(thinking, context="A note. " * 2_000, answers=("in Korvenau",))
    prompt = thinking.prompts[0]
    assert "in Korvenau" in prompt
    assert "<<<context" in prompt
    assert tokens(prompt) <= PLAN.room + tokens(instructions("plan")) + 40
    assert thinking.lost == [("the end of the context that was given", "more than one question to the model holds")]


def test_language_falls_back_to_what_we_detect():
    for language, expected in (("de", "de"), ("German", "en"), ("", "en"), ("<b>", "en")):
        assert planned(msgspec.structs.replace(SAID, language=language), EMBEDDED).language == expected


WORDS = st.one_of(
    st.text(max_size=60), st.sampled_from(["see https://evil.example/x", "![](//e.example/a)", "a@b.example"])
)
ANSWERS = st.builds(
    Planned,
    question=WORDS,
    checklist=st.lists(st.builds(PlannedItem, description=WORDS, label=WORDS, terms=st.lists(WORDS, max_size=3)), max_size=9),
    queries=st.lists(
        st.builds(PlannedQuery, text=WORDS, kind=st.sampled_from(["any", "web", "pubmed"]), items=st.lists(st.integers(), max_size=3)),
        max_size=6,
    ),
    key_terms=st.lists(WORDS, max_size=3),
    entities=st.lists(WORDS, max_size=3),
    in_scope=st.lists(WORDS, max_size=3),
    question_type=WORDS,
    language=WORDS,
)  # fmt: skip


@pytest.mark.fault(10, 32)
@given(ANSWERS)
def test_any_typed_answer_becomes_a_sound_plan_without_addresses(said):
    made = planned(said, EMBEDDED)
    ids = [item.id for item in made.checklist]
    assert ids == [f"c{n}" for n in range(1, len(ids) + 1)]
    assert 1 <= len(ids) <= 7
    assert 1 <= len(made.queries) <= MOST_QUERIES
    assert all(set(query.items) <= set(ids) and query.items for query in made.queries)
    assert len({frozenset(content_tokens(query.text)) for query in made.queries}) == len(made.queries)
    text = msgspec.json.encode(made).decode()
    assert "://" not in text
    assert "evil" not in text
    assert "e.example" not in text
