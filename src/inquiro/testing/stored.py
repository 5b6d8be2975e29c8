"""A stored text, without anybody having read it."""

from __future__ import annotations

import hashlib
from typing import Any

from inquiro.core.types import Document
from inquiro.testing.clock import DAWN


def stored(name: str, text: str, **fields: Any) -> Document:
    """A snapshot under a name, taken at dawn; `fields` say what else is known of it."""
    usual: dict[str, Any] = {"id": name, "url": name, "title": name, "media_type": "text/plain", "fetched_at": DAWN}
    return Document(text=text, sha256=hashlib.sha256(text.encode()).hexdigest(), **usual | fields)
