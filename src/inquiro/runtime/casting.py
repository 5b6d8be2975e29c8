"""Which model does what in a run: by the request, the workflow, the role, the default or a key; checked at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from inquiro.core.errors import NotConfigured, NotReplayable, PrivacyRefused, UnknownName, UsageError
from inquiro.core.models import (
    MODEL_ROLES,
    Capabilities,
    Heard,
    ModelAnswer,
    ModelClient,
    ModelRequest,
    ModelRole,
    Price,
    model_id,
)
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Availability, PrivacyMode, ResearchRequest, Value
from inquiro.providers.llm import client_for, default_model
from inquiro.runtime.wiring import FOLDERS

EXTRACTIVE = "extractive"  # named as a model, it stands for none

Models = dict[ModelRole, ModelClient]


class ModelCard(Value, frozen=True, kw_only=True):
    """What a run needs to remember of a model: enough to go on with it, or to replay without it."""

    id: str
    capabilities: Capabilities
    price: Price | None = None


class Cast(Value, frozen=True, kw_only=True):
    """The models a run began with, by role; none: the extractive engine. `notice`: what its reader has to know."""

    cards: dict[ModelRole, ModelCard] = msgspec.field(default_factory=dict)
    notice: str = ""


class RememberedModel:
    """A model in a replay: the journal has its answers, and it has no others."""

    def __init__(self, card: ModelCard) -> None:
        self.provider, _, self.model = card.id.partition(":")
        self.capabilities = card.capabilities
        self.price = card.price

    def availability(self) -> Availability:
        return Availability(available=True)

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:  # noqa: ARG002
        raise NotReplayable(f"{self.provider}:{self.model} was not asked this in the run that is replayed")


def _workflow(request: ResearchRequest) -> str:
    if request.macro:
        return "macro"
    return "note" if request.note else "research" if request.modes else "ask"


def cast(request: ResearchRequest, mode: PrivacyMode, context: ProviderContext) -> Cast:
    """The models for every role; raises what has to be set first, or which choices privacy leaves."""
    if request.model == EXTRACTIVE:
        return Cast()
    settings = context.settings
    explicit = request.model is not None
    workflow = _workflow(request)
    named = {role: request.model or _configured(workflow, role, settings) for role in MODEL_ROLES}
    if not any(named.values()) and (name := default_model(context)):
        named = dict.fromkeys(MODEL_ROLES, name)
    clients = {name: _client(name, context, explicit=explicit) for name in named.values() if name}
    if not clients:
        return Cast()
    allowed = {name: client for name, client in clients.items() if mode != "local_only" or client.capabilities.local}
    if not allowed:
        return _passed_over(
            f"{_listed(clients)} would leave this machine, and the run is local_only", explicit=explicit
        )
    if mode == "hybrid" and _only_private(request) and not any(c.capabilities.local for c in allowed.values()):
        why = f"{_listed(allowed)} may not see private documents in hybrid, and nothing else is searched"
        return _passed_over(why, explicit=explicit)
    for client in allowed.values():
        _priced(client, request, settings)
    first = settings.model if settings.model in allowed else next(iter(allowed))
    chosen = {role: allowed[name if (name := named[role]) in allowed else first] for role in MODEL_ROLES}
    used = {model_id(client): client for client in chosen.values()}
    unpriced = [name for name, client in used.items() if client.price is None]
    return Cast(cards={role: _card(client) for role, client in chosen.items()}, notice=_uncounted(unpriced))


def with_searching(context: ProviderContext, models: Mapping[ModelRole, ModelClient]) -> ProviderContext:
    """Sources may ask the model that can search the web by itself, if any of them can."""
    able = [models[role] for role in MODEL_ROLES if role in models and models[role].capabilities.web_search]
    return replace(context, model=able[0]) if able else context


def rebuilt(cast: Cast, mode: PrivacyMode, context: ProviderContext) -> Models:
    """The clients of a cast; whom a tightened mode lets nobody ask any more is only remembered."""
    built = {card.id: _rebuilt(card, mode, context) for card in cast.cards.values()}
    return {role: built[card.id] for role, card in cast.cards.items()}


def _rebuilt(card: ModelCard, mode: PrivacyMode, context: ProviderContext) -> ModelClient:
    """The gateway refuses every new question to a model that leaves the machine: the report then says so."""
    if mode == "local_only" and not card.capabilities.local:
        return RememberedModel(card)
    return _client(card.id, context, explicit=True)


def remembered(cast: Cast | None) -> Models:
    return {role: RememberedModel(card) for role, card in cast.cards.items()} if cast else {}


def _configured(workflow: str, role: ModelRole, settings: Settings) -> str | None:
    """A model for the workflow counts for all its roles: whoever wants notes to stay at home says so once."""
    return settings.role_models.get(workflow) or settings.role_models.get(role) or settings.model


def _client(name: str, context: ProviderContext, *, explicit: bool) -> ModelClient:
    try:
        client = client_for(name, context)
        found = client.availability()
    except UnknownName as error:
        raise NotConfigured(str(error)) from error
    except UsageError as error:
        if explicit:
            raise
        raise NotConfigured(f"INQUIRO_MODEL, or the model of a role: {error}") from error
    if not found.available:
        raise NotConfigured(f"model '{name}' cannot be used: {found.reason}")
    return client


def _only_private(request: ResearchRequest) -> bool:
    """Whether nothing but the user's own folders is searched: with folders, other sources have to be named."""
    return bool(request.corpora) and not request.public_corpora and set(request.sources) <= {FOLDERS}


def _passed_over(why: str, *, explicit: bool) -> Cast:
    choices = "use a local model, a public corpus (--public-corpus), --privacy cloud_allowed, or --model extractive"
    if explicit:
        raise PrivacyRefused(f"{why}; {choices}")
    return Cast(notice=f"No model took part: {why}. To change that, {choices}.")


def _priced(client: ModelClient, request: ResearchRequest, settings: Settings) -> None:
    """A limit in money means nothing for a model whose price nobody knows."""
    limited = request.max_cost is not None or settings.max_cost_per_day is not None
    if limited and client.price is None:
        name = model_id(client)
        raise NotConfigured(
            f"a limit in money needs the price of '{name}', and it is not known: set INQUIRO_PRICES to "
            f"'{name}=INPUT/OUTPUT' (US dollars per million tokens), or limit with --max-tokens instead"
        )


def _uncounted(names: list[str]) -> str:
    if not names:
        return ""
    return f"The price of {' and '.join(names)} is not known: the cost leaves it out. INQUIRO_PRICES can say it."


def _card(client: ModelClient) -> ModelCard:
    return ModelCard(id=model_id(client), capabilities=client.capabilities, price=client.price)


def _listed(clients: Mapping[str, ModelClient]) -> str:
    return ", ".join(f"'{name}'" for name in clients)
