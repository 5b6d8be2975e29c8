"""Many notes researched one after the other: which of them, what of the budget is left, and what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Literal, Protocol

import msgspec

from inquiro.core.errors import InquiroError, NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import NoteFilter, NoteResult, Report, ResearchRequest, Usage, Value
from inquiro.runtime.notes import note_request, preview_note, result_of
from inquiro.runtime.vault import index_of
from inquiro.vault.names import VaultNames
from inquiro.vault.reading import read_note
from inquiro.vault.researched_notes import Researched, ResearchedNotes
from inquiro.vault.state import state_of

Outcome = Literal["changed", "nothing new", "failed", "done before", "not reached", "would be researched"]
USER_STOP = "User requested stop"
LONGEST = 600.0  # seconds for one note, unless all of them have less
SHORTEST = 5.0  # seconds: with less left, no further note is begun
_CHANGED = frozenset({"written", "merged", "sibling"})


class NoteOutcome(Value, frozen=True, kw_only=True):
    """What became of one note; `queries` are those that left, or would."""

    path: str
    outcome: Outcome
    reason: str = ""
    run_id: str = ""
    topics: int = 0
    queries: tuple[str, ...] = ()


class ManyNotes(Value, frozen=True, kw_only=True):
    """All of them, in the order in which they came."""

    vault: str
    notes: tuple[NoteOutcome, ...]
    usage: Usage = Usage()
    stopped: str = ""  # why not all were reached

    def counts(self) -> dict[str, int]:
        return dict(Counter(note.outcome for note in self.notes))


class Limits(Value, frozen=True, kw_only=True):
    """For all notes together."""

    seconds: float | None = None
    cost: float | None = None
    tokens: int | None = None

    def used_up(self, spent: Usage) -> str:
        if self.seconds is not None and self.seconds - spent.seconds < SHORTEST:
            return f"the {self.seconds:g} seconds for all notes are used up"
        if self.cost is not None and spent.cost >= self.cost > 0:
            return f"the ${self.cost:g} for all notes are used up"
        if self.tokens is not None and spent.tokens >= self.tokens:
            return f"the {self.tokens:,} tokens for all notes are used up"
        return ""

    def left(self, spent: Usage) -> dict[str, Any]:
        """For the next note, by the names of a request."""
        return {
            "max_seconds": None if self.seconds is None else min(LONGEST, self.seconds - spent.seconds),
            "max_cost": None if self.cost is None else max(0.0, self.cost - spent.cost),
            "max_tokens": None if self.tokens is None else max(1, self.tokens - spent.tokens),
        }


class Worker(Protocol):
    """Carries runs through; raises what makes one impossible."""

    def begin(self, request: ResearchRequest) -> str: ...
    def finish(self, run_id: str) -> Report: ...
    def known(self, run_id: str) -> bool: ...


def selected_notes(settings: Settings, vault: Path, narrowed: NoteFilter) -> list[str]:
    """Paths of the notes that fit, in their order in the vault; those that are as if not there are not among them."""
    index = index_of(settings, vault, meaning=False)
    index.refresh()
    return index.paths(narrowed)


class NoteRound:
    """One call for many notes. A note that was researched as it stands, with the same wishes, is left alone."""

    def __init__(self, settings: Settings, vault: Path, wishes: dict[str, Any], limits: Limits) -> None:
        self._settings = settings
        self._vault = vault
        self._wishes = wishes
        self._limits = limits
        self._fresh = bool(wishes.get("fresh"))
        self._known = ResearchedNotes(state_of(settings.home, vault))
        self._names = index_of(settings, vault, meaning=False).names()

    def foreseen(self, paths: Sequence[str]) -> ManyNotes:
        """What would be researched and which searches would leave; nothing is sent or written."""
        return ManyNotes(vault=str(self._vault), notes=tuple(self._foreseen(path) for path in paths))

    def go(
        self, paths: Sequence[str], worker: Worker, tell: Callable[[int, NoteOutcome | str], None] = lambda *_: None
    ) -> ManyNotes:
        """`tell` hears the number of a note with its path, and again with what became of it."""
        done: list[NoteOutcome] = []
        spent, stopped = Usage(), ""
        for number, path in enumerate(paths, 1):
            stopped = stopped or self._limits.used_up(spent)
            if stopped:
                done.append(NoteOutcome(path=path, outcome="not reached", reason=stopped))
                continue
            tell(number, path)
            began = monotonic()
            became, report = self._one(path, worker, spent)
            used = report.usage if report else Usage()
            spent = Usage(
                calls=spent.calls + used.calls,
                tokens=spent.tokens + used.tokens,
                cost=spent.cost + used.cost,
                seconds=spent.seconds + monotonic() - began,
            )
            if report and report.status == "stopped" and USER_STOP in report.stop_reason:
                stopped = "stopped by you"
            done.append(became)
            tell(number, became)
        return ManyNotes(vault=str(self._vault), notes=tuple(done), usage=spent, stopped=stopped)

    def _one(self, path: str, worker: Worker, spent: Usage) -> tuple[NoteOutcome, Report | None]:
        """A failure is that of one note, unless no note could be researched."""
        try:
            digest = self._digest(path)
            known = None if self._fresh else self._known.get(path, digest)
            if known and known.done:
                return NoteOutcome(path=path, outcome="done before", run_id=known.run_id), None
            request = self._request(path, spent)
            run_id = known.run_id if known and worker.known(known.run_id) else worker.begin(request)
            self._known.put(path, Researched(digest=digest, run_id=run_id))
            report = worker.finish(run_id)
        except NotConfigured:
            raise
        except InquiroError as error:
            return NoteOutcome(path=path, outcome="failed", reason=str(error)), None
        became = outcome_of(path, result_of(report, request), report)
        if became.outcome != "failed" and report.status != "stopped":
            self._known.put(path, Researched(digest=digest, run_id=run_id, done=True))
        return became, report

    def _foreseen(self, path: str) -> NoteOutcome:
        try:
            if not self._fresh and (known := self._known.get(path, self._digest(path))) and known.done:
                return NoteOutcome(path=path, outcome="done before", run_id=known.run_id)
            seen = preview_note(self._settings, path, self._wishes.get("focus"), self._vault)
        except InquiroError as error:
            return NoteOutcome(path=path, outcome="failed", reason=str(error))
        why = seen.withheld or self._stays_here()
        reason, queries = (f"nothing leaves: {why}", ()) if why else ("", seen.queries)
        return NoteOutcome(path=path, outcome="would be researched", reason=reason, queries=queries)

    def _stays_here(self) -> str:
        if "local_only" in {self._wishes.get("privacy"), self._settings.privacy}:
            return "the privacy mode is local_only"
        folders = self._wishes.get("corpus") or self._wishes.get("public_corpus")
        return "only folders are searched" if folders and not self._wishes.get("sources") else ""

    def _request(self, path: str, spent: Usage) -> ResearchRequest:
        return note_request(
            path, vault=self._vault, settings=self._settings, **(self._wishes | self._limits.left(spent))
        )

    def _digest(self, path: str) -> str:
        return digest_of(self._vault, path, self._names, self._wishes)


def digest_of(vault: Path, path: str, names: VaultNames, wishes: dict[str, Any]) -> str:
    """Of the note without what research wrote into it, and of what is asked."""
    note = read_note(vault, path, names=names)
    asked = sorted((name, str(value)) for name, value in wishes.items() if name not in {"fresh", "model", "privacy"})
    said = note.text.split()  # a section that comes or goes leaves blank lines
    return sha256(msgspec.json.encode([note.title, note.tags, said, asked])).hexdigest()


def outcome_of(path: str, result: NoteResult, report: Report) -> NoteOutcome:
    written = result.written
    outcome: Outcome = "failed" if written is None else "changed" if written.outcome in _CHANGED else "nothing new"
    return NoteOutcome(
        path=path,
        outcome=outcome,
        reason=written.reason if written else "; ".join(result.problems[:1]),
        run_id=report.trace_id,
        topics=result.topics_researched,
        queries=result.queries,
    )
