"""The parameters that a file declares; macros and batch templates declare them alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec import structs

from inquiro.core.types import Json, MacroParameter
from inquiro.core.types.macros import ParameterType
from inquiro.onboarding.macros.findings import Findings, place_at
from inquiro.onboarding.macros.parameters import value_errors
from inquiro.onboarding.macros.schemas import faults
from inquiro.onboarding.yaml_text import Entry, Node, plain

TYPES: tuple[ParameterType, ...] = get_args(ParameterType)
LIMITS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
    *("minItems", "maxItems", "uniqueItems", "properties", "additionalProperties"),
)
KEYS = ("name", "type", "required", "description", "default", "enum", "pattern", "items", *LIMITS)
MOST_PARAMETERS = 200
_REMARKS = ("title", "example", "examples")  # for people
_UNCHECKED = ("format",)


def read_parameters(node: Node, findings: Findings, also: Sequence[str] = ()) -> tuple[MacroParameter, ...]:
    """`also`: keys that somebody else reads."""
    read: dict[str, MacroParameter] = {}
    items = _listed(node, findings)
    if len(items) > MOST_PARAMETERS:
        findings.error(node, f"{len(items):,} parameters; {MOST_PARAMETERS} are allowed")
    for item in items[:MOST_PARAMETERS]:
        entries = findings.entries(item, "a parameter")
        parameter = _parameter(item, entries, findings, also) if entries else None
        if parameter is None:
            continue
        if parameter.name in read:
            findings.error(entries["name"].node, f"a second parameter named '{parameter.name}'")
        else:
            read[parameter.name] = parameter
    return tuple(read.values())


def as_list(node: Node) -> list[Node]:
    """Parameters that are given as a map of their names, as a list of them."""
    listed: list[Node] = []
    for name, entry in node.value.items():
        named = {"name": Entry(entry.line, entry.column, Node(name, entry.line, entry.column))}
        given = {} if entry.node.value is None else entry.node.value
        listed.append(entry.node._replace(value={**named, **given} if isinstance(given, dict) else given))
    return listed


def _listed(node: Node, findings: Findings) -> list[Node]:
    if not isinstance(node.value, dict):
        return findings.items(node, "parameters")
    if node.value.keys() >= {"type", "properties"}:
        findings.error(node, "parameters is a list of parameters, not a schema: - {name: client_name, type: string}")
        return []
    return as_list(node)


def _parameter(
    item: Node, entries: Mapping[str, Entry], findings: Findings, also: Sequence[str]
) -> MacroParameter | None:
    what = "a parameter"
    for key in _UNCHECKED:
        if key in entries and key not in also:
            findings.warning(entries[key], f"'{key}' is not checked for parameters; pattern is")
    findings.unknown({k: v for k, v in entries.items() if k not in (*_REMARKS, *_UNCHECKED, *also)}, KEYS, what)
    name = findings.text_of(entries["name"].node, "the name of a parameter") if "name" in entries else ""
    if not name.strip():
        findings.error(entries["name"].node if "name" in entries else item, "a parameter without a name")
        return None
    if any(char.isspace() or char in '{}"=' for char in name):
        findings.error(entries["name"].node, f"'{name}' cannot name a parameter: use letters, digits and _")
        return None
    what = f"parameter '{name}'"
    given: Json = {"name": name}
    if "type" in entries:
        given["type"] = _type(entries["type"].node, findings, what)
    if "required" in entries:
        given["required"] = findings.flag_of(entries["required"].node, f"'required' of {what}")
    for key in ("description", "pattern"):
        if key in entries:
            given[key] = findings.text_of(entries[key].node, f"'{key}' of {what}").strip()
    if "enum" in entries:
        given["enum"] = tuple(plain(one) for one in findings.items(entries["enum"].node, f"'enum' of {what}"))
    if "items" in entries and findings.entries(entries["items"].node, f"'items' of {what}"):
        given["items"] = plain(entries["items"].node)
    given["limits"] = {key: plain(entries[key].node) for key in LIMITS if key in entries}
    if "default" in entries:
        given["default"] = plain(entries["default"].node)
    return _consistent(MacroParameter(**given), entries, findings)


def _type(node: Node, findings: Findings, what: str) -> Any:
    wanted = findings.text_of(node, f"'type' of {what}")
    if wanted in TYPES:
        return wanted
    if wanted:
        findings.error(node, f"unknown type '{wanted}' of {what}; known: {', '.join(TYPES)}")
    return "string"


def _consistent(parameter: MacroParameter, entries: Mapping[str, Entry], findings: Findings) -> MacroParameter:
    """Each part has to fit the others; one that does not is dropped, so that it is said once."""
    what = f"parameter '{parameter.name}'"
    bare = MacroParameter(name=parameter.name, type=parameter.type)
    if parameter.pattern and (wrong := faults({"pattern": parameter.pattern})):
        findings.error(entries["pattern"].node, f"'pattern' of {what}: {wrong[0].message}")
        return bare
    if parameter.pattern and parameter.type not in ("string", "array"):
        findings.error(
            entries["pattern"].node, f"'pattern' of {what}: only texts have one, and its type is {parameter.type}"
        )
        return bare
    if parameter.items and parameter.type != "array":
        findings.error(entries["items"], f"'items' of {what}: only an array has them, and its type is {parameter.type}")
        return bare
    if wrong := faults(parameter.limits):
        for fault in wrong:
            place = place_at(entries[str(fault.path[0])].node, fault.path[1:]) if fault.path else entries["name"]
            findings.error(place, f"{what}: {fault.message}")
        return bare
    if wrong := faults(parameter.items):
        for fault in wrong:
            findings.error(place_at(entries["items"].node, fault.path), f"'items' of {what}: {fault.message}")
        return bare
    if "enum" in entries and entries["enum"].node.value == []:
        findings.error(entries["enum"].node, f"'enum' of {what} lists nothing")
    limits = {} if parameter.type == "array" else parameter.limits  # an array's are about all that is chosen
    lists = structs.replace(parameter, enum=(), default=None, limits=limits)
    for node, value in zip(entries["enum"].node.value, parameter.enum, strict=True) if parameter.enum else ():
        tried = [value] if parameter.type == "array" and not isinstance(value, list) else value
        if errors := value_errors(lists, tried):
            findings.error(node, f"'enum' of {what}: {errors[0].message}")
            return bare
    if parameter.default is not None and (errors := value_errors(parameter, parameter.default)):
        findings.error(entries["default"].node, f"'default' of {what}: {errors[0].message}")
    return parameter
