"""How often the sentence checker errs, and what a model judged, in words."""

from __future__ import annotations

from inquiro.core.intervals import wilson
from inquiro.core.types import CanaryCount, CanaryKind, JudgeCount, KindCount

FEWEST = 30  # canaries: fewer say nothing
KINDS: dict[CanaryKind, str] = {
    "model": "quotes in the model's own words",
    "reworded": "quotes in other words by rule, checked without a model",
    "changed": "quotes with one thing changed or written otherwise, checked without a model",
}


def checker_fact(count: CanaryCount | None) -> str:
    """Misses and false alarms with n and the 95 % interval; nothing where too few sentences were tried."""
    if count is None or count.total < FEWEST:
        return ""
    over = f"over {count.runs} run{'s' * (count.runs != 1)}"
    if len(count.kinds) < 2:
        missed, alarms = _share(count.missed, count.known_false), _share(count.false_alarms, count.known_true)
        return f"missed {missed} sentences made false and doubted {alarms} true ones, {over}"
    told = [_kind(one) for name in KINDS for one in count.kinds if one.kind == name]
    return f"{'; '.join(told)}; {over}"


def _kind(one: KindCount) -> str:
    """Most like a report's own prose first."""
    missed, alarms = _share(one.missed, one.known_false), _share(one.false_alarms, one.known_true)
    return f"{KINDS[one.kind]}: missed {missed} made false, doubted {alarms} true ones"


def judged_fact(count: JudgeCount | None) -> str:
    """What rules left open, and what the model said about it; an answer whose words stand nowhere does not count."""
    if count is None:
        return ""
    named = {
        "supported": count.supported,
        "inferred": count.inferred,
        "unsupported": count.unsupported,
        "contradicted": count.contradicted,
        "left open": count.void + count.silent,
    }
    told = ", ".join(f"{number} {name}" for name, number in named.items() if number)
    tested = f"; of {count.tested} sentences made false on purpose it let {count.fooled} pass" if count.tested else ""
    doubt = "" if count.trusted else ", so its “supported” did not count"
    return f"{count.asked} sentences that rules could not decide: {told}{tested}{doubt}"


def _share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    rate = hits / n if n else 0.0
    return f"{hits} of {n} ({rate:.1%}, 95% interval {low:.1%} to {high:.1%})"
