"""Groq: open models on fast machines, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class Groq(ChatClient):
    name = "groq"
    base_url = "https://api.groq.com/openai/v1"
    keys = ("GROQ_API_KEY",)


plugin = Groq
