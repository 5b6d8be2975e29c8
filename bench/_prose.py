"""Pages of the length that pages have: 1,000 to 2,000 words of reports on street trees, with names, dates and figures."""

from __future__ import annotations

import random

_BEGINNINGS = ("Var", "Kor", "Al", "Mira", "Ost", "Lind", "Tarn", "Sol", "Hart", "Bren", "Castro", "Esk", "Fen", "Grau")
_ENDINGS = (
    "holt",
    "venau",
    "dra",
    "velle",
    "bruck",
    "moor",
    "bridge",
    "wick",
    "lund",
    "mar",
    "dale",
    "mark",
    "ham",
    "sund",
)
_BODIES = ("the Meridian Trust", "the parks department", "the audit office", "the water board", "the roads committee")
_TREES = ("limes", "planes", "hornbeams", "field maples", "honey locusts", "ginkgos", "silver birches", "hackberries")
_WHEN = (
    "In {year}", "By the spring of {year}", "After the drought of {year}", "Between {year} and the year after it",
    "According to the report of {year}", "At the hearing in {month} {year}", "During the trial of {year}",
    "When {body} looked again in {year}", "As the minutes of {month} {year} show", "Before the works of {year} began",
)  # fmt: skip
_WHAT = (
    "street trees lowered the midday air temperature in {town} by {small} °C",
    "the lifetime cost of a street tree in {town} was put at {money} € over thirty years",
    "planting one of the {trees} in {town} cost {money} €, pit and stake included",
    "{body} paid {share} percent of the bill for the street trees of {town}",
    "a young street tree in {town} needed {litres} litres of water a week in dry summers",
    "{share} percent of the {trees} along the narrow streets of {town} failed within five years",
    "surface temperatures under the {trees} of {town} stayed {small} °C below those of bare asphalt",
    "roots of the {trees} lifted the pavement at {count} places in {town}",
    "{town} pruned {count} of its {trees} and spent {money} € on doing so",
    "residents of {town} reported {count} fallen branches, most of them of old {trees}",
    "insurers in {town} settled {count} claims for damage by roots at {money} € each",
    "{body} counted {count} street trees in {town}, {share} percent of them {trees}",
    "canopies covered {share} percent of the pavements of {town} at noon",
    "watering bags in {town} cut the losses among new {trees} to {share} percent",
    "gas mains and cables ruled out {share} percent of the places that {town} had chosen",
    "the nursery that supplies {town} raised the price of {trees} to {money} €",
    "salt on the roads of {town} killed {count} {trees}",
    "sensors in the soil of {town} measured {share} percent less moisture under the {trees}",
)
_WHY = (
    ", which {body} calls better than expected", ", although nobody had asked for the figures",
    ", and {body} means to repeat the count", "; the year before it had been {share} percent",
    ", as far as the {count} sampled streets can tell", ", while {town} saw no such thing",
    ", a result that {body} has published in full", ", and the budget for {year} takes account of it",
    ", with the {trees} doing best of all", ", and that without any work on the soil",
    "; {town} reports about half as much", ", mostly because the pits were dug too small",
    ", and the neighbours took over the watering in {month}", "",
)  # fmt: skip
_MONTHS = ("January", "March", "April", "June", "July", "September", "October", "November")


def title(number: int) -> str:
    dice = random.Random(f"title {number}")
    return f"Street trees in {_town(dice)}: {dice.choice(('costs', 'water', 'shade', 'failures'))}, part {number}"


def paragraphs(number: int) -> list[str]:
    """The same for the same number, wherever and whenever it is asked for."""
    dice = random.Random(number)
    words, wanted = 0, dice.randint(1_000, 2_000)
    found = []
    while words < wanted:
        found.append(" ".join(_sentence(dice) for _ in range(dice.randint(3, 6))))
        words += len(found[-1].split())
    return found


def page(number: int) -> bytes:
    body = "".join(f"<p>{text}</p>" for text in paragraphs(number))
    head = f"<title>{title(number)}</title>"
    return f"<html lang='en'><head>{head}</head><body><article><h1>{title(number)}</h1>{body}</article></body></html>".encode()


def _sentence(dice: random.Random) -> str:
    told = f"{dice.choice(_WHEN)} {dice.choice(_WHAT)}{dice.choice(_WHY)}."
    while "{" in told:  # one at a time: the same slot twice is two towns
        name = told[told.index("{") + 1 : told.index("}")]
        told = told.replace(f"{{{name}}}", _slot(name, dice), 1)
    return told


def _slot(name: str, dice: random.Random) -> str:
    numbers = {"year": (1996, 2025), "money": (140, 4_900), "share": (3, 96), "litres": (20, 180), "count": (12, 990)}
    if name == "small":
        return f"{dice.uniform(0.3, 9.8):.1f}"
    if name in numbers:
        return str(dice.randint(*numbers[name]))
    if name == "town":
        return _town(dice)
    return dice.choice({"body": _BODIES, "trees": _TREES, "month": _MONTHS}[name])


def _town(dice: random.Random) -> str:
    return dice.choice(_BEGINNINGS) + dice.choice(_ENDINGS)
