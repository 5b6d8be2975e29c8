"""Where a privacy mode is enforced: before an effect may begin, whatever a prompt or a page asked for."""

from __future__ import annotations

from inquiro.core.errors import PrivacyRefused
from inquiro.core.types import EffectKind, PrivacyMode


def check(mode: PrivacyMode, name: str, *, kind: EffectKind, outside: bool, private: bool) -> None:
    """Refuse a call that the mode does not allow to leave the machine.

    `cloud_allowed` lets a model see private text; a search service, a site or a register gets none in any mode.
    """
    if not outside:
        return
    if mode == "local_only":
        raise PrivacyRefused(
            f"'{name}' would leave this machine, and the run is local_only; use --privacy hybrid, or a local source"
        )
    if private and kind != "model":
        raise PrivacyRefused(
            f"'{name}' would receive private text, and no privacy mode sends that anywhere but to a model; "
            "use a local source, or a public corpus (--public-corpus)"
        )
    if private and mode == "hybrid":
        raise PrivacyRefused(
            f"'{name}' would receive private text, and hybrid keeps that on this machine; "
            "use a local model, a public corpus (--public-corpus), or --privacy cloud_allowed"
        )
