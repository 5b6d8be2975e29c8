"""Letters that every match of a pattern has: they may be too few, and never too many."""

from __future__ import annotations

import pytest
import regex

from inquiro.engine.checking.reserve import MARKERS
from inquiro.text.needed import needed

CASES = (
    ("whether", {"whether"}),
    ("Whether|if", {"whether", "if"}),
    (r"ask\w*\s+if", {"ask"}),
    ("colou?r", {"colo"}),
    ("ab*cd", {"cd"}),
    ("ab+cd", {"ab"}),
    (r"ba{2}cd", {"cd"}),
    ("(?:may|might)\\s+be", {"may", "might"}),
    ("(?:may|might)?\\s+be", {"be"}),
    ("(?:may|might)+", {"may", "might"}),
    ("(?P<who>they)\\s(?-i:X)", {"they"}),
    ("(?=soon)ever", {"ever"}),
    ("(?<!never)ever(?!y)", {"ever"}),
    (r"[abc]\p{L}+\s.{0,9}?later", {"later"}),
    ("a|whether", set()),
    (r"\w+|whether", set()),
    ("据(?:传|称)", {"据"}),
    ("", set()),
)


@pytest.mark.parametrize(("pattern", "letters"), CASES)
def test_what_a_pattern_needs(pattern, letters):
    assert needed(pattern) == letters


SENTENCES = (
    "Critics say that the trees die.", "It is not true that they die.", "He wonders whether they die.",
    "The tree may die.", "Officials plan to fell it.", "They will have felled it.", "The paper was retracted.",
    "ACCORDING TO THE PLAINTIFFS, it fell.", "It fell, according to residents.", "Suppose it fell.",
    "Es ist umstritten.", "Er behauptet es.", "Selon les riverains, il tombe.", "Un bulo que circula.",
    "There is no evidence that it fell.", "The city denied that it fell.", "It is a popular myth.",
    "Historians believe the tree fell.", "An alleged fall.", "The suspected cause.", "He told the paper that it fell.",
)  # fmt: skip


@pytest.mark.parametrize("pattern", MARKERS.values(), ids=map(str, MARKERS))
def test_no_words_of_reserve_do_without(pattern):
    joined = "".join(line.strip() for line in pattern.splitlines())
    letters = needed(joined)
    assert letters
    compiled = regex.compile(joined, regex.IGNORECASE | regex.VERSION1)
    for match in (match for sentence in SENTENCES for match in compiled.finditer(sentence)):
        assert any(one in match[0].lower() for one in letters), match[0]
