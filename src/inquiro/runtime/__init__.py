"""The only wiring: settings to objects, and what interfaces may ask of a run."""

from inquiro.runtime.calls import adeep_research, deep_research
from inquiro.runtime.replay import Replayed
from inquiro.runtime.researcher import Researcher
from inquiro.runtime.runner import Runner
from inquiro.runtime.runtime import Runtime
from inquiro.runtime.tools import ToolProgress, ToolResult, astream_deep_research, stream_deep_research
from inquiro.runtime.traces import Traces
from inquiro.runtime.trying import Tried
from inquiro.runtime.wiring import SourceInfo

__all__ = [
    "Replayed",
    "Researcher",
    "Runner",
    "Runtime",
    "SourceInfo",
    "ToolProgress",
    "ToolResult",
    "Traces",
    "Tried",
    "adeep_research",
    "astream_deep_research",
    "deep_research",
    "stream_deep_research",
]
