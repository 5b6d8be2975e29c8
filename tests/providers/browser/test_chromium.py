"""A real Chromium reads pages that need one, and reaches nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from pathlib import Path

import pytest

from inquiro import __version__
from inquiro.core.errors import AccessDenied, BadAnswer, NotConfigured, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Filters, SourceResult
from inquiro.providers.browser.chromium import Browser
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.transport import Transport
from inquiro.providers.search.crawler import Crawler
from inquiro.readers import read

pytestmark = pytest.mark.services

# Everything on a page that can open a connection, towards an address that is not the page's own.
VECTORS = """<p>quiet text</p><script>
const at = {where};
const tries = [
  () => fetch(`http://${at}/fetch`, {mode: 'no-cors'}),
  () => fetch(`https://${at}/fetch`, {mode: 'no-cors', method: 'POST', body: 'x'}),
  () => { const x = new XMLHttpRequest(); x.open('GET', `http://${at}/xhr`); x.send(); },
  () => new WebSocket(`ws://${at}/socket`),
  () => new WebSocket(`wss://${at}/socket`),
  () => new EventSource(`http://${at}/events`),
  () => navigator.sendBeacon(`http://${at}/beacon`, 'x'),
  () => new Worker(URL.createObjectURL(new Blob([`fetch('http://${at}/worker', {mode: 'no-cors'})`]))),
  () => { new Image().src = `http://${at}/image`; },
  () => add('iframe', {src: `http://${at}/frame`}),
  () => add('iframe', {srcdoc: `<meta http-equiv=refresh content="0;url=http://${at}/refresh">`}),
  () => add('script', {src: `http://${at}/script`}),
  () => add('object', {data: `http://${at}/object`, type: 'text/html'}),
  () => add('embed', {src: `http://${at}/embed`, type: 'text/html'}),
  () => add('link', {rel: 'stylesheet', href: `http://${at}/style`}),
  () => add('link', {rel: 'preconnect', href: `http://${at}`}),
  () => add('link', {rel: 'dns-prefetch', href: `http://${at}`}),
  () => add('link', {rel: 'prefetch', href: `http://${at}/prefetch`}),
  () => add('link', {rel: 'modulepreload', href: `http://${at}/module`}),
  () => add('link', {rel: 'manifest', href: `http://${at}/manifest`}),
  () => add('video', {src: `http://${at}/video`}),
  () => add('script', {type: 'speculationrules',
                       textContent: JSON.stringify({prerender: [{urls: [`http://${at}/prerender`]}]})}),
  () => { add('iframe', {name: 'aside'});
          const form = add('form', {action: `http://${at}/form`, method: 'post', target: 'aside'}); form.submit(); },
  () => { const a = add('a', {href: '#', ping: `http://${at}/ping`, textContent: 'a'}); a.click(); },
  () => { const c = new RTCPeerConnection({iceServers: [{urls: `stun:${at}`}, {urls: `turn:${at}?transport=tcp`,
          username: 'u', credential: 'c'}]}); c.createDataChannel('d'); c.createOffer().then(o => c.setLocalDescription(o)); },
  () => window.open(`http://${at}/popup`),
];
function add(name, fields) { return document.body.appendChild(Object.assign(document.createElement(name), fields)); }
for (const one of tries) { try { Promise.resolve(one()).catch(() => 0); } catch (error) {} }
</script>"""


def vectors(where: str) -> str:
    return VECTORS.replace("{where}", json.dumps(where))


# -- reading ------------------------------------------------------------------------------------------------


def test_text_that_a_script_makes_is_read(world):
    world.site.pages["/"] = """<title>T</title><p id=p>loading
        <script>setTimeout(() => p.textContent = 'The tram is 1.6 km long', 300)</script>"""
    answer = world.render("/")
    assert b"The tram is 1.6 km long" in answer.body
    assert answer.status == 200
    assert answer.url == world.site.url("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert not answer.truncated


def test_a_page_is_not_read_before_what_it_asked_for_has_come(world):
    async def slowly(writer):
        await asyncio.sleep(0.2)
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe words")

    world.site.pages["/"] = (
        "<p id=p>wait<script>fetch('/data').then(r => r.text()).then(t => p.textContent = t)</script>"
    )
    world.site.pages["/data"] = slowly
    assert "the words" in world.text("/")


def test_the_browser_says_who_it_is(world):
    world.site.pages["/"] = "<p id=p><script>p.textContent = navigator.webdriver</script>"
    assert "true" in world.text("/")
    agents = {fields["user-agent"] for _, fields in world.site.requests}
    assert len(agents) == 1
    assert agents.pop().endswith(f" inquiro/{__version__}")


def test_nothing_of_the_proxy_reaches_the_site(world):
    world.site.pages["/"] = "<p>text"
    world.render("/")
    sent = [name for _, fields in world.site.requests for name in fields]
    assert [name for name in sent if name.startswith("proxy")] == []


def test_redirects_are_followed_and_named(world):
    world.site.pages["/a"] = (302, {"location": "/b"}, b"")
    world.site.pages["/b"] = "<script>location = '/c'</script>"
    world.site.pages["/c"] = "<p>here"
    answer = world.render("/a")
    assert (answer.url, answer.status) == (world.site.url("/c"), 200)
    assert answer.hops == (world.site.url("/a"), world.site.url("/b"))


@pytest.mark.fault(24)
def test_a_refusal_is_an_answer_to_be_judged_like_any_other(world):
    world.site.pages["/"] = (403, {"retry-after": "7"}, b"<title>Just a moment...</title><p>Checking your browser")
    answer = world.render("/")
    assert answer.status == 403
    assert answer.headers["retry-after"] == "7"
    assert b"Checking your browser" in answer.body


def test_pictures_and_fonts_are_not_loaded(world):
    world.site.pages["/"] = (
        "<style>@font-face {font-family: f; src: url(/font)} p {font-family: f}</style><p>t<img src=/picture>"
    )
    world.render("/")
    assert {"/font", "/picture"}.isdisjoint(world.site.paths)


def test_one_page_knows_nothing_of_another(world):
    world.site.pages["/"] = (
        "<p id=p><script>p.textContent = 'seen: ' + document.cookie; document.cookie = 'a=1'</script>"
    )
    assert "seen: <" in world.text("/")
    assert "seen: <" in world.text("/")


def test_several_pages_are_read_at_once(world):
    answers = world.render_all(*(f"<p id=p><script>p.textContent = 'page ' + '{name}'</script>" for name in "abcdef"))
    for name, answer in zip("abcdef", answers, strict=True):
        assert f"page {name}" in answer.body.decode()


# -- where it may not go -------------------------------------------------------------------------------------


@pytest.mark.fault(26)
@pytest.mark.fault(27)
@pytest.mark.fault(30)
def test_nothing_on_a_page_reaches_a_private_address(world):
    hosts = ("127.0.0.1", "localhost", "rebound.test", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0")
    for answer in world.render_all(*(vectors(f"{host}:{{port}}") for host in hosts)):
        assert b"quiet text" in answer.body
    assert world.canary.reached == 0


def test_the_same_page_does_reach_what_the_operator_allows(world):
    """So the canary sees what is sent, and its silence means something."""
    world.site.pages["/"] = vectors("{canary}")
    dialer = Dialer((f"127.0.0.1:{world.canary.port}", world.site.url("")[7:]), world.dialer._resolve)

    async def rendered():
        async with Browser(dialer, sandbox=False) as browser:
            await browser.render(world.site.url("/"))

    world.runner.run(rendered())
    assert world.canary.reached >= 8


@pytest.mark.fault(28)
def test_a_redirect_to_a_private_address_is_refused(world):
    redirects = [(status, {"location": "http://{canary}/"}, b"") for status in (301, 302, 303, 307, 308)]
    chain = [(302, {"location": f"/page-{number}"}, b"") for number in range(3)]
    for error in world.render_all(*redirects, *chain):
        assert isinstance(error, UnsafeAddress)
        assert "not a public address" in str(error)
    assert world.canary.reached == 0


@pytest.mark.fault(28)
def test_a_page_that_goes_to_a_private_address_is_refused(world):
    errors = world.render_all(
        '<meta http-equiv="refresh" content="0;url=http://{canary}/">',
        "<script>location = 'http://{canary}/'</script>",
        "<script>location = 'https://{canary}/'</script>",
        "<form action='http://{canary}/' method=post></form><script>document.forms[0].submit()</script>",
        "<script>location = 'http://169.254.169.254/latest/meta-data/'</script>",
        "<script>location = 'http://rebound.test:{port}/'</script>",
    )
    assert [type(error) for error in errors] == [UnsafeAddress] * 6
    assert world.canary.reached == 0


@pytest.mark.fault(26)
@pytest.mark.fault(29)
@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "view-source:http://site.test/",
        "data:text/html,<p>x",
        "chrome://version",
        "about:blank",
        "javascript:alert(1)",
        "ftp://site.test/",
        "blob:http://site.test/1",
        "http://169.254.169.254/",
        "http://0x7f.1/",
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}/",
        "http://mixed.test/",
        "http://site.test:22/",
    ],
)
def test_an_address_that_is_not_of_the_web_is_refused(world, url):
    with pytest.raises(UnsafeAddress):
        world.runner.run(world.browser.render(url.replace("{port}", str(world.canary.port))))
    assert world.canary.reached == 0


@pytest.mark.fault(29)
def test_a_page_cannot_leave_the_web(world):
    page = "<p>harmless<iframe src='{0}'></iframe><script>try {{ location = '{0}' }} catch (e) {{}}</script>"
    places = ("file:///etc/passwd", "view-source:http://{site}/", "chrome://version")
    for answer in world.render_all(
        *(page.replace("{0}", place).replace("{{", "{").replace("}}", "}") for place in places)
    ):
        assert b"harmless" in answer.body
        assert b"root:" not in answer.body


def test_in_local_only_a_page_stays_on_the_machine(world):
    async def refused():
        async with Browser(world.dialer, local_only=True, sandbox=False) as browser:
            await browser.render("http://example.org/")

    with pytest.raises(UnsafeAddress, match="local_only"):
        world.runner.run(refused())


def test_chromium_itself_opens_no_socket_but_to_the_proxy(world, tmp_path):
    """By its own account, and without looking up a single name."""
    world.site.pages["/"] = vectors("nowhere.test")
    log = tmp_path / "net.json"

    async def rendered():
        async with Browser(world.dialer, sandbox=False, net_log=log) as browser:
            await browser.render(world.site.url("/"))
            return (await browser._running()).proxy.url

    proxy = world.runner.run(rendered()).removeprefix("http://")
    written = json.loads(log.read_text())
    kinds = written["constants"]["logEventTypes"]

    def events(name):
        return [event.get("params", {}) for event in written["events"] if event["type"] == kinds[name]]

    dialled = {params["address"] for params in events("TCP_CONNECT_ATTEMPT") if "address" in params}
    assert dialled == {proxy}
    assert events("UDP_BYTES_SENT") == []
    assert events("HOST_RESOLVER_MANAGER_JOB") == []


# -- pages that behave badly ---------------------------------------------------------------------------------


def test_a_page_that_asks_for_more_than_reading_is_only_read(world):
    world.site.pages["/file"] = (200, {"content-disposition": "attachment", "content-type": "application/zip"}, b"PK")
    world.site.pages["/worker.js"] = (200, {"content-type": "text/javascript"}, b"fetch('/from-worker')")
    answers = world.render_all(
        "<p>some text<script>setInterval(() => alert('x'), 50)</script>",
        "<p>some text<script>confirm('x'); prompt('y')</script>",
        "<p>some text<script>onbeforeunload = () => 'stay'; setInterval(() => window.open('/popup'), 50)</script>",
        "<p>some text<script>navigator.serviceWorker?.register('/worker.js')</script>",
        "<p>some text<script>Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => 0)</script>",
        "<p>some text<a href=/file download id=a>f</a><script>a.click(); location = '/file'</script>",
        "<p>some text<script>print(); window.close(); document.documentElement.requestFullscreen()</script>",
        "<p>some text<form name=documentElement><input name=outerHTML></form><img name=body><img name=links>",
    )
    for answer in answers:
        assert b"some text" in answer.body
    assert {"/popup", "/worker.js", "/from-worker"}.isdisjoint(world.site.paths)


def test_a_page_whose_text_never_rests_is_read_as_it_stands(world, monkeypatch):
    monkeypatch.setattr("inquiro.providers.browser.page._SETTLE_SECONDS", 0.5)
    world.site.pages["/"] = "<p>grows<script>setInterval(() => document.body.append(' more'), 20)</script>"
    assert "more more" in world.text("/")


def test_a_page_that_listens_for_ever_is_read_all_the_same(world, monkeypatch):
    async def for_ever(writer):
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not writer.is_closing():
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.05)

    monkeypatch.setattr("inquiro.providers.browser.page._SETTLE_SECONDS", 600.0)
    monkeypatch.setattr("inquiro.providers.browser.page._STILL_ANYWAY", 6)
    world.site.pages["/"] = "<p>some text<script>fetch('/news')</script>"
    world.site.pages["/news"] = for_ever
    assert "some text" in world.text("/")


def test_a_part_that_fails_does_not_make_the_page_fail(world):
    world.site.pages["/"] = "<p>some text<script>fetch('http://127.0.0.1:1/'); location = '/nothing'</script>"
    world.site.pages["/nothing"] = (204, {}, b"")
    answer = world.render("/")
    assert b"some text" in answer.body
    assert (answer.status, answer.hops) == (200, ())


def test_a_script_that_never_ends_costs_only_its_deadline(world):
    world.site.pages["/"] = "<p>text<script>setTimeout(() => { while (true); }, 50)</script>"
    with pytest.raises(TimedOut):
        world.render("/", seconds=1.0)
    world.site.pages["/next"] = "<p>next page"
    assert "next page" in world.text("/next")


def test_a_server_that_never_ends_is_read_as_far_as_it_came(world, monkeypatch):
    async def endless(writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>start")
        while not writer.is_closing():
            writer.write(b" and on")
            await writer.drain()
            await asyncio.sleep(0.02)

    monkeypatch.setattr("inquiro.providers.browser.page._SETTLE_SECONDS", 0.5)
    world.site.pages["/"] = endless
    answer = world.render("/")
    assert b"start" in answer.body
    assert answer.truncated


def test_a_page_that_is_too_large_is_cut(world):
    world.site.pages["/"] = "<p>start<script>document.body.append('x'.repeat(300000))</script>"
    answer = world.render("/", max_bytes=50_000)
    assert answer.truncated
    assert len(answer.body) == 50_000
    assert b"start" in answer.body


def test_a_page_cannot_flood_us_by_changing_what_cutting_means(world):
    world.site.pages["/"] = """<p>start<script>String.prototype.slice = function () { return 'x'.repeat(1e6) };
        Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'x'.repeat(1e6)})</script>"""
    answer = world.render("/", max_bytes=10_000)
    assert b"start" in answer.body
    assert not answer.truncated


def test_a_file_is_not_a_page(world):
    world.site.pages["/"] = (200, {"content-disposition": "attachment", "content-type": "application/zip"}, b"PK")
    with pytest.raises(BadAnswer, match="a file to download"):
        world.render("/")


def test_a_site_that_is_not_there_is_unavailable(world):
    with pytest.raises(Unavailable):
        world.runner.run(world.browser.render("http://nowhere.test/"))


# -- as a source ---------------------------------------------------------------------------------------------


@pytest.fixture
def crawler(world, tmp_path):
    async def reading(data, name, media_type):
        return read(data, name, media_type)

    settings = Settings(home=tmp_path, database_url="")
    web = Transport(settings, dialer=world.dialer)
    yield Crawler(ProviderContext(settings=settings, web=web, read=reading), world.browser)
    world.runner.run(web.aclose())


def test_a_site_made_by_scripts_is_searched_and_opened(world, crawler):
    prose = "The tram of Korvenau carries forty thousand passengers on every working day. "
    made = "<title>{}</title><main id=m></main><script>setTimeout(() => m.innerHTML = `<p>{}</p>`, 100)</script>"
    world.site.pages["/robots.txt"] = (200, {"content-type": "text/plain"}, b"User-agent: *\nDisallow: /private")
    world.site.pages["/"] = made.format(
        "Home", "Welcome to Korvenau. " * 20 + "<a href=/a>Tram passengers</a><a href=/private>trams</a>"
    )
    world.site.pages["/a"] = made.format("Trams", prose * 6)
    hits = world.runner.run(crawler.search("tram passengers", 5, Filters(sites=(world.site.url("/"),))))
    assert hits[0].url == world.site.url("/a")
    document = world.runner.run(crawler.open(hits[0]))
    assert (document.kind, document.title) == ("content", "Trams")
    assert "forty thousand passengers" in document.text
    assert "/private" not in world.site.paths


@pytest.mark.fault(25)
def test_a_page_that_robots_disallow_is_not_opened(world, crawler):
    world.site.pages["/robots.txt"] = (200, {"content-type": "text/plain"}, b"User-agent: *\nDisallow: /private")
    hit = SourceResult(url=world.site.url("/private"), title="", snippet="", source_name="crawler")
    with pytest.raises(AccessDenied, match="robots"):
        world.runner.run(crawler.open(hit))
    assert world.site.paths == ["/robots.txt"]


# -- the process ---------------------------------------------------------------------------------------------


def test_the_sandbox_is_on_unless_a_test_says_otherwise(world):
    world.site.pages["/"] = "<p>text"

    async def rendered():
        async with Browser(world.dialer) as browser:
            return await browser.render(world.site.url("/"))

    if os.geteuid() == 0:
        with pytest.raises(NotConfigured, match="sandbox does not work as root"):
            world.runner.run(rendered())
    else:
        assert b"text" in world.runner.run(rendered()).body


def test_a_chromium_that_died_is_started_anew(world):
    world.site.pages["/"] = "<p>text"

    async def after_a_crash():
        async with Browser(world.dialer, sandbox=False) as browser:
            await browser.render(world.site.url("/"))
            await (await browser._running()).chromium.close()
            return await browser.render(world.site.url("/"))

    assert b"text" in world.runner.run(after_a_crash()).body


@pytest.mark.parametrize("moment", [0.0, 0.2])
def test_whoever_gives_up_leaves_no_process_behind(world, moment):
    world.site.pages["/"] = "<script>while (true);</script>"
    before = processes()

    async def given_up():
        async with Browser(world.dialer, sandbox=False) as browser:
            task = asyncio.ensure_future(browser.render(world.site.url("/"), seconds=30))
            await asyncio.sleep(moment)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    world.runner.run(given_up())
    assert processes() <= before


def test_keys_do_not_reach_chromium(world, monkeypatch):
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-secret")
    world.site.pages["/"] = "<p>text"

    async def environments():
        async with Browser(world.dialer, sandbox=False) as browser:
            await browser.render(world.site.url("/"))
            return [read_environment(pid) for pid in processes() if is_chromium(pid)]

    found = world.runner.run(environments())
    assert found
    assert [one for one in found if b"tvly-secret" in one] == []


def processes() -> set[int]:
    """Everything below us that still runs; what only waits to be collected does not count."""
    rows = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(") ")[2].split()[:2]
            rows[int(stat.parent.name)] = (int(parent), state)
    below, grown = {os.getpid()}, True
    while grown:
        more = {pid for pid, (parent, _) in rows.items() if parent in below} - below
        below, grown = below | more, bool(more)
    return {pid for pid in below - {os.getpid()} if rows[pid][1] != "Z"}


def is_chromium(pid: int) -> bool:
    try:
        return "chrom" in Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return False


def read_environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
