"""What a model said, as a typed value or a typed failure."""

from inquiro.core.said.reading import Reading, Rung, read_value
from inquiro.core.said.typed import Unreadable, read_matching, read_typed

__all__ = ["Reading", "Rung", "Unreadable", "read_matching", "read_typed", "read_value"]
