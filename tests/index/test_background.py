from __future__ import annotations

import threading

import pytest

from inquiro.core.errors import StoreBusy
from inquiro.index.background import Background


def nothing():
    return None


def test_the_first_thing_can_be_waited_for_while_the_second_goes_on():
    going = threading.Event()
    work = Background(lambda: 7, lambda: going.wait(20))
    work.start()
    assert work.result(20) == 7
    assert work.running
    going.set()
    work.join(20)
    assert not work.running


def test_waiting_has_an_end():
    going = threading.Event()
    work = Background(lambda: going.wait(20), nothing)
    work.start()
    assert (work.result(0.01), work.is_ready) == (None, False)
    going.set()
    assert (work.result(20), work.is_ready) == (True, True)


def test_an_error_is_for_whoever_waits():
    def failing():
        raise StoreBusy("in use")

    work = Background(failing, nothing)
    work.start()
    with pytest.raises(StoreBusy, match="in use"):
        work.result(20)


def test_closing_ends_it_between_two_steps():
    steps = []

    def stepping():
        while True:
            steps.append(1)
            work.go_on()
            work.pause(0.01)

    work = Background(lambda: 1, stepping)
    work.start()
    assert work.result(20) == 1
    work.close()
    assert not work.running
    assert steps
