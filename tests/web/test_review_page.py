"""The whole page, and that nothing from outside can become a part of it."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import cycle
from urllib.parse import urlsplit

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from inquiro.core.types import Citation, FieldSupport, LeiFinding, MacroSource, VerbGroup
from inquiro.web.review_page import review_page

HOSTILE = (
    "</textarea><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)' autofocus='",
    "</style><style>*{display:none}</style>",
    "</title><base href=//evil.example>",
    "<!--",
    "]]><svg onload=alert(1)>",
    "javascript:alert(1)",
    'https://evil.example/"onmouseover=alert(1)',
    "&lt;b&gt;&#60;b&#62;",
    '<form action="//evil.example"><input name=csrf>',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    "\x00\u202e\u2028\ufeff\ud800",
)
ELEMENTS = set(
    "html head meta title style body header a form span input button main h1 h2 h3 p div code ul ol li dl dt dd section "
    "details summary pre blockquote mark select option textarea label".split()
)
ATTRIBUTES = set(
    "lang charset name content http-equiv href class type value method action role rel form aria-label autocomplete "
    "spellcheck selected id for open".split()
)
NAMES = ("csrf", "version", "hash", "data", "reason", "do", "viewport", "robots", None)
WORDS = st.one_of(
    st.sampled_from(HOSTILE), st.text(max_size=20), st.tuples(st.sampled_from(HOSTILE), st.text()).map("".join)
)


def parsed(html):
    return HTMLTree.parse(str(html)).body


class Parts(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, name, attributes):
        assert len(attributes) == len(dict(attributes))
        self.elements.append((name, dict(attributes)))

    def handle_comment(self, data):
        self.comments.append(data)


def page_of(screen, **more):
    return review_page(screen, **{"who": "Rita", "csrf": "proof", "notice": (), "typed": {}, **more})


@given(st.lists(WORDS, min_size=6, max_size=6), st.sampled_from([None, "approve", "reject"]))
def test_hostile_values_never_become_markup(screen, proposed, execution, words, verdict):
    supply = cycle(words)

    def word():
        return next(supply)

    told = {"apex": {"name": word(), word(): word()}, "listed": True, word(): [word(), 1, None]}
    cited = Citation(source_id=word(), quote=word(), start=0, end=1, before=word(), after=word(), heading=word())
    review = proposed.review(
        "r1",
        data=told,
        params={word(): word()},
        fields=(FieldSupport(path="apex.name", label="quoted", evidence=(cited,), note=word()),),
        leis=(LeiFinding(path="apex.name", lei=word(), verdict="lapsed", reason=word(), record_name=word()),),
        sources=(MacroSource(id=cited.source_id, url=word(), title=word(), snippet=word()),),
        groups=(
            VerbGroup(key=word(), title=word(), verbs=word()),
            VerbGroup(key="k", verbs='(entity.ensure :name "x")'),
        ),
        problems=(word(),),
        validation_errors=(word(),),
        origin=word(),
    )
    review = msgspec.structs.replace(review, title=word(), draft=word(), edited_by=word())
    done = execution("failed", "failed", word(), word()) if verdict == "approve" else {}
    status = {"approve": "approved", "reject": "rejected"}.get(verdict, "pending")
    shown = screen(msgspec.structs.replace(review, status=status), verdict=verdict, changes=(word(),), tree=word(),
                   overridable=review.payload.leis, **done)  # fmt: skip
    typed = {"data": word(), "reason": word(), "at:/apex/name": word()}
    page = page_of(shown, who=word(), notice=[word(), word()], typed=typed)
    parts = Parts(page)
    assert not parts.comments
    for name, attributes in parts.elements:
        assert name in ELEMENTS
        assert set(attributes) <= ATTRIBUTES
        if name == "a":
            leads = attributes["href"]
            outside = urlsplit(leads).scheme in {"http", "https"} and attributes.get("rel") == "noopener noreferrer"
            assert leads in {"/reviews", "#decide"} or outside
        if name == "form":
            assert attributes["action"] in {"/logout", "/reviews/r1"}
        if name in {"input", "meta"} and not (attributes.get("name") or "").startswith(("at:", "override:")):
            assert attributes.get("name") in NAMES
    counts = {name: sum(one == name for one, _ in parts.elements) for name in ("style", "title", "textarea", "main")}
    assert (counts["style"], counts["title"], counts["main"]) == (1, 1, 1)
    assert counts["textarea"] == (verdict is None)
    document = parsed(page)
    assert not document.query_selector_all("script, img, svg, iframe, object, embed, base, link")


def test_a_page_says_all_there_is_to_know(screen, proposed):
    shown = screen(proposed.review("r1", verdict="unverified"), changes=('apex.name: "A" → "B"',))
    page = parsed(page_of(shown))
    titles = [one.text for one in page.query_selector_all("h2")]
    assert titles == ["Asked for", "What people changed since it was found", "Fields, riskiest first",
                      "LEIs that no verb may name", "Verbs as they will run", "Sources", "Measured", "Decide"]  # fmt: skip
    assert shown.review.payload_hash in page.text
    assert 'apex.name: "A" → "B"' in page.text
    assert "Find {{client}}" in page.text


def test_what_went_wrong_is_said_first(screen):
    page = parsed(page_of(screen(), notice=["Too late.", "apex.name: a → b"]))
    assert page.query_selector('[role="alert"] p').text == "Too late."
    assert page.query_selector('[role="alert"] li').text == "apex.name: a → b"


def test_a_token_only_looks(screen):
    page = page_of(screen(), csrf="")
    assert "<form" not in page
    assert "<input" not in page
    assert "can only look" in page


def test_after_the_decision_there_is_no_form_and_who_decided_is_told(screen, proposed):
    over = msgspec.structs.replace(proposed.review("r1"), status="rejected")
    page = parsed(page_of(screen(over, verdict="reject")))
    assert page.query_selector("#decide") is None
    assert "rejected by Rita at 2026-03-02 10:00:00 UTC through browser" in page.text
    assert "Verbs that were rejected" in page.text


def test_the_page_is_fetched_again_only_while_verbs_run(screen, execution):
    assert 'http-equiv="refresh"' in page_of(screen(verdict="approve", **execution("in_progress", "begun")))
    assert 'http-equiv="refresh"' not in page_of(screen(verdict="approve", **execution()))
