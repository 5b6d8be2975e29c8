"""Ideas, implementations and a paper as every format for people shows them: sentences with their claims, code apart."""

from __future__ import annotations

from inquiro.core.items_told import CodeTold, code_told, needs_told, ranking_told
from inquiro.core.prose import pieces
from inquiro.core.types import ClaimLabel, IdeaResult, ImplementationResult, Report, ReportSource, Value
from inquiro.exports._answer import Block, ClaimFinder, block_of, without_section
from inquiro.exports._display import LABELS, one_line, safe_url, source_numbers, visible, without_folders

IDEAS, IMPLEMENTATIONS, PAPER = "Ideas", "Implementations", "Report"
REFERENCES = "References"
NONE_FOUND = "Nothing that was read gives any."
_DEEPEST = 6
# Languages of code that every renderer only shows; others, such as mermaid or dataviewjs, some of them run.
_SHOWN = frozenset(
    "bash c c++ clojure cmake console cpp cs csharp css cuda dart diff dockerfile elixir erlang fortran go graphql "
    "groovy haskell hcl html ini java javascript js json julia kotlin lua makefile matlab nim nix ocaml perl php "
    "powershell proto protobuf pycon python py r ruby rust scala sh shell sql swift terraform text toml ts tsx jsx "
    "typescript vim xml yaml yml zig zsh".split()
)


class Item(Value, frozen=True, kw_only=True):
    """One idea or implementation: its words, its code, and why it stands where it stands."""

    number: int
    title: str
    source: int | None  # its number in the list of sources
    url: str | None  # of a source that is not in that list
    label: ClaimLabel | None
    ranking: str
    reasons: str
    blocks: tuple[Block, ...]
    code: tuple[CodeTold, ...] = ()
    needs: str = ""

    @property
    def standing(self) -> list[str]:
        """Label and ranking in words."""
        return [part for part in (LABELS[self.label] if self.label else "", self.ranking) if part]


class Shown(Value, frozen=True, kw_only=True):
    """A research as it is laid out; a mode that nobody asked for is None."""

    ideas: tuple[Item, ...] | None
    implementations: tuple[Item, ...] | None
    paper: tuple[Block, ...] | None
    paper_code: tuple[CodeTold, ...] = ()  # what is known of the code in the paper, in its order

    @property
    def empty(self) -> bool:
        return not (self.ideas or self.implementations or self.paper)


def shown(report: Report) -> Shown | None:
    """None for a report that answers a question."""
    found = report.findings
    if found is None:
        return None
    prose = _Prose(report)
    paper = found.report
    return Shown(
        ideas=tuple(prose.item(n, one) for n, one in enumerate(found.ideas, 1)) if "idea" in found.modes else None,
        implementations=tuple(prose.item(n, one) for n, one in enumerate(found.implementations, 1))
        if "implementation" in found.modes
        else None,
        paper=tuple(prose.paper(paper.content)) if paper else (() if "freeform" in found.modes else None),
        paper_code=tuple(code_told(paper.content, paper.snippets, report)) if paper else (),
    )


def problems(report: Report) -> list[str]:
    """What was wrong with a model's answers, as far as the notices do not say it."""
    return [line for line in (report.findings.problems if report.findings else ()) if line not in report.notices]


def clean_code(code: str) -> str:
    """Code as it is, without characters that show one thing and mean another."""
    return visible(code.replace("\r\n", "\n").replace("\r", "\n"))


def language_tag(language: str) -> str:
    """What may stand behind a fence."""
    return language.lower() if language.lower() in _SHOWN else ""


class _Prose:
    """Texts of one report: their sentences are matched with its claims, each claim once and in order."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._finder = ClaimFinder(report, bare=True)
        self._numbers = source_numbers(report)
        self._addresses = {
            f"({source.url})": f"[{self._numbers[source.id]}]" for source in report.sources if source.url
        }

    def item(self, number: int, one: IdeaResult | ImplementationResult) -> Item:
        source = self._source(one)
        named = one_line(one.title) or one_line(source.title if source else "")
        told = one if isinstance(one, ImplementationResult) else None
        return Item(
            number=number,
            title=named or one_line(without_folders(one.source)),
            source=self._numbers[source.id] if source else None,
            url=None if source else safe_url(one.source),
            label=one.label,
            ranking=ranking_told(one.ranking),
            reasons=one_line("; ".join(one.ranking.reasons)) if one.ranking else "",
            blocks=tuple(self.blocks(one.description)),
            code=tuple(code_told(told.content, told.snippets, self._report, told.source_id)) if told else (),
            needs=one_line(needs_told(told)) if told else "",
        )

    def paper(self, content: str) -> list[Block]:
        """Its headings stand one level below ours; what it cites is listed with all other sources."""
        return [
            Block(kind="heading", spans=block.spans, level=min(block.level + 1, _DEEPEST))
            if block.kind == "heading"
            else block
            for block in without_section(self.blocks(content), REFERENCES)
        ]

    def blocks(self, text: str) -> list[Block]:
        found: list[Block] = []
        for piece in pieces(visible(text)):
            if piece.kind == "code":
                found.append(Block(kind="code", code=clean_code(piece.text), language=piece.language))
            else:
                found.append(block_of(piece._replace(text=self._marked(piece.text)), self._finder))
        return found

    def _marked(self, text: str) -> str:
        """An address of a source in parentheses is a citation of it."""
        for address, mark in self._addresses.items():
            text = text.replace(address, mark)
        return text

    def _source(self, one: IdeaResult | ImplementationResult) -> ReportSource | None:
        listed = self._report.sources
        by_id = next((source for source in listed if source.id == one.source_id), None)
        return by_id or next((source for source in listed if source.url == one.source), None)
