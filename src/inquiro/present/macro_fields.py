"""Fields of a macro's result for people: value, state, what the register says, and the words behind it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from inquiro.core.field_labels import label_of
from inquiro.core.field_risks import Risk, disguises, risk_of
from inquiro.core.lei_findings import MARKS, found_out
from inquiro.core.types import Citation, FieldLabel, LeiFinding, MacroResult, Report, ReportSource
from inquiro.present.live_link import live_link
from inquiro.present.value_tree import Branch, Leaf, branches, value_line
from inquiro.present.wording import safe_url, source_numbers, spelled_line

LONGEST_QUOTE = 400  # on a screen
IN_VERBS = "LEIs that only the verbs name"
_STATES: dict[FieldLabel, str] = {
    "quoted": "quoted",
    "supported": "supported",
    "inferred": "inferred",
    "unsupported": "no source",
    "unfilled": "not filled",
    "edited": "edited",
}
FROM_REGISTER = "from the register"
OWN_WORDS = "not from the research"


class ShownQuote(NamedTuple):
    """The exact words, with the source's number in the list, if it is listed."""

    citation: Citation
    source: ReportSource | None
    number: int | None

    @property
    def link(self) -> tuple[str, str] | None:
        """Words and address; sentences on a register's record are ours, so that no page can be opened at them."""
        if self.source is None:
            return None
        if self.source.type == "registry":
            url = safe_url(self.source.url)
            return ("the record", url) if url and url.startswith("http") else None
        url = live_link(safe_url(self.source.url) or "", self.source.media_type, self.citation)
        return ("in the page", url) if url else None


class ShownField(NamedTuple):
    path: str
    label: str
    value: str
    state: str
    kind: FieldLabel  # for those who colour it
    risk: Risk
    remarks: tuple[str, ...] = ()
    quotes: tuple[ShownQuote, ...] = ()

    @property
    def numbers(self) -> list[int]:
        return list(dict.fromkeys(quote.number for quote in self.quotes if quote.number is not None))


class ShownPart(NamedTuple):
    """One object or list: `3. Nordwind Aktien`, at `funds[2]`."""

    title: str
    path: str
    fields: tuple[ShownField, ...]


class ShownGroup(NamedTuple):
    """What stands under one name at the top of the result."""

    title: str
    parts: tuple[ShownPart, ...]

    @property
    def size(self) -> int:
        return sum(len(part.fields) for part in self.parts)


class ShownFields(NamedTuple):
    groups: tuple[ShownGroup, ...]
    unfilled: tuple[str, ...]  # paths


def shown_fields(result: MacroResult, report: Report) -> ShownFields:
    return _Reader(result, report).read()


class _Reader:
    """Holds what is known of every path."""

    def __init__(self, result: MacroResult, report: Report) -> None:
        self._data = result.data
        self._support = {one.path: one for one in result.fields}
        self._leis: defaultdict[str, list[LeiFinding]] = defaultdict(list)
        for finding in result.leis:
            self._leis[finding.path].append(finding)
        self._sources = {source.id: source for source in report.sources}
        self._numbers = source_numbers(report)

    def read(self) -> ShownFields:
        found = list(branches(self._data))
        told = Counter(leaf.path for branch in found for leaf in branch.leaves)  # keys with dots: two may look alike
        empty: list[str] = []
        groups: dict[str, list[ShownPart]] = {}
        for branch in found:
            fields = [self._field(leaf, alone=told[leaf.path] == 1) for leaf in branch.leaves]
            empty += [field.path for field in fields if field.kind == "unfilled"]
            if kept := tuple(field for field in fields if field.kind != "unfilled"):
                groups.setdefault(_first(branch), []).append(_part(branch, kept))
        if named := tuple(self._named(told)):
            groups[IN_VERBS] = [ShownPart("", "", named)]
        empty += [
            spelled_line(path) for path, one in self._support.items() if one.label == "unfilled" and path not in told
        ]
        return ShownFields(tuple(ShownGroup(title, tuple(parts)) for title, parts in groups.items()), tuple(empty))

    def _field(self, leaf: Leaf, *, alone: bool) -> ShownField:
        support = self._support.get(leaf.path) if alone else None
        kind = label_of(leaf.value, support)
        findings = self._leis.get(leaf.path, ())
        quotes = tuple(self._quote(one) for one in support.evidence) if support else ()
        note = (spelled_line(support.note),) if support and support.note else (OWN_WORDS,) if kind == "edited" else ()
        disguised = disguises(leaf.value)
        return ShownField(
            path=spelled_line(leaf.path),
            label=leaf.label,
            value=value_line(leaf.value),
            state=_state(kind, quotes),
            kind=kind,
            risk=risk_of(leaf.value, kind, findings, disguised),
            remarks=(*map(_lei_told, findings), *map(spelled_line, disguised), *note),
            quotes=quotes,
        )

    def _named(self, told: Mapping[str, int]) -> Iterator[ShownField]:
        for path, findings in self._leis.items():
            if path not in told:
                for one in findings:
                    kind: FieldLabel = "unsupported" if one.blocks else "supported"
                    yield ShownField(
                        path=spelled_line(path),
                        label="LEI",
                        value=value_line(one.lei),
                        state="in the verbs",
                        kind=kind,
                        risk=risk_of(one.lei, kind, [one], []),
                        remarks=(_lei_told(one),),
                    )

    def _quote(self, citation: Citation) -> ShownQuote:
        return ShownQuote(citation, self._sources.get(citation.source_id), self._numbers.get(citation.source_id))


def _lei_told(finding: LeiFinding) -> str:
    """The verdict on an LEI, and what the register has under it."""
    verdict = f"{MARKS[finding.verdict]} LEI {finding.verdict.replace('_', ' ')}"
    reason = spelled_line(finding.reason) if finding.blocks else ""
    said = "; ".join(filter(None, (reason, *found_out(finding, spelled_line, spelled_line))))
    return f"{verdict}: {said}" if said else verdict


def _state(kind: FieldLabel, quotes: Sequence[ShownQuote]) -> str:
    listed = [one.source.type if one.source else "" for one in quotes]
    if kind in {"quoted", "supported"} and listed and all(one == "registry" for one in listed):
        return FROM_REGISTER
    return _STATES[kind]


def _first(branch: Branch) -> str:
    return branch.trail[0] if branch.trail else "General"


def _part(branch: Branch, fields: tuple[ShownField, ...]) -> ShownPart:
    return ShownPart(" · ".join(branch.trail[1:]), spelled_line(branch.path), fields)
