"""What is content, and what only stands in its place: real pages, pages of every guard, and articles about them."""

from __future__ import annotations

import asyncio
import html as html_module
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.providers.pages.classify import NEEDS_JAVASCRIPT, Verdict, classify
from inquiro.readers import read

ARTICLE = (
    "The council measured the temperature in forty streets and published every reading of the summer. "
    "Streets with mature trees stayed cooler at noon, and the difference grew with the width of the crown. "
)


def judged(body: bytes | str, *, status: int = 200, url: str = "https://site.example/story", **headers: str) -> Verdict:
    data = body.encode() if isinstance(body, str) else body
    named = {"content-type": "text/html"} | {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        text = read(data, "page.html", "text/html").text
    except ReadFailed:
        text = ""
    return classify(status, named, data, text, url)


def page(title: str, body: str, head: str = "") -> str:
    return f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"


@pytest.mark.fault(24)
def test_every_recorded_challenge_is_found_and_the_page_behind_it_is_content(shared_data: Path):
    folder = shared_data / "http_errors" / "cloudflare"
    kinds = {path.name: judged(path.read_bytes()).kind for path in folder.glob("*.html")}
    assert kinds.pop("requested_page.html") == "content"
    assert kinds.pop("reCaptcha_challenge_12_12_2019.html") == "captcha"
    assert len(kinds) >= 9
    assert set(kinds.values()) == {"challenge"}
    assert judged((shared_data / "http_errors" / "duckduckgo_captcha.html").read_bytes(), status=202).kind == "captcha"


@pytest.mark.fault(24)
def test_recorded_error_pages_are_never_content(shared_data: Path):
    lines = (shared_data / "http_errors" / "api_errors.jsonl").read_text().splitlines()
    rows = [row for line in lines if isinstance((row := json.loads(line)).get("body"), str) and "<" in row["body"][:50]]
    assert rows
    assert {judged(row["body"], status=row["status"]).kind for row in rows} <= {"error", "soft_404", "blocked"}


def test_recorded_pages_are_content(shared_data: Path):
    lines = (shared_data / "http_scholarly_paperqa" / "wikipedia_pages.jsonl").read_text().splitlines()
    bodies = [json.loads(line)["body"] for line in lines]
    bodies += [
        (shared_data / "http_duckduckgo" / name).read_text() for name in ("ddg_results.html", "ddg_with_ad.html")
    ]
    assert [judged(body).kind for body in bodies] == ["content"] * len(bodies)


BLOCKS = {
    "captcha": [
        page("example.com", "<script src='https://ct.captcha-delivery.com/c.js'></script>"),
        page("Access to this page has been denied", "<div id='px-captcha'></div><p>Press &amp; Hold to confirm you are"),
        page("Robot Check", "<form action='/errors/validateCaptcha'>Enter the characters you see below</form>"),
        page("Sorry...", "Our systems have detected unusual traffic from your computer network."),
        page("Human Verification", "<div class='h-captcha'></div>"),
        page("Sicherheit", "<div class='g-recaptcha'></div>Bitte bestätigen Sie, dass Sie ein Mensch sind."),
        page("Vérification", "<div class='g-recaptcha'></div>Confirmez que vous n’êtes pas un robot."),
        page("Control", "<div class='h-captcha'></div>Confirma que eres humano para continuar."),
        page("確認", "<div class='g-recaptcha'></div>私はロボットではありません"),
    ],
    "challenge": [
        page("Just a moment...", "<noscript>Enable JavaScript and cookies to continue</noscript>", "<script>_cf_chl_opt</script>"),
        page("x", "<iframe src='/_Incapsula_Resource?SWUDNSAI=31'>Request unsuccessful. Incapsula incident ID: 4</iframe>"),
        page("Pardon Our Interruption...", "As you were browsing something about your browser made us think you were a bot."),
        page("Making sure you're not a bot!", "<script id='anubis_challenge' type='application/json'></script>Loading..."),
        page("shop", "<div id='sec-if-cpt-container'></div>"),
        page("", "", "<script src='/_Incapsula_Resource?SWUDNSAI=31'></script>"),
        page("Just a moment...", "<h1>site.example</h1><p>Verifying you are human. This may take a few seconds.</p>"),
        page("", "<script>window.gokuProps = {}; </script><div id='challenge-container'></div>"),
        page("Nur einen Moment…", "Wir überprüfen Ihren Browser."),
        page("Un instant…", "Vérification de votre navigateur avant d'accéder à site.example"),
        page("Un momento…", "Comprobando su navegador antes de acceder"),
        page("しばらくお待ちください...", "ブラウザを確認しています"),
    ],
    "blocked": [
        page("Access Denied", "<h1>Access Denied</h1>You don't have permission to access \"http://a/\" on this server."),
        page("ERROR: The request could not be satisfied", "<h1>403 ERROR</h1>The request could not be satisfied."),
        page("Attention", "<h1>Sorry, you have been blocked</h1>You are unable to access site.example"),
        page("Zugriff verweigert", "Ihre IP-Adresse wurde gesperrt."),
        page("Video", "This content is not available in your country."),
    ],
    "paywall": [
        page("A story", f"<article><p>{ARTICLE}</p><p>Subscribe to continue reading.</p></article>"),
        page("A story", f"<p>{ARTICLE * 5}</p><p>This article is for subscribers only.</p>", '<script type="application/ld+json">{"isAccessibleForFree": false}</script>'),
        page("Bericht", "<p>Der Rat hat gemessen.</p><p>Dieser Artikel ist exklusiv für Abonnenten. Bereits Abonnent?</p>"),
        page("Récit", "<p>Le conseil a mesuré.</p><p>Il vous reste 82 % de cet article à lire. La suite est réservée aux abonnés.</p>"),
        page("Relato", "<p>El consejo midió.</p><p>Suscríbete para seguir leyendo. Contenido exclusivo para suscriptores.</p>"),
        page("記事", "<p>市は気温を測った。</p><p>この記事は有料会員限定です。続きを読むには登録が必要です。</p>"),
    ],
    "login": [
        page("Log in | Site", "<form><input type='text'><input type='password'></form>"),
        page("Forum", "<p>You must be logged in to view this topic.</p><form><input type=password></form>"),
        page("Anmelden", "<form><input type='password'></form>Passwort vergessen?"),
        page("Connexion", "<form><input type='password'></form>Mot de passe oublié ?"),
        page("Iniciar sesión", "<form><input type='password'></form>"),
        page("ログイン", "<form><input type='password'></form>パスワードをお忘れの方"),
    ],
    "cookie_wall": [
        page("Site", "<h1>Before you continue to Site</h1><p>We use cookies and data to deliver ads. Accept all. Reject all.</p>"),
        page("Zeitung", "<p>Mit Werbung weiterlesen: Wir und unsere 200 Partner nutzen Cookies. Zustimmen und weiter</p>"),
        page("Journal", "<p>Avec nos partenaires, nous utilisons des cookies. Continuer sans accepter. Accepter et continuer</p>"),
        page("Diario", "<p>Utilizamos cookies propias y de terceros. Aceptar y continuar</p>"),
        page("新聞", "<p>クッキーの使用に同意して続ける</p>"),
    ],
    "soft_404": [
        page("Page not found - Site", "<h1>Page not found</h1><p>The page you are looking for could not be found.</p>"),
        page("404", "<p>Sorry, we can't find the page.</p>"),
        page("Seite nicht gefunden", "<p>Die Seite wurde leider nicht gefunden.</p>"),
        page("Page introuvable", "<p>La page que vous cherchez n'existe plus.</p>"),
        page("Página no encontrada", "<p>La página que busca no existe.</p>"),
        page("ページが見つかりません", "<p>お探しのページは見つかりませんでした。</p>"),
    ],
    "error": [
        page("502 Bad Gateway", "<center><h1>502 Bad Gateway</h1></center><hr>nginx"),
        page("429 Too Many Requests", "<h1>429 Too Many Requests</h1>You have sent too many requests."),
        page("Blog", "<h1>Error establishing a database connection</h1>"),
        page("Wartungsarbeiten", "<p>Der Server ist derzeit nicht erreichbar.</p>"),
    ],
}  # fmt: skip


@pytest.mark.fault(24)
@pytest.mark.parametrize(("kind", "body"), [(kind, body) for kind, bodies in BLOCKS.items() for body in bodies])
def test_pages_that_stand_in_the_way_are_recognised(kind: str, body: str):
    verdict = judged(body)
    assert verdict.kind == kind
    assert verdict.reason.startswith(kind)


@pytest.mark.parametrize("body", [body for bodies in BLOCKS.values() for body in bodies])
def test_an_article_that_quotes_such_a_page_is_content(body: str):
    words = html_module.escape(body)
    assert (
        judged(page("How sites keep machines out", f"<article><p>{ARTICLE * 18}</p><p>{words}</p></article>")).kind
        == "content"
    )


QUOTED = (
    "A banner asked us to verify you are human.",
    "Checking your browser, it said.",
    "Readers were told: subscribe to continue reading.",
    "The form said that you must be logged in.",
    "Before you continue to the site, it asks about cookies.",
    "The page you are looking for could not be found, said the old address.",
    "You have been blocked, the screen said.",
    "The service is temporarily unavailable, it claimed; too many requests.",
)


@pytest.mark.parametrize("sentence", QUOTED)
def test_a_short_report_about_such_pages_is_content(sentence: str):
    assert (
        judged(page("Behind the screens", f"<article><p>{ARTICLE * 6}</p><p>{sentence}</p></article>")).kind
        == "content"
    )


ORDINARY = [
    page(
        "Access denied - Encyclopedia", "<p>Access denied may refer to: a song of 1994; an album; an error message.</p>"
    ),
    page("CAPTCHA", f"<p>A captcha asks a visitor for a proof of being human. {ARTICLE}</p>"),
    page("Contact us", "<p>Write to us about trees.</p><form><div class='g-recaptcha'></div></form>"),
    page("Street trees", f"<form><input type=password> Forgot password?</form><p>{ARTICLE}</p>"),
    page("Street trees", f"<div id='banner'>We use cookies to improve this site. Accept all</div><p>{ARTICLE * 2}</p>"),
    page("Street trees", f"<p>{ARTICLE * 18}</p>", '<script>{"isAccessibleForFree": false}</script>'),
    page("Street trees", f"<p>{ARTICLE}</p>", '<script>{"isAccessibleForFree": false}</script>'),
    page(
        "Street trees", f"<p>{ARTICLE}</p>", "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>"
    ),
    page("Street trees", f"<p>{ARTICLE}</p><script src='/_Incapsula_Resource?SWJIYLWA=71'></script>"),
    page("Street trees", f"<p>{ARTICLE}</p><script>window.__CF$cv$params={{}}</script>"),
    page("Street trees", f"<p>{ARTICLE}</p><script>window._pxAppId='PX1'</script>"),
    page("Typing", "<p>Just a moment, please wait while I finish this sentence about trees.</p>"),
    page("Trees", f"<p>Before you continue to the article: we use cookies.</p><p>{ARTICLE * 3}</p>"),
    page("An abstract", f"<p>{ARTICLE * 6}</p><p>Access through your institution. Buy this article.</p>"),
    page("Note", "<p>Cooling of 1.6 °C was measured.</p>"),
    page("木", "<p>街路樹は夏の気温を下げる。</p>"),
]


@pytest.mark.parametrize("body", ORDINARY)
def test_ordinary_pages_are_content(body: str):
    assert judged(body) == Verdict("content")


@pytest.mark.fault(24)
def test_a_guard_that_says_so_in_a_header_is_believed_whatever_the_page_holds():
    long = page("Story", f"<p>{ARTICLE * 18}</p>")
    assert judged(long, status=403, cf_mitigated="challenge").kind == "challenge"
    assert judged(long, status=405, x_amzn_waf_action="captcha").kind == "captcha"


@pytest.mark.parametrize(("status", "kind"), [(403, "blocked"), (404, "error"), (500, "error"), (451, "blocked")])
def test_without_signs_the_status_decides(status: int, kind: str):
    assert judged(page("Trees", "<p>Nothing to see.</p>"), status=status).kind == kind


@pytest.mark.parametrize(
    "body",
    [
        page("App", "<div id='root'></div><script src='/main.js'></script>"),
        page("App", "<noscript>You need to enable JavaScript to run this app.</noscript><div id=q></div><script src=a></script>"),
        page("App", "<p>Please turn on JavaScript to use this site, it is needed.</p><script src=a></script>"),
        page("App", "<p>Bitte aktivieren Sie JavaScript in Ihrem Browser.</p><script src=a></script>"),
        page("App", "<p>このサイトではJavaScriptを有効にしてください。</p><script src=a></script>"),
        page("App", "<app-root></app-root><script src=a></script>"),
        page("App", "<div id=app></div><script src=a></script><script>window.__CF$cv$params={}</script>"),
    ],
)  # fmt: skip
def test_a_page_that_scripts_would_fill_asks_for_a_browser(body: str):
    assert judged(body) == Verdict("blocked", NEEDS_JAVASCRIPT)


def test_a_filled_page_with_scripts_does_not():
    assert (
        judged(page("App", f"<div id='root'><p>{ARTICLE}</p></div><script src='/main.js'></script>")).kind == "content"
    )


@given(st.binary(max_size=400), st.text(max_size=80), st.integers(100, 599))
def test_any_bytes_get_a_verdict(data: bytes, text: str, status: int):
    assert classify(status, {}, data, text, "https://a.example/").kind


@pytest.mark.parametrize(
    "part", ["<script", "<", "<h1>", "<!--", "<meta ", "<input ", "page you ", "we use ", "seite a b c "]
)
def test_repetition_costs_no_more_than_its_length(part: str):
    async def within() -> Verdict:
        body = (part * 40_000)[:200_000].encode()
        return await asyncio.wait_for(asyncio.to_thread(classify, 200, {}, body, "x", "https://a.example/"), 30)

    assert asyncio.run(within()).kind
