"""Fireworks: open models in the cloud, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class Fireworks(ChatClient):
    name = "fireworks"
    base_url = "https://api.fireworks.ai/inference/v1"
    keys = ("FIREWORKS_API_KEY",)


plugin = Fireworks
