"""The register as checks and verbs ask it."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.lei import lei_problem
from inquiro.core.register import FundKind, ParentFound, ParentKind, RegisterRecord, RegisterRelation
from inquiro.providers.gleif.api import PAGE_SIZE, RECORDS, GleifApi, Missing, refuse_malformed
from inquiro.providers.gleif.records import is_lei, relation_of
from inquiro.providers.http.fields import at, objects
from inquiro.providers.http.searching import Params

_RANKED = 50  # so many are looked at, however few are wanted: the register's own order says little


class GleifRegister(GleifApi):
    """Every answer is read whole, page after page; what has another shape than promised is a BadAnswer."""

    async def record(self, lei: str) -> RegisterRecord | None:
        found = await self.full_record(lei)
        return found.for_the_register if found else None

    async def records(self, leis: tuple[str, ...]) -> list[RegisterRecord]:
        """In the order in which they were asked for; whatever the register does not know is left out."""
        wanted = tuple(dict.fromkeys(leis))
        for lei in wanted:
            refuse_malformed(lei)
        known: dict[str, RegisterRecord] = {}
        for start in range(0, len(wanted), PAGE_SIZE):
            portion = wanted[start : start + PAGE_SIZE]
            found = await self._all(RECORDS, {"filter[lei]": ",".join(portion)}, len(portion))
            known |= {record.lei: record for record in found}
        return [known[lei] for lei in wanted if lei in known]

    async def search(self, name: str, limit: int = 10, jurisdiction: str = "") -> list[RegisterRecord]:
        """By the legal name, else by words anywhere, else by names that look like it; an LEI finds its own record."""
        if lei_problem(name.strip()) is None:
            return await self.records((name.strip(),))
        name = name.replace(",", " ")  # a comma would ask for either of two names
        where = {"filter[entity.jurisdiction]": jurisdiction} if jurisdiction else {}
        size = min(max(limit, _RANKED), PAGE_SIZE)
        for field in ("entity.legalName", "fulltext"):
            if found := await self._all(RECORDS, {f"filter[{field}]": name, **where}, size):
                return best_first(name, found)[:limit]
        body = await self.body("/api/v1/fuzzycompletions", {"field": "entity.legalName", "q": name})
        leis = [at(one, "relationships", "lei-records", "data", "id") for one in objects(body.get("data"))]
        alike = await self.records(tuple(filter(is_lei, leis))[:PAGE_SIZE])
        fitting = [one for one in alike if not jurisdiction or one.jurisdiction == jurisdiction]
        return best_first(name, fitting)[:limit]

    async def parent(self, lei: str, kind: ParentKind) -> ParentFound:
        record, reasons = await self.held_of_parent(lei, kind)
        return ParentFound(record=record.for_the_register if record else None, exception=", ".join(reasons))

    async def parent_relation(self, lei: str, kind: ParentKind) -> RegisterRelation | None:
        refuse_malformed(lei)
        try:
            return relation_of(await self.data(f"{RECORDS}/{lei}/{kind}-parent-relationship"))
        except Missing:
            await self.must_exist(lei)
            return None

    async def children(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRecord]:
        return await self._below(lei, f"{kind}-children", limit)

    async def relations(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRelation]:
        refuse_malformed(lei)
        path = f"{RECORDS}/{lei}/{kind}-child-relationships"
        try:
            found = [relation_of(one) async for one in self.pages(path, {}, limit, "relationship-records")]
        except Missing:
            await self.must_exist(lei)
            return []
        return [relation for relation in found if relation]

    async def managed_funds(self, lei: str, limit: int = 1000) -> list[RegisterRecord]:
        return await self._below(lei, "managed-funds", limit)

    async def above_fund(self, lei: str, kind: FundKind) -> RegisterRecord | None:
        refuse_malformed(lei)
        try:
            data = await self.data(f"{RECORDS}/{lei}/{kind}")
        except Missing:
            await self.must_exist(lei)
            return None
        return self.record_in(data, f"the {kind} of {lei}").for_the_register

    async def _below(self, lei: str, which: str, limit: int) -> list[RegisterRecord]:
        refuse_malformed(lei)
        try:
            return await self._all(f"{RECORDS}/{lei}/{which}", {}, limit)
        except Missing:
            await self.must_exist(lei)
            return []

    async def _all(self, path: str, params: Params, limit: int) -> list[RegisterRecord]:
        return [record.for_the_register async for record in self.listed(path, params, limit)]


def best_first(name: str, records: Sequence[RegisterRecord]) -> list[RegisterRecord]:
    """The very name, then names that begin with it, then the shortest; those that still exist before the others."""
    wanted = _words(name)

    def distance(record: RegisterRecord) -> tuple[int, int, int]:
        names = [_words(one) for one in (record.name, *record.other_names)]
        nearest = 0 if wanted in names else 1 if any(one[: len(wanted)] == wanted for one in names) else 2
        gone = record.entity_status == "INACTIVE" or record.registration not in {"ISSUED", "LAPSED", ""}
        return int(gone), nearest, len(names[0])

    return sorted(records, key=distance)


def _words(name: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in name.casefold()).split()
