"""What a macro's run works with besides its sources."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inquiro.core.register import Register
from inquiro.core.review_store import ReviewStore


@dataclass(frozen=True)
class OnboardingDesk:
    reviews: ReviewStore
    register: Register
    verb_folders: tuple[Path, ...] = ()  # of the user's own verbs
