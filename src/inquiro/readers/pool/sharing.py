"""Readers for all that goes on at once: starting a pool takes longer than reading a hundred pages with it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from inquiro.readers.pool import ReadingPool

MOST_POOLS = 2  # where the pages of one work keep its pool busy, half of the others do not wait for them


class SharedPools:
    """Lends a pool to each work, the same one to several that go on at once; a pool that nobody uses is closed."""

    def __init__(self, most: int = MOST_POOLS) -> None:
        self._most = most
        self._users: Counter[ReadingPool] = Counter()
        self._lock = threading.Lock()

    @asynccontextmanager
    async def lent(self, make: Callable[[], ReadingPool]) -> AsyncIterator[ReadingPool]:
        pool = self._taken(make)
        try:
            yield pool
        finally:
            if self._left(pool):
                await pool.aclose()

    def _taken(self, make: Callable[[], ReadingPool]) -> ReadingPool:
        with self._lock:
            pool = make() if len(self._users) < self._most else min(self._users, key=self._users.__getitem__)
            self._users[pool] += 1
            return pool

    def _left(self, pool: ReadingPool) -> bool:
        """Whether it was the last; whoever comes next gets another pool."""
        with self._lock:
            self._users[pool] -= 1
            if self._users[pool]:
                return False
            del self._users[pool]
            return True
