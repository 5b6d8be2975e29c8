"""Runs and events in the seed's words: statuses, phases, and the messages of a progress stream."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath

from inquiro.core.decoders import convert
from inquiro.core.events import Event
from inquiro.core.types import Json, Report, Run
from inquiro.engine.notes.agreement import WOULD_LEAVE, listed_queries
from inquiro.exports.json import as_dict
from inquiro.runtime.following import EXECUTES

WORKING = {"pending", "in_progress"}
_WORDS = {"pending": "started", "in_progress": "running"}
_PHASES = {
    "start": "starting",
    "index": "plan",
    "note": "plan",
    "topics": "plan",
    "recall": "collect",
    "round": "collect",
    "search": "collect",
    "fetch": "collect",
    "write": "export",
    "done": "export",
}
_SILENT = {"notice", "model"}  # said along the way: the phase goes on
_INTERNAL = {"lease_owner", "lease_until", "attempt", "stop_requested"}
_LONG = {"state", "result"}


def status_word(run: Run) -> str:
    if run.status in _WORDS and run.stop_requested:
        return "stopping"
    return _WORDS.get(run.status, run.status)


@dataclass
class Tally:
    """What a run's events add up to."""

    seq: int = 0
    phase: str = "starting"
    sources: set[str] = field(default_factory=set)  # each counts once, however often it is searched
    entities_found: int = 0
    saturation_metrics: Json | None = None
    checklist: list[Json] = field(default_factory=list)
    progress: float = 0.0
    message: str = ""

    def add(self, event: Event) -> None:
        self.seq, self.progress, self.message = event.seq, event.progress, event.message
        if event.stage not in _SILENT:
            self.phase = _PHASES.get(event.stage, event.stage)
        if event.stage == "search":
            self.sources.add(str(event.data.get("provider", "")))
        self.entities_found = int(event.data.get("entities", self.entities_found))
        self.saturation_metrics = event.data.get("saturation") or self.saturation_metrics
        self.checklist = event.data.get("checklist") or self.checklist

    def message_of(self, event: Event) -> Json:
        """The event, just added, as a message."""
        return {
            "type": "progress",
            **self._seed(),
            "stage": event.stage,
            "progress": event.progress,
            "data": event.data,
        }

    def last_message(self, run: Run) -> Json:
        seed = self._seed() | ({"message": run.error_message} if run.error_message else {})
        return {"type": "complete", **seed, "status": status_word(run), "result": result_of(run)}

    def _seed(self) -> Json:
        return {
            "seq": self.seq,
            "phase": self.phase,
            "sources_queried": len(self.sources),
            "entities_found": self.entities_found,
            "message": self.message,
        }


def status_of(run: Run, events: Iterable[Event]) -> Json:
    tally = Tally()
    for event in events:
        tally.add(event)
    return {
        "session_id": run.id,
        "status": status_word(run),
        "current_phase": tally.phase,
        "sources_queried": len(tally.sources),
        "entities_found": tally.entities_found,
        "saturation_metrics": tally.saturation_metrics,
        "progress": 1.0 if run.status == "completed" else max(run.progress, tally.progress),
        "checklist": tally.checklist,
        "message": tally.message,
        "seq": tally.seq,
        "query": run.input_params.get("question", ""),
        "privacy_mode": run.privacy,
        "question": question_of(run),
        "searches": searches_of(run),
        "stop_reason": (run.result or {}).get("stop_reason") or run.stop_requested,
        "error": run.error_message,
    }


def result_of(run: Run) -> Json | None:
    """The object of `ask --json`, or what an execution did; only a completed run has one."""
    if run.status != "completed" or run.result is None:
        return None
    if run.tool_name == EXECUTES:
        return run.result
    return as_dict(convert(run.result, Report))


def question_of(run: Run) -> str | None:
    """What a waiting run wants to know."""
    return (run.result or {}).get("clarification") if run.status == "waiting" else None


def searches_of(run: Run) -> list[str]:
    """Those that a run waits to be allowed."""
    question = question_of(run) or ""
    return listed_queries(question) if question.startswith(WOULD_LEAVE) else []


def trace_of(run: Run, *, whole: bool) -> Json:
    """Seed 004's trace; in a list without what is long. Folders are named, not located."""
    built = {
        name: value for name, value in run.to_dict().items() if name not in _INTERNAL | (set() if whole else _LONG)
    }
    named: Json = {
        name: [PurePath(path).name for path in run.input_params.get(name, ())] for name in ("corpora", "public_corpora")
    }
    if note := run.input_params.get("note"):
        named["note"] = note | {"vault": PurePath(note["vault"]).name}
    return built | {"input_params": run.input_params | named}
