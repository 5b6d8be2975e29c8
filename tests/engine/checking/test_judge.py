from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import Excerpt, Source, Verdict, check, verify
from inquiro.engine.checking.judge import Question, Ruling, by_number, leaves_open, relied_on, ruled, strange_names

PLACE = Excerpt(
    quote="It lowered the air temperature by up to 2.1 °C at midday.",
    around="The trial in the Arboretum ran for two summers. It lowered the air temperature by up to 2.1 °C at midday. "
    "At night there was almost no effect.",
    heading="Results › Summer",
    title="Shade trial of Korvenau",
    date="2019-05-06",
)
OPEN = "Shade cooled the noon air in Korvenau by as much as 2.1 °C."
WORDS = ("lowered the air temperature by up to 2.1 °C",)


def ruling(verdict="supported", words=WORDS, wrong="") -> Ruling:
    return Ruling(number=1, verdict=verdict, words=words, wrong=wrong)


def judged(said: Ruling | None, text: str = OPEN):
    return ruled(check(text, [PLACE]), said, [PLACE])


def test_the_rules_leave_it_open():
    assert leaves_open(check(OPEN, [PLACE]), [PLACE])


@pytest.mark.parametrize(
    ("verdict", "label", "contradicted"),
    [
        ("supported", "supported", False),
        ("inference", "inferred", False),
        ("unsupported", "uncited", False),
        ("contradicted", "uncited", True),
    ],
)
def test_a_ruling_gives_the_label_and_says_who_gave_it(verdict, label, contradicted):
    found = judged(ruling(verdict))
    assert (found.label, found.by, found.contradicted) == (label, "model", contradicted)
    assert found.relied == WORDS


def test_what_is_wrong_comes_first_among_the_problems():
    assert judged(ruling("contradicted", wrong="It was at night.")).problems[0].text == "It was at night."


@pytest.mark.parametrize("verdict", ["supported", "inference", "contradicted"])
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("",),
        ("lowered the air temperature by up to 3.1 °C",),
        ("the tree planting cooled every street",),
        (*WORDS, "and the mayor was very pleased"),
        ("at",),
        ("two summers … nobody knows why",),
    ],
)
def test_words_that_stand_nowhere_or_say_nothing_void_a_ruling(verdict, words):
    by_rule = check(OPEN, [PLACE])
    assert judged(ruling(verdict, words)) == by_rule


@pytest.mark.parametrize(
    "words",
    [
        "Lowered  the air temperature\nby up to 2.1 °C",
        "“lowered the air temperature by up to 2.1 °C at midday.”",
        "lowered the air temperature … at midday",
        "`lowered the air temperature`",
        "At night there was almost no effect",
    ],
)
def test_words_are_found_whatever_their_typography(words):
    assert relied_on([words], "The air at night, noon and midday.", [PLACE])


def test_words_that_have_nothing_to_do_with_the_sentence_prove_nothing():
    assert relied_on(["there was almost no effect"], OPEN, [PLACE]) == ()
    assert relied_on(["there was almost no effect"], OPEN, [PLACE], bearing=False)  # but they may speak against it


def test_a_title_or_a_heading_can_be_relied_on():
    assert relied_on(["Shade trial of Korvenau"], OPEN, [PLACE])


@pytest.mark.parametrize("said", ["supported", "inference", "unsupported", "contradicted"])
def test_no_ruling_overrules_a_figure_that_is_not_there(said):
    wrong = OPEN.replace("2.1", "3.4")
    by_rule = check(wrong, [PLACE])
    assert by_rule.vetoed
    assert ruled(by_rule, ruling(said), [PLACE]) == by_rule


def test_a_name_that_stands_nowhere_keeps_a_sentence_from_being_supported():
    found = judged(ruling(), "Shade cooled the noon air in Varnholt by as much as 2.1 °C.")
    assert found.label == "inferred"
    assert ("Varnholt",) in [problem.found for problem in found.problems]


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Therefore the Arboretum in Korvenau was cooler.", ()),
        ("According to NASA the air was cooler.", ("NASA",)),
        ("Der Schatten kühlte die Luft am Mittag.", ()),
        ("Der Schatten kühlte laut NASA die Luft.", ("NASA",)),
    ],
)
def test_only_names_that_no_translation_changes_are_missed(sentence, names):
    assert strange_names(sentence, [PLACE]) == names


def test_what_rules_accept_by_words_around_the_quote_is_asked_about_and_what_they_accept_by_the_quote_is_not():
    near = Verdict(text="At midday the air temperature was lowered by up to 2.1 °C.", label="supported")
    far = Verdict(text="For two summers the Arboretum saw almost no effect at night.", label="supported")
    assert not leaves_open(near, [PLACE])
    assert leaves_open(far, [PLACE])
    assert ruled(far, ruling("unsupported"), [PLACE]).label == "uncited"
    assert ruled(far, ruling("inference", ("words that nobody wrote",)), [PLACE]) == far


def test_no_ruling_and_no_evidence_change_nothing():
    assert judged(None) == check(OPEN, [PLACE])
    nothing = check(OPEN, [])
    assert ruled(nothing, ruling("unsupported"), []) == nothing


def test_the_first_word_on_a_question_counts():
    first, second = ruling(), ruling("unsupported")
    assert by_number([first, second]) == {1: first}


# -- verify(…, judge=) ------------------------------------------------------------------------------------------------

TEXT = "Shade trial\n\nIt lowered the air temperature by up to 2.1 °C at midday. At night there was almost no effect."


def asked(text: str, answer) -> tuple[list, list[Question]]:
    questions: list[Question] = []

    def judge(given):
        questions.extend(given)
        return [answer(one) for one in given]

    return verify(text, [Source(1, TEXT, "Trees")], judge=judge), questions


def test_a_judge_is_asked_once_about_what_rules_leave_open():
    quote = "At night there was almost no effect."
    found, questions = asked(
        f"{quote} [1] Noon air became cooler by 2.1 °C. [1] Noon became warmer by 9 °C. [1]",
        lambda one: Ruling(number=one.number, verdict="supported", words=WORDS),
    )
    # The figure that stands nowhere might be worked out, and a judge that says so has to show the sum.
    assert [one.sentence for one in questions] == ["Noon air became cooler by 2.1 °C.", "Noon became warmer by 9 °C."]
    assert [one.label for one in found] == ["quoted", "supported", "uncited"]
    assert [one.by for one in found] == ["rule", "model", "rule"]
    assert found[1].evidence == (0,)


def test_a_judge_that_says_nothing_leaves_the_rules():
    text = "Noon air became cooler by 2.1 °C. [1]"
    assert verify(text, [Source(1, TEXT)], judge=lambda _: []) == verify(text, [Source(1, TEXT)])


def test_a_sentence_in_another_language_is_asked_about():
    found, questions = asked(
        "Am Mittag war es um bis zu 2,1 °C kühler. [1]",
        lambda one: Ruling(number=one.number, verdict="supported", words=WORDS),
    )
    assert len(questions) == 1
    assert [(one.label, one.evidence) for one in found] == [("supported", (0,))]


@pytest.mark.fault(9)
@given(
    st.lists(
        st.builds(
            Ruling,
            number=st.integers(-2, 5),
            verdict=st.sampled_from(["supported", "inference", "unsupported", "contradicted"]),
            words=st.lists(st.text(max_size=30), max_size=3).map(tuple),
            wrong=st.text(max_size=30),
        ),
        max_size=6,
    )
)
def test_any_answer_of_a_judge_gives_a_verdict_on_each_sentence(said):
    text = "Noon air became cooler by 2.1 °C. [1] At night it was the same. [1]"
    found = verify(text, [Source(1, TEXT)], judge=lambda _: said)
    assert len(found) == 2
    assert all(one.relied for one in found if one.label == "supported" and one.by == "model")
