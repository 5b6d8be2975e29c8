"""What was found out about an LEI, for people: a mark, and what the register has under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inquiro.core.types import LeiFinding, LeiVerdict

MARKS: dict[LeiVerdict, str] = {
    "confirmed": "✓",
    "malformed": "✗",
    "not_found": "?",
    "lapsed": "~",
    "inactive": "✗",
    "name_differs": "≠",
    "jurisdiction_differs": "≠",
    "unverified": "~",
}
Shown = Callable[[str], str]


def found_out(finding: LeiFinding, visible: Shown, quoted: Shown) -> Iterator[str]:
    """`visible` and `quoted`: how a text from outside is shown, and how a name is."""
    if finding.record_name:
        yield f"the register: {quoted(finding.record_name)}{_in(finding.record_jurisdiction, visible)}"
    if finding.name and (finding.name, finding.jurisdiction) != (finding.record_name, finding.record_jurisdiction):
        yield f"the research: {quoted(finding.name)}{_in(finding.jurisdiction, visible)}"
    if states := [visible(one) for one in (finding.registration, finding.entity_status) if one]:
        yield ", ".join(states)
    if finding.successors:
        yield f"succeeded by {', '.join(map(visible, finding.successors))}"
    if finding.hints:
        yield f"perhaps meant: {', '.join(map(visible, finding.hints))}"


def _in(jurisdiction: str, visible: Shown) -> str:
    return f" ({visible(jurisdiction)})" if jurisdiction else ""
