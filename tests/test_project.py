"""The project's own rules: the guard against the network, the ratchet, the fault table, the import contracts."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- no network ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 80), ("10.0.0.1", 80)])
def test_a_connection_to_elsewhere_is_forbidden(address):
    with socket.socket() as connection, pytest.raises(RuntimeError, match="tests may not reach"):
        connection.connect(address)


def test_asyncio_cannot_leave_either():
    with pytest.raises(RuntimeError, match=r"tests may not reach 'example\.org'"):
        asyncio.run(asyncio.open_connection("example.org", 80))


def test_no_name_is_resolved():
    with pytest.raises(RuntimeError, match="tests may not reach"):
        socket.getaddrinfo("example.org", 80)


def test_datagrams_count_too():
    with socket.socket(type=socket.SOCK_DGRAM) as connection, pytest.raises(RuntimeError):
        connection.sendto(b"x", ("192.0.2.1", 53))


def test_loopback_and_unix_sockets_are_fine(tmp_path, monkeypatch):
    async def scenario() -> bytes:
        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"hello")
            writer.close()

        server = await asyncio.start_server(greet, "localhost", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            try:
                return await reader.read()
            finally:
                writer.close()

    assert asyncio.run(scenario()) == b"hello"
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("s")
        server.listen()
        client.connect("s")


def test_every_test_has_a_data_directory_of_its_own_and_nobodys_keys(tmp_path_factory):
    assert Path(os.environ["INQUIRO_HOME"]).is_relative_to(tmp_path_factory.getbasetemp())
    assert [name for name in os.environ if name.endswith("_API_KEY") or name.startswith("LANGSMITH")] == []


# -- ratchet --------------------------------------------------------------------------------------------

RATCHET = script("ratchet")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("src/inquiro/a.py", "x = 1\n" * 401, "401 lines; 400 are allowed"),
        ("src/inquiro/a.py", "def f():\n" + "    x = 1\n" * 60, "f has 61 lines; 60 are allowed"),
        ("src/inquiro/a.py", "async def f():\n" + "    x = 1\n" * 60, "f has 61 lines"),
        ("src/inquiro/a.py", "try:\n    x = 1\nexcept Exception:\n    pass\n", "broad except at line 3"),
        ("src/inquiro/a.py", "try:\n    x = 1\nexcept:\n    pass\n", "broad except at line 3"),
        ("src/inquiro/a.py", "try:\n    x = 1\nexcept (KeyError, BaseException):\n    pass\n", "broad except"),
        ("src/inquiro/utils.py", "", "'utils' says nothing"),
        ("src/inquiro/helpers/a.py", "", "'helpers' says nothing"),
        ("src/inquiro/_common.py", "", "'common' says nothing"),
        ("tests/a.py", "# TO" + "DO later\n", "unfinished work"),
        ("docs/a.md", "see /ro" + "ot/x\n", "a path of one machine"),
        ("docs/a.md", "file:///ho" + "me/jo/x\n", "a path of one machine"),
        ("docs/a.md", "https://packages.example/sim" + "ple/\n", "the package registry"),
        ("pip.conf", "index-u" + "rl = x\n", "the package registry"),
    ],
)
def test_the_ratchet_fails_on(tmp_path, name, text, complaint):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    found = list(RATCHET.problems(tmp_path))
    assert len(found) == 1
    assert complaint in found[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/inquiro/a.py", "x = 1\n" * 400),
        ("src/inquiro/a.py", "def f():\n" + "    x = 1\n" * 59),
        ("src/inquiro/a.py", "try:\n    x = 1\nexcept (KeyError, ValueError):\n    pass\n"),
        ("docs/a.md", "https://a.example/work/x, ~/home/x/ and ./root/x\n"),
        ("picture.png", "\x89"),
    ],
)
def test_the_ratchet_leaves_alone(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("latin-1"))
    assert list(RATCHET.problems(tmp_path)) == []


def test_every_exception_to_the_ratchet_is_still_needed():
    for name, limit in RATCHET.LONGER_MODULES.items():
        assert RATCHET.MODULE_LINES < len((ROOT / name).read_text().splitlines()) <= limit
    for name, count in RATCHET.BROAD_EXCEPTS.items():
        complaints = " ".join(RATCHET.code_problems(f"copy/{name}", (ROOT / name).read_text()))
        lines = re.search(r"broad except at line ([\d, ]+);", complaints)
        assert lines is not None
        assert len(lines[1].split(",")) == count


# -- faults -----------------------------------------------------------------------------------------------

FAULTS = script("faults")
PAGE = "**0 of 2** items\n\n| No. | What | Outcome | Covered by |\n|---|---|---|---|\n| 1 | One | E | |\n| 2 | Two | D, N | old |\n"


def test_markers_are_found_on_functions_classes_and_modules(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(
        "import pytest\npytestmark = [pytest.mark.fault(4)]\n"
        "@pytest.mark.fault(1, 2)\ndef test_a(): ...\n"
        "@pytest.mark.fault(3)\nclass TestB: ...\n"
        "@pytest.mark.slow\ndef test_c(): ...\n"
    )
    assert FAULTS.coverage(tmp_path) == {
        1: ["tests/test_a.py::test_a"],
        2: ["tests/test_a.py::test_a"],
        3: ["tests/test_a.py::TestB"],
        4: ["tests/test_a.py"],
    }


def test_the_table_shows_what_is_covered_and_is_stable():
    page = FAULTS.rendered(PAGE, {2: ["t.py::a", "t.py::b"]})
    assert "**1 of 2** items are covered by a test so far." in page
    assert "| 1 | One | E | not yet |" in page
    assert "| 2 | Two | D, N | `t.py::a` and 1 more |" in page
    assert FAULTS.rendered(page, {2: ["t.py::a", "t.py::b"]}) == page


def test_the_catalogue_has_its_seventy_items_and_no_test_names_another():
    items = FAULTS.catalogue((ROOT / "docs" / "faults.md").read_text())
    assert list(items) == list(range(1, 71))
    assert set(FAULTS.coverage()) <= set(items)


def test_a_marker_with_an_unknown_number_fails(monkeypatch, capsys):
    monkeypatch.setattr(FAULTS, "coverage", lambda: {99: ["tests/test_x.py::test_y"]})
    assert FAULTS.main() == 1
    assert "no item 99" in capsys.readouterr().err


# -- import contracts -------------------------------------------------------------------------------------

CONTRACTS = script("contracts")


def graph(*imports: tuple[str, str], modules: tuple[str, ...] = ()) -> grimp.ImportGraph:
    built = grimp.ImportGraph()
    for module in {*modules, *(name for pair in imports for name in pair)}:
        built.add_module(module)
    for importer, imported in imports:
        built.add_import(importer=importer, imported=imported)
    return built


@pytest.mark.parametrize(
    ("imports", "kept"),
    [
        ([("i.readers.html", "i.readers._shared")], True),
        ([("i.readers.html", "i.readers.pdf")], False),
        ([("i.readers.html", "i.readers._shared"), ("i.readers._shared", "i.readers.pdf")], False),
    ],
)
def test_plugins_of_one_folder_may_share_only_private_modules(imports, kept):
    contract = CONTRACTS.IndependentPlugins("", {}, {"folders": ["i.readers", "i.missing"]})
    modules = ("i", "i.readers", "i.readers.html", "i.readers.pdf")
    assert contract.check(graph(*imports, modules=modules), False).kept is kept


@pytest.mark.parametrize(
    ("importer", "kept"), [("i.cli", True), ("i.cli.main", True), ("i.client", False), ("i.core", False)]
)
def test_a_framework_outside_its_edge_breaks_the_contract(importer, kept):
    contract = CONTRACTS.FrameworksAtTheirEdge("", {}, {"frameworks": ["click", "absent"], "only_in": ["i.cli"]})
    assert contract.check(graph((importer, "click")), False).kept is kept


def test_every_layer_of_the_contract_is_drawn_in_the_architecture_page():
    layers = (ROOT / ".importlinter").read_text().partition("layers =")[2].partition("\n\n")[0]
    page = (ROOT / "docs" / "architecture.svg").read_text()
    assert [name for name in re.findall(r"\w+", layers) if name not in page] == []


# -- make ---------------------------------------------------------------------------------------------------


def test_make_lists_its_targets_and_they_all_exist():
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = re.findall(r"^  make (\S+)", listed, re.MULTILINE)
    assert {"demo", "test", "test-services", "check", "bench", "faults", "docs"} <= set(targets)
    subprocess.run(["make", "--dry-run", *targets], cwd=ROOT, capture_output=True, check=True)


def test_make_says_clearly_that_python_is_too_old(tmp_path):
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\ncase "$1" in --version) echo Python 3.9.1;; *) exit 1;; esac\n')
    old.chmod(0o755)
    (tmp_path / "pyproject.toml").touch()
    done = subprocess.run(
        ["make", "-f", ROOT / "Makefile", f"PYTHON={old}", "demo"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert re.search(r"needs Python 3\.11 or newer; .* is Python 3\.9\.1", done.stderr)


def test_the_ci_script_is_executable_and_valid():
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    subprocess.run(["bash", "-n", run], check=True)


def test_the_check_refuses_an_unknown_step():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "check.py", "nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "unknown step: nonsense; known: wheel, types" in done.stderr
