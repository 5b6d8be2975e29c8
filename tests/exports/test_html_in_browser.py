"""The HTML report in a real browser: without its script, on a small screen, by keyboard, and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inquiro.core.types import ChecklistItem, Citation, Claim, Report, ReportSource
from inquiro.exports.html import HtmlExport
from inquiro.providers.browser.installed import chromium_path

pytestmark = pytest.mark.services

QUOTE = "The felt temperature under the crowns was 9 to 12 degrees below that of the open street"
SHOWN = "[...document.querySelectorAll('.card')].filter(c => getComputedStyle(c).visibility === 'visible')"


@pytest.fixture(scope="module")
def browser(chromium_here: None) -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    cited = Citation(
        source_id="src_1", quote=QUOTE, start=0, end=len(QUOTE), before="Readings were taken. ", after=", at noon."
    )
    claims = tuple(
        Claim(text=f"{n} trees cool the street by 9 to 12 degrees.", label="supported", evidence=(cited,), origins=2)
        for n in range(12)
    )
    source = ReportSource(id="src_1", type="web", title="Trees", url="https://example.org/" + "a" * 300, snippet="")
    report = Report(
        trace_id="t",
        question="Do trees cool?",
        answer=" ".join(f"{claim.text} [1]" for claim in claims),
        sources=(source,),
        claims=claims,
        checklist=(ChecklistItem(id="c", description="Night", queries=("w" * 200,)),),
    )
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(HtmlExport().render(report))
    return path.as_uri()


@pytest.mark.parametrize("how", ["hover", "focus", "tap"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_mark_shows_its_quote_in_place_without_a_script(browser, address, how, width):
    page = browser.new_page(viewport={"width": width, "height": 800}, java_script_enabled=False, has_touch=True)
    page.goto(address)
    assert page.evaluate(f"{SHOWN}.length") == 0
    mark = page.locator(".mark").nth(5)
    getattr(mark, how)()
    card = page.locator(".card").nth(5)
    card.wait_for(state="visible")
    assert page.evaluate(f"{SHOWN}.length") == 1
    assert QUOTE in card.inner_text()
    box, line = card.bounding_box(), mark.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert 0 <= box["y"] - (line["y"] + line["height"]) < 20  # right under its line
    page.context.close()


def test_the_links_of_a_card_are_reached_by_keyboard(browser, address):
    page = browser.new_page(java_script_enabled=False)
    page.goto(address)
    page.locator(".mark").first.focus()
    page.keyboard.press("Tab")
    assert ":~:text=" in page.evaluate("document.activeElement.href")
    assert page.evaluate(f"{SHOWN}.length") == 1
    page.context.close()


def test_escape_puts_a_card_away_until_it_is_asked_for_again(browser, address):
    page = browser.new_page()
    page.goto(address)
    card = page.locator(".card").first
    page.locator(".mark").first.hover()
    card.wait_for(state="visible")
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    page.mouse.move(1, 1)
    page.locator(".mark").first.hover()
    card.wait_for(state="visible")
    page.context.close()


def test_nothing_is_wider_than_a_small_screen(browser, address):
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.context.close()


def test_on_paper_quotes_are_opened_and_cards_are_gone_without_a_script(browser, address):
    page = browser.new_page(java_script_enabled=False)
    page.goto(address)
    page.emulate_media(media="print")
    assert page.locator(".quote blockquote").first.bounding_box()["height"] > 0
    assert page.locator(".card").first.bounding_box() is None
    page.context.close()
