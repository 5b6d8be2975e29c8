"""The pages in a real browser: in with a code, change a field, approve, execute, see the tree."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from inquiro.api.desk import Desk
from inquiro.api.server import Place, listen, make_server
from inquiro.core.access import Token
from inquiro.core.settings import Settings
from inquiro.providers.browser.installed import chromium_path
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runner, Runtime
from inquiro.web.pages import WebPages

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("chromium_here")]


@pytest.fixture
def desk(tmp_path, proposed):
    """A server where one result waits."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    runtime = Runtime.open(Settings(home=tmp_path, database_url=url, embedding_model=OFF, privacy="local_only"))
    asyncio.run(runtime.reviews.store.propose(proposed.review("r1")))
    desk = Desk(runtime, Runner(runtime, 1), pages=WebPages())
    place = Place()
    with listen(place) as bound:
        server = make_server(desk, place)
        desk.address = f"http://127.0.0.1:{bound.getsockname()[1]}"
        thread = threading.Thread(target=server.run, args=([bound],), name="served")
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        try:
            yield desk
        finally:
            server.should_exit = True
            thread.join(30)
            runtime.close()


@pytest.fixture
def page(desk):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(chromium_path()), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 400, "height": 800})
        opened = context.new_page()
        opened.set_default_timeout(20_000)
        yield opened
        browser.close()


def come_in(desk, page):
    code = desk.browsers.code(Token(id="", name="Rita", scope="review"))
    page.goto(f"{desk.address}/login?code={code}&review=r1")


def test_a_person_changes_a_field_approves_executes_and_sees_the_tree(desk, page):
    said = []
    page.on("console", lambda message: said.append(message.text))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    come_in(desk, page)
    assert page.url == f"{desk.address}/reviews/r1"
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.get_by_label("Change funds[0].name").fill("Aldra <Umbrella>")
    page.get_by_role("button", name="Show the change").click()
    page.get_by_text("saved as version 2").wait_for()
    page.get_by_role("button", name="Approve and execute").click()
    page.get_by_text("completed").wait_for()  # the page fetches itself anew
    assert "60 % Aldra <Umbrella>" in page.locator("pre").first.inner_text()
    assert "approved by Rita" in page.inner_text("main")
    assert not said
    assert all(url.startswith(desk.address) for url in asked)


def test_a_person_comes_in_once_with_a_code_and_leaves(desk, page):
    come_in(desk, page)
    cookie = page.context.cookies()[0]
    assert (cookie["httpOnly"], cookie["sameSite"], page.evaluate("document.cookie")) == (True, "Strict", "")
    page.get_by_role("button", name="Leave").click()
    page.get_by_text("This browser has no session").wait_for()
    assert page.context.cookies() == []
    page.goto(f"{desk.address}/reviews")
    assert "This browser has no session" in page.inner_text("main")
