"""The fields of a result on the screen: what needs a look first and whole, what is proven in few lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph, column
from inquiro.cli.text import as_it_is, count, plain, shortened
from inquiro.onboarding.reviewing.views import EvidenceView, FieldView

MARK_STYLES = {"✓": "green", "✗": "red", "?": "red", "≠": "red", "~": "yellow", "!": "yellow"}
LABEL_STYLES = {"quoted": "green", "supported": "green", "unsupported": "red", "inferred": "yellow", "edited": "cyan"}
LEGEND = "LEI: ✓ record and name match · ✗ wrong or ended · ? not in the register · ≠ another entity · ~ not certain"
_NARROWEST = 24  # cells of a quote that still say something


class Fields:
    """Riskiest first, in the order that the view gives."""

    def __init__(self, fields: Sequence[FieldView], *, full: bool = False, whole: bool = False) -> None:
        self.fields, self.full, self.whole = fields, full, full or whole

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        urgent = [one for one in self.fields if one.needs_look]
        filled = [one for one in self.fields if not one.needs_look and (self.full or one.label != "unfilled")]
        empty = [one for one in self.fields if one not in filled and not one.needs_look]
        if any(one.leis for one in self.fields):
            yield ""
            yield Paragraph(Text(LEGEND, style="dim"))
        for title, some in ((count(len(urgent), "field") + _need(urgent), urgent), (_rest(filled, urgent), filled)):
            if some:
                yield ""
                yield Paragraph(Text(title, style="bold cyan"))
                for one in some:
                    yield from self._field(one, column(options))
        if empty:
            names = ", ".join(as_it_is(one.path) for one in empty)
            yield ""
            yield Paragraph(Text(f"Not filled: {names}", style="dim"), INDENT, 2)

    def _field(self, one: FieldView, width: int) -> Iterator[RenderableType]:
        mark = "".join(dict.fromkeys(lei.mark for lei in one.leis)) or ("!" if one.needs_look else "·")
        value = as_it_is(one.whole if self.whole else one.value)
        yield Paragraph(
            Text.assemble(
                (mark, MARK_STYLES.get(mark[0], "dim")),
                (f" {as_it_is(one.path)} ", "bold"),
                f"{value}  ",
                (one.label, LABEL_STYLES.get(one.label, "dim")),
            ),
            INDENT,
            4,
        )
        for lei in one.leis:
            if lei.verdict != "confirmed" or self.full:
                told = ": ".join(filter(None, [f"LEI {lei.verdict}", plain(lei.reason), plain(lei.told)]))
                yield Paragraph(Text(told, style=MARK_STYLES.get(lei.mark, "")), INDENT + 2, 2)
        yield from (Paragraph(Text(plain(note), style="yellow"), INDENT + 2, 2) for note in one.notes)
        pieces = one.evidence if self.full else one.evidence[:1]
        more = len(one.evidence) - len(pieces)
        for piece in pieces:
            yield from _whole(piece, more) if self.full or one.needs_look else _brief(piece, more, width)
        if one.to_do:
            yield Paragraph(Text(f"→ {plain(one.to_do)}", style="yellow"), INDENT + 2, 2)


class Named:
    """Of verbs and batches: the LEIs that they name, with what the register says."""

    def __init__(self, fields: Sequence[FieldView]) -> None:
        self.leis = [lei for one in fields for lei in one.leis]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.leis:
            yield ""
            yield Paragraph(Text("LEIs that the verbs name", style="bold cyan"))
        for lei in self.leis:
            told = ": ".join(filter(None, [lei.verdict, plain(lei.reason), plain(lei.told)]))
            yield Paragraph(
                Text.assemble((lei.mark, MARK_STYLES.get(lei.mark, "")), f" {as_it_is(lei.lei)} ", (told, "dim")),
                INDENT,
                2,
            )


def _need(urgent: Sequence[FieldView]) -> str:
    return f" {'needs' if len(urgent) == 1 else 'need'} a look, riskiest first"


def _rest(filled: Sequence[FieldView], urgent: Sequence[FieldView]) -> str:
    return f"{count(len(filled), 'other field' if urgent else 'field')}, riskiest first"


def _whole(piece: EvidenceView, more: int) -> Iterator[RenderableType]:
    others = f"(and {count(more, 'more quote')})" if more else ""
    where = " ".join(filter(None, [plain(piece.source), plain(piece.url), others]))
    yield Paragraph(Text(where, style="dim"), INDENT + 2, 2)
    before = f"…{plain(piece.before)} " if piece.before else ""
    after = f" {plain(piece.after)}…" if piece.after else ""
    yield Paragraph(Text.assemble((before, "dim"), plain(piece.quote), (after, "dim")), INDENT + 4)


def _brief(piece: EvidenceView, more: int, width: int) -> Iterator[RenderableType]:
    """The source's number and the quote, on one line."""
    source = plain(piece.source).partition(" ")[0] + (f" +{more}" if more else "")
    room = max(width - INDENT - 3 - len(source), _NARROWEST)
    yield Paragraph(Text(f"{source} {shortened(piece.quote, room)}", style="dim"), INDENT + 2)
