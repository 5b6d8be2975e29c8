"""Tiny sets in the layout of the real ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CORPUS = {
    "Cooling in Varnholt": [
        "Street trees cooled the midday air in Varnholt by 1.6 degrees.",
        " The Meridian Trust paid.",
    ],
    "Meridian Trust": ["The Meridian Trust was founded by the engineer Odile Brandt in 2009."],
    "Cheese": ["Gouda is a cheese that ripens for eighteen months in a cellar."],
    "Sailing": ["A spinnaker is a sail for courses before the wind."],
    "Glass": ["Float glass is made on a bath of molten tin."],
    "Clocks": ["A pendulum clock loses time when the summer is hot."],
    "Salt": ["Salt from the sea is dried in shallow ponds."],
}
HOPS = [
    {
        "question": "Which engineer founded the Meridian Trust that paid for street trees in Varnholt?",
        "answer": "Odile Brandt",
        "supporting_facts": [["Cooling in Varnholt", 1], ["Meridian Trust", 0]],
    },
    {"question": "Where does Gouda cheese ripen?", "answer": "a cellar", "supporting_facts": [["Cheese", 0]]},
]
MEDICAL = {
    "11": {
        "QUESTION": "Does moss tea lower blood pressure in adults?",
        "CONTEXTS": ["Moss tea was given to 120 adults.", "Moss tea lowered blood pressure in adults by 9 mmHg."],
        "final_decision": "yes",
        "LONG_ANSWER": "Moss tea lowers blood pressure.",
    },
    "12": {
        "QUESTION": "Is reading in bed bad for sleep?",
        "CONTEXTS": ["Sleep was measured after reading in bed.", "Reading in bed made no difference for sleep."],
        "final_decision": "no",
        "LONG_ANSWER": "Reading in bed does not harm sleep.",
    },
}
PAGE = ["The Aldra bridge was opened in 1931.", "It is 412 m long.", "Ships pass below it every day."]
CLAIMS = [
    {"claim": "The Aldra bridge was opened in 1931.", "evidence": PAGE, "label": "supported"},
    {"claim": "The Aldra bridge is 999 m long.", "evidence": PAGE, "label": "not_supported"},
    {"claim": "The Aldra bridge was opened by a beloved queen.", "evidence": PAGE, "label": "partially_supported"},
    {"claim": "Ships pass below it every day.", "evidence": PAGE, "label": "supported"},
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "sets"
    files = {
        "qa_hotpotqa/tiny.json": json.dumps(HOPS),
        "qa_hotpotqa/tiny_corpus.json": json.dumps(CORPUS),
        "qa_pubmedqa_dev/questions.json": json.dumps(MEDICAL),
        "claims_wice_dev/claims.jsonl": "\n".join(map(json.dumps, CLAIMS)),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


FOLDER = {
    "roof.md": "# Moss roofs\n\nMoss cools a flat roof by 3 degrees in a dry summer. It needs no soil.\n",
    "prices.md": "# Prices\n\n| Kind | Price |\n|---|---|\n| Star moss | 14 euro |\n| Sheet moss | 9 euro |\n",
    "cheese.md": "# Cheese\n\nGouda ripens for eighteen months in a cellar.\n",
}
FOLDER_QUESTIONS = [
    {
        "id": "one",
        "folder": "house",
        "question": "How much does moss cool a flat roof?",
        "kind": "how much",
        "answerable": True,
        "gold": "By 3 degrees.",
        "spans": [{"file": "roof.md", "quote": "Moss cools a flat roof by 3 degrees", "vital": True}],
        "wrong": "By 30 degrees.",
        "also": [],
    },
    {"id": "two", "folder": "house", "question": "Who invented the zeppelin?", "answerable": False, "spans": []},
]


@pytest.fixture
def folder_file(tmp_path: Path) -> Path:
    """Two questions, and the folder that they are about beside them."""
    house = tmp_path / "mixed" / "house"
    house.mkdir(parents=True)
    for name, text in FOLDER.items():
        (house / name).write_text(text, "utf-8")
    path = house.parent / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, FOLDER_QUESTIONS)) + "\n", "utf-8")
    return path


@pytest.fixture
def note_file(tmp_path: Path) -> Path:
    """A query, and the vault that it is about beside it."""
    vault = tmp_path / "notes" / "vault"
    vault.mkdir(parents=True)
    for name, text in FOLDER.items():
        (vault / name).write_text(text, "utf-8")
    path = vault.parent / "queries.jsonl"
    path.write_text(json.dumps({"query": "moss on a flat roof", "notes": ["roof.md"], "kind": "exact"}), "utf-8")
    return path
