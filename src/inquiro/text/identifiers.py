"""Identifiers in text: what is right to the last character or wrong."""

from __future__ import annotations

from typing import NamedTuple

import regex

_KNOWN = regex.compile(
    r"""
    (?P<url>https?://[^\s<>"\]]+)
    | (?P<doi>\b10\.\d{4,9}/[^\s<>"\]]+)
    | (?P<isbn>\bISBN(?:-1[03])?:?\s*(?:97[89][-\s]?)?\d(?:[-\s]?\d){8}[-\s]?[\dX]\b)
    | (?P<pmid>\bPMID:?\s*\d{1,9}\b | \bPMC\d{3,9}\b)
    | (?P<arxiv>\barXiv:\s?\d{4}\.\d{4,5}(?:v\d+)?\b)
    | (?P<lei>(?<![A-Z0-9])(?=[A-Z0-9]*[A-Z])[A-Z0-9]{18}\d{2}(?![A-Z0-9]))
    | (?P<version>\bv(?:ersion\s)?\d+(?:\.\d+)*\b | \brelease\s\d+(?:\.\d+)+\b | (?<![\d.,])\d+\.\d+\.\d+(?:\.\d+)*(?![\d,]))
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_TOKEN = regex.compile(r"(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑–/][\p{L}\p{N}]+)*(?![\p{L}\p{N}])")
_PART = regex.compile(r"[\p{L}\p{N}]+")
_ORDINAL_OR_AMOUNT = regex.compile(r"\p{Nd}+\p{L}{1,4}|(?:\p{Nd}+\p{L}{1,3})+", regex.IGNORECASE)
_DATE = regex.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})")
_GROUPED = regex.compile(r"\d{1,3}(?:\.\d{3})+")
_PLURAL = regex.compile(r"(?<=\p{N})['’]?s$")  # A350s, and F-16's
_NO_NAME = frozenset(  # before a number they say something about it
    "top under over mid pre post sub non past early late post first last day week month year page level phase type step part age "
    "aged grade about circa plus minus part than least most only some any all over unter über vor nach mitte bis seit "
    "eleven twelve twenty thirty forty fifty sixty seventy eighty ninety".split()
)
_SHORT_NAME = range(3, 9)  # letters of a name that may be written small: covid-19
_EDGES = ".,;:!?)'’”\"»"


class Identifier(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def identifiers(text: str) -> list[Identifier]:
    """DOIs, ISBNs, LEIs, PubMed ids, versions, addresses, and names with digits such as COVID-19 or F-16."""
    found: list[Identifier] = []
    for match in _KNOWN.finditer(text):
        written = match[0].rstrip(_EDGES)
        if match.lastgroup == "version" and (_DATE.fullmatch(written) or _GROUPED.fullmatch(written)):
            continue
        found.append(Identifier(match.lastgroup or "", written, match.start(), match.start() + len(written)))
    taken = [(one.start, one.end) for one in found]
    for match in _TOKEN.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found.extend(_coded(match))
    return sorted(found, key=lambda one: one.start)


def _coded(match: regex.Match[str]) -> list[Identifier]:
    """The parts of a hyphenated word that hold digits, with the letters they belong to."""
    found: list[Identifier] = []
    before: regex.Match[str] | None = None
    for part in _PART.finditer(match.string, match.start(), match.end()):
        written = part[0]
        if any(c.isdigit() for c in written):
            if _is_code(written):
                found.append(Identifier("code", written, part.start(), part.end()))
            elif written.isdecimal() and before and _names(before[0]) and len(written) < 4:
                found.append(Identifier("code", match.string[before.start() : part.end()], before.start(), part.end()))
        before = part
    return found


def _is_code(written: str) -> bool:
    if not _has_capital(written) or not written.isascii():
        return False
    return written[0].isalpha() or not _ORDINAL_OR_AMOUNT.fullmatch(written)


def _names(word: str) -> bool:
    """Whether letters before a number make a name with it, in any case: COVID-19, covid-19, but not under-18."""
    if _has_capital(word):
        return True
    return word.isalpha() and word.isascii() and len(word) in _SHORT_NAME and word not in _NO_NAME


def _has_capital(written: str) -> bool:
    return any(c.isupper() for c in written) and not any(c.isdigit() for c in written[:1])


def holds(evidence: str, wanted: Identifier) -> bool:
    """Whether a text has the identifier; hyphens, spaces, case and a plural s aside."""
    if wanted.kind == "version":
        number = regex.sub(r"^\D+", "", wanted.text)
        return regex.search(rf"(?<![\d.]){regex.escape(number)}(?!\.?\d)", evidence) is not None
    one = _PLURAL.sub("", wanted.text) if wanted.kind == "code" else wanted.text
    runs = regex.findall(r"\p{L}+|\p{N}+|[^\p{L}\p{N}\s\-‐‑–]", one)
    flexible = r"[-‐‑–\s:]*".join(regex.escape(run) for run in runs)
    many = r"(?:['’]?s)?" if wanted.kind == "code" and one[-1:].isdecimal() else ""
    pattern = rf"(?<![\p{{L}}\p{{N}}]){flexible}{many}(?![\p{{L}}\p{{N}}])"
    return regex.search(pattern, evidence, regex.IGNORECASE) is not None
