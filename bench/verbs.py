"""The verb language: how fast it is read, and how fast it is executed.

On SQLite, and on PostgreSQL too under `python scripts/with_postgres.py -- python bench/verbs.py`.
"""

from __future__ import annotations

from _table import show
from _verb_parsing import parsing
from _verb_throughput import throughput
from durability import SERVER


def main() -> None:
    show("Verbs read, checked and written", parsing())
    for database in ("SQLite", "PostgreSQL") if SERVER else ("SQLite",):
        show(f"Verbs executed on {database}", throughput(database))


if __name__ == "__main__":
    main()
