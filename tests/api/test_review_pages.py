"""What a person does in a browser, without a script: the form as the page has it, a button, the next page."""

from __future__ import annotations

import json

import pytest

SETTINGS = {"privacy": "local_only"}


@pytest.fixture
def browser(served):
    with served.browser() as one:
        yield one


def told(served, review_id):
    with served.client() as client:
        return client.get(f"/api/reviews/{review_id}").json()


def test_the_front_leads_to_the_list_and_the_list_to_a_review(browser, propose):
    propose("listed")
    assert browser.client.get("/").headers["Location"] == "/reviews"
    assert '<a href="/reviews/listed">' in browser.look("/reviews").text
    assert browser.look("/reviews/listed").status_code == 200
    missing = browser.look("/reviews/nobody-knows")
    assert missing.status_code == 404
    assert "Not found" in missing.text


def test_approving_and_executing_shows_the_tree(browser, served, propose):
    propose("straight")
    browser.look("/reviews/straight")
    assert browser.press("/reviews/straight", "execute", reason="known client").status_code == 200
    found = told(served, "straight")
    assert (found["decision"]["channel"], found["decision"]["who"]) == ("browser", "first start")
    assert found["decision"]["reason"] == "known client"
    served.until(found["execution"]["run_id"], "completed")
    page = browser.look("/reviews/straight").text
    assert "60 % Aldra One" in page
    assert "approved by first start" in page


def test_an_edit_is_seen_with_its_verbs_before_it_can_be_approved(browser, served, propose):
    propose("edited")
    browser.look("/reviews/edited")
    page = browser.press("/reviews/edited", "execute", **{"at:/funds/0/name": "Aldra Umbrella"}).text
    assert "saved as version 2" in page
    assert "Nothing is decided yet" in page
    assert ":name &quot;Aldra Umbrella&quot;" in page
    assert "Aldra Umbrella" in page.split("What people changed since it was found")[1].split("</section>")[0]
    assert told(served, "edited")["decision"] is None
    browser.press("/reviews/edited", "approve")
    decision = told(served, "edited")["decision"]
    assert (decision["version"], decision["edits_made"]) == (2, True)
    assert decision["seen_hash"] == decision["payload_hash"]
    browser.press("/reviews/edited", "run")
    served.until(told(served, "edited")["execution"]["run_id"], "completed")
    assert "60 % Aldra Umbrella" in browser.look("/reviews/edited").text


def test_showing_a_change_decides_nothing(browser, served, propose, proposed):
    propose("shown")
    browser.look("/reviews/shown")
    assert "Nothing was changed." in browser.press("/reviews/shown", "show").text
    whole = {**proposed.DATA, "note": "by hand"}
    assert "saved as version 2" in browser.press("/reviews/shown", "show", data=json.dumps(whole)).text
    assert told(served, "shown")["payload"]["data"]["note"] == "by hand"
    assert told(served, "shown")["status"] == "pending"


@pytest.mark.fault(54)
def test_a_wrong_edit_stays_in_its_field_and_says_where_it_is_wrong(browser, served, propose):
    propose("wrong")
    browser.look("/reviews/wrong")
    answer = browser.press("/reviews/wrong", "approve", **{"at:/funds/1/share": "much", "reason": "so it is"})
    assert answer.status_code == 422
    assert "funds[1].share" in answer.text.split("</div>")[0]
    assert 'value="much"' in answer.text
    assert 'value="so it is"' in answer.text
    assert told(served, "wrong")["draft"]["funds"][1]["share"] == "much"
    broken = browser.press("/reviews/wrong", "show", data="{oops")
    assert (broken.status_code, ">{oops</textarea>" in broken.text) == (422, True)


@pytest.mark.fault(53)
def test_a_page_that_is_too_old_is_refused_with_what_is_other(browser, served, propose, proposed):
    propose("old-page")
    stale = browser.look("/reviews/old-page")
    with served.client() as other:
        changed = {**proposed.DATA, "note": "meanwhile"}
        etag = other.get("/api/reviews/old-page").headers["ETag"]
        other.put("/api/reviews/old-page", json={"edits": changed}, headers={"If-Match": etag})
    for wish in ("approve", "execute", "show", "reject"):
        browser.shown = stale
        answer = browser.press("/reviews/old-page", wish, reason="mine")
        assert answer.status_code == 409
        assert 'value="mine"' in answer.text
        assert "note: null → &quot;meanwhile&quot;" in answer.text
    browser.shown = stale
    assert browser.press("/reviews/old-page", "show", **{"at:/apex/name": "Mine"}).status_code == 409
    assert told(served, "old-page")["status"] == "pending"
    assert told(served, "old-page")["version"] == 2


@pytest.mark.fault(53)
@pytest.mark.parametrize("wish", ["approve", "execute", "show"])
def test_an_edit_that_comes_after_the_decision_is_refused_and_not_dropped(browser, served, propose, wish):
    review_id = f"two-tabs-{wish}"
    propose(review_id)
    path = f"/reviews/{review_id}"
    stale = browser.look(path)
    browser.press(path, "approve")
    browser.shown = stale
    late = browser.press(path, wish, **{"at:/apex/name": "Corrected"})
    assert late.status_code == 409
    assert "not saved: apex.name: &quot;Aldra SE&quot; → &quot;Corrected&quot;" in late.text
    browser.shown = stale
    broken = browser.press(path, wish, data="{oops")
    assert (broken.status_code, "not saved: the data: this is not JSON" in broken.text) == (409, True)
    found = told(served, review_id)
    assert (found["execution"], found["decision"]["edits_made"]) == (None, False)


@pytest.mark.fault(53)
def test_an_edit_of_an_older_version_stays_in_its_field_and_undoes_nothing(browser, served, propose):
    propose("both-edit")
    stale = browser.look("/reviews/both-edit")
    browser.press("/reviews/both-edit", "show", **{"at:/apex/name": "Theirs", "at:/funds/1/name": "Theirs too"})
    browser.shown = stale
    typed = {"at:/funds/0/name": "Mine", "at:/funds/1/name": "Mine too"}
    late = browser.press("/reviews/both-edit", "execute", **typed)
    assert late.status_code == 409
    assert "not saved: funds[1].name: added &quot;Mine too&quot;" in late.text
    assert 'value="Mine"' in late.text
    assert 'value="Mine too"' not in late.text  # another value stands there by now
    assert "saved as version 3" in browser.press("/reviews/both-edit", "approve").text
    data = told(served, "both-edit")["payload"]["data"]
    assert (data["apex"]["name"], [one["name"] for one in data["funds"]]) == ("Theirs", ["Mine", "Theirs too"])
    browser.shown = stale
    whole = browser.press("/reviews/both-edit", "approve", data='{"apex": {"name": "All mine"}}')
    assert whole.status_code == 409
    assert "without what others changed" in whole.text
    assert "All mine" in whole.text.split("<textarea")[1]


@pytest.mark.fault(52)
def test_a_rejection_is_final_and_tells_its_reason(browser, propose):
    propose("rejected")
    before = browser.look("/reviews/rejected")
    assert "wrong client" in browser.press("/reviews/rejected", "reject", reason="wrong client").text
    browser.shown = before
    late = browser.press("/reviews/rejected", "approve")
    assert late.status_code == 409
    assert "a decision is final" in late.text


def test_an_lei_that_nobody_could_check_goes_on_with_a_reason(browser, served, propose, proposed):
    propose("overridden", verdict="unverified", data={"apex": {"name": "Paper SE", "lei": proposed.LEI}})
    browser.look("/reviews/overridden")
    name = f"override:{proposed.LEI}"
    short = browser.press("/reviews/overridden", "execute", **{name: "no"})
    assert (short.status_code, "at least 5 characters" in short.text) == (422, True)
    browser.press("/reviews/overridden", "execute", **{name: "seen on paper"})
    found = told(served, "overridden")
    assert found["decision"]["overrides"] == {proposed.LEI: "seen on paper"}
    served.until(found["execution"]["run_id"], "completed")


def test_a_button_that_does_not_exist_does_nothing(browser, served, propose):
    propose("no-such-button")
    browser.look("/reviews/no-such-button")
    assert browser.press("/reviews/no-such-button", "explode").status_code == 422
    assert told(served, "no-such-button")["status"] == "pending"
