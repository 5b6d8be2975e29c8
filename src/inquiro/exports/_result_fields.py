"""Fields of a macro's result for people: value, state, what the register says, and the words behind it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from inquiro.core.mixed_letters import mixed_words
from inquiro.core.types import Citation, FieldLabel, FieldSupport, LeiFinding, MacroResult, Report, ReportSource
from inquiro.exports._display import safe_url, source_numbers, telling
from inquiro.exports._fragment import live_link
from inquiro.exports._result_tree import Branch, Leaf, branches, written

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
MARKS = {"confirmed": "✓", "lapsed": "~", "unverified": "~", "not_found": "?"}
OTHER_MARK = "✗"


class Risk(IntEnum):
    """The smaller, the sooner it is shown; up to EDITED somebody has to look."""

    STOPPED = 0
    STOPPED_FOR_NOW = 1
    DISGUISED = 2
    UNSUPPORTED = 3
    INFERRED = 4
    EDITED = 5
    NONE = 6


_RISKS: dict[FieldLabel, Risk] = {
    "unsupported": Risk.UNSUPPORTED,
    "inferred": Risk.INFERRED,
    "edited": Risk.EDITED,
}


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
        url = live_link(self.source, self.citation)
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
        told = Counter(
            leaf.path for branch in found for leaf in branch.leaves
        )  # a key with a dot in it: two look alike
        empty: list[str] = []
        groups: dict[str, list[ShownPart]] = {}
        for branch in found:
            fields = [self._field(leaf, alone=told[leaf.path] == 1) for leaf in branch.leaves]
            empty += [field.path for field in fields if field.kind == "unfilled"]
            if kept := tuple(field for field in fields if field.kind != "unfilled"):
                groups.setdefault(_first(branch), []).append(_part(branch, kept))
        if named := tuple(self._named(told)):
            groups[IN_VERBS] = [ShownPart("", "", named)]
        empty += [telling(path) for path, one in self._support.items() if one.label == "unfilled" and path not in told]
        return ShownFields(tuple(ShownGroup(title, tuple(parts)) for title, parts in groups.items()), tuple(empty))

    def _field(self, leaf: Leaf, *, alone: bool) -> ShownField:
        support = self._support.get(leaf.path) if alone else None
        kind = _kind(leaf.value, support)
        findings = self._leis.get(leaf.path, ())
        quotes = tuple(self._quote(one) for one in support.evidence) if support else ()
        note = (telling(support.note),) if support and support.note else (OWN_WORDS,) if kind == "edited" else ()
        disguised = _disguises(leaf.value) if kind != "unfilled" else []
        return ShownField(
            path=telling(leaf.path),
            label=leaf.label,
            value=written(leaf.value),
            state=_state(kind, quotes),
            kind=kind,
            risk=min(_risk(kind, findings), Risk.DISGUISED if disguised else Risk.NONE),
            remarks=(*map(lei_told, findings), *disguised, *note),
            quotes=quotes,
        )

    def _named(self, told: Mapping[str, int]) -> Iterator[ShownField]:
        for path, findings in self._leis.items():
            if path not in told:
                for one in findings:
                    kind: FieldLabel = "unsupported" if one.blocks else "supported"
                    yield ShownField(
                        path=telling(path),
                        label="LEI",
                        value=written(one.lei),
                        state="in the verbs",
                        kind=kind,
                        risk=_risk("supported", [one]),
                        remarks=(lei_told(one),),
                    )

    def _quote(self, citation: Citation) -> ShownQuote:
        return ShownQuote(citation, self._sources.get(citation.source_id), self._numbers.get(citation.source_id))


def lei_told(finding: LeiFinding) -> str:
    """The verdict on an LEI, and what the register has under it."""
    verdict = f"{MARKS.get(finding.verdict, OTHER_MARK)} LEI {finding.verdict.replace('_', ' ')}"
    place = f" ({telling(finding.record_jurisdiction)})" if finding.record_jurisdiction else ""
    parts = [
        telling(finding.reason) if finding.blocks else "",
        f"the register has {telling(finding.record_name)}{place}" if finding.record_name else "",
        ", ".join(telling(one) for one in (finding.registration, finding.entity_status) if one),
        f"succeeded by {telling(', '.join(finding.successors))}" if finding.successors else "",
        f"perhaps meant: {telling(', '.join(finding.hints))}" if finding.hints else "",
    ]
    said = "; ".join(filter(None, parts))
    return f"{verdict}: {said}" if said else verdict


def is_filled(value: Any) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value not in (None, [], {})


def _kind(value: Any, support: FieldSupport | None) -> FieldLabel:
    """A field that says nothing is unfilled, and one that nothing speaks for has no source, whatever it claims."""
    if support is not None and support.label == "edited":
        return "edited"
    if not is_filled(value):
        return "unfilled"
    if support is None or support.label == "unfilled":
        return "unsupported"
    return "unsupported" if support.label in {"quoted", "supported"} and not support.evidence else support.label


def _disguises(value: Any) -> list[str]:
    """Ways in which a text may look like something that it is not."""
    if not isinstance(value, str):
        return []
    hidden = ["holds characters that cannot be seen"] if telling(value) != " ".join(value.split()) else []
    return [*hidden, *(telling(str(one)) for one in mixed_words(value))]


def _state(kind: FieldLabel, quotes: Sequence[ShownQuote]) -> str:
    listed = [one.source.type if one.source else "" for one in quotes]
    if kind in {"quoted", "supported"} and listed and all(one == "registry" for one in listed):
        return FROM_REGISTER
    return _STATES[kind]


def _risk(kind: FieldLabel, findings: Sequence[LeiFinding]) -> Risk:
    if any(one.blocks and not one.overridable for one in findings):
        return Risk.STOPPED
    if any(one.blocks for one in findings):
        return Risk.STOPPED_FOR_NOW
    return _RISKS.get(kind, Risk.NONE)


def _first(branch: Branch) -> str:
    return branch.trail[0] if branch.trail else "General"


def _part(branch: Branch, fields: tuple[ShownField, ...]) -> ShownPart:
    return ShownPart(" · ".join(branch.trail[1:]), telling(branch.path), fields)
