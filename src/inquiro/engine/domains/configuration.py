"""What a domain file says, and how the files become configurations: ours first, then the user's."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec
import regex

from inquiro.core.decoders import convert
from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.core.types import Json, Value

GENERAL = "general"
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Keyword = Annotated[str, msgspec.Meta(pattern=r"^(?:[^\s*][^*]*|[^\s]*\*[^\s]*)$")]  # `*` within one word only
Pattern = Annotated[str, msgspec.Meta(max_length=200)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$")]


class Signs(Value, frozen=True, kw_only=True):
    """Words of one language that speak for a domain; in a single word, `*` stands for any letters."""

    keywords: tuple[Keyword, ...] = ()
    decisive: tuple[Keyword, ...] = ()


class DomainConfiguration(Value, frozen=True, kw_only=True):
    """Per-domain source configuration."""

    domain: Name
    description: str
    primary_sources: tuple[Name, ...]
    secondary_sources: tuple[Name, ...] = ()
    academic_required: bool = False
    verification_threshold: Share = 0.6
    keywords: tuple[Keyword, ...] = ()  # one of them is a hint, two make a case
    excluded_sources: tuple[Name, ...] = ()
    decisive: tuple[Keyword, ...] = ()  # one of them makes the case alone
    patterns: tuple[Pattern, ...] = ()  # regular expressions over the question as written; one makes the case alone
    languages: dict[str, Signs] = msgspec.field(default_factory=dict)  # the same two lists for other languages
    examples: tuple[str, ...] = ()  # questions of this field as people ask them
    vocabulary: str = ""  # words of such questions, with spaces between: none is a hint, all of them are weighed
    fresh_years: Annotated[int, msgspec.Meta(ge=1)] = 10  # how long what is written stays current
    suitable_publishers: tuple[Name, ...] = ()  # kinds of publisher that know this field better than most


def load_domains(
    folder: Path | None = None, known_sources: Collection[str] | None = None
) -> dict[str, DomainConfiguration]:
    """The domains by name: those that ship, then what a user's folder adds or replaces.

    With `known_sources`, a file that names any other source is refused, so that a typing error is seen at once.
    """
    own: dict[str, DomainConfiguration] = {}
    for path in sorted(folder.glob("*.toml")) if folder and folder.is_dir() else ():
        found = _read(str(path), _text(path))
        if found.domain in own:
            raise NotConfigured(f"{path}: the domain '{found.domain}' is in another file of this folder too")
        if unknown := sorted({*_sources(found)} - {*(known_sources or _sources(found))}):
            listed = ", ".join(sorted(known_sources or ()))
            raise NotConfigured(f"{path}: unknown source {', '.join(unknown)}; known: {listed}")
        own[found.domain] = found
    return _shipped() | own


def domain_named(name: str, domains: Mapping[str, DomainConfiguration]) -> DomainConfiguration:
    """The domain a user asked for by name."""
    if name not in domains:
        raise UnknownName("domain", name, domains)
    return domains[name]


@cache  # reading them takes 25 ms, and every run asks
def _shipped() -> dict[str, DomainConfiguration]:
    entries = sorted(files(__package__).iterdir(), key=lambda entry: entry.name)
    read = (_read(entry.name, entry.read_text("utf-8")) for entry in entries if entry.name.endswith(".toml"))
    return {found.domain: found for found in read}


def _sources(found: DomainConfiguration) -> tuple[str, ...]:
    return (*found.primary_sources, *found.secondary_sources, *found.excluded_sources)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotConfigured(f"{path} cannot be read: {error}") from error


def _read(name: str, text: str) -> DomainConfiguration:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotConfigured(f"domain file {name} is not valid TOML: {error}") from error
    _refuse_unknown(name, data, DomainConfiguration)
    languages = data.get("languages", {})
    for code, table in languages.items() if isinstance(languages, dict) else ():
        _refuse_unknown(f"{name} [languages.{code}]", table if isinstance(table, dict) else {}, Signs)
    try:
        found = convert(data, DomainConfiguration)
    except msgspec.ValidationError as error:
        raise NotConfigured(f"domain file {name}: {error}") from error
    for pattern in found.patterns:
        try:
            regex.compile(pattern)
        except regex.error as error:
            raise NotConfigured(f"domain file {name}: pattern '{pattern}' is wrong: {error}") from error
    if torn := sorted({*found.primary_sources, *found.secondary_sources} & {*found.excluded_sources}):
        raise NotConfigured(f"domain file {name}: {', '.join(torn)} cannot be a source and excluded at once")
    return found


def _refuse_unknown(name: str, data: Json, shape: type[Value]) -> None:
    known = [field.name for field in msgspec.structs.fields(shape)]
    if unknown := sorted({*data} - {*known}):
        raise NotConfigured(f"domain file {name}: unknown key {', '.join(unknown)}; known: {', '.join(known)}")
