from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import DraftClaim, Fact, Ground, Objection, Plan
from inquiro.engine.asked.repairing import REPAIR, Repaired, RepairedSentence
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.reasoners.llm import LlmReasoner
from inquiro.testing import ScriptedModel

PLAN = Plan(refined_query="Do street trees cool the street?", checklist=())
FACTS = [Fact(id=f"f{n}", statement=f"Statement {n}.", evidence=(f"e{n}",), sources=("s",)) for n in (1, 2, 3)]


def objection(text: str, *facts: str, private: bool = False) -> Objection:
    claim = DraftClaim(text=text, facts=facts)
    return Objection(
        claim=claim,
        problem="its evidence does not hold 99",
        quotes=(f"Quote for {text.replace('99', '3')}",),
        private=private,
    )


OBJECTIONS = [
    objection("Trees cool by 99 °C.", "f1", "f2"),
    objection("Trees are blue.", "f2"),
    objection("Trees.", "f3"),
]


def repair(thinking, objections=OBJECTIONS) -> list[DraftClaim]:
    return asyncio.run(LlmReasoner(thinking, ExtractiveReasoner()).repair(PLAN, objections, FACTS))


def scripted(*said: RepairedSentence) -> ScriptedModel:
    return ScriptedModel(msgspec.json.encode(Repaired(sentences=list(said))).decode())


def test_each_sentence_is_replaced_taken_out_or_left(direct):
    thinking = direct(
        scripted(
            RepairedSentence(number=2, text="", facts=["f2"]),
            RepairedSentence(number=1, text="Trees cool by 3 °C [1]. And more besides.", facts=["f1", "f3", "f99"]),
            RepairedSentence(number=1, text="A second try."),
            RepairedSentence(number=9, text="One too many."),
        )
    )
    assert repair(thinking) == [
        DraftClaim(text="Trees cool by 3 °C.", facts=("f1",)),
        DraftClaim(text="", facts=()),
        OBJECTIONS[2].claim,
    ]
    assert [role for role, *_ in thinking.asked] == ["write"]
    assert "Quote for Trees are blue." in thinking.prompts[0]
    assert "does not hold 99" in thinking.prompts[0]


def test_a_sentence_that_is_said_to_be_right_stays_as_it_is(direct):
    thinking = direct(scripted(RepairedSentence(number=1, right=True, text=""), RepairedSentence(number=2, text="")))
    assert [one.text for one in repair(thinking)] == ["Trees cool by 99 °C.", "", "Trees."]


def test_the_prompt_shows_where_a_quote_stands_and_what_stands_around_it(direct):
    ground = Ground(
        fact="f2",
        quote="Most have 3.",
        title="Trees of Korvenau",
        heading="Crowns › Branches",
        around="Maples are trees. Most have 3. Oaks have more.",
    )
    failed = msgspec.structs.replace(OBJECTIONS[0], grounds=(ground,), quotes=(ground.quote,))
    thinking = direct(scripted())
    repair(thinking, [failed])
    told = thinking.prompts[0]
    assert "of f2, in: Trees of Korvenau › Crowns › Branches" in told
    assert "around it: Maples are trees. Most have 3. Oaks have more." in told


def test_a_repair_that_loses_its_subject_is_none(direct):
    ground = Ground(fact="f1", quote="Standard: 1, Plus: 10.", title="Obsidian Sync", heading="Synced vaults")
    failed = Objection(
        claim=DraftClaim(text="Obsidian Sync allows 5 synced vaults on Standard and 10 on Plus.", facts=("f1",)),
        problem="its evidence does not hold 5",
        quotes=(ground.quote,),
        grounds=(ground,),
    )
    lost = RepairedSentence(number=1, text="The number of synced vaults is 1 or 10.")
    assert repair(direct(scripted(lost)), [failed]) == [DraftClaim(text="")]
    same = RepairedSentence(number=1, text=failed.claim.text, facts=["f1"])
    assert repair(direct(scripted(same)), [failed]) == [failed.claim]  # the writer stands by it
    kept = "Obsidian Sync allows 1 synced vault on Standard and 10 on Plus."
    assert repair(direct(scripted(RepairedSentence(number=1, text=kept))), [failed])[0].text == kept


def test_a_repair_that_is_worse_is_none(direct):
    worse = direct(scripted(RepairedSentence(number=2, text="Trees are 40 % blue.", facts=["f2"])))
    assert repair(worse)[1] == DraftClaim(text="")


def test_a_new_sentence_without_facts_keeps_those_of_the_old_one(direct):
    assert repair(direct(scripted(RepairedSentence(number=1, text="Trees cool by 3 °C."))))[0].facts == ("f1", "f2")


def test_nothing_to_repair_asks_nobody(direct):
    thinking = direct(scripted())
    assert repair(thinking, []) == []
    assert thinking.asked == []


def test_a_private_sentence_is_not_shown_elsewhere_and_stays(direct):
    secret = objection("The secret fund pays.", "f3", private=True)
    thinking = direct(
        scripted(RepairedSentence(number=1, text="Trees cool by 3 °C."), RepairedSentence(number=2, text="Worse.")),
        local=False,
    )
    better = repair(thinking, [secret, *OBJECTIONS[:1]])
    assert [claim.text for claim in better] == ["The secret fund pays.", "Trees cool by 3 °C."]
    assert "secret" not in thinking.prompts[0]
    assert [private for *_, private in thinking.asked] == [False]
    thinking = direct(scripted(), local=False)
    assert repair(thinking, [secret]) == [secret.claim]
    assert thinking.asked == []


def test_what_has_no_room_stays_and_that_is_told(direct):
    many = [objection(f"Sentence {n} " + "with very many words " * 20, "f1") for n in range(60)]
    thinking = direct(
        scripted(*(RepairedSentence(number=n, text=f"Sentence {n - 1} has very many words.") for n in range(1, 61)))
    )
    better = repair(thinking, many)
    assert len(better) == 60
    assert better[0].text == "Sentence 0 has very many words."
    assert better[-1] == many[-1].claim
    assert tokens(thinking.prompts[0]) <= REPAIR.room + tokens(instructions("repair")) + 20
    assert "the repair of" in thinking.lost[0][0]


TEXT = st.one_of(
    st.text(max_size=60), st.sampled_from(["see https://evil.example", "[x](//evil.example/a)", "One. Two."])
)


@pytest.mark.fault(10, 32)
@given(
    st.lists(
        st.builds(RepairedSentence, number=st.integers(-1, 5), text=TEXT, facts=st.lists(st.sampled_from(["f1", "f3", "f9"]))),
        max_size=6,
    )
)  # fmt: skip
def test_any_typed_answer_gives_one_claim_for_each(direct, said):
    better = repair(direct(scripted(*said)))
    assert len(better) == len(OBJECTIONS)
    for old, new in zip(OBJECTIONS, better, strict=True):
        assert set(new.facts) <= set(old.claim.facts)
        assert "evil" not in new.text
        assert "\n" not in new.text
