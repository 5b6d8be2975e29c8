"""A database that is prepared once and copied for every trial: a file, or a database of a PostgreSQL server."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url


class Copied(Protocol):
    name: str

    @property
    def prepared(self) -> str:
        """The URL of the one that is copied; nobody may be connected to it while it is."""

    def copy(self) -> str:
        """The URL of a new copy, in place of the one before."""


class OfSqlite:
    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def prepared(self) -> str:
        return f"sqlite:///{self._folder / 'prepared.db'}"

    def copy(self) -> str:
        for file in self._folder.glob("trial.db*"):
            file.unlink()
        shutil.copyfile(self._folder / "prepared.db", self._folder / "trial.db")
        return f"sqlite:///{self._folder / 'trial.db'}"


class OfPostgres:
    name = "PostgreSQL"

    def __init__(self, server: str) -> None:
        self._server = make_url(server).set(drivername="postgresql+psycopg")
        self._do("DROP DATABASE IF EXISTS prepared WITH (FORCE)", "CREATE DATABASE prepared")

    @property
    def prepared(self) -> str:
        return _told(self._server.set(database="prepared"))

    def copy(self) -> str:
        self._do("DROP DATABASE IF EXISTS trial WITH (FORCE)", "CREATE DATABASE trial TEMPLATE prepared")
        return _told(self._server.set(database="trial"))

    def _do(self, *statements: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()


def _told(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
