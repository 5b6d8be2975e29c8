"""What there is to know about Velmora moss, where it stands, and what stands in the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

from fpdf import FPDF

from inquiro.core.settings import Secret, Settings
from inquiro.retrieval.embeddings import OFF

from .imitations import SERVICES, Work
from .server import Answered, Asked, Server

QUESTION = "How much does Velmora moss cool a roof?"
FILLER = (
    "The panels were watered twice a week, and the keepers of the house wrote down the weather in a paper diary.",
    "Neighbours were told of the trial in a letter, and most of them came to look at the panels before the frost.",
    "A fence of willow keeps the wind from the seedlings, which need two months until they cover all of the felt.",
)
WIKI = "/w/api.php"  # a wiki lies at the root of its host
ROBOTS = "User-agent: *\nDisallow: /private/\n"


class World:
    """Works, pages and obstacles; a test may change any of them before it asks."""

    def __init__(self) -> None:
        self.server = Server(self.respond)
        self.found: dict[str, list[Work]] = {name: [] for name in SERVICES}
        self.pages: dict[str, Answered] = {}
        self.faults: dict[str, Answered] = {}  # service -> what it says instead of an answer
        self.first: dict[str, list[Answered]] = {}  # service -> what it says before it answers
        self.when: dict[str, Callable[[], None]] = {}  # path -> what happens when it is asked for

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server.port}{path}"

    def respond(self, asked: Asked) -> Answered:
        self.when.get(asked.path, lambda: None)()
        if asked.path == "/robots.txt":
            return Answered(ROBOTS, media_type="text/plain")
        name = "wikipedia" if asked.path.startswith(WIKI) else asked.path.split("/")[1]
        if name in SERVICES:
            told = f"{asked.target} {asked.body}".lower()
            known = self.found[name] if "velmora" in told or "fetch" in asked.path or name == "unpaywall" else []
            if waiting := self.first.get(name):
                return waiting.pop(0)
            return self.faults.get(name) or SERVICES[name](asked, known)
        page = self.pages.get(asked.path, Answered("<h1>There is nothing here</h1>", 404))
        tag = page.headers.get("etag")
        return Answered(status=304, headers=page.headers) if tag and asked.headers.get("if-none-match") == tag else page

    def article(self, path: str, title: str, *facts: str) -> None:
        """A page in HTML that can be asked for again with its tag."""
        said = "".join(f"<p>{escape(part)}</p>" for part in _paragraphs(facts))
        html = f"<html lang='en'><head><title>{escape(title)}</title></head><body><article><h1>{escape(title)}</h1>{said}</article></body></html>"
        tag = hashlib.sha256(html.encode()).hexdigest()[:12]
        self.pages[path] = Answered(html, headers={"etag": f'"{tag}"'})

    def pdf(self, path: str, title: str, *facts: str) -> None:
        paper = FPDF()
        paper.add_page()
        paper.set_font("Helvetica", size=11)
        for part in (title, *_paragraphs(facts)):
            paper.multi_cell(0, 6, part, new_x="LMARGIN", new_y="NEXT")
            paper.ln(4)
        self.pages[path] = Answered(bytes(paper.output()), media_type="application/pdf")

    def obstacle(self, path: str, body: str, status: int = 200, **headers: str) -> None:
        self.pages[path] = Answered(body, status, headers={n.replace("_", "-"): v for n, v in headers.items()})

    def fail(self, service: str, body: str, status: int) -> None:
        self.faults[service] = Answered(body, status)

    def hang(self, path: str) -> None:
        self.pages[path] = Answered(hangs=True)


def settings_for(
    world: World, home: Path, *, contact: str | None = None, keys: Mapping[str, str] | None = None
) -> Settings:
    """As a user would set them whose services and pages all lie on this machine."""
    port = world.server.port
    return Settings(
        home=home,
        database_url=f"sqlite:///{home / 'inquiro.db'}",
        embedding_model=OFF,
        contact=contact,
        allow_private_hosts=(f"127.0.0.1:{port}", f"localhost:{port}"),
        provider_urls={name: world.url(f"/{name}") for name in SERVICES} | {"wikipedia": world.url("")},
        keys={name: Secret(value) for name, value in (keys or {}).items()},
    )


def environment_for(world: World, home: Path) -> dict[str, str]:
    """The same, as a shell would say it."""
    settings = settings_for(world, home)
    urls = {f"INQUIRO_{name.upper()}_URL": url for name, url in settings.provider_urls.items()}
    hosts = ",".join(settings.allow_private_hosts)
    return urls | {"INQUIRO_HOME": str(home), "INQUIRO_ALLOW_PRIVATE_HOSTS": hosts, "INQUIRO_EMBEDDING_MODEL": "off"}


def _paragraphs(facts: tuple[str, ...]) -> list[str]:
    return [part for pair in zip(facts, FILLER, strict=False) for part in pair] + list(facts[len(FILLER) :])
