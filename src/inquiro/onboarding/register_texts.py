"""A register entry in sentences that can be quoted one by one, as a document of a run."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.register import WHY_NO_PARENT, ParentFound, ParentKind, RegisterRecord
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, ReadText, SourceResult

ADDRESS = "https://api.gleif.org/api/v1/lei-records/"


def document_of(
    record: RegisterRecord,
    parents: Mapping[ParentKind, ParentFound] | None = None,
    manager: RegisterRecord | None = None,
) -> Document:
    """The record as the register gives it, what it says of its parents, and of who manages it."""
    lines = sentences_of(record)
    lines += [line for kind, found in (parents or {}).items() for line in _parent(record, kind, found)]
    if manager is not None:
        lines.append(f"{record.name} is a fund managed by {manager.name} (LEI {manager.lei}).")
    hit = SourceResult(
        url=f"{ADDRESS}{record.lei}",
        title=f"{record.name} (LEI {record.lei})",
        snippet=lines[0],
        source_name="gleif",
        source_type="registry",
        venue="GLEIF",
    )
    return snapshot(hit, ReadText(text="\n".join(lines) + "\n", media_type="text/plain", title=record.name))


def sentences_of(record: RegisterRecord) -> list[str]:
    name = record.name
    told = (
        (record.lei, f"{name} has the LEI {record.lei}."),
        (record.jurisdiction, f"The legal jurisdiction of {name} is {record.jurisdiction}."),
        (record.entity_status, f"The entity status of {name} is {record.entity_status}."),
        (record.registration, f"The registration status of {name} (LEI {record.lei}) is {record.registration}."),
        (record.category, f"The entity category of {name} is {record.category}."),
        (record.legal_form, f"The legal form of {name} is {record.legal_form}."),
        (record.registered_as, f"{name} is registered locally as {record.registered_as}."),
        (record.city, f"The legal address of {name} is in {', '.join(filter(None, (record.city, record.country)))}."),
        (record.corroboration, f"The record of {name} is {record.corroboration}."),
        (record.next_renewal, f"The next renewal of the LEI of {name} is due on {record.next_renewal[:10]}."),
        (record.other_names, f"Other names of {name}: {', '.join(record.other_names)}."),
        (record.successors, f"Successors of {name}: {', '.join(record.successors)}."),
    )
    return [line for known, line in told if known]


def _parent(record: RegisterRecord, kind: ParentKind, found: ParentFound) -> list[str]:
    if found.record is not None:
        return [f"The {kind} parent of {record.name} is {found.record.name} (LEI {found.record.lei})."]
    if found.exception:
        reason = f" ({WHY_NO_PARENT[found.exception]})" if found.exception in WHY_NO_PARENT else ""
        return [f"{record.name} reports no {kind} parent: {found.exception}{reason}."]
    return [f"The register holds no {kind} parent of {record.name}."]
