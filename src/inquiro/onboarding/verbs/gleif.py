"""gleif.*: the register of legal entities, looked at or written into the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import ParentKind, Register, RegisterRecord
from inquiro.core.types import Json, VerbOutcome
from inquiro.onboarding.leis.jurisdictions import place_code
from inquiro.onboarding.leis.places import LeiClaim
from inquiro.onboarding.leis.verdicts import verdict_of
from inquiro.onboarding.verbs.entities import constant
from inquiro.onboarding.verbs.gleif_funds import FUND_HANDLERS
from inquiro.onboarding.verbs.gleif_groups import GROUP_HANDLERS
from inquiro.onboarding.verbs.gleif_records import at_most, enrich, show_record, show_records, with_parents
from inquiro.onboarding.verbs.gleif_refreshing import REFRESH_HANDLERS
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import entity_given
from inquiro.onboarding.verbs.register_entries import (
    ensure_entry,
    lei_of,
    plain,
    record_asked,
    record_in,
)

MOST_SUCCESSIONS = 10
_MOST = 1_000
_SIFTED = 100  # so many of the nearest are looked through for those that fit


async def search(register: Register, arguments: Arguments) -> Json:
    said, most = str(arguments.get("jurisdiction") or ""), at_most(arguments, 10)
    fits = _filter(arguments)
    asked = most if fits is None else max(most, _SIFTED)
    found = await register.search(str(arguments["name"]), asked, place_code(said) or said)
    return {"records": plain([one for one in found if fits is None or fits(one)][:most])}


async def get_record(register: Register, arguments: Arguments) -> Json:
    return {"record": plain(await record_asked(register, arguments))}


async def get_parent(register: Register, arguments: Arguments) -> Json:
    return {"parent": plain(await register.parent(lei_of(arguments), _kind(arguments)))}


async def get_children(register: Register, arguments: Arguments) -> Json:
    found = await register.children(lei_of(arguments), _kind(arguments), at_most(arguments, _MOST))
    return {"records": plain(found)}


async def succession(register: Register, arguments: Arguments) -> Json:
    """From an entity that has ended to the one that goes on, over as many steps as it takes."""
    chain = [await record_asked(register, arguments)]
    while (after := _successor(chain[-1])) is not None:
        if after in {record.lei for record in chain} or len(chain) > MOST_SUCCESSIONS:
            raise VerbFailed(f"the successors of {chain[0].name} lead nowhere: {' → '.join(r.lei for r in chain)}")
        if (record := await register.record(after)) is None:
            raise VerbFailed(f"the register names {after} as the successor of {chain[-1].name}, but has no such LEI")
        chain.append(record)
    return {"chain": plain(chain)}


def show_parent(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    parent = found["parent"]
    label = parent["record"]["name"] if parent.get("record") else parent.get("exception") or "none reported"
    return VerbOutcome(change="found", value=parent, label=label)


def validate(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    """Against the name and jurisdiction that were given, else against those of the entity that was."""
    record, entity = record_in(found), entity_given(ledger, arguments, "entity-id")
    name = str(arguments.get("name") or (entity.name if entity else ""))
    jurisdiction = str(arguments.get("jurisdiction") or (entity.jurisdiction if entity else ""))
    finding = verdict_of(LeiClaim("lei", record.lei, name, jurisdiction), record)
    if finding.blocks:
        raise VerbFailed(f"{record.lei}: {finding.verdict.replace('_', ' ')}: {finding.reason}")
    return VerbOutcome(change="found", value=finding.to_dict(), label=f"{record.lei} is {record.name}")


def resolve_successor(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    """The last of the chain; each one that went before it points to the next."""
    chain = [record_in({"record": one}) for one in found["chain"]]
    entries = [ensure_entry(ledger, record) for record in chain]
    changes = {change for _, change in entries}
    for (before, _), (after, _) in pairwise(entries):
        _, change = ledger.ensure_relationship(type_="succeeds", owner=after.id, owned=before.id, source="GLEIF")
        changes.add(change)
    last, change = entries[-1]
    return VerbOutcome(
        change=change if changes <= {change, "unchanged"} else "updated", ref=last.id, label=last.name,
        value=[record.lei for record in chain],
    )  # fmt: skip


def _successor(record: RegisterRecord) -> str | None:
    """None: it goes on itself."""
    if record.entity_status != "INACTIVE" and record.registration not in {"MERGED", "RETIRED", "DUPLICATE", "ANNULLED"}:
        return None
    leis = [one for one in record.successors if len(one) == 20 and one.isalnum()]
    if len(leis) == 1:
        return leis[0]
    if leis:
        raise VerbFailed(f"{record.name} has several successors, name one of them: {', '.join(leis)}")
    named = f": it names {', '.join(record.successors)}, without an LEI" if record.successors else ""
    raise VerbFailed(f"the register knows no successor of {record.name} ({record.registration}){named}")


def _filter(arguments: Arguments) -> Callable[[RegisterRecord], bool] | None:
    """By category and status: a word such as LAPSED is about the registration, ACTIVE about the entity itself."""
    category, status = (constant(arguments.get(name) or "") for name in ("category", "status"))

    def fits(record: RegisterRecord) -> bool:
        return category in {"", record.category} and status in {"", record.entity_status, record.registration}

    return fits if category or status else None


def _kind(arguments: Arguments) -> ParentKind:
    return "ultimate" if arguments.get("kind") == "ultimate" else "direct"


GLEIF_HANDLERS: Mapping[str, Handling] = {
    "gleif.search": Handling(fetch=search, apply=show_records),
    "gleif.get-record": Handling(fetch=get_record, apply=show_record),
    "gleif.get-parent": Handling(fetch=get_parent, apply=show_parent),
    "gleif.get-children": Handling(fetch=get_children, apply=show_records),
    "gleif.enrich": Handling(fetch=with_parents, apply=enrich),
    "gleif.validate": Handling(fetch=get_record, apply=validate),
    "gleif.resolve-successor": Handling(fetch=succession, apply=resolve_successor),
    **REFRESH_HANDLERS,
    **GROUP_HANDLERS,
    **FUND_HANDLERS,
}
