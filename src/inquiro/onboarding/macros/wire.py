"""A macro as interfaces show it: whole for whoever wants to run it, short for a list."""

from __future__ import annotations

from typing import Any

from inquiro.core.types import Json, Macro, MacroParameter

_PLACES: dict[str, Any] = {"string": "…", "integer": 1, "number": 1.0, "boolean": True, "array": [], "object": {}}


def to_wire(macro: Macro) -> Json:
    """The seed's `research_get`: the definition with its parameters, its schema and a call to begin with."""
    return {
        "name": macro.name,
        "version": macro.version,
        "description": macro.description,
        "parameters": [_parameter(one) for one in macro.parameters],
        "tools": list(macro.tools),
        "prompt": macro.prompt,
        "output": {
            "schema_name": macro.output.schema_name,
            "schema": macro.output.schema,
            "review": macro.output.review,
        },
        "suggested_verbs": macro.suggested_verbs or None,
        "tags": list(macro.tags),
        "hints": {"triggers": list(macro.hints.triggers), "not_for": macro.hints.not_for},
        "without_model": macro.without_model or None,
        "example": {"macro_name": macro.name, "params": example_of(macro)},
    }


def to_short_wire(macro: Macro) -> Json:
    """The seed's `research_list`, with what an agent chooses by."""
    return {
        "name": macro.name,
        "description": macro.description,
        "parameters": [{"name": one.name, "type": one.type, "required": one.required} for one in macro.parameters],
        "tags": list(macro.tags),
        "triggers": list(macro.hints.triggers),
        "not_for": macro.hints.not_for,
    }


def example_of(macro: Macro) -> Json:
    """The macro's own example, or its required parameters with something in their places."""
    if macro.hints.example:
        return dict(macro.hints.example)
    needed = [one for one in macro.parameters if one.required and one.default is None]
    return {one.name: one.enum[0] if one.enum else _PLACES[one.type] for one in needed}


def _parameter(parameter: MacroParameter) -> Json:
    shown: Json = {
        "name": parameter.name,
        "type": parameter.type,
        "required": parameter.required,
        "description": parameter.description,
        "default": parameter.default,
        "enum": list(parameter.enum) or None,
    }
    if parameter.pattern:
        shown["pattern"] = parameter.pattern
    if parameter.items:
        shown["items"] = parameter.items
    return shown | parameter.limits
