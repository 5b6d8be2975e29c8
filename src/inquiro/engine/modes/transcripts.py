"""What was typed at a prompt and what came back: prompts are taken off for a check, and only there."""

from __future__ import annotations

import re

_PYTHON = re.compile(r"(?P<indent>[ \t]*)(?:>>>|\.\.\.|In \[\d*\]:|[ \t]*\.\.\.:)(?: (?P<rest>.*)|(?P<bare>))$")
_FIRST = re.compile(r"[ \t]*(?:>>>|In \[\d*\]:)(?: |$)")
_SHELL = re.compile(r"[ \t]*(?:\(\w[\w.-]*\) ?)?(?:[\w.-]+@[\w.-]+:?[^\s$#]*)?\$ (?P<rest>.*)$")
_GOES_ON = re.compile(r"\\\s*$")


def is_session(code: str) -> bool:
    """Whether it was typed at Python's prompt."""
    return any(_FIRST.match(line) for line in code.splitlines()[:200])


def is_shell_session(code: str) -> bool:
    first = next((line for line in code.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return _SHELL.match(first) is not None


def typed_in_python(code: str) -> str:
    """Only what was typed; every other line is left empty, so that line numbers stay."""
    return "\n".join(_python_line(line) or "" for line in code.splitlines())


def typed_in_shell(code: str) -> str:
    """The same for a shell; a line that ends in a backslash takes the next one along."""
    kept, goes_on = [], False
    for line in code.splitlines():
        prompted = _SHELL.match(line)
        said = prompted["rest"] if prompted else line if goes_on or line.lstrip().startswith("#") else ""
        goes_on = _GOES_ON.search(said) is not None
        kept.append(said)
    return "\n".join(kept)


def bare_line(line: str) -> str:
    """A line without the prompt that stands before it, whoever's prompt it is."""
    typed = _python_line(line)
    if typed is not None:
        return typed
    prompted = _SHELL.match(line)
    return prompted["rest"] if prompted else line


def is_prompted(line: str) -> bool:
    return _python_line(line) is not None or _SHELL.match(line) is not None


def _python_line(line: str) -> str | None:
    found = _PYTHON.match(line)
    return None if found is None else found["rest"] or ""
