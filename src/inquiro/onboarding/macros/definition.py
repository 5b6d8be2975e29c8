"""A macro file as a macro: every problem with its line, and none of them hides another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from inquiro.core.errors import BadFile, UsageError
from inquiro.core.types import AgentHints, Json, Macro, MacroOutput, MacroParameter, Problem
from inquiro.core.types.macros import ReviewRequirement
from inquiro.onboarding.macros.findings import Findings, place_at
from inquiro.onboarding.macros.parameter_reading import read_parameters
from inquiro.onboarding.macros.parameters import fill
from inquiro.onboarding.macros.schema_dialects import plainly_written
from inquiro.onboarding.macros.schema_words import misspelt
from inquiro.onboarding.macros.schemas import faults
from inquiro.onboarding.macros.template_checks import check_prompt, check_verbs
from inquiro.onboarding.macros.tools import TOOLS
from inquiro.onboarding.yaml_text import Entry, Node, plain, read_yaml

REVIEWS: tuple[ReviewRequirement, ...] = get_args(ReviewRequirement)
LONGEST_NAME = 100
LARGEST_FILE = 1_000_000  # bytes
_HINTS = ("hints", "agent_hints", "rag", "rag_hints", "rag_metadata")
_TRIGGERS = ("triggers", "trigger_phrases", "phrases")
_EXAMPLE = ("example", "examples")
_NOT_FOR = ("not_for", "when_not_to_use")
_FOR = ("when_to_use", "use_when")  # words to find it by, as triggers are
_HINT_KEYS = (*_TRIGGERS, *_EXAMPLE, *_NOT_FOR, *_FOR)
_KEYS = (
    *("name", "version", "description", "parameters", "tools", "prompt", "output", "suggested_verbs", "tags", "hints"),
    "without_model",
)
_OUTPUT_KEYS = ("schema_name", "schema", "review", "description")
_WITHOUT_MODEL = ("", "register")


def read_macro(
    text: str, where: str = "", *, strict: bool = False, verb_folders: Sequence[Path] = ()
) -> tuple[Macro | None, list[Problem]]:
    """The macro of a file named `where`, or none where an error stands in the way.

    `strict` makes errors of all warnings. `verb_folders`: where verbs of the user's own are declared.
    """
    node, problems = read_yaml(text)
    if node is None:
        return None, problems
    findings = Findings(text, strict=strict)
    findings.doubt(problems)
    macro = _macro(_unwrapped(node, findings), findings, where, verb_folders)
    return (None if findings.hopeless else macro), findings.problems


def load_macro(path: Path, *, strict: bool = False, verb_folders: Sequence[Path] = ()) -> Macro:
    """The macro of a file; BadFile with every problem if it cannot be used."""
    macro, problems = read_macro_file(path, strict=strict, verb_folders=verb_folders)
    if macro is None:
        raise BadFile(str(path), (problem for problem in problems if problem.severity == "error"))
    return macro


def read_macro_file(
    path: Path, *, strict: bool = False, verb_folders: Sequence[Path] = ()
) -> tuple[Macro | None, list[Problem]]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            return None, [Problem(message=f"the file is larger than {LARGEST_FILE:,} bytes")]
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        return None, [Problem(message=f"the file cannot be read: {reason}")]
    return read_macro(text, path.name, strict=strict, verb_folders=verb_folders)


def _unwrapped(node: Node, findings: Findings) -> Node:
    """The fields stand at the top, or under the key `macro`."""
    if isinstance(node.value, dict) and "macro" in node.value and "name" not in node.value:
        findings.unknown({k: v for k, v in node.value.items() if k != "macro"}, ("macro",), "the file")
        wrapped: Entry = node.value["macro"]
        return wrapped.node
    return node


def _macro(node: Node, findings: Findings, where: str, verb_folders: Sequence[Path]) -> Macro:
    entries = findings.entries(node, "a macro")
    findings.unknown(entries, _KEYS, "a macro", (*_HINTS, *_HINT_KEYS))
    if not entries:
        return Macro(name="")
    parameters = read_parameters(entries["parameters"].node, findings) if "parameters" in entries else ()
    output = _output(node, entries, findings)
    macro = Macro(
        name=_name(node, entries, findings, Path(where).stem),
        version=_version(entries, findings),
        description=_text(entries, "description", findings).strip(),
        parameters=parameters,
        tools=_tools(entries, findings),
        prompt=_text(entries, "prompt", findings),
        output=output,
        suggested_verbs=_text(entries, "suggested_verbs", findings),
        tags=findings.texts_of(entries["tags"].node, "tags") if "tags" in entries else (),
        hints=_hints(entries, findings, parameters),
        without_model=_without_model(entries, findings),
    )
    if not macro.description:
        findings.warning(node, "a description is missing: agents and people find a macro by it")
    if not macro.prompt.strip():
        findings.error(entries.get("prompt", node), "a prompt is missing")
    else:
        check_prompt(entries["prompt"].node, macro, findings)
    if macro.suggested_verbs.strip():
        check_verbs(entries["suggested_verbs"].node, macro, findings, verb_folders)
    return macro


def _text(entries: Mapping[str, Entry], key: str, findings: Findings) -> str:
    return findings.text_of(entries[key].node, f"'{key}'") if key in entries else ""


def _name(node: Node, entries: Mapping[str, Entry], findings: Findings, suggestion: str) -> str:
    name = _text(entries, "name", findings).strip()
    if not name:
        findings.error(
            entries["name"].node if "name" in entries else node,
            f"a name is missing, such as name: {suggestion or 'client-check'}",
        )
    elif (
        len(name) > LONGEST_NAME or not name.isprintable() or "/" in name or "\\" in name or name.startswith(("-", "."))
    ):
        findings.error(entries["name"].node, f"'{name[:LONGEST_NAME]}' cannot name a macro: use letters, digits and -")
    return name


def _version(entries: Mapping[str, Entry], findings: Findings) -> str:
    if "version" not in entries:
        return Macro(name="").version
    node = entries["version"].node
    if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        findings.warning(node, f'a version is text: quote it ("{node.written}")')
        return node.written
    return findings.text_of(node, "'version'").strip() or Macro(name="").version


def _tools(entries: Mapping[str, Entry], findings: Findings) -> tuple[str, ...]:
    known: list[str] = []
    stated = entries["tools"].node if "tools" in entries else Node(None, 0, 0)
    for node in [stated] if isinstance(stated.value, str) else findings.items(stated, "tools"):
        tool = findings.text_of(node, "a tool")
        if tool in TOOLS:
            known.append(tool)
        elif tool:
            findings.error(node, f"unknown tool '{tool}'; known: {', '.join(TOOLS)}")
    return tuple(dict.fromkeys(known))


def _output(node: Node, entries: Mapping[str, Entry], findings: Findings) -> MacroOutput:
    if "output" not in entries:
        findings.error(node, "output is missing: its schema says what a result looks like")
        return MacroOutput()
    parts = findings.entries(entries["output"].node, "output")
    findings.unknown(parts, _OUTPUT_KEYS, "output", ("review_requirement",))
    review: Any = "required"
    if (stated := findings.first(parts, "review", "review_requirement")) is not None:
        review = findings.text_of(stated, "'review'").lower() or review
        if review not in REVIEWS:
            findings.error(stated, f"unknown review '{review}'; known: {', '.join(REVIEWS)}")
            review = "required"
    return MacroOutput(
        schema_name=_text(parts, "schema_name", findings), schema=_schema(parts, entries, findings), review=review
    )


def _schema(parts: Mapping[str, Entry], entries: Mapping[str, Entry], findings: Findings) -> Json:
    if "schema" not in parts:
        if parts:
            findings.error(entries["output"], "output.schema is missing: it says what a result looks like")
        return {}
    node = parts["schema"].node
    schema = plainly_written(plain(node))
    wrong = faults(schema)
    if not wrong or wrong[0].path:  # else it is no schema at all, or one that is too large to walk through
        wrong += misspelt(schema)
    for fault in wrong:
        findings.error(place_at(node, fault.path), f"output.schema: {fault.message}")
    return schema if isinstance(schema, dict) and not wrong else {}


def _hints(entries: Mapping[str, Entry], findings: Findings, parameters: tuple[MacroParameter, ...]) -> AgentHints:
    """Under a key of their own, or beside the other fields."""
    given = {key: entry for key, entry in entries.items() if key in _HINT_KEYS}
    if (node := findings.first(entries, *_HINTS)) is not None:
        if isinstance(node.value, (list, str)):
            given["triggers"] = Entry(node.line, node.column, node)
        else:
            inner = findings.entries(node, "hints")
            findings.unknown(inner, ("triggers", "example", "not_for"), "hints", _HINT_KEYS)
            given = {**given, **inner}
    triggers = findings.first(given, *_TRIGGERS)
    also = findings.first(given, *_FOR)
    not_for = findings.first(given, *_NOT_FOR)
    example = findings.first(given, *_EXAMPLE)
    said = example if example is not None and _is_said(example) else None
    example = None if said else example
    return AgentHints(
        triggers=tuple(
            phrase
            for part in (triggers, also, said)
            if part is not None
            for phrase in findings.texts_of(part, "triggers")
        ),
        example=_example(example, findings, parameters) if example is not None else {},
        not_for="; ".join(findings.texts_of(not_for, "'not_for'")).strip() if not_for is not None else "",
    )


def _is_said(example: Node) -> bool:
    """Whether it is what a person would say ("research Example SE"), and not the parameters of a call."""
    said = example.value if isinstance(example.value, list) else [example]
    return bool(said) and all(isinstance(one.value, str) for one in said)


def _example(node: Node, findings: Findings, parameters: tuple[MacroParameter, ...]) -> Json:
    """The parameters of one call; of several examples the first."""
    if isinstance(node.value, list) and node.value:
        node = node.value[0]
    inner = node.value if isinstance(node.value, dict) else {}
    node = next((inner[key].node for key in ("params", "parameters") if key in inner), node)
    if not isinstance(node.value, dict):
        findings.warning(node, "an example is a map of parameters, such as {client_name: Example SE}")
        return {}
    example: Json = plain(node)
    try:
        fill(Macro(name="the example", parameters=parameters), example)
    except UsageError as error:
        findings.warning(node, str(error))
    return example


def _without_model(entries: Mapping[str, Entry], findings: Findings) -> Any:
    stated = _text(entries, "without_model", findings)
    if stated not in _WITHOUT_MODEL:
        findings.error(entries["without_model"].node, f"unknown without_model '{stated}'; known: register")
        return ""
    return stated
