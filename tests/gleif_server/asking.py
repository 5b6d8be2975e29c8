"""The client that asks the imitated register: over a socket, or without one where only the answers matter."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.web import Web, WebAnswer, WebRequest
from inquiro.providers.gleif.client import GleifRegister
from inquiro.providers.http.transport import Transport
from inquiro.testing import ScriptedWeb
from small_internet.server import Answered, Asked

from .world import GleifWorld


def register_of(world: GleifWorld) -> GleifRegister:
    """Asks the world itself: no socket, no thread."""

    def answer(request: WebRequest) -> WebAnswer:
        parts = urlsplit(request.url)
        said: Answered = world.respond(Asked("GET", parts.netloc, f"{parts.path}?{parts.query}", {}))
        body = said.body.encode() if isinstance(said.body, str) else said.body
        return WebAnswer(url=request.url, status=said.status, headers=said.headers, body=body)

    return register_over(ScriptedWeb(answer), "http://register.example")


def register_over(web: Web, url: str) -> GleifRegister:
    return GleifRegister(ProviderContext(settings=settings_for(url), web=web))


def over_sockets(world: GleifWorld) -> tuple[GleifRegister, Transport]:
    """The server has to run; whoever asks closes the transport."""
    transport = Transport(settings_for(world.url))
    return register_over(transport, world.url), transport


def settings_for(url: str) -> Settings:
    return Settings(home=Path("nowhere"), database_url="", provider_urls={"gleif": url})
