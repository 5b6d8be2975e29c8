"""Parameters of templates that others wrote which stand for a whole entity: `type: entity_ref`.

Such a parameter is an object with the entity's name and LEI. One that a template makes itself (`cardinality: output`)
is nobody's to give.
"""

from __future__ import annotations

from typing import NamedTuple

from inquiro.onboarding.yaml_text import Entry, Node

_REFERENCE = "_ref"
_SPOKEN = ("prompt",)  # what a person is asked; serves as description
_OF_A_DATABASE = ("entity_type", "search_key")


class Understood(NamedTuple):
    node: Node  # the parameters as ours are written
    entity: str  # the parameter that stands for the entity of a row, if one does


def understood(node: Node) -> Understood:
    """What is no list of maps is left for others to complain about."""
    if not isinstance(node.value, list):
        return Understood(node, "")
    items = [item for item in node.value if _word(item, "cardinality") != "output"]
    of_rows = [item for item in items if _refers(item) and _word(item, "cardinality") in ("", "batch")]
    entity = _word(of_rows[0], "name") if len(of_rows) == 1 else ""
    return Understood(
        node._replace(value=[_ours(item) if _refers(item) else _described(item) for item in items]), entity
    )


def key_of(entity: str) -> str:
    return f"{{{{#if {entity}.lei}}}}{{{{{entity}.lei}}}}{{{{else}}}}{{{{{entity}.name}}}}{{{{/if}}}}"


def title_of(entity: str) -> str:
    return f"{{{{{entity}.name}}}}"


def _ours(item: Node) -> Node:
    given = _described(item).value
    fields = {key: entry for key, entry in given.items() if key not in _OF_A_DATABASE}
    stated = given["type"]
    fields["type"] = stated._replace(node=stated.node._replace(value="object"))
    if "entity_type" in given and "role_hint" not in given and _word(item, "cardinality") != "shared":
        fields["role_hint"] = given["entity_type"]
    return item._replace(value=fields)


def _described(item: Node) -> Node:
    if not isinstance(item.value, dict):
        return item
    fields: dict[str, Entry] = {key: entry for key, entry in item.value.items() if key not in _SPOKEN}
    for key in _SPOKEN:
        if key in item.value:
            fields.setdefault("description", item.value[key])
    return item._replace(value=fields)


def _refers(item: Node) -> bool:
    return _word(item, "type").endswith(_REFERENCE)


def _word(item: Node, key: str) -> str:
    value = item.value[key].node.value if isinstance(item.value, dict) and key in item.value else ""
    return value if isinstance(value, str) else ""
