"""What the search for contradictions reports on real text, and what it misses.

Two figures that pull against each other: every sentence of a folder of paragraphs and abstracts on unrelated things, of
which hardly two contradict each other; and the same sentences put against a twin that was made false (a number, a year, a
`not`, an opposite word) or only retold (framed, trimmed, of another name).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from inquiro.core.types import Document, Evidence, Fact
from inquiro.engine.contradictions import find_contradictions
from inquiro.engine.entities import names
from inquiro.engine.extract import evidence_at
from inquiro.retrieval.sentences import sentences
from inquiro.testing import stored

SHORTEST = 25  # characters of a sentence
TWINS = 400  # of each kind
_MEASURED = re.compile(
    r"(?<![\w.,-])(\d[\d,]*)(?=\s?(?:%|km|metres|kg|miles|years|percent|million|feet|days|people|members|inhabitants|seats|acres)\b)"
)
_DATED = re.compile(r"\b(?:founded|established|born|opened|died|completed|began|became)\b")
_YEAR = re.compile(r"\b(?:1[89]\d\d|20[01]\d)\b")
_IS = re.compile(r"\b(?:is|was|are|were|can|did|does)\b")
_OPPOSITES = {"increased": "decreased", "decreased": "increased", "higher": "lower", "lower": "higher", "effective": "ineffective",
              "safe": "unsafe", "increases": "reduces", "reduces": "increases", "improved": "worsened"}  # fmt: skip
_OPPOSITE = re.compile(rf"\b(?:{'|'.join(_OPPOSITES)})\b")
_NAMED = re.compile(r"((?:The )?)[A-Z]\w+(?: [A-Z]\w+)*( .{40,})")

Twin = Callable[[str], str]
MADE_FALSE: dict[str, Twin] = {
    "number": lambda said: _MEASURED.sub(lambda n: f"{int(n[1].replace(',', '')) * 2 + 3:,}", said, count=1),
    "year": lambda said: _YEAR.sub(lambda y: str(int(y[0]) - 3), said) if _is_dated(said) else said,
    "negation": lambda said: said if re.search(r"\bnot?\b", said) else _IS.sub(r"\g<0> not", said, count=1),
    "opposite word": lambda said: _OPPOSITE.sub(lambda word: _OPPOSITES[word[0]], said, count=1),
}
RETOLD: dict[str, Twin] = {
    "framed": lambda said: f"Reports say that {said}",
    "trimmed": lambda said: said[: said.rfind(", ")] + "." if said.rfind(", ") > 60 else said,
    "of another name, another number": lambda said: _of_another(said, MADE_FALSE["number"](said)),
}


def _is_dated(said: str) -> bool:
    return len(_YEAR.findall(said)) == 1 and _DATED.search(said) is not None


def _of_another(said: str, changed: str) -> str:
    """The changed sentence with another subject; the sentence itself where it does not begin with a name."""
    named = _NAMED.match(changed)
    return f"{named[1]}Zorvania Kesh{changed[named.start(2) :]}" if named and changed != said else said


def documents(folder: Path) -> list[Document]:
    paragraphs = json.loads((folder / "qa_hotpotqa" / "hotpotqa_train_corpus.json").read_text("utf-8"))
    asked = json.loads((folder / "qa_pubmedqa_dev" / "questions.json").read_text("utf-8"))
    texts = {title: "".join(parts) for title, parts in paragraphs.items()}
    texts |= {name: "\n\n".join(one["CONTEXTS"]) for name, one in asked.items()}
    return [stored(name, text) for name, text in texts.items()]


def fact(number: int, statement: str) -> Fact:
    return Fact(id=f"f{number}", statement=statement, evidence=(f"e{number}",), sources=(), entities=names(statement))


def everything(found: list[Document]) -> tuple[list[Fact], dict[str, Evidence]]:
    facts: list[Fact] = []
    evidence: dict[str, Evidence] = {}
    for document in found:
        for start, end in sentences(document.text, 0, len(document.text)):
            if end - start >= SHORTEST:
                number = len(facts) + 1
                facts.append(fact(number, " ".join(document.text[start:end].split())))
                evidence[f"e{number}"] = evidence_at(f"e{number}", document, start, end)
    return facts, evidence


def noticed(one: Fact, proof: Evidence, home: Document, twin: str) -> bool:
    """Whether a sentence and its twin, in a document that is the same otherwise, are reported."""
    text = home.text[: proof.start] + twin + home.text[proof.end :]
    other = stored("twin", text, title=home.title)
    facts = [fact(1, one.statement), fact(2, twin)]
    proofs = {
        "e1": evidence_at("e1", home, proof.start, proof.end),
        "e2": evidence_at("e2", other, proof.start, proof.start + len(twin)),
    }
    return bool(find_contradictions(facts, proofs, {home.id: home, other.id: other}))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds qa_hotpotqa and qa_pubmedqa_dev")
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    found = documents(chosen.folder)
    by_id = {document.id: document for document in found}
    facts, evidence = everything(found)
    random.Random(chosen.seed).shuffle(facts)
    some = facts[:2_000]
    for which in ("first time", "again"):
        began = process_time()
        find_contradictions(some, evidence, by_id)
        print(f"2,000 facts, {which}: {(process_time() - began) * 1_000:.0f} ms")
    reported = find_contradictions(facts, evidence, by_id)
    print(f"unrelated text: {len(facts)} sentences of {len(found)} documents, {len(reported)} reported")
    for kind, twins in (("made false", MADE_FALSE), ("retold", RETOLD)):
        for name, turn in twins.items():
            made = [(one, twin) for one in facts if (twin := turn(one.statement)) != one.statement][:TWINS]
            seen = sum(
                noticed(one, evidence[one.evidence[0]], by_id[evidence[one.evidence[0]].document_id], twin)
                for one, twin in made
            )
            print(f"{kind}, {name}: {seen} of {len(made)} reported")
    return 0


if __name__ == "__main__":
    sys.exit(main())
