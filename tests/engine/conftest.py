"""A way to think that is only a model: nothing journaled, nothing paid, everything kept for looking at."""

from __future__ import annotations

import pytest

from inquiro.core.errors import PrivacyRefused
from inquiro.core.models import ModelAnswer, ModelClient, ModelRequest, ModelRole


class DirectThinking:
    """`local=False`: a model elsewhere, which may not be shown private text."""

    def __init__(self, model: ModelClient, *, local: bool = True, reads: int | None = None) -> None:
        self.model = model
        self.local = local
        self.context = reads
        self.asked: list[tuple[ModelRole, ModelRequest, bool]] = []
        self.lost: list[tuple[str, str]] = []

    def reads(self, role: ModelRole) -> int | None:
        return self.context

    def may_see_private(self, role: ModelRole) -> bool:
        return self.local

    async def ask(self, role: ModelRole, request: ModelRequest, *, private: bool = False) -> ModelAnswer:
        self.asked.append((role, request, private))
        if private and not self.local:
            raise PrivacyRefused("private text was to go to a model elsewhere")
        return await self.model.complete(request)

    async def keep(self, role: ModelRole, request: ModelRequest, answer: ModelAnswer, *, private: bool = False) -> None:
        """Nobody asks again."""

    def lose(self, what: str, reason: str) -> None:
        self.lost.append((what, reason))

    @property
    def prompts(self) -> list[str]:
        return ["\n".join(message.text for message in request.messages) for _, request, _ in self.asked]


@pytest.fixture(scope="session")
def direct() -> type[DirectThinking]:
    return DirectThinking
