"""Sources as a run remembers them: which ones it asked, for a resume, and without their answers, for a replay."""

from __future__ import annotations

from inquiro.core.errors import NotReplayable
from inquiro.core.events import Emit
from inquiro.core.protocols import FindsOpenCopies, Opener, Preparing, SearchProvider
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    Loss,
    ProviderKind,
    SourceResult,
    SourceType,
    Value,
)
from inquiro.core.work_registers import LooksUp


class SourceCard(Value, frozen=True, kw_only=True):
    """What a run needs to remember of a source: enough to go on, or to replay without it."""

    name: str
    kind: ProviderKind
    source_type: SourceType
    leaves_machine: str = ""
    opens: bool = True
    prepares: bool = True
    finds_copies: bool = False
    identifiers: tuple[str, ...] = ()  # by which it knows works
    helps: bool = False  # it is not asked, it only helps to open what others found


class Remembered:
    """A source in a replay: the journal has its answers, and it has no others."""

    requests_per_second = 0.0
    keys: tuple[str, ...] = ()

    def __init__(self, card: SourceCard) -> None:
        self.name = card.name
        self.kind = card.kind
        self.source_type = card.source_type
        self.leaves_machine = card.leaves_machine
        if card.opens:  # what the source could not do, its memory must not seem able to do
            self.open = self._open
        if card.prepares:
            self.prepare = self._prepare
        if card.identifiers:
            self.identifiers = card.identifiers
            self.look_up = self._look_up
        if card.finds_copies:
            self.open_copies = self._open_copies

    def availability(self) -> Availability:
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:  # noqa: ARG002
        raise NotReplayable(f"{self.name} was not asked “{query}” in the run that is replayed")

    async def _open(self, hit: SourceResult) -> Document:
        raise NotReplayable(f"{hit.url} was not read in the run that is replayed")

    async def _look_up(self, kind: str, value: str) -> list[SourceResult]:
        raise NotReplayable(f"{self.name} was not asked for {kind}:{value} in the run that is replayed")

    async def _open_copies(self, doi: str) -> list[str]:
        raise NotReplayable(f"no copy of {doi} was looked for in the run that is replayed")

    async def _prepare(self, emit: Emit) -> list[Loss]:  # noqa: ARG002
        raise NotReplayable(f"the journal does not say how {self.name} was made ready")


def card_of(provider: SearchProvider, *, helps: bool = False) -> SourceCard:
    return SourceCard(
        name=provider.name,
        kind=provider.kind,
        source_type=provider.source_type,
        leaves_machine=provider.leaves_machine,
        opens=isinstance(provider, Opener),
        prepares=isinstance(provider, Preparing),
        finds_copies=isinstance(provider, FindsOpenCopies),
        identifiers=provider.identifiers if isinstance(provider, LooksUp) else (),
        helps=helps,
    )
