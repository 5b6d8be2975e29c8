"""Which language a piece of code is written in: as named, else guessed from signs that no other language shows."""

from __future__ import annotations

import re

from inquiro.engine.modes.snippet_checks import parses
from inquiro.engine.modes.transcripts import is_session, is_shell_session

_ALIASES = {
    alias: name
    for name, aliases in {
        "python": "py py3 python3 python2 ipython ipython3 pycon python-repl sage pytb python3-repl",
        "shell": "sh bash zsh ksh console shell-session shellsession sh-session bash-session terminal shellscript",
        "javascript": "js jsx mjs cjs node nodejs ecmascript es6",
        "typescript": "ts tsx mts",
        "json": "json-object jsonl ndjson jsonlines json-lines",
        "yaml": "yml",
        "rust": "rs",
        "go": "golang",
        "ruby": "rb",
        "csharp": "c# cs",
        "cpp": "c++ cc cxx hpp",
        "html": "xhtml htm",
        "markdown": "md",
        "dockerfile": "docker",
        "powershell": "ps1 pwsh posh",
        "": "text txt plain plaintext none default nohighlight no-highlight code auto unknown ascii",
        "output": "out stdout",
    }.items()
    for alias in aliases.split()
}
_SHELL_WORDS = (
    r"(?:pip3?|python3?|npm|npx|yarn|pnpm|cargo|git|curl|wget|docker|docker-compose|kubectl|helm|conda|mamba|uv|uvx|poetry|apt|apt-get|brew"
    r"|sudo|cd|ls|mkdir|export|source|chmod|make|go (?:get|run|build|install|mod)|rustup|ssh|scp|tar|echo|cat|cp|mv|rm|bash|sh)"
)
_SHELL_LINE = re.compile(
    rf"(?:\$ )?(?:[A-Z_][A-Z0-9_]*=\S* )*{_SHELL_WORDS}(?: +(?!=)[-\w./~$\"'@:=\[\]<>*\\{{}}+,%&|;()#?!^`]+)*\s*"
)
_PYTHON = re.compile(
    r"(?m)^(?:from [.\w]+ import [\w*(]|import [\w.]+(?: as \w+)?(?:, *[\w.]+)*[ \t]*(?:#.*)?$|(?:async )?def \w+\(.*|class \w+(?:\([^)]*\))?:|@\w[\w.]*(?:\(.*\))?$"
    r"|(?:with|for|if|elif|while|except)\b[^{};\n]*:[ \t]*(?:#.*)?$|if __name__ ==|print\()"
)
_JAVASCRIPT = re.compile(
    r"(?m)^[ \t]*(?:(?:const|let|var) [\w{\[][^=\n]*= |import (?:[\w*{][^'\"\n]*from )?['\"]|export (?:default|const|function|class)\b"
    r"|(?:async )?function\*? ?\w*\(|module\.exports\b)|\bconsole\.log\(|=> ?[{(]|\brequire\(['\"]"
)
_TYPED = re.compile(
    r"(?m)^[ \t]*(?:export )?(?:interface \w+ \{|type \w+ = |enum \w+ \{)|[\w)]: (?:string|number|boolean|any|void)\b"
)
_SIGNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("html", re.compile(r"(?i)\s*(?:<!doctype html|<html\b|<(?:div|head|body|script|p|form|table|ul)\b[^>]*>)")),
    ("xml", re.compile(r"\s*<\?xml\b")),
    ("diff", re.compile(r"(?m)\A(?:diff --git |--- \S+.*\n\+\+\+ )")),
    ("dockerfile", re.compile(r"(?m)\A(?:#.*\n|\n)*FROM [\w./:@-]+(?: AS \w+)?\s*$")),
    ("sql", re.compile(r"(?is)\s*(?:select\s.+\sfrom\s|create\s+(?:table|index|view|database)\s|insert\s+into\s|update\s+\w+\s+set\s|alter\s+table\s)")),
    ("rust", re.compile(r"(?m)^[ \t]*(?:pub )?(?:fn \w+(?:<[^>]*>)?\(|impl\b[^\n]*\{|use [\w:]+::|let mut |mod \w+ ?[{;]|struct \w+[ <({;])"
                        r"|^#!?\[\w+|\b(?:println|assert_eq|assert|vec|dbg|matches|format|panic)!\(|\w+::(?:from|new)\(")),
    ("go", re.compile(r"(?m)^(?:package \w+$|func (?:\(\w+ \*?\w+\) )?\w+\()")),
    ("java", re.compile(r"(?m)^[ \t]*(?:public|private|protected) (?:static |final )*(?:class|interface|void|int|String)\b|^import java\.")),
    ("cpp", re.compile(r"(?m)^#include <(?:iostream|vector|string|memory|map|algorithm)>|\bstd::")),
    ("c", re.compile(r"(?m)^#include [<\"]\w+(?:/\w+)*\.h[>\"](?![\s\S]{0,4000}\b(?:class|template|namespace|nullptr|new|auto|static_cast)\b)")),
    ("php", re.compile(r"\s*<\?php")),
    ("ruby", re.compile(r"(?m)^(?:require ['\"][\w/-]+['\"]$|puts ['\"]|class \w+ < \w+$|[ \t]*def \w+[?!]?(?:\([^)\n]*\))?$)")),
)  # fmt: skip
_WINDOWS = re.compile(r"\$env:|%\w+%|\w\\\w")
_BRACED = re.compile(r"(?m);[ \t]*$|^[ \t]*[{}][ \t]*$")
_YAML_LINE = re.compile(r"\s*(?:- )?[\w./-]+:(?: \S.*)?|\s*- \S.*|\s*#.*|---|\s*")
_LONGEST = 20_000


def language_named(language: str) -> str:
    """One name for each language: `py3` is python; what says nothing is empty."""
    name = language.strip().lower()
    return _ALIASES.get(name, name)


def guessed_language(code: str) -> str:
    """Empty if unsure."""
    code = code[:_LONGEST]
    lines = [line for line in code.splitlines() if line.strip()]
    if not lines:
        return ""
    if is_session(code):
        return "python"
    if is_shell_session(code) or lines[0].startswith(("#!/bin/bash", "#!/bin/sh", "#!/usr/bin/env bash")):
        return "shell"
    if lines[0].startswith("#!") and "python" in lines[0]:
        return "python"
    return _of_data(code, lines) or _of_program(code, lines)


def _of_program(code: str, lines: list[str]) -> str:
    for name, sign in _SIGNS:
        if sign.search(code) if name not in {"html", "xml", "sql", "php"} else sign.match(code):
            return name
    commands = [line for line in lines if not line.lstrip().startswith("#")]
    if commands and not _WINDOWS.search(code) and all(_SHELL_LINE.fullmatch(line.strip()) for line in commands):
        return "shell"
    javascript, python = len(_JAVASCRIPT.findall(code)), len(_PYTHON.findall(code))
    if python > javascript and not _BRACED.search(code) and (python > 1 or parses(code, "python")):
        return "python"
    if javascript > python and "#include" not in code:
        return "typescript" if _TYPED.search(code) else "javascript"
    return ""


def _of_data(code: str, lines: list[str]) -> str:
    if code.lstrip()[:1] in {"{", "["} and parses(code, "json"):
        return "json"
    if any(re.fullmatch(r"\s*\[\[?[\w.\"' -]+\]\]?\s*", line) for line in lines) and parses(code, "toml"):
        return "toml"
    keys = sum(bool(re.match(r"\s*(?:- )?[\w./-]+:(?: |$)", line)) for line in lines)
    nested = any(re.match(r"\s*(?:- \S|(?:- )?[\w./-]+:\s*$)", line) for line in lines)
    if nested and keys >= 2 and keys * 2 >= len(lines) and all(_YAML_LINE.fullmatch(line) for line in lines):
        return "" if any(line.rstrip().endswith((";", "{", "}")) for line in lines) else "yaml"
    return ""
