"""JSON Schemas of results: guarded, compiled once, and answered in words with paths as people write them.

Patterns run in an engine that is linear where it can be and stops counting where it cannot, so that no pattern and no
text can make a check hang.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import jsonschema_rs
import msgspec

from inquiro.core.errors import UsageError
from inquiro.core.types import Json
from inquiro.onboarding.macros.schema_guard import SchemaFault, guard, patterns_of, subschemas

MOST_ERRORS = 1_000
LONGEST_MESSAGE = 300
MOST_LISTED = 30  # values that are allowed
_PATTERNS = jsonschema_rs.FancyRegexOptions(backtrack_limit=10_000, size_limit=1 << 20, dfa_size_limit=1 << 20)
_NEWEST = "https://json-schema.org/draft/2020-12/schema"
_TOO_COSTLY = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)


class FieldError(NamedTuple):
    """One thing that a schema has against a value."""

    path: str  # as a person writes it; nothing for the whole
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def schema_problems(schema: Any) -> list[str]:
    """Why a schema cannot be used; nothing if it can."""
    return [f"{written(fault.path)}: {fault.message}" if fault.path else fault.message for fault in faults(schema)]


def faults(schema: Any) -> list[SchemaFault]:
    """The same, each with the steps to where it stands in the schema."""
    refused = guard(schema)
    if refused and not refused[0].path:
        return refused
    if unfit := [*refused, *_against_its_own_rules(schema), *_unfit_patterns(schema)]:
        return list({fault.path: fault for fault in reversed(unfit)}.values())[::-1]
    try:
        _compile(schema)
    except jsonschema_rs.ValidationError as error:
        return [SchemaFault(tuple(error.instance_path), _rule(error))]
    except (jsonschema_rs.ReferencingError, ValueError) as error:
        return [SchemaFault((), _first_line(str(error)))]
    return []


def validate(schema: Json, data: Any) -> list[FieldError]:
    """Everything that the schema has against the data, with paths such as `subsidiaries[3].name`."""
    validator = _compiled(msgspec.json.encode(schema))
    found: list[FieldError] = []
    more = 0
    for error in validator.iter_errors(data):
        if len(found) < MOST_ERRORS:
            found.extend(_in_words(error))
        else:
            more += 1
    ordered = sorted(dict.fromkeys(found), key=lambda one: _in_order(one.path))
    return [*ordered, FieldError("", f"and {more:,} more errors")] if more else ordered


def written(path: Sequence[str | int]) -> str:
    """`('subsidiaries', 3, 'name')` as `subsidiaries[3].name`."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in path]
    return "".join(steps).removeprefix(".")


def _against_its_own_rules(schema: Json) -> list[SchemaFault]:
    rules = schema.get("$schema", _NEWEST)
    try:
        validator = _rules_of(rules)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError, TypeError):
        return [SchemaFault(("$schema",), f"unknown kind of schema {rules!r}; leave it out, or use {_NEWEST}")]
    found = [SchemaFault(tuple(error.instance_path), _rule(error)) for error in validator.iter_errors(schema)]
    return list(dict.fromkeys(found))


@lru_cache(maxsize=10)
def _rules_of(kind: str) -> Any:
    return jsonschema_rs.validator_for({"$schema": kind, "$ref": kind}, offline=True)


def _unfit_patterns(schema: Json) -> Iterator[SchemaFault]:
    for path, part in subschemas(schema):
        for place, pattern in patterns_of(part):
            try:
                _compile({"pattern": pattern})
            except (jsonschema_rs.ValidationError, ValueError):
                yield SchemaFault(path + place, f"{pattern!r} is no pattern that can be used")


def _rule(error: Any) -> str:
    if error.instance_path[-1:] == ["type"]:
        known = "array, boolean, integer, null, number, object, string"
        return f"{_first_line(repr(error.instance))} is no type; known: {known}"
    return _first_line(error.message)


def _compile(schema: Json) -> Any:
    return jsonschema_rs.validator_for(schema, pattern_options=_PATTERNS, offline=True, validate_formats=False)


@lru_cache(maxsize=200)
def _compiled(encoded: bytes) -> Any:
    schema = msgspec.json.decode(encoded)
    if problems := schema_problems(schema):
        raise UsageError("the schema cannot be used: " + "; ".join(problems))
    return _compile(schema)


def _in_words(error: Any) -> Iterator[FieldError]:
    path = tuple(error.instance_path)
    kind = error.kind
    kinds = jsonschema_rs.ValidationErrorKind
    if isinstance(kind, kinds.Required):
        yield FieldError(written((*path, kind.property)), "is missing")
    elif isinstance(kind, (kinds.AdditionalProperties, kinds.UnevaluatedProperties)):
        yield from (FieldError(written((*path, name)), "is not a field of the schema") for name in kind.unexpected)
    elif isinstance(kind, _TOO_COSTLY):
        yield FieldError(written(path), "could not be compared with the pattern: it takes too many steps")
    elif isinstance(kind, (kinds.AnyOf, kinds.OneOfNotValid)):
        branches = [next(iter(branch)) for branch in kind.context if branch]
        words = " or ".join(dict.fromkeys(_said(one) for one in branches))
        yield FieldError(written(path), words or _first_line(error.message))
    else:
        yield FieldError(written(path), _said(error))


def _said(error: Any) -> str:
    if not isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Enum):
        return _first_line(error.message)
    options = [_as_json(one) for one in error.kind.options]
    shown, more = options[:MOST_LISTED], len(options) - MOST_LISTED
    last = f"{more} more" if more > 0 else shown.pop() if shown else "nothing"
    listed = f"{', '.join(shown)} or {last}" if shown else last
    return f"{_as_json(error.instance)} is not one of {listed}"


def _as_json(value: Any) -> str:
    return _first_line(json.dumps(value, ensure_ascii=False))


def _first_line(message: str) -> str:
    line = message.strip().split("\n", 1)[0]
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"


def _in_order(path: str) -> list[tuple[int, str]]:
    """Members of a list by their number, not by its first digit."""
    steps = path.replace("[", ".").replace("]", "").split(".")
    return [(int(step), "") if step.isdecimal() else (-1, step) for step in steps]
