from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.retrieval.sentences import LONGEST, is_prose, sentences

PIECES = st.lists(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(
            [
                ". ",
                "! ",
                "? ",
                "Dr. ",
                "z. B. ",
                "\n",
                "\n\n",
                "# H\n",
                "- x\n",
                "| a | b |\n",
                "。",
                "「x。」と",
                "...",
                "14. März ",
                "U.S. ",
                "```\n",
                "\r\n\r\n",
                "a" * 700,
                "; ",
                "[1]",
                "\u2029",
                "\f",
            ]
        ),
    )
).map("".join)


def cut(text):
    return [text[start:end] for start, end in sentences(text)]


@given(PIECES)
def test_spans_are_ordered_trimmed_and_cover_everything(text):
    at = 0
    for start, end in sentences(text):
        assert not text[at:start].strip()
        assert start < end
        assert text[start:end] == text[start:end].strip()
        assert end - start <= LONGEST
        at = end
    assert not text[at:].strip()


@given(PIECES, st.integers(0, 50), st.integers(0, 50))
def test_a_window_is_respected(text, start, length):
    end = min(len(text), start + length)
    assert all(start <= s < e <= end for s, e in sentences(text, start, end))


@given(st.text())
def test_is_prose_never_raises(text):
    assert is_prose(text) in (True, False)


@pytest.mark.parametrize(
    "parts",
    [
        ("Dr. Smith et al. found 3.5 dB(A).", "The limit is 40."),
        ("Costs are approx. 5 m, e.g. Oaks.[1]", "Next one."),
        ("J. K. Rowling wrote No. 5.", "He said no.", "Then he left."),
        ("It was 40 °C.", "The trees helped."),
        ("The U.S. Senate agreed.", "See https://x.org/a.b?c=d. for more."),
        ('He said "No."', "(It was late.)", "Then ... nothing happened!"),
        ("Am 14. März kam z. B. Herr Dr. Müller.", "Im 19. Jahrhundert war es bzw. Eichen."),
        ("Sensors hung at a height of 1.5 m.", "Surface readings followed.", "Lt. Gen. M. Ward saw Mt. Kaala."),
        ("Der 3. Versuch gelang.", "Es gab ca. 5 Bäume."),
        ("¿Cuánto cuesta?", "El Sr. García pagó p. ej. Mil euros.", "¡Qué bien!"),
        ("“Really?” he asked.", "Nobody knew."),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(parts):
    assert cut(" ".join(parts)) == list(parts)


def test_japanese_needs_no_spaces():
    assert cut("気温は高い。「そうですか。」と言った。次！") == ["気温は高い。", "「そうですか。」と言った。", "次！"]


def test_lines_that_stand_alone_are_not_joined():
    text = "# Title\nPublished: 7 May 2023\n\nOne. Two\n- item a\n- item beta. More\n| x | y |\n| 1 | 2 |\n"
    assert cut(text) == [
        "# Title", "Published: 7 May 2023", "One.", "Two", "- item a", "- item beta.", "More", "| x | y |", "| 1 | 2 |",
    ]  # fmt: skip


def test_wrapped_lines_are_one_sentence():
    text = "This paragraph has been wrapped at some\nwidth as a PDF would do it. Here the\nnext sentence begins."
    assert cut(text) == [
        "This paragraph has been wrapped at some\nwidth as a PDF would do it.",
        "Here the\nnext sentence begins.",
    ]


def test_run_on_text_is_cut_at_a_semicolon():
    text = "word " * 80 + "end; " + "more " * 80
    first, second = cut(text)
    assert first.endswith("end;")
    assert second.startswith("more")


@pytest.mark.parametrize(
    "text",
    [
        "Wide-crowned street trees lowered midday air temperature by up to 2.1 °C.",
        "By 2030 the city will plant 600 trees.",
        "Die Wärmepumpe darf nachts höchstens 35 dB(A) erreichen.",
        "Los árboles bajan la temperatura hasta dos grados.",
        "街路樹は真昼の気温を二度ほど下げることが分かった。",
        "- track access charges: 3.4 million euros",
        "The council decided on 13 March 2025 to extend the subsidy of 350,000 euros until 2028, on three conditions:",
        "- Planting costs 1,100 € per tree",
    ],
)
def test_statements_are_prose(text):
    assert is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "## Who pays for the trees in Varnholt",
        "| Item | Cost | Share |",
        "Home » Local » Street trees of the city",
        "Home | Local | Region",
        "Published: 7 December 2023",
        "*Posted on 14 April 2024 by Mara Jellinghaus, consulting arborist, on her blog.*",
        "By Leonie Marschall, staff writer",
        "Fictional document, written for the Inquiro demonstration.",
        "Who pays",
        "Tree canopy and heat-related emergency calls in Tessenbrück, 2018 to 2021",
        "4. Operation in the first year",
        "In our experience three measures are enough:",
        "def cool(trees): return trees * 2",
        "const x = trees.map(t => t.height);",
        "公開日：2024年5月3日、東京都環境局の発表資料より。",
        "短い文。",
        "",
    ],
)
def test_furniture_is_not_prose(text):
    assert not is_prose(text)
