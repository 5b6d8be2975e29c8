from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import Declined
from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Contradiction, ContradictionSide, Draft, Fact, Plan, WritingOrder
from inquiro.engine.asked.report_form import KINDS, Paragraph, Row, Sentence, Table, Written, WrittenSection
from inquiro.engine.asked.writing_up import WRITE
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
NO_TABLE = Table(columns=[], rows=[])


def section(*sentences: Sentence, kind="findings", heading="Who pays", table=NO_TABLE) -> WrittenSection:
    paragraphs = [Paragraph(sentences=list(sentences))] if sentences else []
    return WrittenSection(kind=kind, heading=heading, paragraphs=paragraphs, table=table)


PAYS = Sentence(text="The city pays for them.", facts=["f2", "f2"])
SAID = Written(
    bottom_line=[Sentence(text="Street trees cool the street by 3 °C.", facts=["f1"])], sections=[section(PAYS)]
)


def write(thinking, facts=FACTS, disputes=(), **order) -> Draft:
    written = LlmReasoner(thinking, ExtractiveReasoner()).write(PLAN, ITEMS, facts, disputes, WritingOrder(**order))
    return asyncio.run(written)


def scripted(*said: Written) -> ScriptedModel:
    return ScriptedModel(*(msgspec.json.encode(one).decode() for one in said))


def test_one_call_gives_a_bottom_line_and_sections_under_headings_of_its_own(direct):
    thinking = direct(scripted(SAID))
    draft = write(thinking)
    assert [role for role, *_ in thinking.asked] == ["write"]
    assert [(claim.text, claim.facts) for claim in draft.opening] == [
        ("Street trees cool the street by 3 °C.", ("f1",))
    ]
    (section,) = draft.sections
    assert (section.heading, section.item, section.part) == ("Who pays", "c2", "findings")
    assert section.claims[0].facts == ("f2",)
    assert "example.org" not in thinking.prompts[0]


def test_without_facts_nobody_is_asked(direct):
    thinking = direct(scripted(SAID))
    assert [claim.text for claim in write(thinking, ()).opening] == [phrases("en").nothing]
    assert thinking.asked == []


@pytest.mark.fault(10)
def test_invented_facts_are_dropped_and_counted_and_no_sentence_stands_without_one(direct):
    loose = [Sentence(text=f"Sentence number {n}.", facts=["f99"]) for n in range(9)]
    said = msgspec.structs.replace(SAID, sections=[section(*loose)])
    thinking = direct(scripted(said))
    assert write(thinking).sections == ()
    assert [what for what, _ in thinking.lost] == ["9 references of the model", "9 sentences of the model"]


@pytest.mark.fault(6)
def test_an_answer_that_rests_on_nothing_is_asked_for_again_then_declined(direct):
    empty = Written(bottom_line=[Sentence(text="I know it all.", facts=["f99"])], sections=[])
    assert write(direct(scripted(empty, SAID))).sections
    with pytest.raises(Declined):
        write(direct(scripted(empty)))


def test_without_an_opening_the_embedded_one_opens(direct):
    draft = write(direct(scripted(msgspec.structs.replace(SAID, bottom_line=[]))))
    assert draft.opening[0].facts == ("f1",)


@pytest.mark.fault(32)
def test_marks_links_and_markup_do_not_survive(direct):
    text = "# Trees [cool](https://evil.example) the street [1] <img src=x> ![](https://evil.example/p)."
    draft = write(direct(scripted(Written(bottom_line=[Sentence(text=text, facts=["f1"])], sections=[]))))
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
    assert 100 < thinking.prompts[0].count("(D1):") < 399  # what fits, not a fixed number
    assert thinking.lost[0][0].endswith("of 399 facts")


def test_a_larger_room_holds_more_facts(direct):
    facts = [
        fact(n, f"{n} street trees cool the street, say many words in a prompt.", ITEMS[n % 2].id)
        for n in range(1, 400)
    ]
    small, large = direct(scripted(SAID)), direct(scripted(SAID))
    write(small, facts, room=3_000)
    write(large, facts, room=30_000)
    assert small.prompts[0].count("(D1):") < 200 < large.prompts[0].count("(D1):") == 399


TEXT = st.one_of(
    st.text(max_size=60), st.sampled_from(["see https://evil.example", "[x](//evil.example/a)", "trees cool"])
)
SENTENCE = st.builds(Sentence, text=TEXT, facts=st.lists(st.sampled_from(["f1", "f2", "f9", "", "e1"]), max_size=3))
SENTENCES = st.lists(SENTENCE, max_size=6)
TABLES = st.builds(
    Table,
    columns=st.lists(TEXT, max_size=3),
    rows=st.lists(st.builds(Row, name=TEXT, cells=st.lists(SENTENCE, max_size=4)), max_size=3),
)
SECTIONS = st.builds(
    WrittenSection,
    kind=st.sampled_from(KINDS),
    heading=TEXT,
    paragraphs=st.lists(st.builds(Paragraph, sentences=SENTENCES), max_size=2),
    table=TABLES,
)
WRITTEN = st.builds(Written, bottom_line=SENTENCES, sections=st.lists(SECTIONS, max_size=3))


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
    assert all(section.heading.strip() for section in draft.sections)
    assert all(claim.facts for claim in claims)
    assert all(claim.text.strip() and bool(claim.row) == bool(claim.column) for claim in claims)
    assert "evil" not in msgspec.json.encode(draft).decode()


@pytest.mark.fault(31)
def test_several_sentences_said_for_one_are_checked_one_by_one(direct):
    said = msgspec.structs.replace(
        SAID, bottom_line=[Sentence(text="Trees cool the street. You write an answer from facts.", facts=["f1"])]
    )
    opening = write(direct(scripted(said))).opening
    assert [claim.text for claim in opening] == ["Trees cool the street.", "You write an answer from facts."]
    assert {claim.facts for claim in opening} == {("f1",)}


def test_what_is_left_of_marks_alone_is_no_sentence(direct):
    said = [
        Sentence(text=text, facts=["f1"]) for text in ("[1 [ ]", "12.", "[3] \u200b—", "Street trees cool the street.")
    ]
    draft = write(direct(scripted(Written(bottom_line=said, sections=[]))))
    assert [claim.text for claim in draft.opening] == ["12.", "Street trees cool the street."]


# -- places and labels

CELL = Sentence(text="by 3 °C", facts=["f1"])
SILENCE = Sentence(text="", facts=[])
TABLE = Table(columns=["Cooling", "Payer"], rows=[Row(name="Street trees", cells=[CELL, SILENCE])])


def drafted(direct, *sections: WrittenSection, **order):
    return write(direct(scripted(msgspec.structs.replace(SAID, sections=list(sections)))), **order).sections


def test_a_table_is_cells_with_their_row_and_column_ahead_of_what_is_said_of_it(direct):
    (one,) = drafted(direct, section(PAYS, kind="comparison", heading="Cooling and payer", table=TABLE))
    assert [(claim.row, claim.column, claim.text, claim.paragraph) for claim in one.claims] == [
        ("Street trees", "Cooling", "by 3 °C", 0),
        ("", "", "The city pays for them.", 1),
    ]
    assert one.claims[0].statement == "Street trees: Cooling: by 3 °C"


def test_paragraphs_are_counted_within_their_section(direct):
    both = WrittenSection(
        kind="analysis",
        heading="What follows",
        paragraphs=[Paragraph(sentences=[PAYS]), Paragraph(sentences=[]), Paragraph(sentences=[CELL])],
        table=NO_TABLE,
    )
    (one,) = drafted(direct, both)
    assert one.part == "analysis"
    assert [claim.paragraph for claim in one.claims] == [0, 1]


@pytest.mark.fault(10, 32)
@pytest.mark.parametrize("name", ["Oaks of Korvenau", "99 trees", "https://evil.example/x", "[1]", ""])
def test_cells_under_a_name_that_no_fact_holds_are_dropped_and_told(direct, name):
    rows = [Row(name=name, cells=[CELL])]
    said = msgspec.structs.replace(SAID, sections=[section(table=Table(columns=["Cooling"], rows=rows))])
    thinking = direct(scripted(said))
    assert write(thinking).sections == ()
    assert thinking.lost[-1][0] == "1 cells of the model"


@pytest.mark.fault(10, 32)
@pytest.mark.parametrize(
    ("heading", "kind", "expected"),
    [
        ("Cooling by 3 °C", "findings", "Cooling by 3 °C"),
        ("Cooling by 9 °C", "findings", ITEMS[0].description),
        ("Trees in Korvenau", "findings", ITEMS[0].description),
        ("what **follows** [1](https://evil.example)", "analysis", "What follows"),
        ("One two three four five six seven eight nine", "caveats", "Caveats"),
        ("Not found", "recommendations", "Recommendations"),
    ],
)
def test_a_heading_says_nothing_that_its_facts_do_not(direct, heading, kind, expected):
    (one,) = drafted(direct, section(CELL, kind=kind, heading=heading))
    assert one.heading == expected


def test_sections_of_one_heading_are_one(direct):
    (one,) = drafted(direct, section(PAYS), section(CELL))
    assert [claim.paragraph for claim in one.claims] == [0, 1]


# -- how it is wanted


def test_an_answer_has_few_sections_and_a_brief_one_none(direct):
    many = [
        section(Sentence(text=f"Trees cool, case {word}.", facts=["f1"]), heading=f"Case {word}") for word in "abcde"
    ]
    assert len(drafted(direct, *many)) == 5
    assert len(drafted(direct, *many, style="answer")) == 3
    thinking = direct(scripted(msgspec.structs.replace(SAID, sections=many)))
    brief = write(thinking, brief=True)
    assert (len(brief.opening), brief.sections) == (1, ())
    assert "Form: brief" in thinking.prompts[0]
    sections_only = Written(bottom_line=[], sections=many)
    assert len(write(direct(scripted(sections_only)), brief=True).opening) == 5


def test_the_reader_s_outline_is_followed_in_its_order(direct):
    outline = ("Payers", "Cooling 2031", "Water")
    said = msgspec.structs.replace(
        SAID, sections=[section(CELL, heading="cooling 2031"), section(PAYS, heading="Who pays: payers")]
    )
    thinking = direct(scripted(said))
    found = write(thinking, outline=outline).sections
    assert [one.heading for one in found] == list(outline)
    assert [[claim.text for claim in one.claims] for one in found] == [
        ["The city pays for them."], ["by 3 °C"], [phrases("en").silent]
    ]  # fmt: skip
    assert all(heading in thinking.prompts[0] for heading in outline)


def test_private_facts_find_their_place_in_an_outline_too(direct):
    found = write(direct(scripted(SAID), local=False), (*FACTS, SECRET), outline=("Cooling", "Who pays")).sections
    assert found[1].claims[-1].text == SECRET.statement


def test_words_around_a_quote_are_shown_where_there_is_room(direct):
    around = {"f1": f"Trees › Cooling: measured at noon in July{' again and again' * 20}"}
    thinking, tight = direct(scripted(SAID)), direct(scripted(SAID))
    write(thinking, around=around)
    write(tight, around=around, room=160)
    assert "around it: Trees › Cooling: measured at noon in July" in thinking.prompts[0]
    assert "measured" not in tight.prompts[0]
