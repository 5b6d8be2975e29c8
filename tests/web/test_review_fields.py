from __future__ import annotations

from resiliparse.parse.html import HTMLTree

from inquiro.core.types import LeiFinding
from inquiro.onboarding.reviewing.field_views import field_views
from inquiro.web.review_fields import FOLDED_FROM, fields, inputs_of


def parsed(html):
    return HTMLTree.parse(str(html)).body


def drawn(review, typed=None, *, inputs=True):
    found = inputs_of(review, typed or {}) if inputs else {}
    return parsed(fields(field_views(review.payload), found, "decide"))


def test_a_field_shows_its_words_its_source_and_its_lei(proposed):
    page = drawn(proposed.review("r"))
    assert [one.text for one in page.query_selector_all("mark")] == ['"Aldra SE"']
    assert page.query_selector("blockquote a").getattr("href") == "https://example.org/report"
    assert page.query_selector("blockquote a").getattr("rel") == "noopener noreferrer"
    assert "✓ confirmed" in [one.text for one in page.query_selector_all(".chip")]


def test_a_stopped_lei_stands_first_and_apart(proposed):
    page = drawn(proposed.review("r", verdict="name_differs"))
    card = page.query_selector_all(".card")[0]
    assert card.query_selector(".path").text == "apex.lei"
    assert "stop" in card.getattr("class")
    assert "≠ name differs" in card.text


def test_each_plain_value_can_be_changed_in_its_type(proposed):
    page = drawn(proposed.review("r"), {"at:/apex/name": "Typed"})
    values = {one.getattr("name"): one.getattr("value") for one in page.query_selector_all("input")}
    assert values["at:/apex/name"] == "Typed"
    assert values["at:/funds/1/share"] == "40.0"
    assert values["at:/note"] == ""
    assert all(one.getattr("form") == "decide" for one in page.query_selector_all("input, select"))
    assert page.query_selector("select option[selected]").getattr("value") == "true"


def test_paths_that_read_alike_and_verbs_of_a_file_have_no_place_to_change(proposed):
    twins = proposed.review("r", data={"apex": {"name": "A"}, "apex.name": "B"})
    assert "at:/apex/name" not in {one.name for one, _ in inputs_of(twins, {}).values()}
    assert inputs_of(proposed.review("r", macro=None), {}) == {}
    assert not drawn(proposed.review("r"), inputs=False).query_selector_all("input")


def test_what_needs_no_look_is_folded_when_there_is_much_of_it(proposed):
    empty = dict.fromkeys([f"f{number}" for number in range(FOLDED_FROM)])
    page = drawn(proposed.review("r", data={"apex": {"name": "A"}, **empty}, leis=(), fields=()))
    assert f"{FOLDED_FROM} fields that need no look" in page.query_selector("summary").text
    assert not drawn(proposed.review("r")).query_selector_all("summary")


def test_a_long_value_can_be_read_whole(proposed):
    page = drawn(proposed.review("r", data={"apex": {"name": "x" * 1_000}}, leis=(), fields=()))
    assert "(1,002 characters in all)" in page.query_selector(".value").text
    assert "x" * 1_000 in page.query_selector("details pre").text


def test_the_register_is_quoted(proposed):
    finding = LeiFinding(
        path="apex.lei", lei=proposed.LEI, verdict="lapsed", record_name="Aldra AG", registration="LAPSED"
    )
    page = drawn(proposed.review("r", leis=(finding,)))
    assert 'the register: "Aldra AG"' in page.text
