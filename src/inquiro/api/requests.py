"""What a client may ask for: never a folder, an address or a command, and never more openness than the operator set."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from inquiro.api.desk import Desk
from inquiro.core.errors import PrivacyRefused
from inquiro.core.outline import LONGEST_HEADING, MOST_HEADINGS
from inquiro.core.types import Depth, Filters, Json, PrivacyMode, ResearchRequest, Style, tighter

Name = Annotated[str, Field(min_length=1, max_length=200)]
Heading = Annotated[str, Field(min_length=1, max_length=LONGEST_HEADING)]


class Wishes(BaseModel):
    """What every start of research may be told."""

    model_config = ConfigDict(extra="forbid")

    privacy_mode: PrivacyMode | None = None
    max_seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)] | None = None
    max_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    sources: Annotated[list[Name], Field(max_length=50)] = []
    domain: Name | None = None
    since: Annotated[str, Field(pattern=r"^\d{4}(-\d{2}){0,2}$")] | None = None
    sites: Annotated[list[Name], Field(max_length=50)] = []
    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=20)] | None = None
    strict: bool = False
    fresh: bool = False


class Start(Wishes):
    """A question to research, in the seed's words."""

    query: Annotated[str, Field(min_length=1, max_length=100_000)]
    context: Annotated[str, Field(max_length=500_000)] = ""
    max_iterations: Annotated[int, Field(ge=1, le=100)] = 10
    depth: Depth = "deep"
    unattended: bool = False
    follow: Annotated[str, Field(min_length=4, max_length=64)] | None = None
    style: Style | None = None
    brief: bool = False
    outline: Annotated[list[Heading], Field(max_length=MOST_HEADINGS)] = []


class Answer(BaseModel):
    """What a person says to a run's question."""

    model_config = ConfigDict(extra="forbid")

    answer: Annotated[str, Field(min_length=1, max_length=100_000)]


def research_request(start: Start, desk: Desk) -> ResearchRequest:
    """The engine's request, with the operator's folders."""
    return ResearchRequest(
        question=start.query,
        corpora=desk.corpora,
        public_corpora=desk.public_corpora,
        **wished(start, desk),
        outline=tuple(start.outline),
        **start.model_dump(include={"context", "max_iterations", "depth", "unattended", "follow", "style", "brief"}),
    )


def wished(wishes: Wishes, desk: Desk) -> Json:
    """The wishes in the request's names, with at most the operator's openness."""
    return {
        "privacy": no_wider(wishes.privacy_mode, desk.runtime.settings.privacy),
        "sources": tuple(wishes.sources),
        "filters": Filters(since=wishes.since, sites=tuple(wishes.sites), language=wishes.language),
        **wishes.model_dump(include={"max_seconds", "max_cost", "max_tokens", "domain", "strict", "fresh"}),
    }


def no_wider(asked: PrivacyMode | None, operators: PrivacyMode) -> PrivacyMode:
    mode = asked or operators
    if tighter(mode, operators) != mode:
        raise PrivacyRefused(f"this server runs as {operators}; a request can only tighten that, not ask for {mode}")
    return mode
