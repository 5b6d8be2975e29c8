"""GLEIF: the global register of legal entities."""

from __future__ import annotations

import re

from inquiro.core.errors import BadAnswer
from inquiro.core.lei import claimed_leis, lei_problem
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import at, objects, plain, year_of
from inquiro.providers.http.searching import Params, Service
from inquiro.providers.search._lei_records import (
    LEI,
    PARENTS,
    LeiRecord,
    exception_reason,
    readable,
    record_of,
)

_MOST_RESULTS = 100
_PAGE = "https://search.gleif.org/#/record/"
_RECORD = re.compile(r"/lei-records/([0-9A-Z]{20})$")
_WORDS = {"direct-parent": "direct parent", "ultimate-parent": "ultimate parent"}
_RELATIONS = {
    "IS_DIRECTLY_CONSOLIDATED_BY": "is directly consolidated by",
    "IS_ULTIMATELY_CONSOLIDATED_BY": "is ultimately consolidated by",
    "IS_INTERNATIONAL_BRANCH_OF": "is an international branch of",
    "IS_FUND-MANAGED_BY": "is a fund managed by",
    "IS_SUBFUND_OF": "is a sub-fund of",
    "IS_FEEDER_TO": "is a feeder to",
}


class Gleif(Service):
    """Hits are addressed by the API's own links: the register's web pages differ only behind a `#`."""

    name = "gleif"
    kind = "registry"
    source_type = "registry"
    base_url = "https://api.gleif.org"
    leaves_machine = "the name or LEI that is looked up"
    requests_per_second = 4.0
    filters: tuple[str, ...] = ()

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:  # noqa: ARG002
        """By LEI when the query holds one, else by its words, else by names that look like it."""
        size = min(max_results, _MOST_RESULTS)
        if leis := _leis(query):
            return await self._found({"filter[lei]": ",".join(leis), "page[size]": size})
        if hits := await self._found({"filter[fulltext]": query, "page[size]": size}):
            return hits[:max_results]
        answer = await self.get("/api/v1/fuzzycompletions", {"field": "entity.legalName", "q": query})
        alike = [hit.url.rpartition("/")[2] for hit in self.parse(answer)][:size]
        return await self._found({"filter[lei]": ",".join(alike), "page[size]": size}) if alike else []

    def parse(self, answer: WebAnswer) -> list[SourceResult]:
        """Records, completions of names and relationships; other resources of the API are no hits."""
        body = object_of(answer, self.name)
        data = body.get("data")
        if not isinstance(data, dict | list):
            raise BadAnswer(f"{self.name} answered without data")
        found = [data] if isinstance(data, dict) else list(objects(data))
        readers = {
            "lei-records": self._of_record,
            "fuzzycompletions": self._of_completion,
            "autocompletions": self._of_completion,
            "relationship-records": self._of_relationship,
        }
        kinds = {plain(one.get("type")) for one in found}
        if strange := sorted(kinds - readers.keys()):
            raise BadAnswer(f"{self.name} answered with {strange[0] or 'something'} instead of entities")
        return [hit for one in found if (hit := readers[plain(one.get("type"))](one))]

    async def open(self, hit: SourceResult) -> Document:
        """The whole record with its parents, in sentences."""
        if not (found := _RECORD.search(hit.url)):
            raise BadAnswer(f"{hit.url} is no record of {self.name}")
        path = f"/api/v1/lei-records/{found[1]}"
        record = record_of(object_of(await self.get(path), self.name).get("data"))
        if record is None or record.lei != found[1]:
            raise BadAnswer(f"{self.name} answered with no record of {found[1]}")
        parents = {which: await self._parent(record, path, which) for which in PARENTS}
        return snapshot(hit, readable(record, parents, f"{_PAGE}{record.lei}"))

    async def _found(self, params: Params) -> list[SourceResult]:
        return self.parse(await self.get("/api/v1/lei-records", params))

    async def _parent(self, record: LeiRecord, path: str, which: str) -> str:
        held, words = record.parents.get(which), _WORDS[which]
        if held == "lei-record":
            parent = record_of(object_of(await self.get(f"{path}/{which}"), self.name).get("data"))
            if parent is None:
                raise BadAnswer(f"{self.name} answered with no record of the {words} of {record.lei}")
            return f"The {words} of {record.name} is {parent.name} (LEI {parent.lei})."
        if held == "reporting-exception":
            answer = await self.get(f"{path}/{which}-reporting-exception")
            reason = exception_reason(object_of(answer, self.name).get("data"))
            return f"{record.name} reports no {words}: {reason or 'no reason given'}."
        return f"The register holds no {words} of {record.name}."

    def _of_record(self, one: Json) -> SourceResult | None:
        record = record_of(one)
        return self._hit(record.lei, record.name, record.summary, record.updated) if record else None

    def _of_completion(self, one: Json) -> SourceResult | None:
        """Some completions are mere words and lead nowhere."""
        lei, name = at(one, "relationships", "lei-records", "data", "id"), plain(at(one, "attributes", "value"))
        return self._hit(lei, name, f"LEI {lei}") if isinstance(lei, str) and LEI.fullmatch(lei) and name else None

    def _of_relationship(self, one: Json) -> SourceResult | None:
        relation = at(one, "attributes", "relationship")
        child, parent = at(relation, "startNode", "id"), at(relation, "endNode", "id")
        if not all(isinstance(lei, str) and LEI.fullmatch(lei) for lei in (child, parent)):
            return None
        kind = plain(at(relation, "type"))
        title = f"{child} {_RELATIONS.get(kind, kind)} {parent}"
        return self._hit(child, title, f"{title}; relationship {plain(at(relation, 'status')) or 'without a status'}")

    def _hit(self, lei: str, title: str, snippet: str, published: str | None = None) -> SourceResult:
        return SourceResult(
            url=f"{self.base}/api/v1/lei-records/{lei}",
            title=title,
            snippet=snippet,
            source_name=self.name,
            source_type=self.source_type,
            published=published,
            year=year_of(published),
            venue="GLEIF",
        )


def _leis(query: str) -> list[str]:
    """The LEIs in a query; a wrong one is told to whoever wrote it, never repaired or looked for as mere text."""
    leis = claimed_leis(query)
    for lei in leis:
        if problem := lei_problem(lei):
            raise BadAnswer(f"gleif was not asked: {lei} {problem}")
    return leis


plugin = Gleif
