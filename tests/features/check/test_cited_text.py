"""Reports of many hands are taken apart the same way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.features.check.cited_text import cited_text

LIST = "\n\n## Sources\n\n1. One https://a.example/1\n2. Two https://a.example/2\n3. Three\n"


def marks(text: str) -> list[tuple[str, ...]]:
    return [sentence.marks for sentence in cited_text(text + LIST).sentences]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("Trees cool the street by day [1].", ("1",)),
        ("Trees cool the street by day. [1]", ("1",)),
        ("Trees cool the street by day.[1][2]", ("1", "2")),
        ("Trees cool the street by day [1, 2].", ("1", "2")),
        ("Trees cool the street by day [1; 3].", ("1", "3")),
        ("Trees cool the street by day [1-3].", ("1", "2", "3")),
        ("Trees cool the street by day [1–3].", ("1", "2", "3")),
        ("Trees cool the street by day.[^1]", ("1",)),
        ("Trees cool the street by day.[^note-a]", ("note-a",)),
        ("Trees cool the street by day [1](#src-1).", ("1",)),
        ("Trees cool the street by day. \\[[1](#src-1), [2](#src-2)\\]", ("1", "2")),
        ("Trees [1] cool the street [2] by day.", ("1", "2")),
        ("Trees cool the [street](https://a.example/2024) by day.", ("link 1",)),
        ("Trees cool the street by `x[1]` day, `[2]` too.", ()),
        ("Trees cool the street by day [[1]](https://a.example/1).", ("1",)),
    ],
)
def test_the_marks_of_a_sentence(written, named):
    assert marks(written) == [named]


def test_a_mark_belongs_to_the_sentence_before_it():
    assert marks("Trees cool the whole street. [1] Nobody says so here. Shade is good too [2]. The last one has none.") == [
        ("1",), (), ("2",), (),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "mark", ["[2]", "[2](#src-2)", "\\[[2](#src-2), [3](#src-3)\\]", "[2](https://a.example/2)", "[^2]"]
)
def test_a_mark_does_not_change_the_words(mark):
    [told] = cited_text(f"Trees [1] cool the [street](https://a.example) by day. {mark}").sentences
    assert told.text == "Trees cool the street by day."


@pytest.mark.parametrize(
    "listing",
    [
        "## References\n\n[1] One\n\n[2] Two",
        "## References\n\n[1] One\n[2] Two",
        "### Sources:\n\n1. One\n2. Two",
        "**Sources**\n\n- [1] One\n- [2] Two",
        "# Quellen\n\n- One\n- Two",
        "## Sources\n\n### src-1\n\n**One** · local\n\n> a quote\n\n### src-2\n\nTwo",
        "## Sources\n\n- \\[1\\] One\n- \\[2\\] Two\n\n## Quotes\n\n<details>\n\n### src-1\n\n- “a”\n\n</details>",
        "[^1]: One\n[^2]: Two",
        "[1]: One\n[2]: Two",
        "## Bibliography\n\n\\[1\\] One\n\n\\[2\\] Two",
    ],
)
def test_the_list_of_sources(listing):
    found = cited_text(f"Trees cool the street by day [1].\n\n{listing}\n").references
    assert [source.number for source in found] == ["1", "2"]
    assert "One" in found[0].text
    assert "Two" in found[1].text


def test_a_mark_may_carry_the_address_itself():
    found = cited_text(
        "Trees cool the street by day [1](https://a.example/1). Shade is good too [[2]](https://a.example/2)."
    )
    assert sorted((source.number, source.url) for source in found.references) == [
        ("1", "https://a.example/1"),
        ("2", "https://a.example/2"),
    ]
    assert [sentence.marks for sentence in found.sentences] == [("1",), ("2",)]
    assert found.bare == ()


def test_what_follows_the_sources_is_no_statement():
    text = "Trees cool the street by day [1].\n\n## Sources\n\n1. One\n\n## Method\n\nThree rounds were made for it.\n"
    assert len(cited_text(text).sentences) == 1
    assert len(cited_text(text).references) == 1


def test_what_is_missing_needs_no_mark():
    assert marks("Trees cool the street by day [1].\n\n## Not found\n\n- what a tree costs over its life") == [("1",)]


def test_headings_quotes_tables_code_and_comments_are_no_statements():
    text = (
        "# Trees and what they do\n\n> A long quotation of four words.\n\n| a | table of some words |\n\n"
        "```\nsome code of four words, see https://a.example\n```\n\n<!-- a comment of four words -->\n\nTrees cool the street [1]."
    )
    assert marks(text) == [("1",)]
    assert cited_text(text).bare == ()


def test_bare_addresses_are_found_and_linked_ones_are_not():
    text = (
        "See https://a.example/x. for more of it [1].\n\nSee [this](https://a.example/y) or <https://a.example/z> [1].\n\n"
        "And http://b.example/w_(v) too [1]."
    )
    assert cited_text(text + LIST).bare == ((1, "https://a.example/x"), (5, "http://b.example/w_(v)"))


def test_lines_are_told():
    found = cited_text(
        "# Title\n\nOne sentence of some words [1].\n\n- An item of some words\n- Another item of words [9]\n"
    )
    assert [sentence.line for sentence in found.sentences] == [3, 5, 6]


@given(st.text(alphabet="ab .[]()^1-2,\\#\n`*>|:/htps!<", max_size=200))
def test_any_text_is_a_report_of_some_kind(text):
    found = cited_text(text)
    lines = len(text.splitlines())
    assert all(1 <= sentence.line <= lines for sentence in found.sentences)


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "[",
        "[a](",
        "[1](",
        "`",
        "# ",
        "#",
        " ",
        "\t",
        "[1,",
        "<http://a",
        "Word. ",
        "Word [1]. ",
        "- a\n",
        "\n1. x",
        "```\n",
    ],
)
def test_no_repetition_takes_long(piece):
    """What grows with the square of its length would not be done before the time limit of a test."""
    cited_text("# " + piece * 10_000)
    cited_text("Words " + piece * 10_000)
    cited_text("## Sources\n\n" + piece * 10_000)


@given(st.text(max_size=200))
def test_no_character_breaks_it(text):
    cited_text(text)


@pytest.mark.parametrize(
    ("text", "named", "astray"),
    [
        (
            (
                "TeX was written by one person [Knu84]. LaTeX followed soon after [Lam94, Knu84]. Others wrote more [Xyz99].\n\n"
                "References\n\n[Knu84] Knuth, D. The TeXbook. 1984.\n[Lam94] Lamport, L. LaTeX. 1994.\n"
            ),
            [("Knu84",), ("Lam94", "Knu84"), ("Xyz99",)],
            ["[Xyz99]"],
        ),
        (
            (
                "都市の樹木は気温を下げる（田中, 2019）。山田ら（2020）はこれに反対した。\n\n参考文献\n\n"
                "田中太郎 (2019)「都市の樹木と気温」『造園学会誌』12, 1-9.\n\n山田花子・鈴木一郎 (2020)「樹木の効果」『学会誌』13, 1-9.\n"
            ),
            [("1",), ("2",)],
            [],
        ),
        (
            "树木降温非常明显［1］。成本仍然很高〔2〕。\n\n参考文献\n［1］ 张三. 城市树木. 2019.\n［2］ 李四. 成本. 2020.\n",
            [("1",), ("2",)],
            [],
        ),
        (
            (
                "Trees cool the street (Smith and Jones 2019, p. 4). It is hot there (Doe 2018, 2020). Nobody knows why (Poe, 2001)."
                '\n\nWorks Cited\n\nDoe, Jane. "Heat in Cities." City Journal 1 (2018): 1-3.\n'
                'Doe, Jane. "More Heat in Cities." City Journal 3 (2020): 1-3.\n'
                'Smith, Anna, and Kay Jones. "Cooling by Trees." Tree Letters 2 (2019): 5-9.\n'
            ),
            [("3",), ("1", "2"), ("poe|2001",)],
            ["(Poe, 2001)"],
        ),
        (
            "Trees cool the whole street (1). Shade is good for people, too (2, 3).\n\nSources\n\n(1) One. 2001.\n(2) Two. 2002.\n(3) Three. 2003.\n",
            [("1",), ("2", "3")],
            [],
        ),
        (
            "Trees cool the whole street.1 Shade is good for people, too.2,3 In 2019 it rained.\n\nSources\n\n1. One. 2001.\n2. Two. 2002.\n3. Three. 2003.\n",
            [("1",), ("2", "3"), ()],
            [],
        ),
        (
            "Trees cool the whole street. Shade is good for people. Nobody disagrees with that.[^a]\n\n[^a]: One. https://a.example/1\n",
            [("a",), ("a",), ("a",)],
            [],
        ),
    ],
)
def test_other_forms_of_marks_and_lists(text, named, astray):
    found = cited_text(text)
    assert [sentence.marks for sentence in found.sentences] == named
    assert [mark for _, mark, _ in found.unlisted] == astray


@pytest.mark.parametrize(
    "title",
    ["References", "Sources:", "**Bibliography**", "7. References", "Quellen", "Literatur", "Références", "Referencias", "参考文献", "出典"],
)  # fmt: skip
def test_a_plain_line_heads_a_list(title):
    found = cited_text(
        f"Trees cool the street by day [1].\n\n{title}\n[1] One, a work. 2001.\n[2] Two, a work. 2002.\n"
    )
    assert [reference.number for reference in found.references] == ["1", "2"]
    assert len(found.sentences) == 1


def test_a_year_in_brackets_is_no_mark_without_an_entry():
    found = cited_text("Trees cooled the street [2019] by day [1].\n\nSources\n\n[1] One, a work. 2001.\n")
    assert found.unlisted == ()


def test_a_work_cited_under_another_year_is_still_the_work():
    found = cited_text(
        "Sleep helps a lot at night (Coste et al., 2018).\n\nReferences\n\nCoste, J. (2016). Sleep. Journal, 1(2), 3.\n"
    )
    assert found.sentences[0].marks == ("1",)
    assert found.misdated == (("1", "2018"),)
