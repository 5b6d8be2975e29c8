"""A snippet examined without running it: does it parse, what does it import, and is that declared."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import Snippet
from inquiro.core.types.modes import SnippetOrigin
from inquiro.engine.modes.imports import imports_of, undeclared
from inquiro.engine.modes.languages import guessed_language, language_named
from inquiro.engine.modes.snippet_checks import check


def examine(
    code: str,
    language: str,
    dependencies: Sequence[str] = (),
    *,
    origin: SnippetOrigin = "adapted",
    licence: str = "",
    document_id: str = "",
    start: int = -1,
    end: int = -1,
) -> Snippet:
    """The language is taken as named, else guessed; `undeclared` is what it imports and nobody states."""
    known = language_named(language)
    known = known if known and known != "output" else guessed_language(code)
    verdict = check(code, known)
    imported = imports_of(code, known)
    return Snippet(
        code=code,
        language=known,
        origin=origin,
        checked=verdict.checked,
        valid=verdict.valid,
        problem=verdict.problem,
        imports=imported,
        undeclared=undeclared(imported, known, dependencies),
        licence=licence,
        document_id=document_id,
        start=start,
        end=end,
    )
