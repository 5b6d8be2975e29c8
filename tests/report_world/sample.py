"""A small world of invented works, and a report that is wrong about them in every way that is looked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILLER = (
    "The panels were watered twice a week, and the keepers of the house wrote down the weather in a paper diary. "
    "Neighbours were told of the trial in a letter, and most of them came to look at the panels before the frost. "
)
PILOT = "https://roofs.example/pilot"
GONE = "https://roofs.example/minutes/2023"
CLOSED = "https://closed.example/article"
HOME = "https://maps.example/2020/report.html"

DRAFT = f"""# Do moss roofs cool?

The pilot coated 412 roofs in two towns [1]. Treated roofs were 17 °C cooler at midday [1]. The pilot cost
9.9 million euros in its first summer [1]. “Nobody expected the moss to survive the winter,” the keeper said [1].
“Moss is the cheapest air conditioner there is,” she added [1].

A randomised trial found rooms 1.4 °C cooler [2]. A modelling study promised a third fewer deaths [3].
Panels lost 0.11 of their reflectance in the first year [2]. The council met in December [5]. A magazine agrees [6].
The map shows the spread ({HOME}). Nobody has counted the bees [9].

References

[1] Whitlock, D. (2023). Moss roofs pilot: what three summers taught us. {PILOT}
[2] Okonkwo, C., & Farrow, J. (2021). Moss roofs and indoor temperature: a randomised field trial. Journal of Roof Ecology, 9(2), 101–117. https://doi.org/10.5555/roof.2021.0417
[3] Sandoval, I. (2020). City-wide moss and heat mortality: a modelling study. Heat Letters, 3(1), 12–25. https://doi.org/10.5555/heat.2020.1192
[4] Marchetti, S., & Lindqvist, P. (2015). Ageing of moss panels under soot. Journal of Roof Ecology, 7(4), 330–342. https://doi.org/10.5555/roof.2019.0288
[5] Council (2023). Minutes of the December session. {GONE}
[6] Moss Weekly (2022). Why moss. {CLOSED}
[7] Nobody, N. (2018). A work that was never written about moss. Journal of Nothing, 1(1), 1–2. https://doi.org/10.5555/nothing.1
[8] Marchetti, S., & Lindqvist, P. (2019). Ageing of moss panels under soot. Journal of Roof Ecology, 7(4), 330–342. https://doi.org/10.5555/roof.2019.9999
"""


def furnish(folder: Path) -> Path:
    """Write the world into a folder, in the form that `ReportWorld` reads."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    pages = [
        _page(folder, PILOT, "Moss roofs pilot: what three summers taught us",
              "The pilot coated 412 roofs in two towns. At midday treated roofs were 17 °C cooler than their "
              "neighbours. The pilot cost 6.8 million euros in its first summer. The keeper, Ruth Adeyemi, said: “Nobody "
              "expected the moss to survive the winter.”"),
        _page(folder, GONE, "Not Found", "There is nothing here.", status=404),
        _page(folder, CLOSED, "Access denied", "You do not have permission to see this page.", status=403),
        _page(folder, "https://maps.example/", "Maps", "Welcome to the maps of moss."),
        {"url": HOME, "status": 302, "redirect": "https://maps.example/"},
        {"url": "https://nowhere.example/x", "status": "dns"},
    ]  # fmt: skip
    crossref = [
        _work("10.5555/roof.2021.0417", "Moss roofs and indoor temperature: a randomised field trial", 2021,
              ("Chidi Okonkwo", "Joan Farrow"), "We randomised 120 houses. Rooms were 1.4 °C cooler under moss."),
        _work("10.5555/heat.2020.1192", "City-wide moss and heat mortality: a modelling study", 2020, ("Ines Sandoval",),
              "We promise a third fewer deaths.", **{"updated-by": [{"type": "retraction", "DOI": "10.5555/heat.2021.1"}]}),
        _work("10.5555/roof.2019.0288", "Ageing of moss panels under soot", 2019, ("Sara Marchetti", "Per Lindqvist"),
              "Panels lost 0.11 of their reflectance in the first year of exposure."),
    ]  # fmt: skip
    for name, rows in (("pages", pages), ("crossref", crossref), ("openalex", []), ("arxiv", []), ("pubmed", [])):
        (folder / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return folder


def _page(folder: Path, url: str, title: str, text: str, status: int = 200) -> dict[str, Any]:
    name = f"pages/{abs(hash(url))}.html"
    body = f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{text}</p><p>{FILLER * (status == 200)}</p></article></body></html>"
    (folder / name).write_text(body, "utf-8")
    return {"url": url, "status": status, "content_type": "text/html; charset=utf-8", "file": name}


def _work(doi: str, title: str, year: int, authors: tuple[str, ...], abstract: str, **more: Any) -> dict[str, Any]:
    people = [{"given": name.split()[0], "family": name.split()[1]} for name in authors]
    return {
        "DOI": doi, "title": [title], "author": people, "published": {"date-parts": [[year]]}, "type": "journal-article",
        "abstract": f"<jats:p>{abstract}</jats:p>", "container-title": ["Journal of Roof Ecology"], **more,
    }  # fmt: skip
