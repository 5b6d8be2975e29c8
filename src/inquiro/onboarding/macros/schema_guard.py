"""What a JSON Schema may not do: look outside, grow without end, or take for ever over a small result.

A schema may describe trees (a company has subsidiaries, which are companies), so local references may lead back. What
they may not do is lead back twice over the same part of a result, which doubles the work with every level.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple
from urllib.parse import unquote

from inquiro.core.types import Json

MOST_NODES = 20_000
DEEPEST = 60
MOST_BRANCHES = 100  # of one allOf, anyOf or oneOf
MOST_TARGETS = 200  # that references may lead to
MOST_REFERENCES = 2_000
MOST_CIRCLING = 300  # references of one part that lead back to it
MOST_EXPANDED = 100_000  # subschemas, with every reference written out
LONGEST_PATTERN = 1_000
MOST_PATTERNS = 500
LARGEST_LIMIT = 10_000_000

_ONE = (
    *("additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems"),
    *("contains", "propertyNames", "not", "if", "then", "else", "contentSchema"),
)
_NAMED = ("properties", "patternProperties", "dependentSchemas", "dependencies")
_STORED = ("$defs", "definitions")
_BRANCHES = ("allOf", "anyOf", "oneOf")
_LIMITS = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")
_ANYWHERE = "*"  # any property, or any member of a list
_DEEPER = {
    **dict.fromkeys(
        ("additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems"), _ANYWHERE
    ),
    **dict.fromkeys(("contains", "items", "prefixItems", "patternProperties", "propertyNames"), _ANYWHERE),
}

Path = tuple[str | int, ...]


class SchemaFault(NamedTuple):
    """What is wrong with a schema, and where in it."""

    path: Path
    message: str


class _Child(NamedTuple):
    path: Path
    deeper: tuple[str, ...]  # steps into the result that the child is about
    schema: Json


class _Edge(NamedTuple):
    target: str
    location: tuple[str, ...]
    path: Path


def guard(schema: Any) -> list[SchemaFault]:
    """Every reason not to use a schema, however it is meant; whether it is a good one is another question."""
    if not isinstance(schema, dict):
        return [SchemaFault((), "a schema has to be a map, such as {type: object, properties: {…}}")]
    if too_large := _too_large(schema):
        return [too_large]
    if sum(1 for _, part in subschemas(schema) for _ in patterns_of(part)) > MOST_PATTERNS:
        return [SchemaFault((), f"the schema holds more than {MOST_PATTERNS} patterns")]
    found = [fault for path, part in subschemas(schema) for fault in _faults_of(path, part)]
    return found or _references(schema)


def _too_large(schema: Json) -> SchemaFault | None:
    waiting: list[tuple[Any, int]] = [(schema, 0)]
    count = 0
    while waiting:
        value, depth = waiting.pop()
        count += 1
        if depth > DEEPEST:
            return SchemaFault((), f"the schema is nested more than {DEEPEST} deep")
        if count > MOST_NODES:
            return SchemaFault((), f"the schema holds more than {MOST_NODES:,} values")
        if isinstance(value, (dict, list)):
            parts = value.values() if isinstance(value, dict) else value
            waiting.extend((part, depth + 1) for part in parts)
    return None


def subschemas(schema: Json) -> Iterator[tuple[Path, Json]]:
    """Every subschema, also those that only references lead to."""
    waiting: list[tuple[Path, Json]] = [((), schema)]
    while waiting:
        path, part = waiting.pop()
        yield path, part
        waiting.extend((path + child.path, child.schema) for child in _children(part))
        for keyword in _STORED:
            stored = part.get(keyword)
            if isinstance(stored, dict):
                waiting.extend(((*path, keyword, name), one) for name, one in stored.items() if isinstance(one, dict))


def _children(part: Json) -> Iterator[_Child]:
    """The subschemas that apply wherever this one does."""
    for keyword in (*_ONE, "items"):
        one = part.get(keyword)
        if isinstance(one, dict):
            deeper = (_DEEPER[keyword],) if keyword in _DEEPER else ()
            yield _Child((keyword,), deeper, one)
    for keyword in (*_BRANCHES, "items", "prefixItems"):
        listed = part.get(keyword)
        if isinstance(listed, list):
            deeper = (_ANYWHERE,) if keyword in _DEEPER else ()
            yield from (_Child((keyword, at), deeper, one) for at, one in enumerate(listed) if isinstance(one, dict))
    for keyword in _NAMED:
        named = part.get(keyword)
        if isinstance(named, dict):
            for name, one in named.items():
                if isinstance(one, dict):
                    step = {"properties": (name,), "patternProperties": (_ANYWHERE,)}.get(keyword, ())
                    yield _Child((keyword, name), step, one)


def _faults_of(path: Path, part: Json) -> Iterator[SchemaFault]:
    ref = part.get("$ref")
    if "$ref" in part and not (isinstance(ref, str) and (ref == "#" or ref.startswith("#/"))):
        yield SchemaFault((*path, "$ref"), "only references within the schema are followed, such as #/$defs/company")
    for keyword in ("$dynamicRef", "$recursiveRef"):
        if keyword in part:
            yield SchemaFault((*path, keyword), f"{keyword} is not supported; use $ref with #/$defs/…")
    if path and "$id" in part:
        yield SchemaFault((*path, "$id"), "$id is supported at the top of the schema only")
    for keyword in _BRANCHES:
        if isinstance(part.get(keyword), list) and len(part[keyword]) > MOST_BRANCHES:
            yield SchemaFault(
                (*path, keyword), f"{keyword} has {len(part[keyword]):,} branches; {MOST_BRANCHES} will do"
            )
    for keyword in _LIMITS:
        limit = part.get(keyword)
        if isinstance(limit, (int, float)) and limit > LARGEST_LIMIT:
            yield SchemaFault((*path, keyword), f"{keyword} is larger than {LARGEST_LIMIT:,}")
    yield from _long_patterns(path, part)


def _long_patterns(path: Path, part: Json) -> Iterator[SchemaFault]:
    for place, pattern in patterns_of(part):
        if len(pattern) > LONGEST_PATTERN:
            yield SchemaFault(path + place, f"a pattern of more than {LONGEST_PATTERN:,} characters")


def patterns_of(part: Json) -> Iterator[tuple[Path, str]]:
    """The patterns of one subschema itself."""
    if isinstance(part.get("pattern"), str):
        yield ("pattern",), part["pattern"]
    named = part.get("patternProperties")
    yield from ((("patternProperties", name), name) for name in (named if isinstance(named, dict) else {}))


def _references(schema: Json) -> list[SchemaFault]:
    edges: dict[str, list[_Edge]] = {}
    sizes: dict[str, int] = {}
    waiting = ["#"]
    while waiting:
        target = waiting.pop()
        if target in edges:
            continue
        if len(edges) >= MOST_TARGETS:
            return [SchemaFault((), f"references lead to more than {MOST_TARGETS} different parts")]
        found = resolve(schema, target)
        edges[target], sizes[target] = _body(found, path_of(target))
        for edge in edges[target]:
            if not isinstance(resolve(schema, edge.target), (dict, bool)):
                return [SchemaFault(edge.path, f"{edge.target} leads to nothing in this schema")]
        waiting.extend(edge.target for edge in edges[target])
        if sum(map(len, edges.values())) > MOST_REFERENCES:
            return [SchemaFault((), f"the schema holds more than {MOST_REFERENCES:,} references")]
    return _endless(edges) or _expanded(edges, sizes)


def _body(schema: Any, at: Path) -> tuple[list[_Edge], int]:
    """The references that apply with a schema, each with the part of the result it is about."""
    edges: list[_Edge] = []
    waiting = [_Child(at, (), schema)] if isinstance(schema, dict) else []
    size = 0
    while waiting:
        path, location, part = waiting.pop()
        size += 1
        if isinstance(part.get("$ref"), str):
            edges.append(_Edge(part["$ref"], location, (*path, "$ref")))
        waiting.extend(_Child(path + c.path, location + c.deeper, c.schema) for c in _children(part))
    return edges, size


def _endless(edges: dict[str, list[_Edge]]) -> list[SchemaFault]:
    reached = {target: _reachable(edges, target) for target in edges}
    for target, leaving in edges.items():
        circling = [edge for edge in leaving if target in reached[edge.target]]
        if len(circling) > MOST_CIRCLING:
            return [SchemaFault((), f"more than {MOST_CIRCLING} references lead back to {target}")]
        if same := next((one for one, other in combinations(circling, 2) if _overlap(one, other)), None):
            return [SchemaFault(same.path, f"{same.target} leads back here twice for the same part of a result")]
    in_place = {target: [edge for edge in leaving if not edge.location] for target, leaving in edges.items()}
    for target, leaving in in_place.items():
        for edge in leaving:
            if target in _reachable(in_place, edge.target):
                return [SchemaFault(edge.path, f"{edge.target} leads back to itself without going a level deeper")]
    return []


def _reachable(edges: dict[str, list[_Edge]], start: str) -> set[str]:
    """What references lead to from here, and here itself."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        target = waiting.pop()
        if target not in seen:
            seen.add(target)
            waiting.extend(edge.target for edge in edges.get(target, ()))
    return seen


def _overlap(one: _Edge, other: _Edge) -> bool:
    """Whether some part of a result is reached by both, or by one on the way of the other."""
    steps = zip(one.location, other.location, strict=False)
    return all(a == b or _ANYWHERE in (a, b) for a, b in steps)


def _expanded(edges: dict[str, list[_Edge]], sizes: dict[str, int]) -> list[SchemaFault]:
    known: dict[str, int] = {}

    def cost(target: str, above: frozenset[str]) -> int:
        if target in above:
            return 1
        if target not in known:
            inner = above | {target}
            known[target] = sizes[target] + sum(cost(edge.target, inner) for edge in edges[target])
        return known[target]

    if cost("#", frozenset()) > MOST_EXPANDED:
        return [SchemaFault((), f"with its references written out the schema has more than {MOST_EXPANDED:,} parts")]
    return []


def path_of(reference: str) -> Path:
    """`#/$defs/company` as steps into the schema."""
    steps = [unquote(step).replace("~1", "/").replace("~0", "~") for step in reference.split("/")[1:]]
    return tuple(steps)


def resolve(schema: Any, reference: str) -> Any:
    """What a local reference leads to; None where it leads to nothing."""
    for step in path_of(reference):
        if isinstance(schema, list) and isinstance(step, str) and step.isdecimal() and int(step) < len(schema):
            schema = schema[int(step)]
        elif isinstance(schema, dict) and step in schema:
            schema = schema[step]
        else:
            return None
    return schema
