"""The reader's words stay, what is new comes, and what was deleted stays away."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.threeway import merge

BASE = "### Noise\n\nIt is 35 dB.\n\n- [ ] measure it\n- ask the maker\n\n### Cost\n\nIt costs 900."


def test_without_edits_the_new_text_takes_the_place_of_the_old():
    new = BASE.replace("35", "40") + "\n\nMore."
    assert merge(BASE, BASE, new) == (new, 0)


def test_edits_stay_beside_what_is_new():
    mine = BASE.replace("[ ]", "[x]").replace("### Cost", "Ask Jo first.\n\n### Cost")
    merged = merge(BASE, mine, BASE.replace("900", "950") + "\n\nMore.")
    assert merged.text == mine.replace("900", "950") + "\n\nMore."
    assert merged.kept == 2


def test_where_both_changed_the_same_line_the_readers_comes_first():
    merged = merge(BASE, BASE.replace("35 dB", "35 dB, I think"), BASE.replace("35 dB", "40 dB"))
    assert "It is 35 dB, I think.\n\nIt is 40 dB.\n" in merged.text


def test_a_remark_at_the_end_stays_at_the_end():
    assert merge("A.", "A.\n\nMy remark.", "B.\n\nC.").text == "B.\n\nC.\n\nMy remark."


def test_what_was_deleted_does_not_come_back_even_elsewhere():
    mine = BASE.replace("- ask the maker\n", "")
    assert "ask the maker" not in merge(BASE, mine, BASE + "\n\nMore.").text
    assert "ask the maker" not in merge(BASE, mine, "- ask the maker\n\n### New\n\nOther.").text
    assert "ask the maker today" in merge(BASE, mine, BASE.replace("maker", "maker today")).text


def test_a_block_of_code_is_one_thing():
    base = "```\na\nb\n```"
    merged = merge(base, base.replace("b", "mine"), "```\nc\n```")
    assert merged.text == "```\na\nmine\n```\n\n```\nc\n```"


def test_line_breaks_of_a_line_are_kept_and_new_ones_follow_the_note():
    merged = merge("a\n\nb", "a\r\n\r\nmine\n\r\nb", "a\n\nb\n\nc", eol="\r\n")
    assert merged == ("a\r\n\r\nmine\n\r\nb\r\n\r\nc", 1)


LINE = st.sampled_from(["", "", "gen one", "gen two", "gen three", "- gen four", "### gen", "```", "gen five"])
TEXT = st.lists(LINE, max_size=14).map("\n".join)


@st.composite
def edited(draw, base):
    """The reader's version, and the lines that are the reader's own."""
    lines, own = base.split("\n"), []
    for number in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines)))
        kind = draw(st.sampled_from(["add", "change", "delete"]))
        line = f"my line {number}"
        if kind == "delete":
            del lines[at : at + 1]
        else:
            lines[at : at + (kind == "change")] = [line]
            own.append(line)
    return "\n".join(lines), [line for line in own if line in lines]


@given(st.data(), TEXT, TEXT)
def test_every_line_of_the_reader_is_there_and_a_repetition_changes_nothing(data, base, new):
    mine, own = data.draw(edited(base))
    once = merge(base, mine, new)
    assert set(own) <= set(once.text.split("\n"))
    assert merge(new, once.text, new).text == once.text
    assert merge(base, mine, base).text == _without_end(mine)


def _without_end(text: str) -> str:
    lines = text.split("\n")
    while lines and not lines[-1]:
        del lines[-1]
    return "\n".join(lines)


@given(TEXT, TEXT)
def test_a_text_left_alone_gives_way(base, new):
    assert merge(base, base, new).text == _without_end(new)


@pytest.mark.timeout(20)
def test_ten_thousand_lines():
    chance = Random(3)
    base = [f"line {number % 700}" for number in range(10_000)]
    mine = [line if chance.random() < 0.9 else f"mine {number}" for number, line in enumerate(base)]
    new = [line if chance.random() < 0.5 else f"new {number}" for number, line in enumerate(base)]
    merged = merge("\n".join(base), "\n".join(mine), "\n".join(new))
    assert {line for line in mine if line.startswith("mine")} <= set(merged.text.split("\n"))
