"""The data file of models is whole, and every fact in it is of the right kind."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import inquiro.providers.llm
from inquiro.core.models import Price
from inquiro.providers.llm import registry
from inquiro.providers.llm._catalog import Facts, catalog, facts_of

FILE = Path(inquiro.providers.llm.__file__).with_name("models.toml")


def test_every_vendor_of_the_file_is_built_and_its_default_is_priced():
    assert set(catalog()) <= set(registry.names())
    for provider, vendor in catalog().items():
        assert vendor.default in vendor.models, provider
        assert facts_of(provider, vendor.default).price is not None
        assert facts_of(provider, vendor.default).context


def test_every_word_of_the_file_is_one_we_read():
    for vendor in tomllib.loads(FILE.read_text("utf-8")).values():
        assert set(vendor) <= {"default", "models"}
        for facts in vendor["models"].values():
            assert set(facts) <= set(Facts.__struct_fields__)
            assert set(facts.get("price", {})) <= set(Price.__struct_fields__)


def test_whatever_can_search_has_a_price_for_it():
    for provider, vendor in catalog().items():
        for name, facts in vendor.models.items():
            searches = facts.web_search if facts.web_search is not None else registry.get(provider).searches_web
            assert not searches or (facts.price and facts.price.search > 0), name


@pytest.mark.parametrize("name", ["gpt-6-sol", "gpt-6-sol-2026-09-22", "gpt-6-sol-20260922"])
def test_a_snapshot_is_its_model(name):
    assert facts_of("openai", name) == catalog()["openai"].models["gpt-6-sol"]


@pytest.mark.parametrize("name", ["gpt-6", "gpt-6-sol-mini", "gpt-7"])
def test_a_model_nobody_wrote_down_has_no_price(name):
    assert facts_of("openai", name) == Facts()
    assert facts_of("nobody", name) == Facts()
