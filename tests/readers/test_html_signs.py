from __future__ import annotations

import pytest

from inquiro.readers._html_signs import (
    heads_a_box,
    is_named_after,
    names_aside,
    names_content,
    names_foreign,
    names_noise,
    names_talk,
)


@pytest.mark.parametrize(
    "name",
    [
        "sharebar",
        "cnn_sharebar2",
        "articleNewsletterBox",
        "top-bar-nav",
        "it-ad",
        "menu-footer",
        "author-bio",
        "ad--top",
    ],
)
def test_names_of_furniture(name):
    assert names_noise(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "article",
        "tag-newsletter",
        "category-social-media",
        "has-sidebar",
        "no-print",
        "gradient",
        "Section--Ads",
        "header",
    ],
)
def test_names_that_say_nothing_of_the_kind(name):
    assert not names_noise(name)


def test_names_of_talk_of_other_pages_of_notes_and_of_content():
    assert names_talk("comments-area")
    assert not names_talk("commentary")
    assert names_foreign("jp-relatedposts")
    assert names_foreign("cmpboxWelcomeGDPR")
    assert names_aside("admonition-note")
    assert names_content("entry-content")
    assert not names_content("content")


def test_an_id_made_from_its_heading():
    assert is_named_after("social-security", "4. Social security¶")
    assert not is_named_after("related", "More from us")
    assert not is_named_after("", "Anything")


@pytest.mark.parametrize(
    "label",
    [
        "Related articles",
        "You may also like:",
        "12 Comments",
        "Mehr zum Thema",
        "À lire aussi",
        "Читайте также",
        "関連記事",
    ],
)
def test_labels_above_boxes(label):
    assert heads_a_box(label)


@pytest.mark.parametrize(
    "label",
    [
        "Related work",
        "Comments",
        "Popular vote",
        "Recommended dosage",
        "Subscribe to a topic",
        "Share capital",
        "Sponsored by",
    ],
)
def test_headings_of_real_sections(label):
    assert not heads_a_box(label)
