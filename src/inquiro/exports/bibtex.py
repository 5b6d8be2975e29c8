"""BibTeX: one entry per source, under keys that stay the same from run to run."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from inquiro.core.types import Report, ReportSource
from inquiro.exports._citing import ARTICLES, address, author_names, is_organisation, remarks
from inquiro.present.checker import checker_fact
from inquiro.present.wording import RUN_CLOSE, RUN_OPEN, one_line, run_facts, title_of

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "@": r"{@}",
}
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)")


class BibtexExport:
    name = "bibtex"
    suffix = ".bib"
    media_type = "application/x-bibtex; charset=utf-8"

    def render(self, report: Report) -> bytes:
        entries = [_entry(key, source) for key, source in _keyed(report.sources)]
        return "\n\n".join([_run(report), *entries, ""]).encode()


def latex(text: str) -> str:
    """Text on one line in which LaTeX finds nothing to act on."""
    return "".join(_SPECIAL.get(character, character) for character in one_line(text))


def _keyed(sources: tuple[ReportSource, ...]) -> Iterator[tuple[str, ReportSource]]:
    seen: Counter[str] = Counter()
    for source in sources:
        key = _key(source)
        seen[key] += 1
        yield (key if seen[key] == 1 else f"{key}-{seen[key]}"), source


def _key(source: ReportSource) -> str:
    """First author or first long title word, year, and a few digits of the address."""
    author = next(iter(author_names(source.author)), "")
    surname = author.split(",")[0] if "," in author else author.split(" ")[-1]
    words = [_ascii(word) for word in (surname, *title_of(source).split())]
    word = next((word for word in words if len(word) > 3), "source")
    digest = hashlib.sha256(f"{source.url}\n{source.title}".encode(errors="replace")).hexdigest()[:6]
    return f"{word[:24]}{_year(source)}-{digest}"


def _ascii(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word).casefold()
    return "".join(character for character in folded if character.isascii() and character.isalnum())


def _year(source: ReportSource) -> str:
    found = _YEAR.search(source.published or "")
    return found[0] if found else ""


def _name(name: str) -> str:
    """BibTeX would take the last word of an organisation for a family name."""
    return f"{{{latex(name)}}}" if is_organisation(name) else latex(name)


def _entry(key: str, source: ReportSource) -> str:
    url = address(source)
    fields = {
        "title": f"{{{latex(title_of(source))}}}",
        "author": " and ".join(map(_name, author_names(source.author))),
        "year": _year(source),
        "doi": latex(source.doi or ""),
        "url": url,
        "howpublished": "" if url else latex(source.url),
        "note": latex(_note(source)),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@{'article' if source.type in ARTICLES else 'misc'}{{{key},\n" + ",\n".join(lines) + "\n}"


def _note(source: ReportSource) -> str:
    published = f"published {source.published}" if source.published else ""
    return "; ".join(part for part in (remarks(source), source.type, published) if part)


def _run(report: Report) -> str:
    """Text between entries is a comment to BibTeX, unless it holds an at sign."""
    told = checker_fact(report.checker)
    known = [*run_facts(report), *([("Sentence checker", told)] if told else [])]
    facts = "\n".join(f"% {name}: {latex(value)}".replace("@", "") for name, value in known)
    return f"% {RUN_OPEN}\n{facts}\n% {RUN_CLOSE}"


plugin = BibtexExport
