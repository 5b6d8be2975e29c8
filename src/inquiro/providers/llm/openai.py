"""OpenAI, by its Responses API: schemas, web search with every source it looked at, and nothing kept by the vendor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inquiro.core.errors import BadAnswer
from inquiro.core.models import Finish, ModelAnswer, ModelRequest, ModelUsage, NativeSource
from inquiro.core.types import Json
from inquiro.providers.http.fields import at, objects
from inquiro.providers.llm._client import Client, count
from inquiro.providers.llm._schemas import plain_name, strict_schema
from inquiro.providers.llm._sources import gathered, source
from inquiro.providers.llm._streams import Assembly

_LEAST_OUTPUT = 16  # the API takes no less
_ENDED = ("response.completed", "response.incomplete", "response.failed")
_INCOMPLETE: dict[str, Finish] = {"max_output_tokens": "length", "content_filter": "refused"}


class OpenAI(Client):
    name = "openai"
    base_url = "https://api.openai.com/v1"
    path = "/responses"
    keys = ("OPENAI_API_KEY",)
    searches_web = True

    def body(self, request: ModelRequest) -> Json:
        body: Json = {
            "model": self.model,
            "input": [{"role": m.role, "content": m.text} for m in request.messages if m.role != "system"],
            "max_output_tokens": max(request.max_output, _LEAST_OUTPUT),
            "stream": True,
            "store": False,
        }
        if told := self.told(request):
            body["instructions"] = told
        if request.temperature is not None and self.temperature_matters:
            body["temperature"] = request.temperature
        if request.schema is not None and self.enforces_schema(request):
            strict = strict_schema(request.schema)
            body["text"] = {
                "format": {
                    "type": "json_schema",
                    "name": plain_name(request.schema_name),
                    "schema": strict or request.schema,
                    "strict": strict is not None,
                }
            }
        if request.web_search:
            body["tools"] = [{"type": "web_search"}]
            body["max_tool_calls"] = request.web_search
            body["include"] = ["web_search_call.action.sources"]
        return body

    def used(self, whole: Json) -> ModelUsage:
        return _usage(whole, [item for item in objects(whole.get("output")) if item.get("type") == "web_search_call"])

    def assembly(self) -> Assembly:
        return _Events()

    def read(self, whole: Json) -> ModelAnswer:
        if not isinstance(whole.get("output"), list):
            raise BadAnswer(f"{self.provider}:{self.model} gave something that is no response")
        items = list(objects(whole.get("output")))
        parts = [part for item in items if _is_answer(item) for part in objects(item.get("content"))]
        refusal = "".join(str(part.get("refusal") or "") for part in parts if part.get("type") == "refusal")
        text = "".join(str(part.get("text") or "") for part in parts if part.get("type") == "output_text")
        calls = [item for item in items if item.get("type") == "web_search_call"]
        return ModelAnswer(
            text=refusal or text,
            finish="refused" if refusal else self._finish(whole),
            usage=self.used(whole),
            model=str(whole.get("model") or self.model),
            sources=gathered([*_cited(parts), *_looked_at(calls)]),
            queries=tuple(dict.fromkeys(query for call in calls for query in _queries(call))),
        )

    def _finish(self, whole: Json) -> Finish:
        if whole.get("status") == "completed":
            return "stop"
        return self.finish(at(whole, "incomplete_details", "reason") or whole.get("status"), _INCOMPLETE)


class _Events:
    """The last event holds the whole response; the ones before it only tell the text early."""

    def __init__(self) -> None:
        self._response: Json | None = None

    def take(self, event: Json) -> str:
        kind = event.get("type")
        if kind in _ENDED and isinstance(event.get("response"), dict):
            self._response = event["response"]
        delta = event.get("delta")
        return delta if kind == "response.output_text.delta" and isinstance(delta, str) else ""

    def done(self) -> None:
        """The Responses API has no such mark."""

    def whole(self) -> Json | None:
        return self._response


def _is_answer(item: Json) -> bool:
    """What a model says between its searches is no part of the answer."""
    return item.get("type") == "message" and item.get("phase") != "commentary"


def _cited(parts: list[Json]) -> Iterator[NativeSource | None]:
    """The vendor marks its own words, not the page's: there is nothing to quote."""
    for part in parts:
        for note in objects(part.get("annotations")):
            if note.get("type") == "url_citation":
                yield source(note.get("url"), note.get("title"))


def _looked_at(calls: list[Json]) -> Iterator[NativeSource | None]:
    for call in calls:
        action = call.get("action")
        for one in objects(at(action, "sources")):
            yield source(one.get("url"), one.get("title"))
        if at(action, "type") != "search":
            yield source(at(action, "url"))


def _queries(call: Json) -> Iterator[str]:
    action: Any = call.get("action")
    several = at(action, "queries")
    found = several if isinstance(several, list) and several else [at(action, "query")]
    yield from (query for query in found if isinstance(query, str) and query.strip())


def _usage(whole: Json, calls: list[Json]) -> ModelUsage:
    told = at(whole, "tool_usage", "web_search", "num_requests")
    searches = sum(at(call, "action", "type") == "search" for call in calls)
    return ModelUsage(
        input=count(at(whole, "usage", "input_tokens")),
        cached=count(at(whole, "usage", "input_tokens_details", "cached_tokens")),
        written=count(at(whole, "usage", "input_tokens_details", "cache_write_tokens")),
        output=count(at(whole, "usage", "output_tokens")),
        searches=count(told) if told is not None else searches,
    )


plugin = OpenAI
