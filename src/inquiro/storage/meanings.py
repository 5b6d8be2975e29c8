"""What the error of any database means to us, and how often a work is tried under it."""

from __future__ import annotations

from typing import Literal

BUSY_ATTEMPTS = 3  # they share the time that a caller waits
Meaning = Literal["busy", "clash", "full", "corrupt", "lost", "refused"]
# Works are idempotent: one whose commit nobody confirmed because the connection broke is simply done again.
TRIES: dict[Meaning, int] = {"busy": BUSY_ATTEMPTS, "clash": BUSY_ATTEMPTS, "lost": 2}
