"""A ledger in memory: what the real one promises, without a database."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from inquiro.core.errors import Conflict
from inquiro.core.ledger import Change
from inquiro.core.types import LedgerEntity, LedgerRecord, LedgerRelationship, VerbStep

T = TypeVar("T")
_Kept = TypeVar("_Kept", LedgerEntity, LedgerRelationship, LedgerRecord)


class MemoryLedger:
    """Ids are counted, so that a test can name them; `decision_id` stands in all that changes."""

    def __init__(self, decision_id: str = "decision-1", org_id: str = "local", run_id: str = "run-1") -> None:
        self.decision_id = decision_id
        self.org_id = org_id
        self.run_id = run_id
        self.entities: dict[str, LedgerEntity] = {}
        self.relations: dict[tuple[str, str, str, str], LedgerRelationship] = {}
        self.records: dict[tuple[str, str], LedgerRecord] = {}
        self.journal: dict[tuple[str, str, int], VerbStep] = {}
        self.finished: dict[str, str] = {}  # group -> the run that finished it
        self._made = 0

    def entity(self, id_: str) -> LedgerEntity | None:
        return self.entities.get(id_)

    def find_entities(
        self, *, lei: str = "", name: str = "", kind: str = "", jurisdiction: str = ""
    ) -> list[LedgerEntity]:
        return [
            one
            for one in self.entities.values()
            if (not lei or one.lei == lei)
            and (not name or _folded(one.name) == _folded(name))
            and (not kind or one.kind == kind)
            and (not jurisdiction or one.jurisdiction == jurisdiction)
        ]

    def ensure_entity(
        self,
        *,
        kind: str,
        name: str,
        lei: str = "",
        jurisdiction: str = "",
        attributes: Mapping[str, Any] | None = None,
        source: str = "",
    ) -> tuple[LedgerEntity, Change]:
        known = self._known(kind, name, lei, jurisdiction)
        if known is None:
            made = LedgerEntity(
                id=self._id("entity"),
                kind=kind,
                name=name,
                lei=lei,
                jurisdiction=jurisdiction,
                attributes=dict(attributes or {}),
                source=source,
                decision_id=self.decision_id,
                changed_by=self.decision_id,
                org_id=self.org_id,
            )
            self.entities[made.id] = made
            return made, "created"
        given = {"lei": lei, "jurisdiction": jurisdiction, "source": source}
        missing = {field: value for field, value in given.items() if value and not getattr(known, field)}
        said = {"name": name, "kind": kind, "jurisdiction": jurisdiction}
        entity, change = self._changed(known, missing | {"attributes": _merged(known, attributes or {}, said)})
        self.entities[entity.id] = entity
        return entity, change

    def ensure_relationship(
        self,
        *,
        type_: str,
        owner: str,
        owned: str,
        percentage: float | None = None,
        attributes: Mapping[str, Any] | None = None,
        source: str = "",
        corroboration: str = "",
    ) -> tuple[LedgerRelationship, Change]:
        for end in (owner, owned):
            if end not in self.entities:
                raise KeyError(end)
        key = (type_, owner, owned, source)
        known = self.relations.get(key)
        if known is None:
            self.relations[key] = LedgerRelationship(
                id=self._id("relationship"),
                type=type_,
                owner=owner,
                owned=owned,
                percentage=percentage,
                attributes=dict(attributes or {}),
                source=source,
                corroboration=corroboration,
                decision_id=self.decision_id,
                changed_by=self.decision_id,
                org_id=self.org_id,
            )
            return self.relations[key], "created"
        given: dict[str, Any] = {"attributes": {**known.attributes, **(attributes or {})}}
        if percentage is not None:
            given["percentage"] = percentage
        if corroboration:
            given["corroboration"] = corroboration
        self.relations[key], change = self._changed(known, given)
        return self.relations[key], change

    def ensure_record(
        self, *, kind: str, key: str, fields: Mapping[str, Any], entity_id: str = ""
    ) -> tuple[LedgerRecord, Change]:
        known = self.records.get((kind, key))
        if known is None:
            self.records[kind, key] = LedgerRecord(
                id=self._id("record"),
                kind=kind,
                key=key,
                fields=dict(fields),
                entity_id=entity_id,
                decision_id=self.decision_id,
                changed_by=self.decision_id,
                org_id=self.org_id,
            )
            return self.records[kind, key], "created"
        given = {"fields": {**known.fields, **fields}, "entity_id": entity_id or known.entity_id}
        self.records[kind, key], change = self._changed(known, given)
        return self.records[kind, key], change

    def relationships(self, entity_id: str) -> list[LedgerRelationship]:
        return [one for one in self.relations.values() if entity_id in {one.owner, one.owned}]

    def steps(self, group: str, since: int = 0) -> list[VerbStep]:
        found = [step for (run, of, _), step in self.journal.items() if run == self.run_id and of == group]
        return sorted((step for step in found if step.index >= since), key=lambda step: step.index)

    def executed_elsewhere(self, key: str) -> str:
        run = self.finished.get(key, "")
        return "" if run == self.run_id else run

    def finish(self, key: str) -> str:
        return self.finished.setdefault(key, self.run_id)

    def begun_elsewhere(self, key: str) -> VerbStep | None:
        begun = (step for (run, _, _), step in self.journal.items() if run != self.run_id and step.key == key)
        return next((step for step in begun if step.status not in {"waiting", "failed"}), None)

    def keep(self, step: VerbStep) -> None:
        place = (step.run_id, step.group, step.index)
        known = self.journal.get(place)
        if known is None or known.status != "done":
            self.journal[place] = step

    @contextmanager
    def apart(self) -> Iterator[None]:
        names = ("entities", "relations", "records", "journal", "finished")
        before, kept = {name: copy.copy(getattr(self, name)) for name in names}, False
        try:
            yield
            kept = True
        finally:
            for name, value in () if kept else before.items():
                setattr(self, name, value)

    def transact(self, work: Callable[[MemoryLedger], T]) -> T:
        """What is raised takes everything back."""
        with self.apart():
            return work(self)

    def _known(self, kind: str, name: str, lei: str, jurisdiction: str) -> LedgerEntity | None:
        if lei and (found := self.find_entities(lei=lei)):
            return found[0]
        alike = [one for one in self.find_entities(name=name, kind=kind) if one.jurisdiction == jurisdiction]
        unnumbered = [one for one in alike if not one.lei]
        if lei or unnumbered or not alike:  # another LEI is another entity
            return unnumbered[0] if unnumbered else None
        if len(alike) > 1:
            raise Conflict(f"{len(alike)} entities of kind {kind} are called '{name}': say which by its LEI")
        return alike[0]

    def _changed(self, known: _Kept, given: Mapping[str, Any]) -> tuple[_Kept, Change]:
        changed = msgspec.structs.replace(known, **given)
        if changed == known:
            return known, "unchanged"
        return msgspec.structs.replace(changed, changed_by=self.decision_id), "updated"

    def _id(self, what: str) -> str:
        self._made += 1
        return f"{what}-{self._made}"


def _merged(known: LedgerEntity, attributes: Mapping[str, Any], said: Mapping[str, str]) -> dict[str, Any]:
    """Another name, kind or jurisdiction is kept beside the first one."""
    merged = {**known.attributes, **attributes}
    for field, text in said.items():
        first, others = getattr(known, field), merged.get(f"other_{field}s", [])
        if first and text and _folded(text) not in {_folded(one) for one in (first, *others)}:
            merged[f"other_{field}s"] = [*others, text]
    return merged


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
