"""How the register is asked: its address, its pace, its pages, and what it does not have."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

from inquiro.core.errors import BadAnswer, EffectError
from inquiro.core.lei import lei_problem
from inquiro.core.register import ParentKind
from inquiro.core.snapshots import snapshot
from inquiro.core.types import Document, Json, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.gleif.records import PARENTS, LeiRecord, exception_words, record_of
from inquiro.providers.gleif.sentences import exception_reason, readable
from inquiro.providers.http.answers import object_of
from inquiro.providers.http.fields import at, objects, plain, year_of
from inquiro.providers.http.searching import Params, Service

RECORDS = "/api/v1/lei-records"
PAGE_SIZE = 100
MOST_PAGES = 100
_PAGE = "https://search.gleif.org/#/record/"
_WORDS = {"direct-parent": "direct parent", "ultimate-parent": "ultimate parent"}


class Missing(BadAnswer):
    """The register has nothing at that address."""


class GleifApi(Service):
    """Sixty requests a minute are allowed: forty and a burst of twenty never exceed that."""

    name = "gleif"
    kind = "registry"
    source_type = "registry"
    base_url = "https://api.gleif.org"
    leaves_machine = "the name or LEI that is looked up"
    requests_per_second = 40 / 60
    burst = 20

    def refusal(self, answer: WebAnswer) -> EffectError | None:
        return Missing(f"{self.name} does not have it (404)") if answer.status == 404 else None

    async def full_record(self, lei: str) -> LeiRecord | None:
        """None only where the register itself says so: a wrong address answers 404 to everything."""
        refuse_malformed(lei)
        try:
            data = await self.data(f"{RECORDS}/{lei}")
        except Missing:
            listed = [record async for record in self.listed(RECORDS, {"filter[lei]": lei}, 1)]
            return next((record for record in listed if record.lei == lei), None)
        record = record_of(data)
        if record is None or record.lei != lei:
            raise BadAnswer(f"{self.name} answered with no record of {lei}")
        return record

    async def listed(self, path: str, params: Params, limit: int) -> AsyncIterator[LeiRecord]:
        async for one in self.pages(path, params, limit, "lei-records"):
            if record := record_of(one):
                yield record

    async def pages(self, path: str, params: Params, limit: int, kind: str) -> AsyncIterator[Json]:
        """Every resource of a list, page after page; what stands on two pages is given once."""
        given: set[str] = set()
        for number in range(1, MOST_PAGES + 1):
            size = max(1, min(limit, PAGE_SIZE))
            body = await self.body(path, {**params, "page[size]": size, "page[number]": number})
            fresh = [one for one in self._resources(body, kind) if one["id"] not in given]
            for one in fresh:
                if len(given) >= limit:
                    return
                given.add(one["id"])
                yield one
            if not fresh or len(given) >= limit or not _goes_on(body, number):
                return

    async def held_of_parent(self, lei: str, kind: ParentKind) -> tuple[LeiRecord | None, list[str]]:
        """The parent, or the reported reasons why there is none, or neither."""
        refuse_malformed(lei)
        try:
            return self.record_in(await self.data(f"{RECORDS}/{lei}/{kind}-parent"), f"the {kind} parent of {lei}"), []
        except Missing:
            pass
        try:
            data = await self.data(f"{RECORDS}/{lei}/{kind}-parent-reporting-exception")
        except Missing:
            await self.must_exist(lei)
            return None, []
        one = next(objects(data), None) if isinstance(data, list) else data
        if not isinstance(one, dict):
            raise BadAnswer(f"{self.name} answered with no reporting exception of {lei}")
        return None, exception_words(one) or ["UNKNOWN"]

    async def must_exist(self, lei: str) -> None:
        if await self.full_record(lei) is None:
            raise BadAnswer(f"{self.name} has no record of {lei}")

    async def opened(self, hit: SourceResult, record: LeiRecord) -> Document:
        """The whole record with its parents, in sentences."""
        parents = {which: await self._parent_sentence(record, which) for which in PARENTS}
        return snapshot(hit, readable(record, parents, f"{_PAGE}{record.lei}"))

    def hit(self, lei: str, title: str, snippet: str, published: str | None = None) -> SourceResult:
        return SourceResult(
            url=f"{self.base}{RECORDS}/{lei}",
            title=title,
            snippet=snippet,
            source_name=self.name,
            source_type=self.source_type,
            published=published,
            year=year_of(published),
            venue="GLEIF",
        )

    async def body(self, path: str, params: Params | None = None) -> Json:
        return object_of(await self.get(path, params), self.name)

    async def data(self, path: str) -> object:
        return (await self.body(path)).get("data")

    def _resources(self, body: Mapping[str, object], kind: str) -> list[Json]:
        data = body.get("data")
        if not isinstance(data, list):
            raise BadAnswer(f"{self.name} answered without a list of {kind}")
        found = list(objects(data))
        if strange := next((one for one in found if one.get("type") != kind), None):
            raise BadAnswer(f"{self.name} answered with {plain(strange.get('type')) or 'something'} instead of {kind}")
        return [one for one in found if isinstance(one.get("id"), str)]

    def record_in(self, data: object, what: str) -> LeiRecord:
        if (record := record_of(data)) is None:
            raise BadAnswer(f"{self.name} answered with no record of {what}")
        return record

    async def _parent_sentence(self, record: LeiRecord, which: str) -> str:
        held, words, path = record.parents.get(which), _WORDS[which], f"{RECORDS}/{record.lei}/{which}"
        if held == "lei-record":
            parent = self.record_in(await self.data(path), f"the {words} of {record.lei}")
            return f"The {words} of {record.name} is {parent.name} (LEI {parent.lei})."
        if held == "reporting-exception":
            reason = exception_reason(await self.data(f"{path}-reporting-exception"))
            return f"{record.name} reports no {words}: {reason or 'no reason given'}."
        return f"The register holds no {words} of {record.name}."


def refuse_malformed(lei: str) -> None:
    """A wrong LEI is told to whoever wrote it, never repaired or looked for as mere text."""
    if problem := lei_problem(lei):
        raise BadAnswer(f"gleif was not asked: {lei} {problem}")


def _goes_on(body: Mapping[str, object], number: int) -> bool:
    last = at(body, "meta", "pagination", "lastPage")
    if isinstance(last, int) and not isinstance(last, bool):
        return number < last
    return bool(at(body, "links", "next"))
