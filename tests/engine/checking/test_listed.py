from __future__ import annotations

import pytest

from inquiro.engine.checking import check

EVIDENCE = (
    "Run upsmon in primary mode on the host with the cable, and in secondary mode elsewhere. upssched can shut the host "
    "down after a timer. An excluding container of module names makes all imports eager, as does the context manager."
)


@pytest.mark.parametrize(
    "said",
    [
        "upsmon runs in two modes, primary and secondary.",
        "upsmon has two modes: primary mode on the host with the cable, and secondary mode elsewhere.",
        "The host can be shut down in two ways (by upsmon or by upssched).",
        "Two ways make imports eager: the context manager, and a container of module names, within which all are eager.",
    ],
)
def test_a_sentence_may_count_what_it_lists(said):
    assert not [problem for problem in check(said, [EVIDENCE]).problems if problem.kind == "number"]


@pytest.mark.parametrize(
    "said",
    [
        "upsmon runs in three modes, primary and secondary.",
        "upsmon runs in two modes, primary and quaternary.",
        "upsmon runs in two modes.",
        "Two hosts failed, in primary and secondary mode.",
        "Two hosts failed, one in primary mode and one in secondary mode.",
        "upsmon runs in 2 modes, primary and secondary.",
        "upsmon took two hours: primary mode and secondary mode.",
    ],
)
def test_another_count_and_things_that_nobody_names_are_no_list(said):
    assert [problem for problem in check(said, [EVIDENCE]).problems if problem.kind == "number"]
