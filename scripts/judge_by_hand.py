"""A judge whose answers are written by hand: what a strong model makes of the judge's prompt, and what code makes of that.

    python scripts/judge_by_hand.py ask SENTENCES.jsonl FOLDER     each prompt appears as FOLDER/q/NNN.md; whoever plays
                                                                   the model writes FOLDER/a/NNN.txt
    python scripts/judge_by_hand.py score SENTENCES.jsonl FOLDER   what became of the rulings, by the file's verdicts

The file for `ask` needs no verdicts, so that whoever plays cannot see them; sentences are matched by `id`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from inquiro.core.intervals import wilson
from inquiro.core.models import ModelAnswer, ModelRequest, ModelUsage
from inquiro.engine.asked.rulings import rule_on
from inquiro.engine.checking import check
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import number_named
from inquiro.engine.checking.judge import Question, Ruling, by_number, ruled
from inquiro.engine.checking.verdict import Verdict

ACCEPTED = frozenset({"quoted", "supported"})
FALSE = frozenset({"unsupported", "contradicted"})
PATIENCE = 3_000.0  # seconds for all answers


class ByHand:
    """`Thinking` over a folder."""

    def __init__(self, folder: Path) -> None:
        self._questions, self._answers = folder / "q", folder / "a"
        for one in (self._questions, self._answers):
            one.mkdir(parents=True, exist_ok=True)
        self._asked = 0

    def reads(self, role: str) -> int | None:  # noqa: ARG002
        return 200_000

    def may_see_private(self, role: str) -> bool:  # noqa: ARG002
        return True

    async def ask(self, role: str, request: ModelRequest, *, private: bool = False) -> ModelAnswer:  # noqa: ARG002
        self._asked += 1
        name = f"{self._asked:03d}"
        text = "\n\n".join(f"### {message.role}\n{message.text}" for message in request.messages)
        (self._questions / f"{name}.md").write_text(text, "utf-8")
        began = time.monotonic()
        while not (answer := self._answers / f"{name}.txt").exists():
            if time.monotonic() - began > PATIENCE:
                raise SystemExit(f"nobody answered {name}.md")
            await asyncio.sleep(0.5)
        return ModelAnswer(text=answer.read_text("utf-8"), usage=ModelUsage(), model="by hand", finish="stop")

    async def keep(self, *_: object, **__: object) -> None:
        return None

    def lose(self, what: str, reason: str) -> None:
        print(f"lost: {what}: {reason}", file=sys.stderr)


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def excerpts_of(row: dict[str, Any]) -> tuple[Excerpt, ...]:
    return tuple(
        Excerpt(
            quote=one["quote"],
            around=one.get("passage", ""),
            heading=one.get("heading") or "",
            title=one.get("title") or "",
            number=number_named(one.get("title") or "", one.get("document") or ""),
        )
        for one in row["evidence"]
    )


def ask(sentences: Path, folder: Path) -> int:
    rows = rows_of(sentences)
    questions = [
        Question(number=at, sentence=row["sentence"], excerpts=excerpts_of(row)) for at, row in enumerate(rows, 1)
    ]
    rulings = by_number(asyncio.run(rule_on(ByHand(folder), questions)))
    kept = {row["id"]: msgspec.to_builtins(rulings[at]) for at, row in enumerate(rows, 1) if at in rulings}
    (folder / "rulings.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1), "utf-8")
    print(f"{len(kept)} of {len(rows)} sentences were judged")
    return 0


def score(sentences: Path, folder: Path) -> int:
    said = json.loads((folder / "rulings.json").read_text("utf-8"))
    found: list[tuple[str, str, Verdict, Verdict]] = []
    for row in rows_of(sentences):
        excerpts = excerpts_of(row)
        by_rule = check(row["sentence"], excerpts)
        ruling = msgspec.convert(said[row["id"]], Ruling) if row["id"] in said else None
        found.append((row["verdict"], ruling.verdict if ruling else "", by_rule, ruled(by_rule, ruling, excerpts)))

    def told(name: str, truths: frozenset[str], counts: Callable[[str, str, Verdict, Verdict], bool]) -> None:
        mine = [one for one in found if one[0] in truths]
        hits = sum(counts(*one) for one in mine)
        low, high = wilson(hits, len(mine))
        print(f"  {name:<44} {hits:>3} of {len(mine):<3} {low:.2f}-{high:.2f}")

    true, inferences = frozenset({"supported"}), frozenset({"inference"})
    print(f"{len(found)} sentences, {sentences}")
    for name, truths in (("true", true), ("false", FALSE)):
        told(f"{name}: accepted by rules alone", truths, lambda _t, _s, rule, _v: rule.label in ACCEPTED)
        told(f"{name}: called supported by the judge", truths, lambda _t, said, _r, _v: said == "supported")
        told(f"{name}: accepted in the end", truths, lambda _t, _s, _r, last: last.label in ACCEPTED)
    told("inferences: labelled inferred in the end", inferences, lambda _t, _s, _r, last: last.label == "inferred")
    told("inferences: accepted in the end", inferences, lambda _t, _s, _r, last: last.label in ACCEPTED)
    for row, (truth, judged, rule, last) in zip(rows_of(sentences), found, strict=True):
        if (truth == "supported") != (last.label in ACCEPTED) and truth != "inference":
            why = "; ".join(problem.text for problem in last.problems) or "-"
            print(f"  {row['id']} {truth}, judge: {judged}, rules: {rule.label}, end: {last.label} by {last.by}: {why}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ask", "score"))
    parser.add_argument("sentences", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    return (ask if given.what == "ask" else score)(given.sentences, given.folder)


if __name__ == "__main__":
    sys.exit(main())
