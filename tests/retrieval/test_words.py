from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.retrieval.words import content_tokens, detect_language, stem, stop_words, tokens, words


@given(st.text())
def test_words_are_exact_ordered_and_apart(text):
    end = 0
    for word in words(text):
        assert text[word.start : word.end] == word.text
        assert word.start >= end
        assert word.text
        end = word.end


@given(st.text())
def test_tokens_are_normalised_and_content_is_a_part_of_them(text):
    terms = tokens(text)
    assert all(term and not term.isspace() for term in terms)
    remaining = iter(terms)
    assert all(any(term == other for other in remaining) for term in content_tokens(text, "en"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8-12 m", ["8-12", "m"]),
        ("1,100 €", ["1,100", "€"]),
        ("2.1 °C", ["2.1", "°C"]),
        ("40 dB(A).", ["40", "dB(A)"]),
        ("Varnholt's well-known CO2", ["Varnholt's", "well-known", "CO2"]),
        ("騒音規制のデシベル", ["騒音規制", "の", "デシベル"]),
        ("热泵噪声的限制", ["热泵噪声", "的", "限制"]),
    ],
)
def test_words_keep_numbers_units_and_names_together(text, expected):
    assert [word.text for word in words(text)] == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cities", "city"),
        ("houses", "house"),
        ("planting", "planted"),
        ("trees", "tree"),
        ("Straßen", "Strasse"),
        ("Bäume", "Bäumen"),
        ("árboles", "arbol"),
        ("ciudades", "ciudad"),
        ("forêts", "foret"),
        ("1,100", "1.100"),
        ("1100", "1’100"),
        ("2,5", "2.5"),
        ("ﬁne", "fine"),
        ("ＡＢＣ", "abc"),
        ("Varnholt's", "Varnholt"),
    ],
)
def test_forms_of_a_word_share_their_index_term(one, other):
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize(
    ("one", "other"), [("water", "wat"), ("China", "chin"), ("class", "clas"), ("1.5", "15"), ("string", "str")]
)
def test_different_words_stay_apart(one, other):
    assert tokens(one) != tokens(other)


def test_unspaced_scripts_are_pairs():
    assert tokens("騒音規制") == ["騒音", "音規", "規制"]
    assert tokens("木") == ["木"]


def test_hyphenated_words_match_their_parts():
    assert tokens("heat-pump") == tokens("heat pump")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is the noise limit for heat pumps?", ["nois", "limit", "heat", "pump"]),
        ("Wie laut darf die Wärmepumpe sein?", ["laut", "darf", "warmepump"]),
        ("¿Cuál es el coste de los árboles?", ["cost", "arbol"]),
        ("騒音の規制は何ですか", ["騒音", "規制"]),
        ("L'eau n'est pas chère", ["eau", "cher"]),
    ],
)
def test_content_tokens_leave_function_words_out(text, expected):
    assert [term for term in content_tokens(text) if term not in ("est", "何で")] == expected


def test_acronyms_are_no_function_words():
    assert "us" in content_tokens("What does the US pay?")
    assert "us" not in content_tokens("What does it cost us?")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How much do street trees cost in the city?", "en"),
        ("Wie viel kosten die Bäume in der Stadt?", "de"),
        ("¿Cuánto cuestan los árboles de la ciudad?", "es"),
        ("Combien coûtent les arbres dans la ville et qui les paie ?", "fr"),
        ("Quanto costano gli alberi della città e chi paga per questo?", "it"),
        ("Quanto custam as árvores da cidade e quem paga por isso? Não é barato.", "pt"),
        ("Wat kosten de bomen van de stad en wie betaalt het?", "nl"),
        ("都市の木はいくらですか", "ja"),
        ("城市里的树要多少钱", "zh"),
        ("도시의 나무는 얼마입니까", "ko"),
        ("Сколько стоят деревья в городе", "ru"),
        ("Πόσο κοστίζουν τα δέντρα", "el"),
        ("كم تكلفة الأشجار", "ar"),
        ("The company 東京 is named in an English sentence.", "en"),
        ("", "en"),
        ("12345", "en"),
    ],
)
def test_language_is_told_by_script_and_function_words(text, language):
    assert detect_language(text) == language


def test_stop_words_are_known_by_language():
    assert "the" in stop_words("en")
    assert "für" in stop_words("de")
    assert stop_words("xx") == frozenset()


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1))
def test_a_stem_is_never_empty_or_longer(word):
    assert 1 <= len(stem(word)) <= len(word)


@given(st.text(alphabet=st.sampled_from("aé.'1,°C木\u0301ﬁ \n")))
def test_no_token_spans_lines(text):
    assert tokens(text) == tokens(text.replace("\n", " "))


@pytest.mark.parametrize("take", [tokens, content_tokens])
def test_what_one_caller_does_with_its_tokens_is_unseen_by_the_next(take):
    first = take("Street trees cool streets.")
    kept = list(first)
    first.clear()
    assert take("Street trees cool streets.") == kept


@given(st.text(alphabet=st.sampled_from("abZdB()$.,:'-_019 /%#\t")))
def test_text_without_other_letters_has_the_same_terms_as_among_them(text):
    assert tokens(f"{text} 木") == [*tokens(text), "木"]


@given(st.text(alphabet=st.sampled_from("abZdB()$.,:'-_019 /%#\t")))
def test_text_without_other_letters_has_the_same_words_as_among_them(text):
    found = words(f"{text} 木")
    assert found[:-1] == words(text)


@given(st.text(alphabet=st.sampled_from("aBzthe ()$.,:'-_019/%")))
def test_text_without_other_letters_has_the_same_content_as_among_them(text):
    assert content_tokens(f"{text} …", "en") == content_tokens(text, "en")
