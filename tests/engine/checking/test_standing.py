"""What a source asserts and what it only mentions, in six languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking import Excerpt, Source, check, verify
from inquiro.engine.checking.standing import Told, introduced, standings, under, unproven

FELL = "The old bridge of Korvenau fell in the storm."


@pytest.mark.parametrize(
    ("evidence", "kind"),
    [
        ("It is a myth that the old bridge of Korvenau fell in the storm.", "denied"),
        ("The mayor denied that the old bridge of Korvenau fell in the storm.", "denied"),
        ("The tale that the old bridge of Korvenau fell in the storm has been debunked.", "denied"),
        ("There is no evidence that the old bridge of Korvenau fell in the storm.", "denied"),
        ("It is disputed whether the old bridge of Korvenau fell in the storm.", "asked"),
        ("Did the old bridge of Korvenau fall in the storm?", "asked"),
        ("Engineers examined whether the old bridge of Korvenau fell in the storm.", "asked"),
        ("According to the defendant, the old bridge of Korvenau fell in the storm.", "attributed"),
        ("Critics claim that the old bridge of Korvenau fell in the storm.", "attributed"),
        ("The old bridge of Korvenau fell in the storm, according to a neighbour.", "attributed"),
        ("The old bridge of Korvenau might have fallen in the storm.", "hypothetical"),
        ("Suppose the old bridge of Korvenau fell in the storm.", "hypothetical"),
        ("The old bridge of Korvenau would have fallen in the storm.", "hypothetical"),
        ("The report that the old bridge of Korvenau fell in the storm was retracted.", "retracted"),
    ],
)
def test_what_is_only_mentioned_does_not_prove_it(evidence, kind):
    found = unproven(FELL, [Told(evidence)])
    assert found is not None
    assert found.kind == kind
    assert check(FELL, [evidence]).label not in {"quoted", "supported"}


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        (
            "Die Brücke von Korvenau ist eingestürzt.",
            "Es ist ein Mythos, dass die Brücke von Korvenau eingestürzt ist.",
        ),
        ("Die Brücke von Korvenau ist eingestürzt.", "Die Polizei prüft, ob die Brücke von Korvenau eingestürzt ist."),
        ("Die Stadt hat die Brücke ersetzt.", "Die Stadt will bis 2030 die Brücke ersetzen."),
        ("Le pont de Korvenau s'est effondré.", "Le maire dément que le pont de Korvenau se soit effondré."),
        ("Le pont de Korvenau est une œuvre de Berg.", "Le pont de Korvenau pourrait être une œuvre de Berg."),
        ("El puente de Korvenau se ha caído.", "La empresa niega que el puente de Korvenau se haya caído."),
        ("El puente de Korvenau se ha caído.", "Los vecinos aseguran que el puente de Korvenau se ha caído."),
        ("该桥已经倒塌。", "该报撤回了此前关于该桥已经倒塌的报道。"),
        ("橋は嵐で落ちた。", "住民側は、橋は嵐で落ちたと主張している。"),
    ],
)
def test_other_languages_have_their_ways_of_only_mentioning(text, evidence):
    assert check(text, [evidence]).label not in {"quoted", "supported"}


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("According to the defendant, the old bridge fell.", "The defendant claims that the old bridge fell."),
        ("It is unclear whether the old bridge fell.", "It is disputed whether the old bridge fell."),
        ("The old bridge may have fallen in the storm.", "The old bridge might have fallen in the storm."),
        ("The storm sank 14 ships.", "The owners denied any loss, but the logs show that the storm sank 14 ships."),
        ("The planned tunnel opened in May.", "The planned tunnel opened in May, as expected."),
        ("The old bridge fell in the storm.", "Nobody denies that the old bridge fell in the storm."),
        ("The storm claimed 31 lives.", "The storm claimed 31 lives in Korvenau."),
        ("Loading goes on if the slot is set.", "If the slot is set, loading goes on."),
    ],
)
def test_who_keeps_the_reserve_or_says_what_is_asserted_is_borne_out(text, evidence):
    assert unproven(text, [Told(evidence)]) is None


def test_one_sentence_that_asserts_it_is_enough():
    assert unproven(FELL, [Told(f"It is a myth that {FELL}"), Told(FELL)]) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Myth 4:", ""),
        ("", "This claim was later retracted."),
        ("", "That is not true."),
        ("The plaintiff's case is as follows.", ""),
    ],
)
def test_the_sentences_beside_it_say_what_it_is_worth(before, after):
    assert unproven(FELL, [Told(FELL, before, after)]) is not None


def test_a_quote_is_judged_by_the_block_it_stands_in_and_by_what_stands_above():
    assert check(FELL, [Excerpt(FELL)]).label == "quoted"
    assert check(FELL, [Excerpt(FELL, around=f"{FELL} This claim was later retracted.")]).label == "uncited"
    assert check(FELL, [Excerpt(FELL, heading="Seven myths about Korvenau")]).label == "uncited"
    assert check(FELL, [Excerpt(FELL, title="RETRACTED: The bridges of Korvenau")]).label == "uncited"


def test_a_source_is_read_with_its_headings():
    assert [v.label for v in verify(f"{FELL} [1]", [Source(1, FELL)])] == ["quoted"]
    assert [v.label for v in verify(f"{FELL} [1]", [Source(1, FELL, heading="Common misconceptions")])] == ["uncited"]
    assert [v.label for v in verify(f"{FELL} [1]", [Source(1, f"Myths\n\n{FELL}")])] == ["uncited"]


def test_headings_and_introductions_name_their_kind():
    assert [under(text) for text in ("Rejected Ideas", "Open questions", "Roadmap", "History")] == ["hypothetical", "hypothetical", "planned", None]  # fmt: skip
    assert introduced("The draft contains three provisions.") == "planned"


@given(st.text(max_size=120), st.text(max_size=40), st.text(max_size=40))
def test_no_text_breaks_it(sentence, before, after):
    for found in standings(sentence, before, after):
        assert 0 <= found.start <= found.end <= len(sentence)


def test_what_was_left_open_or_turned_down_is_doubtful_and_not_false():
    quote = "The reference implementation changes approximately 15,000 lines of code."
    found = check(quote, [Excerpt(quote, heading="Open Issues › Integration")])
    assert (found.label, found.vetoed, found.problems[0].kind) == ("inferred", False, "hedge")
