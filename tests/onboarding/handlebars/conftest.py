"""What several tests of templates need."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def endless() -> tuple[Any, Any]:
    """A value that grows without end when it is written out, and one that goes deep without end."""
    wide: Any = "ha"
    for _ in range(40):
        wide = [wide, wide]
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    return wide, deep
