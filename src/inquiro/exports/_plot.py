"""Small drawings of how much was found and how much more there may be: round by round, and point by point."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.estimates import counted, how_many_more
from inquiro.core.types import FactEstimate, Report, RoundRecord
from inquiro.exports._display import shortened
from inquiro.exports._html_text import esc
from inquiro.exports._plot_rounds import plot_rounds

_WIDTH, _HEIGHT, _BASE, _TOP = 300, 130, 106, 16
_MOST_LABELS = 15  # rounds that have room for figures of their own
_TALLEST = 6  # times what was found: an estimate above that leaves the frame, and the words tell it
_ROW, _BAR, _LONGEST = 34, 9, 44
_FIGURES = 84  # room for what stands behind a bar


def plot(report: Report) -> str:
    """A section with inline SVG, or nothing where nothing was counted."""
    if report.estimate is None or not report.rounds:
        return plot_rounds(report.rounds)  # a report from before there were estimates
    told = f"{_facts(report.estimate)}; {how_many_more(report.estimate)}."
    why = (
        f'<p class="why" dir="auto"><b>Why it stopped:</b> {esc(report.stop_reason)}</p>' if report.stop_reason else ""
    )
    return (
        f'<section class="plot"><h2>Found, and still to be found</h2>{_course(report.rounds)}'
        f"<p>{told}</p>{_items(report)}{why}</section>"
    )


def _facts(told: FactEstimate) -> str:
    facts, documents = ("" if n == 1 else "s" for n in (told.found, told.documents))
    several = f", {told.found - told.once} of them in more than one source" if told.found else ""
    return f"{told.found} different fact{facts} in {told.documents} document{documents}{several}"


def _labels(report: Report) -> dict[str, str]:
    return {item.id: shortened(item.label or item.description, _LONGEST) or item.id for item in report.checklist}


# -- round by round --------------------------------------------------------------------------------


def _course(rounds: Sequence[RoundRecord]) -> str:
    """A line for what was found, a dashed one for what is estimated to exist, in a band for the 95 % interval."""
    points = [(turn.iteration, turn.estimate) for turn in rounds if turn.estimate is not None]
    if len(points) < 2:
        return ""
    most = _ceiling([told for _, told in points])
    slot = _WIDTH / len(points)

    def at(place: int, facts: float) -> tuple[float, float]:
        return slot * (place + 0.5), _BASE - (_BASE - _TOP) * min(1.0, facts / most)

    known = [(place, told) for place, (_, told) in enumerate(points) if told.unseen is not None]
    total = [at(place, told.found + (told.unseen or 0)) for place, told in known]
    lows = [at(place, told.found + (told.low or 0)) for place, told in known]
    highs = [at(place, told.found + (told.high or 0)) for place, told in known]
    line = [at(place, told.found) for place, (_, told) in enumerate(points)]
    summary = ", ".join(f"round {number}: {told.found}" for number, told in points)
    key = '<br><span class="key guess"></span> estimated to exist, with its 95&nbsp;% range' if known else ""
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Facts found so far, {summary}; '
        f'{esc(how_many_more(points[-1][1]))}">{_band(lows, highs)}'
        f'<line class="axis" x1="0" y1="{_BASE}" x2="{_WIDTH}" y2="{_BASE}"/>'
        f"{_line('total', total)}{_line('found', line)}{_figures(points, line)}</svg>"
        f'<p><span class="key"></span> facts found so far, by round{key}</p>'
    )


def _ceiling(points: Sequence[FactEstimate]) -> float:
    """What the top of the frame stands for; a wide range may leave it, what is likely should not."""
    found = max(1, *(told.found for told in points))
    likely = max(told.found + (told.unseen or 0) for told in points)
    highest = max(told.found + (told.high or 0) for told in points)
    return max(found, min(_TALLEST * found, highest, 1.5 * likely))


def _band(lows: list[tuple[float, float]], highs: list[tuple[float, float]]) -> str:
    if len(lows) == 1:  # one estimate alone has a range, but no course
        (x, low), (_, high) = lows[0], highs[0]
        return f'<rect class="band" x="{x - 9:.1f}" y="{high:.1f}" width="18" height="{low - high:.1f}"/>'
    return f'<polygon class="band" points="{_path([*lows, *reversed(highs)])}"/>' if lows else ""


def _line(name: str, points: list[tuple[float, float]]) -> str:
    if len(points) == 1:
        x, y = points[0]
        return f'<line class="{name}" x1="{x - 9:.1f}" y1="{y:.1f}" x2="{x + 9:.1f}" y2="{y:.1f}"/>'
    return f'<polyline class="{name}" points="{_path(points)}"/>' if points else ""


def _figures(points: Sequence[tuple[int, FactEstimate]], line: list[tuple[float, float]]) -> str:
    dots = "".join(f'<circle class="spot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in line)
    if len(points) > _MOST_LABELS:
        return dots
    return dots + "".join(
        f'<text x="{x:.1f}" y="{y + 14 if y < _BASE - 20 else y - 7:.1f}">{told.found}</text>'
        f'<text x="{x:.1f}" y="{_HEIGHT - 8}">{number}</text>'
        for (number, told), (x, y) in zip(points, line, strict=True)
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


# -- point by point --------------------------------------------------------------------------------


def _items(report: Report) -> str:
    """For each checklist item a bar for what was found, and a lighter one for what is estimated to exist besides."""
    labels = _labels(report)
    told = [one for one in report.item_estimates if one.item in labels]
    if not told:
        return ""
    most = max(1.0, *(_shown(one) for one in told))
    rows = "".join(_bars(one, labels[one.item], place, most) for place, one in enumerate(told))
    summary = "; ".join(f"{labels[one.item]}: {counted(one)}" for one in told)
    return (
        f'<h3>Point by point</h3><svg viewBox="0 0 {_WIDTH} {_ROW * len(told)}" role="img" '
        f'aria-label="Facts by point: {esc(summary)}">{rows}</svg>'
        '<p><span class="key"></span> found <span class="key more"></span> estimated to exist besides</p>'
    )


def _shown(told: FactEstimate) -> float:
    return told.found + min(told.unseen or 0.0, (_TALLEST - 1) * max(told.found, 1))


def _bars(told: FactEstimate, label: str, place: int, most: float) -> str:
    room = _WIDTH - _FIGURES
    top = _ROW * place + 18
    found, whole = room * told.found / most, room * _shown(told) / most
    return (
        f"<g><title>{esc(counted(told))}</title>"
        f'<text class="name" x="0" y="{top - 6}">{esc(label)}</text>'
        f'<rect class="more" x="{found:.1f}" y="{top}" width="{whole - found:.1f}" height="{_BAR}"/>'
        f'<rect class="bar" x="0" y="{top}" width="{max(found, 1):.1f}" height="{_BAR}"/>'
        f'<text class="name" x="{whole + 6:.1f}" y="{top + _BAR - 1}">{_short(told)}</text></g>'
    )


def _short(told: FactEstimate) -> str:
    return f"{told.found} + {'?' if told.unseen is None else f'{round(told.unseen):,}'}"
