"""JSON that fits a schema, made from whatever a filler knows: the form comes from the schema, the words from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from inquiro.core.models import ModelRequest
from inquiro.core.types import Json, Value

NOTHING: Final = object()  # what a filler says where it knows nothing better than the schema
_DEEPEST = 8
_MOST = 40  # elements of one array
_MOST_BRACES = 300  # a hostile text may be nothing but open ones
_WORD = "thing"
DECLARED = "JSON Schema of `data`:\n"  # how a prompt shows the form of a macro's result
_EVIDENCE: Json = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "facts": {"type": "array", "items": {"type": "string"}}},
    },
}


class Place(Value, frozen=True, kw_only=True):
    """Where in the answer something is wanted."""

    path: tuple[str, ...]  # the fields on the way, outermost first
    schema: Json
    subject: Any = None  # what the nearest array element is about
    number: int = 0  # of that element

    @property
    def name(self) -> str:
        return self.path[-1] if self.path else ""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(self.schema.get("properties") or ())

    def within(self, name: str, schema: Json, subject: Any, number: int) -> Place:
        return Place(path=(*self.path, name), schema=schema, subject=subject, number=number)


class Filler(Protocol):
    """`subjects` says what each element of an array, or each key of a map, is about; None: one of no subject."""

    def subjects(self, place: Place) -> Sequence[Any] | None: ...
    def value(self, place: Place) -> Any: ...


class Filled(NamedTuple):
    """A free string of an answer and where it stands."""

    path: tuple[str | int, ...]
    text: str


def schema_of(request: ModelRequest) -> Json | None:
    """Of the request, or told in words to a model that takes none."""
    if request.schema is not None:
        return request.schema
    for message in request.messages:
        for found in objects_in(message.text) if message.role == "system" else ():
            if found.keys() & {"properties", "$ref", "anyOf"}:
                return found
        _, declared, rest = message.text.partition(DECLARED)
        if declared and (wanted := objects_in(rest.partition("\n")[0])):
            return {"type": "object", "properties": {"data": wanted[0], "evidence": _EVIDENCE}}
    return None


def objects_in(text: str) -> list[Json]:
    """Every outermost JSON object that stands somewhere in the text."""
    found, start, tries = [], text.find("{"), 0
    while start >= 0 and tries < _MOST_BRACES:
        tries += 1
        end = _closing(text, start)
        try:
            value = msgspec.json.decode(text[start:end]) if end else None
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append(value)
        start = text.find("{", end if isinstance(value, dict) else start + 1)
    return found


def fill(schema: Json, filler: Filler) -> Any:
    """A value that fits the schema."""
    return _Filling(schema.get("$defs") or {}, filler).at(Place(path=(), schema=schema), 0)


class _Filling:
    def __init__(self, definitions: Mapping[str, Json], filler: Filler) -> None:
        self._definitions = definitions
        self._filler = filler

    def at(self, place: Place, depth: int) -> Any:
        schema = self.resolved(place.schema)
        place = msgspec.structs.replace(place, schema=schema)
        if "const" in schema:
            return schema["const"]
        if options := schema.get("enum"):
            said = self._filler.value(place)
            return said if said in options else options[0]
        match self._kind(schema):
            case "object":
                return self._object(place, depth)
            case "array":
                return self._array(place, depth)
            case "string":
                return _fitting(self._filler.value(place), schema)
            case "integer" | "number" as kind:
                return _number(self._filler.value(place), schema, whole=kind == "integer")
            case "boolean":
                said = self._filler.value(place)
                return said if isinstance(said, bool) else True
        return None

    def resolved(self, schema: Json) -> Json:
        """Behind references and choices; of several the first that is not null."""
        for _ in range(_DEEPEST):
            if isinstance(name := schema.get("$ref"), str):
                schema = {k: v for k, v in schema.items() if k != "$ref"} | self._definitions[name.rpartition("/")[2]]
            elif choices := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
                schema = next((one for one in choices if one.get("type") != "null"), choices[0])
            else:
                break
        return schema

    def _kind(self, schema: Json) -> str:
        kind = schema.get("type") or ("object" if "properties" in schema else "string")
        return str(kind if isinstance(kind, str) else next(one for one in kind if one != "null"))

    def _object(self, place: Place, depth: int) -> Json:
        properties: Json = place.schema.get("properties") or {}
        if not properties and isinstance(of := place.schema.get("additionalProperties"), dict):
            keys = self._filler.subjects(place) or ()
            inner = [place.within(str(key), of, key, number) for number, key in enumerate(keys, 1)]
        else:
            required = place.schema.get("required") or ()
            wanted = properties if depth < _DEEPEST else {name: properties[name] for name in required}
            inner = [place.within(name, schema, place.subject, place.number) for name, schema in wanted.items()]
        return {one.name: self.at(one, depth + 1) for one in inner}

    def _array(self, place: Place, depth: int) -> list[Any]:
        of = self.resolved(place.schema.get("items") or {"type": "string"})
        least, most = int(place.schema.get("minItems", 0)), min(int(place.schema.get("maxItems", _MOST)), _MOST)
        if depth >= _DEEPEST and not least:
            return []
        subjects = self._filler.subjects(msgspec.structs.replace(place, schema=of))
        about = list([place.subject] if subjects is None else subjects)[:most]
        about += [place.subject] * (least - len(about))
        return [
            self.at(Place(path=place.path, schema=of, subject=one, number=n), depth + 1)
            for n, one in enumerate(about, 1)
        ]


def strings_in(value: Any, path: tuple[str | int, ...] = ()) -> list[Filled]:
    """Every string of a value, with the way to it."""
    if isinstance(value, str):
        return [Filled(path, value)]
    steps: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        steps = list(value.items())
    elif isinstance(value, list):
        steps = list(enumerate(value))
    return [found for step, inner in steps for found in strings_in(inner, (*path, step))]


def _fitting(said: Any, schema: Json) -> str:
    text = _WORD if said is NOTHING or said is None else str(said)
    least, most = int(schema.get("minLength", 0)), schema.get("maxLength")
    text = text if len(text) >= least else text.ljust(least, ".")
    return text if most is None else text[: int(most)]


def _number(said: Any, schema: Json, *, whole: bool) -> float | int:
    number = float(said) if isinstance(said, int | float) and not isinstance(said, bool) else 1.0
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    number = number if low is None else max(number, float(low))
    number = number if high is None else min(number, float(high))
    return int(number) if whole else number


def _closing(text: str, start: int) -> int:
    """Just behind the brace that closes the one at `start`; 0: there is none."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return at + 1
        at += 1
    return 0
