"""The pages that a fuzzed run can find, the questions it is asked, and the addresses nobody may cite."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

from inquiro.core.types import Document
from inquiro.testing import Page, stored

INVENTED = "zqx"  # in every address that no page of the world has
NEVER_READ = ("https://annex.korvenau.example/tables.pdf", "http://www.varnholt-blog.example/trees?id=7")
QUESTIONS = (
    "How much do street trees cool Varnholt, and what does a street tree cost in Korvenau?",
    "Who pays for the street trees of Korvenau, and how much water do street trees need?",
    "Do street trees in Varnholt lower the air temperature, and who founded the Meridian Trust?",
)
PAGES = (
    Page(
        title="Cooling measured in Varnholt",
        url="https://varnholt.example/cooling",
        text="# Cooling measured in Varnholt\n\nStreet trees lowered the midday air temperature in Varnholt by 1.6 °C in "
        "the summer of 2021. The programme of street trees is run by the Meridian Trust.\n\nThe sensors stood at 14 "
        "street corners. Tables of the street trees are at " + NEVER_READ[0] + " and in the annex.",
        published="2021-09-01",
        author="Ines Halvorsen",
    ),
    Page(
        title="Lifetime cost of a street tree, 2019",
        url="https://korvenau.example/cost-2019",
        text="The lifetime cost of a street tree in Korvenau is 1,100 € per tree over thirty years. Planting alone "
        "costs 310 € per street tree.",
        published="2019-05-01",
    ),
    Page(
        title="Lifetime cost of a street tree, audited 2023",
        url="https://audit.example/reports/2023/trees",
        text="The lifetime cost of a street tree in Korvenau is 2,400 € per tree over thirty years. The auditors "
        "didn’t count the cost of “replacement trees”, which are bought by the parishes.",
        published="2023-05-01",
        author="Court of Audit; Ruben Sand",
    ),
    Page(
        title="Who pays for the trees",
        url="https://korvenau.example/council/minutes?meeting=41",
        text="The city of Korvenau pays for street trees from its roads budget.\nHalf of the cost is paid by the\u00a0"
        "Meridian Trust. Street trees are not paid for by the owners of the houses. Letters may be sent to "
        "trees@korvenau.example, and " + NEVER_READ[1] + " has pictures.",
    ),
    Page(
        title="The Meridian Trust",
        url="https://meridian-trust.example/about",
        text="The Meridian Trust was founded in 2009 by the engineer Odile Brandt. It has an office in Aldra and "
        "employs 37 people. The Trust has paid for 5,200 street trees since 2012.",
        published="2022",
    ),
    Page(
        title="Water need of street trees",
        url="https://waterworks.example/trees.html",
        text="A young street tree needs 80 litres of water per week in a dry summer. Street trees older than fifteen "
        "years need no watering. In 2018 the waterworks gave 4.5 million litres to street trees.",
    ),
    Page(
        title="Straßenbäume in Korvenau",
        url="https://korvenau.example/de/strassenbaeume",
        text="Ein Straßenbaum kostet in Korvenau 1.900 € in dreißig Jahren. Die Straßenbäume in Korvenau kühlen die "
        "Luft um 1,2 °C.",
    ),
    Page(
        title="Ferry times",
        url="https://ferries.example/times",
        text="The ferry to Aldra leaves at 07:40 and at 18:15, and takes 55 minutes.",
    ),
)


@dataclass(frozen=True)
class World:
    pages: tuple[Page, ...] = PAGES

    @property
    def served(self) -> dict[str, str]:
        return {page.url: page.text for page in self.pages}

    def documents(self) -> list[Document]:
        """The pages as if a run had stored them."""
        return [
            stored(
                hashlib.sha256(page.url.encode()).hexdigest()[:16],
                page.text,
                url=page.url,
                title=page.title,
                published=page.published,
                author=page.author,
            )
            for page in self.pages
        ]

    def sentence(self, chance: Random) -> str:
        """One that stands somewhere."""
        told = chance.choice(self.pages).text.replace("\n", " ")
        return chance.choice([part for part in told.split(". ") if len(part) > 12]).strip(" .#") + "."


def invented_address(chance: Random) -> str:
    """One that no page has, in the shapes that models give addresses; some look like a real one."""
    name, number = f"{INVENTED}{chance.randrange(100)}", chance.randrange(10_000)
    real = chance.choice(PAGES).url.removeprefix("https://")
    return chance.choice(
        (
            f"https://{name}.example/paper/{number}",
            f"http://www.{name}.com/?q={number}",
            f"www.{name}.org/{number}",
            f"{name}.io/{number}",
            f"{name}.world/{number}.pdf",
            f"{name}.example/{number}",
            f"//{name}.net/{number}",
            f"https://{real}/{name}",
            f"https://{name}.{real}",
            f"https://{real.replace('e', 'е', 1)}?{name}",
            f"https://{real.split('/', maxsplit=1)[0]}@{name}.example/",
            f"HTTPS://{name.upper()}.EXAMPLE/{number}",
            f"https:/\u200b/{name}.example/{number}",
            f"hxxps://{name}.example/{number}",
            f"ftp://{name}.example/{number}",
            f"https：／／{name}.example／{number}",
            f"https://{name}．example/{number}",
            f"https:\\\\{name}.example\\{number}",
            f"https://xn--{name}-kva.example/{number}",
            f"https://[2001:db8::{number % 999}]/{name}",
            f"javascript:alert('{name}')",
            f"mailto:{name}@{name}.example",
            f"https%3A%2F%2F{name}.example%2F{number}",
            f"https&#58;//{name}.example/{number}",
            f"doi.org/10.{number + 1000}/{name}",
            f"{name}.example",
            f"{name}.com.",
        )
    )
