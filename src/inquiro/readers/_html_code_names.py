"""The names that code highlighters give to things: languages, line numbers, lines, prompts, copy buttons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from inquiro.readers._html_tree import Part

LANGUAGES = frozenset(
    "abap actionscript ada apache apl applescript arduino asm assembly awk bash basic bat batch c c# c++ cfg clike clojure cmake"
    " cobol coffee coffeescript conf console cpp crystal cs csharp css csv cuda cython d dart delphi diff django docker"
    " dockerfile dos elixir elm erb erlang f# fish fortran fsharp go golang gradle graphql groovy haml handlebars haskell hcl"
    " hpp hs html http ini ipython ipython3 java javascript jinja jinja2 jl js json json5 jsonc jsonl jsx julia kotlin kt latex"
    " less liquid lisp lua make makefile markdown markup matlab md mermaid mysql nasm nginx nix nodejs objc objectivec ocaml"
    " octave output pascal patch perl pgsql php pl plsql postgresql powershell proto protobuf ps1 py py3 pycon python python2"
    " python3 pytb r racket rb rst ruby rs rust sas sass scala scheme scss sh shell shell-session sql sqlite swift"
    " tcl terminal terraform tex toml ts tsx twig typescript vb vbnet verilog vhdl vim vue wasm xhtml xml yaml yml zig zsh".split()
)
_PREFIXED = re.compile(
    r"(?i)(?:language|lang|highlight-source|highlight-text|highlight|hl|brush|src|code|prettyprint|codehilite)[-:_]"
    r"(?P<name>[\w+#.-]{1,30});?"
)
_BESIDE = frozenset(
    "highlight hljs sourcecode prettyprint prettyprinted prism-code brush: brush codehilite code codeblock code-block src"
    " syntaxhighlighter rust example-wrap chroma rouge shiki enlighterjsraw crayon-syntax snippet".split()
)
_NO_LANGUAGE = frozenset(
    "none default plain plaintext nohighlight no-highlight auto unknown wrapper block toolbar body container area text"
    " rouge override lines box example snippet copy btn button notranslate inline line table content header".split()
)
_GUTTER = re.compile(
    r"(?i)(?:.*[-_])?(?:linenos?|linenumbers?|line[-_]numbers?(?:[-_](?:rows|wrapper))?|linenodiv|gutter|lntd?|ln|lno|blob-num"
    r"|hljs-ln-n(?:umbers)?|crayon-nums?(?:-content)?|src-line-numbers|lineno)(?:[-_]special)?"
)
_LINE = frozenset(
    "line code-line token-line view-line cm-line ec-line crayon-line blob-code blob-code-inner hljs-ln-line codeline react-code-line".split()
)
_PROMPT = frozenset(
    "gp prompt shell-prompt command-prompt command-line-prompt cli-prompt terminal-prompt nt-prompt".split()
)
_OUTPUT = re.compile(
    r"(?i)(?:.*[-_])?(?:output|stdout)(?:[-_]?(?:area|wrapper|subarea|stream|text|block|prompt).*)?|.*-OutputArea.*"
)
_COPY = re.compile(
    r"(?i)(?:.*[-_])?(?:copy|copybtn|copybutton|clipboard|copycode|zeroclipboard)(?:[-_].*)?|copy(?:btn|code|button).*"
)


def language_of(parts: Iterable[Part]) -> str:
    """As the page names it, in lower case: the first of the parts that says so."""
    is_output = False
    for part in parts:
        if found := _declared(part.language) or _named(part.names):
            return found
        is_output = is_output or any(_OUTPUT.fullmatch(name) for name in part.names)
    return "output" if is_output else ""


def _declared(value: str) -> str:
    value = value.strip().lower()
    return value if re.fullmatch(r"[\w+#.-]{1,30}", value) and value not in _NO_LANGUAGE else ""


@lru_cache(maxsize=1024)
def _named(names: tuple[str, ...]) -> str:
    """`language-x` before a bare `x` beside the name of a highlighter."""
    lowered = tuple(name.lower() for name in names)
    for name in lowered:
        found = _PREFIXED.fullmatch(name)
        if found and (tongue := _known_prefix(name, found["name"])):
            return tongue
    if _BESIDE.isdisjoint(lowered):
        return ""
    return next((name.strip(";,") for name in lowered if name.strip(";,") in LANGUAGES - {"code", "output"}), "")


def _known_prefix(whole: str, name: str) -> str:
    name = name.rstrip(";")
    if whole.startswith("highlight-text-"):
        name = name.removeprefix("text-").partition("-")[0]
    if whole.startswith(("language", "lang")):
        return "" if name in _NO_LANGUAGE else name
    return name if name in LANGUAGES else ""


@lru_cache(maxsize=2048)
def is_gutter_name(name: str) -> bool:
    return _GUTTER.fullmatch(name) is not None


def is_line_name(name: str) -> bool:
    return name in _LINE


def is_prompt_name(name: str) -> bool:
    return name in _PROMPT


@lru_cache(maxsize=2048)
def offers_a_copy(name: str) -> bool:
    return _COPY.fullmatch(name) is not None
