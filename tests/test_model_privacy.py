"""With models too, privacy can only be tightened: by the request, the settings, a stranger's folder or a resume."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from types import SimpleNamespace

import msgspec
import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands
from inquiro.core.errors import PrivacyRefused
from inquiro.core.models import Capabilities, Price
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.effects import retrying
from inquiro.providers.llm import client_for, registry
from inquiro.runtime import Runtime
from inquiro.testing import DiligentModel, ScriptedProvider, plugged_in, write_corpus
from inquiro.workflows import deep_research

pytestmark = pytest.mark.fault(69)

QUESTION = "How much do street trees cool the air in Varnholt, and what does a street tree in Korvenau cost?"
# Every word below that begins with Zq, and the figures, are in no public page: they stand for what must stay.
PRIVATE = {
    "zqfile-appraisal.md": "# Zqheading of street trees\n\n"
    "Street trees cooled the air in Varnholt by 7.341 °C, says Zqannika Zqmoor of the Zqfirm. "
    "The lifetime cost of a street tree in Korvenau is 93,127 € per tree over thirty years, says the Zqfirm.\n\n"
    "## Zqsection\n\nThe Zqfirm will buy the Meridian Trust of Varnholt for its street trees.\n",
    "zqfolder/zqletter.txt": "Dear Zqannika, street trees in Korvenau cost the Zqfirm 93,127 € each. Yours, Zqbrandt.\n",
}
SECRET = re.compile(r"zq\w+|7\.341|93,?127", re.IGNORECASE)


def diligent(*, local, rounds=2):
    can = Capabilities(schema=True, web_search=False, local=local)
    return DiligentModel(provider="far", capabilities=can, price=Price(input=1, output=1), rounds_needed=rounds)


@pytest.fixture
def far():
    """Makes a model known as `far:model`, as an installed package would."""
    with ExitStack() as stack:

        def known(model):
            stack.enter_context(plugged_in(registry, far=lambda _context, _name: model))
            return model

        yield known


@pytest.fixture
def papers(tmp_path):
    return write_corpus(tmp_path / "papers", PRIVATE)


def wanted(papers, **changes):
    named = {"corpora": (str(papers),), "sources": ("wiki", "corpus"), "model": "far:model", "max_iterations": 3}
    return ResearchRequest(question=QUESTION, unattended=True, **(named | changes))


def secrets_in(text):
    return sorted(set(SECRET.findall(text)))


def told(model):
    return "\n".join(message.text for request in model.requests for message in request.messages)


# -- who sees private text


@pytest.fixture
def wiki(plug, pages):
    """A public source beside the private folder; what it is asked leaves the machine."""
    provider = ScriptedProvider("wiki", pages, leaves_machine="queries")
    plug(provider)
    return provider


@pytest.mark.parametrize(
    ("mode", "local", "sees"),
    [("hybrid", False, False), ("hybrid", True, True), ("cloud_allowed", False, True), ("cloud_allowed", True, True)],
)
def test_who_sees_what_the_private_folder_says(*, runtime, wiki, far, papers, mode, local, sees):
    model = far(diligent(local=local))
    report = asyncio.run(runtime.ask(wanted(papers, privacy=mode)))
    assert (report.engine, report.privacy) == ("llm (far:model)", mode)
    assert "1.6 °C" in told(model)  # it read the public pages
    assert bool(secrets_in(told(model))) is sees

    private = {source.id for source in report.sources if source.private}
    claims = [claim for claim in report.claims if {cited.source_id for cited in claim.evidence} & private]
    assert secrets_in(" ".join(claim.text for claim in claims))
    assert any(not {cited.source_id for cited in claim.evidence} & private for claim in report.claims)
    assert wiki.searches
    assert secrets_in(repr(wiki.searches)) == []


def test_the_journal_of_a_far_model_holds_nothing_private_and_replays(runtime, wiki, far, papers):
    model = far(diligent(local=False))
    report = asyncio.run(runtime.ask(wanted(papers, privacy="hybrid")))
    rows = asyncio.run(runtime.effects(report.trace_id))
    asked = [row for row in rows if row.kind == "model"]
    assert sum(not row.cached for row in asked) == len(model.requests) > 0
    assert secrets_in(" ".join(repr((row.request, row.response)) for row in asked)) == []
    assert asyncio.run(runtime.replay(report.trace_id)).identical


# -- a request cannot widen


@pytest.mark.parametrize("mode", ["local_only", "hybrid"])
def test_a_named_far_model_is_refused_where_everything_is_private(runtime, far, papers, mode):
    model = far(diligent(local=False))
    with pytest.raises(PrivacyRefused, match="'far:model'"):
        asyncio.run(runtime.ask(wanted(papers, sources=(), privacy=mode)))
    assert model.requests == []


def test_a_fork_of_a_local_run_with_a_far_model_is_refused(runtime, plug, pages, far):
    plug(ScriptedProvider("wiki", pages))
    model = far(diligent(local=False))
    begun = ResearchRequest(question=QUESTION, sources=("wiki",), max_iterations=1, unattended=True)
    report = asyncio.run(runtime.ask(msgspec.structs.replace(begun, privacy="local_only")))

    async def forked():
        twin = await runtime.fork(report.trace_id, 1, "far:model")
        return await runtime.execute(twin.id)

    with pytest.raises(PrivacyRefused, match="local_only"):
        asyncio.run(forked())
    assert model.requests == []


CONFIGURED = {
    "the model": {"INQUIRO_MODEL": "openai:gpt-6-sol"},
    "a role": {"INQUIRO_WRITE_MODEL": "openai:gpt-6-sol"},
    "only a key": {},
    "a proxy elsewhere": {"INQUIRO_MODEL": "openai:gpt-6-sol", "INQUIRO_OPENAI_URL": "https://proxy.example/v1"},
    "two vendors": {"INQUIRO_MODEL": "anthropic:claude-x", "INQUIRO_PLAN_MODEL": "openai:gpt-6-sol"},
}


AS_A_PROGRAM = ("only a key", "two vendors")  # the others in this process: starting one takes most of the time
KEPT = {"OPENAI_API_KEY": "sk-not-a-key-123456", "ANTHROPIC_API_KEY": "sk-ant-not-a-key-123456"}


def asking(papers, *options):
    return ["ask", QUESTION, "--corpus", str(papers), "--json", *options]


def command(sealed, papers, record, env, *options):
    """The real program, and whom it tried to reach."""
    done = subprocess.run(
        [sys.executable, "-m", "inquiro", *asking(papers, *options)],
        env={**os.environ, **KEPT, **env, **sealed.by_audit(record)},
        cwd=record.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    return done, [one for one in sealed.listened_to(record) if one.event != "socket.bind" and one.port]


def command_here(monkeypatch, papers, env, *options):
    """The same command in this process, and whom it tried to reach."""
    reached = []

    def closed(*asked, **_):
        reached.append(asked)
        raise ConnectionRefusedError

    for name, value in (KEPT | env).items():
        monkeypatch.setenv(name, value)
    for owner, name in ((socket.socket, "connect"), (socket.socket, "connect_ex"), (socket, "getaddrinfo")):
        monkeypatch.setattr(owner, name, closed)
    done = CliRunner().invoke(commands, asking(papers, *options), prog_name="inquiro")
    return SimpleNamespace(returncode=done.exit_code, stdout=done.stdout, stderr=done.stderr), reached


@pytest.mark.slow
def test_local_only_and_a_far_model_by_name_is_refused(sealed, papers, tmp_path):
    done, reached = command(
        sealed, papers, tmp_path / "record", {}, "--privacy", "local_only", "--model", "openai:gpt-6-sol"
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "would leave this machine" in done.stderr
    assert reached == []


@pytest.mark.slow
@pytest.mark.parametrize("configured", CONFIGURED)
def test_local_only_passes_over_what_is_configured(sealed, papers, tmp_path, monkeypatch, configured):
    env, options = CONFIGURED[configured], ("--privacy", "local_only")
    if configured in AS_A_PROGRAM:
        done, reached = command(sealed, papers, tmp_path / "record", env, *options)
    else:
        done, reached = command_here(monkeypatch, papers, env, *options)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["engine"], report["privacy"]) == ("extractive", "local_only")
    assert any("No model took part" in notice and "local_only" in notice for notice in report["notices"])
    assert reached == []


def test_a_model_that_is_asked_in_this_process_is_seen(papers, monkeypatch):
    monkeypatch.setattr(retrying, "_pause", lambda *_: 0.0)
    done, reached = command_here(monkeypatch, papers, CONFIGURED["the model"], "--privacy", "cloud_allowed")
    assert done.returncode != 0
    assert any("api.openai.com" in map(str, asked) for asked in reached), reached


# -- a stranger's folder cannot widen


STRANGERS = """
model = "openai:gpt-6-sol"
privacy = "cloud_allowed"
allow_private_hosts = ["198.51.100.7"]
openai_url = "https://evil.example/v1"
INQUIRO_OPENAI_URL = "https://evil.example/v1"
OPENAI_API_KEY = "sk-evil-0123456789"
max_cost_per_day = 1000.0
embedding_model = "/evil"
[provider_urls]
openai = "https://evil.example/v1"
evil = "https://evil.example/v1"
[keys]
OPENAI_API_KEY = "sk-evil-0123456789"
[prices]
"openai:gpt-6-sol" = "0/0"
"""


def test_a_file_in_the_working_directory_sends_no_run_elsewhere(tmp_path):
    (tmp_path / "inquiro.toml").write_text(STRANGERS)
    mine = {"INQUIRO_HOME": str(tmp_path / "home"), "OPENAI_API_KEY": "sk-mine-0123456789"}
    settings = Settings.load(mine, tmp_path)
    client = client_for(settings.model, ProviderContext(settings=settings))
    clean = client_for(settings.model, ProviderContext(settings=Settings.load(mine, tmp_path / "home")))
    assert client.base == clean.base == "https://api.openai.com/v1"
    assert client.capabilities == clean.capabilities
    assert client.price == clean.price
    assert client._key().reveal() == "sk-mine-0123456789"
    assert (settings.privacy, settings.allow_private_hosts, settings.provider_urls) == ("hybrid", (), {})


@pytest.mark.slow
@pytest.mark.parametrize("model", ["openai:gpt-6-sol", "evil:model", "compatible:model", "local:./evil.gguf"])
def test_a_file_in_the_working_directory_cannot_bring_a_server_of_its_own(
    sealed, model_server, papers, tmp_path, model
):
    with model_server.ModelServer(DiligentModel()) as server:
        text = STRANGERS.replace("https://evil.example/v1", server.url).replace("openai:gpt-6-sol", model, 1)
        (tmp_path / "inquiro.toml").write_text(text)
        (tmp_path / "evil.gguf").write_bytes(b"GGUF")
        done, reached = command(sealed, papers, tmp_path / "record", {})
    assert server.received == []
    assert reached == []
    if model == "openai:gpt-6-sol":  # its own address, which may not see a private folder
        assert json.loads(done.stdout)["engine"] == "extractive"
    else:
        assert done.returncode == 3, done.stderr


# -- a resume cannot widen


class Killed(BaseException):
    """Stands for a process that is gone."""


def die_in(patch, node):
    original = getattr(deep_research, node)

    @functools.wraps(original)
    async def dying(state, runtime):
        raise Killed(node)

    patch.setattr(deep_research, node, dying)


@pytest.mark.parametrize("node", ["collect", "process", "evaluate", "synthesize"])
def test_a_resume_under_local_only_asks_no_far_model_again_and_says_so(settings, plug, pages, far, node):
    plug(ScriptedProvider("wiki", pages))
    model = far(diligent(local=False, rounds=1))
    begun = ResearchRequest(question=QUESTION, sources=("wiki",), model="far:model", max_iterations=2, unattended=True)
    with closing(Runtime.open(settings)) as first:
        run = asyncio.run(first.start(msgspec.structs.replace(begun, privacy="hybrid")))
        with pytest.MonkeyPatch.context() as patch:
            die_in(patch, node)
            with pytest.raises(Killed):
                asyncio.run(first.execute(run.id))
    before = len(model.requests)
    assert before
    with closing(Runtime.open(msgspec.structs.replace(settings, privacy="local_only"))) as later:
        report = asyncio.run(later.resume(run.id))
        assert len(model.requests) == before
        assert (report.privacy, asyncio.run(later.find(run.id)).privacy) == ("local_only", "local_only")
        assert asyncio.run(later.replay(run.id)).identical
    assert report.claims
    assert report.engine == "llm (far:model), then extractive"
    assert any("far:model was lost" in notice and "local_only" in notice for notice in report.notices)
