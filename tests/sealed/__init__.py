"""Two ways to see what a process sends: Python's own audit events, and a machine whose only way out is written down."""

from __future__ import annotations

from .listening import Seen, by_audit, listened_to
from .machine import Left, Machine, unavailable
from .variables import QUIETED, TRACING

__all__ = ["QUIETED", "TRACING", "Left", "Machine", "Seen", "by_audit", "listened_to", "unavailable"]
