"""A review on the screen: made from its view and nothing else, riskiest first, with what can be done next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.field_views import Fields, Named
from inquiro.cli.rows import INDENT, Paragraph, Parts, Row, column
from inquiro.cli.text import as_it_is, count, plain, shortened
from inquiro.core.types import OVERRIDABLE, Review
from inquiro.onboarding.reviewing.views import GroupView, ReviewView, ShownValue, SourceView

STATUS_STYLES = {"pending": "yellow", "approved": "green", "rejected": "red"}
FEW_GROUPS = 3  # rows of a batch whose verbs are shown; the others are named
_BEFORE_TITLE = 8 + 10 + 8 + 3 * 2


class ReviewScreen:
    """Everything that a decision is about; `deciding`: of what will run, nothing is cut or only named."""

    def __init__(self, view: ReviewView, *, full: bool = False, deciding: bool = False) -> None:
        self.view, self.full, self.whole = view, full, full or deciding

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        view = self.view
        yield Row("Review", Text.assemble((view.id[:8], "bold"), f"  {plain(view.title)}"))
        yield Row("", standing(view))
        yield Row("Found", found(view), style="bold")
        for number, line in enumerate(view.decision):
            yield Row("" if number else "Decision", plain(line), style=STATUS_STYLES.get(view.status, ""))
        for line in view.warnings:
            yield Row("Warning", plain(line), style="red")
        yield from _values("Asked for", view.params, full=self.whole)
        yield Fields(view.fields, full=self.full, whole=self.whole) if view.kind == "macro" else Named(view.fields)
        yield from self._verbs()
        yield from self._behind()

    def _verbs(self) -> Iterator[RenderableType]:
        view = self.view
        if view.stopped:
            yield Heading("LEIs that no verb may name")
            for one in view.stopped:
                yield Paragraph(Text.assemble(("✗ ", "red"), as_it_is(one.path), f": {plain(one.value)}"), INDENT, 2)
            if any(lei.verdict in OVERRIDABLE for field in view.fields for lei in field.leis):
                told = "one that is lapsed or unverified may be overridden: --override LEI=REASON"
                yield Paragraph(Text(told, style="dim"), INDENT + 2, 2)
        if view.groups:
            yield Heading("Verbs as they will run")
        elif view.kind == "macro":
            yield Heading("No verbs follow from it")
        shown = view.groups if self.whole else view.groups[:FEW_GROUPS]
        for group in shown:
            yield Group(group, titled=len(view.groups) > 1, written=self.full)
        for group in view.groups[len(shown) :]:
            state = f": {plain(group.problems[0])}" if group.problems else ""
            style = "red" if state else "dim"
            named = f"{plain(group.title or group.key)} ({count(len(group.calls), 'verb')}){state}"
            yield Paragraph(Text(named, style=style), INDENT, 2)
        if len(shown) < len(view.groups):
            yield Paragraph(Text(f"inquiro review show {view.id[:8]} --full writes all of them out", style="dim"))
        for problem in view.problems:
            yield Paragraph(Text(f"✗ cannot run: {plain(problem)}", style="red"), INDENT, 2)

    def _behind(self) -> Iterator[RenderableType]:
        view = self.view
        if view.sources:
            yield Heading("Sources")
        for source in view.sources:
            yield Paragraph(_source(source), INDENT, 2)
            if self.full and source.snippet not in ("", '""'):
                yield Paragraph(Text(plain(source.snippet), style="dim"), INDENT + 2)
        if view.measured:
            yield Heading("Quality")
            yield from (Paragraph(_pair(one, full=self.full), INDENT, 2) for one in view.measured)
        if view.draft:
            yield Row("Draft", f"an edit was refused: inquiro review edit {view.id[:8]} --draft goes on with it")
        if self.full and view.definition:
            yield Heading("The macro as it was when it ran")
            yield from (Paragraph(_pair(one, full=True), INDENT, 2) for one in view.definition)


class Heading:
    def __init__(self, words: str) -> None:
        self.words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield ""
        yield Paragraph(Text(self.words, style="bold cyan"))


class Group:
    """The verbs of one group, each character of them."""

    def __init__(self, group: GroupView, *, titled: bool, written: bool = False) -> None:
        self.group, self.titled, self.written = group, titled, written

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        group = self.group
        if self.titled:
            yield Paragraph(Text(f";; {plain(group.title or group.key)}", style="dim"), INDENT, 3)
        for call in group.calls:
            for line in call.text.split("\n"):
                bare = line.lstrip()
                yield Paragraph(Text(as_it_is(bare)), INDENT + len(line) - len(bare), 4)
            if call.stopped:
                yield Paragraph(Text(f"✗ cannot run: {plain(call.stopped)}", style="red"), INDENT + 2, 2)
        for problem in group.problems:
            yield Paragraph(Text(f"✗ {plain(problem)}", style="red"), INDENT, 2)
        for warning in group.warnings:
            yield Paragraph(Text(f"⚠ {plain(warning)}", style="yellow"), INDENT, 2)
        if self.written or not group.calls:
            yield from (Paragraph(Text(as_it_is(line), style="dim"), INDENT, 4) for line in group.source if line)


class ReviewTable:
    def __init__(self, reviews: Sequence[Review], *, everything: bool) -> None:
        self.reviews, self.everything = reviews, everything

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.reviews:
            yield Text("Nothing waits for a decision." + ("" if self.everything else " --all lists what was decided."))
            return
        yield Text(f"{'review':<8}  {'status':<10}  {'hash':<8}  title", style="dim")
        for one in self.reviews:
            status = (f"{one.status:<10}", STATUS_STYLES.get(one.status, "dim"))
            title = shortened(one.title, max(column(options) - _BEFORE_TITLE, 12))
            yield Text.assemble(f"{one.id[:8]}  ", status, f"  {one.payload_hash[:8]}  {title}")


def review_line(review: Review) -> dict[str, object]:
    """A review for a list, without its payload."""
    built = review.to_dict()
    kept = ("id", "kind", "title", "status", "version", "payload_hash", "session_id", "run_id", "created_at")
    return {name: built[name] for name in (*kept, "edited_by")}


def found(view: ReviewView) -> str:
    """What it is about; only the fields of a macro's result have evidence to look at."""
    return plain(view.summary if view.kind == "macro" else view.summary.partition(";")[0])


def standing(view: ReviewView) -> Text:
    state = (view.status, STATUS_STYLES.get(view.status, "dim"))
    return Text.assemble(state, f" · version {view.version} · hash ", (view.short_hash, "bold"))


def recap(view: ReviewView) -> Iterator[RenderableType]:
    """What was shown, in few lines that fit on any screen: the rest may have scrolled away."""
    verbs = Counter(call.text[1:].split(None, 1)[0].rstrip(")") for group in view.groups for call in group.calls)
    stopped = sum(bool(call.stopped) for group in view.groups for call in group.calls)
    yield ""
    yield Row("Review", Text.assemble((view.id[:8], "bold"), f"  {plain(view.title)}"))
    yield Row("", standing(view))
    yield Row("Found", found(view))
    if verbs:
        listed = ", ".join(f"{number:,} {plain(name)}" for name, number in verbs.most_common())
        yield Row("Verbs", listed)
    if stopped:
        yield Row("Stopped", f"{count(stopped, 'verb')} cannot run", style="red")
    for line in (*view.warnings, *view.problems):
        yield Row("Warning", plain(line), style="red")


def next_steps(view: ReviewView) -> Parts:
    short = view.id[:8]
    if view.status == "approved":
        return Parts([f"inquiro review execute {short}"])
    if view.status != "pending":
        return Parts([f"inquiro review show {short} --full"])
    edit = [f"inquiro review edit {short}"] if view.kind == "macro" else []
    return Parts([f"inquiro review approve {short} --execute", *edit, f"inquiro review reject {short}"])


def _values(label: str, values: Sequence[ShownValue], *, full: bool) -> Iterator[RenderableType]:
    told = [one for one in values if full or one.value not in ("null", "[]", "{}", '""')]
    yield from (Row("" if number else label, _pair(one, full=full)) for number, one in enumerate(told))


def _pair(one: ShownValue, *, full: bool) -> Text:
    return Text.assemble((f"{as_it_is(one.path)} ", "dim"), as_it_is(one.whole if full else one.value))


def _source(source: SourceView) -> Text:
    return Text.assemble(f"[{plain(source.id)}] {plain(source.title)}", (f"  {plain(source.url)}", "dim"))
