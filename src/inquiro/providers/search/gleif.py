"""GLEIF: the global register of legal entities."""

from __future__ import annotations

import re

from inquiro.core.errors import BadAnswer
from inquiro.core.lei import claimed_leis
from inquiro.core.types import Document, Filters, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.gleif.api import RECORDS, GleifApi, refuse_malformed
from inquiro.providers.gleif.records import is_lei, record_of, relation_of
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import at, objects, plain
from inquiro.providers.http.searching import Params

_MOST_RESULTS = 100
_RECORD = re.compile(r"/lei-records/([0-9A-Z]{20})$")
_RELATIONS = {
    "IS_DIRECTLY_CONSOLIDATED_BY": "is directly consolidated by",
    "IS_ULTIMATELY_CONSOLIDATED_BY": "is ultimately consolidated by",
    "IS_INTERNATIONAL_BRANCH_OF": "is an international branch of",
    "IS_FUND-MANAGED_BY": "is a fund managed by",
    "IS_SUBFUND_OF": "is a sub-fund of",
    "IS_FEEDER_TO": "is a feeder to",
}


class Gleif(GleifApi):
    """Hits are addressed by the API's own links: the register's web pages differ only behind a `#`."""

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
        if (record := await self.full_record(found[1])) is None:
            raise BadAnswer(f"{self.name} answered with no record of {found[1]}")
        return await self.opened(hit, record)

    async def _found(self, params: Params) -> list[SourceResult]:
        return self.parse(await self.get(RECORDS, params))

    def _of_record(self, one: Json) -> SourceResult | None:
        record = record_of(one)
        return self.hit(record.lei, record.name, record.summary, record.updated) if record else None

    def _of_completion(self, one: Json) -> SourceResult | None:
        """Some completions are mere words and lead nowhere."""
        lei, name = at(one, "relationships", "lei-records", "data", "id"), plain(at(one, "attributes", "value"))
        return self.hit(lei, name, f"LEI {lei}") if is_lei(lei) and name else None

    def _of_relationship(self, one: Json) -> SourceResult | None:
        if (relation := relation_of(one)) is None:
            return None
        title = f"{relation.child} {_RELATIONS.get(relation.type, relation.type)} {relation.parent}"
        return self.hit(relation.child, title, f"{title}; relationship {relation.status or 'without a status'}")


def _leis(query: str) -> list[str]:
    """The LEIs in a query, of which none may be wrong."""
    leis = claimed_leis(query)
    for lei in leis:
        refuse_malformed(lei)
    return leis


plugin = Gleif
