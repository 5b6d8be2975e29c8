import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import BadFile
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.tidying import format_text

UNTIDY = """\

;; the fund@@
(cbu.ensure   :name "Fund; (one)",
   :as @cbu)  ; made here

( cbu.assign-role :cbu_id @cbu ; which
  :entity-id "x" :role "R")
(a.b :x (c.d
   :y 1))
"""
TIDY = """\
;; the fund
(cbu.ensure :name "Fund; (one)" :as @cbu)  ; made here

( cbu.assign-role :cbu_id @cbu ; which
  :entity-id "x" :role "R")
(a.b :x (c.d
   :y 1))
"""


def test_calls_are_formatted_and_comments_stay():
    assert format_text(UNTIDY.replace("@@", "  ")) == TIDY


def test_strings_are_left_as_they_are():
    text = '; a\r\n(a.b :x "one  \r\n two")\t\r\n(a.b :x ; why\r\n "one  \r\n two")\r\n'
    assert format_text(text) == '; a\n(a.b :x "one  \\r\\n two")\n(a.b :x ; why\r\n "one  \r\n two")\n'


def test_a_file_that_cannot_be_read_is_not_touched():
    with pytest.raises(BadFile, match=r"f\.verbs: line 1"):
        format_text("(a.b :x", "f.verbs")


@pytest.mark.parametrize("text", ["", "\n \n", "; only\n"])
def test_files_without_calls(text):
    assert format_text(text) == text.strip(" \n") + "\n" * bool(text.strip())


PARTS = st.sampled_from(
    [
        '(a.b :x "y;(" )',
        "(a.b\n:y [1 {:k 2}])",
        "; note",
        "\n",
        "\n\n",
        "  ",
        ",",
        "(a.b :x ; in\n 1)",
        '(c.d :t "\n\n\\"")',
    ]
)


@given(st.lists(PARTS, max_size=8).map("\n".join))
def test_tidying_changes_no_meaning_and_is_done_once(text):
    def meanings(source):
        return [(call.verb, call.arguments, call.binds) for call in read_program(source)]

    tidy = format_text(text)
    assert meanings(tidy) == meanings(text)
    assert tidy.count("; note") == text.count("; note")
    assert format_text(tidy) == tidy
