from __future__ import annotations

from resiliparse.parse.html import HTMLTree

from inquiro.onboarding.reviewing.views import CallView, GroupView, SourceView
from inquiro.web.review_parts import FOLDED_FROM, groups, sources


def parsed(html):
    return HTMLTree.parse(str(html)).body


def test_a_verb_that_cannot_run_says_why():
    calls = (CallView(text="(a.b)"), CallView(text="(c.d)", stopped="the LEI is unknown"))
    page = parsed(groups([GroupView(key="k", title="t", calls=calls, problems=("one cannot",))]))
    assert [one.text for one in page.query_selector_all("pre")] == ["(a.b)", "(c.d)"]
    assert "cannot run: the LEI is unknown" in page.query_selector("li.stopped").text
    assert page.query_selector(".warning").text == "one cannot"


def test_a_warning_is_no_reason_not_to_run():
    page = parsed(groups([GroupView(key="k", title="t", calls=(CallView(text="(a.b)"),), warnings=("look",))]))
    assert page.query_selector(".notice").text == "look"
    assert page.query_selector(".warning") is None


def test_rows_of_a_batch_have_their_names_and_are_folded_when_there_are_many():
    few = [GroupView(key=f"k{number}", title=f"row {number}", calls=(CallView(text="(a.b)"),)) for number in range(2)]
    assert [one.text for one in parsed(groups(few)).query_selector_all("h3")] == ["row 0", "row 1"]
    many = [*few, GroupView(key="only-a-key", title="", problems=("bad",))] * FOLDED_FROM
    told = [one.text for one in parsed(groups(many)).query_selector_all("summary")]
    assert told[:3] == ["row 0 · 1 verbs", "row 1 · 1 verbs", "only-a-key · 0 verbs · cannot run"]


def test_a_source_has_its_number_and_a_link_if_it_is_a_page():
    page = parsed(
        sources(
            [SourceView(id="S1", url="https://e.org", title="T", snippet='"words"'), SourceView(id="S2", url="x:y")]
        )
    )
    assert [one.getattr("href") for one in page.query_selector_all("a")] == ["https://e.org"]
    assert [one.text for one in page.query_selector_all("li")] == ['[S1] T"words"', "[S2] x:y"]
