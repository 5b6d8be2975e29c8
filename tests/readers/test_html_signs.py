from __future__ import annotations

import pytest

from inquiro.readers._html_signs import (
    heads_a_box,
    heads_author,
    is_call,
    is_credit,
    is_named_after,
    is_notice,
    is_skip_link,
    names_aside,
    names_content,
    names_foreign,
    names_introduction,
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


@pytest.mark.parametrize(
    "label",
    ["Skip to main content", "Zum Inhalt springen", "Aller au contenu principal", "Back to top ↑", "本文へスキップ"],
)
def test_links_that_only_lead_about_the_page(label):
    assert is_skip_link(label)
    assert not is_skip_link(f"{label} is what they said")


@pytest.mark.parametrize(
    "label",
    [
        "We use cookies to improve your experience.",
        "Diese Website verwendet technische Cookies.",
        "Este sitio web utiliza cookies propias.",
        "Please enable JavaScript to view this page.",
    ],
)
def test_what_a_site_says_to_every_visitor(label):
    assert is_notice(label)


def test_sentences_about_cookies_are_no_notice():
    assert not is_notice("Most browsers use cookies to remember a session.")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("article-lead", True),
        ("ce_articleIntro", True),
        ("standfirst", True),
        ("leader", False),
        ("introspection", False),
    ],
)
def test_names_of_introductions(name, says):
    assert names_introduction(name) is says


@pytest.mark.parametrize(
    "label",
    [
        "Subscribe to our newsletter and be the first to know what grows in your street.",
        "Abonnieren Sie kostenlos unseren Newsletter und bleiben Sie auf dem Laufenden.",
        "Inscrivez-vous à la newsletter du matin",
    ],
)
def test_calls_to_subscribe(label):
    assert is_call(label)


@pytest.mark.parametrize("label", ["The newsletter of the society appears monthly.", "Sign up for the race by noon."])
def test_a_newsletter_or_a_list_alone_is_no_call(label):
    assert not is_call(label)


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("Blick auf die Lindenallee © Stadtwerke / M. Muster", True),
        ("Photo (c) J. Doe", True),
        ("Copyright © the contributors", False),
        ("© 2002-2022 by various contributors", False),
        ("Press Ctrl-C (twice) to stop", False),
    ],
)
def test_credits_of_pictures(label, says):
    assert is_credit(label) is says


@pytest.mark.parametrize(
    "label", ["AUTOR", "About the author:", "The authors", "Über die Autorin", "Zur Person", "À propos de l’auteur"]
)
def test_labels_above_what_is_said_of_the_authors(label):
    assert heads_author(label)


@pytest.mark.parametrize("label", ["The author of the report", "Authority", "Autoren gesucht", "Personen"])
def test_labels_that_only_mention_authors(label):
    assert not heads_author(label)
