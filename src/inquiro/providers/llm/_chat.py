"""Chat completions: the API that most servers speak, each with small differences that are smoothed out here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inquiro.core.models import Finish, ModelAnswer, ModelRequest, ModelUsage, NativeSource
from inquiro.core.types import Json
from inquiro.providers.http.fields import at, objects
from inquiro.providers.llm._client import Client, count
from inquiro.providers.llm._schemas import plain_name, strict_schema
from inquiro.providers.llm._sources import gathered, source
from inquiro.providers.llm._streams import Assembly, json_in

_FINISH: dict[str, Finish] = {
    "stop": "stop",
    "eos": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "refused",
}


class ChatClient(Client):
    """A server that speaks chat completions; a subclass names it and says where it stands."""

    path = "/chat/completions"

    def body(self, request: ModelRequest) -> Json:
        told = self.told(request)
        messages = [{"role": m.role, "content": m.text} for m in request.messages if m.role != "system"]
        body: Json = {
            "model": self.model,
            "messages": [{"role": "system", "content": told}, *messages] if told else messages,
            "max_tokens": request.max_output,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.temperature is not None and self.temperature_matters:
            body["temperature"] = request.temperature
        if request.schema is not None and self.enforces_schema(request):
            strict = strict_schema(request.schema)
            form = {"name": plain_name(request.schema_name), "schema": strict or request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form | {"strict": strict is not None}}
        return body

    def used(self, whole: Json) -> ModelUsage:
        return _usage(whole, list(objects(at(_message(whole), "executed_tools"))))

    def assembly(self) -> Assembly:
        return _Chunks()

    def read(self, whole: Json) -> ModelAnswer:
        choice = next(objects(whole.get("choices")), {})
        message = _message(whole)
        refusal = at(message, "refusal")
        tools = list(objects(at(message, "executed_tools")))
        return ModelAnswer(
            text=refusal if isinstance(refusal, str) and refusal else _text(at(message, "content")),
            finish="refused" if refusal else self.finish(at(choice, "finish_reason"), _FINISH),
            usage=self.used(whole),
            model=str(whole.get("model") or self.model),
            sources=gathered([*_annotated(message), *_found(tools)]),
            queries=tuple(dict.fromkeys(_queries(tools))),
        )


class _Chunks:
    """Pieces of one message; usage comes last, in a chunk of its own or beside the end."""

    def __init__(self) -> None:
        self._top: Json = {}
        self._content: list[str] = []
        self._refusal: list[str] = []
        self._lists: dict[str, list[Json]] = {"annotations": [], "executed_tools": []}
        self._finish: object = None
        self._done = False

    def take(self, event: Json) -> str:
        for name in ("model", "usage"):
            if event.get(name):
                self._top[name] = event[name]
        if usage := at(event, "x_groq", "usage"):
            self._top["usage"] = usage
        text = ""
        for choice in objects(event.get("choices")):
            delta = choice.get("delta")
            text += _text(at(delta, "content"))
            self._refusal.append(_text(at(delta, "refusal")))
            for name, found in self._lists.items():
                found.extend(objects(at(delta, name)))
            self._finish = choice.get("finish_reason") or self._finish
        self._content.append(text)
        return text

    def done(self) -> None:
        self._done = True

    def whole(self) -> Json | None:
        """Whole once the model gave its reason to stop; a server may leave out the mark after it."""
        if self._finish is None:
            return None if not self._done else {"choices": []}
        message = {"content": "".join(self._content), "refusal": "".join(self._refusal), **self._lists}
        return {**self._top, "choices": [{"message": message, "finish_reason": self._finish}]}


def _message(whole: Json) -> Any:
    return at(next(objects(whole.get("choices")), {}), "message") or {}


def _text(content: object) -> str:
    """Plain text, or a list of parts with text in them."""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text") or "") for part in objects(content))


def _annotated(message: object) -> Iterator[NativeSource | None]:
    for note in objects(at(message, "annotations")):
        if note.get("type") == "url_citation":
            cited = note.get("url_citation") or note
            yield source(at(cited, "url"), at(cited, "title"), at(cited, "content"))


def _found(tools: list[Json]) -> Iterator[NativeSource | None]:
    for tool in tools:
        for one in objects(at(tool, "search_results", "results")):
            yield source(one.get("url"), one.get("title"), one.get("content"))


def _queries(tools: list[Json]) -> Iterator[str]:
    for tool in tools:
        arguments: Any = tool.get("arguments")
        query = at(json_in(arguments) if isinstance(arguments, str) else arguments, "query")
        if isinstance(query, str) and query.strip():
            yield query


def _usage(whole: Json, tools: list[Json]) -> ModelUsage:
    usage = whole.get("usage")
    told = at(usage, "server_tool_use_details", "web_search_requests")
    searches = {str(tool.get("index")) for tool in tools if tool.get("type") == "search"}
    return ModelUsage(
        input=count(at(usage, "prompt_tokens")),
        cached=count(at(usage, "prompt_tokens_details", "cached_tokens")),
        written=count(at(usage, "prompt_tokens_details", "cache_write_tokens")),
        output=count(at(usage, "completion_tokens")),
        searches=count(told) if told is not None else len(searches),
    )
