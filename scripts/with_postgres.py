"""Run a command beside a scratch PostgreSQL server on loopback: `python scripts/with_postgres.py -- pytest …`.

With `--anyway` before the `--`, the command runs without a server where none can be had.
The server lives in a temporary folder under an unprivileged user, and is gone when the command ends.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "INQUIRO_TEST_POSTGRES"
SUPERUSER = "inquiro"
HOW = "install PostgreSQL (on Debian or Ubuntu: apt-get install postgresql), then run make test-services again"


class Unavailable(Exception):
    """The server cannot be had here."""


def main(arguments: Sequence[str]) -> int:
    anyway = arguments[:1] == ["--anyway"]
    rest = list(arguments[anyway:])
    command = rest[1:] if rest[:1] == ["--"] else rest
    if not command:
        print("usage: python scripts/with_postgres.py -- COMMAND …", file=sys.stderr)
        return 2
    # Stopped from outside, the server still has to go.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with postgres() as url:
            return subprocess.run(command, env=os.environ | {VARIABLE: url}, check=False).returncode
    except Unavailable as reason:
        if os.environ.get("CI"):
            print(f"services: PostgreSQL is needed and cannot be had: {reason}", file=sys.stderr)
            return 1
        print(f"services: skipped, no PostgreSQL here ({reason}): {HOW}", file=sys.stderr)
        return subprocess.run(command, check=False).returncode if anyway else 0


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server that lives as long as the block."""
    binaries, user = _binaries(), _user()
    folder = Path(tempfile.mkdtemp(prefix="inquiro-postgres-"))
    try:
        if user:
            shutil.chown(folder, user, user)
        password, port = secrets.token_hex(16), _free_port()
        _initialise(binaries, folder, user, password)
        _control(binaries, folder, user, "start", _options(folder, port))
        try:
            yield f"postgresql://{SUPERUSER}:{password}@127.0.0.1:{port}/postgres"
        finally:
            _control(binaries, folder, user, "stop", ["-m", "immediate"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    if found := _find_binaries():
        return found
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Unavailable("its programs are missing, and only root can install them")
    print("services: installing PostgreSQL", file=sys.stderr)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for action in (["update"], ["install", "-y", "--no-install-recommends", "postgresql"]):
        _run(["apt-get", "-qq", *action], env=quiet)
    if found := _find_binaries():
        return found
    raise Unavailable("the package postgresql brought no initdb")


def _find_binaries() -> Path | None:
    """The newest version's folder."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _user() -> str | None:
    """Whom the server runs as: PostgreSQL refuses root, anybody else is good enough."""
    if os.geteuid() != 0:
        return None
    if not shutil.which("runuser"):
        raise Unavailable("root cannot run it, and there is no runuser")
    import pwd

    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise Unavailable("there is no unprivileged user to run it as")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _initialise(binaries: Path, folder: Path, user: str | None, password: str) -> None:
    password_file = folder / "password"
    password_file.touch(0o600)
    password_file.write_text(password)
    if user:
        shutil.chown(password_file, user)
    options = [f"--pgdata={folder / 'data'}", f"--username={SUPERUSER}", f"--pwfile={password_file}"]
    _run(_as(user, [binaries / "initdb", *options, "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale"]))
    password_file.unlink()


def _options(folder: Path, port: int) -> list[str]:
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": str(folder),
        "fsync": "on",
        "max_connections": "100",
    }
    return ["-o", " ".join(f"-c {name}={value}" for name, value in settings.items()), "-l", str(folder / "log")]


def _control(binaries: Path, folder: Path, user: str | None, action: str, options: Sequence[str]) -> None:
    command: list[str | Path] = [binaries / "pg_ctl", "-D", folder / "data", "-w", "-t", "60", *options, action]
    try:
        _run(_as(user, command))
    except Unavailable as reason:
        log = folder / "log"
        raise Unavailable(f"{reason}\n{log.read_text() if log.is_file() else ''}") from reason


def _as(user: str | None, command: Sequence[str | Path]) -> list[str]:
    words = [str(word) for word in command]
    return ["runuser", "-u", user, "--", *words] if user else words


def _run(command: Sequence[str], env: dict[str, str] | None = None) -> None:
    # The server outlives pg_ctl and would keep a pipe open for ever: what is said goes to a file.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=env, cwd=tempfile.gettempdir(), check=False
        )
        said.seek(0)
        if done.returncode:
            raise Unavailable(f"{Path(command[0]).name} failed: {said.read().strip()[-800:]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
