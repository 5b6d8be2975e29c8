"""The server of llama.cpp: one model on this machine, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class LlamaCpp(ChatClient):
    name = "llamacpp"
    base_url = "http://localhost:8080/v1"
    keys = ("LLAMACPP_API_KEY",)
    needs_key = False


plugin = LlamaCpp
