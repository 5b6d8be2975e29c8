from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluations.notes import Notes, NotesFound, figures_of


@pytest.fixture
def settings(settings, tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Roof.md").write_text("Moss cools a flat roof by 3 degrees in a dry summer.\n")
    (vault / "Cheese.md").write_text("Gouda ripens for eighteen months in a cellar.\n")
    (vault / "All.md").write_text("".join(f"- [[Page {n}]]: gouda ripens in summer\n" for n in range(30)))
    return msgspec.structs.replace(settings, vault=vault, embedding_model=OFF)


def measured(settings, tmp_path, *lines):
    file = tmp_path / "mine.jsonl"
    file.write_text("\n".join(json.dumps(line) if isinstance(line, dict) else line for line in lines), "utf-8")
    return asyncio.run(Notes().evaluate(Task(data=tmp_path, settings=settings, file=file)))


def test_the_notes_that_are_meant_are_ranked_by_every_way_there_is(settings, tmp_path):
    done = measured(
        settings,
        tmp_path,
        {"query": "flat roof moss", "notes": ["Roof.md"], "kind": "exact"},
        {"query": "eighteen months in summer", "notes": ["Roof.md", "All.md"], "kind": "loose"},
        {"query": "platypus", "notes": ["Roof.md"]},
    )
    figures = {figure.name: (round(figure.value, 3), figure.n) for figure in done.figures}
    assert figures == {
        "words: first": (0.333, 3),
        "words: mean of 1 / rank": (0.5, 3),
        "words, exact: first": (1.0, 1),
        "words, exact: mean of 1 / rank": (1.0, 1),
        "words, loose: first": (0.0, 1),
        "words, loose: mean of 1 / rank": (0.5, 1),
        "words: a list of notes among the first 3": (0.333, 3),
    }
    assert done.notes == ("without embeddings: by words alone",)
    assert "of 3" in done.title


def test_every_kind_has_its_own_figures():
    found = [NotesFound(kind=kind, rank=rank, listed=rank == 2) for kind, rank in [("a", 1), ("a", 2), ("b", 0)]]
    figures = {one.name: one.value for one in figures_of("both", found)}
    assert figures["both, a: mean of 1 / rank"] == 0.75
    assert figures["both, b: first"] == 0
    assert figures["both: a list of notes among the first 3"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1"),
        ({"query": "x"}, "line 1"),
        ({"query": " ", "notes": ["Roof.md"]}, "a query and a note"),
        ({"query": "x", "notes": []}, "a query and a note"),
        ({"query": "x", "notes": ["Nowhere.md"]}, "Nowhere.md is not in the vault"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(settings, tmp_path, line, said):
    with pytest.raises(NotConfigured, match=said):
        measured(settings, tmp_path, line)


def test_a_vault_beside_the_queries_is_the_one_they_are_about(settings, tmp_path):
    alone = msgspec.structs.replace(settings, vault=None)
    assert measured(alone, tmp_path, {"query": "gouda cellar", "notes": ["Cheese.md"]}).figures[0].value == 1
    (tmp_path / "vault").rename(tmp_path / "elsewhere")
    with pytest.raises(NotConfigured, match="INQUIRO_VAULT"):
        measured(alone, tmp_path, {"query": "gouda cellar", "notes": ["Cheese.md"]})


def test_without_a_file_it_says_what_it_needs(settings, tmp_path):
    with pytest.raises(UsageError, match="say which queries"):
        asyncio.run(Notes().evaluate(Task(data=tmp_path, settings=settings)))
