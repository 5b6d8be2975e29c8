"""A scripted runtime behind the real commands: what a run tells and returns is decided by the test."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from inquiro.cli.main import commands
from inquiro.cli.rows import console
from inquiro.core.errors import RunNotFound
from inquiro.core.events import Event
from inquiro.core.protocols import WholeRun
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Decision,
    Document,
    EffectRow,
    LedgerEntity,
    Loss,
    Report,
    ReportSource,
    ResearchRequest,
    Review,
    Run,
    Usage,
    Value,
    Verification,
)
from inquiro.runtime.learned import Learned

RUN_ID = "7f3a91c2-0000-4000-8000-000000000001"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class SourceInfo(Value, frozen=True, kw_only=True):
    name: str
    kind: str = "web"
    requests_per_second: float = 1.0
    leaves_machine: str = ""
    keys: tuple[str, ...] = ()
    available: bool = True
    reason: str = ""
    declared: bool = False


class Replayed(Value, frozen=True, kw_only=True):
    report: Report
    identical: bool
    effects: int
    differences: tuple[str, ...] = ()


def a_checklist(*statuses: str) -> list[dict[str, str]]:
    labels = ("cooling effect", "cost per tree", "water use")
    return [{"id": f"c{n}", "label": labels[n], "description": labels[n], "status": s} for n, s in enumerate(statuses)]


def some_events() -> list[Event]:
    """A run of two rounds in which one source is down."""
    usage = {"calls": 2, "cost": 0.0312, "tokens": 900, "seconds": 1.9}
    told: list[tuple[str, str, dict[str, object]]] = [
        (
            "start",
            "",
            {
                "question": "Do trees cool?",
                "engine": "extractive",
                "privacy": "local_only",
                "sources": ["local", "web"],
                "corpus": ["corpus"],
                "run_id": RUN_ID,
            },
        ),
        ("index", "", {"done": 10, "total": 31}),
        ("index", "corpus: 31 documents, 2 skipped", {"folder": "corpus", "skipped": 2}),
        ("plan", "", {"checklist": a_checklist("unsatisfied", "unsatisfied", "unsatisfied"), "seconds": 0.2}),
        ("round", "", {"round": 1, "max_rounds": 10, "queries": ["tree cooling", "tree cost"]}),
        ("search", "", {"round": 1, "provider": "local", "query": "tree cooling", "hits": 5}),
        ("search", "", {"round": 1, "provider": "web", "query": "tree cost", "error": "no answer in time"}),
        ("search", "", {"round": 1, "provider": "web", "query": "tree cooling", "error": "no answer in time"}),
        ("fetch", "", {"round": 1, "url": "file:///a.md", "title": "Measurements"}),
        ("process", "", {"round": 1, "passages": 12, "documents": 7, "new_facts": 4}),
        ("analyze", "", {"round": 1, "facts": 4, "contradictions": 1}),
        (
            "evaluate",
            "",
            {
                "round": 1,
                "checklist": a_checklist("satisfied", "partial", "unsatisfied"),
                "usage": usage,
                "expected_new_facts": 2.0,
                "stop": None,
            },
        ),
        ("notice", "one file was skipped: broken.pdf", {}),
        ("round", "", {"round": 2, "max_rounds": 10, "queries": ["tree water use"]}),
        ("process", "", {"round": 2, "passages": 1, "documents": 1, "new_facts": 0}),
        (
            "evaluate",
            "",
            {
                "round": 2,
                "checklist": a_checklist("satisfied", "satisfied", "unsatisfied"),
                "usage": usage,
                "stop": {"cause": "saturation", "reason": "2 of 3 answered, nothing new is expected"},
            },
        ),
        ("synthesize", "", {"claims": 3}),
        (
            "done",
            "",
            {
                "status": "completed",
                "stop_reason": "2 of 3 answered, nothing new is expected",
                "usage": usage,
                "run_id": RUN_ID,
            },
        ),
    ]
    return [
        Event(run_id=RUN_ID, seq=n, stage=stage, message=message, data=data)
        for n, (stage, message, data) in enumerate(told, 1)
    ]


def events_of_a_note() -> list[Event]:
    told: list[tuple[str, str, dict[str, object]]] = [
        ("note", "read Heat pumps.md: 640 characters", {"path": "Heat pumps.md", "characters": 640}),
        (
            "topics",
            "2 topics",
            {
                "topics": [{"label": "noise limit", "type": "claim"}, {"label": "radiators", "type": "question"}],
                "queries": ["noise limit"],
                "sources": ["wiki"],
            },
        ),
        ("round", "", {"round": 1, "max_rounds": 1, "queries": ["noise limit", "radiators"]}),
        ("search", "", {"round": 1, "provider": "wiki", "query": "noise limit", "hits": 3}),
        ("process", "", {"round": 1, "passages": 12, "documents": 7}),
        ("write", "writing into Heat pumps.md", {"path": "Heat pumps.md"}),
        ("write", "wrote the section into Heat pumps.md", {"path": "Heat pumps.md", "outcome": "written"}),
    ]
    return [Event(run_id=RUN_ID, seq=n, stage=s, message=m, data=d) for n, (s, m, d) in enumerate(told, 1)]


def a_report(**changes: object) -> Report:
    """Two sources, three sentences, one disagreement, one gap."""
    first = Citation(source_id="src_1", quote="8 to 12 °C", start=0, end=10, heading="Results")
    second = Citation(source_id="src_2", quote="1,100 €", start=0, end=7, page=3)
    report = Report(
        trace_id=RUN_ID,
        question="Do trees cool?",
        answer="Trees cool streets by 8 to 12 °C [1].\n\n## Cost\n\nA tree costs 1,100 € [2]. It pays.",
        claims=(
            Claim(text="Trees cool streets by 8 to 12 °C.", label="quoted", evidence=(first,)),
            Claim(text="A tree costs 1,100 €.", label="supported", evidence=(second, first), section="Cost"),
            Claim(text="It pays.", label="inferred", section="Cost"),
        ),
        sources=(
            ReportSource(
                id="src_1",
                type="local",
                title="Measurements",
                url="file:///data/corpus/measured%20streets.md",
                snippet="",
                document_id="d1",
                published="2021-06-01",
                quality=0.8,
            ),
            ReportSource(
                id="src_2", type="web", title="Costs", url="https://www.example.org/a", snippet="", document_id="d2"
            ),
        ),
        checklist=(
            ChecklistItem(id="c0", description="cooling effect", status="satisfied"),
            ChecklistItem(id="c1", description="cost over time", status="partial"),
            ChecklistItem(id="c2", description="water use in dry summers", status="unsatisfied", tried=3),
        ),
        contradictions=(
            Contradiction(
                about="lifetime cost",
                kind="scope",
                explanation="planting only against 30 years",
                sides=(
                    ContradictionSide(statement="1,100 €", fact_id="f1", document_id="d2", published="2019"),
                    ContradictionSide(statement="2,400 €.", fact_id="f2", document_id="gone", published="2023"),
                ),
            ),
        ),
        lost=tuple(Loss(what=f"file{n}.pdf", reason="encrypted") for n in range(5)),
        usage=Usage(calls=2, cost=0.03, seconds=1.9),
        stop_reason="2 of 3 answered",
        privacy="local_only",
    )
    return msgspec.structs.replace(report, **changes)


def a_run(**changes: object) -> Run:
    run = Run(
        id=RUN_ID,
        tool_name="deep_research",
        input_params={"question": "Do trees cool?"},
        status="completed",
        result={"status": "completed"},
        created_at=NOON,
    )
    return msgspec.structs.replace(run, **changes)


def _snapshot(source: ReportSource, text: str) -> Document:
    return Document(
        id=source.document_id,
        url=source.url,
        title=source.title,
        text=text,
        sha256=source.sha256,
        media_type="text/plain",
        fetched_at=NOON,
        private=source.private,
    )


class ScriptedRuntime:
    """Behaves like the runtime's surface and remembers what it was asked."""

    def __init__(self) -> None:
        self.requests: list[ResearchRequest] = []
        self.answers: list[str] = []
        self.stopped: list[str] = []
        self.resumed: list[str | None] = []
        self.known = [a_run()]
        self.told = some_events()
        self.reports = [a_report()]
        self.verification = Verification(run_id=RUN_ID, claims=3, citations=42, found=42, snapshots=17)
        self.infos = [SourceInfo(name="local", kind="local", requests_per_second=0)]
        self.problems: list[str] = []
        self.left_over: list[Run] = []
        self.replayed = Replayed(report=a_report(), identical=True, effects=33)
        self.forks: list[tuple[str, int, str | None]] = []
        self.journal: list[EffectRow] = []
        self.learnt = Learned([], [], [])
        self.followed: list[str] = []
        self.failure: Exception | None = None
        self.during: Callable[[], None] = lambda: None
        self.closed = False

    async def following(self, request: ResearchRequest) -> ResearchRequest:
        self._fail()
        self.followed.append(request.follow or "")
        return request

    async def start(self, request: ResearchRequest) -> Run:
        self._fail()
        self.requests.append(request)
        return self.known[0]

    async def execute(self, run_id: str, on_event: Callable[[Event], None] | None = None) -> Report:
        import asyncio

        for event in self.told:
            if on_event:
                on_event(event)
        self.during()
        for _ in range(5):  # let what was scheduled happen
            await asyncio.sleep(0)
        return self.reports.pop(0) if len(self.reports) > 1 else self.reports[0]

    async def resume(self, run_id: str | None, on_event: Callable[[Event], None] | None = None) -> Report:
        self.resumed.append(run_id)
        return await self.execute(RUN_ID, on_event)

    async def answer(self, run_id: str, text: str, on_event: Callable[[Event], None] | None = None) -> Report:
        self.answers.append(text)
        return await self.execute(run_id, on_event)

    async def stop(self, run_id: str, reason: str = "User requested stop") -> Run:
        self.stopped.append(run_id)
        return self.known[0]

    async def find(self, prefix: str) -> Run:
        found = [run for run in self.known if run.id.startswith(prefix)]
        if len(found) != 1:
            raise RunNotFound(f"no run starts with '{prefix}'")
        return found[0]

    async def runs(self, limit: int = 50, status: str | None = None) -> list[Run]:
        return [run for run in self.known if status in {None, run.status}][:limit]

    async def report(self, run_id: str) -> Report:
        return self.reports[0]

    async def whole(self, run_id: str) -> WholeRun:
        """The report with texts that hold its quotes, unless a test has none."""
        report = self.reports[0]
        texts = {c.source_id: c.quote for claim in report.claims for c in claim.evidence}
        return WholeRun(
            report=report, documents=tuple(_snapshot(source, texts[source.id]) for source in report.sources)
        )

    async def unfinished(self) -> list[Run]:
        return self.left_over

    async def replay(self, run_id: str) -> Replayed:
        return self.replayed

    async def fork(self, run_id: str, at: int, model: str | None = None) -> Run:
        self.forks.append((run_id, at, model))
        return a_run(id="f0f0f0f0-0000-4000-8000-000000000009")

    async def effects(self, run_id: str) -> list[EffectRow]:
        return self.journal

    async def learned(self, run_id: str) -> Learned:
        return self.learnt

    async def verify(self, run_id: str) -> Verification:
        return self.verification

    async def watch(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        for event in self.told:
            yield event

    async def sources(self, domain: str | None = None) -> list[SourceInfo]:
        return self.infos

    async def integrity(self) -> list[str]:
        return self.problems

    def close(self) -> None:
        self.closed = True

    def _fail(self) -> None:
        if self.failure:
            raise self.failure


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> ScriptedRuntime:
    """The scripted runtime, in the place of the real one."""
    scripted = ScriptedRuntime()

    def opened() -> ScriptedRuntime:
        if isinstance(scripted.failure, Exception) and scripted.failure.args == ("open",):
            raise scripted.failure
        return scripted

    monkeypatch.setitem(sys.modules, "inquiro.runtime", SimpleNamespace(Runtime=SimpleNamespace(open=opened)))
    return scripted


@pytest.fixture
def inquiro(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(commands, args, input=stdin, prog_name="inquiro")

    return run


@pytest.fixture
def events() -> list[Event]:
    return some_events()


@pytest.fixture
def note_events() -> list[Event]:
    return events_of_a_note()


@pytest.fixture
def make_report() -> Callable[..., Report]:
    return a_report


@pytest.fixture
def shown() -> Callable[..., str]:
    """What stands on a screen of that width."""

    def show(screen: object, width: int = 80) -> str:
        out = console()
        out.width = width
        with out.capture() as captured:
            out.print(screen)
        return captured.get()

    return show


@pytest.fixture
def make_run() -> Callable[..., Run]:
    return a_run


@pytest.fixture
def make_source() -> Callable[..., SourceInfo]:
    return SourceInfo


@pytest.fixture
def make_events() -> Callable[[Iterable[tuple[str, str, dict[str, object]]]], list[Event]]:
    def make(told: Iterable[tuple[str, str, dict[str, object]]]) -> list[Event]:
        return [Event(run_id=RUN_ID, seq=n, stage=s, message=m, data=d) for n, (s, m, d) in enumerate(told, 1)]

    return make


class Person:
    """Somebody at a terminal that this process imitates; what is typed is what stdin holds."""

    def __init__(self, inquiro: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
        from inquiro.cli import approving, deciding, revising  # all of them before any is changed

        for module in (approving, deciding, revising):
            monkeypatch.setattr(module, "at_terminal", lambda: True)
        monkeypatch.setattr(deciding, "_forget_what_was_typed_before", lambda: None)
        self._inquiro = inquiro

    def __call__(self, *args: str, types: str) -> Result:
        return self._inquiro(*args, stdin=f"{types}\n")


@pytest.fixture
def person(inquiro: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> Person:
    return Person(inquiro, monkeypatch)


class Kept:
    """The data directory of the commands, looked at from outside."""

    def __init__(self, proposed: ModuleType) -> None:
        self._proposed = proposed

    def put(self, review_id: str = "aldra001", **changes: Any) -> Review:
        """A result that waits for a person."""
        return self.of(lambda runtime: runtime.reviews.store.propose(self._proposed.review(review_id, **changes)))

    def review(self, review_id: str = "aldra001") -> Review:
        return self.of(lambda runtime: runtime.reviews.get(review_id))

    def decision(self, review_id: str = "aldra001") -> Decision | None:
        return self.of(lambda runtime: runtime.reviews.decision(review_id))

    def entities(self) -> list[LedgerEntity]:
        return self.of(lambda runtime: runtime.executions.ledger.ledger_entities("local"))

    def of(self, asked: Callable[[Any], Coroutine[Any, Any, Any]]) -> Any:
        from inquiro.runtime import Runtime

        opened = Runtime.open()
        try:
            return asyncio.run(asked(opened))
        finally:
            opened.close()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: fifty tests begin with a copy of it."""
    from inquiro.core.settings import Settings
    from inquiro.runtime import Runtime

    file = tmp_path_factory.mktemp("empty") / "inquiro.db"
    Runtime.open(Settings(home=file.parent, database_url=f"sqlite:///{file}")).close()
    return file


@pytest.fixture
def kept(proposed: ModuleType, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    shutil.copy(empty_database, os.environ["INQUIRO_HOME"])
    monkeypatch.setenv("INQUIRO_PRIVACY", "local_only")  # the register is not asked: what it said once stands
    return Kept(proposed)


@pytest.fixture
def world(nordwind: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The register that every command asks."""
    monkeypatch.setenv("INQUIRO_GLEIF_URL", nordwind.url)
    return nordwind
