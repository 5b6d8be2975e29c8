"""What a page says must be installed: install commands in its code and its prose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from inquiro.core.types import Document
from inquiro.engine.modes.transcripts import bare_line

# Each installer with the words that install, as it stands at the beginning of a command.
_COMMAND = re.compile(
    r"""(?x) (?:sudo\ +)? (?:[!%]\ *)?
    (?: (?:python\d?(?:\.\d+)?\ +-m\ +|uv\ +|py\ +-m\ +)? pip\d? (?:\ +-{1,2}[\w-]+)* \ +install
      | (?:uv|poetry|pdm|rye|hatch|pipenv|cargo|yarn(?:\ +global)?|pnpm|bun|npm) \ +(?:add|install|i)
      | (?:conda|mamba|micromamba) \ +install
      | uv\ +tool\ +install | pipx\ +install
      | go\ +(?:get|install)
      | (?:apt|apt-get|brew|dnf|yum|gem|choco|apk) (?:\ +-{1,2}[\w-]+)* \ +(?:install|add)
    ) (?=\ +\S)"""
)
_VALUED = frozenset(
    "-c --channel -r --requirement -e --editable -i --index-url --extra-index-url -f --find-links -t --target --prefix --python -p"
    " --group -G --source --registry --root --path --branch --tag --features --env --cask -n --name --constraint".split()
)
_FILES = frozenset({"-r", "--requirement", "-e", "--editable", "--constraint"})
_PACKAGE = re.compile(r"(?:@[\w.-]+/)?[A-Za-z0-9][\w.+/-]*(?:\[[\w, -]+\])?(?:(?:[<>=!~^]=?|===|@)[^\s;&|]*)?")
_WORDS_OF_PROSE = frozenset(
    "the a an it them this that these those and or to with from for using via in on of by if then into first dependencies"
    " packages package following required requirements everything all can will command as is are run your".split()
)
_MOST = 30


def packages_installed(line: str) -> tuple[str, ...]:
    """What one command line installs; empty where it is no install command."""
    found = _COMMAND.match(bare_line(line).strip().strip("`"))
    return _arguments(bare_line(line).strip().strip("`")[found.end() :]) if found else ()


def installs_only(code: str) -> tuple[str, ...]:
    """What a block installs that does nothing else."""
    found: list[str] = []
    for line in re.sub(r"\\\n\s*", " ", code).splitlines():
        bare = bare_line(line).strip()
        if not bare or bare.startswith("#"):
            continue
        for command in re.split(r"&&|;", bare):
            packages = packages_installed(command.strip())
            if not packages and not _PREPARES.match(command.strip()):
                return ()
            found += packages
    return tuple(dict.fromkeys(found))


_PREPARES = re.compile(
    r"(?:sudo )?(?:apt|apt-get|brew|dnf|apk|pip|conda) (?:update|upgrade)\b|(?:python\d? -m )?pip\d? install --upgrade pip$|$"
)


def installs_in(document: Document) -> Iterator[tuple[int, str]]:
    """Where each package is said to be installed."""
    text, starts = document.text, [span.start for span in document.code]
    for found in _COMMAND.finditer(text):
        if found.start() and (text[found.start() - 1].isalnum() or text[found.start() - 1] in "-_./"):
            continue
        end = text.find("\n", found.end())
        while 0 < end < found.end() + 1_000 and text[end - 1] == "\\":
            end = text.find("\n", end + 1)
        rest = text[found.end() : end if end >= 0 else len(text)][:600]
        before = bisect_right(starts, found.start()) - 1
        coded = before >= 0 and found.start() < document.code[before].end
        for package in _arguments(rest, prose=not coded):
            yield found.start(), package


def near(document: Document, start: int, end: int) -> tuple[str, ...]:
    """What must be installed, nearest to that span first."""

    def distance(found: tuple[int, str]) -> int:
        return 0 if start <= found[0] < end else min(abs(found[0] - start), abs(found[0] - end))

    return tuple(dict.fromkeys(package for _, package in sorted(installs_in(document), key=distance)))[:_MOST]


def _arguments(rest: str, *, prose: bool = False) -> tuple[str, ...]:
    """The packages among the arguments of an install command; in prose they end where a sentence goes on."""
    rest = re.sub(r"\\\n", " ", rest)
    rest = re.split(r"&&|\|\||[;|`#]|\s>|\n", rest if not prose else re.split(r"[.,:!?)](?:\s|$)", rest)[0])[0]
    packages: list[str] = []
    skips = False
    for raw in rest.split():
        if skips:
            skips = False
            continue
        if raw.startswith("-"):
            skips = raw in _VALUED and "=" not in raw
            continue
        word = raw.strip("'\"`“”‘’,")
        if prose and (word.lower() in _WORDS_OF_PROSE or not word.isascii()):
            break
        if _is_package(word):
            packages.append(word)
        if prose and raw[-1:] in "`”’\"'":
            break
    return tuple(packages[:_MOST])


def _is_package(word: str) -> bool:
    if (
        word in {".", ".."}
        or word.endswith((".txt", ".whl", ".tar.gz", ".in"))
        or word.startswith(("./", "../", "/", "<", "$", "{"))
    ):
        return False
    return _PACKAGE.fullmatch(word) is not None and not word.isdigit()
