"""The two templates of a macro, as far as they can be judged without data; lines are those of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from inquiro.core.types import Macro, Problem
from inquiro.onboarding.handlebars import parse, problems
from inquiro.onboarding.macros.findings import Findings
from inquiro.onboarding.macros.parameters import parameters_schema
from inquiro.onboarding.macros.shapes import shape_of
from inquiro.onboarding.macros.template_names import unknown_names
from inquiro.onboarding.macros.verb_scan import verb_problems
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.onboarding.yaml_text import Node

MOST_PROBLEMS = 100  # of one template


def check_prompt(node: Node, macro: Macro, findings: Findings) -> None:
    if _is_sound(node, macro.prompt, findings):
        shape = shape_of(parameters_schema(macro))
        _note(node, unknown_names(parse(macro.prompt), shape, "is no parameter"), findings)


def check_verbs(node: Node, macro: Macro, findings: Findings, verb_folders: Sequence[Path]) -> None:
    if not _is_sound(node, macro.suggested_verbs, findings):
        return
    shape = shape_of(macro.output.schema, parameters_schema(macro))
    why = "is neither a field of the schema nor a parameter"
    _note(node, unknown_names(parse(macro.suggested_verbs), shape, why), findings)
    specs = {spec.name: spec for spec in VerbRegistry.load(verb_folders)}
    _note(node, verb_problems(macro.suggested_verbs, specs), findings)


def _is_sound(node: Node, template: str, findings: Findings) -> bool:
    found = problems(template)
    _note(node, found, findings)
    return not any(problem.severity == "error" for problem in found)


def _note(node: Node, found: Iterable[Problem], findings: Findings) -> None:
    findings.inside(node, islice(found, MOST_PROBLEMS))
