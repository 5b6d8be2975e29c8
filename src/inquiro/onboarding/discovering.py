"""What the register of legal entities alone knows of a client: itself, its parents, its children, its funds.

The result has the shape of a macro's schema as far as the schema's own property names allow; everything that the
register does not say stays out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from inquiro.core.errors import EffectError
from inquiro.core.register import ParentFound, ParentKind, Register, RegisterRecord
from inquiro.core.types import Document, Json, Value
from inquiro.onboarding.leis.names import name_match
from inquiro.onboarding.register_texts import document_of

CANDIDATES = 20
KINDS: tuple[ParentKind, ...] = ("direct", "ultimate")
_APEX = ("apex", "apex_entity", "entity")
_LISTS = {
    "management_companies": ("management_companies", "mancos"),
    "funds": ("funds", "fund_structures"),
    "subsidiaries": ("subsidiaries", "entities", "related_entities"),
}
_DEAD = frozenset({"ANNULLED", "DUPLICATE", "RETIRED", "MERGED"})


class Discovery(Value, frozen=True, kw_only=True):
    """What was found, as records; `others` are names that were looked at and not taken."""

    subject: RegisterRecord | None = None
    parents: dict[str, ParentFound] = msgspec.field(default_factory=dict)
    children: tuple[RegisterRecord, ...] = ()
    funds: tuple[RegisterRecord, ...] = ()
    managed: tuple[str, ...] = ()  # LEIs of funds that the client itself manages
    others: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def apex(self) -> RegisterRecord | None:
        """The ultimate parent, else the direct one, else the client itself."""
        for kind in ("ultimate", "direct"):
            found = self.parents.get(kind)
            if found is not None and found.record is not None:
                return found.record
        return self.subject


async def discover(register: Register, name: str, *, jurisdiction: str = "", most: int = 50) -> Discovery:
    """Raises EffectError where the register cannot be asked at all; what fails later is said and left out."""
    found = await register.search(name, CANDIDATES, "")
    subject = chosen(name, jurisdiction, found)
    others = tuple(dict.fromkeys(record.name for record in found if subject is None or record.lei != subject.lei))
    if subject is None:
        return Discovery(others=others)
    lost: list[str] = []
    parents: dict[str, ParentFound] = {}
    for kind in KINDS:
        try:
            parents[kind] = await register.parent(subject.lei, kind)
        except EffectError as error:
            lost.append(f"{kind} parent of {subject.name}: {error}")
    children = await _listed(register.children(subject.lei, "direct", most), f"children of {subject.name}", lost)
    funds = await _listed(register.managed_funds(subject.lei, most), f"funds of {subject.name}", lost)
    gone = [one for one in (*children, *funds) if _has_ended(one)]
    lost += [f"{one.name} ({one.lei}) is {one.registration or one.entity_status} and was left out" for one in gone]
    children, funds = ([one for one in listed if not _has_ended(one)] for listed in (children, funds))
    return Discovery(
        subject=subject,
        parents=parents,
        children=tuple(child for child in children if child.category != "FUND"),
        funds=tuple({one.lei: one for one in (*funds, *(c for c in children if c.category == "FUND"))}.values()),
        managed=tuple(fund.lei for fund in funds),
        others=others[:CANDIDATES],
        lost=tuple(lost),
    )


def chosen(name: str, jurisdiction: str, found: Sequence[RegisterRecord]) -> RegisterRecord | None:
    """The record that bears the name; of several the one in the jurisdiction, alive and renewed, with the nearest name."""
    fitting = [record for record in found if name_match(name, record)]
    order = sorted(
        fitting,
        key=lambda record: (
            bool(jurisdiction) and not record.jurisdiction.upper().startswith(jurisdiction.upper()),
            _has_ended(record),
            record.registration != "ISSUED",
            record.name.casefold() != name.casefold(),
            len(record.name),
        ),
    )
    return order[0] if order else None


def _has_ended(record: RegisterRecord) -> bool:
    return record.registration in _DEAD or record.entity_status == "INACTIVE"


def documents_of(discovery: Discovery) -> list[Document]:
    """Every record that was found, in sentences."""
    subject, apex = discovery.subject, discovery.apex
    if subject is None or apex is None:
        return []
    own: dict[ParentKind, ParentFound] = {kind: discovery.parents[kind] for kind in KINDS if kind in discovery.parents}
    made = [document_of(subject, own)]
    above = {found.record.lei: found.record for found in discovery.parents.values() if found.record is not None}
    made += [document_of(record) for lei, record in above.items() if lei != subject.lei]
    parent = ParentFound(record=subject)
    made += [document_of(child, {"direct": parent}) for child in discovery.children]
    for fund in discovery.funds:
        managed = fund.lei in discovery.managed
        made.append(document_of(fund, None if managed else {"direct": parent}, subject if managed else None))
    return made


def result_of(discovery: Discovery, name: str, schema: Json, most: int = 50) -> Json:
    """What was found, under the property names that the schema has."""
    properties = schema.get("properties") or {}
    data: dict[str, Any] = {}
    apex, subject = discovery.apex, discovery.subject
    place = next((key for key in _APEX if key in properties), "apex")
    data[place] = _entity(apex, properties.get(place, {})) if apex else {"name": name}
    below: list[RegisterRecord] = list(discovery.children)
    managers: list[RegisterRecord] = []
    if subject is not None and apex is not None and apex.lei != subject.lei:
        below.insert(0, subject)
        managers += [subject] if discovery.managed else []
    for key, records in (("management_companies", managers), ("subsidiaries", below), ("funds", discovery.funds)):
        wanted = next((one for one in _LISTS[key] if one in properties), None)
        if wanted and records:
            item = (properties[wanted] or {}).get("items") or {}
            data[wanted] = [_listed_entity(record, item, discovery) for record in records[:most]]
    if "search_quality" in properties:
        data["search_quality"] = "MEDIUM" if subject is not None else "LOW"
    return data


def _listed_entity(record: RegisterRecord, schema: Mapping[str, Any], discovery: Discovery) -> Json:
    made = _entity(record, schema)
    if (
        discovery.subject
        and record.lei in discovery.managed
        and "management_company" in (schema.get("properties") or {})
    ):
        made["management_company"] = discovery.subject.name
    return made


def _entity(record: RegisterRecord, schema: Mapping[str, Any]) -> Json:
    """The fields that the schema of an entity has and the register gives."""
    known: dict[str, Any] = {
        "name": record.name,
        "legal_name": record.name,
        "lei": record.lei,
        "jurisdiction": record.jurisdiction,
        "registration_status": record.registration,
        "entity_status": record.entity_status,
        "category": record.category,
        "legal_form": record.legal_form,
        "registration_number": record.registered_as,
        "city": record.city,
        "country": record.country,
    }
    wanted = schema.get("properties") or {"name": {}, "lei": {}, "jurisdiction": {}}
    return {key: value for key, value in known.items() if value and key in wanted}


async def _listed(asked: Any, what: str, lost: list[str]) -> list[RegisterRecord]:
    try:
        found: list[RegisterRecord] = await asked
    except EffectError as error:
        lost.append(f"{what}: {error}")
        return []
    return found
