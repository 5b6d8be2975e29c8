"""The only wiring: settings to objects, and what interfaces may ask of a run."""

from inquiro.runtime.calls import adeep_research, deep_research
from inquiro.runtime.runtime import Runtime
from inquiro.runtime.wiring import SourceInfo

__all__ = ["Runtime", "SourceInfo", "adeep_research", "deep_research"]
