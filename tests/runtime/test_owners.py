"""Whose lease counts: a process that is certainly gone holds nothing."""

from __future__ import annotations

import socket
import subprocess
import sys

from inquiro.runtime.owners import alive, new_owner


def test_this_process_lives_under_a_name_of_its_own_each_time():
    one, two = new_owner(), new_owner()
    assert one != two
    assert alive(one)
    assert alive(two)


def test_a_process_that_ended_is_gone():
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    assert not alive(f"{socket.gethostname()}:{ended.pid}:abcdef01")


def test_who_cannot_be_seen_from_here_counts_as_alive():
    assert alive("elsewhere.example:1:abcdef01")
    assert alive("a name of another kind")
    assert alive(f"{socket.gethostname()}:1:abcdef01")
