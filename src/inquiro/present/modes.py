"""Ideas, implementations and a paper as a tree: sentences with their claims, code apart with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inquiro.core.items_told import CodeTold, code_told, needs_told, ranking_told
from inquiro.core.types import IdeaResult, ImplementationResult, Report, ReportSource
from inquiro.present.blocks import (
    Block,
    Chip,
    Code,
    Heading,
    Inline,
    Items,
    Link,
    Paragraph,
    Spans,
    Text,
    heading,
    paragraph,
)
from inquiro.present.claim_text import ClaimText, clean_code, without_section
from inquiro.present.making import TONES
from inquiro.present.wording import LABELS, one_line, safe_url, without_folders

IDEAS, IMPLEMENTATIONS, PAPER = "Ideas", "Implementations", "Report"
REFERENCES = "References"
NONE_FOUND = "Nothing that was read gives any."
# Languages of code that every renderer only shows; others, such as mermaid or dataviewjs, some of them run.
_SHOWN = frozenset(
    "bash c c++ clojure cmake console cpp cs csharp css cuda dart diff dockerfile elixir erlang fortran go graphql "
    "groovy haskell hcl html ini java javascript js json julia kotlin lua makefile matlab nim nix ocaml perl php "
    "powershell proto protobuf pycon python py r ruby rust scala sh shell sql swift terraform text toml ts tsx jsx "
    "typescript vim xml yaml yml zig zsh".split()
)


def modes(report: Report) -> Iterator[Block]:
    """Everything that was asked for, in the order of the modes; nothing where nothing was found, or no mode asked for."""
    found = report.findings
    if found is None or not (found.ideas or found.implementations or found.report):
        return
    tree = _Tree(report)
    if "idea" in found.modes:
        yield heading(IDEAS, anchor="ideas")
        yield tree.items(found.ideas)
    if "implementation" in found.modes:
        yield heading(IMPLEMENTATIONS, anchor="implementations")
        yield tree.items(found.implementations)
    if found.report or "freeform" in found.modes:
        yield heading(PAPER, anchor="paper")
        yield from tree.paper()


def paper(report: Report) -> Iterator[Block]:
    """The paper alone, under headings of its own."""
    yield from _Tree(report).paper(below=0)


def problems(report: Report) -> list[str]:
    """What was wrong with a model's answers, as far as the notices do not say it."""
    return [line for line in (report.findings.problems if report.findings else ()) if line not in report.notices]


def language_tag(language: str) -> str:
    """What may stand behind a fence."""
    return language.lower() if language.lower() in _SHOWN else ""


class _Tree:
    """Matches the sentences of items and paper with the report's claims, each claim once and in order."""

    def __init__(self, report: Report) -> None:
        self._report, self._text = report, ClaimText(report)
        self._sentences = self._text.sentences

    def items(self, items: Sequence[IdeaResult | ImplementationResult]) -> Block:
        if not items:
            return paragraph(NONE_FOUND, "quiet")
        return Items(items=tuple(tuple(self._item(one)) for one in items), numbered=True)

    def paper(self, below: int = 1) -> Iterator[Block]:
        """What it cites is listed with all other sources."""
        paper = self._report.findings and self._report.findings.report
        if not paper or not paper.content.strip():
            yield paragraph(NONE_FOUND, "quiet")
            return
        known = iter(code_told(paper.content, paper.snippets, self._report))
        for block in without_section(self._text.blocks(paper.content, below=below), REFERENCES):
            if isinstance(block, Code):
                yield self._code(next(known, CodeTold(block.code, block.language, "")))
            else:
                yield block

    def _item(self, one: IdeaResult | ImplementationResult) -> Iterator[Block]:
        source = self._source(one)
        title = one_line(one.title) or one_line(source.title if source else "")
        title = title or one_line(without_folders(one.source))
        made = one if isinstance(one, ImplementationResult) else None
        code = code_told(made.content, made.snippets, self._report, made.source_id) if made else []
        if code:
            yield Paragraph(spans=(Text(text=title, strong=True), *self._where("", one, source)))
        for block in self._text.blocks(one.description):
            yield Paragraph(spans=_strong(block.spans)) if isinstance(block, Heading) else block
        yield from map(self._code, code)
        if facts := self._standing("" if code else title, one, source):
            yield Paragraph(spans=facts, kind="quiet")

    def _standing(self, title: str, one: IdeaResult | ImplementationResult, source: ReportSource | None) -> Spans:
        """Where it was found, and why it stands where it stands."""
        facts: list[Spans] = [self._where(title, one, source)] if title else []
        if one.label:
            facts.append((Chip(text=LABELS[one.label], tone=TONES[one.label]),))
        needs = needs_told(one) if isinstance(one, ImplementationResult) else ""
        reasons = "; ".join(one.ranking.reasons) if one.ranking else ""
        told = (ranking_told(one.ranking), needs, f"ranked so: {reasons}" if reasons else "")
        facts += [(Text(text=one_line(part), quiet=True),) for part in told if part]
        return _dotted(facts)

    def _where(self, title: str, one: IdeaResult | ImplementationResult, source: ReportSource | None) -> Spans:
        if source:
            return (
                *((Text(text=title),) if title else ()),
                self._sentences.marks([self._sentences.numbers[source.id]]),
            )
        url = safe_url(one.source)
        return (Link(text=title or one_line(one.source), url=url),) if url else (Text(text=title),) if title else ()

    def _source(self, one: IdeaResult | ImplementationResult) -> ReportSource | None:
        listed = self._report.sources
        by_id = next((source for source in listed if source.id == one.source_id), None)
        return by_id or next((source for source in listed if source.url == one.source), None)

    def _code(self, told: CodeTold) -> Code:
        parts: list[Spans] = [(Chip(text=one_line(doubt), tone="bad"),) for doubt in told.doubts]
        if told.origin:
            parts.append(self._origin(told.origin))
        parts += [(Text(text=one_line(part), quiet=True),) for part in told.remarks if part]
        return Code(code=clean_code(told.code), language=one_line(told.language), caption=_dotted(parts))

    def _origin(self, origin: str) -> Spans:
        """`quoted from [2]`: the number leads to its source."""
        before, opened, rest = origin.partition("[")
        number, _, after = rest.partition("]")
        if not opened or not number.isdecimal():
            return (Text(text=one_line(origin), quiet=True),)
        return (
            Text(text=before.rstrip(), quiet=True),
            self._sentences.marks([int(number)]),
            Text(text=after, quiet=True),
        )


def _strong(spans: Spans) -> Spans:
    """Headings inside an item are only strong: the document's outline is ours."""
    return tuple(Text(text=one.text, strong=True) if isinstance(one, Text) else one for one in spans)


def _dotted(parts: Sequence[Spans]) -> Spans:
    spans: list[Inline] = []
    for part in parts:
        spans += [*((Text(text=" · ", quiet=True),) if spans else ()), *part]
    return tuple(spans)
