"""Any server that speaks chat completions at an address of the user's: INQUIRO_<NAME>_URL, and <NAME>_API_KEY."""

from __future__ import annotations

from inquiro.core.protocols import ProviderContext
from inquiro.providers.llm._chat import ChatClient


class Compatible(ChatClient):
    name = "compatible"
    needs_key = False

    def __init__(self, context: ProviderContext, model: str, provider: str = "compatible") -> None:
        super().__init__(context, model)
        self.provider = provider
        self.keys = (f"{provider.upper()}_API_KEY",)


plugin = Compatible
