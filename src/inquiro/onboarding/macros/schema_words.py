"""Keywords of a JSON Schema that are written wrongly: the rules of JSON Schema themselves ignore what they do not know."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import Json
from inquiro.onboarding.macros.findings import nearest
from inquiro.onboarding.macros.schema_guard import SchemaFault, subschemas

MOST_UNKNOWN = 200  # different words that are thought about
_KEYWORDS = frozenset(
    "$schema $id $ref $defs $comment $anchor $vocabulary definitions type enum const title description default "
    "examples deprecated readOnly writeOnly properties patternProperties additionalProperties propertyNames required "
    "dependentRequired dependentSchemas dependencies minProperties maxProperties unevaluatedProperties items "
    "prefixItems additionalItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems "
    "minLength maxLength pattern format contentEncoding contentMediaType contentSchema minimum maximum "
    "exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not if then else".split()
)
_FOREIGN = frozenset("example nullable discriminator xml externalDocs".split())  # of relatives; they do no harm


def misspelt(schema: Json) -> Iterator[SchemaFault]:
    known: dict[str, str] = {}
    for path, part in subschemas(schema):
        for key in part.keys() - _KEYWORDS - _FOREIGN:
            if key not in known and len(known) < MOST_UNKNOWN:
                known[key] = nearest(key, _KEYWORDS)
            if meant := known.get(key):
                yield SchemaFault((*path, key), f"unknown keyword '{key}' of a schema: did you mean '{meant}'?")
