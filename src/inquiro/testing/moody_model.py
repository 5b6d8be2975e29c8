"""A diligent model that may be told to answer otherwise, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from inquiro.core.models import Capabilities, Heard, ModelAnswer, ModelRequest, ModelUsage, Price
from inquiro.core.types import Availability
from inquiro.testing.diligent_model import DiligentModel

Mood = Callable[[ModelRequest], str | Awaitable[None] | None]


class MoodyModel:
    """`mood` may give the answer, or something to wait for before the diligent one; None leaves it alone.

    `asked` are the names of the questions, `prompts` what they said.
    """

    provider, model = "double", "x"
    price = Price(input=1.0, output=2.0)

    def __init__(self, mood: Mood = lambda _request: None, *, local: bool = True) -> None:
        self.capabilities = Capabilities(schema=True, web_search=False, local=local)
        self.student = DiligentModel(capabilities=self.capabilities)
        self.mood = mood
        self.asked: list[str] = []
        self.prompts: list[str] = []

    def availability(self) -> Availability:
        return self.student.availability()

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        self.asked.append(request.schema_name)
        self.prompts.append("\n".join(message.text for message in request.messages))
        other = self.mood(request)
        if isinstance(other, str):
            return ModelAnswer(text=other, finish="stop", usage=ModelUsage(input=100, output=20))
        if other is not None:
            await other
        return await self.student.complete(request, heard)
