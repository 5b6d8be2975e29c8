"""Anthropic, by its Messages API: cached instructions, schemas, and web search with the words of the pages it cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inquiro.core.models import Finish, ModelAnswer, ModelRequest, ModelUsage, NativeSource
from inquiro.core.settings import Secret
from inquiro.core.types import Json
from inquiro.providers.http.fields import at, objects
from inquiro.providers.llm._client import Client, count
from inquiro.providers.llm._schemas import strict_schema
from inquiro.providers.llm._sources import gathered, source
from inquiro.providers.llm._streams import Assembly, json_in

_FINISH: dict[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refused",
    "pause_turn": "paused",
}


class Anthropic(Client):
    name = "anthropic"
    base_url = "https://api.anthropic.com/v1"
    path = "/messages"
    keys = ("ANTHROPIC_API_KEY",)
    searches_web = True
    embeddings = ""

    @property
    def base(self) -> str:
        """This vendor's own tools take the address without the version."""
        base = super().base
        return base if base.endswith("/v1") else f"{base}/v1"

    def credentials(self, key: Secret) -> Mapping[str, Secret]:
        return {"x-api-key": key}

    def headers(self) -> Mapping[str, str]:
        return {"anthropic-version": "2023-06-01"}

    def enforces_schema(self, request: ModelRequest) -> bool:
        """The API takes no schema together with citations, and its searches always cite."""
        strict = request.schema is not None and strict_schema(request.schema) is not None
        return strict and not request.web_search and super().enforces_schema(request)

    def body(self, request: ModelRequest) -> Json:
        body: Json = {
            "model": self.model,
            "max_tokens": request.max_output,
            "messages": [{"role": m.role, "content": m.text} for m in request.messages if m.role != "system"],
            "stream": True,
        }
        if told := self.told(request):
            body["system"] = [{"type": "text", "text": told, "cache_control": {"type": "ephemeral"}}]
        if request.temperature is not None and self.temperature_matters:
            body["temperature"] = request.temperature
        if request.schema is not None and self.enforces_schema(request):
            body["output_config"] = {"format": {"type": "json_schema", "schema": strict_schema(request.schema)}}
        if request.web_search:
            body["tools"] = [{"type": "web_search_20250305", "name": "web_search", "max_uses": request.web_search}]
        return body

    def used(self, whole: Json) -> ModelUsage:
        return _usage(whole)

    def assembly(self) -> Assembly:
        return _Events()

    def read(self, whole: Json) -> ModelAnswer:
        blocks = list(objects(whole.get("content")))
        return ModelAnswer(
            text=_text(blocks),
            finish=self.finish(whole.get("stop_reason"), _FINISH),
            usage=self.used(whole),
            model=str(whole.get("model") or self.model),
            sources=gathered(_sources(blocks)),
            queries=tuple(dict.fromkeys(_queries(blocks))),
        )


class _Events:
    """Blocks grow by their number until the message says that it stops."""

    def __init__(self) -> None:
        self._message: Json = {}
        self._usage: Json = {}
        self._blocks: dict[int, Json] = {}
        self._pieces: dict[int, list[str]] = {}
        self._stopped = False

    def take(self, event: Json) -> str:
        index = count(event.get("index"))
        match event.get("type"):
            case "message_start" if isinstance(event.get("message"), dict):
                self._message = dict(event["message"])
                self._usage = dict(_fields(event["message"].get("usage")))
            case "content_block_start" if isinstance(event.get("content_block"), dict):
                self._blocks[index] = dict(event["content_block"])
                self._pieces[index] = [str(event["content_block"].get("text") or "")]
            case "content_block_delta":
                return self._grow(index, event.get("delta"))
            case "message_delta":
                self._message["stop_reason"] = at(event, "delta", "stop_reason")
                self._usage |= {n: value for n, value in _fields(event.get("usage")).items() if value is not None}
            case "message_stop":
                self._stopped = True
        return ""

    def done(self) -> None:
        """This vendor's mark is an event."""

    def whole(self) -> Json | None:
        if not self._stopped:
            return None
        for index, block in self._blocks.items():
            grown = "".join(self._pieces[index])
            if block.get("type") == "text":
                block["text"] = grown
            elif grown:
                block["input"] = json_in(grown)
        content = [self._blocks[index] for index in sorted(self._blocks)]
        return {**self._message, "usage": self._usage, "content": content}

    def _grow(self, index: int, delta: object) -> str:
        if index not in self._blocks:
            return ""
        match at(delta, "type"):
            case "text_delta" if isinstance(text := at(delta, "text"), str):
                self._pieces[index].append(text)
                return text
            case "input_json_delta" if isinstance(part := at(delta, "partial_json"), str):
                self._pieces[index].append(part)
            case "citations_delta":
                known = objects(self._blocks[index].get("citations"))
                self._blocks[index]["citations"] = [*known, at(delta, "citation")]
        return ""


def _fields(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _text(blocks: list[Json]) -> str:
    """The answer stands after the last search; what was said on the way there announces the next one."""
    searched = [i for i, block in enumerate(blocks) if str(block.get("type")).endswith("_tool_result")]
    said = [(i, str(block.get("text") or "")) for i, block in enumerate(blocks) if block.get("type") == "text"]
    after = "".join(text for i, text in said if not searched or i > searched[-1])
    return after if after.strip() else "".join(text for _, text in said)


def _sources(blocks: list[Json]) -> Iterator[NativeSource | None]:
    for block in blocks:
        for cited in objects(block.get("citations")):
            yield source(cited.get("url"), cited.get("title"), cited.get("cited_text"))
    for block in blocks:
        if block.get("type") == "web_search_tool_result":
            yield from (source(found.get("url"), found.get("title")) for found in objects(block.get("content")))


def _queries(blocks: list[Json]) -> Iterator[str]:
    for block in blocks:
        if block.get("type") == "server_tool_use" and block.get("name") == "web_search":
            query = at(block, "input", "query")
            if isinstance(query, str) and query.strip():
                yield query


def _usage(whole: Json) -> ModelUsage:
    """This vendor counts cached tokens apart from the input; we count them as a part of it."""
    read = count(at(whole, "usage", "cache_read_input_tokens"))
    written = count(at(whole, "usage", "cache_creation_input_tokens"))
    return ModelUsage(
        input=count(at(whole, "usage", "input_tokens")) + read + written,
        cached=read,
        written=written,
        output=count(at(whole, "usage", "output_tokens")),
        searches=count(at(whole, "usage", "server_tool_use", "web_search_requests")),
    )


plugin = Anthropic
