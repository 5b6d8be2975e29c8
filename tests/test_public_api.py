"""The public names are a contract: adding one is a decision, losing one is a breaking change."""

from __future__ import annotations

import subprocess
import sys

import pytest

import inquiro

PUBLIC = [
    "CheckResult",
    "Event",
    "IdeaResult",
    "ImplementationResult",
    "InquiroError",
    "KnowledgePipeline",
    "NoteResult",
    "Report",
    "ResearchFindings",
    "ResearchMode",
    "ResearchReport",
    "Researcher",
    "Runtime",
    "Settings",
    "Source",
    "Verdict",
    "__version__",
    "acheck_document",
    "adeep_research",
    "aresearch_note",
    "check_document",
    "deep_research",
    "parse_research_result",
    "research_note",
    "verify",
]
HEAVY = ["msgspec", "langgraph", "langchain_core", "sqlalchemy", "click", "rich", "numpy", "inquiro.core"]


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_public_names_are_pinned():
    assert sorted(inquiro.__all__) == PUBLIC
    assert dir(inquiro) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_had(name):
    assert getattr(inquiro, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'deep_reserch'"):
        _ = inquiro.deep_reserch


def test_importing_inquiro_imports_nothing_heavy():
    loaded = python("import sys, inquiro; print(*sys.modules)").split()
    assert "inquiro" in loaded
    assert not set(HEAVY) & set(loaded)


def test_a_value_does_not_pull_in_the_database_or_the_graph():
    loaded = python("import sys, inquiro; inquiro.Report, inquiro.Settings; print(*sys.modules)").split()
    assert "msgspec" in loaded
    assert not {"langgraph", "sqlalchemy", "click", "rich"} & set(loaded)


def test_the_version_is_the_one_of_the_package():
    from importlib.metadata import version

    assert version("inquiro") == inquiro.__version__
