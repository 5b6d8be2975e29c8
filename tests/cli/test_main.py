"""The edge: lazy commands, one line per error, exit codes; partly in real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from inquiro import __version__
from inquiro.cli.main import COMMANDS, Commands, commands
from inquiro.core.errors import BudgetExhausted, InquiroError, MissingExtra, NewerDatabase, StoreFull, UnknownName

HEAVY = ("rich", "msgspec", "sqlalchemy", "langgraph", "numpy", "asyncio", "inquiro.runtime")


def process(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "inquiro", *args]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | env, timeout=60, check=False, encoding="utf-8"
    )


def test_help_imports_nothing_heavy():
    script = (
        "import sys; from inquiro.cli.main import commands; commands(['--help'], standalone_mode=False);"
        f"print([n for n in {HEAVY} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_listed_command_loads_and_explains_itself(name, inquiro):
    done = inquiro(name, "--help")
    assert done.exit_code == 0
    assert "--help" in done.output


def test_static_help_lines_say_what_the_commands_say():
    ctx = click.Context(commands)
    for name in COMMANDS:
        command = commands.get_command(ctx, name)
        assert command is not None
        assert command.help


def test_version():
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"inquiro {__version__}\n")


def test_an_unknown_command_suggests_the_near_one():
    done = process("rusn")
    assert done.returncode == 2
    assert "Did you mean 'runs'?" in done.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InquiroError("went wrong"), 1),
        (UnknownName("source", "x", ["local"]), 2),
        (NewerDatabase("written by a newer Inquiro"), 3),
        (MissingExtra("semantic search", "semantic"), 3),
        (StoreFull("no space left"), 1),
        (BudgetExhausted("no money left"), 4),
    ],
)
def test_an_error_is_one_line_with_its_code(error, code, runtime, inquiro):
    runtime.failure = error
    done = inquiro("ask", "Do trees cool?")
    assert done.exit_code == code
    assert done.stderr == f"inquiro: {error}\n"
    assert done.stdout == ""


def test_an_unexpected_error_says_how_to_see_more(runtime, inquiro):
    runtime.failure = ZeroDivisionError("division by zero")
    done = inquiro("ask", "Do trees cool?")
    assert done.exit_code == 1
    assert done.stderr == "inquiro: unexpected ZeroDivisionError: division by zero (INQUIRO_DEBUG=1 shows where)\n"


def test_debugging_shows_the_traceback(runtime, inquiro, monkeypatch):
    monkeypatch.setenv("INQUIRO_DEBUG", "1")
    runtime.failure = ZeroDivisionError()
    assert isinstance(inquiro("ask", "Do trees cool?").exception, ZeroDivisionError)


@pytest.mark.fault(70)
def test_an_error_cannot_act_on_the_terminal(runtime, inquiro):
    runtime.failure = InquiroError("bad file \x1b[2J\x9b31m\nevil.pdf\u202e")
    done = inquiro("ask", "Do trees cool?")
    assert done.stderr == "inquiro: bad file [2J 31m evil.pdf\n"


def test_an_interrupt_before_the_run_exits_130(runtime, inquiro):
    runtime.failure = KeyboardInterrupt()
    done = inquiro("ask", "Do trees cool?")
    assert (done.exit_code, done.stderr) == (130, "inquiro: interrupted\n")


def test_wrong_settings_are_refused_with_the_variable():
    done = process("doctor", INQUIRO_PRIVACY="open")
    assert done.returncode == 3
    assert done.stderr.startswith("inquiro: INQUIRO_PRIVACY is 'open'")


def test_a_closed_pipe_is_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "inquiro", "ask", "--help"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert "Traceback" not in done.stderr


def test_a_narrow_encoding_does_not_end_the_program(tmp_path: Path):
    done = process("ask", "x", "--corpus", str(tmp_path / "größe ✓"), PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert "does not exist" in done.stderr


def test_a_group_without_homes_knows_no_command():
    assert Commands("empty").get_command(click.Context(commands), "nothing") is None
