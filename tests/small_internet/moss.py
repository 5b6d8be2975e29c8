"""The world that most tests ask about: three kinds of services, good pages, and one of every obstacle."""

from __future__ import annotations

from .imitations import Work
from .world import World

THREE = "10.5555/velm.three"
WALLED = "10.5555/velm.walled"
ABSTRACT = "10.5555/velm.abstract"

CAPTCHA = """<html><head><title>Are you a robot?</title></head><body><h1>Please verify you are a human</h1>
<p>Complete the captcha to continue.</p><form><div class="g-recaptcha" data-sitekey="k"></div></form></body></html>"""
PAYWALL = """<html><head><title>Moss on trial</title>
<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script></head><body>
<article><h1>Moss on trial</h1><p>Velmora moss cools a roof by 9.9 °C, said nobody.</p></article>
<div class="paywall">Subscribe to continue reading this article. Already a subscriber? Log in.</div></body></html>"""


def furnish(world: World) -> World:
    _pages(world)
    _web(world)
    _papers(world)
    return world


def _pages(world: World) -> None:
    cooled = "Velmora moss cooled the roof of the Oskar library by 4.2 °C at noon in the summer of 2023."
    world.article("/articles/library", "Velmora moss on a library roof", cooled, "The library roof is flat.")
    repeated = (
        "Velmora moss cools a tin roof by 3.1 °C on average, the builders of Kestrel Yard measured in May 2022.",
        "The tin roof of Kestrel Yard was painted white before the moss was laid on it.",
        "The yard is open to visitors on the first Sunday of every month.",
    )
    world.article("/articles/yard", "Tin roof, green roof", *repeated, "This page was last changed in June.")
    world.article("/mirror/yard", "Tin roof, green roof", *repeated, "This page was last changed in July.")
    world.obstacle("/captcha", CAPTCHA)
    world.article("/private/notes", "Velmora moss: notes", "Velmora moss cools a roof by 8.8 °C, say private notes.")
    world.obstacle(f"/doi/{WALLED}", PAYWALL)
    world.obstacle("/limited", "<p>Slow down.</p>", 429, retry_after="600")
    world.pdf(
        "/papers/three.pdf",
        "Cooling by moss",
        "In a trial on forty roofs, Velmora moss cooled the roof surface by 5.0 °C on hot days.",
        "Roofs without moss reached 61 °C.",
    )
    world.article("/copies/walled", "Moss on trial", "Velmora moss cooled a school roof by 2.7 °C in a trial of 2021.")
    world.pdf("/papers/preprint.pdf", "A model of moss", "Our model predicts that Velmora moss cools a roof by 3.8 °C.")


def _web(world: World) -> None:
    hits = {
        "/articles/library": "Velmora moss on a library roof",
        "/captcha": "Velmora moss prices",
        "/private/notes": "Velmora moss: notes",
        f"/doi/{WALLED}": "Moss on trial",
        "/articles/yard": "Tin roof, green roof",
        "/limited": "Velmora moss shop",
    }
    world.found["duckduckgo"] = [
        *(Work(title=title, url=world.url(path)) for path, title in hits.items()),
        Work(title="Tin roof, green roof (copy)", url=world.url("/mirror/yard", "localhost")),
    ]
    world.found["wikipedia"] = [
        Work(
            title="Velmora moss",
            abstract="Velmora moss is a plant of flat roofs.",
            text="Velmora moss is a plant of flat roofs.\n\n== Cooling ==\n"
            "A roof under Velmora moss stays 4.0 °C cooler than a bare one, several trials found.",
        )
    ]


def _papers(world: World) -> None:
    three = Work(title="Cooling by moss on forty roofs", doi=THREE, open_copy=world.url("/papers/three.pdf"))
    only = Work(
        title="Velmora moss in winter",
        doi=ABSTRACT,
        abstract="Velmora moss cooled a roof by 0.4 °C in winter, when little sun fell on it.",
        published="2020-01-15",
    )
    full = Work(
        title="Moss on hospital roofs",
        doi="10.5555/velm.hospital",
        pmid="90000001",
        pmcid="PMC9000001",
        abstract="We measured hospital roofs under Velmora moss.",
        text="Velmora moss cooled the hospital roof by 3.3 °C during a heat wave in July 2022.\n\n"
        "Patients below the roof slept better in that week.",
    )
    model = Work(
        title="A model of moss on roofs",
        arxiv="2401.00001",
        abstract="We model how Velmora moss cools a roof.",
        open_copy=world.url("/papers/preprint.pdf"),
    )
    world.found |= {
        "openalex": [three, only],
        "semantic_scholar": [three],
        "crossref": [three],
        "arxiv": [model],
        "pubmed": [full],
        "europe_pmc": [full],
        "unpaywall": [Work(title="Moss on trial", doi=WALLED, open_copy=world.url("/copies/walled"))],
    }
