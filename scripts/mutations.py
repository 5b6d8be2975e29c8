"""What the sentence checker misses: real sentences, made false in one place, checked against what they were made from.

Prints caught / tried per kind, against the one quote and against the whole source, and the false alarms on the
sentences as they stand and in other notations. A wrong number, date or identifier counts as caught only when it ends as
uncited. `--claims FILE` adds the evidence sentences of a claims file.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from inquiro.engine.checking import Source, check, verify
from inquiro.engine.checking.distortions import DISTORTIONS, WRAPPERS, kept
from inquiro.engine.checking.marking import words_alone
from inquiro.engine.checking.mutating import MUTATIONS, names_in, retold
from inquiro.retrieval.sentences import is_prose, sentences
from inquiro.runtime.evaluating.intervals import wilson

ROOT = Path(__file__).resolve().parent.parent
GOOD = {"quoted", "supported"}
WORD = re.compile(r"(?<= )[a-z]{5,}(?=[ ,.])")
CERTAIN = ("number", "date", "identifier")


class Text(NamedTuple):
    whole: str
    sentences: list[str]


class Tally:
    """Caught and tried, by kind and by how it was checked."""

    def __init__(self) -> None:
        self.tried: dict[str, int] = defaultdict(int)
        self.caught: dict[str, int] = defaultdict(int)
        self.slipped: dict[str, list[str]] = defaultdict(list)

    def add(self, kind: str, caught: bool, text: str) -> None:
        self.tried[kind] += 1
        self.caught[kind] += caught
        if not caught:
            self.slipped[kind].append(text)


def of_corpus(folder: Path) -> Iterator[Text]:
    for path in sorted(folder.iterdir()):
        if path.suffix in {".md", ".txt"}:
            yield _text(path.read_text("utf-8"))


def of_claims(path: Path) -> Iterator[Text]:
    for line in path.read_text("utf-8").splitlines():
        yield _text("\n\n".join(json.loads(line)["evidence"]))


def _text(whole: str) -> Text:
    found = [words_alone(" ".join(whole[start:end].split())) for start, end in sentences(whole)]
    return Text(whole, [one for one in found if 40 <= len(one) <= 400 and one[-1] in ".!?" and is_prose(one)])


def measured(texts: Sequence[Text], per_text: int, seed: int = 6) -> tuple[Tally, Tally, Tally]:
    """Mutations against the quote, mutations against the whole source, and what is true."""
    random, of_words = Random(seed), Random(seed)
    quote, source, true = Tally(), Tally(), Tally()
    for text in texts:
        if not text.sentences:
            continue
        names = names_in(text.sentences)
        for sentence in random.sample(text.sentences, min(per_text, len(text.sentences))):
            sources = [Source(1, text.whole)]
            for kind, mutate in (MUTATIONS | DISTORTIONS).items():
                changed = mutate(sentence, random, names)
                if changed and changed != sentence and changed not in text.sentences:
                    allowed = {"uncited"} if kind in CERTAIN else {"uncited", "inferred"}
                    quote.add(kind, check(changed, [sentence]).label in allowed, changed)
                    source.add(kind, worst(changed, sources) in allowed, changed)
            for kind, wrap in WRAPPERS.items():
                wrapped = wrap(sentence)
                quote.add(f"only mentioned: {kind}", check(sentence, [wrapped]).label not in GOOD, wrapped)
                mentioning = [Source(1, text.whole.replace(sentence, wrapped))] if sentence in text.whole else []
                if mentioning:
                    source.add(f"only mentioned: {kind}", worst(sentence, mentioning) not in GOOD, wrapped)
            for kind, (told, said) in kept(sentence).items():
                true.add(kind, check(said, [told]).label in GOOD, said)
            other = random.choice(texts)
            if other.sentences and other is not text:
                quote.add(
                    "wrong evidence", check(sentence, [random.choice(other.sentences)]).label not in GOOD, sentence
                )
                source.add("wrong evidence", worst(sentence, [Source(1, other.whole)]) not in GOOD, sentence)
            if changed := another_word(sentence, text, of_words):
                quote.add("word", check(changed, [sentence]).label not in GOOD, changed)
                source.add("word", worst(changed, sources) not in GOOD, changed)
            half = sentence[: len(sentence) // 2].rpartition(" ")[0]
            quote.add("half a quote", check(sentence, [half]).label not in GOOD, sentence)
            true.add("verbatim", worst(sentence, sources) in GOOD, sentence)
            for other_words in retold(sentence):
                true.add("other notation", check(other_words, [sentence]).label in GOOD, other_words)
                true.add("other notation, whole source", worst(other_words, sources) in GOOD, other_words)
    return quote, source, true


def another_word(sentence: str, text: Text, random: Random) -> str:
    """One plain word put in place of another, both of the same text."""
    found = list(WORD.finditer(sentence))
    others: list[str] = sorted(
        {word for one in text.sentences for word in WORD.findall(one)} - set(WORD.findall(sentence))
    )
    if not found or not others:
        return ""
    chosen = random.choice(found)
    return sentence[: chosen.start()] + random.choice(others) + sentence[chosen.end() :]


def worst(text: str, sources: Sequence[Source]) -> str:
    order = ["quoted", "supported", "inferred", "uncited"]
    return max((verdict.label for verdict in verify(text, sources)), key=order.index, default="uncited")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=Path, help="a claims.jsonl with evidence sentences")
    parser.add_argument("--per-text", type=int, default=8)
    parser.add_argument("--slipped", type=int, default=0, help="show so many of each kind that were missed")
    given = parser.parse_args()
    texts = [*of_corpus(ROOT / "examples" / "corpus"), *(of_claims(given.claims) if given.claims else ())]
    quote, source, true = measured(texts, given.per_text)
    print(f"{sum(len(text.sentences) for text in texts)} sentences of {len(texts)} texts")
    print(f"{'made false':<30} {'against the quote':>32} {'against the source':>32}")
    for kind in quote.tried:
        print(f"{kind:<30} {_share(quote, kind):>32} {_share(source, kind):>32}")
    print(f"{'left true':<30} {'false alarms':>32}")
    for kind in true.tried:
        wrong = true.tried[kind] - true.caught[kind]
        print(f"{kind:<30} {_with_interval(wrong, true.tried[kind]):>32}")
    for name, tally in (("quote", quote), ("source", source), ("true", true)):
        for kind, missed in tally.slipped.items():
            for text in missed[: given.slipped]:
                print(f"{name} {kind}: {text}")
    return int(any(tally.slipped[kind] for tally in (quote, source) for kind in CERTAIN))


def _share(tally: Tally, kind: str) -> str:
    return _with_interval(tally.caught[kind], tally.tried[kind])


def _with_interval(some: int, tried: int) -> str:
    if not tried:
        return "-"
    low, high = wilson(some, tried)
    return f"{some}/{tried} {some / tried:.1%} ({low:.1%}-{high:.1%})"


if __name__ == "__main__":
    sys.exit(main())
