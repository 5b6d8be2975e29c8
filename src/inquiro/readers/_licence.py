"""The licence that a page states for its content or code: read from what says so in so many words, else unknown.

A page about licences names many and states none; one that names another work's licence does not state its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from inquiro.core.types import Anchor, CodeSpan

_VERSION = r"(?:[\s,-]*(?:version\s*|v\.?\s*)?(?P<{0}>\d(?:\.\d)?)(?![\d.]*\d))?"
_NAMES: tuple[tuple[str, str], ...] = (
    ("CC0", r"CC[\s-]?0(?:[\s-]*1\.0)?(?:\s+universal)?|creative\s+commons\s+zero"),
    ("CC", r"(?:CC|creative\s+commons)[\s:-]*(?P<kind>(?:(?:BY|attribution)(?:[\s-]*(?:NC|SA|ND|non-?commercial|share-?alike"
           r"|no-?deriv(?:ative|s)\w*))*))" + _VERSION.format("cc")),
    ("AGPL", r"(?:GNU\s+)?(?:AGPL|affero\s+general\s+public\s+licen[cs]e)" + _VERSION.format("agpl")),
    ("LGPL", r"(?:GNU\s+)?(?:LGPL|lesser\s+general\s+public\s+licen[cs]e)" + _VERSION.format("lgpl")),
    ("GPL", r"(?:GNU\s+)?(?:GPL|general\s+public\s+licen[cs]e)" + _VERSION.format("gpl")),
    ("Apache", r"apache(?:\s+software)?(?:\s+licen[cs]e)?" + _VERSION.format("apache")),
    ("MIT", r"(?:MIT|expat)"),
    ("BSD-2-Clause", r"(?:simplified|(?:2|two)[\s-]clause)\s+BSD|BSD[\s-](?:2|two)[\s-]clause"),
    ("BSD-3-Clause", r"(?:new|modified|revised|(?:3|three)[\s-]clause)\s+BSD|BSD[\s-](?:3|three)[\s-]clause"),
    ("BSD", r"BSD"),
    ("MPL", r"(?:MPL|mozilla\s+public\s+licen[cs]e)" + _VERSION.format("mpl")),
    ("EPL", r"(?:EPL|eclipse\s+public\s+licen[cs]e)" + _VERSION.format("epl")),
    ("ISC", r"ISC"),
    ("Unlicense", r"(?:the\s+)?unlicense"),
    ("PSF-2.0", r"(?:PSF|python\s+software\s+foundation)(?:[\s-]+licen[cs]e)?(?:[\s-]+(?:version\s+)?2(?:\.0)?)?"),
    ("Zlib", r"zlib"),
    ("BSL-1.0", r"boost\s+software\s+licen[cs]e(?:\s+1\.0)?|BSL-1\.0"),
    ("WTFPL", r"WTFPL"),
)  # fmt: skip
_ANY = "|".join(f"(?P<n{at}>{pattern})" for at, (_, pattern) in enumerate(_NAMES))
_NAME = re.compile(rf"(?i)(?<![\w-])(?:{_ANY})(?![\w])")
_ADDRESSES: tuple[tuple[str, str], ...] = (
    (r"creativecommons\.org/(?:publicdomain/zero)(?:/1\.0)?", "CC0"),
    (r"creativecommons\.org/licenses/(?P<kind>by(?:-nc)?(?:-sa|-nd)?)/(?P<version>\d\.\d)", "CC"),
    (r"creativecommons\.org/licenses/(?P<kind>by(?:-nc)?(?:-sa|-nd)?)/?$", "CC"),
    (r"apache\.org/licenses/LICENSE-2\.0", "Apache-2.0"),
    (r"gnu\.org/(?:licenses|copyleft)/(?P<gnu>agpl|lgpl|gpl)(?:-(?P<gnu_version>\d\.\d))?", "GNU"),
    (r"(?:opensource|spdx)\.org/licenses?/(?P<spdx>[\w.+-]+?)(?:\.html|-license\.php|\.php)?/?$", "SPDX"),
)
_ADDRESS = tuple((re.compile(pattern, re.IGNORECASE), name) for pattern, name in _ADDRESSES)
_SPDX = re.compile(
    r"SPDX-License-Identifier:[ \t]*(?P<said>[A-Za-z0-9.+-]+(?:[ \t]+(?:OR|AND|WITH)[ \t]+[A-Za-z0-9.+-]+){0,3})"
)
_WORK = (
    r"(?:work|site|website|wiki|page|content|contribution|text|article|post|blog|book|tutorial|guide|documentation|docs|material"
    r"|project|package|library|repository|repo|software|program|code|source|sample|example|snippet|notebook|model|dataset|data"
    r"|tool|framework|module|paper)s?"
)
# Who speaks of its own: "this work is", "all code samples in this book are", "user contributions", "© 2020 Ann Lee,", nobody.
_SUBJECT = re.compile(
    rf"""(?ix) (?:
    | (?:except|unless)\b .*
    | (?:this|our|these|all|any)\s+ (?:[\w/]+[\s-]+){{0,4}}? {_WORK}\b .{{0,60}}
    | (?:the\s+)? (?:[a-z]+\s+){{0,2}}? {_WORK} (?:\s+(?:and|or)\s+\w+)?
      (?:\s+(?:in|on|of|for|from|at)\s+(?:this|these|our)\s+[\w\s]{{1,30}}?)? (?:\s+(?:is|are))?
    | (?:©|copyright\b|\(c\)) .*
    | (?:it|they)\s+(?:is|are)
    )\s* (?:\s\w+ly)? \s*"""
)
_UNDER = re.compile(
    r"(?i)\b(?:(?:dual[\s-])?licen[cs]ed|released|available|distributed|published|shared|provided|open[\s-]sourced?)"
    r"(?:\s+\w+){0,2}?\s+under\s+(?=(?P<rest>[^\n]{2,120}))"
)
_SENTENCE_END = re.compile(r"[.;:!?|•·]\s+|\n")
_FIELD = re.compile(r"(?im)^[ \t>*|-]*licen[cs]e[ \t]*[:：][ \t]*(?P<rest>[^\n]{2,60})$")
_ABOUT = re.compile(
    r"(?i)\blicen[cs](?:e|es|ing)\b|\bcopyright\b|\bSPDX\b|\bcreative\s+commons\b|\bopen[\s-]source\s+initiative\b"
)
_SECTION = re.compile(
    r"(?i)(?:\d+[.)]?\s*)?(?:copyright\s*(?:and|&)\s*)?licen[cs](?:e|ing)(?:\s*(?:and|&)\s*copyright)?"
)
_WORD = re.compile(r"(?i)licen[cs]")
_ALTERNATIVE = re.compile(r"(?i)(?:\s+licen[cs]e)?,?\s+(?P<word>or|and)\s+(?:the\s+)?")
_MANY = 3
_SECTION_LENGTH = 400
_SUBJECT_LENGTH = 160
_LEAD_IN = re.compile(
    r"(?i)^(?:the\s+|a\s+|an\s+)?(?:terms\s+of\s+)?(?:the\s+|a\s+|an\s+)?(?:permissive\s+|open[\s-]source\s+)?"
)


def licence_stated(
    text: str,
    title: str,
    headings: Sequence[Anchor] = (),
    *,
    code: Sequence[CodeSpan] = (),
    marked: Iterable[str] = (),
    asides: Sequence[str] = (),
) -> str:
    """`marked` are addresses and names that the page marks as its licence, `asides` lines from anywhere on it."""
    if said := [name for one in marked if (name := licence_at(one) or licence_named(one))]:
        return _agreed(said)
    if _ABOUT.search(title) or not (asides or _WORD.search(text)):
        return ""
    prose, beside = _without_code(text, code), "\n".join(asides)
    if len(_families(prose)) >= _MANY:
        return ""
    headers = [licence_named(found["said"]) or found["said"] for found in _SPDX.finditer(text)]
    return (
        _agreed(headers)
        or _agreed(_under(beside))
        or _agreed([*_under(prose), *_fields(prose)])
        or _agreed(_sections(prose, headings))
    )


def _without_code(text: str, code: Sequence[CodeSpan]) -> str:
    """The prose at its old positions: an example may show a licence that is not the page's."""
    pieces, at = [], 0
    for span in code:
        pieces += [text[at : span.start], " " * (span.end - span.start)]
        at = span.end
    return "".join((*pieces, text[at:]))


def licence_at(address: str) -> str:
    """The short name of the licence that an address leads to."""
    for pattern, name in _ADDRESS:
        found = pattern.search(address.strip())
        if found is None:
            continue
        if name == "CC":
            return f"CC {found['kind'].upper()} {found.groupdict().get('version') or ''}".strip()
        if name == "GNU":
            return "-".join(part for part in (found["gnu"].upper(), found["gnu_version"]) if part)
        return licence_named(found["spdx"]) if name == "SPDX" else name
    return ""


def licence_named(name: str) -> str:
    """The short name of a licence that is all that is said: `mit`, `Apache License, Version 2.0`, `CC-BY-SA-4.0`."""
    said = name.strip().strip(".\"'")
    found = _NAME.match(_LEAD_IN.sub("", said.replace("_", "-")))
    rest = _LEAD_IN.sub("", said)[found.end() :] if found else said
    known = found is not None and re.fullmatch(
        r"(?i)[\s-]*(?:(?:international|universal|unported|licen[cs]e|only|or[\s-]later|clause|\d\.0|,|\+)[\s-]*)*",
        rest,
    )
    return _short(found) if found and known else ""


def _short(found: re.Match[str]) -> str:
    at = next(at for at in range(len(_NAMES)) if found[f"n{at}"] is not None)
    name = _NAMES[at][0]
    if name == "CC":
        kind = _creative_commons(found["kind"])
        return f"CC {kind} {found['cc'] or ''}".strip()
    if name in {"AGPL", "LGPL", "GPL", "Apache", "MPL", "EPL"}:
        version = found[name.lower()]
        return name + (f"-{version if '.' in version else version + '.0'}" if version else "")
    return name


def _creative_commons(kind: str) -> str:
    bare = re.sub(r"[\s-]", "", kind.lower())
    parts = ["BY"]
    parts += ["NC"] if "nc" in bare.replace("noncommercial", "nc") else []
    parts += ["SA"] if bare.endswith("sa") or "sharealike" in bare else []
    parts += ["ND"] if bare.endswith("nd") or "noderiv" in bare else []
    return "-".join(parts)


def _families(text: str) -> set[str]:
    """The kinds of licences that a text names, where it speaks of licences at all."""
    near = (text[max(0, found.start() - 100) : found.end() + 100] for found in list(_WORD.finditer(text))[:200])
    return {_short(name).partition("-")[0][:4] for part in near for name in _NAME.finditer(part)}


def _under(text: str) -> list[str]:
    return [
        name
        for found in _UNDER.finditer(text)
        if (name := _leading(found["rest"])) and _is_its_own(text, found.start())
    ]


def _is_its_own(text: str, at: int) -> bool:
    """Whether what stands before in the sentence speaks of the page itself."""
    before = _SENTENCE_END.split(text[max(0, at - _SUBJECT_LENGTH) : at])[-1]
    before = re.sub(r"(?i)\s+(?:is|are|be|been|made)\s*$", " ", before)
    return _SUBJECT.fullmatch(before.strip(" \t-*>,(")) is not None


def _fields(text: str) -> list[str]:
    return [name for found in _FIELD.finditer(text) if (name := licence_named(found["rest"]))]


def _sections(text: str, headings: Sequence[Anchor]) -> list[str]:
    """What stands under a heading that says no more than "License"."""
    found = []
    for at, heading in enumerate(headings):
        if _SECTION.fullmatch(heading.label.strip()):
            begin = heading.offset + len(heading.label)
            end = min(headings[at + 1].offset if at + 1 < len(headings) else len(text), begin + _SECTION_LENGTH)
            found += [_short(name) for name in _NAME.finditer(text, begin, end)]
    return found


def _leading(rest: str) -> str:
    """The licence right after "under", and its alternative; something else first means that something else is meant."""
    bare = _LEAD_IN.sub("", rest)
    found = _NAME.match(bare)
    if found is None:
        return ""
    link = _ALTERNATIVE.match(bare, found.end())
    other = _NAME.match(bare, link.end()) if link else None
    return f"{_short(found)} {link['word'].upper()} {_short(other)}" if link and other else _short(found)


def _agreed(names: Sequence[str]) -> str:
    """The one that is named, in its fullest form; where several are named, nobody knows which holds for what."""
    distinct = [
        name for name in dict.fromkeys(names) if not any(other != name and other.startswith(name) for other in names)
    ]
    return distinct[0] if len(distinct) == 1 else ""
