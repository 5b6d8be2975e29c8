"""Research in all modes through the real clients of vendors, on loopback; and with what a model searched by itself."""

from __future__ import annotations

import pytest

from inquiro import Researcher
from inquiro.core.models import Capabilities, ModelAnswer, NativeSource
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import MODES
from inquiro.retrieval.embeddings import OFF
from inquiro.testing import DiligentModel, write_corpus
from inquiro.testing.material import Material

QUERY = "How to limit concurrent tasks in Python?"
PAGE = """<html><head><title>Limiting tasks</title></head><body><main><h1>Limiting tasks</h1>
<p>A semaphore limits how many concurrent tasks of a Python program run at the same time.</p>
<p>Limit concurrent tasks like this:</p><pre><code class="language-python">import asyncio

limit = asyncio.Semaphore(2)
</code></pre><p>Tasks that have to wait are served in the order in which they came.</p></main></body></html>"""
VENDORS = {
    "openai:gpt-6-sol": "OPENAI_API_KEY",
    "anthropic:claude-sonnet-5": "ANTHROPIC_API_KEY",
    "groq:llama": "GROQ_API_KEY",
    "ollama:llama3.2": "",
    "llamacpp:any": "",
}


@pytest.fixture
def folder(tmp_path):
    return write_corpus(tmp_path / "pages", {"limit.html": PAGE})


def settings_for(tmp_path, model, url, **more):
    keys = {VENDORS[model]: Secret("a key of nobody")} if VENDORS[model] else {}
    return Settings(
        home=tmp_path / "home",
        database_url=f"sqlite:///{tmp_path / 'home' / 'inquiro.db'}",
        embedding_model=OFF,
        provider_urls={model.partition(":")[0]: url},
        keys=keys,
        **more,
    )


@pytest.mark.parametrize("model", VENDORS)
def test_every_vendor_s_client_carries_all_modes(model_server, tmp_path, folder, model):
    with model_server.ModelServer(DiligentModel()) as server:
        researcher = Researcher(settings_for(tmp_path, model, server.url), public_corpus=folder, model=model)
        findings = researcher.research(QUERY, top_k=2, depth="light")
    asked = [request.messages[0].text for request in server.asked]
    assert all(any(f"## Mode: {mode}" in told for told in asked) for mode in MODES)
    assert researcher.report.engine == f"llm ({model})"
    assert findings.ideas
    assert "asyncio.Semaphore(2)" in findings.implementations[0].code_snippet
    assert findings.implementations[0].snippets[0].origin == "quoted"
    assert "[1]" in findings.report.content


class Searcher(DiligentModel):
    """Finds a page by itself, as vendors' models do, and says where."""

    def __init__(self, address: str) -> None:
        super().__init__(
            provider="double", model="x", capabilities=Capabilities(schema=True, web_search=True, local=False)
        )
        self.address = address
        self.searched = 0

    async def complete(self, request, heard=None):
        if not request.web_search:
            return await super().complete(request, heard)
        self.searched += 1
        found = NativeSource(url=self.address, title="Limiting tasks", cited_text="A semaphore limits tasks.")
        return ModelAnswer(text=f"See the page. {Material.of(request).question}", finish="stop", sources=(found,))


@pytest.mark.real_sources
def test_what_a_model_found_by_its_own_search_is_read_and_cited_like_any_page(small_internet, tmp_path):
    from inquiro.providers.llm import registry
    from inquiro.testing import plugged_in

    with small_internet.Server(lambda _asked: small_internet.Answered(PAGE)) as server:
        address = f"http://127.0.0.1:{server.port}/limit.html"
        double = Searcher(address)
        settings = Settings(
            home=tmp_path / "home",
            database_url=f"sqlite:///{tmp_path / 'home' / 'inquiro.db'}",
            embedding_model=OFF,
            allow_private_hosts=(f"127.0.0.1:{server.port}",),
        )
        with plugged_in(registry, double=lambda _context, _model: double):
            researcher = Researcher(settings, sources=("model",), model="double:x")
            findings = researcher.research(QUERY, top_k=2, depth="light")
    assert double.searched
    assert {idea.source for idea in findings.ideas} == {address}
    assert findings.implementations[0].source == address
    assert findings.implementations[0].snippets[0].valid
