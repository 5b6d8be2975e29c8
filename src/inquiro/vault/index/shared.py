"""One index a vault in a process: what a search needs in memory is loaded once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.retrieval.vectors import VectorStore, Waiting
from inquiro.vault.index.vault_index import VaultIndex
from inquiro.vault.state import state_of

NO_VAULT = "say which vault: --vault DIR, or set INQUIRO_VAULT"
_AT_ONCE = 4  # vaults


def shared_index(home: Path, vault: Path | None, vectors: VectorStore | None = None) -> VaultIndex:
    """The index of a vault; with vectors it can be searched by meaning too."""
    if vault is None:
        raise NotConfigured(NO_VAULT)
    if not vault.is_dir():
        raise UsageError(f"there is no vault at {vault}: that is no folder")
    index = _index(home, vault.resolve())
    if vectors and index.embedder is None:
        index.embedder = Waiting(vectors)
    return index


@lru_cache(maxsize=_AT_ONCE)
def _index(home: Path, vault: Path) -> VaultIndex:
    return VaultIndex(vault, state_of(home, vault))
