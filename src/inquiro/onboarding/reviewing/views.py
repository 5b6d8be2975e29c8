"""What a reviewer sees, as plain values: terminal, browser, form and REST all show this and nothing else."""

from __future__ import annotations

from inquiro.core.types import Value


class ShownValue(Value, frozen=True, kw_only=True):
    path: str
    value: str  # in a line; a long one is cut and says so
    whole: str


class EvidenceView(Value, frozen=True, kw_only=True):
    """The exact words, and where they stand."""

    source: str
    url: str
    quote: str
    before: str = ""
    after: str = ""
    place: str = ""


class LeiView(Value, frozen=True, kw_only=True):
    mark: str  # ✓ ✗ ? ≠ ~
    verdict: str
    lei: str = ""  # exactly as it stands there
    reason: str = ""
    told: str = ""  # what the register says


class FieldView(Value, frozen=True, kw_only=True):
    """One field of the result, with what speaks for it and what is to be done."""

    path: str
    value: str
    whole: str
    label: str
    risk: int  # the smaller, the riskier
    needs_look: bool
    notes: tuple[str, ...] = ()
    evidence: tuple[EvidenceView, ...] = ()
    leis: tuple[LeiView, ...] = ()
    to_do: str = ""


class CallView(Value, frozen=True, kw_only=True):
    """A verb as it will run, or why it cannot."""

    text: str
    stopped: str = ""


class GroupView(Value, frozen=True, kw_only=True):
    key: str
    title: str
    calls: tuple[CallView, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # it can run, and may not mean what it seems to
    source: tuple[str, ...] = ()  # the lines as they are written, comments and all


class SourceView(Value, frozen=True, kw_only=True):
    id: str
    url: str
    title: str = ""
    snippet: str = ""


class ReviewView(Value, frozen=True, kw_only=True):
    id: str
    kind: str
    title: str
    status: str
    version: int
    hash: str  # of the payload that is shown, counted anew
    short_hash: str
    summary: str
    warnings: tuple[str, ...] = ()
    fields: tuple[FieldView, ...] = ()  # riskiest first
    groups: tuple[GroupView, ...] = ()
    problems: tuple[str, ...] = ()
    stopped: tuple[ShownValue, ...] = ()  # LEIs that no verb may name, and why
    sources: tuple[SourceView, ...] = ()
    measured: tuple[ShownValue, ...] = ()
    params: tuple[ShownValue, ...] = ()
    definition: tuple[ShownValue, ...] = ()  # the macro as it was when it ran
    origin: str = ""
    draft: str = ""
    decision: tuple[str, ...] = ()
