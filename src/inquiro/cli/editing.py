"""A reviewer's edits: in an editor on a file that nobody else can read, or from a file."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from inquiro.core.errors import InquiroError, NotConfigured, UsageError

EDITORS = ("sensible-editor", "nano", "vi", "notepad")
_YAML = {".yaml", ".yml"}
_SEEN = {"\n"}


class NotJson(UsageError):
    """Text that is no JSON; says where."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A file that is gone afterwards; its folder is closed to everybody else."""
    folder = Path(tempfile.mkdtemp(prefix="inquiro-"))
    try:
        yield folder / "data.json"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def edited_text(path: Path, text: str) -> str:
    """The text as the person's own editor leaves it."""
    path.touch(mode=0o600)
    path.write_text(text, "utf-8")
    command = [*_editor(), str(path)]
    try:
        done = subprocess.run(command, check=False)  # noqa: S603 - the user's own editor
    except OSError as error:
        raise NotConfigured(f"the editor '{command[0]}' cannot be started: {error.strerror}; set EDITOR") from error
    if done.returncode != 0:
        raise InquiroError(f"the editor '{command[0]}' ended with code {done.returncode}; nothing was saved")
    return path.read_text("utf-8")


def as_text(data: Any) -> str:
    """JSON in which every character can be seen: what hides or turns text around is written as its number."""
    return "".join(map(_visible, json.dumps(data, indent=2, ensure_ascii=False))) + "\n"


def from_text(text: str, where: str = "the data") -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NotJson(f"{where}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise NotJson(f"{where} is nested too deeply") from error
    except ValueError as error:
        raise NotJson(f"{where}: {error}") from error


def from_file(path: Path) -> Any:
    """Edits as JSON, or as YAML by the file's name."""
    from inquiro.runtime.folders import text_of

    text = text_of(path)
    if path.suffix.lower() not in _YAML:
        return from_text(text, str(path))
    from inquiro.core.errors import BadFile
    from inquiro.onboarding.yaml_text import plain, read_yaml

    node, problems = read_yaml(text)
    if node is None or any(one.severity == "error" for one in problems):
        raise BadFile(str(path), problems)
    return plain(node)


def _editor() -> list[str]:
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    found = shlex.split(named) or [path for name in EDITORS if (path := shutil.which(name))][:1]
    if not found:
        raise NotConfigured("no editor was found: set EDITOR, or use `inquiro review approve ID --edits FILE`")
    return found


def _visible(char: str) -> str:
    if char in _SEEN or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return char
    return json.dumps(char)[1:-1]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key '{next(key for key in keys if keys.count(key) > 1)}' is there twice")
    return made


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
