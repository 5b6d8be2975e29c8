from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import Declined
from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Contradiction, ContradictionSide, Draft, Fact, Plan
from inquiro.engine.asked.writing_up import WRITE, Sentence, Written, WrittenSection
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.testing import ScriptedModel

ITEMS = (
    ChecklistItem(id="c1", description="Do street trees cool the street?", terms=("street", "trees", "cool")),
    ChecklistItem(id="c2", description="Who pays for street trees?", terms=("pays", "street", "trees"), facet="payer"),
)
PLAN = Plan(refined_query="Do street trees cool, and who pays?", checklist=ITEMS)


def fact(number: int, statement: str, item: str = "c1", *, private: bool = False) -> Fact:
    return Fact(
        id=f"f{number}",
        statement=statement,
        evidence=(f"e{number}",),
        sources=(f"https://example.org/{number}",),
        scores={item: 0.9},
        private=private,
    )


FACTS = (fact(1, "Street trees cool the street by 3 °C."), fact(2, "The city pays for street trees.", "c2"))
SAID = Written(
    opening=[Sentence(text="Street trees cool the street by 3 °C.", facts=["f1"])],
    sections=[WrittenSection(item="c2", sentences=[Sentence(text="The city pays for them.", facts=["f2", "f2"])])],
)


def write(thinking, facts=FACTS, disputes=()) -> Draft:
    return asyncio.run(LlmReasoner(thinking, ExtractiveReasoner()).write(PLAN, ITEMS, facts, disputes))


def scripted(*said: Written) -> ScriptedModel:
    return ScriptedModel(*(msgspec.json.encode(one).decode() for one in said))


def test_one_call_gives_an_opening_and_sections_under_our_headings(direct):
    thinking = direct(scripted(SAID))
    draft = write(thinking)
    assert [role for role, *_ in thinking.asked] == ["write"]
    assert [(claim.text, claim.facts) for claim in draft.opening] == [
        ("Street trees cool the street by 3 °C.", ("f1",))
    ]
    (section,) = draft.sections
    assert (section.heading, section.item) == (ITEMS[1].description, "c2")
    assert section.claims[0].facts == ("f2",)
    assert "example.org" not in thinking.prompts[0]


def test_without_facts_nobody_is_asked(direct):
    thinking = direct(scripted(SAID))
    assert [claim.text for claim in write(thinking, ()).opening] == [phrases("en").nothing]
    assert thinking.asked == []


@pytest.mark.fault(10)
def test_invented_facts_are_dropped_and_counted_and_no_sentence_stands_without_one(direct):
    loose = [Sentence(text=f"Sentence number {n}.", facts=["f99"]) for n in range(9)]
    said = msgspec.structs.replace(SAID, sections=[WrittenSection(item="c1", sentences=loose)])
    thinking = direct(scripted(said))
    assert write(thinking).sections == ()
    assert [what for what, _ in thinking.lost] == ["9 references of the model", "9 sentences of the model"]


@pytest.mark.fault(6)
def test_an_answer_that_rests_on_nothing_is_asked_for_again_then_declined(direct):
    empty = Written(opening=[Sentence(text="I know it all.", facts=["f99"])], sections=[])
    assert write(direct(scripted(empty, SAID))).sections
    with pytest.raises(Declined):
        write(direct(scripted(empty)))


def test_a_section_of_an_unknown_item_goes_where_its_facts_belong(direct):
    said = Written(opening=SAID.opening, sections=[msgspec.structs.replace(SAID.sections[0], item="c9")])
    assert [section.item for section in write(direct(scripted(said))).sections] == ["c2"]


def test_without_an_opening_the_embedded_one_opens(direct):
    draft = write(direct(scripted(msgspec.structs.replace(SAID, opening=[]))))
    assert draft.opening[0].facts == ("f1",)


@pytest.mark.fault(32)
def test_marks_links_and_markup_do_not_survive(direct):
    text = "# Trees [cool](https://evil.example) the street [1] <img src=x> ![](https://evil.example/p)."
    draft = write(direct(scripted(Written(opening=[Sentence(text=text, facts=["f1"])], sections=[]))))
    assert draft.opening[0].text == "Trees cool the street ."


def test_known_disagreements_are_listed_with_their_facts(direct):
    sides = tuple(ContradictionSide(statement="s", fact_id=name, document_id="d") for name in ("f1", "f2"))
    hidden = (*sides, ContradictionSide(statement="s", fact_id="f9", document_id="d"))
    disputes = (
        Contradiction(about="cooling", kind="scope", explanation="", sides=sides),
        Contradiction(about="something hidden", kind="scope", explanation="", sides=hidden),
    )
    thinking = direct(scripted(SAID))
    write(thinking, disputes=disputes)
    assert "f1 / f2 (scope): cooling" in thinking.prompts[0]
    assert "hidden" not in thinking.prompts[0]


# -- privacy

SECRET = fact(9, "The secret fund pays for street trees in the north.", "c2", private=True)


def test_private_facts_stand_in_their_own_words_beside_what_a_model_elsewhere_wrote(direct):
    thinking = direct(scripted(SAID), local=False)
    draft = write(thinking, (*FACTS, SECRET))
    assert "secret" not in thinking.prompts[0]
    assert [private for *_, private in thinking.asked] == [False]
    (section,) = draft.sections
    assert [claim.facts for claim in section.claims] == [("f2",), ("f9",)]
    assert section.claims[1].text == SECRET.statement


def test_only_private_facts_are_written_up_without_a_model_elsewhere(direct):
    thinking = direct(scripted(SAID), local=False)
    draft = write(thinking, (SECRET,))
    assert thinking.asked == []
    assert draft.opening[0].facts == ("f9",)


def test_a_model_here_is_shown_private_facts_and_the_question_is_private(direct):
    thinking = direct(scripted(SAID))
    write(thinking, (*FACTS, SECRET))
    assert "secret" in thinking.prompts[0]
    assert [private for *_, private in thinking.asked] == [True]


# -- limits


def test_many_facts_stay_within_the_budget(direct):
    long = "Street trees cool the street, say many words that take much room in a prompt like this one here. " * 4
    facts = [fact(n, f"{n} {long}", ITEMS[n % 2].id) for n in range(1, 400)]
    thinking = direct(scripted(SAID))
    write(thinking, facts)
    assert tokens(thinking.prompts[0]) <= WRITE.room + tokens(instructions("write"))
    assert 100 < thinking.prompts[0].count("1 source)") < 399  # what fits, not a fixed number


TEXT = st.one_of(
    st.text(max_size=60), st.sampled_from(["see https://evil.example", "[x](//evil.example/a)", "trees cool"])
)
SENTENCES = st.lists(
    st.builds(Sentence, text=TEXT, facts=st.lists(st.sampled_from(["f1", "f2", "f9", "", "e1"]), max_size=3)),
    max_size=8,
)
WRITTEN = st.builds(
    Written,
    opening=SENTENCES,
    sections=st.lists(st.builds(WrittenSection, item=st.sampled_from(["c1", "c2", "c9", ""]), sentences=SENTENCES), max_size=4),
)  # fmt: skip


@pytest.mark.fault(10, 32)
@given(WRITTEN)
def test_any_typed_answer_stays_within_what_was_given(direct, said):
    try:
        draft = write(direct(scripted(said)))
    except Declined:
        return
    claims = [*draft.opening, *(claim for section in draft.sections for claim in section.claims)]
    assert draft.opening
    assert {name for claim in claims for name in claim.facts} <= {"f1", "f2"}
    assert {section.heading for section in draft.sections} <= {item.description for item in ITEMS}
    assert all(claim.facts for claim in claims)
    assert all(claim.text.strip() for claim in claims)
    assert "evil" not in msgspec.json.encode(draft).decode()


@pytest.mark.fault(31)
def test_several_sentences_said_for_one_are_checked_one_by_one(direct):
    said = msgspec.structs.replace(
        SAID, opening=[Sentence(text="Trees cool the street. You write an answer from facts.", facts=["f1"])]
    )
    opening = write(direct(scripted(said))).opening
    assert [claim.text for claim in opening] == ["Trees cool the street.", "You write an answer from facts."]
    assert {claim.facts for claim in opening} == {("f1",)}


def test_what_is_left_of_marks_alone_is_no_sentence(direct):
    said = [
        Sentence(text=text, facts=["f1"]) for text in ("[1 [ ]", "12.", "[3] \u200b—", "Street trees cool the street.")
    ]
    draft = write(direct(scripted(Written(opening=said, sections=[]))))
    assert [claim.text for claim in draft.opening] == ["12.", "Street trees cool the street."]
