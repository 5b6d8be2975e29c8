"""`inquiro check` as a process of its own: killed in the middle, resumed, and never anywhere but where it was sent."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.report_world import ReportWorld
from tests.report_world.sample import PILOT, furnish

DRAFT = """The pilot coated 412 roofs in two towns [1]. Rooms were 1.4 °C cooler under moss [2]. Panels lost 0.11 of their
reflectance in the first year of exposure [3]. The page is not there any more [4].

References

[1] Whitlock, D. (2023). Moss roofs pilot: what three summers taught us. http://127.0.0.1:{port}/pilot
[2] Okonkwo, C., & Farrow, J. (2021). Moss roofs and indoor temperature: a randomised field trial. Journal of Roof Ecology, 9(2), 101–117. doi:10.5555/roof.2021.0417
[3] Marchetti, S., & Lindqvist, P. (2019). Ageing of moss panels under soot. Journal of Roof Ecology, 7(4), 330–342. doi:10.5555/roof.2019.0288
[4] Nobody (2020). A page. http://127.0.0.1:{port}/gone
"""


@pytest.fixture
def world(tmp_path):
    made = ReportWorld(furnish(tmp_path / "world"))
    with made.server:
        here = f"http://127.0.0.1:{made.server.port}"
        made.pages[f"{here}/pilot"] = made.pages[PILOT]
        yield made


@pytest.fixture
def inquiro(world, tmp_path):
    port = world.server.port
    services = {
        f"INQUIRO_{name}_URL": f"http://127.0.0.1:{port}/{name.lower()}"
        for name in ("CROSSREF", "OPENALEX", "ARXIV", "PUBMED")
    }
    settings = {"INQUIRO_HOME": str(tmp_path / "home"), "INQUIRO_ALLOW_PRIVATE_HOSTS": f"127.0.0.1:{port}",
                "INQUIRO_EMBEDDING_MODEL": "off", "INQUIRO_CONTACT": "editor@moss.example"}  # fmt: skip

    def start(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, "-m", "inquiro", *words], env=os.environ | services | settings,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip

    return start


@pytest.mark.fault(44)
@pytest.mark.slow
def test_a_killed_check_goes_on_where_it_was(world, inquiro, tmp_path):
    draft = tmp_path / "draft.md"
    draft.write_text(DRAFT.format(port=world.server.port), "utf-8")
    started: list[subprocess.Popen[str]] = []

    def kill(_: object) -> None:
        if len(world.server.asked) == 4 and started:
            started[0].kill()

    world.seen.append(kill)
    started.append(inquiro("check", str(draft), "--json"))
    started[0].communicate(timeout=60)
    assert started[0].returncode == -9
    world.seen.clear()
    out, told = inquiro("runs", "resume", "--json").communicate(timeout=90)
    check = json.loads(out)["check"]
    assert [one["state"] for one in check["references"]] == ["exists", "exists", "exists", "dead"], told
    assert [one["outcome"] for one in check["sentences"]] == ["borne_out", "borne_out", "borne_out", "unopened"]
    asked = [one.target for one in world.server.asked if "/works/10.5555" in one.target]
    assert len(asked) <= 2 * 2 + 2  # each DOI at two registers, and what was on its way when the process died
