"""A small drawing of what each round added: bars for new facts, a line for the share that was new."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import RoundRecord

_WIDTH, _HEIGHT, _BASE, _TOP = 300, 120, 98, 18


def plot_rounds(rounds: Sequence[RoundRecord]) -> str:
    """A section with an inline SVG; one round alone has no course to show."""
    if len(rounds) < 2:
        return ""
    summary = ", ".join(f"round {r.iteration}: {r.new_facts}" for r in rounds)
    line = _line(rounds)
    key = '<br><span class="key line"></span> share of facts that were new' if line else ""
    return (
        '<section class="plot"><h2>What each round added</h2>'
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="New facts per round: {summary}">'
        f'<line class="axis" x1="0" y1="{_BASE}" x2="{_WIDTH}" y2="{_BASE}"/>{_bars(rounds)}{line}</svg>'
        f'<p><span class="key"></span> new facts{key}</p></section>'
    )


def _bars(rounds: Sequence[RoundRecord]) -> str:
    most = max(1, *(r.new_facts for r in rounds))
    slot = _WIDTH / len(rounds)
    width = min(36.0, slot * 0.6)
    parts = []
    for place, r in enumerate(rounds):
        height = (_BASE - _TOP) * max(0, r.new_facts) / most
        middle = slot * (place + 0.5)
        parts.append(
            f'<rect class="bar" x="{middle - width / 2:.1f}" y="{_BASE - height:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" rx="2"/>'
        )
        if len(rounds) <= 15:
            parts.append(f'<text x="{middle:.1f}" y="{_BASE - height - 5:.1f}">{r.new_facts}</text>')
            parts.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 6}">{r.iteration}</text>')
    return "".join(parts)


def _line(rounds: Sequence[RoundRecord]) -> str:
    slot = _WIDTH / len(rounds)
    points = [
        (slot * (place + 0.5), _BASE - (_BASE - _TOP) * min(1.0, max(0.0, r.saturation.new_facts_ratio)))
        for place, r in enumerate(rounds)
        if r.saturation is not None
    ]
    if len(points) < 2:
        return ""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
    return f'<polyline class="ratio" points="{path}"/>{dots}'
