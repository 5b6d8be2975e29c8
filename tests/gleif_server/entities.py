"""What the imitated register knows: recordings of the real one, tables of names and edges, or invented entities.

A record that was recorded is served as it was, but for its links, which follow the edges. One that stands only in the
table of names is made up from its row: it has no successor, no renewal date, and ISSUED for a status that is not told.
Parents are those of the table of edges; why there is none is told only where that was recorded.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]


class Edge(NamedTuple):
    child: str
    parent: str
    kind: str  # direct, ultimate, fund-managed-by, sub-fund-of


@dataclass
class Facts:
    records: dict[str, Json] = field(default_factory=dict)  # LEI -> resource, without links
    edges: list[Edge] = field(default_factory=list)
    exceptions: dict[tuple[str, str], str] = field(default_factory=dict)  # LEI, direct | ultimate -> reason
    corroborations: dict[tuple[str, str, str], str] = field(default_factory=dict)  # child, parent, kind

    def add(self, lei: str, name: str, *, parent: str = "", exception: str = "", **fields: Any) -> str:
        """An invented entity; its direct parent is its ultimate one too."""
        self.records[lei] = resource(lei, name, **fields)
        for kind in ("direct", "ultimate"):
            if parent:
                self.edges.append(Edge(lei, parent, kind))
            elif exception:
                self.exceptions[lei, kind] = exception
        return lei


def resource(
    lei: str,
    name: str,
    *,
    language: str = "en",
    country: str = "DE",
    city: str = "",
    jurisdiction: str = "DE",
    category: str = "GENERAL",
    entity_status: str = "ACTIVE",
    registration: str = "ISSUED",
    registered_as: str | None = None,
    other_names: tuple[str, ...] = (),
    successors: tuple[str, ...] = (),
) -> Json:
    """A `lei-records` resource as the API writes it."""
    address = {"language": language, "addressLines": [], "city": city, "country": country}
    return {
        "type": "lei-records",
        "id": lei,
        "attributes": {
            "lei": lei,
            "entity": {
                "legalName": {"name": name, "language": language},
                "otherNames": [{"name": one, "language": "en"} for one in other_names],
                "transliteratedOtherNames": [],
                "legalAddress": address,
                "headquartersAddress": address,
                "registeredAs": registered_as,
                "jurisdiction": jurisdiction,
                "category": category or None,
                "legalForm": {"id": None, "other": None},
                "status": entity_status,
                "expiration": {"date": None, "reason": None},
                "successorEntity": {"lei": None, "name": None},
                "successorEntities": [{"lei": one, "name": None} for one in successors],
            },
            "registration": {"status": registration, "corroborationLevel": "ENTITY_SUPPLIED_ONLY"},
        },
    }


def recorded(shared_data: Path) -> Facts:
    """Everything that the shared data say about the register."""
    facts = Facts()
    for row in _rows(shared_data / "lei_list" / "lei_names.csv"):
        facts.records[row["lei"]] = resource(
            row["lei"],
            row["name"],
            language=row["language"],
            country=row["country"],
            city=row["city"],
            jurisdiction=row["jurisdiction"],
            category=row["category"],
            entity_status=row["entity_status"],
            registration=row["registration_status"] or "ISSUED",
            registered_as=row["registered_as"] or None,
        )
    rows = _rows(shared_data / "lei_list" / "relationships.csv")
    facts.edges = [Edge(row["child_lei"], row["parent_lei"], row["kind"]) for row in rows]
    for file in sorted((shared_data / "http_gleif").rglob("*.json")):
        if file.parent.name in {"lei_records", "relationships", "reporting_exceptions", "pygleif"}:
            _read(facts, json.loads(file.read_text("utf-8")))
    return facts


def with_check_digits(start: str) -> str:
    """A valid LEI that begins so; nobody has it."""
    body = start.ljust(18, "0")[:18]
    number = int("".join(str(int(char, 36)) for char in f"{body}00"))
    return f"{body}{98 - number % 97:02d}"


def _read(facts: Facts, body: Json) -> None:
    data = body.get("data")
    for one in data if isinstance(data, list) else [data]:
        attributes = one.get("attributes", {})
        match one.get("type"):
            case "lei-records" if one["id"] in facts.records and "legalName" in attributes.get("entity", {}):
                facts.records[one["id"]] = {key: one[key] for key in ("type", "id", "attributes")}
            case "reporting-exceptions":
                kind = attributes["category"].partition("_")[0].lower()
                facts.exceptions[attributes["lei"], kind] = attributes["reason"]
            case "relationship-records":
                ends = attributes["relationship"]
                kind = "ultimate" if "ULTIMATE" in ends["type"] else "direct"
                place = (ends["startNode"]["id"], ends["endNode"]["id"], kind)
                facts.corroborations[place] = attributes["registration"]["corroborationLevel"]


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
