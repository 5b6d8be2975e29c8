"""What is PostgreSQL's own: connecting, time limits, locks and SQLSTATE codes."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError

from inquiro.core.errors import MissingExtra, NotConfigured, StoreBusy, StoreCorrupt, StoreError, StoreFull
from inquiro.storage.meanings import BUSY_ATTEMPTS, Meaning

CONNECTIONS = 5  # the writer's and one for each reader
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60
IDLE_SECONDS = 60  # a worker that was suspended inside a transaction must not hold its rows for ever
MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(hashtext('inquiro'), hashtext(current_schema()))"
DECISION_LOCK = "SELECT pg_advisory_xact_lock(hashtext('inquiro decisions'), hashtext(current_schema()))"

_MEANINGS: dict[str, Meaning] = {
    "55P03": "busy",  # a lock was not to be had in time
    "40001": "clash",  # serialization
    "40P01": "clash",  # deadlock
    "53100": "full",
    "58030": "full",  # input or output failed
    "25006": "full",  # a standby, or a transaction that may only read
    "42501": "full",  # the role may not write
    "XX001": "corrupt",
    "XX002": "corrupt",
    "57P01": "lost",
    "57P02": "lost",
    "57P03": "lost",
    "53300": "lost",  # too many connections
}
_SETTINGS = """
SELECT set_config('lock_timeout', %s, false), set_config('statement_timeout', %s, false),
       set_config('idle_in_transaction_session_timeout', %s, false),
       set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false),
       set_config('default_transaction_isolation', 'read committed', false)
"""  # whoever waited for a lock has to see what was written meanwhile, whatever the server prefers


def connect(url: URL, busy_seconds: float) -> Engine:
    """An engine with a small pool, whose every connection has its time limits and waits for its commits."""
    if find_spec("psycopg") is None:
        raise MissingExtra("PostgreSQL", "postgres")
    limits = [_milliseconds(s) for s in (busy_seconds / BUSY_ATTEMPTS, STATEMENT_SECONDS, IDLE_SECONDS)]

    def prepare(connection: Any, _record: object) -> None:
        connection.execute(_SETTINGS, limits)
        connection.commit()

    # Private text must not reach a log through an error's list of parameters.
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_size=CONNECTIONS,
        connect_args={"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8", "application_name": "inquiro"},
    )
    event.listen(engine, "connect", prepare)
    return engine


def check_encoding(engine: Engine) -> None:
    with engine.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise NotConfigured(f"{place(engine.url)} has the encoding {encoding}: create one with ENCODING 'UTF8'")


def place(url: URL) -> str:
    """Which database, in words that hold no password."""
    return f"the PostgreSQL database '{url.database}' on {url.host or 'this machine'}" + (
        f":{url.port}" if url.port else ""
    )


def meaning(error: DBAPIError) -> Meaning:
    state: str | None = getattr(error.orig, "sqlstate", None)
    if error.connection_invalidated or (state or "").startswith("08"):
        return "lost"
    if state is None:
        return "lost" if isinstance(error, OperationalError) else "refused"
    return _MEANINGS.get(state, "refused")


def explained(error: DBAPIError, url: URL) -> StoreError:
    where, said = place(url), _said(error, url)
    match meaning(error):
        case "busy" | "clash":
            return StoreBusy(f"other work kept {where} locked for too long ({said}); try again")
        case "full":
            return StoreFull(f"{where} cannot be written: {said}. Free space on its server, or let this role write")
        case "corrupt":
            return StoreCorrupt(f"{where} is damaged: {said}. Restore it from a backup of its server")
        case "lost":
            return StoreError(
                f"database unreachable: {where} ({said}). Check that the server runs, and INQUIRO_DATABASE_URL"
            )
    return StoreError(f"{where} refused: {said}")


def _said(error: DBAPIError, url: URL) -> str:
    """The first line only: the details quote values, and a failed connection its settings."""
    diagnosis = getattr(error.orig, "diag", None)
    said = getattr(diagnosis, "message_primary", None) or str(error.orig)
    line = " ".join(said.split())
    return line.replace(str(url.password), "…") if url.password else line


def _milliseconds(seconds: float) -> str:
    return str(max(1, round(seconds * 1000)))
