"""A small vault, and a model of meaning that needs no file: texts with the same notions lie close together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inquiro.vault.index import VaultIndex

NOTIONS = {"tree": 0, "oak": 0, "forest": 0, "train": 1, "railway": 1, "sleeper": 1, "bread": 2, "oven": 2}
NOTES = {
    "Street trees.md": "---\naliases: [Urban trees]\ntags: [city/green]\n---\n# Street trees\n\nThe oak cools. See [[Night trains]].\n",
    "travel/Night trains.md": "The sleeper to Portavel was late. #travel/rail\n\n## Delays\n\nMostly by snow. ^snow\n",
    "travel/Packing.md": "Socks, bread and a lamp. Back to [[Night trains|trains]] and [[Nowhere]].\n",
    "Bread.md": "# Bread\n\nAn oven, flour, water. ![[loaf.png]]\n",
}


class Notions:
    """Counts notions; `asked` is every text it was given."""

    name = "notions"
    dimensions = 64

    def __init__(self):
        self.asked = []

    def embed(self, texts):
        self.asked += texts
        rows = np.full((len(texts), self.dimensions), 0.01, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for notion, place in NOTIONS.items():
                # as many dimensions a notion as leave a trace in the signs
                row[place * 16 : place * 16 + 16] += text.lower().count(notion)
                row[place * 16 + 16 : place * 16 + 24] -= text.lower().count(notion)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def fill(folder: Path, notes: dict[str, str]) -> None:
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "my vault"
    fill(folder, NOTES)
    (folder / "loaf.png").write_bytes(b"PNG")
    return folder


@pytest.fixture
def notions():
    return Notions()


@pytest.fixture
def index(vault, tmp_path, notions):
    return VaultIndex(vault, tmp_path / "state", notions)
