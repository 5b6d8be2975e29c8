"""PubMed's query language: known terms by heading and by word, the user's own structure kept."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.scholarly.pubmed_query import has_tags, headings_of, tagged, untagged, widened

KNOWN = {
    "type 2 diabetes": ("diabetes mellitus, type 2",),
    "metformin": ("metformin",),
    "heart attack": ("myocardial infarction",),
    "cancer": ("neoplasms", "one more", "and another"),
    "the who": ("world health organization",),
}


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("metformin", '("metformin"[mh] OR "metformin"[tiab])'),
        (
            "What is the effect of metformin in patients with type 2 diabetes?",
            '("metformin"[mh] OR "metformin"[tiab]) AND ("diabetes mellitus, type 2"[mh] OR "type 2 diabetes"[tiab])',
        ),
        ("lactate threshold", '"lactate"[tiab] AND "threshold"[tiab]'),
        ('"lactate threshold" runners', '"lactate threshold"[tiab] AND "runners"[tiab]'),
        ('"heart attack"', '("myocardial infarction"[mh] OR "heart attack"[tiab])'),
        ("cancer", '("neoplasms"[mh] OR "one more"[mh] OR "cancer"[tiab])'),
        ("metformin AND lactate", '("metformin"[mh] OR "metformin"[tiab]) AND "lactate"[tiab]'),
        ("SARS-CoV-2 α-synuclein", '"SARS-CoV-2"[tiab] AND "α-synuclein"[tiab]'),
        ("effect of treatment", '"treatment"[tiab]'),
        ("effect", '"effect"[tiab]'),
    ],
)
def test_terms_become_fields(query, term):
    assert tagged(query, KNOWN) == term


@pytest.mark.parametrize(
    ("query", "term"),
    [
        (
            '("heart attack" OR stroke) AND aspirin NOT children',
            '(("myocardial infarction"[mh] OR "heart attack"[tiab]) OR "stroke"[tiab]) AND "aspirin"[tiab] NOT "children"[tiab]',
        ),
        ("asthma (budesonide OR formoterol)", '"asthma"[tiab] AND ("budesonide"[tiab] OR "formoterol"[tiab])'),
        ("lactate threshold OR stroke", '("lactate"[tiab] AND "threshold"[tiab]) OR "stroke"[tiab]'),
    ],
)
def test_groups_and_operators_are_kept(query, term):
    assert tagged(query, KNOWN) == term


@pytest.mark.parametrize(
    "query", ["OR stroke", "stroke OR", "(stroke OR", "stroke) OR (", "stroke OR OR", "() OR stroke"]
)
def test_operators_that_make_no_sense_are_dropped(query):
    assert tagged(query, KNOWN) == '"stroke"[tiab]'


def test_many_terms_are_narrowed_to_the_surest():
    term = tagged("alpha beta gamma delta epsilon zeta eta metformin", KNOWN)
    assert term.count("[tiab]") == 6
    assert '"metformin"[mh]' in term


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("lactate metformin runners", '("metformin"[mh] OR "metformin"[tiab])'),
        ("alpha beta gamma delta", '"alpha"[tiab] AND "beta"[tiab]'),
        ("metformin", None),
        ("metformin OR lactate", None),
        ("", None),
    ],
)
def test_widening_keeps_what_the_thesaurus_knows(query, term):
    assert widened(query, KNOWN) == term


@pytest.mark.parametrize(
    ("query", "tags"),
    [
        ("asthma[mh]", True),
        ("asthma [Title/Abstract]", True),
        ('"heart attack"[tiab:~3]', True),
        ("2020:2024[pdat]", True),
        ("what is [1]", False),
        ("list[0] access", False),
        ("asthma", False),
    ],
)
def test_field_tags_are_recognised(query, tags):
    assert has_tags(query) is tags


def test_the_thesaurus_is_asked_with_plain_words():
    assert untagged('("heart attack" OR stroke) and aspirin?') == "heart attack AND stroke AND and aspirin"
    assert untagged("?!") == ""


def test_headings_are_read_from_a_result():
    result = ET.fromstring(
        "<eSearchResult><TranslationSet>"
        '<Translation><From>Stem  cells</From><To>"stem cells"[MeSH Terms] OR "stem"[All Fields]</To></Translation>'
        '<Translation><From>PNAS[ta]</From><To>"x"[MeSH Terms]</To></Translation>'
        '<Translation><From>biopython</From><To>"biopython"[All Fields]</To></Translation>'
        "<Translation/></TranslationSet></eSearchResult>"
    )
    assert headings_of(result) == {"stem cells": ("stem cells",)}


def test_recorded_translations(shared_data: Path):
    folder = shared_data / "http_pubmed_entrez" / "Entrez"
    known = {}
    for path in sorted(folder.glob("esearch*.xml")):
        known |= headings_of(ET.parse(path).getroot())
    assert known == {"cancer": ("neoplasms",), "stem cells": ("stem cells",)}
    assert tagged("stem cells in cancer", known) == (
        '("stem cells"[mh] OR "stem cells"[tiab]) AND ("neoplasms"[mh] OR "cancer"[tiab])'
    )


PIECES = st.lists(
    st.sampled_from(["metformin", "type 2 diabetes", "of", "(", ")", "AND", "OR", "NOT", '"', "a-b", "é", "?"])
)


@given(PIECES.map(" ".join) | st.text(max_size=60))
def test_every_query_gives_a_well_formed_term(query):
    for term in (tagged(query, KNOWN), widened(query, KNOWN) or ""):
        assert term.count("(") == term.count(")")
        assert term.count('"') % 2 == 0
        assert term.count("[tiab]") + term.count("[mh]") == term.count('"') // 2
        assert not term.startswith(("AND ", "OR ", "NOT "))
        assert not term.endswith((" AND", " OR", " NOT"))
        assert "()" not in term
        assert '""' not in term or not untagged(query)
