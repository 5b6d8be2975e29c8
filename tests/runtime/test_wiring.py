"""What may be asked for, what is used for it, and how a refusal reads."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, UnknownName, UsageError
from inquiro.core.models import Capabilities
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Document, KnowledgeSize, Known, ResearchRequest, Run
from inquiro.runtime import wiring
from inquiro.testing import ScriptedModel, ScriptedProvider


def request_for(**options):
    return ResearchRequest(**{"question": "How much do street trees cost?", **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"question": ""}, "the question is empty"),
        ({"question": " \n\t"}, "the question is empty"),
        ({"question": "?!…"}, "the question is empty"),
        ({"question": "why " * 1_001}, r"4,003 characters; 4,000 are allowed"),
        ({"max_iterations": 0}, "at least 1"),
        ({"max_seconds": 0}, "more than 0"),
        ({"privacy": "everything"}, "unknown privacy 'everything'; known: cloud_allowed, hybrid, local_only"),
        ({"depth": "deepest"}, "unknown depth 'deepest'; known: deep, light"),
        ({"max_iterations": "many"}, r"not valid: .*\$\.max_iterations"),
        ({"corpora": "a folder"}, r"not valid: .*\$\.corpora"),
    ],
)
def test_what_cannot_be_researched_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        wiring.checked(request_for(**options))


@pytest.mark.parametrize("question", ["x", "なぜ空は青いのか", "a" * 4_000, "  Why?  "])
def test_what_can_be_researched_is_not(question):
    request = request_for(question=question)
    assert wiring.checked(request) == request


def test_missing_folders_and_files_are_refused(settings, tmp_path):
    file = tmp_path / "file.md"
    file.write_text("text")
    for path, message in [(tmp_path / "nowhere", "does not exist"), (file, "is a file; give the folder")]:
        with pytest.raises(UsageError, match=message):
            wiring.providers_for(request_for(corpora=(str(path),)), settings, "hybrid")


def test_an_unknown_source_lists_the_known_ones(settings, plug):
    plug(ScriptedProvider("wiki", []))
    with pytest.raises(UnknownName, match=r"unknown source 'altavista'; known: corpus, knowledge, vault, wiki"):
        wiring.providers_for(request_for(sources=("altavista",)), settings, "hybrid")


def test_a_source_that_nobody_built_says_so(settings):
    with pytest.raises(NotConfigured, match="'crunchbase' is declared but not available"):
        wiring.providers_for(request_for(sources=("crunchbase",)), settings, "hybrid")


def test_a_source_asked_for_must_be_usable(settings, plug):
    plug(
        ScriptedProvider("keyless", [], unavailable="set WIKI_API_KEY"),
        ScriptedProvider("web", [], leaves_machine="queries"),
    )
    with pytest.raises(NotConfigured, match="'keyless' cannot be used: set WIKI_API_KEY"):
        wiring.providers_for(request_for(sources=("keyless",)), settings, "hybrid")
    with pytest.raises(NotConfigured, match="'web' leaves this machine, and the run is local_only"):
        wiring.providers_for(request_for(sources=("web",)), settings, "local_only")


def test_without_a_choice_every_usable_source_is_taken(settings, plug, tmp_path):
    plug(
        ScriptedProvider("keyless", [], unavailable="set WIKI_API_KEY"),
        ScriptedProvider("web", [], leaves_machine="queries"),
        ScriptedProvider("shelf", [], kind="local"),
    )

    def names(mode, **options):
        return [provider.name for provider in wiring.providers_for(request_for(**options), settings, mode)]

    assert names("hybrid") == ["shelf", "web"]
    assert names("local_only") == ["shelf"]
    assert names("local_only", corpora=(str(tmp_path),)) == ["corpus", "shelf"]
    assert names("hybrid", sources=("web", "shelf", "web")) == ["web", "shelf"]
    assert names("hybrid", sources=("web",), corpora=(str(tmp_path),)) == ["web", "corpus"]
    assert names("hybrid", sources=("corpus", "web"), public_corpora=(str(tmp_path),)) == ["corpus", "web"]


def test_nothing_to_search_says_why_for_each(settings, plug):
    plug(ScriptedProvider("web", [], leaves_machine="queries"))
    with pytest.raises(
        NotConfigured, match=r"corpus: give a folder with --corpus; knowledge: nothing .*; web: leaves this machine"
    ):
        wiring.providers_for(request_for(), settings, "local_only")


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    ("stored", "setting", "resumed"),
    [
        ("local_only", "local_only", "local_only"),
        ("local_only", "hybrid", "local_only"),
        ("local_only", "cloud_allowed", "local_only"),
        ("hybrid", "local_only", "local_only"),
        ("hybrid", "hybrid", "hybrid"),
        ("hybrid", "cloud_allowed", "hybrid"),
        ("cloud_allowed", "local_only", "local_only"),
        ("cloud_allowed", "hybrid", "cloud_allowed"),
        ("cloud_allowed", "cloud_allowed", "cloud_allowed"),
    ],
)
def test_a_resume_never_widens_a_mode(tmp_path, stored, setting, resumed):
    settings = Settings(home=tmp_path, database_url="", privacy=setting)
    assert wiring.mode_of(Run(id="a", tool_name="ask", input_params={}, privacy=stored, attempt=1), settings) == resumed
    assert wiring.mode_of(Run(id="a", tool_name="ask", input_params={}, privacy=stored), settings) == stored


def test_a_request_states_its_mode_or_takes_the_setting(settings):
    assert wiring.privacy_of(request_for(), settings) == "hybrid"
    assert wiring.privacy_of(request_for(privacy="local_only"), settings) == "local_only"


def test_sources_are_described_with_what_they_need(settings, plug):
    plug(ScriptedProvider("web", [], leaves_machine="queries"))
    described = {source.name: source for source in wiring.describe_sources(settings)}
    assert (described["corpus"].available, described["corpus"].reason) == (False, "give a folder with --corpus")
    assert (described["web"].available, described["web"].leaves_machine) == (True, "queries")
    assert described["crunchbase"].declared


# -- every built-in source --------------------------------------------------------------------------------


def chosen(settings, *named, mode="hybrid", **options):
    return wiring.providers_for(request_for(sources=named, **options), settings, mode)


@pytest.mark.real_sources
def test_a_kind_names_all_its_sources(settings):
    academic = chosen(settings, "academic")
    assert {provider.kind for provider in academic} == {"academic"}
    assert {provider.name for provider in academic} == {
        "arxiv", "crossref", "europe_pmc", "openalex", "pubmed", "semantic_scholar",
    }  # fmt: skip
    both = {provider.name for provider in chosen(settings, "reference", "academic", "openalex")}
    assert both == {"wikipedia", *(provider.name for provider in academic)}


@pytest.mark.real_sources
def test_all_means_everything_that_can_be_used(settings, tmp_path):
    names = {provider.name for provider in chosen(settings, "all", corpora=(str(tmp_path),))}
    assert {"corpus", "duckduckgo", "wikipedia", "openalex", "gleif"} <= names
    assert not {"tavily", "exa", "brave", "searxng", "unpaywall"} & names
    assert [provider.name for provider in chosen(settings, "all", mode="local_only", corpora=(str(tmp_path),))] == [
        "corpus"
    ]


@pytest.mark.real_sources
def test_a_kind_that_nothing_can_be_used_of_says_so(settings):
    with pytest.raises(NotConfigured, match="no source can be searched"):
        chosen(settings, "academic", mode="local_only")


@pytest.mark.real_sources
def test_helpers_are_those_that_are_set_up(settings, tmp_path):
    def helpers(chosen_settings, mode="hybrid"):
        context = ProviderContext(settings=chosen_settings)
        return {helper.name for helper in wiring.helpers_for(mode, context, ())}

    assert "unpaywall" not in helpers(settings)
    known = msgspec.structs.replace(settings, contact="keeper@moss-trials.net")
    assert "unpaywall" in helpers(known)
    assert helpers(known, "local_only") == set()


@pytest.mark.real_sources
def test_what_a_key_would_add_is_told_only_to_those_without_one(settings):
    web = chosen(settings, "duckduckgo")
    assert "TAVILY_API_KEY" in (wiring.key_that_would_help(web, settings) or "")
    assert wiring.key_that_would_help(chosen(settings, "openalex"), settings) is None
    keyed = msgspec.structs.replace(settings, keys={"BRAVE_API_KEY": Secret("b")})
    assert wiring.key_that_would_help(chosen(keyed, "duckduckgo"), keyed) is None


@pytest.mark.real_sources
def test_a_model_that_can_search_is_one_more_source(settings):
    def names(mode, *, searches):
        model = ScriptedModel("", capabilities=Capabilities(schema=True, web_search=searches, local=True))
        context = ProviderContext(settings=settings, model=model)
        return {
            provider.name for provider in wiring.providers_for(request_for(sources=("web",)), settings, mode, context)
        }

    assert "model" in names("hybrid", searches=True)
    assert "model" in names("cloud_allowed", searches=True)
    assert "model" not in names("hybrid", searches=False)
    with pytest.raises(NotConfigured, match="model: leaves this machine"):
        names("local_only", searches=True)


@pytest.mark.real_sources
def test_without_a_run_its_models_search_says_when_it_is_used(settings):
    (found,) = [source for source in wiring.describe_sources(settings) if source.name == "model"]
    assert not found.available
    assert found.reason == "used when the run's model can search the web itself"
    assert found.leaves_machine == "the query, to the vendor of the run's model"
    with pytest.raises(NotConfigured, match="source 'model' cannot be used: used when the run's model can search"):
        chosen(settings, "model")


@pytest.mark.real_sources
def test_sources_are_ranked_for_a_domain_with_reasons(settings):
    found = wiring.describe_sources(settings)
    ranked = wiring.ranked(found, "medical", [], settings)
    assert [source.name for source in ranked[:3]] == ["corpus", "pubmed", "semantic_scholar"]
    assert "first choice for medical" in ranked[1].reasons[0]
    assert {source.name for source in ranked} == {source.name for source in found}
    excluded = next(source for source in ranked if source.name == "wikipedia")
    assert excluded.score is None


def test_an_unknown_domain_lists_the_known_ones(settings):
    with pytest.raises(UnknownName, match=r"unknown domain 'alchemy'; known: academic, .*medical"):
        wiring.known_domain(request_for(domain="alchemy"), settings)
    wiring.known_domain(request_for(domain="medical"), settings)
    wiring.known_domain(request_for(), settings)


# -- what earlier research found ------------------------------------------------------------------------------


class Base:
    """Something is known."""

    async def size(self) -> KnowledgeSize:
        return KnowledgeSize(facts=1, documents=1)

    async def search(self, query: str, limit: int) -> list[Known]:
        return []

    async def documents(self, ids: Sequence[str]) -> list[Document]:
        return []


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, ["knowledge", "web"]),
        ({"sources": ("all",)}, ["knowledge", "web"]),
        ({"fresh": True}, ["web"]),
        ({"fresh": True, "sources": ("all",)}, ["web"]),
        ({"fresh": True, "sources": ("knowledge", "web")}, ["knowledge", "web"]),
        ({"sources": ("web",)}, ["web"]),
        ({"sources": ("knowledge",)}, ["knowledge"]),
    ],
)
def test_earlier_research_is_asked_unless_everything_is_wanted_afresh(settings, plug, options, asked):
    plug(ScriptedProvider("web", [], leaves_machine="queries"))
    request = request_for(**options)
    context = wiring.context_of(request, settings, Base())
    assert [one.name for one in wiring.providers_for(request, settings, "hybrid", context)] == asked


@pytest.mark.parametrize(
    ("sources", "asked"),
    [((), ["corpus"]), (("knowledge",), ["knowledge", "corpus"]), (("all",), ["corpus", "knowledge", "web"])],
)
def test_a_folder_is_searched_without_earlier_research_unless_that_is_named(settings, plug, tmp_path, sources, asked):
    plug(ScriptedProvider("web", [], leaves_machine="queries"))
    for folder in ("corpora", "public_corpora"):
        request = request_for(sources=sources, **{folder: (str(tmp_path),)})
        context = wiring.context_of(request, settings, Base())
        assert [one.name for one in wiring.providers_for(request, settings, "hybrid", context)] == asked


def test_earlier_research_is_enough_where_nothing_may_leave_the_machine(settings, plug):
    plug(ScriptedProvider("web", [], leaves_machine="queries"))
    request = request_for()
    context = wiring.context_of(request, settings, Base())
    assert [one.name for one in wiring.providers_for(request, settings, "local_only", context)] == ["knowledge"]


def test_a_named_knowledge_base_that_is_empty_says_how_to_fill_it(settings):
    with pytest.raises(NotConfigured, match="'knowledge' cannot be used: nothing is known yet; `inquiro knowledge add"):
        wiring.providers_for(request_for(sources=("knowledge",)), settings, "hybrid")


def test_the_list_of_sources_says_whether_anything_is_known(settings):
    empty, filled = (
        next(one for one in wiring.describe_sources(settings, known) if one.name == "knowledge")
        for known in (None, Base())
    )
    assert (empty.available, filled.available) == (False, True)
    assert "inquiro knowledge add RUN" in empty.reason
    assert filled.leaves_machine == ""


@pytest.mark.parametrize(("seconds", "patience"), [(600.0, 60.0), (60.0, 18.0), (10.0, 3.0)])
def test_a_short_run_does_not_spend_its_time_waiting_for_an_index(settings, seconds, patience):
    request = ResearchRequest(question="Why?", max_seconds=seconds)
    assert wiring.fitted(request, ProviderContext(settings=settings)).patience == pytest.approx(patience)
