"""Prints how the recorded cases of broken JSON are read: the share of exact matches, by rung, and what was refused.

    python scripts/json_cases.py FOLDER

A case counts as matched when the value is the expected one, or one of `other_expected` where the two libraries that
the cases come from disagree. json_repair writes "no value" as an empty text: a refusal is the match there.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inquiro.core.said import Reading, read_value


@dataclass(frozen=True)
class Outcome:
    case: dict[str, Any]
    reading: Reading
    verdict: str  # matched, refused or different


def outcomes(folder: Path) -> Iterator[Outcome]:
    for case in json.loads((folder / "cases.json").read_text("utf-8")):
        reading = read_value(case["broken"])
        yield Outcome(case, reading, _verdict(case, reading))


def read_anyway(folder: Path) -> list[tuple[str, Reading]]:
    """The unrepairable texts that were turned into data all the same."""
    texts = [case["broken"] for case in json.loads((folder / "unrepairable.json").read_text("utf-8"))]
    return [(text, reading) for text in texts if not (reading := read_value(text)).refused]


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: 1 and 1.0 are one number, true and 1 are not one value."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


def _verdict(case: dict[str, Any], reading: Reading) -> str:
    says_nothing = case["expected"] == "" and case["source"].startswith("json_repair")
    if not case["has_expected_value"] and case["expected_text"]:  # only a part of the output was written down
        return "matched" if case["expected_text"] in (reading.value or {}).values() else "different"
    if reading.refused:
        return "matched" if says_nothing or not case["has_expected_value"] else "refused"
    expected = [case["expected"], *(other["expected"] for other in case.get("other_expected", []))]
    return "matched" if case["has_expected_value"] and any(same(reading.value, e) for e in expected) else "different"


def main() -> int:
    folder = Path(sys.argv[1])
    found = list(outcomes(folder))
    verdicts = Counter(outcome.verdict for outcome in found)
    print(f"{len(found)} cases: {verdicts['matched'] / len(found):.1%} matched, {dict(verdicts)}")
    for rung, count in Counter(outcome.reading.rung for outcome in found).most_common():
        matched = sum(outcome.verdict == "matched" for outcome in found if outcome.reading.rung == rung)
        print(f"  {rung:10} {count:4}, matched {matched}")
    for outcome in found:
        if outcome.verdict != "matched":
            case = outcome.case
            got = "" if outcome.reading.refused else f", got {json.dumps(outcome.reading.value)[:90]}"
            print(
                f"  {outcome.verdict} {case['id']}: {case['broken'][:90]!r} wanted {json.dumps(case['expected'])[:90]}{got}"
            )
    anyway = read_anyway(folder)
    print(f"unrepairable texts turned into data: {len(anyway)}")
    for text, reading in anyway:
        print(f"  {text!r} became {reading.value!r}")
    return 1 if anyway or verdicts["different"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
