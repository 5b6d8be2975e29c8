"""A walk through a group in the register: upwards to the parents, downwards to the children, each entity once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from inquiro.core.ledger import Arguments
from inquiro.core.register import ParentFound, ParentKind, Register, RegisterRecord, RegisterRelation
from inquiro.core.types import Value
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.register_entries import parents_of

Direction = Literal["up", "down", "both"]
MOST_ENTITIES = 2_000
DEEPEST = 10


class Edge(Value, frozen=True, kw_only=True):
    """`parent` consolidates `child`, or manages it as a fund."""

    parent: str  # LEIs
    child: str
    kind: Literal["direct", "ultimate", "management"] = "direct"
    corroboration: str = ""
    status: str = ""


class Group(Value, frozen=True, kw_only=True):
    """What a walk found; in the order in which it was met."""

    records: tuple[RegisterRecord, ...] = ()
    edges: tuple[Edge, ...] = ()
    parents: dict[str, dict[ParentKind, ParentFound]] = msgspec.field(default_factory=dict)
    cut: str = ""  # why it is not whole

    def record(self, lei: str) -> RegisterRecord:
        return next(one for one in self.records if one.lei == lei)


def in_range(arguments: Arguments, name: str, default: int, most: int) -> int:
    given = arguments.get(name)
    number = default if given in (None, "") else int(given)
    if not 1 <= number <= most:
        raise VerbFailed(f":{name} {number} is out of range: give 1 to {most}")
    return number


class Walk:
    def __init__(self, register: Register, most: int = MOST_ENTITIES) -> None:
        self._register = register
        self._most = min(max(most, 1), MOST_ENTITIES)
        self._records: dict[str, RegisterRecord] = {}
        self._edges: dict[tuple[str, str, str], Edge] = {}
        self._parents: dict[str, dict[ParentKind, ParentFound]] = {}
        self._cut = ""

    async def around(self, start: RegisterRecord, direction: Direction, depth: int, *, funds: bool = False) -> Group:
        self._records[start.lei] = start
        if direction in {"up", "both"}:
            await self._up(start, depth)
        else:
            self._parents[start.lei] = await parents_of(self._register, start)
        if direction in {"down", "both"}:
            await self._down(start, depth)
        for record in list(self._records.values()) if funds else ():
            if _may_have(record, "managed-funds"):
                self._meet(record, await self._register.managed_funds(record.lei, self._room), "management", {})
        return Group(
            records=tuple(self._records.values()),
            edges=tuple(self._edges.values()),
            parents=self._parents,
            cut=self._cut,
        )

    async def _up(self, start: RegisterRecord, depth: int) -> None:
        """By direct parents; where none is reported but an ultimate one is, on to that one."""
        child = start
        for _ in range(depth):
            parents = self._parents[child.lei] = await parents_of(self._register, child)
            above = [(kind, found.record) for kind, found in parents.items() if found.record is not None]
            if not above:
                return
            kind, parent = above[0]
            known = parent.lei in self._records
            if not self._keep(parent):
                return
            if parent.lei != child.lei:
                relation = await self._register.parent_relation(child.lei, kind)
                self._meet(parent, [child], kind, {child.lei: relation} if relation else {})
            if known:
                return
            child = parent
        if child.parents and child.lei not in self._parents:
            self._parents[child.lei] = await parents_of(self._register, child)

    async def _down(self, start: RegisterRecord, depth: int) -> None:
        level, walked = [start], set[str]()
        for _ in range(depth):
            below: list[RegisterRecord] = []
            for parent in level:
                if parent.lei in walked or not _may_have(parent, "direct-children"):
                    continue
                walked.add(parent.lei)
                below += await self._children(parent)
            level = below
            if not level:
                return

    async def _children(self, parent: RegisterRecord) -> list[RegisterRecord]:
        children = await self._register.children(parent.lei, "direct", self._room)
        if not children:
            return []
        relations = await self._register.relations(parent.lei, "direct", self._room)
        return self._meet(parent, children, "direct", {relation.child: relation for relation in relations})

    def _meet(
        self,
        parent: RegisterRecord,
        children: Sequence[RegisterRecord],
        kind: Literal["direct", "ultimate", "management"],
        relations: dict[str, RegisterRelation],
    ) -> list[RegisterRecord]:
        """Edges to all of them; those that were not met before."""
        fresh = []
        for child in children:
            if child.lei == parent.lei:
                continue
            if child.lei not in self._records:
                if not self._keep(child):
                    break
                fresh.append(child)
            relation = relations.get(child.lei)
            self._edges[parent.lei, child.lei, kind] = Edge(
                parent=parent.lei,
                child=child.lei,
                kind=kind,
                corroboration=relation.corroboration if relation else "",
                status=relation.status if relation else "",
            )
        return fresh

    def _keep(self, record: RegisterRecord) -> bool:
        if record.lei not in self._records and len(self._records) >= self._most:
            self._cut = f"cut off at {self._most} entities: there are more"
            return False
        self._records.setdefault(record.lei, record)
        return True

    @property
    def _room(self) -> int:
        """One more than may be kept, so that a cut is noticed."""
        return self._most + 1


def _may_have(record: RegisterRecord, which: str) -> bool:
    """A record that names its relationships names all of them; one that names none has to be asked."""
    return which in record.below or not (record.below or record.parents)
