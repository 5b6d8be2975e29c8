"""The register of legal entities as the verbs and checks see it; every call may raise an EffectError."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from inquiro.core.types import Value

ParentKind = Literal["direct", "ultimate"]
WHY_NO_PARENT = {  # the register's words for a parent that is not reported, in plain ones
    "NO_LEI": "the parent has no LEI",
    "NATURAL_PERSONS": "it is controlled by natural persons",
    "NON_CONSOLIDATING": "its parent does not consolidate it",
    "NO_KNOWN_PERSON": "no known person controls it",
    "NON_PUBLIC": "the parent is not public",
}
FundKind = Literal["umbrella-fund", "fund-manager"]  # who stands above a fund


class RegisterRecord(Value, frozen=True, kw_only=True):
    """What the register says about one entity, in its own words."""

    lei: str
    name: str
    other_names: tuple[str, ...] = ()
    entity_status: str = ""  # ACTIVE, INACTIVE
    registration: str = ""  # ISSUED, LAPSED, RETIRED, ANNULLED, MERGED, DUPLICATE, …
    jurisdiction: str = ""
    category: str = ""  # GENERAL, FUND, BRANCH, SOLE_PROPRIETOR, …
    legal_form: str = ""
    registered_as: str = ""
    city: str = ""
    country: str = ""
    corroboration: str = ""  # FULLY_CORROBORATED, …
    next_renewal: str = ""
    successors: tuple[str, ...] = ()  # LEIs where the register gives them, else names
    parents: Mapping[str, str] = msgspec.field(default_factory=dict)  # direct | ultimate -> lei-record | exception
    below: tuple[str, ...] = ()  # direct-children, managed-funds, …: of which the register has any
    above: tuple[str, ...] = ()  # umbrella-fund, fund-manager: of which the register has one


class ParentFound(Value, frozen=True, kw_only=True):
    """A parent, or why there is none: NO_KNOWN_PERSON, NATURAL_PERSONS, NON_CONSOLIDATING, NO_LEI, NON_PUBLIC, …"""

    record: RegisterRecord | None = None
    exception: str = ""


class RegisterRelation(Value, frozen=True, kw_only=True):
    """`child` is consolidated, managed or held by `parent`, and how well the register knows it."""

    child: str  # LEIs
    parent: str
    type: str = ""  # IS_DIRECTLY_CONSOLIDATED_BY, …
    status: str = ""  # ACTIVE, INACTIVE
    corroboration: str = ""


class Register(Protocol):
    async def record(self, lei: str) -> RegisterRecord | None:
        """None: the register answered that there is no such LEI."""

    async def records(self, leis: tuple[str, ...]) -> list[RegisterRecord]: ...
    async def search(self, name: str, limit: int = 10, jurisdiction: str = "") -> list[RegisterRecord]:
        """Best first: by the words of the name, else by names that look like it."""

    async def parent(self, lei: str, kind: ParentKind) -> ParentFound: ...
    async def children(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRecord]:
        """Every page of them, up to the limit."""

    async def relations(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRelation]:
        """Those in which it is the parent, every page of them."""

    async def parent_relation(self, lei: str, kind: ParentKind) -> RegisterRelation | None: ...
    async def managed_funds(self, lei: str, limit: int = 1000) -> list[RegisterRecord]: ...
    async def above_fund(self, lei: str, kind: FundKind) -> RegisterRecord | None:
        """None: the register names none."""
