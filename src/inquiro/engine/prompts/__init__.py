"""What a model is told at each step: one fixed Markdown file a step, the same bytes for every call."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

STEPS = (
    "plan", "perspectives", "extract", "assess", "outline", "outline_choice", "write", "critic", "patch", "judge",
    "canary", "repair", "supplement", "topics", "fill",
)  # fmt: skip
PUBMED = "pubmed"  # after the instructions of a step that makes queries, where PubMed is among the sources
ENVELOPE = "research_envelope"  # around the instructions of every mode


def critic_instructions(critic: str) -> str:
    """What every critic is told, and what this one looks for."""
    return f"{instructions('critic')}\n\n{instructions(f'critic_{critic}')}"


def mode_instructions(mode: str) -> str:
    return f"{instructions(ENVELOPE)}\n\n{instructions(mode)}"


@cache
def instructions(step: str) -> str:
    return files(__name__).joinpath(f"{step}.md").read_text("utf-8").strip()
