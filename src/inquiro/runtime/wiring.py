"""From settings and a request to the objects a run works with."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.protocols import Corpus, Opener, ProviderContext, Ranker, Reasoner, SearchProvider
from inquiro.core.settings import Settings
from inquiro.core.types import PrivacyMode, ResearchRequest, Value, tighter
from inquiro.engine.reasoners import registry as reasoners
from inquiro.providers.search import registry as sources
from inquiro.retrieval.embeddings import load_embedder
from inquiro.retrieval.ranking import PassageRanker

LONGEST_QUESTION = 4_000
FOLDERS = "corpus"  # the source that searches the folders of a request


class SourceInfo(Value, frozen=True, kw_only=True):
    """A source as `sources list` shows it."""

    name: str
    kind: str = ""
    available: bool = False
    reason: str = ""
    requests_per_second: float = 0.0
    leaves_machine: str = ""
    keys: tuple[str, ...] = ()
    declared: bool = False  # named by data files, built by nobody yet


def checked(request: ResearchRequest) -> ResearchRequest:
    """Refuse what cannot be researched, before anything is written."""
    try:
        msgspec.convert(msgspec.to_builtins(request), ResearchRequest)
    except msgspec.ValidationError as error:
        raise UsageError(f"the request is not valid: {error}") from error
    question = request.question.strip()
    if not any(character.isalnum() for character in question):
        raise UsageError("the question is empty: say what you want to know")
    if len(question) > LONGEST_QUESTION:
        raise UsageError(
            f"the question has {len(question):,} characters; {LONGEST_QUESTION:,} are allowed (use --context)"
        )
    if request.max_iterations < 1:
        raise UsageError("max rounds must be at least 1")
    if request.max_seconds <= 0:
        raise UsageError("max seconds must be more than 0")
    return request


def privacy_of(request: ResearchRequest, settings: Settings) -> PrivacyMode:
    """The user's own command line may widen the setting; everything after that can only tighten."""
    return request.privacy or settings.privacy


def context_of(request: ResearchRequest, settings: Settings) -> ProviderContext:
    corpora = [Corpus(path=path) for path in request.corpora]
    corpora += [Corpus(path=path, public=True) for path in request.public_corpora]
    return ProviderContext(settings=settings, corpora=tuple(corpora))


def providers_for(request: ResearchRequest, settings: Settings, mode: PrivacyMode) -> tuple[SearchProvider, ...]:
    """The asked-for sources, or every one that is available and allowed; a given folder is always searched."""
    context = context_of(request, settings)
    if request.sources:
        asked = [*request.sources, *([FOLDERS] if context.corpora else [])]
        chosen = [sources.get(name)(context) for name in dict.fromkeys(asked)]
        for provider in chosen:
            _usable(provider, mode)
        return tuple(chosen)
    built = [sources.get(name)(context) for name in sources.names()]
    usable = [p for p in built if p.availability().available and not (mode == "local_only" and p.leaves_machine)]
    if not usable:
        raise NotConfigured(_nothing_to_search(built))
    return tuple(usable)


def openers_for(providers: Sequence[SearchProvider]) -> dict[str, Opener]:
    return {provider.name: provider for provider in providers if isinstance(provider, Opener)}


def ranker_for(settings: Settings) -> Ranker:
    return PassageRanker(load_embedder(settings.embedding_model))


def reasoner_for(request: ResearchRequest, settings: Settings) -> Reasoner:
    if wanted := request.model or settings.model:
        raise NotConfigured(
            f"model '{wanted}' cannot be used yet: this version answers with the extractive engine only"
        )
    return reasoners.get("extractive")()


def describe_sources(settings: Settings) -> list[SourceInfo]:
    context = ProviderContext(settings=settings)
    found = []
    for name in sources.names():
        provider = sources.get(name)(context)
        availability = provider.availability()
        found.append(
            SourceInfo(
                name=name,
                kind=provider.kind,
                available=availability.available,
                reason=availability.reason,
                requests_per_second=provider.requests_per_second,
                leaves_machine=provider.leaves_machine,
                keys=provider.keys,
            )
        )
    found += [SourceInfo(name=name, reason=why, declared=True) for name, why in sorted(sources.declared().items())]
    return found


def resumed_mode(stored: PrivacyMode, settings: Settings) -> PrivacyMode:
    """A resume keeps the mode its user chose, unless nothing may leave this machine any more."""
    return tighter(stored, settings.privacy) if settings.privacy == "local_only" else stored


def _usable(provider: SearchProvider, mode: PrivacyMode) -> None:
    availability = provider.availability()
    if not availability.available:
        raise NotConfigured(f"source '{provider.name}' cannot be used: {availability.reason}")
    if mode == "local_only" and provider.leaves_machine:
        raise NotConfigured(f"source '{provider.name}' leaves this machine, and the run is local_only")


def _nothing_to_search(built: Sequence[SearchProvider]) -> str:
    why = "; ".join(f"{p.name}: {p.availability().reason or 'leaves this machine'}" for p in built)
    return f"no source can be searched ({why}); `inquiro sources list` shows them all"
