"""From settings and a request to the objects a run works with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.errors import NotConfigured, UnknownName, UsageError
from inquiro.core.protocols import (
    Corpus,
    FindsOpenCopies,
    Knowledge,
    Opener,
    ProviderContext,
    Ranker,
    Reasoner,
    SearchProvider,
)
from inquiro.core.settings import Settings
from inquiro.core.types import Depth, PrivacyMode, ResearchRequest, Run, SourceRecord, Style, Value, tighter
from inquiro.engine.choosing import rank_sources
from inquiro.engine.domains import DomainConfiguration, load_domains
from inquiro.engine.modes.asked import at_least_one, modes_of
from inquiro.engine.reasoners import registry as reasoners
from inquiro.providers.embeddings import vectors_of
from inquiro.providers.search import registry as sources
from inquiro.retrieval.ranking import PassageRanker
from inquiro.retrieval.vectors import VectorStore
from inquiro.runtime.source_plugins import source_named, usable_sources

LONGEST_QUESTION = 4_000
PREPARING_SHARE = 0.3  # of a run's time, before it goes on with what is indexed by then
CHOICES: dict[str, tuple[str, ...]] = {
    "privacy": get_args(PrivacyMode),
    "depth": get_args(Depth),
    "style": get_args(Style),
}
REGISTERS = ("crossref", "openalex", "arxiv", "pubmed")  # of works, by identifier and by title
FOLDERS = "corpus"  # the source that searches the folders of a request
VAULT = "vault"
EVERYTHING = "all"

KINDS = frozenset({"web", "academic", "reference", "registry"})  # a kind names all its sources
BROWSER = "crawler"
HELPERS = ("unpaywall", BROWSER)
KEYED_WEB = ("tavily", "exa", "brave")


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
    score: float | None = None  # in the domain that was asked for
    reasons: tuple[str, ...] = ()


def checked(request: ResearchRequest) -> ResearchRequest:
    """Refuse what cannot be researched, before anything is written."""
    if request.modes:
        if request.depth == "thorough":
            raise UsageError("ideas, code and papers are researched light or deep; a thorough run answers a question")
        modes_of(request.modes)
        at_least_one(request.top_k)
    for name, known in CHOICES.items():
        if (said := getattr(request, name)) is not None and said not in known:
            raise UnknownName(name, str(said), known)
    try:
        convert(msgspec.to_builtins(request), ResearchRequest)
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
    if request.seconds <= 0:
        raise UsageError("max seconds must be more than 0")
    return request


def privacy_of(request: ResearchRequest, settings: Settings) -> PrivacyMode:
    """The user's own command line may widen the setting; everything after that can only tighten."""
    return request.privacy or settings.privacy


def corpora_of(request: ResearchRequest) -> tuple[Corpus, ...]:
    private = [Corpus(path=path) for path in request.corpora]
    return (*private, *(Corpus(path=path, public=True) for path in request.public_corpora))


def context_of(request: ResearchRequest, settings: Settings, knowledge: Knowledge | None = None) -> ProviderContext:
    """Enough to say what could be asked; nothing can be sent."""
    known = ProviderContext(settings=settings, corpora=corpora_of(request), knowledge=knowledge)
    return fitted(request, known)


def fitted(request: ResearchRequest, context: ProviderContext) -> ProviderContext:
    """A note is researched in its own vault, whichever the settings name; a short run does not wait long for an index."""
    vault = Path(request.note.vault) if request.note else context.vault
    return replace(context, vault=vault, patience=min(context.patience, PREPARING_SHARE * request.seconds))


def providers_for(
    request: ResearchRequest, settings: Settings, mode: PrivacyMode, context: ProviderContext | None = None
) -> tuple[SearchProvider, ...]:
    """The asked-for sources; or, with folders, what lies in them; or every one that is available and allowed.

    Earlier research is not asked uninvited where a person wants their folders alone, or everything afresh; the vault
    is where they want their folders alone neither, unless a note of it is researched.
    """
    context = context or context_of(request, settings)
    named = request.sources
    if request.check is not None:
        return _registers(mode, context)
    if EVERYTHING in named or not named:
        here = context.corpora and not named
        follows = request.follow is not None  # then there is something to read
        if here or request.fresh:
            context = replace(context, knowledge=None)
        if here and not request.note:
            context = replace(context, vault=None, settings=msgspec.structs.replace(context.settings, vault=None))
        return _everything("local_only" if here else mode, context, or_nothing=follows)
    chosen: dict[str, SearchProvider] = {}
    besides = [*([FOLDERS] if context.corpora else []), *([VAULT] if request.note else [])]
    for name in [*named, *besides]:
        if name in KINDS and name not in sources.names():
            chosen |= {p.name: p for p in _everything(mode, context) if p.kind == name}
        elif name not in chosen:
            chosen[name] = source_named(sources, name, context)
            _usable(chosen[name], mode)
    if not chosen:
        raise NotConfigured(f"no source of the kind {', '.join(named)} can be used; `inquiro sources list` shows why")
    return tuple(chosen.values())


def _registers(mode: PrivacyMode, context: ProviderContext) -> tuple[SearchProvider, ...]:
    """Where references are looked up: registers of works, unless nothing may leave, and the folders at hand."""
    names = [*(REGISTERS if mode != "local_only" else ()), *([FOLDERS] if context.corpora else [])]
    built = usable_sources(sources, [name for name in names if name in sources.names()], context)
    return tuple(provider for provider in built if provider.availability().available)


def helpers_for(
    mode: PrivacyMode, context: ProviderContext, providers: Sequence[SearchProvider]
) -> tuple[SearchProvider, ...]:
    """Sources that help to open what others found, asked themselves or not: open copies, a browser."""
    if mode == "local_only":
        return ()
    asked = {provider.name: provider for provider in providers}
    built = [asked.get(name) or sources.get(name)(context) for name in HELPERS if name in sources.names()]
    return tuple(provider for provider in built if provider.availability().available)


def openers_for(providers: Sequence[SearchProvider]) -> dict[str, Opener]:
    return {provider.name: provider for provider in providers if isinstance(provider, Opener)}


def copies_in(helpers: Sequence[SearchProvider]) -> FindsOpenCopies | None:
    return next((helper for helper in helpers if isinstance(helper, FindsOpenCopies)), None)


def browser_in(helpers: Sequence[SearchProvider]) -> Opener | None:
    return next((helper for helper in helpers if isinstance(helper, Opener) and helper.name == BROWSER), None)


def key_that_would_help(providers: Sequence[SearchProvider], settings: Settings) -> str | None:
    """What to tell a user who searches the web without any key."""
    if not any(provider.kind == "web" and provider.leaves_machine for provider in providers):
        return None
    context = ProviderContext(settings=settings)
    keyed = [sources.get(name)(context) for name in KEYED_WEB if name in sources.names()]
    if not keyed or any(provider.availability().available for provider in keyed):
        return None
    return (
        f"The free sources are searched. A key for {', '.join(p.name.capitalize() for p in keyed)} would add wider web "
        f"results: set {' or '.join(p.keys[0] for p in keyed)}. (This is said once.)"
    )


def _everything(mode: PrivacyMode, context: ProviderContext, *, or_nothing: bool = False) -> tuple[SearchProvider, ...]:
    built = usable_sources(sources, sources.names(), context)
    usable = [p for p in built if p.availability().available and not (mode == "local_only" and p.leaves_machine)]
    if not usable and not or_nothing:
        raise NotConfigured(_nothing_to_search(built))
    return tuple(usable)


def domains_of(settings: Settings) -> dict[str, DomainConfiguration]:
    """The shipped ones, and the user's own."""
    return load_domains(settings.home / "domains")


def known_domain(request: ResearchRequest, settings: Settings) -> None:
    if request.domain and request.domain not in (domains := domains_of(settings)):
        raise UnknownName("domain", request.domain, domains)


def ranker_for(settings: Settings, mode: PrivacyMode) -> Ranker:
    return PassageRanker(vectors_of(msgspec.structs.replace(settings, privacy=mode)))


def embedded_reasoner(vectors: VectorStore | None = None) -> Reasoner:
    """The one that needs no model; with vectors it knows sentences by their meaning."""
    return reasoners.get("extractive")(vectors)


def describe_sources(settings: Settings, knowledge: Knowledge | None = None) -> list[SourceInfo]:
    context = ProviderContext(settings=settings, knowledge=knowledge)
    found = []
    for name in sources.names():
        try:
            provider = source_named(sources, name, context)
        except NotConfigured as error:
            found.append(SourceInfo(name=name, reason=str(error)))
            continue
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


def ranked(
    found: Sequence[SourceInfo], domain: str, records: Sequence[SourceRecord], settings: Settings
) -> list[SourceInfo]:
    """The sources in the order in which questions of a domain ask them; the others follow with their reason."""
    known_domain(ResearchRequest(question="", domain=domain), settings)
    usable = {source.name: source for source in found if source.available or source.kind == "local"}
    built = usable_sources(sources, list(usable), ProviderContext(settings=settings))
    order = rank_sources(domains_of(settings)[domain], records, built)
    first = [msgspec.structs.replace(usable[one.name], score=round(one.score, 3), reasons=one.reasons) for one in order]
    placed = {source.name for source in first}
    left_out = [source for source in found if source.name not in placed]
    why = f"left out of {domain}"
    return [*first, *(msgspec.structs.replace(s, reasons=(why,)) if s.available else s for s in left_out)]


def mode_of(run: Run, settings: Settings) -> PrivacyMode:
    """A resume keeps the mode its user chose, unless nothing may leave this machine any more."""
    resumed = run.attempt and settings.privacy == "local_only"
    return tighter(run.privacy, settings.privacy) if resumed else run.privacy


def _usable(provider: SearchProvider, mode: PrivacyMode) -> None:
    availability = provider.availability()
    if not availability.available:
        raise NotConfigured(f"source '{provider.name}' cannot be used: {availability.reason}")
    if mode == "local_only" and provider.leaves_machine:
        raise NotConfigured(f"source '{provider.name}' leaves this machine, and the run is local_only")


def _nothing_to_search(built: Sequence[SearchProvider]) -> str:
    why = "; ".join(f"{p.name}: {p.availability().reason or 'leaves this machine'}" for p in built)
    return f"no source can be searched ({why}); `inquiro sources list` shows them all"
