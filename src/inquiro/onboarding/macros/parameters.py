"""The parameters of a run: given ones checked, missing ones filled in, all problems said at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from inquiro.core.errors import UsageError
from inquiro.core.types import Json, Macro, MacroParameter
from inquiro.onboarding.macros.schemas import FieldError, validate

_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def fill(macro: Macro, given: Mapping[str, Any], *, texts: bool = False) -> Json:
    """Every parameter of the macro with its value, null where there is none.

    `texts`: the values are words of a command line (`limit=5`, `tags=a,b`) and become what the parameter's type says.
    """
    known = {parameter.name: parameter for parameter in macro.parameters}
    problems = [f"unknown parameter '{name}'; {_listed(macro)}" for name in given if name not in known]
    filled: Json = {}
    for name, parameter in known.items():
        value = given.get(name)
        if texts and isinstance(value, str):
            value, problem = _from_text(parameter, value)
            if problem:
                problems.append(problem)
                continue
        if value is None:
            value = parameter.default
        if parameter.required and (value is None or _is_blank(value, parameter)):
            state = "missing" if value is None else "empty"
            problems.append(
                f"parameter '{name}' is {state}{': ' + parameter.description if parameter.description else ''}"
            )
        elif value is not None:
            problems.extend(str(error) for error in value_errors(parameter, value))
        filled[name] = value
    if problems:
        raise UsageError(f"{macro.name} cannot run: " + "; ".join(problems))
    return filled


def _is_blank(value: Any, parameter: MacroParameter) -> bool:
    return isinstance(value, str) and not value.strip() and value not in parameter.enum


def value_errors(parameter: MacroParameter, value: Any) -> list[FieldError]:
    """What a parameter has against a value."""
    found = validate(parameter_schema(parameter), value)
    return [FieldError(f"parameter '{parameter.name}{_deeper(error.path)}'", error.message) for error in found]


def parameter_schema(parameter: MacroParameter) -> Json:
    """The parameter as JSON Schema, for checking and for whoever builds a form or a tool of it."""
    schema: Json = {"type": parameter.type, **parameter.limits}
    if parameter.description:
        schema["description"] = parameter.description
    if parameter.enum and parameter.type == "array" and not _holds_lists(parameter.enum):
        schema["items"] = {**parameter.items, "enum": list(parameter.enum)}
    elif parameter.enum:
        schema["enum"] = list(parameter.enum)
    if parameter.type == "array" and parameter.items and "items" not in schema:
        schema["items"] = parameter.items
    if parameter.pattern:
        target = schema.setdefault("items", {}) if parameter.type == "array" else schema
        target["pattern"] = parameter.pattern
    return schema


def parameters_schema(macro: Macro) -> Json:
    """All parameters of a macro as the JSON Schema of one object."""
    properties = {one.name: parameter_schema(one) for one in macro.parameters}
    for one in macro.parameters:
        if one.default is not None:
            properties[one.name]["default"] = one.default
    required = [one.name for one in macro.parameters if one.required and one.default is None]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _from_text(parameter: MacroParameter, text: str) -> tuple[Any, str]:
    name, wanted = parameter.name, parameter.type
    words = text.strip()
    if wanted == "string":
        return text, ""
    if wanted == "boolean":
        truth = _TRUTH.get(words.lower())
        return truth, "" if truth is not None else f"parameter '{name}' has to be true or false, not '{text}'"
    if wanted == "array" and not words.startswith("["):
        return [_member(parameter, part.strip()) for part in words.split(",") if part.strip()], ""
    try:
        value = msgspec.json.decode(words)
    except msgspec.DecodeError:
        kind = {"integer": "a whole number", "number": "a number", "array": "a list", "object": "JSON such as {…}"}
        return None, f"parameter '{name}' has to be {kind[wanted]}, not '{text}'"
    return value, ""


def _member(parameter: MacroParameter, text: str) -> Any:
    """A member of a list as its declared type; words where none is declared or it is no such value."""
    if parameter.items.get("type", "string") == "string":
        return text
    if parameter.items["type"] == "boolean":
        return _TRUTH.get(text.lower(), text)
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _listed(macro: Macro) -> str:
    return "known: " + (", ".join(_described(macro)) or "none")


def _described(macro: Macro) -> Iterator[str]:
    for parameter in macro.parameters:
        yield f"{parameter.name}{' (required)' if parameter.required and parameter.default is None else ''}"


def _deeper(path: str) -> str:
    return path if not path or path.startswith("[") else f".{path}"


def _holds_lists(enum: tuple[Any, ...]) -> bool:
    return any(isinstance(one, list) for one in enum)
