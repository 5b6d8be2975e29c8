"""A world in a folder: pages, and the records of four registers, answered over loopback under their own names."""

from __future__ import annotations

from .network import Loopback, names_of, transport_to
from .world import ReportWorld

__all__ = ["Loopback", "ReportWorld", "names_of", "transport_to"]
