"""The values of seed 001: its fields, its texts, its sources."""

from __future__ import annotations

import msgspec
import pytest

from inquiro import Source
from inquiro.core.types import (
    IdeaResult,
    ImplementationResult,
    Ranking,
    Report,
    ResearchFindings,
    ResearchReport,
    is_item_section,
    item_section,
)
from inquiro.core.types.modes import stated_dependencies

CONTENT = (
    "It trains.\n\n```python\nimport torch\n```\n\nMore words.\n\n```sh\nls\n```\n\nDependencies: pip install torch"
)
IDEA = IdeaResult("https://a.example/", "Retrieve, then read.")
IMPLEMENTATION = ImplementationResult(source="https://b.example/", content=CONTENT)


def test_the_seed_s_dictionaries():
    assert IDEA.to_dict() == {"source": "https://a.example/", "content": "Retrieve, then read."}
    assert IMPLEMENTATION.to_dict() == {"source": "https://b.example/", "content": CONTENT}
    assert ResearchReport("# Text").to_dict() == {"content": "# Text"}


def test_what_is_known_besides_is_in_the_dictionary_too():
    ranked = msgspec.structs.replace(IDEA, ranking=Ranking(relevance=0.5, authority=0.5, score=0.5))
    assert ranked.to_dict()["ranking"]["score"] == 0.5


def test_the_seed_s_context_strings():
    assert IDEA.to_context_string() == "- Retrieve, then read. (https://a.example/)"
    assert IMPLEMENTATION.to_context_string() == f"**Source:** https://b.example/\n\n{CONTENT}"
    assert ResearchReport("# Text").to_context_string() == "# Text"


def test_the_fields_that_the_seed_s_examples_read():
    assert IDEA.description == "Retrieve, then read."
    assert IMPLEMENTATION.description == "It trains.\n\nMore words."
    assert IMPLEMENTATION.code_snippet == "import torch\n\nls"
    assert IMPLEMENTATION.dependencies == ["torch"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("pip install torch transformers", ["torch", "transformers"]),
        ("`uv add httpx`", ["httpx"]),
        ("torch, numpy and pillow", ["torch", "numpy", "pillow"]),
        ("none", []),
        ("None.", []),
        ("no dependencies", []),
        ('pip install package1 package2 (or "none" if no dependencies)', ["package1", "package2"]),
        ("npm install -D typescript", ["typescript"]),
        ("`uvicorn[standard]`, `torch>=2`", ["uvicorn[standard]", "torch>=2"]),
        ("", []),
    ],
)
def test_dependencies_however_they_are_stated(line, names):
    assert stated_dependencies(line) == names


def test_findings_hold_what_was_asked_for():
    findings = ResearchFindings(query="q", modes=["idea"], top_k=5)
    assert (findings.ideas, findings.implementations, findings.report) == ([], [], None)
    assert findings.to_dict() == {
        "query": "q", "modes": ["idea"], "top_k": 5, "ideas": [], "implementations": [], "report": None,
    }  # fmt: skip


def test_findings_as_one_text():
    findings = ResearchFindings(
        "q", ["idea", "implementation", "freeform"], 5, [IDEA], [IMPLEMENTATION], ResearchReport("Body.")
    )
    text = findings.to_context_string()
    assert text.startswith("# q\n\n## Ideas\n\n- Retrieve")
    assert "## Implementations\n\n**Source:** https://b.example/" in text
    assert text.endswith("## Report\n\nBody.")


def test_everything_is_a_source_of_knowledge():
    findings = ResearchFindings("q", ["idea"], 5, [IDEA])
    assert isinstance(findings.to_source(), Source.Research)
    assert isinstance(IDEA.to_source(), Source.IdeaResult)
    assert isinstance(IMPLEMENTATION.to_source(), Source.ImplementationResult)
    assert ResearchReport("Body.", query="q").to_source().findings.report.content == "Body."


def test_findings_survive_being_stored():
    findings = ResearchFindings("q", ["idea", "implementation"], 5, [IDEA], [IMPLEMENTATION], dropped={"x": 1})
    stored = Report(trace_id="t", question="q", answer="", findings=findings).to_dict()
    assert msgspec.convert(stored, Report).findings == findings


def test_sections_of_items_are_known_by_their_names():
    assert item_section("idea", 2) == "Idea 2"
    assert is_item_section("Implementation 12")
    assert not any(map(is_item_section, ("Implementations", "Idea", "Abstract", "Idea x", "")))
