"""What became of verbs, on the screen."""

from __future__ import annotations

import pytest

from inquiro.cli.executing import exit_code, outcome
from inquiro.cli.execution_views import ExecutionScreen, summary
from inquiro.cli.rows import console
from inquiro.core.types import VerbStep
from inquiro.onboarding.executing.reports import ExecutionReport, GroupReport


def step(status="done", change="created", label="Aldra SE", **changes):
    told = {"change": change, "label": label} if change else {}
    fields = {"run_id": "r", "group": "g", "index": 0, "verb": "entity.ensure", "text": "(entity.ensure)", "key": "k"}
    return VerbStep(**(fields | {"status": status, "outcome": told} | changes))


def group(status="done", *steps, title="Row", error=""):
    return GroupReport(key=title, title=title, status=status, steps=steps, total=2, error=error)


def shown(report, **options):
    out = console()
    with out.capture() as captured:
        out.print(ExecutionScreen(report, "aldra0012345", **options))
    return captured.get()


@pytest.mark.parametrize(
    ("status", "code", "command"),
    [
        ("done", 0, ""),
        ("skipped", 0, ""),
        ("failed", 1, "inquiro review execute aldra001"),
        ("held", 1, "inquiro review execute aldra001 --settle done|repeat|failed"),
        ("stopped", 4, "inquiro review execute aldra001"),
    ],
)
def test_how_it_ended_says_how_to_go_on(status, code, command):
    report = ExecutionReport(groups=(group(status, step(), error="line 1: why"),), counts={"created": 1})
    assert exit_code(report) == code
    assert outcome(report) == ("done" if not code else status)
    assert command in shown(report)
    assert ("Next" in shown(report)) == bool(command)


def test_rows_are_counted_and_those_that_failed_tell_why():
    failed = step("failed", "", error="nobody is called so")
    groups = (group("done", step()), group("failed", failed, title="Two", error="line 2, x: nobody is called so"))
    report = ExecutionReport(groups=groups, counts={"created": 1})
    assert summary(report) == "1 created; 1 of 2 rows failed"
    assert "✗ line 2, x: nobody is called so" in shown(report)


def test_of_many_steps_only_those_that_went_wrong_are_told():
    many = tuple(step(label=f"Entity {n}") for n in range(100))
    report = ExecutionReport(groups=(group("done", *many), group("failed", step("failed"), title="Two")))
    assert "Entity 7" not in shown(report)
    assert "✗ Aldra SE" in shown(report)


def test_a_rehearsal_speaks_of_what_would_be():
    report = ExecutionReport(groups=(group("done", step()),), counts={"created": 1}, rehearsed=True)
    assert "Would do    1 created" in shown(report)
    assert "would be created" in shown(report)


def test_labels_from_outside_cannot_act_on_the_terminal():
    report = ExecutionReport(groups=(group("failed", step(label="\x1b[2J\u202eA"), error="\x1b]0;x\x07"),))
    assert not {"\x1b", "\u202e", "\x07"} & set(shown(report))
