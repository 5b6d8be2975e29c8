"""What a checked document looks like: what is open stands apart from what may be wrong."""

from __future__ import annotations

from inquiro.core.types import CheckCounts, CheckFinding, CheckResult, Report
from inquiro.present.blocks import Folded, Heading
from inquiro.present.check import LESSER, OPEN, checked
from inquiro.present.sentences import Sentences


def finding(kind, **given):
    return CheckFinding(kind=kind, grave=False, problem=f"It is {kind}.", advice="Read both.", line=3, **given)


RESULT = CheckResult(
    name="draft.md",
    verdict="Nothing grave was found.",
    counts=CheckCounts(sentences=2, cited=2, not_borne_out=1, open=1),
    findings=(finding("unsupported"), finding("open", sentence="Trees help.", source_words="Trees cool the air.")),
)
REPORT = Report(trace_id="t", question="Check: draft.md", answer="", check=RESULT)


def test_what_is_open_is_neither_grave_nor_among_the_lesser_findings():
    assert [one.kind for one in RESULT.lesser] == ["unsupported"]
    assert [one.kind for one in RESULT.open] == ["open"]
    assert RESULT.grave == ()


def test_it_is_folded_up_in_a_part_of_its_own():
    blocks = list(checked(REPORT, Sentences(REPORT)))
    (folded,) = [block for block in blocks if isinstance(block, Folded) and block.title.startswith(OPEN)]
    assert "Trees cool the air." in repr(folded)
    first = next(block for block in blocks if isinstance(block, Heading))
    assert f"{LESSER} (1)" in repr(first)
    assert "It is open" not in repr([block for block in blocks if block is not folded])


def test_every_format_holds_it():
    for name in ("md", "html"):
        page = REPORT.export(name)
        assert OPEN in page
        assert "Trees cool the air." in page
