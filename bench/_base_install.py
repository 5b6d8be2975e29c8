"""Makes an installation behave like one without a model of meaning."""

from __future__ import annotations

import sys


def without_embeddings() -> None:
    """A module that is None in sys.modules counts as not installed; to be called before anything loads a model."""
    sys.modules["onnxruntime"] = None  # type: ignore[assignment]
