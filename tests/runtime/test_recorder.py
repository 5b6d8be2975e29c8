"""Numbering, progress, and what happens to events when the database is busy."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import StoreBusy
from inquiro.core.events import Event
from inquiro.core.types import Lease
from inquiro.runtime.recorder import Recorder

LEASE = Lease(run_id="run", owner="me", attempt=1)


class Shelf:
    """A store for events only; it can be busy a given number of times."""

    def __init__(self, busy=0):
        self.busy = busy
        self.batches = []
        self.patient = []

    async def append_events(self, lease, events, *, patient=False):
        await asyncio.sleep(0)
        self.patient.append(patient)
        if self.busy:
            self.busy -= 1
            raise StoreBusy("locked")
        self.batches.append([event.seq for event in events])

    @property
    def stored(self):
        return [seq for batch in self.batches for seq in batch]


def test_events_are_numbered_shown_at_once_and_stored_in_order():
    shelf, heard = Shelf(), []

    async def scenario():
        recorder = Recorder(shelf, LEASE, None, heard.append)
        for number in range(5):
            recorder.say("stage", f"message {number}", detail=number)
        assert [event.seq for event in heard] == [1, 2, 3, 4, 5]
        await recorder.close()

    asyncio.run(scenario())
    assert shelf.stored == [1, 2, 3, 4, 5]
    assert len(shelf.batches) < 5, "events that wait together are stored together"
    assert (heard[3].run_id, heard[3].message, heard[3].data) == ("run", "message 3", {"detail": 3})
    assert heard[0].at is not None


def test_nobody_waits_for_events_until_the_run_ends():
    shelf = Shelf()

    async def scenario():
        recorder = Recorder(shelf, LEASE, None, None)
        recorder.say("stage", "first")
        await asyncio.sleep(0.01)
        recorder.say("stage", "second")
        await recorder.close()

    asyncio.run(scenario())
    assert shelf.stored == [1, 2]
    assert (shelf.patient[0], shelf.patient[-1]) == (True, False)


def test_progress_never_goes_back():
    heard = []

    async def scenario():
        recorder = Recorder(Shelf(), LEASE, None, heard.append)
        for progress in (0.1, None, 0.5, 0.2, None, 0.9):
            recorder.say("stage", "", progress)
        await recorder.close()

    asyncio.run(scenario())
    assert [event.progress for event in heard] == [0.1, 0.1, 0.5, 0.5, 0.5, 0.9]


@pytest.mark.parametrize(("stage", "progress"), [("evaluate", 0.6), ("done", 0.01)])
def test_a_new_attempt_goes_on_from_the_last_event_and_a_reopened_run_starts_its_progress_anew(stage, progress):
    heard = []

    async def scenario():
        last = Event(run_id="run", seq=7, stage=stage, message="", progress=0.6)
        recorder = Recorder(Shelf(), LEASE, last, heard.append)
        recorder.say("start", "", 0.01)
        await recorder.close()

    asyncio.run(scenario())
    assert [(event.seq, event.progress) for event in heard] == [(8, progress)]


@pytest.mark.fault(46)
def test_events_that_a_busy_database_refused_go_with_the_next_batch():
    shelf = Shelf(busy=2)

    async def scenario():
        recorder = Recorder(shelf, LEASE, None, None)
        for number in range(3):
            recorder.say("stage", str(number))
            await asyncio.sleep(0.01)
        await recorder.close()

    asyncio.run(scenario())
    assert shelf.busy == 0
    assert shelf.stored == [1, 2, 3]


def test_closing_tells_when_events_could_not_be_stored():
    async def scenario():
        recorder = Recorder(Shelf(busy=99), LEASE, None, None)
        recorder.say("stage", "")
        with pytest.raises(StoreBusy):
            await recorder.close()

    asyncio.run(scenario())
