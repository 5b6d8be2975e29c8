"""What a JSON Schema says about the names and members of a value, gathered from all the keywords that can say so.

An object that lists `properties` is taken to have these alone unless it says `additionalProperties`; whatever a schema
leaves open stays open, so that nobody is told of a mistake that is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from inquiro.core.types import Json
from inquiro.onboarding.macros.schema_guard import resolve

Kinds = frozenset[str]
ALL_KINDS: Kinds = frozenset({"object", "array", "string", "number", "boolean", "null"})
_DEEPEST = 40  # references and branches, one inside another
_KIND_OF = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number"}
_REST = ("additionalProperties", "unevaluatedProperties")
_ABOUT_OBJECTS = ("properties", "patternProperties", "additionalProperties")
_ELSEWHERE = ("$dynamicRef", "$recursiveRef")


class Part(NamedTuple):
    """A subschema, and the schema in which its references are looked up."""

    schema: Any
    root: Json


class Facts(NamedTuple):
    kinds: Kinds = ALL_KINDS
    named: Mapping[str, tuple[Part, ...]] = {}
    required: frozenset[str] = frozenset()
    rest: tuple[Part, ...] = ()  # what names that are not listed hold
    lists_names: bool = False  # names that are not listed are not there
    other_names: bool = False  # or they are, and nothing is known of them
    other_values: bool = False
    items: tuple[Part, ...] = ()
    lists_items: bool = False
    other_items: bool = False

    @property
    def knows_names(self) -> bool:
        return self.lists_names and not self.other_names

    @property
    def knows_values(self) -> bool:
        return self.lists_names and not self.other_values

    @property
    def knows_items(self) -> bool:
        return self.lists_items and not self.other_items


ANYTHING = Facts()
_NOTHING = Facts(kinds=frozenset(), lists_names=True, lists_items=True)
_LEFT_OPEN = Facts(other_names=True, other_values=True, other_items=True)


class FactFinder:
    """Remembers what it has found: schemas refer to the same part over and over, and lead back to themselves."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Part, Facts]] = {}  # with the part, whose id must not be given away

    def about(self, part: Part, deep: int = 0) -> Facts:
        schema = part.schema
        if schema is False:
            return _NOTHING
        if not isinstance(schema, dict) or deep > _DEEPEST:
            return ANYTHING
        if id(schema) in self._found:
            return self._found[id(schema)][1]
        self._found[id(schema)] = part, ANYTHING
        facts = reduce(_both, self._demands(part, deep + 1), _own(part))
        if not facts.kinds:
            facts = facts._replace(kinds=ALL_KINDS)  # nothing can be like that: it is not meant so
        self._found[id(schema)] = part, facts
        return facts

    def _demands(self, part: Part, deep: int) -> Iterator[Facts]:
        """What has to hold besides the schema's own words."""
        schema, root = part
        if any(word in schema for word in _ELSEWHERE):
            yield _LEFT_OPEN
        if "$ref" in schema:
            yield self._referred(str(schema["$ref"]), root, deep)
        for one in _list(schema.get("allOf")):
            yield self.about(Part(one, root), deep)
        for word in ("anyOf", "oneOf"):
            if branches := _list(schema.get(word)):
                yield reduce(_either, (self.about(Part(one, root), deep) for one in branches))
        if "then" in schema or "else" in schema:
            yield reduce(_either, (self.about(Part(schema.get(word, True), root), deep) for word in ("then", "else")))
        for one in (schema.get("if"), *_values(schema, "dependentSchemas"), *_values(schema, "dependencies")):
            if isinstance(one, dict):
                said = self.about(Part(one, root), deep)
                yield Facts(named=said.named, required=said.required)

    def _referred(self, reference: str, root: Json, deep: int) -> Facts:
        target = resolve(root, reference) if reference == "#" or reference.startswith("#/") else None
        return _LEFT_OPEN if target is None else self.about(Part(target, root), deep)


def _own(part: Part) -> Facts:
    schema, root = part
    properties = schema.get("properties")
    named = {name: (Part(one, root),) for name, one in properties.items()} if isinstance(properties, dict) else {}
    patterns = [Part(one, root) for one in _values(schema, "patternProperties")]
    rest = [schema[word] for word in _REST if word in schema]
    free = any(one is True or one == {} for one in rest)
    required = schema.get("required")
    items, other_items = _items(part)
    return Facts(
        kinds=_kinds(schema),
        named=named,
        required=frozenset(filter(lambda name: isinstance(name, str), required if isinstance(required, list) else ())),
        rest=(*patterns, *(Part(one, root) for one in rest if isinstance(one, dict) and one)),
        lists_names=bool(named or rest or patterns),
        other_names=free or bool(patterns),
        other_values=free,
        items=items,
        lists_items=bool(items),
        other_items=other_items,
    )


def _items(part: Part) -> tuple[tuple[Part, ...], bool]:
    """What a list holds, and whether it may hold anything else."""
    schema, root = part
    items = schema.get("items")
    if isinstance(items, dict) and "prefixItems" not in schema:
        return (Part(items, root),), False
    by_place = [*_list(schema.get("prefixItems")), *_list(items)]
    after = schema.get("additionalItems") if isinstance(items, list) else items
    told = [*by_place, *([after] if isinstance(after, dict) else [])]
    return tuple(Part(one, root) for one in told), bool(told) and not isinstance(after, dict) and after is not False


def _kinds(schema: Json) -> Kinds:
    stated = schema.get("type")
    if isinstance(stated, str | list):
        words = [stated] if isinstance(stated, str) else stated
        return frozenset("number" if word == "integer" else str(word) for word in words) & ALL_KINDS or ALL_KINDS
    values = [schema["const"]] if "const" in schema else _list(schema.get("enum"))
    if values:
        return frozenset(_KIND_OF.get(type(value), "null") for value in values)
    about_objects = any(isinstance(schema.get(word), dict) and schema[word] for word in _ABOUT_OBJECTS)
    if about_objects == ("items" in schema):
        return ALL_KINDS
    return frozenset({"object" if about_objects else "array", "null"})


def _both(one: Facts, other: Facts) -> Facts:
    return _joined(one, other)._replace(
        kinds=one.kinds & other.kinds,
        lists_names=one.lists_names or other.lists_names,
        lists_items=one.lists_items or other.lists_items,
    )


def _either(one: Facts, other: Facts) -> Facts:
    """A branch that is about something else, such as null, says nothing against the names of the others."""
    return _joined(one, other)._replace(
        kinds=one.kinds | other.kinds,
        named={
            name: _together(_under(one, name), _under(other, name))
            for name in dict.fromkeys((*one.named, *other.named))
        },
        lists_names=all(each.lists_names or "object" not in each.kinds for each in (one, other)),
        lists_items=all(each.lists_items or "array" not in each.kinds for each in (one, other)),
    )


def _under(facts: Facts, name: str) -> tuple[Part, ...]:
    """What one branch holds under a name that another one lists."""
    if name in facts.named or "object" not in facts.kinds:
        return facts.named.get(name, ())
    return facts.rest if facts.knows_names and name not in facts.required else (Part(True, {}),)


def _joined(one: Facts, other: Facts) -> Facts:
    names = dict.fromkeys((*one.named, *other.named))
    return Facts(
        named={name: _together(one.named.get(name, ()), other.named.get(name, ())) for name in names},
        required=one.required | other.required,
        rest=_together(one.rest, other.rest),
        other_names=one.other_names or other.other_names,
        other_values=one.other_values or other.other_values,
        items=_together(one.items, other.items),
        other_items=one.other_items or other.other_items,
    )


def _together(one: tuple[Part, ...], other: tuple[Part, ...]) -> tuple[Part, ...]:
    """Each part once: references that branch would double them with every step."""
    return tuple({id(part.schema): part for part in (*one, *other)}.values()) if one and other else one or other


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _values(schema: Json, word: str) -> Iterable[Any]:
    inner = schema.get(word)
    return inner.values() if isinstance(inner, dict) else ()
