"""LM Studio: models on this machine, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class LMStudio(ChatClient):
    name = "lmstudio"
    base_url = "http://localhost:1234/v1"
    keys = ("LMSTUDIO_API_KEY",)
    needs_key = False


plugin = LMStudio
