"""Ollama: models on this machine, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class Ollama(ChatClient):
    name = "ollama"
    base_url = "http://localhost:11434/v1"
    keys = ("OLLAMA_API_KEY",)
    needs_key = False


plugin = Ollama
