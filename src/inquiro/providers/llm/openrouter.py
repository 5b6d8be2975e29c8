"""OpenRouter: many vendors' models behind one address, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class OpenRouter(ChatClient):
    name = "openrouter"
    base_url = "https://openrouter.ai/api/v1"
    keys = ("OPENROUTER_API_KEY",)


plugin = OpenRouter
