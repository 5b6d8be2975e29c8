"""A small drawing of how much was found round by round, and of how much more there may be where that is known well."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.estimates import how_many_more
from inquiro.core.types import FactEstimate
from inquiro.present.blocks import Figure
from inquiro.present.html_cards import esc
from inquiro.present.making import useful

_WIDTH, _HEIGHT, _BASE, _TOP = 300, 130, 106, 16
_MOST_LABELS = 15  # rounds that have room for figures of their own
_TALLEST = 6  # times what was found: an estimate above that leaves the frame


def plot(figure: Figure) -> str:
    """A line for what was found, a dashed one for what is estimated to exist, in a band for the 95 % interval."""
    points = figure.points
    most = _ceiling(points)
    slot = _WIDTH / len(points)

    def at(place: int, facts: float) -> tuple[float, float]:
        return slot * (place + 0.5), _BASE - (_BASE - _TOP) * min(1.0, facts / most)

    known = [(place, told) for place, (_, told) in enumerate(points) if useful(told)]
    total = [at(place, told.found + (told.unseen or 0)) for place, told in known]
    lows = [at(place, told.found + (told.low or 0)) for place, told in known]
    highs = [at(place, told.found + (told.high or 0)) for place, told in known]
    line = [at(place, told.found) for place, (_, told) in enumerate(points)]
    summary = ", ".join(f"round {number}: {told.found}" for number, told in points)
    guess = f"; {how_many_more(points[-1][1])}" if useful(points[-1][1]) else ""
    key = ' <span class="key guess"></span> estimated to exist, with its 95&nbsp;% range' if known else ""
    return (
        f'<figure class="plot"><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="Facts found so far, {summary}{esc(guess)}">{_band(lows, highs)}'
        f'<line class="axis" x1="0" y1="{_BASE}" x2="{_WIDTH}" y2="{_BASE}"/>'
        f"{_line('total', total)}{_line('found', line)}{_figures(points, line)}</svg>"
        f'<figcaption><span class="key"></span> facts found so far, by round{key}</figcaption></figure>'
    )


def _ceiling(points: Sequence[tuple[int, FactEstimate]]) -> float:
    """What the top of the frame stands for; a wide range may leave it, what is likely should not."""
    found = max(1, *(told.found for _, told in points))
    known = [told for _, told in points if useful(told)]
    likely = max((told.found + (told.unseen or 0) for told in known), default=found)
    highest = max((told.found + (told.high or 0) for told in known), default=found)
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
