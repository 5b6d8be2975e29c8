"""The two templates of a macro, as far as they can be judged without data; lines are those of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from inquiro.core.types import Macro, Problem
from inquiro.onboarding.handlebars import parse, paths_used, problems
from inquiro.onboarding.macros.fields import resolved
from inquiro.onboarding.macros.findings import Findings
from inquiro.onboarding.macros.verb_scan import verb_problems
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.onboarding.yaml_text import Node, place_in

MOST_PROBLEMS = 100  # of one template


def check_prompt(node: Node, macro: Macro, findings: Findings) -> None:
    names = {parameter.name for parameter in macro.parameters}
    if _is_sound(node, macro.prompt, findings):
        _unknown_names(node, macro.prompt, names, "is no parameter", findings)


def check_verbs(node: Node, macro: Macro, findings: Findings, verb_folders: Sequence[Path]) -> None:
    if not _is_sound(node, macro.suggested_verbs, findings):
        return
    named = resolved(macro.output.schema, macro.output.schema).get("properties")
    if isinstance(named, dict):
        names = {parameter.name for parameter in macro.parameters} | set(named)
        _unknown_names(node, macro.suggested_verbs, names, "is neither a field of the schema nor a parameter", findings)
    specs = {spec.name: spec for spec in VerbRegistry.load(verb_folders)}
    _note(node, verb_problems(macro.suggested_verbs, specs), findings)


def _is_sound(node: Node, template: str, findings: Findings) -> bool:
    found = problems(template)
    _note(node, found, findings)
    return not any(problem.severity == "error" for problem in found)


def _unknown_names(node: Node, template: str, names: set[str], why: str, findings: Findings) -> None:
    for name, place in paths_used(parse(template)).items():
        if name not in names:
            message = f"the template uses '{name}', which {why}; known: {', '.join(sorted(names)) or 'none'}"
            problem = Problem(message=message, line=place.line, column=place.column, severity="warning")
            _note(node, [problem], findings)


def _note(node: Node, found: Iterable[Problem], findings: Findings) -> None:
    for problem in islice(found, MOST_PROBLEMS):
        line, column = place_in(node, findings.text, problem.line or 1, problem.column)
        place = node._replace(line=line, column=column)
        if problem.severity == "warning":
            findings.warning(place, problem.message)
        else:
            findings.error(place, problem.message)
