"""What is wrong with a call of a verb, in the same words before there are data and after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from inquiro.core.types import VerbSpec
from inquiro.onboarding.verbs.argument_types import names_of

_MOST_MEANT = 3  # verbs that may have been meant


def unknown_verb(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = get_close_matches(name, names, n=_MOST_MEANT)
    advice = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    return f"unknown verb '{name}'; {advice}"


def unknown_argument(spec: VerbSpec, name: str) -> str:
    near = get_close_matches(name, names_of(spec), n=1)
    listed = ", ".join(f":{one.name}" for one in spec.arguments) or "none"
    kept = f"; anything else goes into :attributes {{:{name} …}}" if "attributes" in names_of(spec) and not near else ""
    return f"{spec.name} takes no :{name}; {f'did you mean :{near[0]}? ' if near else ''}known: {listed}{kept}"


def missing(spec: VerbSpec, given: Collection[str]) -> Iterator[str]:
    """`given`: arguments by the names that the verb itself gives them."""
    for one in spec.arguments:
        if one.required and one.name not in given:
            yield f"{spec.name} needs :{one.name}{f' ({one.description})' if one.description else ''}"
    for group in spec.one_of:
        if not any(name in given for name in group):
            yield f"{spec.name} needs one of {', '.join(f':{name}' for name in group)}"
