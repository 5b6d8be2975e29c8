"""A model without any key: weights on this machine, run by a server of our own on loopback."""

from __future__ import annotations

import asyncio
from time import monotonic

import msgspec

from inquiro.core.errors import ReadFailed, TimedOut
from inquiro.core.models import Capabilities, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Availability
from inquiro.providers.llm._chat import ChatClient
from inquiro.providers.llm._local_models import installable, installed, missing_extra, weights_named
from inquiro.providers.llm._local_server import Server, running
from inquiro.providers.llm._refusals import Asked


class Local(ChatClient):
    """`local:NAME` for what `models install` installed, `local:/path/to/file.gguf` for a file of the user's own."""

    name = "local"
    base_url = "http://127.0.0.1/v1"  # the port is known once the server runs
    needs_key = False
    embeddings = ""

    def __init__(self, context: ProviderContext, model: str) -> None:
        super().__init__(context, model)
        self._weights = weights_named(model, context.settings.home)
        self._server: Server | None = None

    @staticmethod
    def offered(settings: Settings) -> list[str]:
        """Names that are installed, then those that could be."""
        there = installed(settings.home)
        return [*there, *(name for name in installable() if name not in there)]

    @property
    def base(self) -> str:
        return f"{self._server.address}{self.version}" if self._server else self.base_url

    @property
    def capabilities(self) -> Capabilities:
        return msgspec.structs.replace(super().capabilities, context=self._context())

    def availability(self) -> Availability:
        reason = self._weights.missing or missing_extra()
        return Availability(available=not reason, reason=reason)

    async def prepared(self, request: ModelRequest) -> ModelRequest:
        """Starting the server is a part of the time that the answer may take."""
        began = monotonic()
        try:
            async with asyncio.timeout(request.seconds):
                self._server = await asyncio.wrap_future(running(self._weights))
        except TimeoutError:
            raise TimedOut(f"local:{self.model} was still being loaded after {request.seconds:g} s") from None
        left = request.seconds - (monotonic() - began)
        return msgspec.structs.replace(request, seconds=max(left, 0.0))

    def _key(self) -> Secret | None:
        return self._server.key if self._server else None

    def _asked(self) -> Asked:
        return Asked(provider=self.provider, model=self.model, keys=(), key=self._key())

    def _context(self) -> int | None:
        known = installable().get(self.model)
        if self._weights.missing:
            return known.context if known else None
        try:
            return self._weights.context
        except ReadFailed:
            return None


plugin = Local
