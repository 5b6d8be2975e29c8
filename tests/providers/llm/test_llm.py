"""Who can be asked: the folder, what outside packages bring, and any server at an address."""

from __future__ import annotations

import pytest

from inquiro.core.errors import UnknownName, UsageError
from inquiro.core.models import Capabilities, ModelClient
from inquiro.core.settings import Secret
from inquiro.core.types import Availability
from inquiro.providers.llm import client_for, default_model, registry
from inquiro.testing import ScriptedModel, plugged_in

BUILT = {
    "anthropic",
    "compatible",
    "fireworks",
    "groq",
    "llamacpp",
    "lmstudio",
    "local",
    "ollama",
    "openai",
    "openrouter",
    "vllm",
}


def test_the_folder_is_the_registry():
    assert set(registry.names()) == BUILT


@pytest.mark.parametrize("name", registry.names())
def test_every_provider_keeps_the_contract(context, name):
    client = client_for(f"{name}:some/model:tag", context(keys={}))
    assert isinstance(client, ModelClient)
    assert (client.provider, client.model) == (name, "some/model:tag")
    assert isinstance(client.capabilities, Capabilities)
    found = client.availability()
    assert isinstance(found, Availability)
    assert found.available or found.reason
    assert client.paces_requests
    assert client.price is None or client.capabilities.local


@pytest.mark.parametrize("name", registry.names())
def test_local_servers_need_no_key_and_others_say_which(context, name):
    client = client_for(f"{name}:m", context(keys={}))
    local = name in {"ollama", "vllm", "llamacpp", "lmstudio"}
    assert client.capabilities.local == (local or name == "local")
    assert client.availability().available == local
    if name == "local":
        assert client.availability().reason.startswith("not installed: ")
    elif name == "compatible":
        assert client.availability().reason == "set INQUIRO_COMPATIBLE_URL"
    elif not local:
        assert client.availability().reason == f"set {name.upper()}_API_KEY"


def test_a_provider_behind_a_proxy_needs_no_key_of_ours(context):
    made = context(keys={}, provider_urls={"openai": "http://127.0.0.1:9"})
    assert client_for("openai:m", made).availability().available


def test_any_address_is_a_provider(context):
    made = context(provider_urls={"mine": "https://models.example/v1"})
    client = client_for("mine:org/model:tag", made)
    assert (client.provider, client.model, client.base) == ("mine", "org/model:tag", "https://models.example/v1")
    assert client.keys == ("MINE_API_KEY",)
    assert client.capabilities == Capabilities(schema=True, web_search=False, context=None, local=False)
    assert client.price is None


def test_a_name_without_an_address_lists_the_known_ones_and_says_what_to_set(context):
    with pytest.raises(UnknownName, match=r"known: anthropic, .*INQUIRO_MINE_URL"):
        client_for("mine:m", context())
    with pytest.raises(UsageError):
        client_for("gpt-6-sol", context())


def test_an_installed_package_may_bring_a_provider(context):
    made = ScriptedModel("yes", provider="outside")
    with plugged_in(registry, outside=lambda _context, _model: made):
        assert client_for("outside:m", context()) is made


def test_known_models_have_their_facts(context):
    sonnet = client_for("anthropic:claude-sonnet-5-5", context())
    assert sonnet.capabilities == Capabilities(schema=True, web_search=True, context=1_000_000, local=False)
    assert sonnet.price is not None
    assert sonnet.price.search == 0.01
    assert client_for("anthropic:claude-99", context()).price is None


@pytest.mark.parametrize(
    ("keys", "model"),
    [
        ({}, None),
        ({"TAVILY_API_KEY"}, None),
        ({"ANTHROPIC_API_KEY"}, "anthropic:claude-sonnet-5-5"),
        ({"FIREWORKS_API_KEY", "OPENAI_API_KEY"}, "openai:gpt-6-sol"),
        ({"FIREWORKS_API_KEY"}, "fireworks:accounts/fireworks/models/gpt-oss-120b"),
    ],
)
def test_a_key_alone_chooses_the_vendors_default(context, keys, model):
    assert default_model(context(keys={name: Secret("x") for name in keys})) == model
