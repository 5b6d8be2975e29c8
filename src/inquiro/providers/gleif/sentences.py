"""A record as sentences that can be quoted one by one."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.register import WHY_NO_PARENT
from inquiro.core.types import Anchor, ReadText
from inquiro.providers.gleif.records import LeiRecord, exception_words


def exception_reason(data: object) -> str:
    """Why a parent is not reported, in the register's word and in plain ones."""
    words = exception_words(data)
    return ", ".join(f"{word} ({WHY_NO_PARENT[word]})" if word in WHY_NO_PARENT else word for word in words)


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
