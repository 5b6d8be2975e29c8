"""The register of legal entities on loopback, in the words of the real API."""

from __future__ import annotations

from .asking import over_sockets, register_of, register_over
from .entities import Edge, Facts, recorded, with_check_digits
from .nordwind import APEX, CHILD, FUND, NOWHERE, STRANGER, nordwind
from .world import GleifWorld

__all__ = [
    "APEX",
    "CHILD",
    "FUND",
    "NOWHERE",
    "STRANGER",
    "Edge",
    "Facts",
    "GleifWorld",
    "nordwind",
    "over_sockets",
    "recorded",
    "register_of",
    "register_over",
    "with_check_digits",
]
