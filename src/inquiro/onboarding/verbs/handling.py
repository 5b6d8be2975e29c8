"""What stands behind a verb: it may look outside first, and then changes the ledger in one transaction.

A verb that changes the world beyond our store has `act` instead: it is begun in the journal before it is called, so
that an outcome nobody heard of is known to be unknown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from inquiro.core.errors import InquiroError
from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import Register
from inquiro.core.types import Json, VerbOutcome

Fetch = Callable[[Register, Arguments], Awaitable[Json]]
Apply = Callable[[Ledger, Arguments, Json], VerbOutcome]
Prepare = Callable[[Ledger, Arguments], Json]
Act = Callable[[Arguments, str], Awaitable[VerbOutcome]]  # with the idempotency key


@dataclass(frozen=True)
class Handling:
    """Arguments arrive checked, defaults filled in, with every @name and entity argument as given by the program:

    references are replaced by what they were bound to (an entity's or record's id, or a list of them), symbols by
    their names. What `fetch` returns is plain JSON, journaled, and handed to `apply`; a verb without `fetch` gets {}.
    `fetch` sees no ledger: it is called before the transaction. Where a call names an entity and no LEI, the entity's
    own stands in the arguments as `entity_lei`; whatever else it has to know of the ledger, `prepare` adds to them.
    """

    apply: Apply | None = None
    fetch: Fetch | None = None
    prepare: Prepare | None = None
    act: Act | None = None


class VerbFailed(InquiroError):
    """A verb cannot do what it was asked to, in words for the person who approved it."""
