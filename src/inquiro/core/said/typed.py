"""A reading as the type that was asked for, or the reasons why not, in words that a model can act on.

Conversion is lax where nothing can be misunderstood ("3" for a number, "true" for a truth value, 3.0 for a whole
number) and strict elsewhere; fields nobody asked for are ignored, a required one that is missing is a problem. An
unsound reading (cut off, or contradicting itself) is refused whatever its shape; bare words can only be a `str`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import jsonschema_rs
import msgspec

from inquiro.core.decoders import convert
from inquiro.core.said.reading import Reading, offers
from inquiro.core.types import Json, Value

T = TypeVar("T")

MOST_PROBLEMS = 10
MOST_CHARACTERS = 200  # of one problem: a model's own words come back in them


class Unreadable(Value, frozen=True, kw_only=True):
    """The typed failure: no value of the wanted type was said."""

    problems: tuple[str, ...]

    def in_words(self, wish: str = "Answer again with the JSON value only, complete and corrected.") -> str:
        """The complaint to send back with the one question that may be asked again."""
        listed = "\n".join(f"- {problem}" for problem in self.problems)
        return f"Your answer could not be used:\n{listed}\n{wish}"


def read_typed(text: str, type_: type[T], *, finished: bool = True) -> T | Unreadable:
    """The first value the answer offers that is a `type_`; `finished`: the model stopped by itself."""
    problems: tuple[str, ...] = ()
    for reading in offers(text, finished=finished):
        if obstacle := _obstacle(reading, words_will_do=type_ is str):
            problems = problems or obstacle
            continue
        try:
            return convert(reading.value, type_, strict=False)
        except msgspec.ValidationError as error:
            problems = problems or _unfit(reading.value, type_, str(error))
    return Unreadable(problems=problems)


def read_matching(text: str, schema: Json, *, finished: bool = True) -> Any | Unreadable:
    """The first value the answer offers that satisfies a JSON Schema."""
    validator = jsonschema_rs.validator_for(schema)
    problems: tuple[str, ...] = ()
    for reading in offers(text, finished=finished):
        found = _obstacle(reading, words_will_do=schema.get("type") == "string") or _complaints(
            validator, reading.value
        )
        if not found:
            return reading.value
        problems = problems or found
    return Unreadable(problems=problems)


def _obstacle(reading: Reading, *, words_will_do: bool) -> tuple[str, ...]:
    if reading.rung == "words" and not words_will_do:
        return ("the answer is not JSON",)
    return () if reading.sound else reading.problems


def _unfit(value: Any, type_: Any, reason: str) -> tuple[str, ...]:
    """All that is wrong by the type's schema; the converter's own single reason where the schema is content."""
    words, _, place = reason.partition(" - at `")
    return _complaints(_validator(type_), value) or (f"{place.rstrip('`') or '$'}: {words}",)


@lru_cache(maxsize=100)
def _validator(type_: Any) -> Any:
    return jsonschema_rs.validator_for(msgspec.json.schema(type_))


def _complaints(validator: Any, value: Any) -> tuple[str, ...]:
    try:
        errors = list(validator.iter_errors(value))
    except ValueError as error:  # a number beyond what the validator holds
        return (f"$: {error}"[:MOST_CHARACTERS],)
    return tuple(_complaint(error)[:MOST_CHARACTERS] for error in errors[:MOST_PROBLEMS])


def _complaint(error: Any) -> str:
    place = "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    missing = getattr(error.kind, "property", None)
    if error.schema_path[-1:] == ["required"] and missing is not None:
        return f"{place}.{missing}: missing"
    return f"{place}: {error.message}"
