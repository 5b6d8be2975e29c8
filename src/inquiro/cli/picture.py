"""A run as its events paint it: what every display reads, whatever it looks like."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from inquiro.cli.text import count, money, plain
from inquiro.core.events import Event
from inquiro.core.types import Json

_OF_STEPS = {
    "assess": "what is missing",
    "judge": "whether sentences hold",
    "repair": "to mend sentences",
    "fill": "to fill in the result",
    "topics": "for topics",
}
_OF_ROLES = {"plan": "to plan", "extract": "for facts", "judge": "what is missing", "write": "to write"}
GLYPHS = {"satisfied": "✓", "partial": "◐", "unsatisfied": "○"}


def asked_for(data: Json) -> str:
    """What a model is asked for; runs of earlier versions tell the role alone."""
    return _OF_STEPS.get(str(data.get("step"))) or _OF_ROLES.get(str(data.get("role")), "to think")


@dataclass
class Round:
    """One round on its way: queries with the hits that came back (None: no answer yet)."""

    number: int
    limit: int = 0
    queries: dict[str, int | None] = field(default_factory=dict)
    read: int = 0
    passages: int = 0
    documents: int = 0
    new_facts: int = 0
    failures: list[str] = field(default_factory=list)
    judged: bool = False
    run: str = ""  # the earlier one whose documents this round reads

    @property
    def name(self) -> str:
        if self.run:
            return f"From run {self.run[:8]}"
        return f"Round {self.number}/{self.limit}" if self.limit else f"Round {self.number}"

    def summary(self) -> str:
        """What went out and what came of it."""
        if self.run:
            return f"{count(self.new_facts, 'fact')} of {count(self.read, 'document')}"
        if not self.judged:
            return f"{count(len(self.queries), 'query')}, {count(self.read, 'document')} read so far"
        gaps = " for what is missing" if self.number > 1 else ""
        found = f"{count(self.passages, 'passage')} from {count(self.documents, 'document')}"
        failed = f" · {count(len(self.failures), 'failure')}" if self.failures else ""
        return f"{count(len(self.queries), 'query')}{gaps} → {found}{failed}"


@dataclass
class Item:
    label: str
    status: str

    @property
    def glyph(self) -> str:
        return GLYPHS.get(self.status, "○")


@dataclass
class Picture:
    """The state that events add up to; an unknown stage changes nothing."""

    run_id: str = ""
    question: str = ""
    engine: str = ""
    privacy: str = ""
    corpus: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    domain: str = ""
    asked: tuple[str, ...] = ()  # the sources that were chosen from those
    indexed: tuple[int, int] = (0, 0)
    checklist: tuple[Item, ...] = ()
    topics: tuple[tuple[str, str], ...] = ()  # of a note: the type and the label of each
    unasked: tuple[str, ...] = ()  # sources outside that a dry run would ask
    rounds: dict[int, Round] = field(default_factory=dict)
    usage: Json = field(default_factory=dict)
    stop_reason: str = ""
    progress: float = 0.0
    doing: str = "starting"

    def add(self, event: Event) -> None:
        self.run_id = event.run_id or self.run_id
        self.progress = event.progress
        paint = getattr(self, f"_{event.stage}", None)
        if paint is not None:
            paint(event.data)

    @property
    def newest(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    def choice(self) -> str:
        """Which sources are asked and for what kind of question, where there was a choice."""
        chosen = self.asked and set(self.asked) < set(self.sources)
        return f"{self.domain} question: {', '.join(self.asked)}" if chosen else ""

    def found(self) -> str:
        """What the one round of a note came to."""
        now = self.newest
        if now is None:
            return ""
        failed = f" · {count(len(now.failures), 'failure')}" if now.failures else ""
        found = f"{count(now.passages, 'passage')} from {count(now.documents, 'document')}"
        return f"{count(len(now.queries), 'query')} → {found}{failed}"

    def spent(self) -> str:
        """Model calls, tokens and money so far."""
        tokens = int(self.usage.get("tokens", 0))
        read = f" · {count(tokens, 'token')}" if tokens else ""
        return f"{count(int(self.usage.get('calls', 0)), 'call')}{read} · {money(float(self.usage.get('cost', 0)))}"

    def seconds(self) -> str:
        return f"{float(self.usage.get('seconds', 0)):.1f} s"

    def _start(self, data: Json) -> None:
        self.question, self.engine, self.privacy = (plain(data.get(k, "")) for k in ("question", "engine", "privacy"))
        self.corpus = tuple(_folder(name) for name in data.get("corpus", ()))
        self.sources = tuple(plain(name) for name in data.get("sources", ()))
        self.doing = "planning"

    def _index(self, data: Json) -> None:
        self.indexed = int(data.get("done", 0)), int(data.get("total", 0))
        self.doing = "planning" if is_indexed(data) else "indexing {} of {}".format(*self.indexed)

    def _model(self, data: Json) -> None:
        if "tokens" in data:  # what the round's end will count exactly
            more = {"calls": 1, "tokens": int(data["tokens"]), "cost": float(data.get("cost", 0))}
            self.usage = self.usage | {name: self.usage.get(name, 0) + value for name, value in more.items()}
        elif data.get("model") and not data.get("error"):
            self.doing = f"asking {plain(data['model'])} ({asked_for(data)})"

    def _plan(self, data: Json) -> None:
        self._check(data)
        self.domain = plain(data.get("domain", "")).replace("_", " ")
        self.asked = tuple(plain(name) for name in data.get("sources", ()))
        self.doing = "searching"

    def _register(self, _: Json) -> None:
        self.doing = "searching"

    def _fill(self, _: Json) -> None:
        self.doing = "writing the report"

    def _note(self, _: Json) -> None:
        self.doing = "finding its topics"

    def _document(self, _: Json) -> None:
        self.doing = "looking references up"

    def _reference(self, data: Json) -> None:
        self.doing = f"looked up reference {plain(data.get('number', ''))}"

    def _references(self, _: Json) -> None:
        self.doing = "holding sentences against their sources"

    def _topics(self, data: Json) -> None:
        told = data.get("topics") or ()
        self.topics = tuple((plain(topic.get("type", "")), plain(topic.get("label", ""))) for topic in told)
        self.unasked = () if data.get("sent", True) else tuple(plain(name) for name in data.get("sources") or ())
        self.doing = "searching"

    def _check(self, data: Json) -> None:
        items = data.get("checklist") or ()
        self.checklist = tuple(
            Item(plain(item.get("label") or item.get("description", "")), item.get("status", "unsatisfied"))
            for item in items
        )

    def _at(self, data: Json) -> Round:
        told = data.get("round")
        number = int(told) if told or told == 0 else max(self.rounds, default=1)
        return self.rounds.setdefault(number, Round(number))

    def _recall(self, data: Json) -> None:
        now = self._at(data)
        now.run, now.read = plain(data.get("run", "")), int(data.get("documents", 0))
        self.doing = "reading its documents"

    def _round(self, data: Json) -> None:
        now = self._at(data)
        now.limit = int(data.get("max_rounds") or 0)
        now.queries = dict.fromkeys(plain(query) for query in data.get("queries", ()))
        self.doing = "searching"

    def _search(self, data: Json) -> None:
        now = self._at(data)
        if error := data.get("error"):
            now.failures.append(f"{plain(data.get('provider', 'source'))}: {plain(error)}")
            return
        query = plain(data.get("query", ""))
        now.queries[query] = (now.queries.get(query) or 0) + int(data.get("hits", 0))

    def _fetch(self, data: Json) -> None:
        now = self._at(data)
        if error := data.get("error"):
            now.failures.append(f"{plain(data.get('title') or data.get('url', 'page'))}: {plain(error)}")
            return
        now.read += 1
        self.doing = f"reading {plain(data.get('title') or data.get('url', ''))}"

    def _process(self, data: Json) -> None:
        now = self._at(data)
        now.passages, now.documents = int(data.get("passages", 0)), int(data.get("documents", 0))
        now.new_facts = int(data.get("new_facts", 0))
        self.doing = "comparing what was found"

    def _evaluate(self, data: Json) -> None:
        self._at(data).judged = True
        self._check(data)
        self.usage = data.get("usage") or self.usage
        if stop := data.get("stop"):
            self.stop_reason = plain(stop.get("reason", ""))
        self.doing = "writing the answer" if stop else "planning the next round"

    def _synthesize(self, data: Json) -> None:
        self.doing = f"checking {count(int(data.get('claims', 0)), 'sentence')}"

    def _write(self, _: Json) -> None:
        self.doing = "writing into the note"
        if self.newest:
            self.newest.judged = True

    def _done(self, data: Json) -> None:
        self.usage = data.get("usage") or self.usage
        self.stop_reason = plain(data.get("stop_reason") or self.stop_reason)
        self.doing = "done"


def is_indexed(data: Json) -> bool:
    """The last word on indexing says what had to be skipped; those before count files."""
    return "skipped" in data


def _folder(name: object) -> str:
    """As the person would write it: from here, or by its last two names."""
    path = PurePath(plain(name))
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else PurePath(*path.parts[-2:]))


def how_many(value: object) -> int:
    """A count that an event gives as a number or as the things themselves."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, Sized) else 0
