"""An entry of the global LEI register as values and as readable text."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from inquiro.core.types import Anchor, Json, ReadText, Value
from inquiro.providers.http.fields import at, day, objects, plain

LEI = re.compile(r"[0-9A-Z]{20}")
PARENTS = ("direct-parent", "ultimate-parent")
_REASONS = {
    "NO_LEI": "the parent has no LEI",
    "NATURAL_PERSONS": "it is controlled by natural persons",
    "NON_CONSOLIDATING": "its parent does not consolidate it",
    "NO_KNOWN_PERSON": "no known person controls it",
    "NON_PUBLIC": "the parent is not public",
}


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
    successors: tuple[str, ...] = ()
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


def record_of(data: object) -> LeiRecord | None:
    """A `lei-records` resource; without a well-formed id or a name it is none."""
    lei, entity, registration = at(data, "id"), at(data, "attributes", "entity"), at(data, "attributes", "registration")
    name = plain(at(entity, "legalName", "name"))
    if at(data, "type") != "lei-records" or not isinstance(lei, str) or not LEI.fullmatch(lei) or not name:
        return None
    ended = (day(at(entity, "expiration", "date")), plain(at(entity, "expiration", "reason")))
    return LeiRecord(
        lei=lei,
        name=name,
        other_names=tuple(filter(None, (plain(one.get("name")) for one in objects(at(entity, "otherNames"))))),
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
        successors=tuple(filter(None, (plain(one.get("name")) for one in _successors(entity)))),
        parents={which: kind for which in PARENTS if (kind := _held(at(data, "relationships", which, "links")))},
    )


def exception_reason(data: object) -> str:
    """Why a parent is not reported, in the register's word and in plain ones."""
    given = at(data, "attributes", "reason")
    words = [plain(one) for one in (given if isinstance(given, list) else [given])]
    return ", ".join(f"{word} ({_REASONS[word]})" if word in _REASONS else word for word in words if word)


def readable(record: LeiRecord, parents: Mapping[str, str], page: str) -> ReadText:
    """Sentences that can be quoted one by one, under headings."""
    name = record.name
    text = f"{name}\n\n"
    headings: list[Anchor] = []
    for heading, lines in (
        ("Identity", _identity(record)),
        ("Registration", _registration(record)),
        ("Addresses", _addresses(record)),
        ("Parents", list(parents.values())),
    ):
        if lines:
            headings.append(Anchor(offset=len(text), label=heading))
            text += f"{heading}\n\n" + "\n".join(lines) + "\n\n"
    lapsed = record.registration not in {"ISSUED", ""}
    return ReadText(
        text=f"{text}Register page: {page}",
        media_type="text/plain",
        title=name,
        headings=tuple(headings),
        published=record.updated,
        flags=(f"registration {record.registration}",) if lapsed else (),
    )


def _identity(record: LeiRecord) -> list[str]:
    name = record.name
    return _told(
        (record.lei, f"{name} has the LEI {record.lei}."),
        (record.status, f"The entity status of {name} is {record.status}."),
        (record.ended, f"{name} ended: {record.ended}."),
        (record.successors, f"Successors of {name}: {', '.join(record.successors)}."),
        (record.jurisdiction, f"The legal jurisdiction of {name} is {record.jurisdiction}."),
        (record.category, f"The entity category of {name} is {record.category}."),
        (record.registered_as, f"{name} is registered locally as {record.registered_as}."),
        (record.created, f"{name} was created on {record.created}."),
        (record.other_names, f"Other names of {name}: {', '.join(record.other_names)}."),
    )


def _registration(record: LeiRecord) -> list[str]:
    return _told(
        (record.registration, f"The registration status of the LEI {record.lei} is {record.registration}."),
        (record.updated, f"The record was last updated on {record.updated}."),
        (record.renewal, f"The next renewal is due on {record.renewal}."),
    )


def _addresses(record: LeiRecord) -> list[str]:
    return _told(
        (record.legal_address, f"The legal address of {record.name} is {record.legal_address}."),
        (record.headquarters, f"The headquarters of {record.name} are at {record.headquarters}."),
    )


def _told(*lines: tuple[object, str]) -> list[str]:
    return [line for known, line in lines if known]


def _address(value: object) -> str:
    lines = at(value, "addressLines")
    parts = [*(lines if isinstance(lines, list) else []), at(value, "city"), at(value, "region")]
    return ", ".join(filter(None, map(plain, [*parts, at(value, "postalCode"), at(value, "country")])))


def _successors(entity: object) -> list[Json]:
    return [
        one
        for one in [at(entity, "successorEntity"), *objects(at(entity, "successorEntities"))]
        if isinstance(one, dict)
    ]


def _held(links: object) -> str:
    return next((kind for kind in ("lei-record", "reporting-exception") if at(links, kind)), "")
