from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, Block, Passage
from inquiro.engine.statements import LONGEST_WHOLE, all_terms, statements, windows

TABLE = "| Tier | Contribution |\n|---|---|\n| Insider | $25 |\n| Supporter | $50 |"
STEPS = "To bleed the radiator:\n\n1. Open the valve.\n2. Wait for water.\n3. Close it again."


def said(passage: str) -> list[str]:
    return [one.statement for one in statements(passage)]


def test_a_row_reads_as_a_statement_and_is_quoted_as_it_stands():
    told = [one for one in statements(f"Some words of prose stand here.\n\n{TABLE}") if "Supporter" in one.statement]
    row, whole = told
    assert (whole.whole, whole.statement) == (True, "Insider · Contribution: $25; Supporter · Contribution: $50.")
    assert row.statement == "Supporter · Contribution: $50"
    assert row.quote == "| Supporter | $50 |"


def test_steps_are_told_one_by_one_and_as_a_whole_with_their_lead_in():
    whole = [one for one in statements(STEPS) if one.whole]
    assert [one.statement for one in whole] == [
        "To bleed the radiator: (1) Open the valve; (2) Wait for water; (3) Close it again."
    ]
    assert whole[0].quote == STEPS
    assert sum(not one.whole for one in statements(STEPS)) >= 3


def test_a_figure_in_the_name_of_a_column_is_not_said_of_a_row():
    table = "| Street | Air at 1.5 m |\n|---|---|\n| Orchard Road | 0.8 °C cooler |"
    assert said(table) == ["Orchard Road: 0.8 °C cooler"]


def test_a_question_states_nothing():
    assert said("What does a new tree cost? It costs 650 euros in the first year.") == [
        "It costs 650 euros in the first year."
    ]


def test_headings_and_code_state_nothing():
    passage = "```\nprint('trees cool the street')\n```\n\nTrees cool the street by two degrees."
    assert said(passage) == ["Trees cool the street by two degrees."]


def test_a_list_that_is_too_long_is_told_by_its_items_alone():
    passage = "These are known:\n\n" + "\n".join(
        f"- The {n}th thing has a name of some length here." for n in range(60)
    )
    assert not any(one.whole for one in statements(passage))
    assert len(passage) > LONGEST_WHOLE


def test_a_statement_knows_the_headings_above_it_and_the_words_beside_it():
    text = "Paint\n\nThe wall is white here. The door is red there.\n\nFloor\n\nThe boards are old and dark."
    sections = (Anchor(offset=0, label="House › Paint"), Anchor(offset=text.index("Floor"), label="House › Floor"))
    found = statements(text, (), sections)
    assert [one.path for one in found] == ["House › Paint", "House › Paint", "House › Floor"]
    assert "red" in found[0].beside
    assert not found[2].beside


def test_a_term_is_told_with_the_first_sentence_that_explains_it_and_stands_above_the_others():
    text = "pop [--index]\n\nRemoves a state from the list and applies it. The folder must be clean.\n\napply\n\nLike pop, but the state is kept."
    cuts = [
        0,
        text.index("\n\nR"),
        text.index("Removes"),
        text.index("\n\napply"),
        text.index("apply\n"),
        text.index("\n\nLike"),
        text.index("Like"),
        len(text),
    ]
    block = Block(kind="definition", start=0, end=len(text), parts=tuple(zip(cuts[::2], cuts[1::2], strict=True)))
    found = [one for one in statements(text, (block,)) if not one.whole]
    assert [one.statement for one in found] == [
        "pop [--index]: Removes a state from the list and applies it.",
        "The folder must be clean.",
        "apply: Like pop, but the state is kept.",
    ]
    assert [one.path for one in found] == ["pop [--index]", "pop [--index]", "apply"]
    assert all(text[one.start : one.start + len(one.quote)] == one.quote for one in found)


def test_what_only_announces_and_lines_of_a_table_of_contents_state_nothing():
    assert said("The following formats can be read by this program today:") == []
    assert said("4.12 The releases of the eleventh series are listed here . . . . . . 14") == []


@given(
    st.lists(st.sampled_from([TABLE, STEPS, "\n\n", "A sentence. ", "- item\n", "x: y\n", "木は涼しい。", "|"])).map(
        "".join
    )
)
def test_every_quote_stands_where_it_says(passage):
    for one in statements(passage):
        assert passage[one.start : one.start + len(one.quote)] == one.quote
        assert "\n" not in one.statement
        assert one.terms <= all_terms(Passage(document_id="d", start=0, end=len(passage), text=passage))


def test_a_sentence_under_the_name_of_a_function_is_told_with_it_and_quoted_without():
    text = "fs.unwatchFile(filename)\n\nStop watching for changes on the given file."
    heading = Anchor(offset=0, label="File system › fs.unwatchFile(filename)", level=2)
    (one,) = statements(text[26:], (), (heading,))
    assert one.statement == "fs.unwatchFile(filename): Stop watching for changes on the given file."
    assert one.quote == "Stop watching for changes on the given file."
    plain = Anchor(offset=0, label="Watching files", level=2)
    assert statements(text[26:], (), (plain,))[0].statement == one.quote


def test_what_only_announces_something_states_nothing():
    assert said("You can add the data of each refuel to its memo, as follows") == []
    assert said("The plug-in is used for the following: nothing else is said of it here.") != []


def test_two_sentences_of_a_paragraph_can_be_told_as_one():
    text = "The operator account is no longer made by default. It had uid 37.\n\nThe group is used by dump alone today."
    passage = Passage(document_id="d", start=0, end=len(text), text=text, score=1.0)
    (one,) = windows(passage)
    assert one.quote == one.statement == "The operator account is no longer made by default. It had uid 37."
    assert text[one.start :].startswith(one.quote)


def test_the_answer_in_a_list_of_questions_stands_under_its_question():
    answer = "No. The space is kept for the next row that you insert into the database. " * 5
    text = f"1. Is it fast?\n\n   Yes, it is very fast in most of the cases that we know.\n\n2. The file did not shrink. Is this a bug?\n\n   {answer}"
    told = [one for one in statements(text) if "space is kept" in one.quote and not one.whole]
    assert told
    assert all(one.path == "The file did not shrink. Is this a bug?" for one in told)
