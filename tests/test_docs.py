"""What the documentation shows is run: every `console` block after `<!-- run -->`.

A line that starts with `$ ` is a command and has to succeed; each line below it has to appear in its output.
`$LAST` is the newest run; `cp -r` is the one command of another program.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands as entry

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"<!-- run -->\n```console\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def blocks() -> list[pytest.param]:
    return [
        pytest.param(block, id=f"{page.relative_to(ROOT)}-{number}")
        for page in PAGES
        for number, block in enumerate(BLOCK.findall(page.read_text("utf-8")), 1)
    ]


def commands(block: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip():
            found[-1][1].append(line.strip())
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """One data directory for all of them: the example corpus is indexed once."""
    return tmp_path_factory.mktemp("docs-home")


def inquiro(line: str) -> str:
    """Through the entry point, in this process: starting Python a hundred times would take most of the time."""
    words = shlex.split(line)
    assert words[0] == "inquiro"
    done = CliRunner().invoke(entry, words[1:], prog_name="inquiro")
    assert done.exit_code == 0, f"{line}\n{done.output}\n{done.exception!r}"
    return done.output


def started(line: str) -> str:
    """The real program."""
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(line)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.mark.parametrize("block", blocks())
def test_the_commands_of_the_documentation_work(request, block, tmp_path, home, monkeypatch):
    run = started if "README.md" in request.node.callspec.id else inquiro  # what a newcomer types is typed
    monkeypatch.setenv("INQUIRO_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line, expected in commands(block):
        if "$LAST" in line:
            last = json.loads(run("inquiro runs list --json"))[0]["id"]
            line = line.replace("$LAST", last)  # noqa: PLW2901
        if line.startswith("cp -r "):
            shutil.copytree(*(tmp_path / name for name in shlex.split(line)[2:]))
            continue
        shown = run(line)
        assert [fragment for fragment in expected if fragment not in shown] == [], shown


def test_there_are_examples_to_run():
    assert len(blocks()) >= 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_inside_the_documentation_leads_somewhere(page):
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def python_of(page: str, call: str) -> str:
    """The one block of Python on a page that calls that."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    [found] = [block for block in blocks if re.search(rf"\b{call}\(", block)]
    return found


EXAMPLES = [
    ("README.md", "deep_research", ["[1]"]),
    ("docs/guides/python.md", "deep_research", ["[1]", "quoted"]),
    ("docs/guides/python.md", "adeep_research", ["100% done", "[1]"]),
    ("README.md", "Researcher", ["def retry(call", "## Abstract", "[1]"]),
    ("docs/guides/ideas-and-code.md", "Researcher", ["['tenacity']", "## Abstract", "[1]"]),
    ("docs/guides/check.md", "check_document", ["4 grave findings", "invented_quote 4", "unlisted 7"]),
    ("docs/guides/vault.md", "research_note", ["Projects/Heat pumps.md", "claim", "## Research"]),
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_python_examples_work_as_they_stand(example, tmp_path, home, monkeypatch, capsys):
    page, call, shown = example
    monkeypatch.setenv("INQUIRO_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copytree(ROOT / "examples" / "vault", tmp_path / "my-vault")
    told = python_run(python_of(page, call)) if example == EXAMPLES[0] else python_here(python_of(page, call), capsys)
    assert [fragment for fragment in shown if fragment not in told] == [], told


def python_run(code: str) -> str:
    """By a Python that has just started."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def python_here(code: str, capsys: pytest.CaptureFixture[str]) -> str:
    """In this process, which has everything imported already."""
    exec(compile(code, "example", "exec"), {"__name__": "__main__"})
    return capsys.readouterr().out


def test_every_python_example_of_the_readme_is_run():
    assert (ROOT / "README.md").read_text("utf-8").count("```python") == 2


def test_the_python_example_of_checking_a_text_works_as_it_stands(tmp_path):
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs/guides/check-a-text.md").read_text("utf-8"), re.DOTALL)
    assert len(code) == 2
    python_run(code[1])
    done = subprocess.run(
        [sys.executable, "-c", code[0]], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    labels = [line.split()[0] for line in done.stdout.splitlines()]
    assert labels == ["supported", "supported", "uncited", "uncited", "inferred", "uncited"]
