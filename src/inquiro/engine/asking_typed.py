"""A question to a model whose answer has a form: fitted to what it can read, asked once more at most, else declined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from inquiro.core.errors import ContextTooLong, Declined
from inquiro.core.models import Finish, Message, ModelAnswer, ModelRequest, ModelRole, Thinking
from inquiro.core.said import Unreadable, read_typed
from inquiro.core.types import Json, Value
from inquiro.engine.fencing import safe
from inquiro.engine.harmless import shortened
from inquiro.engine.packing import tokens
from inquiro.engine.prompts import PUBMED, instructions
from inquiro.engine.search_scope import SearchScope, schema_within

T = TypeVar("T")

MOST_SHRINKS = 3
LEAST_ROOM = 200
SPARE = 120  # tokens that a vendor may put around what we send
LONGEST_ECHO = 1_200  # characters of a failed answer that are sent back with what was wrong with it
LONGEST_COMPLAINT = 900


class Step(Value, frozen=True, kw_only=True):
    """One kind of question: which instructions, which model, how much to show it, how much it may say."""

    name: str
    role: ModelRole
    room: int  # tokens of data at most, however much the model could read
    output: int  # tokens, thinking included


class Shown(Value, frozen=True, kw_only=True):
    """The data of a question, and what of it had to be left out, in words."""

    text: str
    left_out: str = ""


Build = Callable[[int], Shown]  # what is shown in so many tokens


@dataclass(frozen=True, kw_only=True)
class Form(Generic[T]):
    """What an answer has to look like, who reads it, and how a model is told that it does not."""

    instructions: str
    read: Callable[[ModelAnswer], T | Unreadable]
    again: str
    shorter: str
    corrected: str
    schema: Json | None = None


def fine(_: Any) -> str:
    return ""


async def ask_typed(
    thinking: Thinking,
    step: Step,
    build: Build,
    returns: type[T],
    *,
    private: bool = False,
    wrong: Callable[[T], str] = fine,
    scope: SearchScope | None = None,
) -> T:
    """The model's answer as `returns`; `wrong` names what makes a well-formed answer useless, `scope` what it may ask."""
    told, schema = instructions(step.name), schema_of(returns)
    if scope is not None:
        told = f"{told}\n\n{instructions(PUBMED)}" if scope.pubmed else told
        schema = schema_within(scope, schema)
    form = form_of(step, returns, lambda answer: _read(answer, returns, wrong))
    return await ask_formed(thinking, step, build, replace(form, instructions=told, schema=schema), private=private)


def form_of(step: Step, shape: Any, read: Callable[[ModelAnswer], T | Unreadable]) -> Form[T]:
    """JSON of a shape, and whoever reads it: perhaps less strictly than the schema that the model is given."""
    return Form(
        instructions=instructions(step.name),
        read=read,
        schema=schema_of(shape),
        again="That was no answer. Answer with the JSON value that was asked for; where there is nothing to say, use "
        "empty lists.",
        shorter="Your answer was cut off. Answer again, complete but much shorter: fewer entries, shorter sentences, "
        "JSON only.",
        corrected="Answer again with the JSON value only, complete and corrected.",
    )


async def ask_formed(thinking: Thinking, step: Step, build: Build, form: Form[T], *, private: bool = False) -> T:
    """The model's answer as the form reads it."""
    output, room = _room(thinking.reads(step.role), step, form)
    shown = build(room)
    shrinks = 0
    while True:
        try:
            request = _request(step, shown, form, output)
            answer = await _answered(thinking, step.role, request, form, private=private)
            break
        except ContextTooLong:
            shrinks, room = shrinks + 1, room // 2
            smaller = build(room)
            if shrinks > MOST_SHRINKS or smaller.text == shown.text:
                raise
            shown = smaller
    if shrinks:
        what = shown.left_out or f"part of what step '{step.name}' was to read"
        thinking.lose(what, "longer than the model can read at once")
    elif shown.left_out:
        thinking.lose(shown.left_out, "more than one question to the model holds")
    return answer


def schema_of(type_: Any) -> Json:
    """The type as vendors take it: every object closed, every field required, nothing by reference."""
    return _schema(type_)


@cache
def _schema(type_: Any) -> Json:
    whole = msgspec.json.schema(type_)
    return _plain(whole, whole.get("$defs", {}))


def _plain(schema: Json, definitions: Json) -> Json:
    if name := schema.get("$ref"):
        return _plain(definitions[name.rpartition("/")[2]], definitions)
    if schema.get("type") == "object":
        fields = {name: _plain(one, definitions) for name, one in schema["properties"].items()}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    if schema.get("type") == "array":
        return {"type": "array", "items": _plain(schema["items"], definitions)}
    return {"type": "string"} | {key: schema[key] for key in ("type", "enum") if key in schema}


def _room(reads: int | None, step: Step, form: Form[Any]) -> tuple[int, int]:
    """How many tokens the answer and the data may have."""
    if reads is None:
        return step.output, step.room
    output = min(step.output, reads // 3)
    schema = tokens(msgspec.json.encode(form.schema).decode()) if form.schema else 0
    fixed = tokens(form.instructions) + schema + SPARE
    return output, max(min(step.room, reads - output - fixed), LEAST_ROOM)


def _request(step: Step, shown: Shown, form: Form[Any], output: int) -> ModelRequest:
    return ModelRequest(
        messages=(Message(role="system", text=form.instructions), Message(role="user", text=shown.text)),
        schema=form.schema,
        schema_name=step.name,
        max_output=output,
    )


async def _answered(thinking: Thinking, role: ModelRole, request: ModelRequest, form: Form[T], *, private: bool) -> T:
    answer = await thinking.ask(role, request, private=private)
    value = _unless_silent(answer, form)
    if not isinstance(value, Unreadable):
        await thinking.keep(role, request, answer, private=private)
        return value
    answer = await thinking.ask(role, _once_more(request, answer, value, form), private=private)
    value = _unless_silent(answer, form)
    if isinstance(value, Unreadable):
        raise Declined(f"{_fault(answer)} step '{request.schema_name}': {_why(answer)}")
    return value


def _unless_silent(answer: ModelAnswer, form: Form[T]) -> T | Unreadable:
    if answer.finish in {"refused", "paused"} or not answer.text.strip():
        return Unreadable(problems=(_why(answer),))
    return form.read(answer)


def _read(answer: ModelAnswer, returns: type[T], wrong: Callable[[T], str]) -> T | Unreadable:
    value = read_typed(answer.text, returns, finished=answer.finish == "stop")
    if not isinstance(value, Unreadable) and (problem := wrong(value)):
        return Unreadable(problems=(problem,))
    return value


def _once_more(request: ModelRequest, answer: ModelAnswer, failed: Unreadable, form: Form[Any]) -> ModelRequest:
    """The same question with what was wrong; what the model said itself comes back as masked as all other text."""
    *before, asked = request.messages
    said = shortened(safe(answer.text[: 2 * LONGEST_ECHO]), LONGEST_ECHO) if answer.finish in {"stop", "length"} else ""
    if answer.finish == "length":
        complaint = form.shorter
    elif said:
        complaint = shortened(
            "\n".join(safe(line) for line in failed.in_words(form.corrected).splitlines()), LONGEST_COMPLAINT
        )
    else:
        complaint = form.again
    more = (
        (asked, Message(role="assistant", text=said), Message(role="user", text=complaint))
        if said
        else (Message(role="user", text=f"{asked.text}\n\n{complaint}"),)
    )
    output = request.max_output * (2 if answer.finish == "length" else 1)
    return msgspec.structs.replace(request, messages=(*before, *more), max_output=output)


def _fault(answer: ModelAnswer) -> str:
    """Only a refusal is called one."""
    return "the model declined" if answer.finish == "refused" else "the model gave no usable answer in"


_REASONS: dict[Finish, str] = {
    "refused": "it refused twice",
    "length": "its answer was cut off at the length limit twice",
    "paused": "it did not finish",
    "stop": "its answer did not have the asked-for form, twice",
}


def _why(answer: ModelAnswer) -> str:
    """In words of our own: what a model said may hold what the report must not."""
    return _REASONS[answer.finish] if answer.text.strip() or answer.finish != "stop" else "it said nothing, twice"
