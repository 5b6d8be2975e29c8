"""A model that says what its script says."""

from __future__ import annotations

from collections.abc import Callable

from inquiro.core.errors import InquiroError
from inquiro.core.models import FREE, Capabilities, Heard, ModelAnswer, ModelRequest, ModelUsage, Price
from inquiro.core.types import Availability


class ScriptedModel:
    """A model that says what its script says, in order, the last line again and again, and keeps what it was asked.

    A line may be plain text, a whole answer, an error to raise, or a function of the request; words count as tokens.
    """

    def __init__(
        self,
        *lines: str | ModelAnswer | InquiroError | Callable[[ModelRequest], str | ModelAnswer],
        provider: str = "scripted",
        model: str = "model",
        capabilities: Capabilities | None = None,
        price: Price | None = FREE,
    ) -> None:
        self.provider = provider
        self.model = model
        self.capabilities = capabilities or Capabilities(schema=True, web_search=False, local=True)
        self.price = price
        self.requests: list[ModelRequest] = []
        self._lines = lines

    def availability(self) -> Availability:
        return Availability(available=True)

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        line = self._lines[min(len(self.requests), len(self._lines) - 1)]
        self.requests.append(request)
        if isinstance(line, InquiroError):
            raise line
        said = line(request) if callable(line) else line
        if isinstance(said, str):
            read = sum(len(message.text.split()) for message in request.messages)
            usage = ModelUsage(input=read, output=len(said.split()))
            said = ModelAnswer(text=said, finish="stop", usage=usage, model=self.model)
        if heard is not None:
            heard(said.text)
        return said
