"""The list of searches at the terminal."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from inquiro.cli.agreement import agreement
from inquiro.core.types import HeldWord
from inquiro.engine.notes.agreement import question_of

QUESTION = question_of(["tamoxifen interaction", "tamoxifen duration"], [HeldWord(word="Baker", why="a name")])


def answered(typed: str) -> tuple[str, str]:
    told: list[str] = []

    @click.command()
    def command() -> None:
        told.append(agreement(QUESTION))

    done = CliRunner().invoke(command, input=typed)
    assert done.exception is None, done.output
    return told[0], done.output


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("\n", "send"),
        ("n\n", "nothing"),
        ("d 2\n", "drop 2"),
        ("d\n1, 2\n", "drop 1 2"),
        ("l\n", ""),
        ("what?\n\n", "send"),
        ("e\n\n-\n\nn\n", "tamoxifen interaction"),
        ("e\ntamoxifen Baker\n\nmore words\n\ny\n", "tamoxifen Baker\ntamoxifen duration\nmore words\nremember"),
        ("e\n-\n-\n\n", "nothing"),
    ],
)
def test_what_is_typed_becomes_an_answer(typed, answer):
    assert answered(typed)[0] == answer


def test_the_searches_are_shown_and_what_is_held_back_is_counted():
    shown = answered("\n")[1]
    assert "1 tamoxifen interaction" in shown
    assert "held back: 1 word" in shown
    assert "Baker" not in shown
    assert "[e]dit" in shown
