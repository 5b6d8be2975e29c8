from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from fpdf import FPDF

from inquiro import readers
from inquiro.core.errors import ReadFailed
from inquiro.core.types import Anchor, ReadText
from inquiro.readers._assemble import TRUNCATED
from inquiro.readers._worker import MAX_HEADINGS, capped
from inquiro.readers.pool import ReadingPool, read_apart

HTML = b"<html><head><title>T</title></head><body><h1>Trees</h1><p>They cool streets.</p></body></html>"
# Every unclosed <a> is carried into every following block: the tree grows with the square of the page.
ENDLESS = b"<html><body>" + b"<p><a><b><i><u>x" * 60_000


def pdf(text: str) -> bytes:
    page = FPDF()
    page.add_page()
    page.set_font("Helvetica", size=11)
    page.multi_cell(0, 6, text)
    return bytes(page.output())


def with_pool(work, **options):
    """Run `work(pool)` and close the pool, whatever happens."""

    async def run():
        pool = ReadingPool(**options)
        try:
            return await work(pool)
        finally:
            await pool.aclose()

    return asyncio.run(run())


def alive(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(condition) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("did not happen")


def test_it_reads_what_the_readers_read():
    cases = [
        (HTML, "https://example.org/a", "text/html; charset=utf-8"),
        (b"# Title\n\nWords.", "a.md", None),
        (pdf("Printed words."), "a.pdf", "application/pdf"),
        (b"<doc><title>T</title><p>Words</p></doc>", "a.xml", "application/xml"),
    ]

    async def work(pool):
        assert pool.pids() == []
        return [await pool.read(*case) for case in cases], len(pool.pids())

    found, processes = with_pool(work, workers=1)
    assert found == [readers.read(*case) for case in cases]
    assert processes == 1


def test_failures_come_back_in_the_same_words():
    async def work(pool):
        with pytest.raises(ReadFailed, match=r"a\.txt is a PNG image, not text"):
            await pool.read(b"\x89PNG\r\n\x1a\n", "a.txt", None)
        with pytest.raises(ReadFailed, match="bad\udcff name is empty"):
            await pool.read(b"", "bad\udcff name", None)
        return (await pool.read(b"words", "bad\udcff name", None)).text

    assert with_pool(work) == "words"


def test_reads_run_side_by_side_and_keep_their_answers_apart():
    async def work(pool):
        texts = [f"text number {number}" for number in range(40)]
        found = await asyncio.gather(*(pool.read(text.encode(), "a.txt", None) for text in texts))
        assert [one.text for one in found] == texts
        return pool.pids()

    pids = with_pool(work, workers=2)
    assert 1 <= len(pids) <= 2
    assert not any(alive(pid) for pid in pids)


def test_one_pool_serves_several_event_loops():
    pool = ReadingPool(workers=1)
    try:
        for number in range(2):
            assert asyncio.run(pool.read(f"loop {number}".encode(), "a.txt", None)).text == f"loop {number}"
        assert pool.read_now(b"no loop", "a.txt").text == "no loop"
    finally:
        pool.close()


@pytest.mark.fault(23)
def test_what_takes_too_long_is_ended_and_the_next_is_read():
    async def work(pool):
        await pool.read(HTML, "a.html", None)
        before = pool.pids()
        pool._seconds = 0.05
        with pytest.raises(ReadFailed, match=r"slow\.html took longer than 0\.05 s: skipped"):
            await pool.read(ENDLESS, "slow.html", None)
        assert not any(alive(pid) for pid in before)
        pool._seconds = 20
        assert (await pool.read(HTML, "a.html", None)).title == "T"
        assert pool.pids() != before

    with_pool(work, workers=1)


@pytest.mark.fault(23)
@pytest.mark.parametrize(("data", "name"), [(b"word " * 5_000_000, "big.txt"), (ENDLESS, "big.html")])
def test_what_needs_too_much_memory_is_ended_and_the_next_is_read(data, name):
    async def work(pool):
        with pytest.raises(ReadFailed, match=f"{name} needed more memory than allowed"):
            await pool.read(data, name, None)
        assert (await pool.read(HTML, "a.html", None)).title == "T"

    with_pool(work, workers=1, memory=80_000_000)


def test_a_crash_is_told_and_the_next_is_read():
    async def work(pool):
        await pool.read(HTML, "a.html", None)
        os.kill(pool.pids()[0], signal.SIGSEGV)
        until(lambda: not alive(pool.pids()[0]))
        with pytest.raises(ReadFailed, match=r"a\.html made its reader crash \(SIGSEGV\)"):
            await pool.read(HTML, "a.html", None)
        assert (await pool.read(HTML, "a.html", None)).title == "T"

    with_pool(work, workers=1)


def test_a_cancelled_read_ends_its_process_and_frees_its_place():
    async def work(pool):
        await pool.read(HTML, "a.html", None)
        before = pool.pids()
        reading = asyncio.create_task(pool.read(ENDLESS, "slow.html", None))
        waiting = asyncio.create_task(pool.read(ENDLESS, "slow.html", None))
        await asyncio.sleep(0.05)
        for task in (waiting, reading):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert (await pool.read(HTML, "a.html", None)).title == "T"
        assert not any(alive(pid) for pid in before)

    with_pool(work, workers=1)


def test_closing_ends_reads_that_still_run_or_wait_and_refuses_later_ones():
    async def run():
        pool = ReadingPool(workers=1)
        await pool.read(HTML, "a.html", None)
        reads = [asyncio.create_task(pool.read(ENDLESS, "slow.html", None)) for _ in range(3)]
        await asyncio.sleep(0.05)
        pids = pool.pids()
        await pool.aclose()
        ends = await asyncio.gather(*reads, return_exceptions=True)
        assert [type(end) for end in ends] == [ReadFailed] * 3
        with pytest.raises(ReadFailed, match="after the readers were closed"):
            await pool.read(HTML, "a.html", None)
        await pool.aclose()
        return pids

    before = set(threading.enumerate())
    assert not any(alive(pid) for pid in asyncio.run(run()))
    assert set(threading.enumerate()) <= before


def test_a_process_retires_after_many_documents(monkeypatch):
    monkeypatch.setattr("inquiro.readers.pool._DOCUMENTS_PER_CHILD", 2)

    async def work(pool):
        seen = set()
        for _ in range(4):
            await pool.read(b"words", "a.txt", None)
            seen |= set(pool.pids())
        return seen

    assert len(with_pool(work, workers=1)) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_reading_process_has_no_rights_worth_having():
    os.environ["INQUIRO_TEST_SECRET"] = "hunter2"
    held = socket.socketpair()
    try:

        async def work(pool):
            await pool.read(HTML, "a.html", None)
            proc = Path(f"/proc/{pool.pids()[0]}")
            limits = {line[:26].strip(): line[26:].split()[:2] for line in (proc / "limits").read_text().splitlines()}
            return limits, (proc / "environ").read_bytes(), [str(one.readlink()) for one in (proc / "fd").iterdir()]

        limits, environment, files = with_pool(work, workers=1)
    finally:
        del os.environ["INQUIRO_TEST_SECRET"]
        for one in held:
            one.close()
    assert limits["Max address space"] == [str(512 * 1024 * 1024)] * 2
    assert limits["Max file size"] == ["0", "0"]
    assert limits["Max core file size"] == ["0", "0"]
    assert limits["Max open files"] == ["32", "32"]
    assert limits["Max processes"] == ["0", "0"]
    assert int(limits["Max cpu time"][0]) <= 40
    assert b"hunter2" not in environment
    assert sorted(name.split(":")[0] for name in files) == ["/dev/null"] * 3 + ["pipe"] * 2


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="where the right to it is certain")
def test_a_locked_process_reaches_no_listening_socket():
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = (
            "import socket; from inquiro.readers._limits import lock_down; lock_down(1 << 30)\n"
            f"try: socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)\n"
            "except OSError as error: print(type(error).__name__)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "OSError"  # network unreachable


@pytest.mark.skipif(sys.platform != "linux", reason="the system's signal at a parent's death")
def test_reading_processes_die_with_their_parent():
    code = (
        "import asyncio, os, signal, sys\nfrom inquiro.readers.pool import ReadingPool\n"
        "async def main():\n pool = ReadingPool(workers=1)\n await pool.read(b'words', 'a.txt', None)\n"
        f" task = asyncio.create_task(pool.read({ENDLESS[:28]!r} * 60_000, 'a.html', None))\n await asyncio.sleep(0.05)\n"
        " print(*pool.pids(), flush=True)\n os.kill(os.getpid(), signal.SIGKILL)\nasyncio.run(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    until(lambda: not alive(int(done.stdout)))


def test_the_users_own_files_are_read_the_same_way_apart():
    data = pdf("Printed words.")
    assert read_apart(data, "a.pdf") == readers.read(data, "a.pdf")
    assert read_apart(b"words", "a.txt").text == "words"
    with pytest.raises(ReadFailed, match="damaged PDF"):
        read_apart(b"%PDF-1.4", "A.PDF")


def test_text_and_headings_are_capped_and_flagged():
    anchors = tuple(Anchor(offset=at, label="h") for at in range(MAX_HEADINGS + 5))
    content = ReadText(text="h" * 100_000, media_type="text/html", headings=anchors, page_starts=(0, 10, 99_999))
    cut = capped(content, 50)
    assert (len(cut.text), len(cut.headings), cut.page_starts, cut.flags) == (50, 50, (0, 10), (TRUNCATED,))
    assert len(capped(content, 100_000).headings) == MAX_HEADINGS
    assert capped(cut, 50) is cut


def test_long_text_arrives_capped():
    async def work(pool):
        return await pool.read(b"word " * 1000, "a.txt", None)

    result = with_pool(work, workers=1, max_characters=100)
    assert (len(result.text), result.flags) == (100, (TRUNCATED,))


def test_a_pool_that_is_told_early_has_its_readers_before_the_first_document():
    async def work(pool):
        pool.get_ready()
        before = set()
        while len(before) < 2:
            before = set(pool.pids())
            await asyncio.sleep(0.01)
        content = await pool.read(HTML, "a.html", "text/html")
        return content.title, before == set(pool.pids())

    assert with_pool(work, workers=2) == ("T", True)


def test_a_pool_that_got_ready_in_vain_leaves_no_process():
    pool = ReadingPool(workers=2)
    pool.get_ready()
    pool.close()
    assert pool.pids() == []
