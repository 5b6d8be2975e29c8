"""Entries of the global LEI register as values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeGuard

import msgspec

from inquiro.core.register import RegisterRecord, RegisterRelation
from inquiro.core.types import Json, Value
from inquiro.providers.http.fields import at, day, objects, plain

LEI = re.compile(r"[0-9A-Z]{20}")
PARENTS = ("direct-parent", "ultimate-parent")
BELOW = ("direct-children", "ultimate-children", "managed-funds", "sub-funds", "branches")
ABOVE = ("umbrella-fund", "fund-manager")


class LeiRecord(Value, frozen=True, kw_only=True):
    """What the register says about one entity; the statuses are kept in its own words."""

    lei: str
    name: str
    other_names: tuple[str, ...] = ()
    status: str = ""
    registration: str = ""
    jurisdiction: str = ""
    category: str = ""
    registered_as: str = ""
    legal_address: str = ""
    headquarters: str = ""
    created: str | None = None
    updated: str | None = None
    renewal: str | None = None
    ended: str = ""
    successors: tuple[str, ...] = ()  # names
    successor_leis: tuple[str, ...] = ()
    legal_form: str = ""
    city: str = ""
    country: str = ""
    corroboration: str = ""
    below: tuple[str, ...] = ()  # direct-children, managed-funds, …: what the register can list
    above: tuple[str, ...] = ()  # umbrella-fund, fund-manager: whom the register can name
    parents: Mapping[str, str] = msgspec.field(default_factory=dict)  # which parent -> what the register holds of it

    @property
    def summary(self) -> str:
        parts = (
            f"LEI {self.lei}",
            self.status and f"entity {self.status}",
            self.registration and f"registration {self.registration}",
            self.jurisdiction and f"jurisdiction {self.jurisdiction}",
            self.legal_address and f"legal address {self.legal_address}",
        )
        return "; ".join(part for part in parts if part)

    @property
    def for_the_register(self) -> RegisterRecord:
        return RegisterRecord(
            lei=self.lei,
            name=self.name,
            other_names=self.other_names,
            entity_status=self.status,
            registration=self.registration,
            jurisdiction=self.jurisdiction,
            category=self.category,
            legal_form=self.legal_form,
            registered_as=self.registered_as,
            city=self.city,
            country=self.country,
            corroboration=self.corroboration,
            next_renewal=self.renewal or "",
            successors=self.successor_leis or self.successors,
            parents={
                which.removesuffix("-parent"): kind.removeprefix("reporting-") for which, kind in self.parents.items()
            },
            below=self.below,
            above=self.above,
        )


def record_of(data: object) -> LeiRecord | None:
    """A `lei-records` resource; without a well-formed id or a name it is none."""
    lei, entity, registration = at(data, "id"), at(data, "attributes", "entity"), at(data, "attributes", "registration")
    name = plain(at(entity, "legalName", "name"))
    if at(data, "type") != "lei-records" or not is_lei(lei) or not name:
        return None
    ended = (day(at(entity, "expiration", "date")), plain(at(entity, "expiration", "reason")))
    return LeiRecord(
        lei=lei,
        name=name,
        other_names=_names(at(entity, "otherNames"), at(entity, "transliteratedOtherNames")),
        status=plain(at(entity, "status")),
        registration=plain(at(registration, "status")),
        jurisdiction=plain(at(entity, "jurisdiction")),
        category=plain(at(entity, "category")),
        registered_as=plain(at(entity, "registeredAs")),
        legal_address=_address(at(entity, "legalAddress")),
        headquarters=_address(at(entity, "headquartersAddress")),
        created=day(at(entity, "creationDate")),
        updated=day(at(registration, "lastUpdateDate")),
        renewal=day(at(registration, "nextRenewalDate")),
        ended=" ".join(filter(None, ended)),
        successors=_names(_successors(entity)),
        successor_leis=tuple(dict.fromkeys(lei for one in _successors(entity) if is_lei(lei := one.get("lei")))),
        legal_form=plain(at(entity, "legalForm", "id")),
        city=plain(at(entity, "legalAddress", "city")),
        country=plain(at(entity, "legalAddress", "country")),
        corroboration=plain(at(registration, "corroborationLevel")),
        below=tuple(which for which in BELOW if at(data, "relationships", which, "links", "related")),
        above=tuple(which for which in ABOVE if at(data, "relationships", which, "links")),
        parents={which: kind for which in PARENTS if (kind := _held(at(data, "relationships", which, "links")))},
    )


def exception_words(data: object) -> list[str]:
    """Why a parent is not reported, in the register's own words."""
    given = at(data, "attributes", "reason")
    words = [plain(one) for one in (given if isinstance(given, list) else [given])]
    return [word for word in words if word]


def relation_of(data: object) -> RegisterRelation | None:
    """A `relationship-records` resource; without two well-formed ends it is none."""
    relation = at(data, "attributes", "relationship")
    child, parent = at(relation, "startNode", "id"), at(relation, "endNode", "id")
    if at(data, "type") != "relationship-records" or not is_lei(child) or not is_lei(parent):
        return None
    return RegisterRelation(
        child=child,
        parent=parent,
        type=plain(at(relation, "type")),
        status=plain(at(relation, "status")),
        corroboration=plain(at(data, "attributes", "registration", "corroborationLevel")),
    )


def is_lei(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and LEI.fullmatch(value) is not None


def _address(value: object) -> str:
    lines = at(value, "addressLines")
    parts = [*(lines if isinstance(lines, list) else []), at(value, "city"), at(value, "region")]
    return ", ".join(filter(None, map(plain, [*parts, at(value, "postalCode"), at(value, "country")])))


def _names(*lists: object) -> tuple[str, ...]:
    names = (plain(one.get("name")) for several in lists for one in objects(several))
    return tuple(dict.fromkeys(filter(None, names)))


def _successors(entity: object) -> list[Json]:
    return [
        one
        for one in [at(entity, "successorEntity"), *objects(at(entity, "successorEntities"))]
        if isinstance(one, dict)
    ]


def _held(links: object) -> str:
    return next((kind for kind in ("lei-record", "reporting-exception") if at(links, kind)), "")
