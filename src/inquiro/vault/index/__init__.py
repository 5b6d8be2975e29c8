"""An index of a vault that follows what happens to its notes, and finds passages in them by words and by meaning."""

from inquiro.vault.index.vault_index import Refreshed, VaultIndex

__all__ = ["Refreshed", "VaultIndex"]
