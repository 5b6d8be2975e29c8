"""What reading apart costs: the start of a process, a round trip, and an index of many small PDFs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from fpdf import FPDF

from _table import Row, best, percentile, show
from inquiro.core.types import ReadText
from inquiro.readers import read
from inquiro.readers.pool import ReadingPool

DOCUMENTS = 100
PAGE = b"<html><body><main><h1>Trees</h1>" + b"<p>They cool streets in summer, as was measured twice.</p>" * 60


def small_pdf(number: int) -> bytes:
    document = FPDF()
    document.set_font("Helvetica", size=11)
    for _ in range(2):
        document.add_page()
        document.multi_cell(0, 6, f"Street {number} has trees that cool it in summer, as was measured. " * 25)
    return bytes(document.output())


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def first_read() -> float:
    """From nothing to the text of a page, the start of the process included."""
    pool = ReadingPool(workers=1)
    try:
        return seconds(lambda: pool.read_now(PAGE, "a.html"))
    finally:
        pool.close()


def all_read(reading: Callable[[bytes, str], ReadText], documents: list[bytes]) -> float:
    return seconds(lambda: [reading(data, "a.pdf") for data in documents])


async def at_once(pool: ReadingPool, documents: list[bytes]) -> None:
    await asyncio.gather(*(pool.read(data, "a.pdf") for data in documents))


def main() -> None:
    documents = [small_pdf(number) for number in range(DOCUMENTS)]
    read(documents[0], "a.pdf")
    pool = ReadingPool()
    try:
        pool.read_now(PAGE, "a.html")
        pool.read_now(documents[0], "a.pdf")
        inline = best(lambda: all_read(read, documents), 3)
        apart = best(lambda: all_read(pool.read_now, documents), 3)
        together = best(lambda: seconds(lambda: asyncio.run(at_once(pool, documents))), 3)
        trips = [1000 * seconds(lambda: pool.read_now(PAGE, "a.html")) for _ in range(200)]
        here = [1000 * seconds(lambda: read(PAGE, "a.html")) for _ in range(200)]
    finally:
        pool.close()
    rows = [
        Row("first page, with the start of a process", 1000 * best(first_read, 5), "ms", 500),
        Row("a page in this process, p50", percentile(here, 0.5), "ms"),
        Row("a page apart, p50", percentile(trips, 0.5), "ms"),
        Row(f"{DOCUMENTS} small PDFs in this process", inline, "s"),
        Row(f"{DOCUMENTS} small PDFs apart, one by one", apart, "s"),
        Row(f"{DOCUMENTS} small PDFs apart, all at once", together, "s"),
        Row("apart / in this process", apart / inline, "x", 1.3),
    ]
    show("Reading", rows)


if __name__ == "__main__":
    main()
