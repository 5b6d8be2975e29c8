"""What a note gains, as a model writes it: sections over listed facts, and the note's words for those who may see them."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import Declined
from inquiro.core.types import ChecklistItem, Fact, Plan
from inquiro.engine.asked.report_form import Sentence
from inquiro.engine.asked.supplementing import SUPPLEMENT, Supplement, TopicSection
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.testing import ScriptedModel

ITEMS = (
    ChecklistItem(id="t1", description="street trees cooling", terms=("street", "trees", "cooling")),
    ChecklistItem(id="t2", description="street trees cost", terms=("street", "trees", "cost")),
)
PLAN = Plan(refined_query="street trees cooling; street trees cost", checklist=ITEMS)
SAYS = {"t1": "My street has forty trees."}


def fact(number, statement, item, *, private=False):
    return Fact(id=f"f{number}", statement=statement, evidence=(f"e{number}",), sources=(f"https://example.org/{number}",),
                scores={item: 0.9}, private=private)  # fmt: skip


FACTS = (fact(1, "Street trees cool by 3 °C.", "t1"), fact(2, "Street trees cost 90 euros.", "t2"))
SAID = Supplement(sections=[TopicSection(item="t1", sentences=[Sentence(text="Trees cool by 3 °C.", facts=["f1"])])])


def supplement(thinking, facts=FACTS, items=ITEMS):
    reasoner = LlmReasoner(thinking, ExtractiveReasoner())
    return asyncio.run(reasoner.supplement(PLAN, items, facts, (), SAYS))


def scripted(*said):
    return ScriptedModel(*(msgspec.json.encode(one).decode() for one in said))


def test_one_call_gives_sections_under_the_topics_and_no_opening(direct):
    thinking = direct(scripted(SAID))
    draft = supplement(thinking)
    assert [role for role, *_ in thinking.asked] == ["write"]
    assert draft.opening == ()
    assert [(section.heading, section.item) for section in draft.sections] == [("street trees cooling", "t1")]
    assert "example.org" not in thinking.prompts[0]


def test_the_notes_words_go_only_where_private_text_may_and_make_the_question_private(direct):
    trusted = direct(scripted(SAID))
    supplement(trusted)
    assert "the note says: My street has forty trees." in trusted.prompts[0]
    stranger = direct(scripted(SAID), local=False)
    supplement(stranger)
    assert "forty" not in stranger.prompts[0]


def test_private_facts_stand_in_their_own_words_where_the_model_may_not_see_them(direct):
    own = fact(3, "Our street trees cost 12 euros each.", "t2", private=True)
    stranger = direct(scripted(SAID), local=False)
    draft = supplement(stranger, (*FACTS, own))
    assert "12 euros" not in stranger.prompts[0]
    assert [claim.text for section in draft.sections if section.item == "t2" for claim in section.claims] == [
        own.statement
    ]


def test_without_facts_that_it_may_see_nobody_is_asked(direct):
    stranger = direct(scripted(SAID), local=False)
    own = fact(1, "Street trees cool our house.", "t1", private=True)
    assert supplement(stranger, [own]).sections[0].claims[0].text == own.statement
    assert stranger.asked == []


@pytest.mark.fault(10)
def test_invented_facts_are_dropped_and_counted(direct):
    loose = TopicSection(item="t2", sentences=[Sentence(text="It is all free.", facts=["f99"])])
    thinking = direct(scripted(msgspec.structs.replace(SAID, sections=[*SAID.sections, loose])))
    assert [section.item for section in supplement(thinking).sections] == ["t1"]
    assert [what for what, _ in thinking.lost] == ["1 references of the model", "1 sentences of the model"]


@pytest.mark.fault(6)
def test_an_answer_that_rests_on_nothing_is_asked_for_again_then_declined(direct):
    empty = Supplement(sections=[TopicSection(item="t1", sentences=[Sentence(text="I know it all.", facts=["f9"])])])
    assert supplement(direct(scripted(empty, SAID))).sections
    with pytest.raises(Declined):
        supplement(direct(scripted(empty)))


def test_many_facts_fit_into_one_question(direct):
    many = [
        fact(number, f"Street trees number {number} cool and cost a lot of money. " * 3, "t1")
        for number in range(1, 90)
    ]
    thinking = direct(scripted(SAID))
    supplement(thinking, many)
    assert tokens(thinking.prompts[0]) < SUPPLEMENT.room + tokens(instructions("supplement")) + 200
