"""How each vendor says a request and an answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from inquiro.core.models import Message, ModelAnswer, ModelRequest

PIECE = 12  # characters of a streamed piece
CHAT_FINISH = {"stop": "stop", "length": "length", "refused": "content_filter", "paused": "stop"}
MESSAGES_FINISH = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal", "paused": "pause_turn"}
INCOMPLETE = {"length": "max_output_tokens", "refused": "content_filter"}


@dataclass(frozen=True)
class Dialect:
    name: str
    path: str
    read: Callable[[dict[str, Any]], ModelRequest]
    whole: Callable[[ModelAnswer], dict[str, Any]]
    stream: Callable[[ModelAnswer], Iterator[bytes]]


def sse(event: dict[str, Any], name: str = "") -> bytes:
    return (f"event: {name}\n" if name else "").encode() + b"data: " + json.dumps(event).encode() + b"\n\n"


def pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def plain(content: Any) -> str:
    """Text, or a list of parts with text in them."""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content or [])


def turns(given: Any, told: Any = None) -> tuple[Message, ...]:
    system = [Message(role="system", text=plain(told))] if told else []
    return (*system, *(Message(role=one["role"], text=plain(one["content"])) for one in given))


# -- chat completions


def read_chat(body: dict[str, Any]) -> ModelRequest:
    form = (body.get("response_format") or {}).get("json_schema") or {}
    return ModelRequest(
        messages=turns(body["messages"]),
        schema=form.get("schema"),
        schema_name=form.get("name", "answer"),
        max_output=body.get("max_tokens") or body.get("max_completion_tokens") or 4_096,
        temperature=body.get("temperature"),
    )


def chat_usage(said: ModelAnswer) -> dict[str, Any]:
    return {
        "prompt_tokens": said.usage.input,
        "completion_tokens": said.usage.output,
        "total_tokens": said.usage.input + said.usage.output,
        "prompt_tokens_details": {"cached_tokens": said.usage.cached},
    }


def whole_chat(said: ModelAnswer) -> dict[str, Any]:
    message = {"role": "assistant", "content": said.text}
    choice = {"index": 0, "message": message, "finish_reason": CHAT_FINISH[said.finish]}
    return {"object": "chat.completion", "model": said.model, "choices": [choice], "usage": chat_usage(said)}


def stream_chat(said: ModelAnswer) -> Iterator[bytes]:
    top = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": said.model}
    for number, text in enumerate(pieces(said.text)):
        delta = {"content": text} | ({} if number else {"role": "assistant"})
        yield sse(top | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield sse(top | {"choices": [{"index": 0, "delta": {}, "finish_reason": CHAT_FINISH[said.finish]}]})
    yield sse(top | {"choices": [], "usage": chat_usage(said)})
    yield b"data: [DONE]\n\n"


# -- responses


def read_response(body: dict[str, Any]) -> ModelRequest:
    form = (body.get("text") or {}).get("format") or {}
    given = body["input"]
    return ModelRequest(
        messages=turns(
            [{"role": "user", "content": given}] if isinstance(given, str) else given, body.get("instructions")
        ),
        schema=form.get("schema"),
        schema_name=form.get("name", "answer"),
        max_output=body.get("max_output_tokens") or 4_096,
        temperature=body.get("temperature"),
        web_search=body.get("max_tool_calls") or 0,
    )


def whole_response(said: ModelAnswer) -> dict[str, Any]:
    reason = INCOMPLETE.get(said.finish)
    part = {"type": "output_text", "text": said.text, "annotations": []}
    return {
        "object": "response",
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "model": said.model,
        "output": [{"type": "message", "role": "assistant", "content": [part]}],
        "usage": {
            "input_tokens": said.usage.input,
            "output_tokens": said.usage.output,
            "input_tokens_details": {"cached_tokens": said.usage.cached},
        },
    }


def stream_response(said: ModelAnswer) -> Iterator[bytes]:
    begun = {"object": "response", "status": "in_progress", "model": said.model, "output": []}
    events = [{"type": "response.created", "response": begun}]
    events += [{"type": "response.output_text.delta", "item_id": "msg_1", "delta": text} for text in pieces(said.text)]
    ended = "response.incomplete" if said.finish in INCOMPLETE else "response.completed"
    for event in [*events, {"type": ended, "response": whole_response(said)}]:
        yield sse(event, str(event["type"]))


# -- messages


def read_messages(body: dict[str, Any]) -> ModelRequest:
    form = (body.get("output_config") or {}).get("format") or {}
    return ModelRequest(
        messages=turns(body["messages"], body.get("system")),
        schema=form.get("schema"),
        max_output=body["max_tokens"],
        temperature=body.get("temperature"),
        web_search=sum(tool.get("max_uses", 0) for tool in body.get("tools") or []),
    )


def messages_usage(said: ModelAnswer) -> dict[str, Any]:
    fresh = said.usage.input - said.usage.cached - said.usage.written
    return {
        "input_tokens": fresh,
        "cache_read_input_tokens": said.usage.cached,
        "cache_creation_input_tokens": said.usage.written,
        "output_tokens": said.usage.output,
    }


def whole_messages(said: ModelAnswer) -> dict[str, Any]:
    return {
        "type": "message",
        "role": "assistant",
        "model": said.model,
        "content": [{"type": "text", "text": said.text}],
        "stop_reason": MESSAGES_FINISH[said.finish],
        "usage": messages_usage(said),
    }


def stream_messages(said: ModelAnswer) -> Iterator[bytes]:
    begun = whole_messages(said) | {"content": [], "stop_reason": None}
    begun["usage"] = messages_usage(said) | {"output_tokens": 1}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
    ]
    for text in pieces(said.text):
        events.append({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}})
    end = {"stop_reason": MESSAGES_FINISH[said.finish]}
    events += [
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": {"output_tokens": said.usage.output}},
        {"type": "message_stop"},
    ]
    for event in events:
        yield sse(event, str(event["type"]))


DIALECTS = (
    Dialect("chat", "/chat/completions", read_chat, whole_chat, stream_chat),
    Dialect("responses", "/responses", read_response, whole_response, stream_response),
    Dialect("messages", "/messages", read_messages, whole_messages, stream_messages),
)
