"""What a vendor's refusal means: the status says little, the words in the body say the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from inquiro.core.errors import AccessDenied, BadAnswer, ContextTooLong, EffectError
from inquiro.core.settings import Secret
from inquiro.core.types import Json
from inquiro.core.web import WebAnswer
from inquiro.providers.http.fields import at
from inquiro.providers.http.statuses import error_of
from inquiro.providers.llm._streams import json_in

# Errors inside a stream have no status of their own; these are what the vendors document for them.
_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "invalid_api_key": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error", "request_too_large"}
_TOO_LONG = re.compile(
    r"maximum context length|exceeds?\b.{0,60}\bcontext|context (?:length|window|size)\b.{0,40}\bexceed"
    r"|(?:prompt|input) is too long|request too large|context the overflows",
    re.IGNORECASE | re.DOTALL,
)
_NO_MONEY_CODES = {"insufficient_quota", "billing_error", "billing_hard_limit_reached", "billing_not_active"}
_NO_MONEY = re.compile(r"credit balance|insufficient credits|exceeded your current quota", re.IGNORECASE)
_UNKNOWN_CODES = {"model_not_found", "not_found_error"}
_UNKNOWN = re.compile(r"\bmodel\b.{0,120}\b(?:not found|does not exist|not supported)|not a valid model", re.IGNORECASE)
_NO_SCHEMA = re.compile(r"response.format|json_schema|structured output|output_config|text\.format", re.IGNORECASE)
_LIKE_A_KEY = re.compile(r"\b[A-Za-z]{2,8}[-_][\w*.-]{12,}")
_QUOTED = 200
_SHORTEST_KEY = 4  # shorter ones are a formality, and in ordinary words


class SchemaRefused(BadAnswer):
    """The model takes no schema: the same question can be asked in words."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Who was asked for what: what an error has to name."""

    provider: str
    model: str
    keys: tuple[str, ...]
    address: str = ""  # the setting that leads there, where it is not the vendor's own address
    key: Secret | None = None  # what was sent, and may come back in a message


@dataclass(frozen=True, kw_only=True)
class _Said:
    codes: frozenset[str]
    message: str


def refusal_of(answer: WebAnswer, asked: Asked) -> EffectError | None:
    """The error that an answer stands for; None for a success."""
    body = json_in(answer.body)
    if 200 <= answer.status < 300:
        return failure_in(body, asked)
    return _error(answer, _said(body), asked)


def failure_in(body: Any, asked: Asked) -> EffectError | None:
    """An error that came with a success: as an event of a stream, or instead of the answer."""
    nested = at(body, "error")
    if not nested and not (at(body, "type") == "error" and isinstance(body, dict)):
        return None
    said = _said(body)
    status = next((int(code) for code in said.codes if re.fullmatch(r"[45][0-9]{2}", code)), 0)
    status = status or next((_STATUS_OF[code] for code in sorted(said.codes) if code in _STATUS_OF), 500)
    return _error(WebAnswer(url="", status=status), said, asked)


def _error(answer: WebAnswer, said: _Said, asked: Asked) -> EffectError | None:
    status, who, key = answer.status, asked.provider, " or ".join(asked.keys)
    if status in {401, 403}:  # such bodies quote a part of the key
        return error_of(answer, who, asked.keys)
    if status == 413 or said.codes & _TOO_LONG_CODES or _TOO_LONG.search(said.message):
        return ContextTooLong(f"{who}:{asked.model} cannot read so much at once ({status})")
    if status == 402 or said.codes & _NO_MONEY_CODES or _NO_MONEY.search(said.message):
        return AccessDenied(f"{who} answers no more until its bill is paid ({status}): see the account behind {key}")
    if status in {400, 422} and _NO_SCHEMA.search(said.message):
        return SchemaRefused(f"{who} rejected the schema ({status}){_quoted(said.message, asked)}")
    if status == 404 or said.codes & _UNKNOWN_CODES or (status < 500 and _UNKNOWN.search(said.message)):
        also = f" and {asked.address}" if asked.address else ""
        return BadAnswer(f"{who} has no model '{asked.model}' ({status}): check its name{also}")
    if status in {400, 422}:
        return BadAnswer(f"{who} rejected the request ({status}){_quoted(said.message, asked)}")
    return error_of(answer, who, asked.keys)


def _said(body: Any) -> _Said:
    """Vendors put it under `error`, or at the top; as an object, or as plain text."""
    error = at(body, "error") or body
    fields: Json = error if isinstance(error, dict) else {"message": error}
    message = next((fields[name] for name in ("message", "detail", "error") if isinstance(fields.get(name), str)), "")
    upstream = at(fields, "metadata", "raw")  # a router tells here what the vendor behind it said
    codes = {str(fields[name]) for name in ("code", "type") if isinstance(fields.get(name), str | int)}
    return _Said(codes=frozenset(codes), message=f"{message} {upstream}" if isinstance(upstream, str) else str(message))


def quotable(text: str, asked: Asked, most: int = _QUOTED) -> str:
    """What may be repeated of a server's words: no key, of whatever form, and not too much of anything else."""
    if asked.key and len(key := asked.key.reveal()) >= _SHORTEST_KEY:
        text = text.replace(key, "…")
    plain = " ".join(_LIKE_A_KEY.sub("…", text).split())
    return "".join(char for char in plain if char.isprintable())[:most]


def _quoted(message: str, asked: Asked) -> str:
    said = quotable(message, asked)
    return f": {said}" if said else ""
