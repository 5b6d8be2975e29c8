from __future__ import annotations

import json

import msgspec
from resiliparse.parse.html import HTMLTree

from inquiro.core.types import LeiFinding
from inquiro.web.review_form import LONGEST, form


def parsed(html):
    return HTMLTree.parse(str(html)).body


def drawn(screen, typed=None):
    return parsed(form(screen, "proof", typed or {}))


def test_the_form_is_bound_to_what_the_page_shows(screen):
    shown = screen()
    values = {one.getattr("name"): one.getattr("value") for one in drawn(shown).query_selector_all("input")}
    assert values["csrf"] == "proof"
    assert (values["version"], values["hash"]) == ("1", shown.review.payload_hash)


def test_the_enter_key_decides_nothing(screen):
    wishes = [one.getattr("value") for one in drawn(screen()).query_selector_all("button")]
    assert wishes == ["show", "approve", "execute", "reject"]


def test_the_whole_data_can_be_changed_and_what_was_typed_stays(screen, proposed):
    area = drawn(screen()).query_selector("textarea")
    assert json.loads(area.text) == proposed.DATA
    kept = drawn(screen(), {"data": "{oops", "reason": "because"})
    assert kept.query_selector("textarea").text == "{oops"
    assert kept.query_selector("#reason").getattr("value") == "because"
    assert kept.query_selector("details").hasattr("open")
    assert not drawn(screen()).query_selector("details").hasattr("open")


def test_a_draft_that_was_not_accepted_is_shown(screen, proposed):
    kept = msgspec.structs.replace(proposed.review("r"), draft={"apex": 7})
    assert '{"apex": 7}' in drawn(screen(kept)).query_selector("pre").text


def test_each_lei_that_may_go_on_has_a_place_for_the_reason(screen, proposed):
    finding = LeiFinding(path="apex.lei", lei=proposed.LEI, verdict="lapsed")
    page = drawn(screen(overridable=(finding,)), {f"override:{proposed.LEI}": "renewed in May"})
    assert page.query_selector("#override0").getattr("value") == "renewed in May"
    assert f"{proposed.LEI} is lapsed" in page.query_selector('label[for="override0"]').text


def test_verbs_of_a_file_are_decided_on_as_they_are(screen, proposed):
    page = drawn(screen(proposed.review("r", macro=None)))
    assert page.query_selector("textarea") is None
    assert [one.getattr("value") for one in page.query_selector_all("button")] == ["approve", "execute", "reject"]


def test_without_verbs_there_is_nothing_to_execute(screen, proposed):
    wishes = [
        one.getattr("value") for one in drawn(screen(proposed.review("r", groups=()))).query_selector_all("button")
    ]
    assert "execute" not in wishes


def test_whoever_approves_what_cannot_run_is_told(screen, proposed):
    assert "cannot run as they are" in drawn(screen(proposed.review("r", verdict="not_found"))).text
    assert "cannot run as they are" not in drawn(screen()).text


def test_what_is_too_large_for_a_form_is_changed_elsewhere(screen, proposed):
    page = drawn(screen(proposed.review("r", data={"apex": {"name": "ä" * LONGEST}}, leis=(), fields=(), groups=())))
    assert page.query_selector("textarea") is None
    assert "inquiro review edit r" in page.text
