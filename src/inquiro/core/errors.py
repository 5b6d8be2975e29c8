"""Every error Inquiro raises on purpose.

InquiroError                    exit 1
├── UsageError                  exit 2   the request itself is wrong
│   ├── UnknownName                      a name nobody registered; lists the known ones
│   ├── IdNotFound                       nothing, or several, with that id prefix
│   │   ├── RunNotFound                      of a run
│   │   ├── SessionNotFound                  of a research session
│   │   └── ReviewNotFound                   of a review
│   ├── NoteNotFound                     no note of the vault has that path, name or alias
│   ├── BadFile                          a macro, template or verb file with problems, each with its line
│   ├── BadEdit                          a reviewer's edit that the schema or the LEI rules refuse, field by field
│   └── NotAPack                         a file that is no evidence pack, or one built to do harm
├── NotConfigured               exit 3   something has to be set or installed first
│   ├── PrivacyRefused                   the privacy mode forbids it
│   ├── MissingExtra                     an optional dependency is not installed
│   ├── NeedsPerson                      only a person may decide this; the message says where
│   └── NewerDatabase                    written by a newer Inquiro
├── EffectError                          an outside call ended without a usable answer
│   ├── RateLimited             retry    asked to slow down
│   ├── TimedOut                retry    no answer in time
│   ├── Unavailable             retry    the other side is down
│   │   ├── NoAddress           retry    its name leads nowhere: no such host, or no network
│   │   └── Deferred                     left alone for a while, by its wish or after failures
│   ├── AccessDenied                     refused: key, paywall, robots, block page
│   │   └── UnsafeAddress                our own guard refused the address
│   ├── BadAnswer                        answered, but not with anything usable
│   │   ├── Gone                             what stood there is not there any more (404, 410)
│   │   └── Declined                         a model refused, or said nothing usable, twice
│   └── ContextTooLong                   the request is longer than the model can read
├── Conflict                             decided, superseded or changed by somebody else meanwhile
├── ReadFailed                           bytes that are not a readable document
├── BudgetExhausted                      money, tokens, time or pages are used up
├── Stopped                     exit 4   stopped by somebody before there was anything to report
└── StoreError                           the database could not do it
    ├── StoreBusy               retry    another process held the lock too long
    ├── StoreFull                        no space, or the folder cannot be written
    ├── StoreCorrupt                     the file is damaged
    ├── NotReplayable                    the journal does not hold what replay needs
    │   └── OtherEngine         exit 3   another version of Inquiro made the run
    └── LeaseLost                        another worker owns the run now
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from inquiro.core.types import Problem, Usage


class InquiroError(Exception):
    """Something went wrong that a person can act on; the text says how."""

    exit_code: ClassVar[int] = 1
    retryable: ClassVar[bool] = False


class UsageError(InquiroError):
    """The request itself is wrong."""

    exit_code = 2


class UnknownName(UsageError):
    """Nobody registered that name."""

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.name = name
        self.known = tuple(sorted(known))
        listed = ", ".join(self.known) or "none"
        super().__init__(f"unknown {what} '{name}'; known: {listed}{'. ' + hint if hint else ''}")


class IdNotFound(UsageError):
    """Nothing, or more than one thing, has that id prefix."""

    def __init__(self, message: str = "", candidates: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)  # where several have that prefix


class RunNotFound(IdNotFound):
    """No run, or more than one, has that id prefix."""


class NoteNotFound(UsageError):
    """No note of the vault has that path, name or alias."""


class SessionNotFound(IdNotFound):
    """No research session, or more than one, has that id prefix."""

    def __init__(self, session_id: str = "", candidates: Iterable[str] = ()) -> None:
        super().__init__("Session not found" + (f": {session_id}" if session_id else ""), candidates)


class ReviewNotFound(IdNotFound):
    """No review, or more than one, has that id prefix."""


class BadFile(UsageError):
    """A file that a person wrote cannot be used; every problem has its line."""

    def __init__(self, where: str, problems: Iterable[Problem]) -> None:
        self.where = where
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{where}: {problem}" for problem in self.problems) or f"{where} cannot be used")


class BadEdit(UsageError):
    """A reviewer's edit was refused; it is kept as a draft."""

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems = tuple(problems)  # field, what is wrong with it
        super().__init__("; ".join(f"{field or 'the data'}: {problem}" for field, problem in self.problems))


class NotAPack(UsageError):
    """The file is no evidence pack, or one that was built to do harm."""


class NotConfigured(InquiroError):
    """Something has to be set or installed first."""

    exit_code = 3


class PrivacyRefused(NotConfigured):
    """The run's privacy mode forbids the call."""


class MissingExtra(NotConfigured):
    """An optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs the extra '{extra}': pip install 'inquiro[{extra}]'")


class NeedsPerson(NotConfigured):
    """Only a person may decide this."""


class NewerDatabase(NotConfigured):
    """The database was written by a newer Inquiro."""


class EffectError(InquiroError):
    """An outside call ended without a usable answer; never an empty list in disguise."""

    usage: Usage | None = None  # what was paid for all the same; whoever raises it says so


class RateLimited(EffectError):
    """The other side asked to slow down."""

    retryable = True

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class TimedOut(EffectError):
    """No answer in time."""

    retryable = True


class Unavailable(EffectError):
    """The other side is down or unreachable."""

    retryable = True


class NoAddress(Unavailable):
    """Its name leads nowhere: there is no such host, or no network."""


class Deferred(Unavailable):
    """Left alone for a while: it asked for a longer pause than we wait, or its circuit is open."""

    retryable = False


class AccessDenied(EffectError):
    """Refused: a key, a paywall, robots.txt or a block page."""


class UnsafeAddress(AccessDenied):
    """Our own guard refused the address: private, disguised, of a forbidden scheme, or carrying a secret."""


class BadAnswer(EffectError):
    """Answered, but not with anything usable."""


class Gone(BadAnswer):
    """The address is good, and what stood there is not there any more."""


class Declined(BadAnswer):
    """A model refused, or said nothing usable, and did so again when it was asked once more."""


class ContextTooLong(EffectError):
    """The request is longer than the model can read: a shorter one may do."""


class Conflict(InquiroError):
    """Somebody else decided, superseded or changed it meanwhile; `difference` says what is other than was seen."""

    def __init__(self, message: str, difference: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.difference = tuple(difference)


class ReadFailed(InquiroError):
    """Bytes that are not a readable document of the kind they claim to be."""


class BudgetExhausted(InquiroError):
    """Money, tokens, time or pages are used up."""

    exit_code = 4


class Stopped(InquiroError):
    """Somebody stopped it before there was anything to report."""

    exit_code = 4


class StoreError(InquiroError):
    """The database could not do what was asked."""


class StoreBusy(StoreError):
    """Another process held the lock longer than we wait."""

    retryable = True


class StoreFull(StoreError):
    """No space left, or the data directory cannot be written."""


class StoreCorrupt(StoreError):
    """The database file is damaged."""


class NotReplayable(StoreError):
    """The journal does not hold an effect that the replay asked for."""


class OtherEngine(NotReplayable):
    """Another version of Inquiro made the run: only that one works as it did."""

    exit_code = 3


class LeaseLost(StoreError):
    """Another worker owns the run now; whatever this one still wanted to write is void."""


EFFECT_ERRORS: dict[str, type[EffectError]] = {
    cls.__name__: cls
    for cls in (
        EffectError,
        RateLimited,
        TimedOut,
        Unavailable,
        NoAddress,
        Deferred,
        AccessDenied,
        UnsafeAddress,
        BadAnswer,
        Gone,
        Declined,
        ContextTooLong,
    )
}
