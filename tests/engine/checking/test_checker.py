from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import Excerpt, check

TREE = "A street tree costs 1,100 € in Korvenau."
PEOPLE = "The city has 1,583,000 people."
FELL = "On May 12, 2020, 12 trees fell in Korvenau."


@pytest.mark.parametrize(
    ("text", "quote", "label"),
    [
        ("In Korvenau a street tree costs 1.100 €.", TREE, "supported"),
        ("In Korvenau a street tree costs 1\u202f100 euros.", TREE, "supported"),
        ("In Korvenau a street tree costs 1 100 €.", TREE, "supported"),
        ("A street tree costs about 1,000 € in Korvenau.", TREE, "supported"),
        ("A street tree costs 1,100 $ in Korvenau.", TREE, "uncited"),
        ("A street tree costs 1,100 % in Korvenau.", TREE, "uncited"),
        ("The city has 1.6 million people.", PEOPLE, "supported"),
        ("The city has more than 1.5 million people.", PEOPLE, "supported"),
        ("The city has more than 1.6 million people.", PEOPLE, "uncited"),
        ("The city has 1.5 million people.", PEOPLE, "uncited"),
        ("The city has 1,600,000 people.", PEOPLE, "uncited"),
        ("The city has 1,583,123 people.", "The city has 1.6 million people.", "uncited"),
        ("The wall is 1.5 km long.", "The wall is 1,500 m long.", "supported"),
        ("The wall is 1.5 m long.", "The wall is 1.5 km long.", "uncited"),
        ("Another 10m were added to the course.", "Another 10km were added to the course.", "uncited"),
        ("The snake is 3.048 km long.", "The snake is 3.048 m long.", "uncited"),
        ("He joined the firm about 1850.", "He joined the firm about 1853.", "uncited"),
        ("Trees cool by 8-12 °C here.", "Trees cool by 8 to 12 °C here.", "supported"),
        ("Trees cool by 8-13 °C here.", "Trees cool by 8 to 12 °C here.", "uncited"),
        ("Twelve trees fell in Korvenau on 12 May 2020.", FELL, "supported"),
        ("In 2020, twelve trees fell in Korvenau.", FELL, "supported"),
        ("In May 2020 trees fell in Korvenau.", FELL, "supported"),
        ("On 2020-05-12 trees fell in Korvenau.", FELL, "supported"),
        ("Thirteen trees fell in Korvenau on 12 May 2020.", FELL, "uncited"),
        ("On 13 May 2020 trees fell in Korvenau.", FELL, "uncited"),
        ("On 12 June 2020 trees fell in Korvenau.", FELL, "uncited"),
        ("In 2021 trees fell in Korvenau.", FELL, "uncited"),
        ("COVID-20 hit the city of Korvenau hard.", "COVID-19 hit the city of Korvenau hard.", "uncited"),
        ("COVID 19 hit the city hard.", "The city was hit hard by COVID-19.", "supported"),
        ("It is in doi 10.1000/abc.124 of the study.", "The study: it is in doi 10.1000/abc.123.", "uncited"),
        ("Trees failed to cool the street.", "Trees cool the street, and failed elsewhere to grow.", "inferred"),
        ("Trees cool the street.", "Trees cool the street, but not the square.", "supported"),
        ("Trees cool the square.", "Trees never cool the square.", "inferred"),
        ("Trees cool the street in July.", "Trees may cool the street in July.", "inferred"),
        ("Bremen beat Hamburg in the final.", "Hamburg beat Bremen in the final.", "inferred"),
        ("The mayor was elected again on a Sunday.", TREE, "uncited"),
        ("All towns took part in the trial.", "Every town took part in the trial.", "supported"),
        ("All towns took part in the trial.", "Most towns took part in the trial.", "inferred"),
        ("All towns had 30 trees felled.", "Each town had 30 trees felled.", "inferred"),
        ("Oak is mainly used in Korvenau.", "Oak is primarily used in Korvenau.", "supported"),
    ],
)  # fmt: skip
def test_what_the_evidence_bears_out(text, quote, label):
    assert check(text, [quote]).label == label


@pytest.mark.fault(35)
def test_letters_of_another_alphabet_are_told():
    found = check("Str\u0435\u0435t trees cool the air.", ["Street trees cool the air."])
    assert found.label == "inferred"
    assert found.problems[0].kind == "letters"
    assert check("5 µg of dust", ["They found 5 µg of dust."]).label == "supported"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("The number of trees rose by 12 %.", "12 % = (56 trees − 50 trees) / 50 trees"),
        ("Together they have 106 trees.", "106 = 50 + 56"),
        ("That is 6 more trees.", "6 = 56 − 50"),
        ("That is 1.12 times more trees.", "1.12 times = 56 / 50"),
    ],
)
def test_a_computed_value_is_marked_and_never_called_supported(text, how):
    found = check(text, ["They had 50 trees, and have 56 trees now; the number rose."])
    assert (found.label, found.computed) == ("inferred", (how.replace(" trees", ""),))


def test_a_number_that_stands_elsewhere_does_not_save_an_exchanged_one():
    quote = "In 2019 12 trees fell in Korvenau. In 2020 13 trees fell in Korvenau."
    assert check("In 2019 13 trees fell in Korvenau.", [quote]).label == "uncited"
    assert check("12 trees fell in Korvenau in 2019, and 13 trees in 2020.", [quote]).label == "supported"


def test_a_number_in_the_place_of_a_date_is_an_exchanged_one():
    quote = "The fair of Korvenau opens on the market square on May 5. It has 50 stalls."
    assert check("The fair of Korvenau opens on the market square on May 50.", [quote]).label == "uncited"
    quote = "The fair of Korvenau opened on the market square on December 2 and 3."
    assert check(quote.replace("2 and 3", "3 and 3"), [quote]).label == "uncited"


def test_a_long_sentence_that_shares_much_does_not_hide_an_exchanged_number():
    held = "hold 30 per cent of the capital of the Nordlicht Sleeper Cooperative."
    quotes = [
        "The members hold 52 per cent of the capital of the Nordlicht Sleeper Cooperative.",
        f"The cities of Brenmoor, Halvik, Sankt Orlen, Portavel and Varnholt on the Aldra together {held}",
        "Of the trains 42 per cent are late.",
    ]
    assert check(quotes[0].replace("52", "42"), quotes).label == "uncited"


def test_the_verdict_names_the_evidence_that_bears_it():
    found = check("Trees in Korvenau cost 1,100 €.", ["The mayor sings.", TREE, "Trees in Korvenau cost money."])
    assert found.evidence == (1, 2)
    assert check(TREE, ["The mayor sings.", TREE]).evidence == (1,)


def test_without_evidence_nothing_is_borne_out():
    assert [check(TREE, quotes).problems[0].kind for quotes in ([], [""], ["  "])] == ["evidence"] * 3


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_no_text_breaks_it(text, quotes):
    assert check(text, quotes).label in {"quoted", "supported", "inferred", "uncited"}


ODD = st.text(alphabet=st.sampled_from("0123456789.,'’-–−/:  €$%°maMayto12thk"), max_size=40)


@given(ODD, ODD)
def test_no_number_breaks_it(text, quote):
    assert check(f"It was {text} then.", [f"It was {quote} then."]).text


@given(
    st.integers(2, 10**7), st.integers(2, 10**7), st.sampled_from(["{:,} trees", "{:,} €", "{} kg", "{:,} per cent"])
)
def test_a_changed_number_is_always_caught(number, other, form):
    written, wrong = form.format(number), form.format(other)
    verdict = check(f"The town of Korvenau has {wrong} to spare.", [f"The town of Korvenau has {written} to spare."])
    assert verdict.label == ("quoted" if number == other else "uncited")


def test_what_stands_around_a_quote_counts_as_held():
    quote = "It was founded in 1887 and floated in 1952."
    text = "Marsden & Holt was founded in 1887."
    assert check(text, [quote]).label == "inferred"
    assert check(text, [Excerpt(quote, title="Marsden & Holt plc")]).label == "supported"
    assert check(text, [Excerpt(quote, around=f"Marsden & Holt makes looms. {quote}")]).label == "supported"


def test_a_row_is_not_proven_by_another_row_of_its_table():
    row = Excerpt(
        "| A7 | 640 | 310 |", around="| A7 | 640 | 310 |\n| A9 | 710 | 405 |", columns="| Model | Weight | Range |"
    )
    assert check("The A7 has a range of 405.", [row]).label == "uncited"
    assert check("The A7 has a range of 310.", [row]).label == "supported"


@pytest.mark.parametrize("first", ["However", "Therefore", "Besides", "By contrast", "Together"])
def test_first_words_and_connectives_are_no_names(first):
    assert (
        check(f"{first}, the trees of Korvenau were felled.", ["The trees of Korvenau were felled."]).label
        == "supported"
    )


def test_german_nouns_are_no_names():
    found = check("Die Baumpflege kostet Korvenau viel Geld.", ["Die Pflege der Bäume kostet Korvenau viel Geld."])
    assert "name" not in {problem.kind for problem in found.problems}


def test_two_is_no_foreign_number_where_the_source_speaks_of_both():
    quote = "Library authors may be asked to support both semantics of an import."
    assert not check("Library authors may be asked to support two semantics of an import.", [Excerpt(quote)]).problems
    three = check("Library authors may be asked to support three semantics of an import.", [Excerpt(quote)])
    assert [one.kind for one in three.problems] == ["number"]
