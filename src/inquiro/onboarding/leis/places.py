"""Where LEIs stand in a result, and which entity each one is said to be of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from inquiro.core.lei import claimed_leis, lei_problem

_LEI_FIELD = re.compile(r"(?:(?P<whose>.+)_)?lei(?:s|_(?:code|number|id))?")
_ITSELF = frozenset({"", "entity", "legal_entity", "company", "fund"})  # whose LEI it is, where it is the object's own
_NAMES = ("legal_name", "name", "entity_name", "company_name", "fund_name", "title")
_JURISDICTIONS = ("jurisdiction", "legal_jurisdiction", "domicile")
_COUNTRIES = ("country", "country_code")
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\s\-.]+")


class LeiClaim(NamedTuple):
    """An LEI as it stands in a result, right or wrong, with what is said beside it."""

    path: str
    lei: str
    name: str = ""
    jurisdiction: str = ""
    country: str = ""  # which may be that of an address


def leis_in(data: Any) -> list[LeiClaim]:
    """In the order of the data: fields that are called LEI, whatever stands there, and LEIs in any other text."""
    found: list[LeiClaim] = []
    waiting: list[tuple[str, Any, str, Mapping[str, Any]]] = [("", data, "", {})]
    while waiting:
        path, value, field, beside = waiting.pop()
        if isinstance(value, dict):
            fields = {_plain(str(name)): one for name, one in value.items()}
            inside = [(f"{path}.{name}" if path else str(name), one, str(name), fields) for name, one in value.items()]
            waiting.extend(reversed(inside))
        elif isinstance(value, list | tuple):
            waiting.extend(reversed([(f"{path}[{n}]", one, field, {}) for n, one in enumerate(value)]))
        else:
            found.extend(_claims(path, value, _LEI_FIELD.fullmatch(_plain(field)), beside))
    return found


def _claims(path: str, value: Any, field: re.Match[str] | None, beside: Mapping[str, Any]) -> list[LeiClaim]:
    if field is None:
        return [LeiClaim(path, lei) for lei in _in_text(value)] if isinstance(value, str) else []
    if value is None or isinstance(value, bool) or not str(value).strip():
        return []
    whose = field["whose"] or ""
    name, jurisdiction, country = (_said(beside, whose, said) for said in (_NAMES, _JURISDICTIONS, _COUNTRIES))
    return [LeiClaim(path, str(value), name, jurisdiction, country)]


def _in_text(text: str) -> list[str]:
    """An address may hold any token of twenty characters: there only a valid one is meant as an LEI."""
    address = text.lower().startswith(("http://", "https://"))
    return [lei for lei in claimed_leis(text) if not address or lei_problem(lei) is None]


def _said(beside: Mapping[str, Any], whose: str, names: tuple[str, ...]) -> str:
    """`owner_lei` goes with `owner_name` or a plain `owner`, and never with the name of the whole."""
    wanted = [f"{whose}_{name}" for name in names] if whose else []
    if whose and names is _NAMES:
        wanted.append(whose)
    if whose in _ITSELF:
        wanted.extend(names)
    return next((value for name in wanted if isinstance(value := beside.get(name), str) and value.strip()), "")


def _plain(name: str) -> str:
    return _WORD.sub("_", name).lower()
