"""The plugin's windows in Chromium, against a real server; INQUIRO_TEST_SHOTS names a folder for pictures of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from inquiro.providers.browser.installed import chromium_path

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("chromium_here")]
HERE = Path(__file__).with_name("obsidian")
PLUGIN = Path(__file__).parents[2] / "integrations" / "obsidian" / "main.js"
HOSTILE = "<img src=x onerror=window.hacked=1>"
NOTE = """# Heat pumps

The heat pump of the Bakers in Korvenau may make 40 dB at night in front of a bedroom.

How much noise does a heat pump make, and how far away must it stand?
"""
OTHERS = {
    "Projects/Noise at night.md": f"# Noise at night {HOSTILE}\n\nNoise of the heat pump of the Bakers: 40 dB at night in "
    "front of the bedroom, as far away as it stands.",
    "Areas/House/Boiler.md": "The heat pump replaces the boiler of the Bakers in Korvenau; at night it may make 40 dB of "
    "noise in front of the bedroom. See [[Heat pumps]].",
    "Violin.md": "Scales, bowing, vibrato.",
    "Sourdough.md": "Flour, water, salt, patience.",
    "Marathon.md": "Long runs on Sundays.",
    "Garden.md": "Peas in March, beans in May.",
}


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(serving: Any, theme: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    def ask_server(asked: dict[str, Any]) -> dict[str, Any]:
        """As Obsidian does, outside of the page: no origin, and so no question of CORS."""
        headers = asked["headers"] | ({"Content-Type": asked["contentType"]} if asked.get("contentType") else {})
        with httpx2.Client(timeout=60, trust_env=False) as client:
            done = client.request(asked["method"], asked["url"], headers=headers, content=asked.get("body"))
        return {"status": done.status_code, "text": done.text}

    for name, text in {"Heat pumps.md": NOTE, **OTHERS}.items():
        (serving.vault / name).parent.mkdir(parents=True, exist_ok=True)
        (serving.vault / name).write_text(text)
        os.utime(serving.vault / name, (1, 1))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(chromium_path()), args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1100, "height": 760})
        opened.set_default_timeout(20_000)
        opened.expose_function("ask_server", ask_server)
        opened.goto((HERE / "page.html").as_uri())
        opened.evaluate("theme => (document.body.className = `theme-${theme}`)", theme)
        known = {"vault": "/vault", "name": serving.vault.name, "address": serving.url, "token": serving.token}
        known |= {"note": "Heat pumps.md", "text": NOTE, "settings": {"quotes": True, "mode": "keyword"}}
        opened.evaluate("([code, known]) => window.begin(code, known)", [PLUGIN.read_text(), known])
        yield opened
        browser.close()


@pytest.fixture
def picture(page: Any, theme: str) -> Callable[[str], None]:
    """Nothing sticks out of the window; and a picture for whoever wants to see it."""
    folder = os.environ.get("INQUIRO_TEST_SHOTS")

    def look(name: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}_{theme}.png"))

    return look


def test_a_person_connects_reviews_accepts_finds_and_undoes(page, picture, serving):
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.evaluate("window.showSettings()")
    page.get_by_role("button", name="Test connection").click()
    page.get_by_text("Connected; the server has this vault.").wait_for()
    assert page.locator("input[type=password]").count() == 1
    picture("settings")
    page.evaluate("window.hideSettings()")

    page.evaluate("window.command('related')")
    page.get_by_role("link", name="Noise at night").wait_for()
    assert page.get_by_text("Related and linked").is_visible()
    assert not page.get_by_role("link", name="Violin").count()
    picture("pane")

    page.evaluate("window.command('research')")
    page.get_by_text("would leave this machine").wait_for()
    searches = page.get_by_label("Words of the search")
    texts = [searches.nth(at).input_value() for at in range(searches.count())]
    assert not [text for text in texts if "baker" in text.lower() or "korvenau" in text.lower()]
    assert page.locator(".inquiro-held").get_by_text("Korvenau", exact=True).count()
    searches.first.fill("noise of heat pumps at night")
    if searches.count() > 1:
        page.get_by_role("checkbox", name="Send: ").nth(1).uncheck()
    picture("review")
    page.get_by_role("button", name="Send", exact=False).first.click()

    page.get_by_text("Nothing has been written.").wait_for()
    assert (serving.vault / "Heat pumps.md").read_text() == NOTE
    assert page.locator(".inquiro-line.is-added", has_text="## Research").count() == 1
    picture("preview")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_function("window.inquiro.seen.notices.some(text => text.includes('stands in'))")
    assert (serving.vault / "Heat pumps.md").read_text().startswith(NOTE)

    page.get_by_label("Search notes by meaning").fill("night bedroom")
    page.get_by_text("Found").wait_for()
    page.get_by_role("link", name="Noise at night").click()
    assert page.evaluate("window.inquiro.seen.opened[0].path") == "Projects/Noise at night.md"
    picture("search")

    page.evaluate("window.command('undo')")
    page.get_by_text("Undo the last section").wait_for()
    picture("undo")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("window.inquiro.seen.notices.some(text => text.includes('is undone'))")
    assert (serving.vault / "Heat pumps.md").read_text() == NOTE
    assert page.evaluate("window.hacked === undefined && !document.querySelector('img')")
    assert said == []


def test_what_is_wrong_is_said_where_the_person_looks(page, picture):
    page.evaluate("window.inquiro.plugin.set('address', 'http://127.0.0.1:9')")
    page.evaluate("window.showSettings()")
    page.get_by_role("button", name="Test connection").click()
    page.get_by_text("Start it: inquiro serve --vault").wait_for()
    picture("not_running")
    page.evaluate("window.hideSettings()")
    page.evaluate("window.command('related')")
    page.get_by_role("button", name="Try again").wait_for()
    picture("pane_not_running")
