"""Every source, whatever it asks, keeps the same promises; a new file in the folder is picked up by its name."""

from __future__ import annotations

import inspect

import pytest

from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.core.protocols import Corpus, Opener, ProviderContext, SearchProvider
from inquiro.core.settings import KEY_NAMES, Settings
from inquiro.core.types import Availability, Filters
from inquiro.providers.search import registry

KINDS = {"web", "academic", "reference", "registry", "local", "vault", "knowledge"}
SOURCE_TYPES = {"pubmed", "web", "academic", "registry", "local", "vault", "knowledge"}


@pytest.fixture(params=registry.names())
def provider(request, tmp_path):
    (tmp_path / "corpus").mkdir()
    settings = Settings(home=tmp_path / "home", database_url="")
    context = ProviderContext(settings=settings, corpora=(Corpus(path=str(tmp_path / "corpus")),))
    return request.param, registry.get(request.param)(context)


def test_it_is_a_search_provider_under_its_own_name(provider):
    name, source = provider
    assert isinstance(source, SearchProvider)
    assert source.name == name


def test_it_says_what_it_is(provider):
    _, source = provider
    assert source.kind in KINDS
    assert source.source_type in SOURCE_TYPES
    assert source.requests_per_second >= 0
    assert all(isinstance(key, str) for key in source.keys)


def test_it_says_what_leaves_the_machine(provider):
    _, source = provider
    local = source.kind in {"local", "vault", "knowledge"}
    assert (source.leaves_machine == "") == local


def test_it_asks_only_for_keys_that_settings_know(provider):
    _, source = provider
    assert set(source.keys) <= set(KEY_NAMES)


def test_it_knows_without_a_network_whether_it_can_be_used(provider):
    _, source = provider
    found = source.availability()
    assert isinstance(found, Availability)
    assert found.available or found.reason


def test_its_search_has_the_agreed_shape(provider):
    _, source = provider
    assert inspect.iscoroutinefunction(source.search)
    assert list(inspect.signature(source.search).parameters) == ["query", "max_results", "filters"]
    inspect.signature(source.search).bind("q", 10, Filters())


def test_an_opener_opens_hits(provider):
    _, source = provider
    if isinstance(source, Opener):
        assert inspect.iscoroutinefunction(source.open)


def test_names_nobody_has_built_are_declared():
    assert {"news_api", "crunchbase", "google_scholar"} <= set(registry.declared())
    with pytest.raises(NotConfigured, match="no one has built it yet"):
        registry.get("crunchbase")


def test_unknown_names_list_the_known_ones():
    with pytest.raises(UnknownName, match="corpus"):
        registry.get("corpse")
