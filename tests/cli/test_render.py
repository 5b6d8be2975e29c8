"""The answer in a terminal."""

from __future__ import annotations

from io import StringIO

import msgspec
import pytest
from rich.console import Console

from inquiro.cli.render import Answer
from inquiro.core.types import Claim, Coverage, FactEstimate, RoundRecord


def shown(report, width=80):
    console = Console(file=StringIO(), width=width, highlight=False, markup=False)
    console.print(Answer(report))
    return console.file.getvalue()


WHOLE_ANSWER = (
    "\n  Answer\n  Trees cool streets by 8 to 12 °C. [1]\n  Not found: cost over time; water use in dry summers.\n"
)
REST = (
    "\n"
    "  Cost\n"
    "  A tree costs 1,100 €. [2][1] It pays. (inferred)\n"
    "\n"
    "  Where sources disagree\n"
    "  Lifetime cost (different scope)\n"
    "  planting only against 30 years\n"
    "  • 1,100 € — 2019 [2]\n"
    "  • 2,400 €. — 2023\n"
    "\n"
    "  Sources\n"
    "  [1] Measurements · measured streets.md › Results · 2021-06-01\n"
    "  [2] Costs · example.org › page 3\n"
    "\n"
    "  Not read: file0.pdf: encrypted\n"
    "  Not read: file1.pdf: encrypted\n"
    "  Not read: file2.pdf: encrypted\n"
    "  Not read: 2 more (inquiro runs show 7f3a91c2 --json lists them)\n"
)
END = (
    "\n"
    "  Stopped: 2 of 3 answered\n"
    "  Report saved: run 7f3a91c2 · inquiro runs show 7f3a91c2\n"
    "  inquiro runs export 7f3a91c2 --format html · inquiro knowledge add 7f3a91c2\n"
    "  a model would add most: inquiro doctor\n"
)


def test_in_a_file_the_answer_comes_first(make_report):
    assert shown(make_report(), 90) == WHOLE_ANSWER + REST + END


@pytest.mark.parametrize(("height", "order"), [(20, REST + WHOLE_ANSWER), (60, WHOLE_ANSWER + REST)])
def test_on_a_screen_the_answer_is_in_view_when_all_is_printed(make_report, height, order):
    screen = Console(
        file=StringIO(), width=90, height=height, force_terminal=True, color_system=None, highlight=False, markup=False
    )
    screen.print(Answer(make_report()))
    text = "".join(line.rstrip() + "\n" for line in screen.file.getvalue().splitlines())
    assert text == order + END


def test_two_lines_where_two_lines_answer(make_report):
    report = make_report()
    alone = make_report(claims=report.claims[:1], sources=report.sources[:1], checklist=(), contradictions=(), lost=())
    assert shown(alone) == (
        "\n"
        "  Trees cool streets by 8 to 12 °C. [1]\n"
        "  [1] Measurements · measured streets.md › Results · 2021-06-01\n"
        "  inquiro runs show 7f3a91c2 · a model would add most: inquiro doctor\n"
    )


@pytest.mark.parametrize("width", range(24, 60))
def test_no_line_begins_with_a_mark(make_report, width):
    text = shown(make_report(), width).partition("Sources")[0]
    assert not [line for line in text.splitlines() if line.strip().startswith("[")]


def test_what_came_from_earlier_research_alone_need_not_be_kept(make_report):
    known = [msgspec.structs.replace(source, type="knowledge") for source in make_report().sources]
    assert "knowledge add" not in shown(make_report(sources=tuple(known)))
    assert "knowledge add" not in shown(make_report(sources=()))


@pytest.mark.parametrize("width", [40, 60, 80, 140])
def test_every_width_holds(width, make_report):
    lines = shown(make_report(), width).splitlines()
    assert all(len(line) <= min(width, 100) and line == line.rstrip() for line in lines)


def test_an_answer_without_claims_is_shown_as_it_stands(make_report):
    report = make_report(claims=(), answer="## Nothing\n\nNothing was found [1].")
    assert "  Nothing\n  Nothing was found [1].\n" in shown(report)


def test_nothing_found_needs_no_label(make_report):
    nothing = Claim(text="No source says anything.", label="uncited")
    assert "  No source says anything.\n" in shown(make_report(claims=(nothing,), sources=()))


def test_gaps_without_a_checklist(make_report):
    report = make_report(checklist=(), checklist_coverage=Coverage(gaps=("who pays", "water")))
    assert "  Not found\n  • who pays\n  • water\n" in shown(report)


def test_disagreements_are_told_once(make_report):
    told = Claim(text="On cost the sources differ.", label="inferred", section="Where sources disagree")
    report = make_report(claims=(*make_report().claims, told))
    assert shown(report).count("Where sources disagree") == 1
    assert "On cost the sources differ." in shown(make_report(claims=(told,), contradictions=()))


def test_words_of_our_own_follow_the_language_of_the_answer(make_report):
    told = shown(make_report(language="de", engine="llm (a:b)"), 100)
    assert "Nicht gefunden\n  • cost over time (nur zum Teil)" in told


def test_a_heading_that_repeats_the_title_is_left_out(make_report):
    report = make_report()
    titled = msgspec.structs.replace(report.sources[0], title="“Results” | The Courier")
    assert "“Results” | The Courier · measured" in shown(make_report(sources=(titled,)), 100)
    assert shown(make_report(sources=(titled,)), 100).count("Results") == 1


def test_long_titles_and_names_wrap_under_themselves(make_report):
    source = msgspec.structs.replace(make_report().sources[0], title="word " * 30, url="file:///" + "x" * 90)
    lines = shown(make_report(sources=(source,)), 60).splitlines()
    start = lines.index("  Sources") + 1
    assert lines[start].startswith("  [1] word")
    assert all(line.startswith("      ") for line in lines[start + 1 : lines.index("", start)])


def test_a_partial_report_says_how_to_go_on(make_report):
    report = make_report(partial=True, notices=("The model was lost.",), assumptions=("Europe is meant.",))
    text = shown(report)
    assert "  Note: The model was lost.\n  Assumed: Europe is meant.\n" in text
    assert "This report is partial: inquiro runs resume 7f3a91c2 goes on." in text


def test_it_ends_with_why_it_stopped_and_how_much_more_there_may_be(make_report):
    now = FactEstimate(found=33, coverage=0.8, unseen=4.0, low=1.0, high=12.0)
    rounds = (RoundRecord(iteration=1, estimate=FactEstimate(found=12)), RoundRecord(iteration=2, estimate=now))
    text = shown(make_report(stop_reason="Round limit reached (2)", estimate=now, rounds=rounds), 90)
    assert (
        "  Stopped: Round limit reached (2)\n"
        "  Facts found: ▃█ 12 → 33; about 4 more are estimated to exist, 1–12\n"
        "  Report saved: run"
    ) in text
    assert "Facts found: 33; about 4 more" in shown(make_report(estimate=now, rounds=rounds[1:]))


@pytest.mark.fault(70)
def test_hostile_text_is_data(make_report):
    hostile = "[bold]\x1b]8;;http://evil\x07x\x9b2J\u202e :smile:"
    claim = Claim(text=hostile, label="quoted", section=hostile)
    text = shown(make_report(claims=(claim,), notices=(hostile,)))
    assert text.count("[bold]]8;;http://evilx2J :smile:") == 3
    assert "\x1b" not in text


def test_a_row_without_a_full_stop_does_not_run_into_the_next_sentence(make_report):
    report = make_report()
    first = report.claims[0]
    row = msgspec.structs.replace(first, text="Total · Cost per tree: 1,100 €")
    after = msgspec.structs.replace(first, text="The city pays.")
    lines = shown(msgspec.structs.replace(report, claims=(row, after))).splitlines()
    assert any(line.strip().startswith("The city pays") for line in lines)
