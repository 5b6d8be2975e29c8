"""What the objects in a macro's result are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NAMES = ("name", "legal_name", "full_name", "entity_name", "fund_name", "title")


def name_in(value: Mapping[str, Any]) -> str:
    """What an object is called; a field such as `owner_name` will do where there is no plainer one."""
    for key in _NAMES:
        if isinstance(value.get(key), str) and value[key].strip():
            return str(value[key])
    return next((str(one) for key, one in value.items() if key.endswith("_name") and isinstance(one, str)), "")
