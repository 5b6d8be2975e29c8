"""Many notes with a worker that answers at once: which are researched, in which bounds, and what is said of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, ReadFailed
from inquiro.core.types import NoteFilter, NoteResult, Report, ResearchRequest, Usage, WriteOutcome, Written
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import many_notes
from inquiro.runtime.many_notes import USER_STOP, Limits, ManyNotes, NoteRound, selected_notes

NOTES = {
    "a.md": "Paroxetine weakens tamoxifen. How long is tamoxifen taken? #work",
    "b.md": "Bread needs an oven. #work/kitchen",
    "in/c.md": "---\ntags: [work]\n---\nA sleeper train.",
    "d.md": "Not this one.",
    "gone.md": "---\ninquiro: never\n---\nA secret. #work",
    "mine.md": "---\nprivate: true\n---\nPropane is a refrigerant. #work",
}
ALL = ["a.md", "b.md", "in/c.md", "mine.md"]
WISHES: dict[str, Any] = {"depth": "shallow", "focus": None, "send": "known", "fresh": False}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for path, text in NOTES.items():
        (tmp_path / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / path).write_text(text)
    return tmp_path / "vault"


@pytest.fixture
def settings(settings, vault):
    return msgspec.structs.replace(settings, vault=vault, embedding_model=OFF, privacy="hybrid")


class Worker:
    """Every run ends at once, as `becomes` says for its note."""

    def __init__(self, **becomes: Any) -> None:
        self.becomes = becomes
        self.requests: list[ResearchRequest] = []
        self.finished: list[str] = []
        self.left_over: set[str] = set()

    def begin(self, request: ResearchRequest) -> str:
        self.requests.append(request)
        assert request.note is not None
        return f"run of {request.note.path}"

    def finish(self, run_id: str) -> Report:
        self.finished.append(run_id)
        path = run_id.removeprefix("run of ")
        became = self.becomes.get(path.rpartition("/")[2].removesuffix(".md"), "written")
        if isinstance(became, BaseException):
            raise became
        return report(path, became) if isinstance(became, str) else became

    def known(self, run_id: str) -> bool:
        return run_id in self.left_over


def report(path: str, outcome: WriteOutcome, **more: Any) -> Report:
    note = NoteResult(path=path, topics_researched=2, written=Written(outcome=outcome, path=path))
    return Report(
        trace_id=f"run of {path}",
        question="",
        answer="",
        **({"note": note, "usage": Usage(cost=0.5, tokens=10)} | more),
    )


@pytest.fixture
def go(settings, vault):
    def going(worker: Worker, limits: Limits | None = None, **wishes: Any) -> ManyNotes:
        paths = selected_notes(settings, vault, NoteFilter(tags=("work",)))
        return NoteRound(settings, vault, WISHES | wishes, limits or Limits()).go(paths, worker)

    return going


def outcomes(done: ManyNotes) -> list[str]:
    assert [note.path for note in done.notes] == ALL
    return [note.outcome for note in done.notes]


def test_notes_with_a_tag_or_in_a_folder_are_chosen_but_not_those_that_are_as_if_not_there(settings, vault):
    assert selected_notes(settings, vault, NoteFilter(tags=("work",))) == ALL
    assert selected_notes(settings, vault, NoteFilter(folder="in")) == ["in/c.md"]
    (vault / ".inquiroignore").write_text("b.md\ntag: kitchen\n")
    assert selected_notes(settings, vault, NoteFilter(tags=("work",))) == ["a.md", "in/c.md", "mine.md"]


def test_each_is_told_apart_and_a_failure_does_not_stop_the_others(go):
    worker = Worker(a=ReadFailed("'a.md' is in UTF-16"), b="unchanged", mine=report("mine.md", "written", note=None))
    done = go(worker)
    assert outcomes(done) == ["failed", "nothing new", "changed", "failed"]
    assert done.notes[0].reason == "'a.md' is in UTF-16"
    assert done.notes[3].reason.startswith("the run ended without a result")
    assert done.counts() == {"failed": 2, "nothing new": 1, "changed": 1}
    assert {request.note.send for request in worker.requests if request.note} == {"known"}


def test_what_no_note_can_do_without_is_said_at_once(go):
    with pytest.raises(NotConfigured, match="no key"):
        go(Worker(a=NotConfigured("no key")))


def test_notes_that_were_researched_as_they_stand_are_left_alone(go, vault):
    assert outcomes(go(Worker())) == ["changed"] * 4
    section = "\n\n## Research\n\nFound.\n\n<!-- inquiro run abcd1234, text 0123456789ab -->\n"
    with (vault / "a.md").open("a") as file:
        file.write(section)  # what research writes is no change
    (vault / "b.md").write_text("Bread needs a hot oven. #work")
    again = Worker()
    assert outcomes(go(again)) == ["done before", "changed", "done before", "done before"]
    assert again.finished == ["run of b.md"]
    assert outcomes(go(Worker(), focus="heat")) == ["changed"] * 4
    assert outcomes(go(Worker(), fresh=True)) == ["changed"] * 4


def test_failed_ones_are_tried_again(go):
    go(Worker(a=ReadFailed("no")))
    assert outcomes(go(Worker())) == ["changed", "done before", "done before", "done before"]


def test_a_run_that_was_cut_off_goes_on(go):
    class Killed(BaseException):
        pass

    worker = Worker(b=Killed())
    with pytest.raises(Killed):
        go(worker)
    after = Worker()
    after.left_over = {"run of b.md"}
    assert outcomes(go(after)) == ["done before", "changed", "changed", "changed"]
    assert after.finished[0] == "run of b.md"
    assert [request.note.path for request in after.requests if request.note] == ["in/c.md", "mine.md"]


def test_money_is_for_all_of_them_and_the_rest_is_left_for_the_next_time(go):
    worker = Worker()
    done = go(worker, Limits(cost=1.2))
    assert outcomes(done) == ["changed", "changed", "changed", "not reached"]
    assert [round(request.max_cost or 0, 2) for request in worker.requests] == [1.2, 0.7, 0.2]
    assert done.stopped == "the $1.2 for all notes are used up"
    assert (done.usage.cost, done.usage.tokens) == (1.5, 30)
    assert outcomes(go(Worker())) == ["done before"] * 3 + ["changed"]


def test_tokens_and_seconds_are_for_all_of_them(go, monkeypatch):
    worker = Worker()
    assert outcomes(go(worker, Limits(tokens=15)))[2:] == ["not reached"] * 2
    assert [request.max_tokens for request in worker.requests] == [15, 5]
    times = iter(range(0, 10_000, 400))
    monkeypatch.setattr(many_notes, "monotonic", lambda: float(next(times)))
    worker = Worker()
    assert outcomes(go(worker, Limits(seconds=700), focus="x"))[2:] == ["not reached"] * 2
    assert [request.max_seconds for request in worker.requests] == [600.0, 300.0]


def test_without_limits_a_note_has_the_usual_time(go):
    worker = Worker()
    go(worker)
    assert {request.max_seconds for request in worker.requests} == {None}


def test_a_person_who_stops_one_stops_them_all_and_can_go_on(go):
    stopped = report("b.md", "nothing", status="stopped", stop_reason=USER_STOP)
    done = go(Worker(b=stopped))
    assert outcomes(done) == ["changed", "nothing new", "not reached", "not reached"]
    assert done.stopped == "stopped by you"
    after = Worker()
    after.left_over = {"run of b.md"}
    assert outcomes(go(after)) == ["done before", "changed", "changed", "changed"]


def test_it_can_be_foreseen_which_notes_and_what_would_leave(settings, vault):
    round_ = NoteRound(settings, vault, WISHES, Limits())
    seen = {note.path: note for note in round_.foreseen(ALL).notes}
    assert {note.outcome for note in seen.values()} == {"would be researched"}
    assert any("tamoxifen" in query.lower() for query in seen["a.md"].queries)
    assert (seen["mine.md"].queries, seen["mine.md"].reason) == ((), "nothing leaves: it is marked private")
    here = NoteRound(settings, vault, WISHES | {"privacy": "local_only"}, Limits()).foreseen(["a.md"]).notes[0]
    assert (here.queries, "local_only" in here.reason) == ((), True)
    folders = NoteRound(settings, vault, WISHES | {"corpus": ("x",)}, Limits()).foreseen(["a.md"]).notes[0]
    assert (folders.queries, folders.reason) == ((), "nothing leaves: only folders are searched")
    round_.go(["a.md"], Worker())
    assert [note.outcome for note in round_.foreseen(["a.md", "nowhere.md"]).notes] == ["done before", "failed"]
