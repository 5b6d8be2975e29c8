"""The question for a mode and the way back: what is shown, what is refused, what degrades."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.errors import Declined
from inquiro.core.models import ModelAnswer
from inquiro.core.types import ChecklistItem, CodeSpan, Document, Fact, Plan, Pool
from inquiro.engine.asked.presenting import present_with
from inquiro.engine.extract import evidence_at
from inquiro.engine.prompts import mode_instructions
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.testing import DiligentModel, ScriptedModel

CODE = "import os\nprint(os.listdir('.'))"
TEXT = f"Listing folders\n\nThe function listdir names all files of a folder.\n\nList them like this:\n\n{CODE}\n"
SECRET = "Our folders\n\nOur folder Quokka holds all files that the function listdir names.\n"


def block(*items):
    inner = "".join(f"<research_item><source>{s}</source><content>{c}</content></research_item>" for s, c in items)
    return f"Some thoughts.\n<research_result>{inner}</research_result>"


@pytest.fixture
def pool():
    start = TEXT.index(CODE)
    page = Document(
        id="a", url="https://a.example/", title="Listing folders", text=TEXT, sha256="", media_type="text/html",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        code=(CodeSpan(start=start, end=start + len(CODE), language="python"),),
    )  # fmt: skip
    words = "The function listdir names all files of a folder."
    at = TEXT.index(words)
    fact = Fact(id="f1", statement=words, evidence=("e1",), sources=(page.url,), scores={"c1": 1.0})
    item = ChecklistItem(id="c1", description="How to list the files of a folder?")
    return Pool(
        plan=Plan(refined_query="How to list the files of a folder?", checklist=(item,)),
        checklist=(item,), facts=(fact,), evidence=(evidence_at("e1", page, at, at + len(words)),), documents=(page,),
    )  # fmt: skip


def present(direct, model, mode, pool, **options):
    thinking = direct(model, **options)
    draft = asyncio.run(present_with(thinking, ExtractiveReasoner(), mode, pool, 3))
    return draft, thinking


@pytest.mark.parametrize("mode", ["idea", "implementation", "freeform"])
def test_a_mode_is_told_by_its_envelope_and_its_own_part(direct, pool, mode):
    draft, thinking = present(direct, DiligentModel(), mode, pool)
    (role, request, private) = thinking.asked[0]
    assert (role, request.schema, private) == ("write", None, False)
    assert request.messages[0].text == mode_instructions(mode)
    assert f"Mode: {mode}\nK: 3" in request.messages[1].text
    assert draft.mode == mode
    assert draft.items or draft.sections


def test_the_first_answer_without_a_block_is_sent_back_with_what_is_wrong(direct, pool):
    draft, thinking = present(
        direct, ScriptedModel("Nothing of use.", block(("e1", "Files are listed."))), "idea", pool
    )
    assert [item.document_id for item in draft.items] == ["a"]
    assert "There is no ‹research_result›" in thinking.prompts[1] or "no <research_result>" in thinking.prompts[1]


@pytest.mark.parametrize("useless", ["Nothing of use.", block(("https://invented.example/", "Trust me."))])
def test_a_second_useless_answer_is_a_refusal(direct, pool, useless):
    with pytest.raises(Declined):
        present(direct, ScriptedModel(useless, useless), "idea", pool)


def test_an_empty_result_is_an_answer(direct, pool):
    draft, thinking = present(direct, ScriptedModel(block()), "idea", pool)
    assert draft.items == ()
    assert len(thinking.asked) == 1


def test_a_paper_that_cites_nothing_is_asked_for_again(direct, pool):
    bare = "<research_result>## Abstract\nAll is well.</research_result>"
    cited = "<research_result>## Abstract\nListdir names all files of a folder [e1].</research_result>"
    draft, thinking = present(direct, ScriptedModel(bare, cited), "freeform", pool)
    assert len(thinking.asked) == 2
    assert draft.sections[0].sentences[0].facts == ("f1",)


def test_what_a_model_may_not_see_is_drafted_without_it(direct, pool):
    secret = Document(
        id="s", url="file:///s", title="Our folders", text=SECRET, sha256="", media_type="text/plain", private=True,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    words = "Our folder Quokka holds all files that the function listdir names."
    at = SECRET.index(words)
    fact = Fact(
        id="f2", statement=words, evidence=("e2",), sources=(secret.url,), scores={"c1": 1.0}, private=True
    )  # fmt: skip
    both = msgspec.structs.replace(
        pool,
        documents=(*pool.documents, secret),
        facts=(*pool.facts, fact),
        evidence=(*pool.evidence, evidence_at("e2", secret, at, at + len(words))),
    )
    draft, thinking = present(direct, DiligentModel(), "idea", both, local=False)
    assert not any("Quokka" in prompt for prompt in thinking.prompts)
    assert {item.document_id for item in draft.items} == {"a", "s"}


def test_with_nothing_that_it_may_see_no_model_is_asked(direct, pool):
    hidden = tuple(msgspec.structs.replace(one, private=True) for one in pool.documents)
    facts = tuple(msgspec.structs.replace(one, private=True) for one in pool.facts)
    draft, thinking = present(
        direct, DiligentModel(), "idea", msgspec.structs.replace(pool, documents=hidden, facts=facts), local=False
    )
    assert thinking.asked == []
    assert draft.items


def test_an_answer_that_was_cut_off_is_used_as_far_as_it_goes_and_said_so(direct, pool):
    text = "<research_result><research_item><source>e1</source><content>Files are listed"
    draft, _ = present(direct, ScriptedModel(ModelAnswer(text=text, finish="length")), "idea", pool)
    assert draft.items[0].sentences[0].text == "Files are listed"
    assert "the answer was cut off at the length limit" in draft.problems
