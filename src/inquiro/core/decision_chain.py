"""Decisions as a chain: the hash of each covers all that was said, and the hash of the decision before it.

The decisions of a research session are one chain, those outside of any session another. A decision that is changed,
taken out or put in between no longer fits its neighbours. Whoever can write to the database can also make the whole
chain anew: only a hash that was noted down elsewhere shows that. Decisions from before there were hashes have none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from inquiro.core.types.base import Value

COVERED = (
    "id",
    "review_id",
    "org_id",
    "verdict",
    "version",
    "seen_hash",
    "payload_hash",
    "edits_made",
    "overrides",
    "reason",
    "who",
    "channel",
    "at",
    "previous_hash",
)
_NOT_KEPT = re.compile("[\x00\ud800-\udfff]")  # every database keeps another character in its place


class DecisionLink(Value, frozen=True, kw_only=True):
    """One decision of a chain; `counted` is its hash made anew from what is stored, empty where it has none."""

    review_id: str
    hash: str
    previous_hash: str
    counted: str


class ChainProblem(Value, frozen=True, kw_only=True):
    review_id: str
    message: str


class DecisionChain(Value, frozen=True, kw_only=True):
    decisions: int
    not_chained: int  # from before there were hashes
    head: str  # the newest hash: noted down elsewhere, it shows a chain that was made anew
    problems: tuple[ChainProblem, ...] = ()

    def about(self, review_id: str) -> list[str]:
        return [one.message for one in self.problems if one.review_id == review_id]


def decision_hash(said: Mapping[str, Any]) -> str:
    """Over the fields of a decision by name; its payload is covered by its own hash."""
    covered = {name: _plain(said[name]) for name in COVERED}
    return sha256(json.dumps(covered, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def checked_chain(links: Iterable[DecisionLink]) -> DecisionChain:
    """Oldest first."""
    problems: list[ChainProblem] = []
    decisions = not_chained = 0
    head = ""
    for link in links:
        decisions += 1
        if not link.hash and not head:
            not_chained += 1
            continue
        problems += [ChainProblem(review_id=link.review_id, message=told) for told in _wrong(link, head)]
        head = link.hash or head
    return DecisionChain(decisions=decisions, not_chained=not_chained, head=head, problems=tuple(problems))


def _wrong(link: DecisionLink, head: str) -> Iterator[str]:
    named = f"the decision on review {link.review_id[:8]}"
    if not link.hash:
        yield f"{named} has no hash, though an earlier one has: it was changed in the database"
        return
    if link.counted != link.hash:
        yield f"{named} does not fit its hash: it was changed in the database"
    if link.previous_hash != head:
        yield f"{named} does not follow the one before it: a decision was changed, taken out or put in"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        moment = value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
        return moment.isoformat(timespec="microseconds")
    if isinstance(value, str):
        return _NOT_KEPT.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    return value
