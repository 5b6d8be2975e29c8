from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.readers._byline import author_near_top, published_near_top, title_near_top


@pytest.mark.parametrize(
    ("line", "iso"),
    [
        ("Published: 14 March 2021", "2021-03-14"),
        ("Second edition. Published: 3 February 2020", "2020-02-03"),
        ("*Posted on 14 April 2024 by Mara Jellinghaus, arborist*", "2024-04-14"),
        ("Date: 2021-03-14", "2021-03-14"),
        ("Veröffentlicht am 14. März 2021", "2021-03-14"),
        ("Stand: 03.02.2020", "2020-02-03"),
        ("Publicado el 14 de marzo de 2021", "2021-03-14"),
        ("14.03.2021", "2021-03-14"),
        ("Varnholt, 14 March 2021", "2021-03-14"),
        ("Meeting of 23 November 2023, Town Hall", None),
        ("The data were published in a report that appeared long before 3 May 2020", None),
        ("It fell from 14 March 2021 to 3 May 2022.", None),
    ],
)
def test_the_date_of_a_document(line, iso):
    assert published_near_top(f"A title\n\n{line}\n\nText.") == iso


def test_a_labelled_date_beats_one_that_stands_alone():
    assert published_near_top("1 May 2019\n\nPublished: 2 May 2020") == "2020-05-02"


def test_dates_far_down_do_not_count():
    assert published_near_top("line\n" * 15 + "Published: 2 May 2020") is None


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("By Annika Delorme", "Annika Delorme"),
        ("**By Annika Delorme**", "Annika Delorme"),
        ("Von Jürgen Maß", "Jürgen Maß"),
        ("Author: Korvenau Audit Office", "Korvenau Audit Office"),
        ("Autorin: Pia Ostermoor", "Pia Ostermoor"),
        ("*Posted on 14 April 2024 by Mara Jellinghaus, arborist*", "Mara Jellinghaus"),
        ("By the end of the year all trees had died.", None),
        ("By J. R. Lee. Published: 16 July 2022", "J. R. Lee"),
        ("By Ann Lee and Bo Chen | 3 May 2020", "Ann Lee and Bo Chen"),
        ("By law nobody has to pay", None),
        ("Bypass road", None),
    ],
)
def test_the_author_of_a_document(line, who):
    assert author_near_top(f"A title\n{line}\nText.") == who


def test_titles_are_found_below_notices_and_letterheads():
    top = (
        "A notice that is a sentence.\n\nPRESS RELEASE\n\nPublished: 4 May 2018\n\nCity opens scheme for trees\n\nText."
    )
    assert title_near_top(top) == "City opens scheme for trees"
    assert title_near_top("Shopping\n\nMilk.") == "Shopping"
    assert title_near_top("Only sentences here. And here.") == ""


@pytest.mark.parametrize(
    "line",
    [
        "NUMBER | DATE | DESCRIPTION | NAME",
        "- main window menu: Manage / Accounts",
        "2. Directory synchronization tool window",
        "II.\tGraphical interface\t4",
        "1.1 A clone of the cable . . . . . . . . 1",
        "CHAPTER I. Looking-Glass house",
        "The Team team@keepassxc.example version 2.7.4",
        "Protein.html page shows a protein. Protein data is retrieved from",
        "Table of Contents",
        "REVISION HISTORY",
        "iii",
    ],
)
def test_rows_items_and_names_of_parts_are_no_titles(line):
    assert title_near_top(f"{line}\n\nText.") == ""
    assert title_near_top(f"The Cables of a UPS\n\n{line}\n\nText.") == "The Cables of a UPS"


def test_a_title_stands_above_the_prose_and_may_be_the_only_cell_of_a_row():
    prose = "This distribution includes files that are not of crucial importance for any system, but have come to be common on it."
    assert title_near_top(f"{prose}\n\nFour words stand here") == ""
    assert title_near_top("| Filetype setup\n\nText.") == "Filetype setup"


@given(st.text(max_size=300))
def test_any_text_is_safe(text):
    assert len(title_near_top(text)) <= 200
    published_near_top(text)
    author_near_top(text)


@pytest.mark.parametrize(
    "title",
    [
        "Is there a role for leukocyte and CRP measurements in the diagnosis of acute appendicitis in the elderly?",
        "Cold knife conization vs. LEEP. Are they the same procedure?",
    ],
)
def test_a_study_is_called_by_what_it_asked(title):
    assert title_near_top(f"{title}\n\nOBJECTIVES: The diagnosis is still difficult.") == title
