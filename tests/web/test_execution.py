from __future__ import annotations

import pytest
from resiliparse.parse.html import HTMLTree

from inquiro.web.execution import execution as drawn_by
from inquiro.web.execution import runs


def parsed(html):
    return HTMLTree.parse(str(html)).body


def drawn(screen, csrf="proof"):
    return parsed(drawn_by(screen, csrf))


def test_nothing_is_said_of_what_nobody_approved(screen):
    assert drawn_by(screen(), "proof") == drawn_by(screen(verdict="reject"), "proof") == ""


def test_approved_verbs_wait_for_a_button(screen, proposed):
    page = drawn(screen(verdict="approve"))
    assert "nothing of them has happened yet" in page.text
    assert page.query_selector("button").getattr("value") == "run"
    assert drawn(screen(verdict="approve"), csrf="").query_selector("button") is None
    assert "no verbs to run" in drawn(screen(proposed.review("r", groups=()), verdict="approve")).text


@pytest.mark.parametrize(("status", "goes_on"), [("pending", True), ("in_progress", True), ("completed", False)])
def test_a_page_is_asked_for_again_while_verbs_run(screen, execution, status, goes_on):
    assert runs(screen(verdict="approve", **execution(status))) is goes_on


def test_the_end_shows_the_tree_and_each_verb(screen, execution):
    page = drawn(screen(verdict="approve", tree="Aldra SE\n└── Aldra One\n", **execution()))
    assert page.query_selector("pre").text == "Aldra SE\n└── Aldra One"
    assert "✓ done: created Aldra SE" in page.text
    assert page.query_selector("button") is None


def test_what_failed_says_so_and_can_go_on(screen, execution):
    page = drawn(screen(verdict="approve", **execution("failed", "failed", "no such entity")))
    assert "no such entity" in page.query_selector(".warning").text
    assert page.query_selector("button").text == "Go on where it stopped"
    assert page.query_selector("details").hasattr("open")


def test_an_outcome_that_nobody_knows_is_left_to_a_person(screen, execution):
    page = drawn(screen(verdict="approve", **execution("failed", "held", "no answer")))
    assert "--settle done|repeat|failed" in page.query_selector("p code").text
    assert page.query_selector("button") is None
