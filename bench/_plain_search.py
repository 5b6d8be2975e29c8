"""What one would write first: a full-text table of SQLite, a matrix of floats, and reading every file."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import numpy as np
import numpy.typing as npt


class PlainSearch:
    """Notes in FTS5 as they are, ranked by its own function; vectors by one product over all of them."""

    def __init__(self, vault: Path, database: Path, vectors: npt.NDArray[np.float32]) -> None:
        self.paths = sorted(vault.rglob("*.md"))
        self.vectors = vectors
        self._connection = sqlite3.connect(database, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("CREATE VIRTUAL TABLE notes USING fts5(title, body, content='')")
        self._connection.execute("BEGIN")
        rows = ((path.stem, path.read_text()) for path in self.paths)
        self._connection.executemany("INSERT INTO notes (title, body) VALUES (?, ?)", rows)
        self._connection.execute("COMMIT")

    def by_words(self, query: str, limit: int) -> list[int]:
        wanted = " OR ".join(f'"{word}"' for word in query.split())
        rows = self._connection.execute(
            "SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT ?", (wanted, limit)
        )
        return [row[0] for row in rows]

    def by_meaning(self, vector: npt.NDArray[np.float32], limit: int) -> npt.NDArray[np.int64]:
        scores = self.vectors @ vector
        best = np.argpartition(-scores, limit)[:limit]
        return best[np.argsort(-scores[best])]

    def grep(self, query: str, limit: int) -> list[Path]:
        pattern = re.compile("|".join(map(re.escape, query.split())), re.IGNORECASE)
        counts = {path: len(pattern.findall(path.read_text())) for path in self.paths}
        return sorted(counts, key=lambda path: -counts[path])[:limit]
