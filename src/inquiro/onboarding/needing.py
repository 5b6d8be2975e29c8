"""What a macro needs before it can run, said in words that help."""

from __future__ import annotations

from inquiro.core.errors import NotConfigured


def needs_model(name: str) -> NotConfigured:
    return NotConfigured(
        f"the macro '{name}' needs a model, and none is configured: set a key such as OPENAI_API_KEY or "
        "ANTHROPIC_API_KEY, name a model with INQUIRO_MODEL or --model, or install one: `inquiro models install`"
    )
