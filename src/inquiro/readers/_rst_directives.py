"""What two dots begin in reStructuredText: directives, notes, targets, substitutes and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

_DIRECTIVE = re.compile(r"\.\.[ \t]+(?P<name>[A-Za-z][\w+.:-]*?)[ \t]?::(?:[ \t]+(?P<argument>.*))?$")
_NOTE = re.compile(r"\.\.[ \t]+\[(?P<label>\d+|#[\w.-]*|\*|[A-Za-z][\w.-]*)\](?:[ \t]+(?P<text>.*))?$")
_TARGET = re.compile(r"\.\.[ \t]+_(?:`(?P<quoted>[^`]+)`|(?P<name>(?:[^:\\]|\\.)+)):(?:[ \t]|$)")
_SUBSTITUTE = re.compile(r"\.\.[ \t]+\|(?P<name>[^|]+)\|[ \t]+(?P<how>[\w-]+)::[ \t]*(?P<text>.*)$")
_OPTION = re.compile(r":(?P<name>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")

CODE = frozenset(
    "code-block code sourcecode parsed-literal productionlist doctest testcode testoutput testsetup prompt console"
    " code-cell ipython literal highlight-block".split()
)
DROPPED = frozenset(
    "contents toctree index highlight currentmodule py:currentmodule default-role include literalinclude raw meta"
    " tabularcolumns sectionauthor codeauthor moduleauthor canonical-doc canonical-pypa-spec canonical-typing-spec"
    " canonical-topic target-notes sectnum header footer title automodule autofunction autoclass automethod"
    " autosummary autoexception autodata autoattribute module py:module plot graphviz mermaid uml inheritance-diagram"
    " testcleanup restructuredtext-test-directive role css-class youtube video".split()
)
OBJECTS = frozenset(
    "function method class classmethod staticmethod attribute property data exception decorator decoratormethod type"
    " option cmdoption envvar program describe object opcode confval setting rst:directive rst:role macro member var"
    " struct union enum enumerator c:function c:member c:macro c:type c:var c:struct c:union c:enum c:enumerator c:data"
    " cpp:function cpp:class cpp:member cpp:type js:function js:class js:method js:data py:function py:method py:class"
    " py:classmethod py:staticmethod py:attribute py:property py:data py:exception py:decorator py:type pdbcommand"
    " 2to3fixer token".split()
)
SINCE = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "versionremoved": "Removed in version",
    "deprecated-removed": "Deprecated since version",
}


class Explicit(NamedTuple):
    """One such construct; what is kept of it stands in `body`, without its indentation."""

    kind: Literal["directive", "note", "nothing"]
    name: str = ""
    argument: str = ""
    body: Sequence[str] = ()

    @classmethod
    def read(cls, lines: Sequence[str]) -> Explicit:
        first, body = lines[0].rstrip(), _dedented(lines[1:])
        if note := _NOTE.match(first):
            return cls("note", body=[note["text"] or "", *body])
        if directive := _DIRECTIVE.match(first):
            argument = (directive["argument"] or "").strip()
            return cls("directive", directive["name"].lower(), argument, body)
        return cls("nothing")


def options_of(body: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options at the start of a directive's body, and the rest."""
    options: dict[str, str] = {}
    for at, line in enumerate(body):
        found = _OPTION.match(line)
        if found:
            options[found["name"].lower()] = (found["value"] or "").strip()
        elif line.strip() and not (options and line[0] in " \t"):
            return (options, list(body[at:])) if options else ({}, list(body))
        elif not line.strip() and options:
            return options, list(body[at:])
    return options, ([] if options else list(body))


def language_of(name: str, argument: str) -> str:
    if name in {"doctest", "testcode"}:
        return "python"
    return argument.partition(" ")[0].lower() if argument and name != "productionlist" else ""


def names_in(lines: Iterable[str]) -> tuple[dict[str, str], frozenset[str]]:
    """The words that stand for others, and the names that can be linked to, both in lower case."""
    substitutes: dict[str, str] = {}
    targets: set[str] = set()
    for line in lines:
        bare = line.lstrip()
        if not bare.startswith(".. "):
            continue
        if found := _SUBSTITUTE.match(bare):
            shown = found["text"].strip() if found["how"] == "replace" else ""
            substitutes[" ".join(found["name"].lower().split())] = shown
        elif found := _TARGET.match(bare):
            targets.add(" ".join((found["quoted"] or found["name"]).replace("\\", "").lower().split()))
    return substitutes, frozenset(targets)


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]
