"""`Name: value` lines at the top of a document, as letters and proposals carry them, and what they tell about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from inquiro.readers._assemble import Facts
from inquiro.readers._byline import names_of
from inquiro.text.iso_dates import parse_date

_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z]*(?:-[A-Za-z]+)*):(?:[ \t]+(?P<value>.*))?$")
_MOST = 60
_BETWEEN_NAMES = re.compile(r"\s*[,;]+(?:\s*(?:and|und|et|y)\s+)?\s*|\s+(?:and|und)\s+|\s*&\s*|\n")
_SUFFIX = re.compile(r"(?i)(?:jr|sr|ph\.?\s?d|m\.?d|ii|iii|iv)\.?")
_DATES = ("published", "date", "created", "issued", "post-history", "last-modified")


class Headers(NamedTuple):
    fields: dict[str, str]  # by name in lower case
    lines: list[str]  # every field on a line of its own
    rest: int  # how many lines of the document they take


def split_headers(lines: list[str]) -> Headers | None:
    """The fields before the first blank line; None where these lines are something else."""
    fields: list[tuple[str, str]] = []
    end = next((at for at, line in enumerate(lines[:_MOST]) if not line.strip()), len(lines[:_MOST]))
    for line in lines[:end]:
        found = _FIELD.match(line)
        if found:
            fields.append((found["name"], (found["value"] or "").strip()))
        elif fields and line[0] in " \t":
            fields[-1] = (fields[-1][0], f"{fields[-1][1]} {line.strip()}".strip())
        else:
            return None
    values = {name.lower(): value for name, value in reversed(fields)}
    if not values.get("title"):
        return None
    return Headers(values, [f"{name}: {value}" for name, value in fields], end)


def facts_of_headers(values: Mapping[str, str]) -> Facts:
    date = next((iso for name in _DATES if (iso := parse_date(values.get(name, "")))), None)
    return Facts(
        title=values.get("title", ""),
        author=names(values.get("author") or values.get("authors") or values.get("from") or "") or None,
        published=date,
        language=values.get("language") or values.get("content-language") or values.get("lang") or None,
        status=values.get("status", ""),
        version=values.get("version", ""),
    )


def names(stated: str) -> str:
    """People by their names alone, with one comma between them."""
    return ", ".join(_people(names_of(stated)))


def _people(stated: str) -> list[str]:
    found: list[str] = []
    for part in _BETWEEN_NAMES.split(stated):
        name = part.strip(" ,;.\t\"'")
        if found and _SUFFIX.fullmatch(name):
            found[-1] = f"{found[-1]}, {name}"
        elif any(char.isalpha() for char in name):
            found.append(name)
    return list(dict.fromkeys(found))
