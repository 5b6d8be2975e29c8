from __future__ import annotations

from pathlib import Path

from inquiro.cli.macro_checks import checks_value, tell_checks, usable
from inquiro.core.types import Macro, Problem
from inquiro.onboarding.macros.checked_files import Checked
from inquiro.onboarding.macros.history import Replayed

GOOD = Checked(Path("a.yaml"), Macro(name="a"), [])
BAD = Checked(Path("b.yaml"), None, [Problem(message="wrong", line=2), Problem(message="odd", severity="warning")])
BROKEN = Replayed(decision_id="d", review_id="review-1", outcome="broken", problems=("no longer fits",))


def test_of_several_files_it_is_counted(capsys):
    tell_checks([GOOD, BAD], None)
    assert capsys.readouterr().out == (
        "b.yaml: warning: odd\nb.yaml:2: wrong\n2 macro files (1 cannot be used), 1 error, 1 warning\n"
    )
    tell_checks([GOOD], [[BROKEN]])
    assert capsys.readouterr().out.startswith("a.yaml: no problems\n1 past decision on a: 1 broken\n")


def test_what_cannot_be_used_any_more_fails():
    assert usable([GOOD], [[]])
    assert not usable([GOOD, BAD], [[], []])
    assert not usable([GOOD], [[BROKEN]])


def test_history_names_the_file():
    assert checks_value([GOOD], None) == {"problems": []}
    assert checks_value([GOOD, BAD], [[BROKEN], []])["history"][0]["file"] == "a.yaml"
