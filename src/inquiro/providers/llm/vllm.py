"""vLLM: models on a machine of one's own, by chat completions."""

from __future__ import annotations

from inquiro.providers.llm._chat import ChatClient


class VLLM(ChatClient):
    name = "vllm"
    base_url = "http://localhost:8000/v1"
    keys = ("VLLM_API_KEY",)
    needs_key = False


plugin = VLLM
