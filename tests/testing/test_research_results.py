from __future__ import annotations

from inquiro.core.models import Message, ModelRequest
from inquiro.engine.fencing import fenced
from inquiro.engine.modes.parsing import read_result
from inquiro.testing.material import Material
from inquiro.testing.research_results import research_result

LINES = [
    "1. A page (web, quality 0.50)",
    "  e1: Trees cool the air.",
    "  c1 (python):",
    "    | x = 1",
    "  e2: They cost money.",
]


def answer(mode: str, k: int = 5) -> str:
    said = f"Question: What do trees do?\nMode: {mode}\nK: {k}\n\nEvidence:\n{fenced('evidence', LINES)}"
    told = Message(role="system", text="End with <research_result>.")
    return research_result(Material.of(ModelRequest(messages=(told, Message(role="user", text=said)))))


def test_ideas_from_the_listed_statements():
    found = read_result(answer("idea"), "idea")
    assert [(item.source, item.content) for item in found.items] == [
        ("e1", "Trees cool the air."),
        ("e2", "They cost money."),
    ]


def test_no_more_than_were_asked_for():
    assert len(read_result(answer("idea", 1), "idea").items) == 1


def test_implementations_name_the_listed_code():
    (item,) = read_result(answer("implementation"), "implementation").items
    assert item.source == "c1"
    assert "```\n[c1]\n```" in item.content


def test_a_paper_cites_what_it_says():
    report = read_result(answer("freeform"), "freeform").report
    assert report.count("##") == 5
    assert "Trees cool the air [e1]." in report
