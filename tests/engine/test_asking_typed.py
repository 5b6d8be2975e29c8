from __future__ import annotations

import asyncio
from typing import Any, Literal

import jsonschema_rs
import msgspec
import pytest

from inquiro.core.errors import ContextTooLong, Declined, TimedOut
from inquiro.core.models import ModelAnswer
from inquiro.core.types import Value
from inquiro.engine.asked.assessing import Judged
from inquiro.engine.asked.extracting import Extracted
from inquiro.engine.asked.planning import Planned
from inquiro.engine.asked.repairing import Repaired
from inquiro.engine.asked.report_form import Written
from inquiro.engine.asking_typed import Shown, Step, ask_typed, schema_of
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import instructions
from inquiro.providers.llm._schemas import strict_schema
from inquiro.testing import ScriptedModel

STEP = Step(name="extract", role="extract", room=1_000, output=2_000)


class Colour(Value, frozen=True, kw_only=True):
    name: str
    tone: Literal["warm", "cold"]


class Answer(Value, frozen=True, kw_only=True):
    colours: list[Colour]
    sure: bool = False


GOOD = '{"colours": [{"name": "red", "tone": "warm"}], "sure": true}'
RED = Answer(colours=[Colour(name="red", tone="warm")], sure=True)


def said(text: str, finish: Any = "stop") -> ModelAnswer:
    return ModelAnswer(text=text, finish=finish)


def ask(thinking, build=lambda room: Shown(text="Which colours?"), **options) -> Answer:
    return asyncio.run(ask_typed(thinking, STEP, build, Answer, **options))


def test_a_good_answer_is_one_call_with_fixed_instructions_and_a_schema(direct):
    thinking = direct(ScriptedModel(GOOD))
    assert ask(thinking, private=True) == RED
    ((role, request, private),) = thinking.asked
    assert (role, private) == ("extract", True)
    assert [message.role for message in request.messages] == ["system", "user"]
    assert request.messages[0].text == instructions("extract")
    assert request.schema == schema_of(Answer)
    assert thinking.lost == []


@pytest.mark.parametrize("type_", [Answer, Planned, Extracted, Judged, Written, Repaired])
def test_schemas_are_what_every_vendor_takes(type_):
    schema = schema_of(type_)
    assert strict_schema(schema) == schema
    assert tokens(msgspec.json.encode(schema).decode()) <= 360
    assert jsonschema_rs.validator_for(schema)


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    "broken",
    [
        "I think red.",
        '{"colours": [{"name": "red"',
        '{"colours": [{"name": "red", "tone": "lukewarm"}]}',
        '{"colors": []}',
        "[" * 2_000,
        '{"colours": [{"name": "red", "name": "blue", "tone": "warm"}]}',
        '{"colours": NaN}',
        "<answer><colours>red</colours></answer>",
    ],
)
def test_what_cannot_be_read_is_asked_for_once_more_with_the_problems(direct, broken):
    thinking = direct(ScriptedModel(broken, GOOD))
    assert ask(thinking) == RED
    *_, echo, complaint = thinking.asked[1][1].messages
    assert (echo.role, complaint.role) == ("assistant", "user")
    assert "could not be used" in complaint.text
    assert len(echo.text) <= 1_200


@pytest.mark.fault(9)
def test_a_second_unreadable_answer_is_a_typed_failure_without_the_model_s_words(direct):
    thinking = direct(ScriptedModel("secret words"))
    with pytest.raises(Declined, match="no usable answer in step 'extract'") as failure:
        ask(thinking)
    assert "declined" not in str(failure.value)
    assert "secret" not in str(failure.value)
    assert len(thinking.asked) == 2


@pytest.mark.fault(6)
@pytest.mark.parametrize("first", [said(""), said("  \n"), said("I cannot help with that.", "refused")])
def test_an_empty_answer_or_a_refusal_gets_one_reprompt(direct, first):
    thinking = direct(ScriptedModel(first, GOOD))
    assert ask(thinking) == RED
    roles = [message.role for message in thinking.asked[1][1].messages]
    assert roles == ["system", "user"]  # two turns of one speaker are not everybody's idea of a conversation
    assert "Which colours?" in thinking.asked[1][1].messages[1].text


@pytest.mark.fault(6)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (said(""), "no usable answer .* said nothing"),
        (said("no", "refused"), "declined .* refused"),
        (said(GOOD, "length"), "no usable answer .* cut off"),
    ],
)
def test_then_it_has_declined_the_step(direct, line, why):
    thinking = direct(ScriptedModel(line))
    with pytest.raises(Declined, match=why):
        ask(thinking)
    assert len(thinking.asked) == 2


@pytest.mark.fault(9)
def test_an_answer_cut_by_its_length_is_never_used_and_asked_for_shorter_with_more_room(direct):
    thinking = direct(ScriptedModel(said(GOOD, "length"), GOOD))
    assert ask(thinking) == RED
    first, second = (request for _, request, _ in thinking.asked)
    assert second.max_output > first.max_output
    assert "shorter" in second.messages[-1].text


def test_a_well_formed_but_useless_answer_is_complained_about(direct):
    thinking = direct(ScriptedModel('{"colours": []}', GOOD))
    assert ask(thinking, wrong=lambda answer: "" if answer.colours else "$.colours: empty") == RED
    assert "$.colours: empty" in thinking.prompts[1]


@pytest.mark.fault(32)
def test_what_comes_back_to_the_model_of_its_own_words_has_no_address(direct):
    thinking = direct(ScriptedModel('see https://evil.example {"colours": ["https://evil.example/2"]}', GOOD))
    ask(thinking)
    assert "evil" not in thinking.prompts[1]


@pytest.mark.fault(7)
def test_a_prompt_that_is_too_long_is_halved_and_what_was_dropped_is_told(direct):
    rooms: list[int] = []

    def build(room: int) -> Shown:
        rooms.append(room)
        return Shown(text="x" * room, left_out="" if room > 900 else "3 of 4 passages")

    thinking = direct(ScriptedModel(ContextTooLong("too long"), ContextTooLong("too long"), GOOD))
    assert ask(thinking, build) == RED
    assert rooms == [1_000, 500, 250]
    assert thinking.lost == [("3 of 4 passages", "longer than the model can read at once")]


@pytest.mark.fault(7)
def test_it_gives_up_after_three_halvings_or_when_there_is_nothing_left_to_drop(direct):
    thinking = direct(ScriptedModel(ContextTooLong("too long")))
    with pytest.raises(ContextTooLong):
        ask(thinking, lambda room: Shown(text="x" * room))
    assert len(thinking.asked) == 4
    thinking = direct(ScriptedModel(ContextTooLong("too long")))
    with pytest.raises(ContextTooLong):
        ask(thinking)
    assert len(thinking.asked) == 1


def test_the_room_is_what_the_model_reads_but_never_more_than_the_step_wants(direct):
    def room(reads: int | None) -> int:
        rooms: list[int] = []

        def build(given: int) -> Shown:
            rooms.append(given)
            return Shown(text="x")

        ask(direct(ScriptedModel(GOOD), reads=reads), build)
        return rooms[0]

    assert room(None) == room(1_000_000) == STEP.room
    assert 200 <= room(2_048) < STEP.room
    assert room(100) == 200


def test_what_the_first_question_had_no_room_for_is_told(direct):
    thinking = direct(ScriptedModel(GOOD))
    ask(thinking, lambda _: Shown(text="x", left_out="2 passages"))
    assert thinking.lost == [("2 passages", "more than one question to the model holds")]


def test_other_failures_are_the_caller_s_business(direct):
    with pytest.raises(TimedOut):
        ask(direct(ScriptedModel(TimedOut("no answer in time"))))
