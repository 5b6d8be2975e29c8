"""What a client may say about a review, and that it has to say what it saw."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple, Self

from fastapi import Header, Request
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from inquiro.api.refusal import Refused
from inquiro.api.visiting import VISITOR
from inquiro.core.types import Channel, Review

NOT_SAID = 428
_ETAG = re.compile(r'"(?P<version>[1-9][0-9]{0,8})-(?P<hash>[0-9a-f]{64})"')
_HOW = 'say what was seen: the ETag of GET /api/reviews/{id} as If-Match: "…", or payload_hash and version in the body'
Reason = Annotated[str, Field(max_length=10_000)]
IfMatch = Annotated[str | None, Header(description="The ETag of what was seen.")]


class Seen(NamedTuple):
    hash: str
    version: int


class Saw(BaseModel):
    """Which payload is meant: its hash and version, unless `If-Match` says so."""

    model_config = ConfigDict(extra="forbid")

    payload_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    version: Annotated[int, Field(ge=1, le=10**9)] | None = None


class Approve(Saw):
    """Approve, as it is or with edits."""

    edits: Annotated[Any, Field(description="The whole data anew, or a merge patch (RFC 7396) with `merge`.")] = None
    merge: bool = False
    execute: Annotated[
        bool,
        Field(
            validation_alias=AliasChoices("execute", "execute_verbs"),
            description="Execute the verbs in the background; `execute_verbs` is the same.",
        ),
    ] = False
    overrides: Annotated[
        dict[str, Reason], Field(max_length=1_000, description="LEI that is lapsed or unverified -> reason.")
    ] = {}
    reason: Reason = ""

    @model_validator(mode="after")
    def _merges_something(self) -> Self:
        if self.merge and self.edits is None:
            raise ValueError("merge goes with edits: say what to change")
        return self


class Reject(Saw):
    reason: Reason = ""


class Revise(Saw):
    """An edit that is saved as the next version; nothing is decided."""

    edits: Any
    merge: bool = False


def seen_by(saw: Saw, if_match: str | None) -> Seen:
    """What the caller saw; 428 for one who does not say, 422 for one who says two things."""
    told = Seen(saw.payload_hash, saw.version) if saw.payload_hash is not None and saw.version is not None else None
    if if_match is None:
        if told is None:
            raise Refused(NOT_SAID, _HOW)
        return told
    found = _ETAG.fullmatch(if_match.strip())
    if found is None:
        raise Refused(NOT_SAID, _HOW)
    matched = Seen(found["hash"], int(found["version"]))
    if told is not None and told != matched:
        raise Refused(422, "If-Match and the body name different payloads: give one of them")
    return matched


def etag_of(review: Review) -> str:
    return f'"{review.version}-{review.payload_hash}"'


def channel_of(request: Request) -> Channel:
    """Through which channel a person is heard here."""
    return "browser" if VISITOR in request.scope else "token"
