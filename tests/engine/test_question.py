from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.question import analyse, checklist, content_words, facet_of, unclear

PROMPT = "Do city trees really cool streets, what do they cost over their life, and who pays for them?"


@pytest.mark.parametrize(
    ("question", "language", "parts"),
    [
        (PROMPT, "en", 3),
        ("Wie stark kühlen Stadtbäume die Straßen, was kosten sie und wer bezahlt sie?", "de", 3),
        ("¿Cuánto enfrían los árboles las calles, cuánto cuestan y quién los paga?", "es", 3),
        ("街路樹は通りをどれくらい冷やすか、費用はいくらか、誰が払うのか？", "ja", 3),
        ("What do oak and ash cost?", "en", 1),
        ("Is it safe? Who says so?", "en", 2),
    ],
)
def test_a_question_falls_into_its_parts(question, language, parts):
    known = analyse(question)
    assert (known.language, len(known.parts)) == (language, parts)


def test_parts_ask_for_their_facets_and_refer_back():
    known = analyse(PROMPT)
    assert [part.facets[0].id if part.facets else "" for part in known.parts] == ["", "cost", "payer"]
    assert [part.refers_back for part in known.parts] == [False, True, True]


def test_the_subject_is_what_all_parts_are_about():
    assert analyse(PROMPT).subject == ("city", "trees")
    items = checklist(analyse(PROMPT))
    assert all("trees" in item.about for item in items[:3])


def test_after_who_comes_what_somebody_does_and_then_the_subject():
    assert analyse("Who owns the night train?").subject == ("night", "train")


def test_names_of_the_question_are_told_without_its_question_word():
    known = analyse("What does the Meridian programme pay in Korvenau?")
    assert set(known.names) == {"Meridian programme", "Korvenau"}


def test_words_without_meaning_are_left_out():
    assert content_words("What does a street tree really cost?", "en") == ("street", "tree", "cost")


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(
    "what who why cost pays when, ; and und y ? か、 費用 trees Korvenau how much limits risk it wer was".split()
), max_size=40).map(" ".join)))  # fmt: skip
def test_any_question_gets_as_many_items_as_it_asks_for(text):
    known = analyse(text)
    items = checklist(known)
    assert len(items) == min(len(known.parts), 7)
    assert [item.id for item in items] == [f"c{n}" for n in range(1, len(items) + 1)]
    assert all(item.description for item in items)
    assert not any(item.satisfied for item in items)


def test_the_parts_come_first_and_keep_their_words():
    described = [item.description for item in checklist(analyse(PROMPT))]
    assert described[0] == "Do city trees really cool streets?"
    assert described[1] == "What do they cost over their life?"
    assert described[2] == "Who pays for them?"


def test_labels_are_short_and_in_the_question_s_language():
    assert [item.label for item in checklist(analyse(PROMPT))][1:3] == ["cost", "who pays"]
    german = checklist(analyse("Wie stark kühlen Stadtbäume die Straßen, was kosten sie und wer bezahlt sie?"))
    assert [item.label for item in german][1:3] == ["Kosten", "wer zahlt"]
    japanese = checklist(analyse("街路樹は通りを冷やすか、費用はいくらか、誰が払うのか？"))
    assert japanese[1].label == "費用"
    assert all(item.label and len(item.label) <= 40 for item in (*german, *japanese))


def test_an_item_keeps_its_facet_through_plain_data():
    items = checklist(analyse(PROMPT))
    assert [facet.id if (facet := facet_of(item)) else "" for item in items[:3]] == ["", "cost", "payer"]


@pytest.mark.parametrize(("question", "mark"), [("Was kostet ein Baum", "?"), ("費用はいくらか", "？")])
def test_a_part_becomes_a_question_again(question, mark):
    assert checklist(analyse(question))[0].description.endswith(mark)


def test_the_same_question_gives_the_same_checklist():
    assert checklist(analyse(PROMPT)) == checklist(analyse("  " + PROMPT.replace(" ", "  ")))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Which band was formed first, Exies or Circus Diablo?", ("Exies", "Circus Diablo")),
        ("Are Mara Kessling and Ed Tollen both film directors?", ("Mara Kessling", "Ed Tollen")),
        ("Where is Mara Kessling's first film shown?", ("Mara Kessling",)),
        ("Which German poet wrote the Harbour Songs?", ("Harbour Songs",)),
        ("Who leads the Ministry of Health and Care?", ("Ministry of Health and Care",)),
    ],
)
def test_a_question_names_things_apart_and_leaves_out_what_only_describes(text, named):
    assert analyse(text).names == named


@pytest.mark.parametrize(
    "question",
    ["How long are old versions kept?", "What does the Meridian programme pay in Korvenau?", "Why do leaves turn red?"],
)
def test_a_plain_question_is_one_item_in_its_own_words(question):
    (item,) = checklist(analyse(question))
    assert item.description == question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How long are old versions kept?", ("old", "versions", "kept")),
        ("What does the WHO recommend?", ("WHO", "recommend")),
        ("What is Need for Speed?", ("Need", "Speed")),
        ("Wie viele Menschen leben in Varnholt?", ("Menschen", "leben", "Varnholt")),
        ("Combien de temps dure le vol ?", ("dure", "vol")),
    ],
)
def test_question_words_are_no_topic_words_and_names_are(question, words):
    assert content_words(question, analyse(question).language) == words


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("?!", "nothing"),
        ("What is it?", "nothing"),
        ("What does it cost?", "subject"),
        ("Who pays for them?", "subject"),
        ("Is it safe to drink tap water?", None),
        ("How long does it take to charge a car?", None),
        ("Is it true that trees cool?", None),
        ("What is IT?", None),
        ("How does it compare, Korvenau against Varnholt?", None),
        ("Why did they leave the town of Varnholt?", None),
        ("Ist es erlaubt, Regenwasser zu trinken?", None),
        ("tinnitus", None),
    ],
)
def test_only_a_question_with_nothing_to_search_for_is_unclear(question, missing):
    assert unclear(analyse(question)) == missing


@pytest.mark.parametrize(
    "question",
    [
        "On a GPS, what is the difference between a track and a route?",
        "My archive is broken, how do I rescue what is left?",
        "lz4 or zstd for squeezing my backups, what sets them apart?",
        "Since which version can it show live pictures, and when was that?",
    ],
)
def test_what_leads_up_to_a_question_or_only_refers_to_it_is_no_part_of_its_own(question):
    (part,) = analyse(question).parts
    assert part.text == question
