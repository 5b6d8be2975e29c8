"""gleif.* verbs about more than one entity: trees of a group, and chains of owners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from inquiro.core.decoders import convert
from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import Register
from inquiro.core.types import Json, VerbOutcome
from inquiro.onboarding.verbs.group_walk import DEEPEST, MOST_ENTITIES, Direction, Group, Walk, in_range
from inquiro.onboarding.verbs.group_writing import imported, looked_at, write_group
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.register_entries import decided, plain, record_asked


async def walk_tree(register: Register, arguments: Arguments) -> Json:
    return await _walked(register, arguments, "both", 3, in_range(arguments, "limit", 1_000, MOST_ENTITIES))


async def walk_owners(register: Register, arguments: Arguments) -> Json:
    return await _walked(register, arguments, "up", DEEPEST, MOST_ENTITIES)


def import_tree(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    group = convert(found["group"], Group)
    if arguments.get("create-entities") is False:
        return looked_at(ledger, group, found["start"])
    return imported(group, found["start"], write_group(ledger, group, decided(arguments)))


def show_chain(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    """The owners in their order, and why the chain ends where it does."""
    group = convert(found["group"], Group)
    if arguments.get("direction", "up") != "up":
        return VerbOutcome(change="found", value=found["group"], label=f"{len(group.records)} entities")
    owners = {edge.child: edge for edge in group.edges}
    lei, chain = found["start"], [_link(group, found["start"])]
    while (edge := owners.get(lei)) and edge.parent not in {link["lei"] for link in chain}:
        lei = edge.parent
        chain.append(_link(group, lei) | {"kind": edge.kind, "corroboration": edge.corroboration})
    exceptions = {kind: one.exception for kind, one in group.parents.get(lei, {}).items() if one.exception}
    ends = exceptions.get("ultimate") or exceptions.get("direct") or _why_it_ends(group, lei)
    label = " → ".join(link["name"] for link in chain) + f" ({ends})"
    return VerbOutcome(change="found", value={"chain": chain, "ends": ends, "exceptions": exceptions}, label=label)


async def _walked(register: Register, arguments: Arguments, direction: Direction, depth: int, most: int) -> Json:
    direction = cast("Direction", arguments.get("direction") or direction)
    if direction not in {"up", "down", "both"}:
        raise VerbFailed(f":direction {direction} is unknown: give up, down or both")
    steps = in_range(arguments, "depth", depth, DEEPEST)
    start = await record_asked(register, arguments)
    funds = bool(arguments.get("include-funds"))
    return {"group": plain(await Walk(register, most).around(start, direction, steps, funds=funds)), "start": start.lei}


def _link(group: Group, lei: str) -> dict[str, Any]:
    record = group.record(lei)
    return {"lei": lei, "name": record.name, "jurisdiction": record.jurisdiction}


def _why_it_ends(group: Group, lei: str) -> str:
    if lei in group.parents and not any(found.record for found in group.parents[lei].values()):
        return "no parent is reported"
    return "they own each other" if any(edge.child == lei for edge in group.edges) else "as deep as was asked for"


GROUP_HANDLERS: Mapping[str, Handling] = {
    "gleif.import-tree": Handling(fetch=walk_tree, apply=import_tree),
    "gleif.trace-ownership": Handling(fetch=walk_owners, apply=show_chain),
}
