"""The crawler over a scripted browser; what a real one does is tested with it."""

from __future__ import annotations

import asyncio
from urllib.parse import urljoin

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Filters, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.browser.page import Link, Rendered
from inquiro.providers.search.crawler import plugin
from inquiro.readers import read
from inquiro.testing import ScriptedWeb

HOME = "https://trams.example/"
SITE = Filters(sites=("trams.example",))
PROSE = "The tram network of Korvenau carries forty thousand passengers on every working day of the year. " * 6


class ScriptedBrowser:
    """Knows a few pages: address -> (text, links), an answer, or an error."""

    def __init__(self, pages):
        self.pages = pages
        self.visited = []

    async def visit(self, url):
        self.visited.append(url)
        page = self.pages.get(url, WebAnswer(url=url, status=404, body=b"<p>nothing"))
        if isinstance(page, Exception):
            raise page
        if isinstance(page, Rendered):
            return page
        if isinstance(page, WebAnswer):
            return Rendered(answer=page)
        text, links = page
        body = f"<html><title>{text[:30]}</title><body><main><p>{text}</p></main></body></html>".encode()
        found = tuple(Link(urljoin(url, address), said) for address, said in links.items())
        return Rendered(answer=html(url, body), links=found)


class CountingPace(NoPace):
    def __init__(self):
        self.admitted = []
        self.reported = []

    async def admit(self, name, requests_per_second, burst=1):
        self.admitted.append((name, requests_per_second))

    async def report(self, name, error):
        self.reported.append((name, error))


def html(url: str, body: bytes, status: int = 200, **headers: str) -> WebAnswer:
    return WebAnswer(url=url, status=status, headers={"content-type": "text/html; charset=utf-8", **headers}, body=body)


async def reading(data, name, media_type):
    return read(data, name, media_type)


def crawler(pages, tmp_path, *, robots="", pace=None, keys=None):
    web = ScriptedWeb(lambda request: WebAnswer(url=request.url, status=200, body=robots.encode()))
    settings = Settings(home=tmp_path, database_url="", keys=keys or {})
    context = ProviderContext(settings=settings, web=web, pace=pace or NoPace(), read=reading)
    browser = ScriptedBrowser(pages)
    return plugin(context, browser), browser


def search(source, query="tram passengers", filters=SITE, limit=10):
    return asyncio.run(source.search(query, limit, filters))


def opened(source, url):
    return asyncio.run(source.open(SourceResult(url=url, title="", snippet="", source_name="crawler")))


def test_without_a_named_site_it_finds_nothing_and_opens_nothing(tmp_path):
    source, browser = crawler({HOME: (PROSE, {})}, tmp_path)
    assert search(source, filters=Filters()) == []
    assert browser.visited == []


def test_it_follows_the_links_that_fit_the_question(tmp_path):
    pages = {
        HOME: (
            "Welcome to the city of Korvenau and its many offices. " * 6,
            {"/jobs": "Jobs", "/t": "Tram passengers"},
        ),
        HOME + "t": (PROSE, {"/tram/passengers-2024": "Figures", "/jobs": "Jobs"}),
        HOME + "tram/passengers-2024": (PROSE, {}),
    }
    source, browser = crawler(pages, tmp_path)
    hits = search(source)
    assert browser.visited == [HOME, HOME + "t", HOME + "tram/passengers-2024"]
    assert {hit.url for hit in hits} == {HOME + "t", HOME + "tram/passengers-2024"}
    assert all("passengers" in hit.snippet for hit in hits)
    assert all(hit.title and 0 < hit.score <= 1 for hit in hits)


def test_it_stays_on_the_site_and_on_the_web(tmp_path):
    links = {
        "https://other.example/tram-passengers": "tram passengers",
        "https://trams.example.evil.example/tram": "tram passengers",
        "https://trams.example:8443/tram": "tram passengers",
        "javascript:alert('tram passengers')": "tram passengers",
        "file:///etc/tram": "tram passengers",
        "https://[tram/passengers": "tram passengers",
        "https://news.trams.example/tram": "tram passengers",
    }
    start = Rendered(answer=html(HOME, PROSE.encode()), links=tuple(Link(*pair) for pair in links.items()))
    source, browser = crawler({HOME: start}, tmp_path)
    search(source)
    assert browser.visited == [HOME, "https://news.trams.example/tram"]


def test_it_reads_only_a_few_pages_and_names_the_rest(tmp_path):
    links = {f"/tram-{number}": "tram" for number in range(20)}
    pages = {HOME: (PROSE, links)} | {HOME + f"tram-{number}": (PROSE, {}) for number in range(20)}
    source, browser = crawler(pages, tmp_path)
    hits = search(source, limit=15)
    assert len(browser.visited) == 5
    assert len(hits) == 15
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert {hit.url for hit in hits[:5]} == set(browser.visited)


def test_what_a_search_has_read_is_opened_without_asking_again(tmp_path):
    source, browser = crawler({HOME: (PROSE, {})}, tmp_path)
    (hit,) = search(source)
    document = asyncio.run(source.open(hit))
    assert browser.visited == [HOME]
    assert (document.url, document.kind, document.source_name) == (HOME, "content", "crawler")
    assert "forty thousand passengers" in document.text


def test_a_page_is_opened(tmp_path):
    source, _ = crawler({HOME: (PROSE, {})}, tmp_path)
    document = opened(source, HOME)
    assert document.kind == "content"
    assert "forty thousand passengers" in document.text


@pytest.mark.fault(25)
def test_robots_are_respected(tmp_path):
    source, browser = crawler({HOME: (PROSE, {})}, tmp_path, robots="User-agent: *\nDisallow: /")
    with pytest.raises(AccessDenied, match="robots"):
        opened(source, HOME)
    with pytest.raises(AccessDenied, match="robots"):
        search(source)
    assert browser.visited == []


@pytest.mark.fault(25)
def test_robots_of_where_a_page_leads_are_respected_too(tmp_path):
    moved = html("https://elsewhere.example/no", PROSE.encode())
    source, _ = crawler({HOME: moved}, tmp_path, robots="User-agent: *\nDisallow: /no")
    with pytest.raises(AccessDenied, match="robots"):
        opened(source, HOME)


def test_a_host_is_asked_at_its_own_pace(tmp_path):
    pace = CountingPace()
    source, _ = crawler({HOME: (PROSE, {})}, tmp_path, robots="User-agent: *\nCrawl-delay: 4", pace=pace)
    opened(source, HOME)
    assert pace.admitted == [("host:trams.example", 0.25)]
    assert pace.reported == [("host:trams.example", None)]


def test_a_host_that_asks_to_slow_down_is_told_to_everybody(tmp_path):
    pace = CountingPace()
    slow = html(HOME, b"<p>slow down", 429, **{"retry-after": "30"})
    source, _ = crawler({HOME: slow}, tmp_path, pace=pace)
    with pytest.raises(RateLimited):
        opened(source, HOME)
    assert isinstance(pace.reported[0][1], RateLimited)


@pytest.mark.fault(24)
@pytest.mark.parametrize("status", [200, 403])
def test_a_captcha_is_an_obstacle_and_is_left_alone(tmp_path, status):
    page = b"""<html><title>Are you a robot?</title><body><p>Please complete the CAPTCHA to prove you are human.</p>
        <div class="g-recaptcha" data-sitekey="x"></div><script src="https://www.google.com/recaptcha/api.js"></script>"""
    source, browser = crawler({HOME: html(HOME, page, status)}, tmp_path)
    assert opened(source, HOME).kind == "captcha"
    assert browser.visited == [HOME]
    with pytest.raises(AccessDenied, match="captcha"):
        search(source)


def test_a_page_that_is_gone_is_an_error(tmp_path):
    source, _ = crawler({}, tmp_path)
    with pytest.raises(BadAnswer, match="gone"):
        opened(source, HOME)


def test_a_site_that_is_down_is_an_error_and_not_an_empty_list(tmp_path):
    source, _ = crawler({HOME: Unavailable("down")}, tmp_path)
    with pytest.raises(Unavailable):
        search(source)


def test_one_site_that_is_down_does_not_hide_another(tmp_path):
    source, _ = crawler({HOME: (PROSE, {}), "https://down.example/": TimedOut("slow")}, tmp_path)
    hits = search(source, filters=Filters(sites=("down.example", "trams.example")))
    assert [hit.url for hit in hits] == [HOME]


def test_one_page_that_fails_does_not_end_the_search(tmp_path):
    pages = {HOME: (PROSE, {"/tram": "tram passengers", "/tram2": "tram"}), HOME + "tram": TimedOut("slow")}
    source, _ = crawler(pages | {HOME + "tram2": (PROSE, {})}, tmp_path)
    assert {hit.url for hit in search(source)} == {HOME, HOME + "tram2"}


@pytest.mark.fault(33)
def test_an_address_with_a_key_in_it_is_never_opened(tmp_path):
    source, browser = crawler({}, tmp_path, keys={"TAVILY_API_KEY": Secret("tvly-0123456789abcdef")})
    with pytest.raises(UnsafeAddress, match="one of your keys"):
        opened(source, HOME + "?q=tvly-0123456789abcdef")
    assert browser.visited == []


@pytest.mark.parametrize(
    ("missing", "said"),
    [("playwright", "pip install 'inquiro[browser]'"), ("chromium", "apt-get install chromium"), ("user", "as root")],
)
def test_it_says_what_is_missing(tmp_path, monkeypatch, missing, said):
    where = "inquiro.providers.browser.installed"
    monkeypatch.setattr(f"{where}.find_spec", lambda name: None if missing == "playwright" else object())
    monkeypatch.setattr(f"{where}.shutil.which", lambda name: None if missing == "chromium" else "/usr/bin/chromium")
    monkeypatch.setattr(f"{where}.os.geteuid", lambda: 0 if missing == "user" else 1000)
    found = crawler({}, tmp_path)[0].availability()
    assert not found.available
    assert said in found.reason


def test_it_is_available_to_a_user_with_chromium(tmp_path, monkeypatch):
    where = "inquiro.providers.browser.installed"
    monkeypatch.setattr(f"{where}.shutil.which", lambda name: "/usr/bin/google-chrome" if "google" in name else None)
    monkeypatch.setattr(f"{where}.os.geteuid", lambda: 1000)
    assert crawler({}, tmp_path)[0].availability().available


def test_closing_what_never_started_is_fine(tmp_path):
    settings = Settings(home=tmp_path, database_url="")
    asyncio.run(plugin(ProviderContext(settings=settings)).aclose())
