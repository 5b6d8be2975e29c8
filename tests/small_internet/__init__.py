"""A small internet on loopback: search services in their own formats, and the pages that they lead to."""

from __future__ import annotations

from .imitations import SERVICES, Work
from .moss import ABSTRACT, THREE, WALLED, furnish
from .server import Answered, Asked, Server
from .world import QUESTION, World, environment_for, settings_for

__all__ = [
    "ABSTRACT",
    "QUESTION",
    "SERVICES",
    "THREE",
    "WALLED",
    "Answered",
    "Asked",
    "Server",
    "Work",
    "World",
    "environment_for",
    "furnish",
    "settings_for",
]
