"""Language models; a module in this folder is a vendor or server under its own name."""

from __future__ import annotations

from inquiro.core.errors import UnknownName
from inquiro.core.models import ModelClient, parse_model_id
from inquiro.core.protocols import ProviderContext
from inquiro.core.registry import Registry

registry: Registry[ModelClient] = Registry("model provider", "inquiro.providers.llm", "inquiro.models")


def client_for(model_id: str, context: ProviderContext) -> ModelClient:
    """The model that `provider:name` stands for; a provider nobody built speaks chat completions at its address."""
    provider, model = parse_model_id(model_id)
    if provider in registry.names():
        return registry.get(provider)(context, model)
    if provider in context.settings.provider_urls:
        return registry.get("compatible")(context, model, provider)
    hint = f"A server that speaks chat completions needs its address in INQUIRO_{provider.upper()}_URL"
    raise UnknownName("model provider", provider, registry.names(), hint)


def default_model(context: ProviderContext) -> str | None:
    """What to ask where nobody named a model: the default of the first vendor whose key is set."""
    from inquiro.providers.llm._catalog import catalog  # a file to read; only where it is needed

    for provider, vendor in catalog().items():
        client = client_for(f"{provider}:{vendor.default}", context)
        if client.availability().available:
            return f"{provider}:{vendor.default}"
    return None
