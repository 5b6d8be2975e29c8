"""Ideas, implementations and papers as plain calls: the seed's own examples, over a small public corpus."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import inquiro
from inquiro import Researcher, ResearchFindings
from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.fences import fences
from inquiro.core.types import Loss, Report, ResearchRequest
from inquiro.runtime.researcher import findings_of
from inquiro.testing import write_corpus

RETRIEVAL = """# Retrieval augmented generation

Retrieval augmented generation, or RAG, looks up passages and gives them to a language model with the question.
An index of embeddings finds passages that mean the same as the question, although they use other words.
Passages that are cut at headings keep what belongs together in one piece.

To implement RAG, cut the documents into passages and rank them by how close they are to the question:

```python
import numpy as np


def closest(question, passages, top=3):
    scores = passages @ question
    return np.argsort(-scores)[:top]
```

Dependencies: pip install numpy
"""
TUNING = """<!doctype html>
<html lang="en"><head><title>Fine-tuning with LoRA and QLoRA</title>
<link rel="license" href="https://creativecommons.org/licenses/by/4.0/"></head><body><article>
<h1>Fine-tuning with LoRA and QLoRA</h1>
<p>LoRA fine-tunes a large language model by training two small matrices beside each weight, which stays as it is.</p>
<p>QLoRA keeps the weights in four bits while LoRA matrices are trained, so that fine-tuning needs less memory.</p>
<p>To fine-tune an LLM with LoRA, name the layers and the rank of the small matrices:</p>
<pre><code class="language-python">from peft import LoraConfig, get_peft_model

config = LoraConfig(r=8, target_modules=["q_proj", "v_proj"])
model = get_peft_model(model, config)
</code></pre>
<p>Compared with QLoRA, LoRA is faster for each step and needs more memory.</p>
</article></body></html>
"""
STREAMING = """# Streaming OpenAI responses

To stream OpenAI responses, set `stream=True` and read the parts of the answer as they arrive.
Streaming shows the first words of a response long before the last one is written.

```python
from openai import OpenAI

client = OpenAI()
for part in client.responses.create(model="any", input="Hello", stream=True):
    print(part)
```

This snippet shows a mistake that is often made when streaming OpenAI responses:

```python
for part in client.responses.create(stream=True)
    print(part)
```
"""
PAGES = {"rag.md": RETRIEVAL, "tuning.html": TUNING, "streaming.md": STREAMING}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "pages", PAGES)


@pytest.fixture
def researcher(folder, settings) -> Researcher:
    return Researcher(settings, public_corpus=folder, privacy="local_only", max_iterations=2)


# -- the seed's examples ---------------------------------------------------------------------------


def test_idea_mode_only_gives_the_top_ideas(researcher):
    findings = researcher.research("How to implement RAG?", mode="idea", top_k=5)
    assert 1 <= len(findings.ideas) <= 5
    for idea in findings.ideas:
        assert idea.description
        assert idea.source.startswith("file:")
        assert not fences(idea.content)
    assert "rag.md" in findings.ideas[0].source
    assert (findings.implementations, findings.report, findings.modes) == ([], None, ["idea"])


def test_implementation_mode_only_gives_code_as_the_page_has_it(researcher):
    findings = researcher.research("How to stream OpenAI responses?", mode="implementation", top_k=3)
    assert 1 <= len(findings.implementations) <= 3
    first = findings.implementations[0]
    assert "streaming.md" in first.source
    assert "\n    print(part)" in first.code_snippet
    assert first.code_snippet in STREAMING
    assert first.description
    assert isinstance(first.dependencies, list)
    assert {snippet.origin for one in findings.implementations for snippet in one.snippets} == {"quoted"}
    assert findings.ideas == []


def test_freeform_mode_only_gives_a_report(researcher):
    findings = researcher.research("Compare LoRA vs QLoRA for fine-tuning", mode="freeform")
    assert findings.report is not None
    headings = re.findall(r"^## (.+)$", findings.report.content, re.MULTILINE)
    wanted = ["Abstract", "Introduction", "Literature Review", "Methodology", "Implementations"]
    assert headings[0] == "Abstract"
    assert headings[:-1] == [heading for heading in wanted if heading in headings]
    assert headings[-1] == "References"
    assert "[1]" in findings.report.content
    assert "QLoRA" in findings.report.content


def test_all_three_modes_by_default(researcher):
    findings = researcher.research("How to fine-tune LLMs?", top_k=5)
    assert findings.modes == ["idea", "implementation", "freeform"]
    assert findings.ideas
    assert findings.implementations
    assert findings.report.content
    assert "LoraConfig" in findings.implementations[0].code_snippet


def test_an_explicit_subset_of_modes(researcher):
    findings = researcher.research("RAG architectures", mode=["idea", "implementation"], top_k=3)
    assert (findings.modes, findings.top_k, findings.report) == (["idea", "implementation"], 3, None)
    assert len(findings.ideas) <= 3
    assert len(findings.implementations) <= 3


def test_findings_become_dicts_contexts_and_sources(researcher):
    findings = researcher.research("How to implement RAG?", top_k=2)
    built = findings.to_dict()
    assert {"query", "modes", "top_k", "ideas", "implementations", "report"} <= set(built)
    assert built["ideas"][0]["source"] == findings.ideas[0].source
    assert findings.ideas[0].to_context_string() == f"- {findings.ideas[0].content} ({findings.ideas[0].source})"
    assert findings.implementations[0].to_context_string().startswith("**Source:** file:")
    assert findings.report.to_context_string() == findings.report.content
    for one in (findings, findings.ideas[0], findings.implementations[0], findings.report):
        assert one.to_source() is not None


# -- what this engine knows besides ----------------------------------------------------------------


def test_the_run_is_kept_and_its_citations_hold(researcher, settings):
    heard = []
    findings = researcher.research("How to implement RAG?", on_event=heard.append)
    assert findings.trace_id == researcher.report.trace_id == heard[0].run_id
    runtime = inquiro.Runtime.open(settings)
    run, checked = asyncio.run(runtime.run(findings.trace_id)), asyncio.run(runtime.verify(findings.trace_id))
    runtime.close()
    assert (run.tool_name, run.status) == ("research", "completed")
    assert (checked.holds, checked.citations > 0) == (True, True)
    assert {idea.source_id for idea in findings.ideas} <= {source.id for source in researcher.report.sources}
    assert all(idea.label and idea.ranking and idea.evidence for idea in findings.ideas)


def test_what_does_not_parse_is_said_of_the_code(researcher):
    findings = researcher.research("What mistake is often made when streaming OpenAI responses?", "implementation")
    snippets = [snippet for one in findings.implementations for snippet in one.snippets]
    [wrong] = [snippet for snippet in snippets if snippet.valid is False]
    assert "stream=True)\n" in wrong.code
    assert "line 1" in wrong.problem


def test_options_of_a_call_stand_before_those_of_the_researcher(researcher, tmp_path):
    other = write_corpus(tmp_path / "other", {"bees.md": "# Bees\n\nTo keep bees warm, leave them their honey.\n"})
    findings = researcher.research("How to keep bees warm?", "idea", depth="light", public_corpus=other)
    assert "bees.md" in findings.ideas[0].source
    assert researcher.report.privacy == "local_only"


def test_a_query_that_nothing_answers_still_returns_findings(researcher):
    findings = researcher.research("zyzzyva qwertzuiop", mode=["idea", "implementation"])
    assert isinstance(findings, ResearchFindings)
    assert findings.ideas == []
    assert findings.trace_id


def test_a_run_that_found_nothing_says_why_in_words():
    lost = (Loss(what="wiki", reason="no answer in time"), Loss(what="wiki", reason="no answer in time"))
    report = Report(trace_id="t", question="q", answer="", stop_reason="every source failed", lost=lost, notices=("n",))
    findings = findings_of(report, ResearchRequest(question="q", modes=("idea",), top_k=2))
    assert (findings.query, findings.modes, findings.top_k, findings.ideas) == ("q", ["idea"], 2, [])
    assert findings.problems == [
        "the run ended without findings: every source failed",
        "n",
        "wiki: no answer in time",
    ]


# -- refused before anything is opened -------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"query": " ", "mode": "idea"}, "the question is empty"),
        ({"query": "q", "mode": "both"}, "unknown mode 'both'; .*use freeform"),
        ({"query": "q", "mode": ["idea", "poem"]}, "unknown mode 'poem'; known: idea, implementation, freeform"),
        ({"query": "q", "mode": []}, "no mode was named"),
        ({"query": "q", "top_k": 0}, "top_k must be a whole number of at least 1, not 0"),
        ({"query": "q", "top_k": 2.5}, "top_k must be a whole number"),
        ({"query": "q", "depth": "bottomless"}, "unknown depth 'bottomless'; known: deep, light"),
        ({"query": "q", "colour": "red"}, "unknown option 'colour'; known: context, corpus"),
        ({"query": None}, "not valid"),
    ],
)
def test_wrong_wishes_are_refused_before_anything_is_opened(asked, said, settings):
    researcher = Researcher(settings)
    with pytest.raises(UsageError, match=said):
        researcher.research(**asked)
    with pytest.raises(UsageError, match=said):
        asyncio.run(researcher.aresearch(**asked))
    assert not settings.home.exists()
    assert researcher.report is None


def test_an_option_that_nobody_knows_is_refused_when_the_researcher_is_made():
    with pytest.raises(UsageError, match="unknown option 'top_k'"):
        Researcher(top_k=3)


def test_no_source_at_all_is_said_as_ever(settings):
    with pytest.raises(NotConfigured, match="no source can be searched"):
        Researcher(settings).research("How to implement RAG?")


def test_a_plain_call_works_in_a_running_loop_as_its_twin_does(researcher):
    async def inside() -> tuple[ResearchFindings, ResearchFindings]:
        plain = researcher.research("How to implement RAG?", "idea", depth="light")
        return plain, await researcher.aresearch("How to implement RAG?", "idea", depth="light")

    plain, twin = asyncio.run(inside())
    assert plain.ideas
    assert [idea.description for idea in plain.ideas] == [idea.description for idea in twin.ideas]
