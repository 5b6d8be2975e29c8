"""Which model does what, what has to be set first, and what privacy leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, NotReplayable, PrivacyRefused, UsageError
from inquiro.core.models import MODEL_ROLES, Capabilities, Message, ModelRequest, Price
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import ResearchRequest
from inquiro.providers.llm import registry
from inquiro.runtime import casting
from inquiro.testing import ScriptedModel, plugged_in

CLOUD = Capabilities(schema=True, web_search=False, local=False)
HOME = Capabilities(schema=True, web_search=False, local=True)


@pytest.fixture(autouse=True)
def _vendors() -> Iterator[None]:
    def vendor(provider: str, capabilities: Capabilities, price: Price | None):
        return lambda _context, model: ScriptedModel(
            "{}", provider=provider, model=model, capabilities=capabilities, price=price
        )

    searcher = Capabilities(schema=True, web_search=True, local=False)
    with plugged_in(
        registry,
        cloud=vendor("cloud", CLOUD, Price(input=1, output=2)),
        home=vendor("home", HOME, Price(input=0, output=0)),
        unpriced=vendor("unpriced", CLOUD, None),
        searcher=vendor("searcher", searcher, Price(input=1, output=2)),
    ):
        yield


def chosen(settings: Settings, mode: str = "hybrid", **options: object) -> dict[str, str]:
    made = casting.cast(
        ResearchRequest(**{"question": "Do trees cool?", **options}), mode, ProviderContext(settings=settings)
    )
    return {role: card.id for role, card in made.cards.items()}


def everywhere(name: str) -> dict[str, str]:
    return dict.fromkeys(MODEL_ROLES, name)


def configured(settings: Settings, **options: object) -> Settings:
    return msgspec.structs.replace(settings, **options)


def test_without_anything_set_there_is_no_model(settings):
    assert chosen(settings) == {}


def test_with_only_a_key_set_the_vendors_default_is_used(settings):
    keyed = configured(settings, keys={"OPENAI_API_KEY": Secret("sk-canary")})
    assert chosen(keyed) == everywhere("openai:gpt-6-sol")


def test_the_request_comes_before_everything(settings):
    assert chosen(configured(settings, model="home:a"), model="cloud:b") == everywhere("cloud:b")


def test_roles_have_their_own_models(settings):
    made = chosen(configured(settings, model="home:a", role_models={"write": "cloud:w"}))
    assert made == everywhere("home:a") | {"write": "cloud:w"}


def test_a_model_for_the_workflow_counts_for_all_its_roles(settings):
    roles = {"ask": "home:a", "write": "cloud:w", "note": "cloud:n"}
    assert chosen(configured(settings, role_models=roles)) == everywhere("home:a")


def test_research_in_modes_has_a_model_of_its_own(settings):
    roles = configured(settings, role_models={"ask": "cloud:w", "research": "home:a"})
    assert chosen(roles, modes=("idea",)) == everywhere("home:a")
    assert chosen(roles) == everywhere("cloud:w")


def test_extractive_stands_for_no_model(settings):
    assert chosen(configured(settings, model="cloud:b"), model="extractive") == {}


@pytest.mark.fault(13)
@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        ("openai:gpt-6-sol", NotConfigured, "set OPENAI_API_KEY"),
        ("nobody:x", NotConfigured, "unknown model provider 'nobody'"),
        ("gpt-6-sol", UsageError, "write PROVIDER:NAME"),
    ],
)
def test_a_model_that_cannot_be_used_is_an_error_that_says_what_to_do(settings, model, error, message):
    with pytest.raises(error, match=message):
        chosen(settings, model=model)
    with pytest.raises(NotConfigured, match=message):
        chosen(configured(settings, model=model))


@pytest.mark.fault(69)
def test_local_only_refuses_a_named_cloud_model_and_passes_over_a_configured_one(settings):
    with pytest.raises(PrivacyRefused, match="local_only; use a local model"):
        chosen(settings, mode="local_only", model="cloud:b")
    assert chosen(settings, mode="local_only", model="home:a") == everywhere("home:a")
    made = casting.cast(
        ResearchRequest(question="q"), "local_only", ProviderContext(settings=configured(settings, model="cloud:b"))
    )
    assert not made.cards
    assert "'cloud:b' would leave this machine" in made.notice


@pytest.mark.fault(69)
def test_a_role_whose_model_may_not_be_asked_falls_to_one_that_may(settings):
    roles = configured(settings, model="home:a", role_models={"write": "cloud:w"})
    assert chosen(roles, mode="local_only") == everywhere("home:a")


@pytest.mark.fault(69)
def test_private_folders_alone_leave_nothing_for_a_cloud_model(settings):
    with pytest.raises(PrivacyRefused, match="may not see private documents in hybrid"):
        chosen(settings, model="cloud:b", corpora=("folder",))
    assert chosen(configured(settings, model="cloud:b"), corpora=("folder",)) == {}
    assert chosen(settings, model="cloud:b", corpora=("folder",), mode="cloud_allowed") == everywhere("cloud:b")
    assert chosen(settings, model="cloud:b", corpora=("folder",), sources=("wikipedia",)) == everywhere("cloud:b")
    assert chosen(settings, model="cloud:b", public_corpora=("folder",)) == everywhere("cloud:b")
    assert chosen(settings, model="home:a", corpora=("folder",)) == everywhere("home:a")


def test_a_limit_in_money_needs_a_known_price(settings):
    assert chosen(settings, model="unpriced:x") == everywhere("unpriced:x")
    with pytest.raises(NotConfigured, match=r"set INQUIRO_PRICES to 'unpriced:x=INPUT/OUTPUT'"):
        chosen(settings, model="unpriced:x", max_cost=1.0)
    with pytest.raises(NotConfigured, match="INQUIRO_PRICES"):
        chosen(configured(settings, max_cost_per_day=5.0), model="unpriced:x")
    assert chosen(settings, model="cloud:x", max_cost=1.0) == everywhere("cloud:x")


def test_a_cost_that_cannot_be_counted_is_told(settings):
    context = ProviderContext(settings=configured(settings, model="unpriced:x", role_models={"write": "cloud:w"}))
    made = casting.cast(ResearchRequest(question="q"), "hybrid", context)
    assert made.notice.startswith("The price of unpriced:x is not known")
    known = casting.cast(ResearchRequest(question="q", model="cloud:w"), "hybrid", context)
    assert known.notice == ""


def test_sources_may_ask_the_model_that_searches(settings):
    context = ProviderContext(settings=configured(settings, model="home:a", role_models={"judge": "searcher:s"}))
    models = casting.rebuilt(casting.cast(ResearchRequest(question="q"), "hybrid", context), "hybrid", context)
    assert casting.with_searching(context, models).model is models["judge"]
    assert casting.with_searching(context, {"plan": models["plan"]}).model is None


@pytest.mark.fault(69)
def test_a_resume_under_local_only_can_only_remember_a_cloud_model(settings):
    context = ProviderContext(settings=configured(settings, model="cloud:b", role_models={"write": "home:a"}))
    made = casting.cast(ResearchRequest(question="q"), "hybrid", context)
    assert {type(model) for model in casting.rebuilt(made, "hybrid", context).values()} == {ScriptedModel}
    tightened = casting.rebuilt(made, "local_only", context)
    assert set(tightened) == set(MODEL_ROLES)
    assert type(tightened["plan"]) is casting.RememberedModel
    assert type(tightened["write"]) is ScriptedModel


def test_a_remembered_model_knows_what_it_was_and_says_nothing_new(settings):
    context = ProviderContext(settings=configured(settings, model="cloud:b/with:colon"))
    made = casting.cast(ResearchRequest(question="q"), "hybrid", context)
    again = msgspec.convert(msgspec.to_builtins(made), casting.Cast)
    model = casting.remembered(again)["plan"]
    assert (model.provider, model.model, model.capabilities, model.price) == (
        "cloud", "b/with:colon", CLOUD, Price(input=1, output=2),
    )  # fmt: skip
    with pytest.raises(NotReplayable, match="cloud:b/with:colon was not asked this"):
        asyncio.run(model.complete(ModelRequest(messages=(Message(role="user", text="?"),))))
    assert casting.remembered(None) == {}
