"""Language models; a module in this folder is a vendor or server under its own name."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from inquiro.core.errors import UnknownName
from inquiro.core.models import ModelClient, parse_model_id
from inquiro.core.protocols import ProviderContext
from inquiro.core.registry import Registry
from inquiro.core.settings import Settings

registry: Registry[ModelClient] = Registry("model provider", "inquiro.providers.llm", "inquiro.models")


@runtime_checkable
class KnowsItsModels(Protocol):
    """A provider's class that can tell, without asking anyone, which models it has or could have."""

    def offered(self, settings: Settings) -> list[str]: ...


def client_for(model_id: str, context: ProviderContext) -> ModelClient:
    """The model that `provider:name` stands for; a provider nobody built speaks chat completions at its address."""
    provider, model = parse_model_id(model_id)
    if provider in registry.names():
        return registry.get(provider)(context, model)
    if provider in context.settings.provider_urls:
        return registry.get("compatible")(context, model, provider)
    hint = f"A server that speaks chat completions needs its address in INQUIRO_{provider.upper()}_URL"
    raise UnknownName("model provider", provider, registry.names(), hint)


def defaults() -> dict[str, str]:
    """The model of each vendor that is asked where nobody named one; the vendor whose key counts first comes first."""
    from inquiro.providers.llm._catalog import catalog  # a file to read; only where it is needed

    return {provider: vendor.default for provider, vendor in catalog().items() if vendor.default}


def offered(provider: str, settings: Settings) -> list[str]:
    """The models of a provider that knows which ones it has; empty for one that has to be asked."""
    plugin = registry.get(provider)
    names: list[str] = plugin.offered(settings) if isinstance(plugin, KnowsItsModels) else []
    return [f"{provider}:{name}" for name in names]


def default_model(context: ProviderContext) -> str | None:
    """What to ask where nobody named a model: the default of the first vendor whose key is set."""
    for provider, model in defaults().items():
        client = client_for(f"{provider}:{model}", context)
        if client.availability().available:
            return f"{provider}:{model}"
    return None
