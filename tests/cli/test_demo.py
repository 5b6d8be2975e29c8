"""`inquiro demo`: the first five minutes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from inquiro.cli import example_corpus as corpus
from inquiro.core.errors import NotConfigured


def test_it_researches_the_example_corpus_locally(runtime, inquiro):
    done = inquiro("demo", "--json")
    assert (done.exit_code, json.loads(done.stdout)["status"]) == (0, "completed")
    [request] = runtime.requests
    assert request.question == corpus.QUESTION
    assert (request.privacy, request.unattended) == ("local_only", True)
    assert len(list(Path(request.public_corpora[0]).iterdir())) > 20


def test_the_picture_is_the_run_and_loads_nothing(runtime, inquiro):
    done = inquiro("demo", "--record", "demo.svg")
    assert done.exit_code == 0
    drawn = Path("demo.svg").read_text("utf-8")
    words = " ".join("".join(ET.fromstring(drawn).itertext()).replace("\xa0", " ").split())
    for said in ("Do trees cool?", "Round 1/10", "cooling effect", "Stopped", "Answer", "Sources", "Measurements"):
        assert said in words
    assert "font-face" not in drawn
    assert "url(https" not in drawn.replace('"', "")


def test_without_a_corpus_it_says_what_to_do(runtime, inquiro, monkeypatch, tmp_path):
    monkeypatch.setattr(corpus, "files", lambda _: tmp_path / "a" / "b" / "inquiro")
    done = inquiro("demo")
    assert done.exit_code == NotConfigured.exit_code
    assert "--corpus FOLDER" in done.stderr
