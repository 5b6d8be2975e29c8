"""What every value is made of."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

PrivacyMode = Literal["local_only", "hybrid", "cloud_allowed"]
Depth = Literal["light", "deep", "thorough"]
Style = Literal["answer", "report"]  # a few paragraphs, or everything that was found
ProviderKind = Literal["web", "academic", "reference", "registry", "local", "vault", "knowledge"]
SourceType = Literal["pubmed", "web", "academic", "registry", "local", "vault", "knowledge"]
PageKind = Literal[
    "content", "captcha", "challenge", "paywall", "login", "cookie_wall", "soft_404", "blocked", "error"
]  # only content can become evidence
ItemStatus = Literal["satisfied", "partial", "unsatisfied"]
ClaimLabel = Literal["quoted", "supported", "inferred", "uncited"]
TraceStatus = Literal["pending", "in_progress", "waiting", "completed", "failed", "cancelled"]
ResultStatus = Literal["completed", "max_iterations_reached", "stopped", "waiting", "error"]
EffectKind = Literal["model", "search", "fetch", "registry", "clock", "random", "admit"]
ContradictionKind = Literal["superseded", "unit", "scope", "definition", "negation", "disagreement"]

PRIVACY_MODES: tuple[PrivacyMode, ...] = ("local_only", "hybrid", "cloud_allowed")  # tightest first
Json = dict[str, Any]


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every shared value: frozen, keyword-only, JSON in and out with types checked."""

    def to_dict(self) -> Json:
        built: Json = msgspec.to_builtins(self)
        return built


def tighter(a: PrivacyMode, b: PrivacyMode) -> PrivacyMode:
    """The stricter of two modes: requests, macros and resumes may only tighten."""
    return a if PRIVACY_MODES.index(a) <= PRIVACY_MODES.index(b) else b
