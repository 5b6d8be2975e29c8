from __future__ import annotations

import asyncio

from inquiro.core.malformed_hits import malformed_hits, pass_over


def test_each_count_is_its_own_whatever_runs_beside_it():
    async def search(number: int) -> int:
        with malformed_hits() as tally:
            await asyncio.sleep(0)
            await asyncio.gather(*(asyncio.to_thread(pass_over) for _ in range(number)))
            return tally.count

    async def searches() -> list[int]:
        return await asyncio.gather(*map(search, range(4)))

    assert asyncio.run(searches()) == [0, 1, 2, 3]


def test_outside_of_a_count_nothing_is_counted():
    with malformed_hits() as tally:
        pass_over(2)
    pass_over()
    assert tally.count == 2
