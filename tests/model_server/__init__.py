"""A model server on loopback: three vendors' APIs in front of any double, and every way in which servers misbehave."""

from __future__ import annotations

from .dialects import DIALECTS, Dialect
from .faults import Fault, answers_garbage, cuts_the_stream, never_answers, refuses, says_nothing
from .server import ModelServer, Received

__all__ = [
    "DIALECTS",
    "Dialect",
    "Fault",
    "ModelServer",
    "Received",
    "answers_garbage",
    "cuts_the_stream",
    "never_answers",
    "refuses",
    "says_nothing",
]
