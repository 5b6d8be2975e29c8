"""Named moments at which a process may die: nothing happens there unless a test armed one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

POINTS = (
    "effect.before_call",  # the intent is written, nothing has been asked
    "effect.after_call",  # answered (and paid for), not yet written down
    "effect.after_journal",  # written down
    "round.after_admit",  # the round's results are settled, the graph does not know them yet
    "reading.after_settle",  # what a round puts before its model is settled, the model is not asked yet
    "facts.after_settle",  # facts are settled, not yet stored
    "facts.after_store",  # stored, the graph has no checkpoint of it
    "report.after_store",  # the report is stored, the trace is still open
    "run.after_close",  # the trace is closed, the graph has no checkpoint of it
    "store.before_commit",
    "store.after_commit",  # committed, and nobody has heard of it yet
)
INDEX_POINTS = (
    "index.after_read",  # a file of a folder is read, the index does not know it yet
    "index.before_commit",
    "index.after_commit",  # its words can be found, its meaning cannot
    "index.before_vectors",  # vectors are made, the index does not know them yet
    "index.after_vectors",
)
Action = Callable[[str, str], None]
_armed: list[Action] = []


def reach(name: str, detail: str = "") -> None:
    for action in _armed:
        action(name, detail)


@contextmanager
def armed(action: Action) -> Iterator[None]:
    """Call `action` with the name and detail of every point that is reached; what it raises, or kills, is the crash."""
    _armed.append(action)
    try:
        yield
    finally:
        _armed.remove(action)
