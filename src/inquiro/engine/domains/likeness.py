"""How much a question reads like those of each field: by its words and their parts, and by its meaning.

The examples, signs and vocabulary of a field are counted as in a naive Bayes classifier: how often a word, a pair of
neighbours or a part of a word stands in this field against how often it stands anywhere. Everyday questions are a
class with examples and words of its own, or whatever is asked would look like some field.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import regex

from inquiro.core.decoders import from_json
from inquiro.core.types import Value
from inquiro.engine.domains.configuration import DomainConfiguration
from inquiro.retrieval.words import fold, tokens

LONGEST = 400  # characters: what is longer is no question
WORD, PAIR, PART = 1.0, 0.5, 0.3
PARTS = (4, 5)  # letters of a part
SIGN = 0.5  # a sign or a word of the vocabulary counts half an example
PRIOR = 0.1
MEANING = 4.0  # what the meaning weighs beside the words
SHIFT = 0.3  # the constant that a vector gets beside its numbers
WEIGHTS = "weights.json"
_WORD = regex.compile(r"\w+")
Floats = npt.NDArray[np.float64]


class Embeds(Protocol):
    """As much of an embedder as is needed here."""

    name: str

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...


class Weights(Value, frozen=True, kw_only=True):
    """What each number of a vector speaks for, fitted to the examples with one embedding model."""

    model: str
    domains: tuple[str, ...]
    rows: int
    values: str  # float16, in base64

    def table(self) -> Floats:
        plain = np.frombuffer(b64decode(self.values), dtype=np.float16).astype(np.float64)
        return plain.reshape(self.rows, len(self.domains))


class _Field(NamedTuple):
    name: str
    examples: tuple[str, ...]
    signs: tuple[str, ...]


class _Counts(NamedTuple):
    """A field's texts: words and neighbours are counted, parts of words only when a question has them."""

    terms: dict[str, float]
    written: tuple[tuple[str, float], ...]  # folded words between edges, and what one counts
    total: float

    def of(self, feature: str) -> float:
        kind, _, part = feature.partition(" ")
        if kind != "c":
            return self.terms.get(feature, 0.0)
        return PART * sum(worth * text.count(part) for text, worth in self.written)


def likenesses(
    question: str, domains: Mapping[str, DomainConfiguration], embedder: Embeds | None = None
) -> dict[str, float]:
    """By field; only differences tell. Empty for what is no question, and where no field has examples."""
    given = tuple(_Field(name, one.examples, _signs(one)) for name, one in sorted(domains.items()))
    if not question.strip() or len(question) > LONGEST or not any(field.examples for field in given):
        return {}
    found = _by_words(question, _counts(given))
    for name, worth in _by_meaning(question, embedder).items() if embedder else ():
        if name in found:
            found[name] += MEANING * worth
    return found


def fitted(vectors: npt.NDArray[np.float32], fields: Sequence[str], model: str) -> Weights:
    """Ridge regression of the field on the vector of an example."""
    names = tuple(sorted({*fields}))
    known = _shifted(vectors.astype(np.float64))
    wanted = np.array([[1.0 if field == name else -1.0 / (len(names) - 1) for name in names] for field in fields])
    table = np.linalg.solve(known.T @ known + np.eye(known.shape[1]), known.T @ wanted)
    values = b64encode(table.astype(np.float16).tobytes()).decode("ascii")
    return Weights(model=model, domains=names, rows=table.shape[0], values=values)


def _by_words(question: str, fields: Mapping[str, _Counts]) -> dict[str, float]:
    features = _features(question)
    size = sqrt(sum(features.values())) or 1.0
    everything = sum(counts.total for counts in fields.values())
    totals = dict.fromkeys(fields, 0.0)
    for feature, weight in features.items():
        found = {name: counts.of(feature) for name, counts in fields.items()}
        if not (base := sum(found.values()) / everything):
            continue
        for name, number in found.items():
            totals[name] += weight * log((number / fields[name].total + PRIOR * base) / base)
    return {name: total / size for name, total in totals.items()}


def _by_meaning(question: str, embedder: Embeds) -> dict[str, float]:
    weights = _weights()
    if weights is None or weights.model != embedder.name:
        return {}
    scores = _shifted(embedder.embed([question]).astype(np.float64)) @ weights.table()
    return dict(zip(weights.domains, map(float, scores[0]), strict=True))


def _shifted(vectors: Floats) -> Floats:
    return np.hstack([vectors, np.full((len(vectors), 1), SHIFT)])


@cache
def _weights() -> Weights | None:
    entry = files(__package__).joinpath(WEIGHTS)
    return from_json(entry.read_bytes(), Weights) if entry.is_file() else None


@lru_cache(maxsize=4)
def _counts(fields: tuple[_Field, ...]) -> dict[str, _Counts]:
    return {field.name: _counted(field) for field in fields}


def _counted(field: _Field) -> _Counts:
    terms: defaultdict[str, float] = defaultdict(float)
    written: list[tuple[str, float]] = []
    total = 1e-9  # of a field that says nothing
    for texts, worth in ((field.examples, 1.0), (field.signs, SIGN)):
        for text in texts:
            for term, weight in _terms(text).items():
                terms[term] += worth * weight
        edged = " ".join(f"<{word}>" for word in _words(" ".join(texts)))
        written.append((edged, worth))
        total += worth * PART * sum(max(len(word) + 1 - size, 0) for word in edged.split() for size in PARTS)
    return _Counts(terms, tuple(written), total + sum(terms.values()))


def _features(text: str) -> dict[str, float]:
    """Words, neighbours and parts of words; function words too, for how somebody asks tells what about."""
    found = _terms(text)
    for word in _words(text):
        edged = f"<{word}>"
        for size in PARTS:
            for at in range(len(edged) - size + 1):
                part = f"c {edged[at : at + size]}"
                found[part] = min(found.get(part, 0.0) + PART, 1.0)
    return found


def _terms(text: str) -> dict[str, float]:
    terms = tokens(text)
    neighbours = {" ".join(("p", *pair)): PAIR for pair in pairwise(terms)}
    return {f"w {term}": WORD for term in terms} | neighbours


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _signs(domain: DomainConfiguration) -> tuple[str, ...]:
    lists = [(domain.keywords, domain.decisive), *((s.keywords, s.decisive) for s in domain.languages.values())]
    listed = (sign.replace("*", "") for pair in lists for signs in pair for sign in signs)
    return (*listed, *dict.fromkeys(domain.vocabulary.split()))
