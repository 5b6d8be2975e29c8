"""The web search of the run's own model: the pages that its vendor found, to be opened and checked like any other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from inquiro.core.errors import BadAnswer, NotConfigured
from inquiro.core.identity import canonical_url, without_tracking
from inquiro.core.models import Message, ModelAnswer, ModelRequest, NativeSource, model_id, usage_of, worst_case
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import Availability, Filters, ProviderKind, SourceResult, SourceType, Usage
from inquiro.providers.http.fields import address, day, doi_in, plain
from inquiro.providers.http.wording import domains, first_day, primary, shortened

_SEARCHES = 2  # the first finds most of it; each one is on the bill
_MOST_OUTPUT = 2_000  # tokens, thinking included; what it says is not used
_SECONDS = 25.0
_LONGEST_QUERY = 400
_LONGEST_SNIPPET = 600


class ModelSearch:
    name = "model"
    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    leaves_machine = "the query, to the vendor of the run's model"
    keys: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()  # they are asked for in words, and a model may not heed them
    paces_requests: Literal[True] = True  # the model's client asks to be admitted
    requests_per_second = 0.5  # dear and slow: a few queries of a round are enough

    def __init__(self, context: ProviderContext) -> None:
        self._model = context.model

    @property
    def twin(self) -> str:
        """Another model finds other pages."""
        return model_id(self._model) if self._model else ""

    def availability(self) -> Availability:
        if self._model is None:
            return Availability(available=False, reason="used when the run's model can search the web itself")
        if not (found := self._model.availability()).available:
            return Availability(available=False, reason=f"{model_id(self._model)} cannot be asked: {found.reason}")
        if not self._model.capabilities.web_search:
            return Availability(available=False, reason=f"{model_id(self._model)} has no web search of its own")
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        hits, _ = await self.priced_search(query, max_results, filters)
        return hits

    async def priced_search(self, query: str, max_results: int, filters: Filters) -> tuple[list[SourceResult], Usage]:
        model, found = self._model, self.availability()
        if model is None or not found.available:
            raise NotConfigured(f"source '{self.name}' cannot be used: {found.reason}")
        answer = await model.complete(_request(query, filters))
        used = usage_of(answer.usage, model.price)
        try:
            return self._hits(answer, model_id(model))[:max_results], used
        except BadAnswer as error:
            error.usage = used
            raise

    def worst(self, query: str, filters: Filters) -> Usage:
        return worst_case(_request(query, filters), self._model.price if self._model else None)

    def _hits(self, answer: ModelAnswer, who: str) -> list[SourceResult]:
        """One for each page; an answer that broke off still names the pages that were found before."""
        if answer.finish == "refused":
            raise BadAnswer(f"{who} refused to search for this")
        pages: dict[str, list[NativeSource]] = {}
        for source in answer.sources:
            if address(source.url):
                pages.setdefault(canonical_url(source.url), []).append(source)
        if not pages and answer.finish != "stop":
            raise BadAnswer(f"{who} broke off before it had named a page ({answer.finish})")
        return [self._hit(found) for found in pages.values()]

    def _hit(self, found: Sequence[NativeSource]) -> SourceResult:
        """The page's words, where the vendor tells them; the model's own never, and its title waits until it is read."""
        url = without_tracking(address(found[0].url))
        passages = dict.fromkeys(words for source in found if (words := plain(source.cited_text)))
        return SourceResult(
            url=url,
            title=next((title for source in found if (title := plain(source.title))), ""),
            snippet=shortened(" … ".join(passages), _LONGEST_SNIPPET),
            source_name=self.name,
            source_type=self.source_type,
            doi=doi_in(url),
        )


def _request(query: str, filters: Filters) -> ModelRequest:
    quoted = msgspec.json.encode(shortened(query, _LONGEST_QUERY)).decode()
    asked = "\n".join([f"The query: {quoted}", *_narrowing(filters)])
    return ModelRequest(
        messages=(Message(role="system", text=_instructions()), Message(role="user", text=asked)),
        max_output=_MOST_OUTPUT,
        web_search=_SEARCHES,
        seconds=_SECONDS,
    )


def _narrowing(filters: Filters) -> list[str]:
    """In words; only what has the form of a date, a host or a language is passed on."""
    told = []
    if since := day(first_day(filters.since)):
        told.append(f"Only pages published on or after {since}.")
    if sites := domains(filters.sites):
        told.append(f"Only pages of these sites: {', '.join(sites)}.")
    if language := primary(filters.language):
        told.append(f"Only pages in this language (ISO 639): {language}.")
    return told


@cache
def _instructions() -> str:
    return files("inquiro.providers.search").joinpath("model.md").read_text("utf-8").strip()


plugin = ModelSearch
