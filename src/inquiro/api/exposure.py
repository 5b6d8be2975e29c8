"""Before anything listens: the first token, and whether this address may be listened on."""

from __future__ import annotations

import ipaddress
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from inquiro.core.access import new_secret
from inquiro.core.errors import NotConfigured

if TYPE_CHECKING:
    from inquiro.storage.tokens import Tokens

FILE = "token"


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def check_exposure(host: str, *, has_token: bool, allow_remote: bool, encrypted: bool, proxied: bool) -> None:
    """An address that others can reach needs a token, a plain yes, and encryption somewhere."""
    if is_loopback(host):
        return
    missing = []
    if not has_token:
        missing.append("a token (`inquiro tokens create`)")
    if not allow_remote:
        missing.append("--allow-remote")
    if not encrypted and not proxied:
        missing.append("--tls-cert and --tls-key, or --proxy URL for the proxy that encrypts")
    if missing:
        raise NotConfigured(f"'{host}' can be reached from other machines; that needs {', '.join(missing)}")


async def first_token(home: Path, tokens: Tokens) -> Path | None:
    """The file with the token of the first start, made if no token is valid; None if others are and it is gone."""
    path = home / FILE
    if not path.exists():
        if any(token.revoked_at is None for token in await tokens.all()):
            return None
        _write_once(path, new_secret())
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise NotConfigured(f"{path} can be read by others: chmod 600 {path}, or delete it to get a new token")
    await tokens.register(path.read_text("utf-8").strip(), "first start", "admin")
    return path


def _write_once(path: Path, secret: str) -> None:
    """Whole or not at all; of two servers that start at once, the first one's stays."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".token-")  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        Path(name).unlink()
