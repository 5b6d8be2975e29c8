"""Which language models are configured, what they can do, and whether one answers."""

from __future__ import annotations

import asyncio
from time import monotonic

from inquiro.core.errors import EffectError, NotConfigured
from inquiro.core.models import Message, ModelClient, ModelRequest, model_id
from inquiro.core.protocols import ProviderContext
from inquiro.core.said import Unreadable, read_matching
from inquiro.core.settings import Settings
from inquiro.core.types import Availability, Json, Value
from inquiro.providers.embeddings import embeddings_available
from inquiro.providers.llm import client_for, default_model, defaults, offered, registry
from inquiro.retrieval.embeddings import OFF, Embedder, availability, load_embedder
from inquiro.retrieval.embeddings import installable as embedding_models
from inquiro.storage.store import SqlStore

QUESTION = "What is seven plus five? Answer with the number."
SCHEMA: Json = {
    "type": "object",
    "properties": {"sum": {"type": "integer"}},
    "required": ["sum"],
    "additionalProperties": False,
}
SECONDS = 60.0
MAX_OUTPUT = 2_000  # some models think first


class ModelInfo(Value, frozen=True, kw_only=True):
    """A model as `models list` shows it; `roles` says what it is configured for."""

    id: str
    available: bool
    reason: str = ""
    roles: tuple[str, ...] = ()
    local: bool = False
    schema: bool = False
    web_search: bool = False
    context: int | None = None
    input_price: float | None = None  # dollars per million tokens; None: nobody knows
    output_price: float | None = None
    about: str = ""


class ModelTried(Value, frozen=True, kw_only=True):
    """What a model did when it was tried."""

    id: str
    ok: bool
    seconds: float
    said: str = ""
    typed: bool = False  # it answered in the JSON that was asked for
    tokens: int = 0
    cost: float | None = None
    error: str = ""
    dimensions: int = 0  # of the vector that an embedding model made


def describe_models(settings: Settings) -> list[ModelInfo]:
    """The configured models first, then one line for every vendor and server that could be."""
    context = ProviderContext(settings=settings)
    configured = _configured(settings)
    if not configured and (chosen := default_model(context)):
        configured = {chosen: ("default",)}
    found = [_info(client_for(name, context), roles) for name, roles in configured.items()]
    known = defaults()
    for provider in registry.names():
        if ours := offered(provider, settings):  # each name is known, and so is whether it is there
            found += [_info(client_for(one, context), ()) for one in ours if one not in configured]
        elif not any(info.id.startswith(f"{provider}:") for info in found):
            client = client_for(f"{provider}:{known.get(provider, 'NAME')}", context)
            found.append(_info(client, ("if its server runs",) if client.capabilities.local else ()))
    return [*found, *_embedding_models(settings)]


async def try_model(settings: Settings, store: SqlStore, wanted: str | None = None) -> ModelTried:
    """One small question with a schema; it costs a few tokens."""
    from inquiro.runtime.outside import way_out  # what speaks HTTP is slow to load

    if wanted is not None and wanted in {settings.embedding_model, *embedding_models()}:
        return await asyncio.to_thread(_try_embeddings, settings, wanted)
    async with way_out(settings, store, settings.privacy) as context:
        name = wanted or settings.model or default_model(context)
        if name is None:
            raise NotConfigured("no model is configured: set INQUIRO_MODEL to PROVIDER:NAME, or the key of a vendor")
        client = client_for(name, context)
        _usable(client, settings)
        request = ModelRequest(
            messages=(Message(role="user", text=QUESTION),), schema=SCHEMA, max_output=MAX_OUTPUT, seconds=SECONDS
        )
        began = monotonic()
        try:
            answer = await client.complete(request)
        except EffectError as error:
            return ModelTried(id=name, ok=False, seconds=monotonic() - began, error=str(error))
        fault = "" if answer.finish == "stop" else f"it ended with '{answer.finish}'"
        fault = fault or ("" if answer.text.strip() else "it said nothing")
        typed = not isinstance(read_matching(answer.text, SCHEMA, finished=answer.finish == "stop"), Unreadable)
        return ModelTried(
            id=name,
            ok=not fault,
            seconds=monotonic() - began,
            said=answer.text[:200],
            typed=typed,
            tokens=answer.usage.input + answer.usage.output,
            cost=client.price.cost(answer.usage) if client.price else None,
            error=fault,
        )


def _embedding_models(settings: Settings) -> list[ModelInfo]:
    """The one that ranks by meaning, then those that could be installed for it."""
    named, state = settings.embedding_model, availability(None, settings.home)
    roles = ("embeddings",) if named is None else ()
    ours = [_meaning(name, state, roles, package.about) for name, package in embedding_models().items()]
    if named is None or named == OFF:
        return ours
    about = "embeddings of a server" if isinstance(named, str) else "a folder of your own"
    return [_meaning(str(named), embeddings_available(settings), ("embeddings",), about), *ours]


def _meaning(name: str, state: Availability, roles: tuple[str, ...], about: str) -> ModelInfo:
    local = ":" not in name
    return ModelInfo(id=name, available=state.available, reason=state.reason, roles=roles, local=local, about=about)


def _try_embeddings(settings: Settings, wanted: str) -> ModelTried:
    """One short text, made afresh."""
    began = monotonic()
    try:
        dimensions = _loaded(settings, wanted).embed([QUESTION]).shape[1]
    except (EffectError, NotConfigured) as error:
        return ModelTried(id=wanted, ok=False, seconds=monotonic() - began, error=str(error))
    return ModelTried(id=wanted, ok=True, seconds=monotonic() - began, dimensions=dimensions)


def _loaded(settings: Settings, wanted: str) -> Embedder:
    if wanted == settings.embedding_model:
        from inquiro.providers.embedding_server import EmbeddingServer

        server = EmbeddingServer(settings, wanted)
        if settings.privacy == "local_only" and server.outside:
            raise NotConfigured(f"'{wanted}' leaves this machine, and privacy is local_only")
        return server
    embedder = load_embedder(None, settings.home)
    if embedder is None:
        raise NotConfigured(availability(None, settings.home).reason)
    return embedder


def _configured(settings: Settings) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {settings.model: ("default",)} if settings.model else {}
    for role, name in sorted(settings.role_models.items()):
        found[name] = (*found.get(name, ()), role)
    return found


def _info(client: ModelClient, roles: tuple[str, ...]) -> ModelInfo:
    availability, can, price = client.availability(), client.capabilities, client.price
    return ModelInfo(
        id=model_id(client),
        available=availability.available,
        reason=availability.reason,
        roles=roles,
        local=can.local,
        schema=can.schema,
        web_search=can.web_search,
        context=can.context,
        input_price=price.input if price else None,
        output_price=price.output if price else None,
    )


def _usable(client: ModelClient, settings: Settings) -> None:
    availability = client.availability()
    if not availability.available:
        raise NotConfigured(f"model '{model_id(client)}' cannot be used: {availability.reason}")
    if settings.privacy == "local_only" and not client.capabilities.local:
        raise NotConfigured(f"model '{model_id(client)}' leaves this machine, and privacy is local_only")
