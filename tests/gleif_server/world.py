"""The API itself: single records, lists in pages, parents, children, funds, completions, and every way to fail."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from small_internet.server import Answered, Asked, Server

from .entities import Edge, Facts, Json

ROOT = "/api/v1/"
TYPES = {"direct": "IS_DIRECTLY_CONSOLIDATED_BY", "ultimate": "IS_ULTIMATELY_CONSOLIDATED_BY"}
BELOW = {
    "direct-children": "direct",
    "ultimate-children": "ultimate",
    "managed-funds": "fund-managed-by",
    "sub-funds": "sub-fund-of",
}
ABOVE = {"umbrella-fund": "sub-fund-of", "fund-manager": "fund-managed-by"}
RELATIONS = {"direct-child-relationships": "direct", "ultimate-child-relationships": "ultimate"}
Mode = Literal["", "down", "slow", "limited", "garbage", "lost"]


class GleifWorld:
    """`mode` says how it fails; `largest_page` how much stands on a page, whatever is asked for."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.mode: Mode = ""
        self.fails = -1  # so many requests fail, and then it recovers; -1: all of them
        self.retry_after = 1
        self.largest_page = 200
        self.asked: list[Asked] = []
        self._ends: dict[str, list[Edge]] = {}
        self._indexed = -1

    @cached_property
    def server(self) -> Server:
        """Made when it is wanted: it holds an event loop that has to be closed."""
        return Server(self.respond)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def respond(self, asked: Asked) -> Answered:
        self.asked.append(asked)
        if self.mode and self.fails:
            self.fails -= self.fails > 0
            return self._failure()
        path = asked.path.removeprefix(ROOT)
        params = {name: values[-1] for name, values in parse_qs(urlsplit(asked.target).query).items()}
        if asked.path == path:
            return _missing()
        if path == "lei-records":
            return self._page(asked, params, [self._linked(one) for one in self._filtered(params)])
        if path in {"fuzzycompletions", "autocompletions"}:
            return _json({"data": self._completions(path, params.get("q", ""))})
        lei, _, which = path.removeprefix("lei-records/").partition("/")
        return self._of_entity(asked, params, lei, which) if lei in self.facts.records else _missing()

    def _failure(self) -> Answered:
        match self.mode:
            case "down":
                return Answered("sorry", 503, "text/plain")
            case "slow":
                return Answered(hangs=True)
            case "limited":
                return Answered("slow down", 429, "text/plain", {"retry-after": str(self.retry_after)})
            case "lost":
                return Answered("<html>no such page</html>", 404)
        return Answered('{"data": [{"type": "lei-records", "id": 7}, null', 200, "application/vnd.api+json")

    def _of_entity(self, asked: Asked, params: dict[str, str], lei: str, which: str) -> Answered:
        if not which:
            return _json({"meta": {}, "data": self._linked(self.facts.records[lei])})
        if kind := BELOW.get(which):
            children = [edge.child for edge in self.facts.edges if (edge.parent, edge.kind) == (lei, kind)]
            return self._page(asked, params, [self._linked(self.facts.records[child]) for child in children])
        if kind := RELATIONS.get(which):
            found = [edge for edge in self.facts.edges if (edge.parent, edge.kind) == (lei, kind)]
            return self._page(asked, params, [self._relation(edge) for edge in found])
        if kind := ABOVE.get(which):
            over = self._over_fund(lei, kind)
            return _json({"data": self._linked(self.facts.records[over])}) if over else _missing()
        kind, _, rest = which.partition("-parent")
        edge = next((edge for edge in self.facts.edges if (edge.child, edge.kind) == (lei, kind)), None)
        if rest == "-reporting-exception":
            return self._exception(lei, kind)
        if edge is None or rest not in {"", "-relationship"}:
            return _missing()
        return _json({"data": self._relation(edge) if rest else self._linked(self.facts.records[edge.parent])})

    def _exception(self, lei: str, kind: str) -> Answered:
        reason = self.facts.exceptions.get((lei, kind))
        if reason is None:
            return _missing()
        category = f"{kind.upper()}_ACCOUNTING_CONSOLIDATION_PARENT"
        attributes = {"lei": lei, "category": category, "reason": reason, "reference": None}
        return _json({"data": {"type": "reporting-exceptions", "id": f"{lei}|0|{category}|", "attributes": attributes}})

    def _filtered(self, params: dict[str, str]) -> list[Json]:
        found = list(self.facts.records.values())
        for name, value in params.items():
            match name:
                case "filter[lei]":
                    wanted = value.split(",")
                    found = [one for one in found if one["id"] in wanted]
                case "filter[entity.legalName]":
                    found = [one for one in found if _words(value) <= _words(_name(one))]
                case "filter[fulltext]":
                    found = [one for one in found if _words(value) <= _words(json.dumps(one, ensure_ascii=False))]
                case "filter[entity.jurisdiction]":
                    found = [one for one in found if one["attributes"]["entity"]["jurisdiction"] == value]
        return found

    def _completions(self, kind: str, text: str) -> list[Json]:
        def likeness(one: Json) -> float:
            return SequenceMatcher(a=text.casefold(), b=_name(one).casefold(), autojunk=False).ratio()

        nearest = sorted(self.facts.records.values(), key=likeness, reverse=True)[:10] if text else []
        return [
            {
                "type": kind,
                "attributes": {"value": _name(one)},
                "relationships": {"lei-records": {"data": {"type": "lei-records", "id": one["id"]}}},
            }
            for one in nearest
            if likeness(one) > 0.5
        ]

    def _page(self, asked: Asked, params: dict[str, str], found: Sequence[Json]) -> Answered:
        size = min(int(params.get("page[size]", "15")), self.largest_page)
        number = int(params.get("page[number]", "1"))
        last = max(1, math.ceil(len(found) / size))
        shown = found[(number - 1) * size : number * size]
        pagination = {"currentPage": number, "perPage": size, "total": len(found), "lastPage": last}
        links = {"next": f"{asked.path}?page%5Bnumber%5D={number + 1}"} if number < last else {}
        return _json({"meta": {"pagination": pagination}, "links": links, "data": shown})

    def _linked(self, one: Json) -> Json:
        """With the links that the real API gives: only to what there is."""
        lei, links = one["id"], dict[str, Any]()
        for kind in ("direct", "ultimate"):
            at = f"{ROOT}lei-records/{lei}/{kind}-parent"
            if any((edge.child, edge.kind) == (lei, kind) for edge in self._of(lei)):
                links[f"{kind}-parent"] = {"links": {"relationship-record": f"{at}-relationship", "lei-record": at}}
            elif (lei, kind) in self.facts.exceptions:
                links[f"{kind}-parent"] = {"links": {"reporting-exception": f"{at}-reporting-exception"}}
        for which, kind in BELOW.items():
            if any((edge.parent, edge.kind) == (lei, kind) for edge in self._of(lei)):
                links[which] = {"links": {"related": f"{ROOT}lei-records/{lei}/{which}"}}
        for which, kind in ABOVE.items():
            if self._over_fund(lei, kind):
                links[which] = {"links": {"lei-record": f"{ROOT}lei-records/{lei}/{which}"}}
        links["managing-lou"] = {"links": {"related": f"{ROOT}lei-records/{lei}/managing-lou"}}
        return one | {"relationships": links}

    def _over_fund(self, lei: str, kind: str) -> str:
        """Some funds of the tables are part of an umbrella that the tables do not name."""
        over = (edge.parent for edge in self._of(lei) if (edge.child, edge.kind) == (lei, kind))
        return next((parent for parent in over if parent in self.facts.records), "")

    def _of(self, lei: str) -> list[Edge]:
        if self._indexed != len(self.facts.edges):
            self._ends, self._indexed = {}, len(self.facts.edges)
            for edge in self.facts.edges:
                for end in {edge.child, edge.parent}:
                    self._ends.setdefault(end, []).append(edge)
        return self._ends.get(lei, [])

    def _relation(self, edge: Edge) -> Json:
        told = self.facts.corroborations.get(tuple(edge), "ENTITY_SUPPLIED_ONLY")
        ends = {"startNode": {"id": edge.child, "type": "LEI"}, "endNode": {"id": edge.parent, "type": "LEI"}}
        return {
            "type": "relationship-records",
            "id": f"{edge.child}|LEI|{TYPES[edge.kind]}|{edge.parent}",
            "attributes": {
                "relationship": ends | {"type": TYPES[edge.kind], "status": "ACTIVE"},
                "registration": {"status": "PUBLISHED", "corroborationLevel": told},
            },
        }


def _name(one: Json) -> str:
    return str(one["attributes"]["entity"]["legalName"]["name"])


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _missing() -> Answered:
    error = {"status": "404", "title": "Not Found", "detail": "There is nothing here."}
    return _json({"errors": [error]}, 404)


def _json(body: Json, status: int = 200) -> Answered:
    return Answered(json.dumps(body), status, "application/vnd.api+json")
