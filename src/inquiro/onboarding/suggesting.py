"""The verbs that follow from a result: rendered from the macro's template, read back, and checked before anybody sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from inquiro.core.errors import BadFile
from inquiro.core.types import Json, Macro, Value
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.rebinding import rebinding_notes
from inquiro.onboarding.handlebars import TemplateError, parse, render_verbs
from inquiro.onboarding.verbs.checking import check_program
from inquiro.onboarding.verbs.registry import VerbRegistry


class Suggested(Value, frozen=True, kw_only=True):
    text: str = ""
    problems: tuple[str, ...] = ()  # why it cannot run as it is
    warnings: tuple[str, ...] = ()
    specs: str = ""  # digest of the verbs of the user's own


def suggested_verbs(macro: Macro, data: Any, params: Json, folders: Sequence[Path] = ()) -> Suggested:
    """Rendered over the data, with the parameters behind it; what is wrong with the outcome is said, not hidden."""
    if not macro.suggested_verbs.strip():
        return Suggested()
    context = {**params, **data} if isinstance(data, Mapping) else data
    try:
        text = render_verbs(parse(macro.suggested_verbs), context)
    except TemplateError as error:
        return Suggested(problems=(f"the verbs could not be rendered: {error}",))
    registry = VerbRegistry.load(folders)
    return Suggested(
        text=text,
        problems=problems_of(text, registry),
        warnings=warnings_of(text),
        specs=specs_digest(text, registry),
    )


def specs_digest(text: str, registry: VerbRegistry) -> str:
    """What the verbs of the user's own mean, as far as a program uses any; those that come with Inquiro are code."""
    try:
        used = {call.verb for call in read_program(text)}
    except BadFile:
        return ""
    own = [spec for spec in registry if spec.name in used and spec.record]
    return sha256(msgspec.json.encode(own)).hexdigest()[:16] if own else ""


def warnings_of(text: str) -> tuple[str, ...]:
    """What may not mean what it seems to; a text that cannot be read has problems instead."""
    try:
        return rebinding_notes(read_program(text))
    except BadFile:
        return ()


def problems_of(text: str, registry: VerbRegistry) -> tuple[str, ...]:
    """Everything that keeps a program from running."""
    try:
        calls = read_program(text)
    except BadFile as error:
        return tuple(str(problem) for problem in error.problems)
    return tuple(str(problem) for problem in check_program(calls, registry) if problem.severity == "error")
