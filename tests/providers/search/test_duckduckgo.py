"""DuckDuckGo's page: results, adverts, challenges, and really nothing."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited
from inquiro.core.web import WebAnswer

NOTHING = b"""<html><body><form action="/html/"><input name="q" value="zxqv"/></form>
<div id="links" class="results"><div class="no-results">No  results.</div></div></body></html>"""


def page(*results):
    return f'<html><body><input name="q"><div id="links">{"".join(results)}</div></body></html>'.encode()


def result(url, title="A title", snippet="Words.", css="result web-result"):
    return (
        f'<div class="{css}"><h2><a class="result__a" href="{url}">{title}</a></h2>'
        f'<a class="result__snippet">{snippet}</a></div>'
    )


def wrapped(url):
    return f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&amp;rut=0123"


def form(asked_service):
    return dict(parse_qsl((asked_service.request.body or b"").decode(), keep_blank_values=True))


def test_the_request_is_the_page_s_own_form(asked):
    duck = asked("duckduckgo", NOTHING)
    assert duck.search("street trees", since="2024-05-31", sites=("who.int",), language="de") == []
    assert (duck.request.method, duck.request.url) == ("POST", "https://html.duckduckgo.com/html/")
    assert duck.request.headers["content-type"] == "application/x-www-form-urlencoded"
    sent = form(duck)
    assert re.fullmatch(r"2024-05-31\.\.\d{4}-\d\d-\d\d", sent.pop("df"))
    assert sent == {"q": "street trees site:who.int", "kl": "de-de"}
    assert duck.pace.admitted == [("duckduckgo", 0.5)]
    assert duck.service.keys == ()


def test_without_narrowing_nothing_is_narrowed(asked):
    duck = asked("duckduckgo", NOTHING)
    duck.search("street trees", language="tlh")
    assert form(duck) == {"q": "street trees", "kl": "", "df": ""}


def test_redirects_are_unwrapped_and_markup_is_gone(parsed):
    (hit,) = parsed(
        "duckduckgo",
        page(
            result(
                wrapped("https://a.example/x?y=1&z=2#s"), "A <b>tree</b> &lt;div&gt;", "cool <b>trees</b> &amp; more"
            )
        ),
    )
    assert (hit.url, hit.title, hit.snippet) == ("https://a.example/x?y=1&z=2#s", "A tree <div>", "cool trees & more")


def test_direct_links_work_too(parsed):
    assert parsed("duckduckgo", page(result("https://a.example/x")))[0].url == "https://a.example/x"


@pytest.mark.parametrize(
    "bad",
    [
        result(wrapped("https://shop.example"), css="result result--ad"),
        result(wrapped("https://duckduckgo.com/y.js?ad_domain=shop.example")),
        result("https://duckduckgo.com/y.js?ad_domain=shop.example"),
        result(wrapped("javascript:alert(1)")),
        result("/relative"),
        result(wrapped("https://a.example"), title=""),
        '<div class="result">no link</div>',
    ],
)
def test_adverts_and_dead_ends_are_no_hits(parsed, bad):
    hits = parsed("duckduckgo", page(bad, result(wrapped("https://good.example"))))
    assert [hit.url for hit in hits] == ["https://good.example"]


def test_recorded_results(parsed, shared_data):
    hits = parsed("duckduckgo", (shared_data / "http_duckduckgo" / "ddg_results.html").read_bytes())
    assert len(hits) == 10
    assert (hits[0].url, hits[0].title) == ("https://rust-lang.org/", "Rust Programming Language")
    assert sorted(filter(None, (hit.published for hit in hits))) == [
        "2025-05-29",
        "2025-07-23",
        "2026-02-28",
        "2026-04-12",
    ]
    assert all(hit.snippet for hit in hits)


def test_a_recorded_advert_is_dropped(parsed, shared_data):
    body = (shared_data / "http_duckduckgo" / "ddg_with_ad.html").read_bytes()
    hits = parsed("duckduckgo", body)
    assert b"oneclearwinner.ca" in body
    assert len(hits) == 10
    assert not any("oneclearwinner" in hit.url or "duckduckgo" in hit.url for hit in hits)
    assert (hits[0].url, hits[0].published) == ("https://www.rtings.com/keyboard/reviews/best/mechanical", "2026-03-02")


def test_a_bot_challenge_is_never_an_empty_list(asked, shared_data):
    body = (shared_data / "http_duckduckgo" / "ddg_captcha.html").read_bytes()
    duck = asked("duckduckgo", WebAnswer(url="https://html.duckduckgo.com/html/", status=202, body=body))
    with pytest.raises(AccessDenied, match="bot challenge"):
        duck.search()
    told = duck.pace.reports[-1]
    assert isinstance(told, RateLimited)  # everybody who shares this address leaves it alone
    assert told.retry_after == 900.0


def test_nothing_found_is_empty(parsed):
    assert parsed("duckduckgo", NOTHING) == []


@pytest.mark.parametrize("body", [b"", b"{}", b"<html><body>Sorry.</body></html>", page(), b"\x00\xff" * 50])
def test_a_page_that_is_no_list_of_results_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="duckduckgo"):
        parsed("duckduckgo", body)


def test_a_page_cut_off_is_an_error(asked):
    cut = WebAnswer(url="https://x.example", status=200, body=page(result("https://a.example")), truncated=True)
    with pytest.raises(BadAnswer):
        asked("duckduckgo").service.parse(cut)


def test_damaged_recordings(survives, shared_data):
    names = ("ddg_results.html", "ddg_with_ad.html", "ddg_captcha.html")
    bodies = [(shared_data / "http_duckduckgo" / name).read_bytes() for name in names]
    survives("duckduckgo", bodies)


@pytest.mark.parametrize(("status", "error"), [(403, AccessDenied), (429, RateLimited), (418, BadAnswer)])
def test_statuses(asked, status, error):
    with pytest.raises(error, match="duckduckgo"):
        asked("duckduckgo", status).search()
