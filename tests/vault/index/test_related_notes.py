from __future__ import annotations

import pytest

UNLIKE = ("surgeon", "violin", "glacier", "invoice", "sourdough", "marathon")


@pytest.fixture
def grown(index, vault):
    for name in UNLIKE:
        (vault / f"{name}.md").write_text(f"The {name} was late again, and nobody minded.\n")
    (vault / "Pruning.md").write_text("Pruning of limes: the crown of a lime is pruned in winter. #limes\n")
    (vault / "Limes.md").write_text(
        "Limes line the avenue; the crown of each lime needs pruning every winter. #limes\n"
    )
    index.refresh()
    return index


def paths(found):
    return [one.path for one in found]


def test_a_note_that_shares_the_words_that_mark_it_is_related_and_others_are_not(grown):
    assert paths(grown.related("Pruning.md")) == ["Limes.md"]
    assert grown.related("Pruning.md")[0].link == "[[Limes]]"


def test_a_link_in_either_direction_is_told(grown, vault):
    assert not grown.related("Pruning.md")[0].linked
    (vault / "Pruning.md").write_text((vault / "Pruning.md").read_text() + "See [[Limes]].\n")
    grown.refresh()
    assert grown.related("Pruning.md")[0].linked
    assert grown.related("Limes.md")[0].linked


@pytest.mark.parametrize("mark", ["private: true", "inquiro: never", "tags: [confidential]"])
def test_private_notes_are_not_related(grown, vault, mark):
    text = (vault / "Limes.md").read_text()
    (vault / "Limes.md").write_text(f"---\n{mark}\n---\n{text}")
    grown.refresh()
    assert paths(grown.related("Pruning.md")) == []


def test_an_ignored_note_is_not_related(grown, vault):
    (vault / ".inquiroignore").write_text("Limes.md\n")
    assert paths(grown.related("Pruning.md")) == []


def test_a_note_that_is_not_there_has_none(grown):
    assert grown.related("nothing.md") == []
    assert len(grown.related("Pruning.md", 0)) == 0


def test_with_vectors_meaning_decides_whatever_the_words(index, vault):
    (vault / "Woods.md").write_text("A forest far away.\n")
    index.refresh()
    index.embed_some()
    assert paths(index.related("Woods.md")) == ["Street trees.md"]
