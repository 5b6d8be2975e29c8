"""Where what is known of a vault is kept: outside it, in the data directory."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LENGTH = 32  # hexadecimal digits: enough that no two vaults of a machine meet


def state_of(home: Path, vault: Path) -> Path:
    """The folder of one vault's index and of what was written into it last, the same however the vault is named."""
    return home / "vaults" / sha256(str(vault.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:LENGTH]
