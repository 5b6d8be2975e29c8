"""One way to write what only looks different: quotes, dashes, blanks."""

from __future__ import annotations

_PLAIN = str.maketrans({**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—−", "-"),
                        "\u00ad": "", "\u200b": "", "\ufeff": ""})  # fmt: skip


def flattened(text: str) -> str:
    """White space and typography aside: a wrapped line of a text file is still the same sentence."""
    return " ".join((text if text.isascii() else text.translate(_PLAIN)).split())
